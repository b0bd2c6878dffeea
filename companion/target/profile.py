"""The target's profile: where its zones, holes and joints lie, in millimetres.

The origin is the board's middle, x runs to the right and y down as its owner looks at it. Zones are painted one
over the other in the order of the file, so a dartboard is five discs, the largest first. A profile knows its date
and its error; a file that cannot be used is told with the field that is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.files import read_at_most, write_whole

Point = tuple[float, float]

FORMAT = "companion-target"
VERSION = 1
HOLE, JOINT, OFF = "hole", "joint", "off"  # where a die rests that hits no zone
MISSES = (HOLE, JOINT, OFF)
SMALLEST_DIE, LARGEST_DIE = 5.0, 60.0  # mm
LARGEST_BOARD = 3000.0  # mm from the middle
LARGEST_FILE = 4_000_000  # bytes


class TargetError(Exception):
    """A target profile cannot be used or saved; the text names the file, the field and what to do."""


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="circle", tag_field="shape"):
    centre: Point
    radius: float


class Polygon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="polygon", tag_field="shape"):
    points: tuple[Point, ...]


Area = Circle | Polygon


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the board that counts."""

    name: str  # as the game calls it: "3"
    value: int
    area: Area
    bullseye: bool = False
    colour: tuple[int, int, int] | None = None  # red, green, blue as it is printed; None: not known


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A printed square that tells the camera where the board is."""

    id: int
    centre: Point
    angle_deg: float = 0.0  # clockwise


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    family: str  # of OpenCV's: "4x4_50", "apriltag_36h11"
    side_mm: float
    places: tuple[Marker, ...]


class TargetProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One target."""

    format: str
    version: int
    name: str
    date: str  # when it was traced, as 2026-01-31
    error_mm: float  # how far off its lines may be
    zones: tuple[Zone, ...]
    outline: Area  # the board's edge; a die outside it is off
    holes: tuple[Area, ...] = ()
    joints: tuple[Area, ...] = ()
    markers: Markers | None = None
    paper: tuple[int, int, int] | None = (
        None  # red, green, blue of a printed sheet around the target; None: white
    )
    die_mm: float = 16.0  # the edge of the dice that are thrown
    focal: float | None = None  # of the camera, in widths of its picture; None: found out as well as can be
    picture: str = ""  # a file beside this one: the empty board from above
    picture_mm: tuple[float, float, float, float] | None = None  # left, top, right, bottom of that picture

    @property
    def values(self) -> dict[str, int]:
        """What each place counts."""
        return {zone.name: zone.value for zone in self.zones} | dict.fromkeys(MISSES, 0)

    def areas(self) -> Iterator[tuple[str, Area]]:
        """Every area with the name of its field, for checks and for drawing."""
        for number, zone in enumerate(self.zones):
            yield f"zones[{number}]", zone.area
        yield "outline", self.outline
        for kind, areas in (("holes", self.holes), ("joints", self.joints)):
            for number, area in enumerate(areas):
                yield f"{kind}[{number}]", area

    def reach(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of everything there is, markers included."""
        boxes = [bounds(area) for _, area in self.areas()]
        if self.markers is not None:
            half = self.markers.side_mm * 0.75
            boxes += [
                (m.centre[0] - half, m.centre[1] - half, m.centre[0] + half, m.centre[1] + half)
                for m in self.markers.places
            ]
        left, top, right, bottom = zip(*boxes, strict=True)
        return min(left), min(top), max(right), max(bottom)


def bounds(area: Area) -> tuple[float, float, float, float]:
    if isinstance(area, Circle):
        (x, y), r = area.centre, area.radius
        return x - r, y - r, x + r, y + r
    xs, ys = zip(*area.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def size(area: Area) -> float:
    """In square millimetres."""
    if isinstance(area, Circle):
        return math.pi * area.radius**2
    around = zip(area.points, (*area.points[1:], area.points[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in around)) / 2


def load_target(path: Path) -> TargetProfile:
    """A profile from its file. Raises TargetError."""
    try:
        data = read_at_most(path, LARGEST_FILE)
    except FileNotFoundError:
        raise TargetError(
            f"There is no target profile at {path}. Trace your target on the touchscreen, "
            "or print one with `companion target --print OUT.pdf`."
        ) from None
    except OSError as problem:
        raise TargetError(f"The target profile {path} cannot be opened: {problem.strerror}.") from None
    try:
        profile = msgspec.json.decode(data, type=TargetProfile)
    except msgspec.ValidationError as problem:
        raise _wrong(path, str(problem)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _wrong(path, "it is not JSON") from None
    except RecursionError:
        raise _wrong(path, "it is nested too deeply") from None
    if profile.format == FORMAT and profile.version > VERSION:
        raise TargetError(
            f"The target profile {path} was made by a newer companion (version {profile.version}). "
            "Update the companion, or trace the target anew."
        )
    trouble = problem_of(profile)
    if trouble is not None:
        raise _wrong(path, trouble)
    return profile


def save_target(profile: TargetProfile, path: Path) -> None:
    """Write it so that a power cut leaves the old file or the new one. Raises TargetError."""
    trouble = problem_of(profile)
    if trouble is not None:
        raise TargetError(f"The target cannot be saved: {trouble}.")
    text = msgspec.json.format(msgspec.json.encode(profile), indent=2) + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as problem:
        raise TargetError(f"The target cannot be saved at {path}: {problem.strerror}.") from None


def problem_of(profile: TargetProfile) -> str | None:
    """What is wrong with a profile, or None."""
    if profile.format != FORMAT:
        return f'"format" is {profile.format!r}, not {FORMAT!r}'
    if not profile.zones:
        return '"zones" is empty: a target has one zone or more'
    names = [zone.name for zone in profile.zones]
    for number, zone in enumerate(profile.zones):
        if not zone.name or "/" in zone.name or zone.name in MISSES or zone.name != zone.name.strip():
            return f'"zones[{number}].name" is {zone.name!r}; call a zone by its number, such as "3"'
        if names.count(zone.name) > 1:
            return f"two zones are called {zone.name!r}"
        if not 0 <= zone.value <= 1000:
            return f'"zones[{number}].value" is {zone.value}; it counts from 0 to 1000'
    for field, area in profile.areas():
        trouble = _trouble(area)
        if trouble:
            return f'"{field}" {trouble}'
    if not SMALLEST_DIE <= profile.die_mm <= LARGEST_DIE:
        return f'"die_mm" is {profile.die_mm:g}; a die has {SMALLEST_DIE:g} to {LARGEST_DIE:g} mm'
    if not 0 <= profile.error_mm < LARGEST_BOARD:
        return '"error_mm" must be a number of millimetres, 0 or more'
    if profile.focal is not None and not 0.3 <= profile.focal <= 10:
        return '"focal" must be from 0.3 to 10 picture widths'
    if profile.picture and (Path(profile.picture).name != profile.picture or profile.picture_mm is None):
        return '"picture" must be the name of a file beside the profile, with "picture_mm"'
    where = profile.picture_mm
    if where is not None and not (where[0] < where[2] and where[1] < where[3]):
        return '"picture_mm" must be left, top, right, bottom in millimetres'
    return _markers_trouble(profile.markers)


def _markers_trouble(markers: Markers | None) -> str | None:
    if markers is None:
        return None
    ids = [marker.id for marker in markers.places]
    if len(set(ids)) != len(ids) or not ids:
        return '"markers.places" must hold each marker once'
    if not 1 <= markers.side_mm <= LARGEST_BOARD:
        return '"markers.side_mm" must be a number of millimetres'
    if not all(_finite(marker.centre) for marker in markers.places):
        return '"markers.places" has a marker that lies nowhere'
    return None


def _trouble(area: Area) -> str:
    if isinstance(area, Circle):
        return "" if _finite(area.centre) and 0 < area.radius < LARGEST_BOARD else "is no circle on a board"
    if len(area.points) < 3:
        return "has fewer than three corners"
    return "" if all(map(_finite, area.points)) and size(area) > 0 else "is no polygon on a board"


def _finite(point: Point) -> bool:
    return all(math.isfinite(n) and abs(n) < LARGEST_BOARD for n in point)


def _wrong(path: Path, problem: str) -> TargetError:
    return TargetError(
        f"The target profile {path} cannot be used: {problem}. Mend it, or trace the target anew."
    )
