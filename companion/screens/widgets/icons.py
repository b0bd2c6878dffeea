"""Our own icons, drawn on a grid of 24, in one colour."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.screens.theme import Rgba
from companion.screens.widgets.drawing import Pen, drawn

WHITE: Rgba = (1, 1, 1, 1)
GRID = (24, 24)

ICONS: dict[str, Callable[[Pen], None]] = {}


def icon(draw: Callable[[Pen], None], name: str = "") -> Callable[[Pen], None]:
    """Enter a drawing under its name; it is tinted when shown."""

    def white(pen: Pen) -> None:
        pen.colour(WHITE)
        draw(pen)

    ICONS[name or draw.__name__] = white
    return draw


# Things to do.


@icon
def home(pen: Pen) -> None:
    pen.line([(3.5, 11.5), (12, 19.5), (20.5, 11.5)])
    pen.line([(6, 10.5), (6, 4.5), (18, 4.5), (18, 10.5)])


@icon
def back(pen: Pen) -> None:
    pen.line([(11, 18.5), (4.5, 12), (11, 5.5)])
    pen.line([(5, 12), (20, 12)])


@icon
def forth(pen: Pen) -> None:
    pen.line([(13, 18.5), (19.5, 12), (13, 5.5)])
    pen.line([(4, 12), (19, 12)])


@icon
def help(pen: Pen) -> None:
    """A question mark, as on every machine."""
    pen.arc(12, 15.2, 4.4, -100, 130)
    pen.line([(14.9, 11.9), (12, 9.3), (12, 7.6)])
    pen.disc(12, 4.2, 1.3)


@icon
def eye(pen: Pen) -> None:
    """A look at something."""
    pen.arc(12, 6.5, 11, -60, 60)
    pen.arc(12, 17.5, 11, 120, 240)
    pen.disc(12, 12, 3)


@icon
def up(pen: Pen) -> None:
    pen.line([(5.5, 13), (12, 19.5), (18.5, 13)])
    pen.line([(12, 19), (12, 4.5)])


@icon
def close(pen: Pen) -> None:
    pen.line([(6, 6), (18, 18)])
    pen.line([(6, 18), (18, 6)])


@icon
def minus(pen: Pen) -> None:
    pen.line([(5, 12), (19, 12)], 2.6)


@icon
def plus(pen: Pen) -> None:
    pen.line([(5, 12), (19, 12)], 2.6)
    pen.line([(12, 5), (12, 19)], 2.6)


@icon
def undo(pen: Pen) -> None:
    pen.line([(8.5, 18.5), (4, 14), (8.5, 9.5)])
    pen.line([(4.5, 14), (14, 14)])
    pen.arc(14, 9.25, 4.75, 0, 180)
    pen.line([(14, 4.5), (9, 4.5)])


@icon
def redo(pen: Pen) -> None:
    pen.line([(15.5, 18.5), (20, 14), (15.5, 9.5)])
    pen.line([(19.5, 14), (10, 14)])
    pen.arc(10, 9.25, 4.75, 180, 360)
    pen.line([(10, 4.5), (15, 4.5)])


@icon
def turn(pen: Pen) -> None:
    """To the left, round the middle."""
    pen.arc(12, 11, 7.2, 0, 275)
    pen.line([(15.6, 22), (11.6, 18.2), (15.6, 14.4)])


@icon
def check(pen: Pen) -> None:
    pen.line([(5, 12.5), (10, 7), (19.5, 17.5)], 2.6)


@icon
def backspace(pen: Pen) -> None:
    pen.line([(3, 12), (9, 18.5), (21, 18.5), (21, 5.5), (9, 5.5)], 1.8, close=True)
    pen.line([(11.5, 9), (17.5, 15)], 1.8)
    pen.line([(11.5, 15), (17.5, 9)], 1.8)


@icon
def shift(pen: Pen) -> None:
    pen.line([(12, 20), (4, 12), (8.5, 12), (8.5, 5), (15.5, 5), (15.5, 12), (20, 12)], 1.8, close=True)


@icon
def history(pen: Pen) -> None:
    for y in (6, 12, 18):
        pen.disc(5, y, 1.4)
        pen.line([(9.5, y), (20, y)])


@icon
def gear(pen: Pen) -> None:
    for n in range(8):
        angle = n * pi / 4
        pen.line(
            [(12 + 6 * cos(angle), 12 + 6 * sin(angle)), (12 + 8.4 * cos(angle), 12 + 8.4 * sin(angle))], 3.2
        )
    pen.arc(12, 12, 5.6, 0, 360, 2.6)


@icon
def lift(pen: Pen) -> None:
    pen.frame(6.5, 3, 11, 9, 2)
    pen.line([(12, 15), (12, 21)])
    pen.line([(9, 18.3), (12, 21.3), (15, 18.3)])


@icon
def more(pen: Pen) -> None:
    for x in (5, 12, 19):
        pen.disc(x, 12, 1.9)


@icon
def throw(pen: Pen) -> None:
    """Two dice in the air."""

    def die(p: Pen) -> None:
        p.frame(8, 5, 11, 11, 2.6)
        p.disc(11, 8, 1.2)
        p.disc(13.5, 10.5, 1.2)
        p.disc(16, 13, 1.2)

    pen.turned(14, 13.5, 10.5, die)
    pen.line([(2.5, 8), (5, 8.6)], 1.8)
    pen.line([(2, 13), (4.5, 13.2)], 1.8)
    pen.line([(4, 18), (6.3, 17.4)], 1.8)


@icon
def crown(pen: Pen) -> None:
    pen.shape([(3, 17), (5, 6.5), (19, 6.5), (21, 17), (16, 12), (12, 19), (8, 12)])
    pen.box(5, 3, 14, 2.2, 1)


@icon
def heart(pen: Pen) -> None:
    pen.shape(heart_outline(12, 12, 9.2))


@icon
def bolt(pen: Pen) -> None:
    pen.shape([(13.5, 22), (4.5, 10.5), (11, 10.5), (9.5, 2), (19.5, 14), (13, 14)])


@icon
def arrow(pen: Pen) -> None:
    """Whose turn it is."""
    pen.shape([(7, 4), (19, 12), (7, 20)])


@icon
def blue_die(pen: Pen) -> None:
    """The sign of cards that change real dice."""
    pen.shape([(12 + 10.5 * sin(n * pi / 2.5), 12 + 10.5 * cos(n * pi / 2.5)) for n in range(5)])


# The eight states of the table. No two have the same outline.


@icon
def empty(pen: Pen) -> None:
    """The corners of a bare tray, ready for dice."""
    for x, y, right, up in ((3.5, 5, 1, 1), (20.5, 5, -1, 1), (3.5, 19, 1, -1), (20.5, 19, -1, -1)):
        pen.line([(x + 5 * right, y), (x, y), (x, y + 4.5 * up)])
    pen.disc(12, 12, 1.8)


@icon
def moving(pen: Pen) -> None:
    def die(p: Pen) -> None:
        p.frame(9.5, 6, 11.5, 11.5, 2.6)
        p.disc(15.2, 11.7, 1.5)

    pen.turned(24, 15, 12, die)
    pen.line([(1.8, 7), (5.2, 7)], 1.8)
    pen.line([(1.5, 12), (6, 12)], 1.8)
    pen.line([(1.8, 17), (5.2, 17)], 1.8)


@icon
def hand(pen: Pen) -> None:
    for x, top in ((8, 18.5), (11.2, 20.6), (14.4, 19.6), (17.4, 16.6)):
        pen.line([(x, 10), (x, top)], 2.6)
    pen.line([(7.4, 8.4), (3.8, 12.6)], 2.6)
    pen.box(6.7, 3, 12, 8.5, 4.2)


@icon
def reading(pen: Pen) -> None:
    """A die under a lens."""
    pen.arc(10.5, 13.5, 7.2, 0, 360)
    pen.line([(15.8, 8.2), (21, 3)], 2.8)
    for x, y in ((8, 16), (13, 16), (10.5, 13.5), (8, 11), (13, 11)):
        pen.disc(x, y, 1.15)


@icon
def settled(pen: Pen) -> None:
    pen.line([(15, 20), (6.5, 20)])
    pen.arc(6.5, 17, 3, 270, 360)
    pen.line([(3.5, 17), (3.5, 7)])
    pen.arc(6.5, 7, 3, 180, 270)
    pen.line([(6.5, 4), (16.5, 4)])
    pen.arc(16.5, 7, 3, 90, 180)
    pen.line([(19.5, 7), (19.5, 11)])
    pen.line([(8, 12.5), (11.5, 8.8), (21, 19.5)], 2.6)


@icon
def doubtful(pen: Pen) -> None:
    pen.frame(4, 3.5, 16, 17, 3.5)
    pen.arc(12, 14.2, 2.8, 270, 450)
    pen.arc(14.6, 11.5, 2.6, 270, 340, 2)
    pen.line([(12, 11.6), (12, 10.4)])
    pen.disc(12, 7.2, 1.3)


@icon
def blocked(pen: Pen) -> None:
    """An eye, struck through."""
    pen.arc(12, 4.6, 11, 318, 402)
    pen.arc(12, 19.4, 11, 138, 222)
    pen.disc(12, 12, 3)
    pen.line([(4, 3.5), (20, 20.5)], 2.4)


@icon
def lost(pen: Pen) -> None:
    """A camera without a picture."""
    pen.frame(2, 5, 14, 13, 2.6)
    pen.line([(16, 10), (22, 6.5), (22, 16.5), (16, 13)], 2, close=True)
    pen.line([(6.2, 8.7), (11.8, 14.3)])
    pen.line([(6.2, 14.3), (11.8, 8.7)])


def heart_outline(x: float, y: float, size: float) -> list[tuple[float, float]]:
    points = []
    for n in range(72):
        t = n * 2 * pi / 72
        across = 16 * sin(t) ** 3
        up = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append((x + across / 17 * size, y + (up + 2.5) / 17 * size))
    return points


class Icon(Widget):
    """An icon, as large as its box allows, in the middle of it."""

    name = StringProperty("")
    tint = ColorProperty(WHITE)

    def __init__(self, name: str, tint: Rgba, **rest: Any) -> None:
        super().__init__(name=name, tint=tint, **rest)
        with self.canvas:
            self._colour = Color(*tint)
            self._picture = Rectangle()
        # Once before the next frame, when it has its place: each size is a drawing of its own.
        soon = Clock.create_trigger(self._redraw, -1)
        self.bind(pos=soon, size=soon, name=soon, tint=soon)
        soon()

    def _redraw(self, _: float) -> None:
        side = int(min(self.width, self.height))
        self._colour.rgba = self.tint if self.name and side > 0 else (0, 0, 0, 0)
        if self.name and side > 0:
            self._picture.texture = drawn(ICONS[self.name], GRID, side, side)
            self._picture.size = (side, side)
            # Whole pixels, or the drawing blurs.
            self._picture.pos = (
                round(self.x + (self.width - side) / 2),
                round(self.y + (self.height - side) / 2),
            )
