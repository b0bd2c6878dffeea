"""Home: go on with the game that was left, or begin a new one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.calibrate import TablePanel
from companion.screens.credits import CreditsPanel
from companion.screens.desk import Desk, Screen
from companion.screens.fairness import FairnessPanel
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.panels import CameraPanel
from companion.screens.port import SavedGame, View
from companion.screens.settings import ChoicesPanel, rules_panel
from companion.screens.theme import BODY, CAPTION, GAP, HEADLINE, SMALL, TITLE
from companion.screens.when import in_words
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel, PanelLayer, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar
from companion.screens.widgets.touch import Touchable


class HomeScreen(Screen):
    def __init__(self, desk: Desk, pages: tuple[GamePage, ...], view: View) -> None:
        super().__init__(desk)
        self.pages = pages
        self.view = view
        look = self.look
        self.bar = TopBar(look, look.say("home.title"), self.open_camera)
        self.bar.title.padding = (look.px(4), 0)
        self.body = BoxLayout(spacing=look.px(GAP))
        self.panels = PanelLayer(look, on_change=desk.pictures)
        self.add_widget(column(look, self.bar, self.body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(self.body)
        self._saved: tuple[SavedGame, ...] | None = None
        self.show(view)

    def show(self, view: View) -> None:
        self.view = view
        self.bar.camera.show(view.sight)
        if view.saved != self._saved:
            self._saved = view.saved
            self._fill()
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def _fill(self) -> None:
        look, say = self.look, self.look.say
        self.body.clear_widgets()
        last = max(
            (game for game in self.view.saved if not game.over), key=lambda game: game.id, default=None
        )
        count = len(self.view.saved)
        kept = say("home.saved.some", n=count) if count else say("home.saved.none")
        new = self._button("home.new_game", "plus", self._new_game, say("home.new_game.about"))
        self.saved = self._button("home.saved", "history", self.open_saved, kept)
        self.saved.enabled = count > 0
        settings = self._button("home.settings", "gear", self.open_settings, say("home.settings.about"))
        if last is None:
            welcome, about = say("home.welcome"), say("home.welcome.about")
            self.main = BigCard(look, say("home.new_game"), welcome, about, "", self._new_game)
            side = column(look, self.saved, settings)
        else:
            game, players = say(f"game.{last.game}"), " · ".join(last.seats)
            began = say("home.began", when=in_words(look, last.began))
            go_on = partial(self.desk.table.continue_game, last.id)
            self.main = BigCard(look, say("home.continue"), game, players, began, go_on)
            side = column(look, new, self.saved, settings)
        self.dice = self._button("mydice.title", "reading", self._my_dice, say("mydice.about"))
        side.add_widget(self.dice, index=1)
        for page in self.pages:
            for door, icon, words in page.shelves():
                go = partial(self.desk.go, "setup", f"{page.name}/{door}")
                side.add_widget(
                    VerbButton(look, say(words), go, icon=icon, detail=say(page.title()), size=TITLE - 2),
                    index=1,
                )
        self.body.add_widget(self.main)
        self.body.add_widget(sized(look, side, width=292))

    def _button(self, words: str, icon: str, on_tap: Callable[[], None], about: str) -> VerbButton:
        return VerbButton(self.look, self.look.say(words), on_tap, icon=icon, detail=about, size=TITLE - 2)

    def _my_dice(self) -> None:
        self.desk.go("my_dice")

    def _new_game(self) -> None:
        if len(self.pages) == 1 and len(self.pages[0].doors()) == 1:
            self.desk.go("setup", self.pages[0].name)
        else:
            # A game plays itself where dice can be thrown without a hand.
            watch = self.desk.watch if self.view.simulated else None
            choose = partial(self.desk.go, "setup")
            self._open(GamesPanel(self.look, self.pages, choose, watch, self.panels.close))

    # Panels.

    def _open(self, panel: Panel) -> None:
        self.panels.open(panel)
        panel.show(self.view)

    def open_saved(self) -> None:
        go_on = self.desk.table.continue_game
        self._open(SavedPanel(self.look, self.view.saved, go_on, self.open_fairness, self.panels.close))

    def open_fairness(self) -> None:
        """The dice of all games; from there back to the list of them."""
        self._open(FairnessPanel(self.look, self.desk.table.ask_fairness, self.open_saved))

    def open_settings(self) -> None:
        target = partial(self.desk.go, "target")
        panel = ChoicesPanel(
            self.desk,
            self.panels.close,
            self.open_table,
            target,
            self.open_rules,
            self.open_credits,
            self.pages,
        )
        self._open(panel)

    def open_rules(self, game: str) -> None:
        """The answers that new games of this one begin with; from there back to the settings."""
        page = next(page for page in self.pages if page.name == game)
        self._open(rules_panel(self.desk, page, self.open_settings))

    def open_credits(self) -> None:
        self._open(CreditsPanel(self.look, self.open_settings))

    def open_table(self) -> None:
        self._open(TablePanel(self.desk, self.panels.close))

    def open_camera(self) -> None:
        self._open(CameraPanel(self.look, self.panels.close))

    @property
    def wants_pictures(self) -> bool:
        return isinstance(self.panels.panel, CameraPanel | TablePanel)

    def picture(self, pixels: object) -> None:
        if isinstance(self.panels.panel, CameraPanel | TablePanel):
            self.panels.panel.picture(pixels)


class BigCard(Touchable, Surface):
    """The one thing most people came for. All of it can be touched."""

    def __init__(
        self, look: Look, verb: str, title: str, second: str, third: str, on_tap: Callable[[], None]
    ) -> None:
        super().__init__(look=look, on_tap=on_tap, orientation="vertical", radius=18)
        self.padding, self.spacing = look.px(20), look.px(6)
        palette = look.palette
        dice = row(look, gap=14)
        for face in ("6", "5", "3"):
            picture = DiePicture(look)
            picture.show(Mark(face, pips=True))
            dice.add_widget(sized(look, picture, width=64))
        dice.add_widget(Widget())
        self.add_widget(sized(look, dice, height=64))
        self.add_widget(Widget())
        self.title = Text(look, title, HEADLINE, bold=True, valign="bottom")
        self.second = Text(look, second, TITLE, valign="middle")
        self.third = Text(look, third, SMALL, colour=palette.quiet, valign="top")
        self.add_widget(sized(look, self.title, height=44))
        self.add_widget(sized(look, self.second, height=52 if third else 62))
        if third:
            self.add_widget(sized(look, self.third, height=24))
        self.add_widget(Widget(size_hint_y=0.6))
        self.verb = Text(look, verb, HEADLINE - 2, bold=True, colour=palette.on_accent)
        self.strip = Surface(look, radius=12, padding=(look.px(18), 0))
        self.strip.add_widget(self.verb)
        self.strip.add_widget(sized(look, Icon("arrow", palette.on_accent), width=26))
        self.add_widget(sized(look, self.strip, height=72))
        self.fill = palette.card
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.button if self.pressed else palette.card
        self.strip.fill = palette.accent_pressed if self.pressed else palette.accent


class SavedPanel(Panel):
    """Every game in the store, the newest first."""

    def __init__(
        self,
        look: Look,
        saved: tuple[SavedGame, ...],
        go_on: Callable[[int], None],
        dice: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("home.saved"), close)
        self.dice = VerbButton(look, look.say("home.saved.dice"), dice, size=SMALL)
        self.head.add_widget(sized(look, self.dice, width=220), 1)
        rows = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        for game in sorted(saved, key=lambda g: g.id, reverse=True):
            rows.add_widget(self._row(game, go_on))
        self.add_widget(scrolling(look, rows))

    def _row(self, game: SavedGame, go_on: Callable[[int], None]) -> Widget:
        look, say = self.look, self.look.say
        box = Surface(look, padding=(look.px(14), look.px(6), look.px(6), look.px(6)), spacing=look.px(GAP))
        box.fill = look.palette.back
        players = Text(look, " · ".join(game.seats), BODY, bold=True, valign="bottom")
        about = f"{say('game.' + game.game)}, {in_words(look, game.began)}"
        words = column(
            look, players, Text(look, about, CAPTION, colour=look.palette.quiet, valign="top"), gap=0
        )
        verb = say("home.look_at" if game.over else "home.continue")
        box.add_widget(words)
        go = VerbButton(look, verb, partial(go_on, game.id), rank="plain" if game.over else "first")
        box.add_widget(sized(look, go, width=170))
        return sized(look, box, height=64)


class GamesPanel(Panel):
    """Which game? Of each one it can be watched how it plays itself."""

    def __init__(
        self,
        look: Look,
        pages: tuple[GamePage, ...],
        choose: Callable[[str], None],
        watch: Callable[[str], None] | None,
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("home.which_game"), close)
        for page in pages:
            for door, words in page.doors():
                name = f"{page.name}/{door}" if door else page.name
                play = VerbButton(look, look.say(words), partial(choose, name), size=TITLE)
                if watch is None:
                    self.add_widget(play)
                    continue
                see = partial(watch, page.name)
                beside = (
                    Widget() if door else VerbButton(look, look.say("home.watch"), see, icon="eye", size=BODY)
                )
                self.add_widget(row(look, play, sized(look, beside, width=190)))
