"""What the owner traced of a board, and the profile that is made of it; and back, to trace it on."""

from __future__ import annotations

import math
from dataclasses import dataclass

import msgspec

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
from companion.target.shapes import LEAST_MM, between, middle, moved, outside, plus

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm
JOINT_MM = 4.0  # how wide a joint is, until somebody says otherwise


@dataclass(frozen=True, slots=True)
class Shape:
    """A zone that is no ring; it lies over the rings."""

    area: Area
    value: int


@dataclass(frozen=True, slots=True)
class Joint:
    """Where two parts of the board meet: from here to there, so wide."""

    a: Point
    b: Point
    wide: float = JOINT_MM

    @property
    def area(self) -> Polygon:
        length = math.dist(self.a, self.b)
        x = (self.b[1] - self.a[1]) / length * self.wide / 2
        y = (self.a[0] - self.b[0]) / length * self.wide / 2
        (ax, ay), (bx, by) = self.a, self.b
        return Polygon(((ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)))


@dataclass(frozen=True, slots=True)
class Hole:
    area: Area


@dataclass(frozen=True, slots=True)
class Traced:
    """The board as it is traced now."""

    rings: tuple[tuple[float, int], ...]  # radius and value, the largest first
    centre: Point = (0.0, 0.0)
    holes: tuple[Hole, ...] = ()
    joints: tuple[Joint, ...] = ()
    shapes: tuple[Shape, ...] = ()
    edge: Polygon | None = None  # of a board that is not round; None: the largest ring is its edge


@dataclass(frozen=True, slots=True)
class About:
    """What is kept with a traced board."""

    name: str
    date: str
    error_mm: float = 0.5
    die_mm: float = 16.0
    markers: Markers | None = None
    picture: str = ""
    picture_mm: Box | None = None


def profile_of(traced: Traced, about: About) -> TargetProfile:
    """The profile; zones of the same value get names of their own, the innermost ring is the bullseye.

    A profile counts from the middle of its rings: whatever was dragged is moved there.
    """
    by = (-traced.centre[0], -traced.centre[1])
    rings: list[tuple[Area, int]] = [(Circle((0.0, 0.0), radius), value) for radius, value in traced.rings]
    areas = [*rings, *((moved(shape.area, by), shape.value) for shape in traced.shapes)]
    values = [value for _, value in areas]
    zones = tuple(
        Zone(_zone_name(values, number), value, area, bool(rings) and number == len(rings) - 1)
        for number, (area, value) in enumerate(areas)
    )
    return TargetProfile(
        FORMAT,
        VERSION,
        about.name,
        about.date,
        about.error_mm,
        zones,
        moved(traced.edge, by) if traced.edge is not None else rings[0][0],
        tuple(moved(hole.area, by) for hole in traced.holes),
        tuple(moved(joint.area, by) for joint in traced.joints),
        _moved_markers(about.markers, by),
        die_mm=about.die_mm,
        picture=about.picture,
        picture_mm=_moved_box(about.picture_mm, by),
    )


def _moved_markers(markers: Markers | None, by: Point) -> Markers | None:
    if markers is None:
        return None
    places = tuple(msgspec.structs.replace(m, centre=plus(m.centre, by)) for m in markers.places)
    return msgspec.structs.replace(markers, places=places)


def _moved_box(box: Box | None, by: Point) -> Box | None:
    return None if box is None else (*plus(box[:2], by), *plus(box[2:], by))


def traced_of(profile: TargetProfile) -> Traced:
    """A profile to be traced on: circles about one middle are rings, every other zone is a shape."""
    circles = [zone for zone in profile.zones if isinstance(zone.area, Circle)]
    centre = circles[0].area.centre if circles and isinstance(circles[0].area, Circle) else (0.0, 0.0)
    rings: list[tuple[float, int]] = []
    shapes: list[Shape] = []
    for zone in profile.zones:
        if isinstance(zone.area, Circle) and math.dist(zone.area.centre, centre) < 0.01 and not shapes:
            rings.append((zone.area.radius, zone.value))
        else:
            shapes.append(Shape(zone.area, zone.value))
    return Traced(
        tuple(sorted(rings, reverse=True)),
        centre,
        tuple(Hole(area) for area in profile.holes),
        tuple(_joint(area) for area in profile.joints),
        tuple(shapes),
        profile.outline if isinstance(profile.outline, Polygon) else None,
    )


def problem(traced: Traced) -> str | None:
    """What keeps it from being kept, or None."""
    if not traced.rings and traced.edge is None:
        return "it has no edge"
    return problem_of(profile_of(traced, About("target", "2026-01-01")))


def _zone_name(values: list[int], number: int) -> str:
    value = values[number]
    if values.count(value) == 1:
        return str(value)
    return f"{value}.{values[:number].count(value) + 1}"


def _joint(area: Area) -> Joint:
    """A joint of a profile: its longer middle line, and how wide it is."""
    if isinstance(area, Polygon) and len(area.points) == 4:
        p, q, r, s = area.points
        ways = [
            ((between(p, s), between(q, r)), math.dist(p, s)),
            ((between(p, q), between(s, r)), math.dist(p, q)),
        ]
        (a, b), wide = max(ways, key=lambda way: math.dist(*way[0]))
        return Joint(a, b, wide)
    x, y = middle(area)
    far = max(LEAST_MM, -outside(area, (x, y)))
    return Joint((x - far, y), (x + far, y), 2 * far)
