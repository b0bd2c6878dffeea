"""Setting up the table: the steps from a page, or four corners, to a kept profile; and its errors in words.

The screen's wizard and `companion calibrate` both go this way. Called from one thread.
"""

from __future__ import annotations

import datetime
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.camera.source import Picture
from companion.rules.places import around
from companion.rules.text import Line, line
from companion.screens.port import Corner, TableSetup
from companion.vision.calibration import solve, tray
from companion.vision.calibration.errors import CalibrationError
from companion.vision.calibration.light import judge_light
from companion.vision.calibration.watch import CameraWatch, save_landmarks, watch_of
from companion.vision.table import TablePlane, save_plane

PROFILE = "table.json"
LEAST_DIE_PX = 40  # of a 16 mm die, to be read
DIE_MM = 16.0
TRAY_ERROR_MM = 5.0  # of an edge found by its cloth
SEATS = 4  # that are proposed to begin with


class CalibrationFailedError(Exception):
    """It cannot be done like this; `line` says what to do."""

    def __init__(self, problem: CalibrationError) -> None:
        super().__init__(problem.id)
        self.line = line(problem.id, **problem.gaps)


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is not kept yet."""

    plane: TablePlane
    pictures: tuple[Picture, ...]  # of the table, for its landmarks and its light
    tray_error_mm: float = 0.0


def page(pictures: Sequence[Picture], bar_mm: float = 100.0, name: str = "table") -> Draft:
    """From pictures of the printed page. Raises CalibrationFailedError."""
    try:
        plane, _ = solve.from_page(pictures, name, _today(), bar_mm)
    except CalibrationError as problem:
        raise CalibrationFailedError(problem) from None
    return Draft(plane, ())


def empty_tray(draft: Draft, pictures: Sequence[Picture]) -> Draft:
    """Find the tray in pictures of the empty table. Raises CalibrationFailedError."""
    corners = tray.propose_tray(_mean(pictures), draft.plane)
    if corners is None:
        raise CalibrationFailedError(CalibrationError("calibrate.no_tray"))
    return _with_tray(draft.plane, corners, pictures, TRAY_ERROR_MM)


def told_tray(draft: Draft, corners_px: Sequence[Corner], pictures: Sequence[Picture]) -> Draft:
    """The tray's corners as somebody touched them. Raises CalibrationFailedError."""
    if len(corners_px) != 4:
        raise CalibrationFailedError(CalibrationError("calibrate.four_corners"))
    plane = draft.plane
    tap = solve.TAP_PX / plane.px_per_mm(plane.to_mm(*corners_px[0]))
    return _with_tray(plane, [plane.to_mm(*corner) for corner in corners_px], pictures, round(tap, 1))


def told_corners(
    corners_px: Sequence[Corner],
    size_mm: tuple[float, float],
    pictures: Sequence[Picture],
    name: str = "table",
) -> Draft:
    """No page at all: the tray's corners and its size. Raises CalibrationFailedError."""
    height, width = pictures[0].shape[:2]
    try:
        plane = solve.from_corners(corners_px, size_mm, (width, height), name, _today())
    except CalibrationError as problem:
        raise CalibrationFailedError(problem) from None
    return with_seats(Draft(solve.with_light(plane, pictures), tuple(pictures), plane.error_mm))


def with_seats(draft: Draft, count: int = SEATS, places_px: Sequence[Corner] = ()) -> Draft:
    """So many seats around the tray, or at places that somebody touched."""
    plane = draft.plane
    if len(plane.tray_mm) != 4:
        return draft
    touched = ((plane.to_mm(*place)) for place in places_px)
    seats = tuple((round(x, 1), round(y, 1)) for x, y in touched) or around(plane.tray_mm, count)
    return replace(draft, plane=replace(plane, seats_mm=seats))


