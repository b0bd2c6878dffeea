"""Tracing a target: the owner looks at the flattened board and moves, adds, removes and values its rings and holes.

Everything is in millimetres of the board, so a screen only has to tell where a finger is. Nothing is lost: every
change can be taken back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.target.profile import (
    FORMAT,
    VERSION,
    Area,
    Circle,
    Markers,
    Point,
    Polygon,
    TargetProfile,
    Zone,
    problem_of,
)

USUAL_VALUES = (1, 2, 3, 4, 10)  # from the outside in
GRAB_MM = 12.0  # a finger this near to a line means it
LEAST_MM = 4.0  # rings are not nearer to each other, holes not smaller


@dataclass(frozen=True, slots=True)
class Traced:
    """The board as it is traced now."""

    rings: tuple[tuple[float, int], ...]  # radius and value, the largest first
    centre: Point = (0.0, 0.0)
    holes: tuple[Area, ...] = ()
    joints: tuple[Area, ...] = ()


@dataclass
class Tracing:
    """One target being traced."""

    now: Traced
    error_mm: float = 0.5
    markers: Markers | None = None
    _before: list[Traced] = field(default_factory=list)

    @staticmethod
    def of(radii: Sequence[float], error_mm: float = 0.5, markers: Markers | None = None) -> Tracing:
        """Begin with proposed rings, valued as usual from the outside in; more rings than values count 1 outside."""
        rings = sorted(radii, reverse=True)
        values = [1] * max(0, len(rings) - len(USUAL_VALUES)) + list(
            USUAL_VALUES[-len(rings) :] if rings else ()
        )
        return Tracing(Traced(tuple(zip(rings, values, strict=True))), error_mm, markers)

    # What a finger may do. A ring is told by its number, the outermost is 0.

    def ring_at(self, at: Point) -> int | None:
        """The ring whose line is under a finger."""
        away = math.dist(at, self.now.centre)
        near = [(abs(radius - away), number) for number, (radius, _) in enumerate(self.now.rings)]
        best = min(near, default=(math.inf, 0))
        return best[1] if best[0] <= GRAB_MM else None

    def drag_ring(self, number: int, at: Point) -> None:
        """Bring a ring's line under the finger; it stays between its neighbours."""
        radius = math.dist(at, self.now.centre)
        rings = list(self.now.rings)
        larger = rings[number - 1][0] - LEAST_MM if number else math.inf
        smaller = rings[number + 1][0] + LEAST_MM if number + 1 < len(rings) else LEAST_MM
        rings[number] = (min(max(radius, smaller), larger), rings[number][1])
        self._become(replace(self.now, rings=tuple(rings)))

    def drag_centre(self, at: Point) -> None:
        self._become(replace(self.now, centre=at))

    def add_ring(self, at: Point) -> bool:
        """A new line through this place, with the value of the ring it is cut from; False where one is already."""
        radius = math.dist(at, self.now.centre)
        if radius < LEAST_MM or any(abs(radius - other) < LEAST_MM for other, _ in self.now.rings):
            return False
        around = [value for other, value in self.now.rings if other > radius]
        rings = sorted((*self.now.rings, (radius, around[-1] if around else 1)), reverse=True)
        self._become(replace(self.now, rings=tuple(rings)))
        return True

    def remove_ring(self, number: int) -> bool:
        """False for the last one: a target has a zone."""
        if len(self.now.rings) < 2:
            return False
        rings = (*self.now.rings[:number], *self.now.rings[number + 1 :])
        self._become(replace(self.now, rings=rings))
        return True

    def value_ring(self, number: int, value: int) -> None:
        rings = list(self.now.rings)
        rings[number] = (rings[number][0], max(0, value))
        self._become(replace(self.now, rings=tuple(rings)))

    def add_hole(self, at: Point, radius: float = 14.0) -> None:
        """A tap: a round hole here."""
        self._become(replace(self.now, holes=(*self.now.holes, Circle(at, max(LEAST_MM / 2, radius)))))

    def outline_hole(self, points: Sequence[Point]) -> bool:
        """Several taps: a hole of any shape; False where they are fewer than three."""
        if len(points) < 3:
            return False
        self._become(replace(self.now, holes=(*self.now.holes, Polygon(tuple(points)))))
        return True

    def remove_hole(self, at: Point) -> bool:
        """The hole under a finger; False where there is none."""
        for number, hole in enumerate(self.now.holes):
            if _middle_distance(hole, at) <= GRAB_MM:
                holes = (*self.now.holes[:number], *self.now.holes[number + 1 :])
                self._become(replace(self.now, holes=holes))
                return True
        return False

    def add_joint(self, a: Point, b: Point, wide: float = 4.0) -> bool:
        """A joint from here to there; False where it has no length."""
        length = math.dist(a, b)
        if length < LEAST_MM:
            return False
        x, y = (b[1] - a[1]) / length * wide / 2, (a[0] - b[0]) / length * wide / 2
        corners = ((a[0] + x, a[1] + y), (b[0] + x, b[1] + y), (b[0] - x, b[1] - y), (a[0] - x, a[1] - y))
        self._become(replace(self.now, joints=(*self.now.joints, Polygon(corners))))
        return True

    def undo(self) -> bool:
        if not self._before:
            return False
        self.now = self._before.pop()
        return True

    def _become(self, traced: Traced) -> None:
        if traced != self.now:
            self._before.append(self.now)
            self.now = traced

    # What is kept of it.

    def problem(self) -> str | None:
        """What keeps it from being saved, or None."""
        return problem_of(self.profile("target", "2026-01-01"))

    def profile(self, name: str, date: str, die_mm: float = 16.0, picture: str = "") -> TargetProfile:
        """The profile; rings of the same value get names of their own, the innermost is the bullseye."""
        (largest, _), *_ = self.now.rings
        values = [value for _, value in self.now.rings]
        zones = tuple(
            Zone(
                str(value)
                if values.count(value) == 1
                else f"{value}{'abcdefgh'[values[:number].count(value) % 8]}",
                value,
                Circle(self.now.centre, radius),
                number == len(values) - 1,
            )
            for number, (radius, value) in enumerate(self.now.rings)
        )
        outline = Circle(self.now.centre, largest)
        reach = largest + 10.0
        x, y = self.now.centre
        return TargetProfile(
            FORMAT,
            VERSION,
            name,
            date,
            self.error_mm,
            zones,
            outline,
            self.now.holes,
            self.now.joints,
            self.markers,
            die_mm=die_mm,
            picture=picture,
            picture_mm=(x - reach, y - reach, x + reach, y + reach) if picture else None,
        )


def _middle_distance(area: Area, at: Point) -> float:
    if isinstance(area, Circle):
        return max(0.0, math.dist(area.centre, at) - area.radius)
    xs, ys = zip(*area.points, strict=True)
    return math.dist((sum(xs) / len(xs), sum(ys) / len(ys)), at)
