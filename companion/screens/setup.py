"""What every setup has: names that are known or typed, colours, and one of many to pick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.graphics import Color, SmoothEllipse
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import GAP, TITLE, TOUCH, Rgba
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.keyboard import Keyboard
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, middle, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

LONGEST_NAME = 14


def known_names(view: View) -> list[str]:
    """Names from the games in the store, the latest first, each once."""
    names: dict[str, None] = {}
    for game in sorted(view.saved, key=lambda game: game.id, reverse=True):
        names.update(dict.fromkeys(game.seats))
    return list(names)


def fill_signs(look: Look, box: BoxLayout, signs: Sequence[str], tint: Rgba, side: float = 22) -> None:
    box.clear_widgets()
    for sign in signs:
        box.add_widget(sized(look, Icon(sign, tint), width=side))
    box.width = len(signs) * look.px(side) + max(len(signs) - 1, 0) * box.spacing


class Swatch(Touchable):
    """A colour to choose; the chosen one has a tick."""

    def __init__(self, look: Look, colour: str, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap)
        self.look = look
        with self.canvas:
            self._colour = Color(*look.palette.seats[colour])
            self._disc = SmoothEllipse()
        self.tick = Icon("", look.palette.back)
        self.add_widget(self.tick)
        self.bind(pos=self._place, size=self._place)

    def show(self, chosen: bool) -> None:
        self.tick.name = "check" if chosen else ""

    def _place(self, *_: object) -> None:
        side = min(self.size) - self.look.px(6)
        x, y = middle(self)
        self._disc.size = (side, side)
        self._disc.pos = (x - side / 2, y - side / 2)
        self.tick.size = (side * 0.6, side * 0.6)
        self.tick.pos = (x - side * 0.3, y - side * 0.3)


class NamePanel(Panel):
    """A name: one that played before, by one tap, or a new one by letters."""

    def __init__(
        self,
        look: Look,
        name: str,
        known: Sequence[str],
        chosen: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("setup.who"), close)
        self.field = Surface(look, padding=(look.px(14), 0))
        self.field.fill = look.palette.back
        self.field.edge = look.palette.outline
        self.text = Text(look, name, TITLE, bold=True)
        self.field.add_widget(self.text)
        self.title.size_hint_x = 0.7
        self.head.add_widget(self.field, index=1)
        if known:
            names = BoxLayout(spacing=look.px(GAP))
            for other in known[:5]:
                names.add_widget(VerbButton(look, other, partial(chosen, other)))
            self.add_widget(sized(look, names, height=TOUCH + 2))
        # The first letter begins a new name; nobody wants to rub out the old one first.
        self.keyboard = Keyboard(
            look, "", LONGEST_NAME, self._typed, lambda: chosen(self.keyboard.text or name)
        )
        self.add_widget(self.keyboard)

    def _typed(self, text: str) -> None:
        self.text.text = text


class PickPanel(Panel):
    """One of many: heroes."""

    def __init__(
        self,
        look: Look,
        title: str,
        page: GamePage,
        now: str,
        chosen: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, title, close)
        picks = page.picks()
        grid = GridLayout(
            cols=2 if len(picks) <= 6 else 4,
            spacing=look.px(GAP),
            row_default_height=look.px(70),
            row_force_default=True,
        )
        for key, name in picks:
            grid.add_widget(
                _PickButton(look, look.say(name), page.signs(key), key == now, partial(chosen, key))
            )
        self.add_widget(scrolling(look, grid))


class _PickButton(VerbButton):
    """A hero by name and signs; the chosen one has a tick."""

    def __init__(
        self, look: Look, name: str, signs: Sequence[str], chosen: bool, on_tap: Callable[[], None]
    ) -> None:
        super().__init__(look, name, on_tap, rank="first" if chosen else "plain", align="center")
        self.orientation = "vertical"
        self.spacing = look.px(2)
        line = BoxLayout(spacing=look.px(8), size_hint_x=None, pos_hint={"center_x": 0.5})
        tint = look.palette.on_accent if chosen else look.palette.quiet
        fill_signs(look, line, [*signs, "check"] if chosen else signs, tint, side=18)
        self.add_widget(sized(look, line, height=22))
