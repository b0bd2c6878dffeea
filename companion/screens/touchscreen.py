"""The touchscreen: shows the newest view, brings pictures to where they are wanted, and goes from screen to screen.

Views and pictures may come from any thread and faster than they can be drawn: only the newest of each is
taken over, on the touch thread, between two frames. The touch thread itself never waits for anything.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.audio import SoundLoader
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout

from companion.locale import Translator
from companion.rules.core import games
from companion.screens.desk import Choices, Desk, Screen
from companion.screens.dice_throne import DiceThronePage
from companion.screens.dungeon_fighter.page import DungeonFighterPage
from companion.screens.game_page import GamePage
from companion.screens.home import HomeScreen
from companion.screens.king_of_12.page import KingOf12Page
from companion.screens.look import Look
from companion.screens.my_dice.screen import MyDiceScreen
from companion.screens.play import PlayScreen
from companion.screens.port import Past, Table, View
from companion.screens.quarriors.page import QuarriorsPage
from companion.screens.settings import ChoicesPanel
from companion.screens.sounds import Sounds
from companion.screens.target_screen import TargetScreen
from companion.screens.teaching_port import DieWish
from companion.screens.theme import LARGE, Theme
from companion.screens.tidying import Tidying
from companion.screens.widgets.die import prepare_crops
from companion.screens.widgets.learn_bar import LearnBar
from companion.screens.widgets.past_bar import PastBar
from companion.screens.widgets.toast import Toast

PAGES: dict[str, GamePage] = {
    page.name: page for page in (DiceThronePage(), KingOf12Page(), QuarriorsPage(), DungeonFighterPage())
}


DRESSING = ("language", "theme", "animations", "rotation", "large_writing")  # they change all that is drawn


def landscape(rotation: int, panel: tuple[float, float]) -> int:
    """The screens are drawn for a wide window: a panel that stands upright is turned by a quarter more."""
    upright = panel[0] < panel[1]
    return (rotation // 180 * 180 + 90) % 360 if upright else rotation // 180 * 180


def _moment(past: Past | None) -> int | None:
    return past.number if past is not None else None


class Touchscreen(App):
    """`settings` has every name of `Choices`; `on_setting` hears when a player changes one."""

    def __init__(
        self, table: Table, settings: Any, on_setting: Callable[[str, Any], None] | None = None
    ) -> None:
        super().__init__()
        self.title = "Table Companion"
        self.table = table
        self.choices = Choices(**{each.name: getattr(settings, each.name) for each in fields(Choices)})
        self.sounds = Sounds(Path(tempfile.gettempdir()) / "companion-sounds", SoundLoader.load)
        self.view = View()
        self._on_setting = on_setting
        self._place = (
            "home",
            "",
        )  # where the players are while no game is open: home, or the setup of a game
        self._open_game: int | None = None
        self._past: Past | None = None
        self._notice = 0
        self._newest: View | None = None
        self._picture: Any = None
        self._last_picture: Any = None
        self._pictures_on = False
        self._lock = threading.Lock()
        self.to_watch = ""  # the game that plays itself once this screen has closed
        self.root_layer = FloatLayout()
        self.screen: Screen | None = None
        # Content is read from files: before the first touch, not at it.
        self.pages = tuple(PAGES[name] for name in games() if name in PAGES)
        for page in self.pages:
            page.picks()
        prepare_crops()
        self._tidying = Tidying(lambda: self.view.sight.state)

    # Kivy's side.

    def build(self) -> FloatLayout:
        Window.rotation = landscape(self.choices.rotation, Window.system_size)
        self._dress()
        Window.bind(size=self._dress)
        return self.root_layer

    def on_start(self) -> None:
        self._tidying.begin()
        self.table.watch(self.post)

    def on_stop(self) -> None:
        self._tidying.end()
        Window.unbind(size=self._dress)
        self.table.preview(None)
        if self.screen is not None:
            self.screen.leave()
        self.table.close()

    # From other threads.

    def post(self, view: View) -> None:
        """Show this view soon. From any thread; only the newest of several is drawn."""
        with self._lock:
            waiting = self._newest is not None
            self._newest = view
        if not waiting:
            Clock.schedule_once(self._take_view, -1)

    def post_picture(self, pixels: Any) -> None:
        """Show this camera picture soon, where one is wanted. From any thread."""
        with self._lock:
            waiting = self._picture is not None
            self._picture = pixels
        if not waiting:
            Clock.schedule_once(self._take_picture, -1)

    def _take_view(self, _: float) -> None:
        with self._lock:
            view, self._newest = self._newest, None
        if view is not None:
            self.show(view)

    def _take_picture(self, _: float) -> None:
        with self._lock:
            pixels, self._picture = self._picture, None
        if pixels is not None and self.screen is not None and self.screen.wants_pictures:
            self._last_picture = pixels
            self.screen.picture(pixels)

    def picture_again(self) -> None:
        """Bring the newest picture once more, where one is wanted; for measuring what a frame costs."""
        if self._last_picture is not None and self.screen is not None and self.screen.wants_pictures:
            self.screen.picture(self._last_picture)

    # On the touch thread.

    def show(self, view: View) -> None:
        if _moment(view.past) != _moment(self._past) and isinstance(self.screen, PlayScreen):
            self.screen.panels.close()  # what it is about was at another time
        self._past = view.past
        if view.past is not None:
            view = replace(view.past.view, looked_back_at=True)
        if view.outcome is not None and self.view.outcome is None:
            self.learn.hide()  # what it asks was asked in the game; now there are the end and its charts
        self.view = view
        self.past.show(self._past)
        if self._past is None:
            self.sounds.hear(view, self.choices.sounds)
        if self.screen is None or not self.belongs(view):
            self._change_screen()
        else:
            self.screen.show(view)
        self.learn.show(view.teaching.learnable)
        if view.notice is not None and view.notice_number != self._notice:
            self.toast.show(self.look.say(view.notice))
        self._notice = view.notice_number

    def begin_with(self, view: View) -> None:
        """Forget where the players were and show this view as if the companion had just started."""
        if self.screen is not None:
            self.screen.leave()
            self.screen = None
        self.view, self._place, self._notice, self._past = view, ("home", ""), 0, view.past
        self._dress()
        self.show(view)

    def belongs(self, view: View) -> bool:
        """Whether the screen that is open can show this view."""
        if view.game_id is None:
            return self._open_game is None
        shown = self.screen.view if isinstance(self.screen, PlayScreen) else None
        if shown is None or self._open_game != view.game_id:
            return False
        told = [(v.game, len(v.seats), v.simulated) for v in (shown, view)]
        return told[0] == told[1]

    def _change_screen(self) -> None:
        view, desk = self.view, self._desk()
        if self.screen is not None:
            self.screen.leave()
            self.root_layer.remove_widget(self.screen)
        self._open_game = view.game_id
        place, game = self._place
        if view.game_id is not None and view.game is not None:
            self._place = ("home", "")
            self.screen = (PAGES.get(view.game) or GamePage(view.game)).play_screen(desk, view)
        elif place == "setup":
            name, _, door = game.partition("/")
            self.screen = PAGES[name].setup_screen(desk, view, door)
        elif place == "target":
            back = partial(self._go, "setup", game) if game else partial(self._go, "home")
            self.screen = TargetScreen(desk, view, back)
        elif place == "my_dice":
            self.screen = MyDiceScreen(desk, view)
        else:
            self.screen = HomeScreen(desk, self.pages, view)
        self.root_layer.add_widget(self.screen, index=3)  # below what appears over every screen
        self._want_pictures()

    def _want_pictures(self) -> None:
        wanted = self.screen is not None and self.screen.wants_pictures
        if wanted != self._pictures_on:
            self._pictures_on = wanted
            self.table.preview(self.post_picture if wanted else None)

    def _go(self, place: str, game: str = "") -> None:
        self._place = (place, game)
        if self.view.game_id is None:
            self._change_screen()

    def _choose(self, name: str, value: Any) -> None:
        self.choices = replace(self.choices, **{name: value})
        if name == "rotation":
            Window.rotation = landscape(value, Window.system_size)
        if name in DRESSING:
            self._dress()
        elif self.screen is not None:
            self.screen.desk = self._desk()
        if name == "sounds" and value:
            self.sounds.play("read")
        if name == "camera":
            self.toast.show(self.look.say("settings.camera.later"))
        if self._on_setting is not None:
            self._on_setting(name, value)

    def _correct_past(self) -> None:
        if isinstance(self.screen, PlayScreen):
            self.screen.open_dice()

    def _on_panel(self, touch: MotionEvent) -> bool:
        panels = self.screen.panels if isinstance(self.screen, PlayScreen) else None
        return panels is not None and panels.panel is not None and bool(panels.collide_point(*touch.pos))

    def _desk(self) -> Desk:
        return Desk(
            self.look, self.table, self.choices, self._go, self._choose, self._want_pictures, self._watch
        )

    def _watch(self, game: str) -> None:
        self.to_watch = game
        self.stop()

    def _dress(self, *_: object) -> None:
        """Draw everything anew: at the start, and when the window, the theme or the language changes."""
        width, height = Window.size
        theme = Theme.of(self.choices.theme, width, height)
        self.look = Look(
            theme,
            self.choices.language,
            self.choices.animations,
            Translator(self.choices.language).text,
            LARGE if self.choices.large_writing else 1.0,
        )
        Window.clearcolor = theme.palette.back
        choosing = isinstance(self.screen, HomeScreen) and isinstance(self.screen.panels.panel, ChoicesPanel)
        begun = None
        if self.screen is not None:
            begun = self.screen.hand_over()
            self.screen = None
        self.root_layer.clear_widgets()
        self.toast = Toast(self.look)
        self.learn = LearnBar(self.look, lambda do: self.table.teach(DieWish(do)))  # type: ignore[arg-type]
        self.past = PastBar(
            self.look, self.table.look_at, self.table.undo_to, self._correct_past, self._on_panel
        )
        self.past.show(self._past)
        self.root_layer.add_widget(self.past)
        self.root_layer.add_widget(self.learn)
        self.root_layer.add_widget(self.toast)
        self._change_screen()
        if begun is not None and self.screen is not None:
            self.screen.take_over(begun)
        if choosing and isinstance(self.screen, HomeScreen):
            self.screen.open_settings()  # whoever changes the language wants to see the other settings too

    def screenshot(self, path: Path) -> Path:
        """Write what the screen shows now to a PNG."""
        Window.dispatch("on_draw")  # into the back buffer: after a flip it holds nothing
        path.parent.mkdir(parents=True, exist_ok=True)
        return Path(Window.screenshot(str(path))).replace(path)  # Kivy puts a number into the name