def keep(draft: Draft, path: Path) -> CameraWatch | None:
    """Write the profile, and the picture that tells a bumped camera. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_plane(draft.plane, path)
    if not draft.pictures:
        path.with_suffix(".png").unlink(missing_ok=True)
        return None
    save_landmarks(_mean(draft.pictures), path)
    return watch_of(draft.plane, path)


def in_words(draft: Draft) -> tuple[Line, ...]:
    """What is known of the table, each with how good that is."""
    plane = draft.plane
    die = DIE_MM * plane.px_per_mm((0.0, 0.0))
    enough = "calibrate.scale.good" if die >= LEAST_DIE_PX else "calibrate.scale.poor"
    told = [
        line("calibrate.told.plane", how=_how(plane.error_mm)),
        line("calibrate.told.scale", px=round(die), how=line(enough)),
    ]
    if plane.camera_mm is not None and plane.camera_error_mm is not None:
        word = solve.in_words(plane.camera_error_mm, solve.GOOD_CAMERA_MM, solve.FAIR_CAMERA_MM)
        off = line("calibrate.off_about", mm=f"{plane.camera_error_mm:.0f}")
        how = line(f"calibrate.{word}", off=off)
        told.append(line("calibrate.told.camera", height=round(plane.camera_mm[2]), how=how))
    if len(plane.tray_mm) == 4:
        corners = np.array(plane.tray_mm)
        width, depth = (float(np.linalg.norm(corners[a] - corners[b])) for a, b in ((1, 0), (3, 0)))
        off = line("calibrate.off_about", mm=f"{draft.tray_error_mm:.0f}")
        how = line(f"calibrate.{solve.in_words(draft.tray_error_mm, 6, 12)}", off=off)
        told.append(line("calibrate.told.tray", width=round(width), depth=round(depth), how=how))
        told.append(line("calibrate.told.seats", n=len(plane.seats_mm), how=how))
    if plane.light is not None:
        told.append(line("calibrate.told.light", how=line(judge_light(plane.light))))
    return tuple(told)


class Calibrator:
    """The wizard: what the screen shows, and what its buttons do."""

    def __init__(
        self,
        folder: Path,
        pictures: Callable[[], Sequence[Picture]],
        apply: Callable[[TablePlane, CameraWatch | None], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`pictures` gives the newest few of the camera, `apply` lets the reader use a new table."""
        self.setup: TableSetup | None = None
        self._folder = folder
        self._pictures = pictures
        self._apply = apply
        self._draft: Draft | None = None
        self._seats = SEATS
        self._clock = clock
        self._began = 0.0

    def begin(self, how: str) -> None:
        """`how` is "page" or "corners"; "" leaves the wizard."""
        if how == "page" or self.setup is None:
            self._began = self._clock()
        self._draft = None
        self.setup = TableSetup(how) if how else None

    def look(self) -> None:
        """Look at what lies there: the page first, then the empty tray."""
        if self.setup is None:
            return
        pictures = self._pictures()
        if not pictures:
            self.setup = replace(self.setup, problem=line("calibrate.no_frames"))
            return
        try:
            if self._draft is None:
                self._draft = page(pictures)
                self.setup = TableSetup("tray", in_words(self._draft))
            else:
                self._show_tray(empty_tray(self._draft, pictures))
        except CalibrationFailedError as problem:
            self.setup = replace(self.setup, problem=problem.line)
            if self._draft is not None and self.setup.step == "tray":
                self.setup = replace(self.setup, step="check", corners=_inset(pictures[0]))

    def corners(self, corners_px: Sequence[Corner], size_mm: tuple[float, float]) -> None:
        """The tray's corners as touched; its size counts where there was no page."""
        pictures = self._pictures()
        if self.setup is None or not pictures:
            return
        try:
            if self.setup.step == "corners" or self._draft is None:
                self._draft = with_seats(told_corners(corners_px, size_mm, pictures), self._seats)
                self.setup = TableSetup("corners", in_words(self._draft), tuple(corners_px))
            else:
                self._show_tray(told_tray(self._draft, corners_px, pictures))
        except CalibrationFailedError as problem:
            self.setup = replace(self.setup, problem=problem.line, corners=tuple(corners_px))

    def seats(self, count: int, places_px: Sequence[Corner] = ()) -> None:
        """So many seats, proposed around the tray or at places that were touched."""
        if self.setup is None or self._draft is None or len(self._draft.plane.tray_mm) != 4:
            return
        self._seats = count
        self._draft = with_seats(self._draft, count, places_px)
        plane = self._draft.plane
        self.setup = TableSetup(
            "seats",
            in_words(self._draft),
            tuple(plane.to_px(*corner) for corner in plane.tray_mm),
            tuple(plane.to_px(*seat) for seat in plane.seats_mm),
        )

    def keep(self) -> Line | None:
        """Keep the table and use it from now on. What there is to say."""
        if self._draft is None or self.setup is None or len(self._draft.plane.tray_mm) != 4:
            return None
        path = self._folder / PROFILE
        try:
            watch = keep(self._draft, path)
        except OSError as problem:
            return line("calibrate.not_written", file=str(path), problem=problem.strerror or str(problem))
        self._apply(self._draft.plane, watch)
        self.begin("")
        took = round(self._clock() - self._began)
        logging.getLogger(__name__).info("The table was set up in %d seconds.", took)
        return line("calibrate.kept", s=took)

    def _show_tray(self, draft: Draft) -> None:
        self._draft = draft = with_seats(draft, self._seats)
        corners = tuple(draft.plane.to_px(*corner) for corner in draft.plane.tray_mm)
        self.setup = TableSetup("check", in_words(draft), corners)


def _with_tray(
    plane: TablePlane, corners_mm: Sequence[Corner], pictures: Sequence[Picture], error: float
) -> Draft:
    placed = solve.with_light(solve.with_tray(plane, corners_mm), pictures)
    return with_seats(Draft(placed, tuple(pictures), error))


def _how(error_mm: float) -> Line:
    return line(f"calibrate.{solve.in_words(error_mm)}", off=line("calibrate.off_mm", mm=f"{error_mm:.1f}"))


def _inset(picture: Picture) -> tuple[Corner, ...]:
    height, width = picture.shape[:2]
    return tuple((width * x, height * y) for x, y in ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85)))


def _mean(pictures: Sequence[Picture]) -> Picture:
    return np.mean([picture.astype(np.float32) for picture in pictures], axis=0).astype(np.uint8)


def _today() -> str:
    return datetime.date.today().isoformat()
