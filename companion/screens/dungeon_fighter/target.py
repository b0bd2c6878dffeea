"""The target, drawn: a tap on a ring tells where the die rests, and the hit is shown there.

No published geometry exists, so the rings are equally wide here; where the die really lay is the camera's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothEllipse
from kivy.input.motionevent import MotionEvent

from companion.rules.dungeon_fighter.state import Draft
from companion.rules.dungeon_fighter.target import value
from companion.screens.dungeon_fighter.hero_die import HeroDie
from companion.screens.look import Look
from companion.screens.theme import Palette, Rgba
from companion.screens.widgets.drawing import Draw, Pen, drawn
from companion.screens.widgets.touch import Touchable

GRID = 100.0
RADIUS = 49.0
DIE = 0.13  # of the target's width
OFF, HOLE, JOINT = "off", "hole", "joint"
ANGLE = 0.9  # where a hit is drawn that nobody pointed at, in radians from the right


@lru_cache(maxsize=16)
def board(zones: tuple[str, ...], colours: tuple[Rgba, ...], counts: str, against: str) -> Draw:
    """Rings from the rim inwards. The one that counts is lit; the one it is disputed against, half."""
    light, dark, ink, lit, on_lit, faint, gold = colours
    count = len(zones)

    def draw(pen: Pen) -> None:
        for number, zone in enumerate(zones):
            on = zone == counts
            plain = gold if number == count - 1 else light if number % 2 == 0 else dark
            pen.colour(lit if on else faint if zone == against else plain)
            outer = RADIUS * (count - number) / count
            pen.disc(50, 50, outer)
            pen.colour(on_lit if on or (number == count - 1 and zone != against) else ink)
            middle = outer - RADIUS / count / 2 if number < count - 1 else 0
            pen.write(zone, 50 - middle, 50, 8 if number < count - 1 else 9)
            if number < count - 1:
                pen.write(zone, 50 + middle, 50, 8)
        pen.colour(faint)
        for turn in (pi / 4, 3 * pi / 4):  # the four parts of the board meet here
            inner = RADIUS / count
            for side in (-1, 1):
                pen.line(
                    [
                        (50 + side * inner * cos(turn), 50 + side * inner * sin(turn)),
                        (50 + side * RADIUS * cos(turn), 50 + side * RADIUS * sin(turn)),
                    ],
                    0.6,
                )

    return draw


def colours_of(palette: Palette) -> tuple[Rgba, ...]:
    return (
        palette.button,
        palette.card,
        palette.text,
        palette.accent,
        palette.on_accent,
        palette.outline,
        palette.bad,
    )


class Target(Touchable):
    """Calls `on_place` with a zone's number, or with "off" beside the rings."""

    def __init__(self, look: Look, on_place: Callable[[str], None]) -> None:
        super().__init__()
        self.look = look
        self._on_place = on_place
        self.zones: tuple[str, ...] = ()
        self.draft = Draft()
        self._pointed: tuple[str, float] | None = None  # the zone that was tapped, and in which direction
        with self.canvas:
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
            self._shade = Color(*look.palette.back[:3], 0)
            self._hole = SmoothEllipse()
        self.die = HeroDie(look)
        self.add_widget(self.die)
        self._soon = Clock.create_trigger(self._redraw, -1)
        self.bind(pos=self._soon, size=self._soon, enabled=self._soon)

    def show(self, zones: Sequence[str], draft: Draft, die: str) -> None:
        self.zones, self.draft = tuple(zones), draft
        self.die.colour, self.die.symbol = die, draft.symbol
        if not draft.rest:
            self._pointed = None
        self._soon()

    @property
    def side(self) -> int:
        return int(min(self.width, self.height))

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def _redraw(self, _: float = 0) -> None:
        side = self.side
        if side < 2 or not self.zones:
            return
        rest, against = self.draft.rest, self.draft.against
        if against and value(rest, against) != int(rest):
            rest, against = against, rest  # the lower one counts (DF-15)
        draw = board(self.zones, colours_of(self.look.palette), rest, against)
        x, y = self.middle
        self._picture.texture = drawn(draw, (GRID, GRID), side, side)
        self._picture.size = (side, side)
        self._picture.pos = (round(x - side / 2), round(y - side / 2))
        self._lay_die()

    def _lay_die(self) -> None:
        side = self.side
        width = side * DIE if self.draft.rest else 0
        across, up = self._where()
        x, y = self.middle
        deep = width * 1.7
        self._shade.a = 1 if self.draft.rest == HOLE else 0
        self._hole.size = (deep, deep)
        self._hole.pos = (x + across * side / 2 - deep / 2, y + up * side / 2 - deep / 2)
        self.die.size = (width, width)
        self.die.pos = (x + across * side / 2 - width / 2, y + up * side / 2 - width / 2)

    def _where(self) -> tuple[float, float]:
        """Where the die is drawn: from the middle, 1 is the rim."""
        rest, count = self.draft.rest, max(len(self.zones), 1)
        turn = self._pointed[1] if self._pointed is not None and self._pointed[0] == rest else ANGLE
        if rest in self.zones:
            far = self._depth(rest)
            if self.draft.against in self.zones:
                far = (far + self._depth(self.draft.against)) / 2
            return far * cos(turn), far * sin(turn)
        if rest == JOINT:
            return 0.5 * cos(pi / 4), 0.5 * sin(pi / 4)
        if rest == HOLE:
            return -1.5 / count, -1.5 / count
        return 0.86, 0.86

    def _depth(self, zone: str) -> float:
        """How far from the middle a zone's own middle is."""
        count, number = len(self.zones), self.zones.index(zone)
        return 0.0 if number == count - 1 else (count - number - 0.5) / count * RADIUS * 2 / GRID

    def place_at(self, x: float, y: float) -> str:
        """The zone under a finger."""
        middle = self.middle
        far = hypot(x - middle[0], y - middle[1]) / (self.side / 2) * GRID / 2 / RADIUS
        if far >= 1 or not self.zones:
            return OFF
        return self.zones[len(self.zones) - 1 - int(far * len(self.zones))]

    def point_of(self, place: str) -> tuple[float, float]:
        """Where a finger would tap for this place, as shares of the widget."""
        if place == OFF:
            return 0.5 + 0.49 * self.side / self.width, 0.5 + 0.49 * self.side / self.height
        far = self._depth(place) / 2
        return 0.5 + far * self.side / self.width, 0.5

    def tapped(self, touch: MotionEvent) -> None:
        place = self.place_at(*touch.pos)
        x, y = self.middle
        self._pointed = (place, atan2(touch.y - y, touch.x - x))
        self._on_place(place)
