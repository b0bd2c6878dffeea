"""A hero die on the screen: its colour, and the symbol if it lies upwards."""

from __future__ import annotations

from functools import lru_cache, partial

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.screens.dungeon_fighter import icons
from companion.screens.look import Look
from companion.screens.theme import Palette, Rgba, contrast
from companion.screens.widgets.drawing import Draw, Pen, drawn

EDGE = 0.55  # how bright a die's lower edge is, beside its top


def body(palette: Palette, colour: str) -> Rgba:
    """The colour that stands for a die: white is the plain one."""
    return palette.die if colour in ("", "white") else palette.seats[colour]


def marks(palette: Palette, fill: Rgba) -> Rgba:
    """What is drawn on a die of this colour: dark, or light where the die itself is dark."""
    return max(palette.ink, palette.die, key=partial(contrast, fill))


@lru_cache(maxsize=64)
def die_drawing(fill: Rgba, ink: Rgba, symbol: bool) -> Draw:
    def draw(pen: Pen) -> None:
        pen.colour((fill[0] * EDGE, fill[1] * EDGE, fill[2] * EDGE, 1))
        pen.box(1, 0.6, 22, 22, 5)
        pen.colour(fill)
        pen.box(1, 2, 22, 21.4, 5)
        pen.colour(ink)
        if symbol:
            icons.eye(pen.part(2.4, 3, 0.8))
        else:
            pen.frame(6.5, 7.6, 11, 10.4, 3, 1.2)

    return draw


class HeroDie(Widget):
    """As large as its box allows. `faint`: it is used up."""

    colour = StringProperty("")
    symbol = BooleanProperty(True)
    faint = NumericProperty(1.0)

    def __init__(self, look: Look, colour: str = "", symbol: bool = True) -> None:
        super().__init__(colour=colour, symbol=symbol)
        self._palette = look.palette
        with self.canvas:
            self._light = Color(1, 1, 1, 1)
            self._picture = Rectangle()
        soon = Clock.create_trigger(self._redraw, -1)
        self.bind(pos=soon, size=soon, colour=soon, symbol=soon, faint=soon)
        soon()

    def _redraw(self, _: float = 0) -> None:
        side = int(min(self.width, self.height))
        self._light.a = self.faint if side > 1 else 0
        if side < 2:
            return
        fill = body(self._palette, self.colour)
        draw = die_drawing(fill, marks(self._palette, fill), self.symbol)
        self._picture.texture = drawn(draw, (24, 24), side, side)
        self._picture.size = (side, side)
        self._picture.pos = (
            round(self.x + (self.width - side) / 2),
            round(self.y + (self.height - side) / 2),
        )
