"""What the pictures of special attacks are made of: a table with its target, people, dice and their way.

Drawn from the side on a grid of 48: people stand on the left, the table is on the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, dist, radians, sin
from typing import NamedTuple

from companion.screens.theme import Palette, Rgba
from companion.screens.widgets.drawing import Pen

Point = tuple[float, float]
GRID = (48.0, 48.0)
TOP = 16.0  # of the table
LIMB = 2.6  # how thick people are


class Ink(NamedTuple):
    """The colours of a picture; two that are equal give the same drawing."""

    person: Rgba
    other: Rgba  # somebody else, or something that must not be
    wood: Rgba
    die: Rgba
    way: Rgba
    target: Rgba
    paper: Rgba

    @staticmethod
    def of(palette: Palette) -> Ink:
        return Ink(
            person=palette.text,
            other=palette.seats["blue"],
            wood=palette.quiet,
            die=palette.accent,
            way=palette.accent,
            target=palette.bad,
            paper=palette.die,
        )


class Sketch:
    """A pen that knows the words of these pictures."""

    def __init__(self, pen: Pen, ink: Ink) -> None:
        self.pen, self.ink = pen, ink

    # Things.

    def table(self, left: float = 21, top: float = TOP, target: bool = True) -> None:
        self.pen.colour(self.ink.wood)
        self.pen.box(left, top - 2.2, 47 - left, 2.2, 1)
        self.pen.line([(43, top - 2), (43, 3)], 2)
        if target:
            self.target(37.5, top + 0.8)

    def target(self, x: float, y: float) -> None:
        self.pen.colour(self.ink.target)
        self.oval(x, y, 7.5, 2.2)
        self.pen.colour(self.ink.paper)
        self.oval(x, y, 4.6, 1.3)
        self.pen.colour(self.ink.target)
        self.oval(x, y, 1.8, 0.6)

    def oval(self, x: float, y: float, rx: float, ry: float) -> None:
        turns = [radians(10 * n) for n in range(36)]
        self.pen.shape([(x + rx * cos(turn), y + ry * sin(turn)) for turn in turns])

    def floor(self, left: float = 1, right: float = 20, y: float = 2.4) -> None:
        self.pen.colour(self.ink.wood)
        self.pen.line([(left, y), (right, y)], 1.4)

    def die(self, x: float, y: float, angle: float = 18, side: float = 6) -> None:
        def draw(pen: Pen) -> None:
            pen.colour(self.ink.die)
            pen.box(x - side / 2, y - side / 2, side, side, side / 4)
            pen.colour((0.1, 0.08, 0.03, 1))
            pen.disc(x, y, side / 6)

        self.pen.turned(angle, x, y, draw)

    def card(self, points: Sequence[Point]) -> None:
        self.pen.colour(self.ink.paper)
        self.pen.line(points, 2)

    def cross(self, x: float, y: float, r: float = 6) -> None:
        self.pen.colour(self.ink.target)
        self.pen.line([(x - r, y - r), (x + r, y + r)], 2.2)
        self.pen.line([(x - r, y + r), (x + r, y - r)], 2.2)

    # Ways.

    def way(self, *points: Point, arrow: bool = True) -> None:
        """Dots along these points, and a head at the end."""
        self.pen.colour(self.ink.way)
        for a, b in pairwise(points):
            steps = max(1, round(dist(a, b) / 3))
            for n in range(steps):
                t = n / steps
                self.pen.disc(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, 0.75)
        if arrow:
            self.head(points[-2], points[-1])

    def head(self, tail: Point, tip: Point, size: float = 4.2) -> None:
        turn = atan2(tip[1] - tail[1], tip[0] - tail[0])
        sides = [(tip[0] - size * cos(turn + side), tip[1] - size * sin(turn + side)) for side in (-0.5, 0.5)]
        self.pen.colour(self.ink.way)
        self.pen.shape([tip, *sides])

    def bow(self, start: Point, end: Point, high: float, arrow: bool = True) -> None:
        """A flight from one point to another, so high above both."""
        ways = [
            (
                start[0] + (end[0] - start[0]) * t,
                start[1] + (end[1] - start[1]) * t + 4 * high * t * (1 - t),
            )
            for t in (n / 12 for n in range(13))
        ]
        self.way(*ways, arrow=False)
        if arrow:
            self.head(ways[-3], ways[-1])

    # People.

    def limb(self, *points: Point, colour: Rgba | None = None, width: float = LIMB) -> None:
        self.pen.colour(colour or self.ink.person)
        self.pen.line(points, width)

    def round_head(self, x: float, y: float, r: float = 4, colour: Rgba | None = None) -> None:
        self.pen.colour(colour or self.ink.person)
        self.pen.disc(x, y, r)

    def standing(self, x: float = 10, feet: float = 4, arm: Sequence[Point] = ()) -> None:
        """Somebody at the table, with one arm where it is wanted."""
        hip, neck = (x, feet + 13), (x, feet + 26)
        self.limb((x - 3, feet), hip, (x + 4, feet))
        self.limb(hip, neck)
        self.round_head(x, feet + 31)
        if arm:
            self.limb((x, feet + 24), *arm)
