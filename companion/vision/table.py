"""The table's plane: from pixels to millimetres and back, where the tray is, and where the camera hangs.

A homography maps the picture of the flat table to millimetres. A die stands above the plane, so its picture
leans away from the point below the camera; where the camera's place is known, that lean is taken back.
Without a profile a millimetre is a pixel, the whole table is tray, and nothing leans.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.files import read_at_most, write_whole

Point = tuple[float, float]
Matrix = NDArray[np.float64]

FORMAT = "companion-table"
VERSION = 1
LARGEST_FILE = 1_000_000  # bytes
LARGEST_SIDE = 65_000  # pixels
FARTHEST = 100_000.0  # mm; a game table is no larger


class ProfileError(Exception):
    """A table profile cannot be used; the text names the file, the field and what to do."""


class ReadingLight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the tray was lit when the table was calibrated."""

    brightness: float  # median of the tray, 0 to 255
    evenness: float  # the darkest part of the tray against the lightest, 0 to 1
    glare: float  # share of the tray that is blown out


class _Profile(msgspec.Struct, forbid_unknown_fields=True):
    """A profile as it stands in its file."""

    format: str
    version: int
    name: str
    date: str  # of the calibration, as 2026-01-31
    error_mm: float  # how far off a place is, as measured when it was calibrated
    picture: tuple[int, int]  # width and height of the pictures it was made with
    px_to_mm: tuple[tuple[float, float, float], ...]
    tray_mm: tuple[tuple[float, float], ...]
    camera_mm: tuple[float, float, float] | None = None
    camera_error_mm: float | None = None
    focal: float | None = None  # in widths of the picture
    by: str = ""  # what it was made with: "page" or "corners"
    light: ReadingLight | None = None
    seats_mm: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """A calibrated table."""

    name: str
    date: str
    error_mm: float
    picture: tuple[int, int]  # width and height of the pictures it belongs to; (0, 0): any
    px_to_mm: Matrix
    tray_mm: tuple[Point, ...]  # corners of the tray; empty: all of the table
    camera_mm: tuple[float, float, float] | None  # the lens, above the plane; None: not known
    camera_error_mm: float | None = None  # how far off the lens may be
    focal: float | None = None  # in widths of the picture
    by: str = ""  # what it was made with: "page" or "corners"
    light: ReadingLight | None = None
    seats_mm: tuple[Point, ...] = ()  # the middle of each seat's own area, going round to the left

    @staticmethod
    def unknown() -> TablePlane:
        """No calibration: pixels stand for millimetres."""
        return TablePlane("", "", 0.0, (0, 0), np.eye(3), (), None)

    @property
    def known(self) -> bool:
        return self.picture != (0, 0)

    def for_picture(self, width: int, height: int) -> TablePlane:
        """The same table seen in pictures of another size."""
        if not self.known or (width, height) == self.picture:
            return self
        shrink = np.diag([self.picture[0] / width, self.picture[1] / height, 1.0])
        return replace(self, picture=(width, height), px_to_mm=self.px_to_mm @ shrink)

    def to_mm(self, x: float, y: float) -> Point:
        return _through(self.px_to_mm, x, y)

    def to_px(self, x: float, y: float) -> Point:
        return _through(np.asarray(np.linalg.inv(self.px_to_mm), dtype=np.float64), x, y)

    def at_height(self, seen: Point, height: float) -> Point:
        """The place below a point `height` mm above the plane that is seen at this place of the plane."""
        if self.camera_mm is None:
            return seen
        above_x, above_y, above = self.camera_mm
        share = 1 - height / above
        return above_x + (seen[0] - above_x) * share, above_y + (seen[1] - above_y) * share

    def seen_from(self, place: Point, height: float) -> Point:
        """The other way: where on the plane a point `height` mm above `place` is seen."""
        if self.camera_mm is None:
            return place
        above_x, above_y, above = self.camera_mm
        share = above / max(1e-6, above - height)
        return above_x + (place[0] - above_x) * share, above_y + (place[1] - above_y) * share

    def inside_tray(self, place: Point, margin: float = 0.0) -> bool:
        """Does this place lie in the tray, or not further than `margin` mm outside it?"""
        return not self.tray_mm or distance_inside(self.tray_mm, place) >= -margin

    def px_per_mm(self, place: Point) -> float:
        """How large a millimetre looks here."""
        x, y = self.to_px(*place)
        right, below = self.to_px(place[0] + 1, place[1]), self.to_px(place[0], place[1] + 1)
        return float(np.hypot(right[0] - x, right[1] - y) + np.hypot(below[0] - x, below[1] - y)) / 2


