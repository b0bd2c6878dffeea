"""Tracing a target: the owner looks at the flattened board and moves, adds, removes and values what is on it.

Everything is in millimetres of the board, so a screen only has to tell where a finger is. Nothing is lost: every
change can be taken back, and what would be taken back has a name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.target.profile import Area, Circle, Point, Polygon
from companion.target.shapes import LEAST_MM, encloses, moved, outside, plus, sized
from companion.target.traced import JOINT_MM, Hole, Joint, Shape, Traced

USUAL_VALUES = (1, 2, 3, 4, 10)  # from the outside in
MOST_VALUE = 1000
HOLE_MM = 14.0  # the radius of a hole whose outline is not seen
GRAB_MM = 12.0  # a finger this near to a line means it

Part = Literal["holes", "joints", "shapes"]
Change = Literal["moved", "added", "removed", "valued", "sized"]


@dataclass
class Tracing:
    """One target being traced."""

    now: Traced
    _before: list[tuple[Change, Traced]] = field(default_factory=list)
    _held: Traced | None = None  # as it was when a finger came down

    @staticmethod
    def of(radii: Sequence[float]) -> Tracing:
        """Begin with proposed rings, valued as usual from the outside in; more rings than values count 1 outside."""
        rings = sorted(radii, reverse=True)
        values = [1] * max(0, len(rings) - len(USUAL_VALUES)) + list(
            USUAL_VALUES[-len(rings) :] if rings else ()
        )
        return Tracing(Traced(tuple(zip(rings, values, strict=True))))

    # A finger that drags makes one change, however many places it passes.

    def hold(self) -> None:
        self._held = self.now

    def let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None and held != self.now:
            self._before.append(("moved", held))

    # Rings. One is told by its number, the outermost is 0.

    def ring_at(self, at: Point, reach: float = GRAB_MM) -> int | None:
        """The ring whose line is under a finger."""
        away = math.dist(at, self.now.centre)
        near = [(abs(radius - away), number) for number, (radius, _) in enumerate(self.now.rings)]
        best = min(near, default=(math.inf, 0))
        return best[1] if best[0] <= reach else None

    def drag_ring(self, number: int, at: Point) -> None:
        """Bring a ring's line under the finger."""
        self.size_ring(number, math.dist(at, self.now.centre), "moved")

    def size_ring(self, number: int, radius: float, how: Change = "sized") -> None:
        """It stays between its neighbours."""
        rings = list(self.now.rings)
        larger = rings[number - 1][0] - LEAST_MM if number else math.inf
        smaller = rings[number + 1][0] + LEAST_MM if number + 1 < len(rings) else LEAST_MM
        rings[number] = (min(max(radius, smaller), larger), rings[number][1])
        self._become(replace(self.now, rings=tuple(rings)), how)

    def drag_centre(self, at: Point) -> None:
        self._become(replace(self.now, centre=at), "moved")

    def add_ring(self, at: Point) -> int | None:
        """A new line through this place, with the value of the ring it is cut from; None where one is already."""
        radius = math.dist(at, self.now.centre)
        if radius < LEAST_MM or any(abs(radius - other) < LEAST_MM for other, _ in self.now.rings):
            return None
        around = [value for other, value in self.now.rings if other > radius]
        new = (radius, around[-1] if around else 1)
        rings = tuple(sorted((*self.now.rings, new), reverse=True))
        self._become(replace(self.now, rings=rings), "added")
        return rings.index(new)

    def remove_ring(self, number: int) -> bool:
        """False for the last one of a round board: a target has a zone and an edge."""
        if len(self.now.rings) < 2 and (self.now.edge is None or not self.now.shapes):
            return False
        rings = (*self.now.rings[:number], *self.now.rings[number + 1 :])
        self._become(replace(self.now, rings=rings), "removed")
        return True

    def value_ring(self, number: int, value: int) -> None:
        rings = list(self.now.rings)
        rings[number] = (rings[number][0], min(max(0, value), MOST_VALUE))
        self._become(replace(self.now, rings=tuple(rings)), "valued")

    # Holes, joints and shapes: each is told by its number too.

    def add_hole(self, at: Point, area: Area | None = None) -> int:
        """A tap: the hole that was found here, or a round one of a usual size."""
        return self._add("holes", Hole(area or Circle(at, HOLE_MM)))

    def outline_hole(self, points: Sequence[Point]) -> int | None:
        """Several taps: a hole of any shape; None where they enclose nothing."""
        return self._add("holes", Hole(Polygon(tuple(points)))) if encloses(points) else None

    def outline_shape(self, points: Sequence[Point], value: int) -> int | None:
        """Several taps: a zone of any shape; None where they enclose nothing."""
        return self._add("shapes", Shape(Polygon(tuple(points)), value)) if encloses(points) else None

    def add_joint(self, a: Point, b: Point, wide: float = JOINT_MM) -> int | None:
        """A joint from here to there; None where it has no length."""
        return self._add("joints", Joint(a, b, wide)) if math.dist(a, b) >= LEAST_MM else None

    def part_at(self, part: Part, at: Point, reach: float = GRAB_MM) -> int | None:
        """The hole, joint or shape under a finger; what lies on top comes first."""
        found = enumerate(getattr(self.now, part))
        near = [(max(0.0, outside(thing.area, at)), -number) for number, thing in found]
        best = min(near, default=(math.inf, 0))
        return -best[1] if best[0] <= reach else None

    def move_part(self, part: Part, number: int, by: Point) -> None:
        thing = getattr(self.now, part)[number]
        if isinstance(thing, Joint):
            other: Hole | Joint | Shape = replace(thing, a=plus(thing.a, by), b=plus(thing.b, by))
        else:
            other = replace(thing, area=moved(thing.area, by))
        self._change(part, number, other, "moved")

    def size_part(self, part: Part, number: int, by: float) -> None:
        """Larger or smaller: a radius, a joint's width, or a polygon about its middle, by so many mm."""
        thing = getattr(self.now, part)[number]
        if isinstance(thing, Joint):
            other: Hole | Joint | Shape = replace(thing, wide=max(1.0, thing.wide + by))
        else:
            other = replace(thing, area=sized(thing.area, by))
        self._change(part, number, other, "sized")

    def value_shape(self, number: int, value: int) -> None:
        shape = replace(self.now.shapes[number], value=min(max(0, value), MOST_VALUE))
        self._change("shapes", number, shape, "valued")

    def remove_part(self, part: Part, number: int) -> bool:
        """False for the last zone that there is."""
        things = getattr(self.now, part)
        if part == "shapes" and len(things) + len(self.now.rings) < 2:
            return False
        self._put(part, (*things[:number], *things[number + 1 :]), "removed")
        return True

    def _add(self, part: Part, thing: Hole | Joint | Shape) -> int:
        things = (*getattr(self.now, part), thing)
        self._put(part, things, "added")
        return len(things) - 1

    def _change(self, part: Part, number: int, thing: Hole | Joint | Shape, how: Change) -> None:
        things = list(getattr(self.now, part))
        things[number] = thing
        self._put(part, tuple(things), how)

    def _put(self, part: Part, things: tuple[Any, ...], how: Change) -> None:
        parts: dict[str, Any] = {part: things}
        self._become(replace(self.now, **parts), how)

    # Taking back.

    @property
    def last(self) -> Change | None:
        """What `undo` would take back."""
        return self._before[-1][0] if self._before else None

    def undo(self) -> bool:
        if not self._before:
            return False
        _, self.now = self._before.pop()
        return True

    def _become(self, traced: Traced, how: Change) -> None:
        if traced != self.now:
            if self._held is None:
                self._before.append((how, self.now))
            self.now = traced
