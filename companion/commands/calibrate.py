"""`companion calibrate`: from pictures or a camera to a table profile, with each error in words."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from companion import calibrator, config
from companion.calibrator import CalibrationFailedError, Draft
from companion.camera import CameraError, open_camera
from companion.camera.pictures import load_picture
from companion.camera.source import Camera, Picture
from companion.commands.logs import translator
from companion.vision.calibration.errors import CalibrationError
from companion.vision.calibration.page import print_page

FRAMES = 6  # of a camera, to take its noise out
WARM_UP_SECONDS = 1.0  # in which a camera finds its light and focus
TOUCHED = ("calibrate.no_tray", "calibrate.four_corners", "calibrate.tray_size")  # here they are options

Places = Sequence[tuple[float, float]]


def print_to(path: Path) -> int:
    try:
        print_page(path)
    except CalibrationError as problem:
        raise CalibrationFailedError(problem) from None
    print(translator()("calibrate.printed", file=str(path)))
    return 0


def run(
    pictures: Sequence[Path],
    empty: Sequence[Path],
    camera: str | None,
    corners: Places | None,
    size: tuple[float, float] | None,
    bar_mm: float,
    output: Path | None,
    as_json: bool,
    seats: int = calibrator.SEATS,
) -> int:
    """Calibrate, say how good it is, and keep it."""
    say = translator()
    if size is not None and corners is None:
        raise _typed(CalibrationFailedError(CalibrationError("calibrate.four_corners")))
    began = time.monotonic()
    settings = config.load()
    source = None if pictures else open_camera(camera or settings.camera, settings.camera_fps)
    try:
        seen = [load_picture(path) for path in pictures] if source is None else _frames(source)
        if corners is not None and size is not None:
            draft = calibrator.told_corners(corners, size, seen)
        else:
            draft = calibrator.page(seen, bar_mm)
            if source is not None and not empty and sys.stdin.isatty():
                input(say("calibrate.take_away") + " ")
                bare: Sequence[Picture] = _frames(source)
            else:
                bare = [load_picture(path) for path in empty]
            draft = _with_tray(draft, corners, bare)
    except CalibrationFailedError as problem:
        raise _typed(problem) from None
    finally:
        if source is not None:
            source.close()
    draft = calibrator.with_seats(draft, seats)
    path = output or config.home() / "calibration" / calibrator.PROFILE
    calibrator.keep(draft, path)
    took = time.monotonic() - began
    told = [say.text(line) for line in calibrator.in_words(draft)]
    if as_json:
        plane = draft.plane
        print(
            json.dumps(
                {
                    "file": str(path),
                    "error_mm": plane.error_mm,
                    "camera_mm": plane.camera_mm,
                    "camera_error_mm": plane.camera_error_mm,
                    "tray_mm": plane.tray_mm,
                    "seats_mm": plane.seats_mm,
                    "seconds": round(took, 1),
                    "told": told,
                },
                ensure_ascii=False,
            )
        )
    else:
        saved = say("calibrate.saved", file=str(path))
        print("\n".join([*told, saved, say("calibrate.took", s=f"{took:.1f}")]))
    return 0


def _typed(problem: CalibrationFailedError) -> CalibrationFailedError:
    """The same as it is mended on a command line, where nobody can touch a picture."""
    id = problem.line.id
    return CalibrationFailedError(CalibrationError(f"{id}.typed")) if id in TOUCHED else problem


def _with_tray(draft: Draft, corners: Places | None, bare: Sequence[Picture]) -> Draft:
    if corners is not None:
        return calibrator.told_tray(draft, corners, bare) if bare else _corners_alone(draft, corners)
    if not bare:
        return draft  # the whole table counts as tray
    return calibrator.empty_tray(draft, bare)


def _corners_alone(draft: Draft, corners: Places) -> Draft:
    from companion.vision.calibration.solve import with_tray

    plane = draft.plane
    return Draft(with_tray(plane, [plane.to_mm(*corner) for corner in corners]), ())


def _frames(camera: Camera) -> list[Picture]:
    """The newest few pictures of a camera that has had time to adjust. Raises CameraError."""
    camera.open()
    found: list[Picture] = []
    began = time.monotonic()
    while len(found) < FRAMES and time.monotonic() < began + WARM_UP_SECONDS + 8:
        frame = camera.read(timeout=1.0)
        if frame is not None and time.monotonic() >= began + WARM_UP_SECONDS:
            found.append(frame.picture)
    if not found:
        raise CameraError("The camera sends no pictures. Check its cable and try again.")
    return found