def distance_inside(polygon: Sequence[Point], place: Point) -> float:
    """How far inside a polygon a place lies; negative outside."""
    x, y = place
    inside, nearest = False, float("inf")
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        along = (bx - ax) ** 2 + (by - ay) ** 2
        share = min(1.0, max(0.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / along)) if along else 0.0
        nearest = min(nearest, float(np.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))))
    return nearest if inside else -nearest


def load_plane(path: Path) -> TablePlane:
    """A table profile from its file. Raises ProfileError."""
    try:
        data = read_at_most(path, LARGEST_FILE)
    except FileNotFoundError:
        raise ProfileError(
            f"There is no table profile at {path}. Make one with `companion calibrate`."
        ) from None
    except OSError as problem:
        raise ProfileError(f"The table profile {path} cannot be opened: {problem.strerror}.") from None
    try:
        profile = msgspec.json.decode(data, type=_Profile)
    except msgspec.ValidationError as problem:
        raise _wrong(path, str(problem)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _wrong(path, "it is not JSON") from None
    except RecursionError:
        raise _wrong(path, "it is nested too deeply") from None
    _check(path, profile)
    return TablePlane(
        name=profile.name,
        date=profile.date,
        error_mm=profile.error_mm,
        picture=profile.picture,
        px_to_mm=np.array(profile.px_to_mm),
        tray_mm=profile.tray_mm,
        camera_mm=profile.camera_mm,
        camera_error_mm=profile.camera_error_mm,
        focal=profile.focal,
        by=profile.by,
        light=profile.light,
        seats_mm=profile.seats_mm,
    )


def save_plane(plane: TablePlane, path: Path) -> None:
    """Write a profile that `load_plane` reads."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": plane.name,
        "date": plane.date,
        "error_mm": plane.error_mm,
        "picture": plane.picture,
        "px_to_mm": [[float(number) for number in row] for row in plane.px_to_mm],
        "tray_mm": plane.tray_mm,
        "camera_mm": plane.camera_mm,
        "camera_error_mm": plane.camera_error_mm,
        "focal": plane.focal,
        "by": plane.by,
        "light": None if plane.light is None else msgspec.structs.asdict(plane.light),
        "seats_mm": plane.seats_mm,
    }
    write_whole(path, (json.dumps(content, indent=2) + "\n").encode())


def _wrong(path: Path, problem: str) -> ProfileError:
    return ProfileError(
        f"The table profile {path} cannot be used: {problem}. Mend it, or run `companion calibrate`."
    )


def _check(path: Path, profile: _Profile) -> None:
    if profile.format != FORMAT:
        raise _wrong(path, f'"format" is {profile.format!r}, not {FORMAT!r}')
    if profile.version > VERSION:
        raise ProfileError(
            f"The table profile {path} was made by a newer companion (version {profile.version}). "
            "Update the companion, or calibrate anew with `companion calibrate`."
        )
    matrix = np.array(profile.px_to_mm, dtype=float)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
        raise _wrong(path, '"px_to_mm" must be three rows of three numbers that can be turned round')
    if not 1 <= min(profile.picture) <= max(profile.picture) <= LARGEST_SIDE:
        raise _wrong(path, '"picture" must be the width and height in pixels')
    if len(profile.tray_mm) in (1, 2):
        raise _wrong(path, '"tray_mm" must have three corners or more')
    places = [*profile.tray_mm, *profile.seats_mm, profile.camera_mm or ()]
    if any(abs(number) > FARTHEST for place in places for number in place):
        raise _wrong(path, '"tray_mm", "seats_mm" and "camera_mm" must be millimetres on or above a table')
    if profile.error_mm < 0:
        raise _wrong(path, '"error_mm" must not be negative')
    if profile.camera_mm is not None and profile.camera_mm[2] <= 0:
        raise _wrong(path, '"camera_mm" must end with the height above the table')


def _through(matrix: Matrix, x: float, y: float) -> Point:
    u, v, w = matrix @ np.array([x, y, 1.0])
    return float(u / w), float(v / w)
