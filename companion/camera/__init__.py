"""Frames in: `open_camera` finds the source that a setting names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.camera.source import Camera, CameraError, Frame, Picture

__all__ = ["Camera", "CameraError", "Frame", "Picture", "open_camera"]

_HELP = "auto, simulated, picamera, opencv:0, video:FILE or pictures:FOLDER"


def open_camera(spec: str, frames_a_second: float = 30.0) -> Camera:
    """The camera that is meant, ready to be opened by the thread that will read it. Raises CameraError.

    "simulated", "simulated:seed=3,table=1", "picamera", "opencv:0", "video:PATH", "pictures:FOLDER", or
    "auto": a Pi camera if there is one, then a webcam, and the simulated table where there is neither.
    "faults:" before any of them plays every fault in turn, to see what the companion says of each.
    A Pi camera and a webcam are asked for so many frames a second; the others have a pace of their own.
    """
    kind, _, rest = spec.partition(":")
    makers: dict[str, Callable[[str], Camera]] = {
        "auto": partial(_whatever_is_there, frames_a_second),
        "simulated": _simulated,
        "picamera": partial(_picamera, frames_a_second),
        "opencv": partial(_webcam, frames_a_second),
        "video": _video,
        "pictures": _pictures,
        "faults": partial(_faults, frames_a_second),
    }
    if kind not in makers:
        raise CameraError(f'There is no camera called "{spec}". Choose one of: {_HELP}.')
    return makers[kind](rest)


def _whatever_is_there(frames_a_second: float, rest: str) -> Camera:
    """The first camera that really opens. Each is let go again for its reader to open."""
    if rest:
        raise CameraError('"auto" needs nothing after it.')
    for make in (_picamera, _webcam):
        camera = make(frames_a_second, "")
        try:
            camera.open()
            # Some devices open and never give a picture: a Pi has several that are no cameras.
            if camera.read(timeout=3.0) is not None:
                return camera
        except CameraError:
            continue
        finally:
            camera.close()
    return _simulated("")


def _simulated(rest: str) -> Camera:
    from companion.camera.simulated import SimulatedTable

    settings = {"seed": 0, "table": 0, "player": 0}
    for part in filter(None, rest.split(",")):
        name, _, value = part.partition("=")
        if name not in settings or not value.isdigit():
            raise CameraError(
                f'"{part}" is not a setting of the simulated table. Write it as simulated:seed=3 '
                "or simulated:seed=3,table=1,player=2."
            )
        settings[name] = int(value)
    return SimulatedTable(settings["seed"], table=settings["table"], player=settings["player"])


def _picamera(frames_a_second: float, rest: str) -> Camera:
    from companion.camera.picamera import PiCamera

    if rest:
        raise CameraError('"picamera" needs nothing after it.')
    return PiCamera(frames_a_second)


def _webcam(frames_a_second: float, rest: str) -> Camera:
    from companion.camera.opencv import Webcam

    if rest and not rest.isdigit():
        raise CameraError(
            f"A webcam has a number: write opencv:0, not opencv:{rest}. A file is video:{rest}."
        )
    return Webcam(int(rest or 0), frames_a_second=frames_a_second)


def _video(rest: str) -> Camera:
    from companion.camera.opencv import Video

    if not rest:
        raise CameraError("Which video? Write it as video:FILE.")
    return Video(rest)


def _pictures(rest: str) -> Camera:
    from companion.camera.pictures import Pictures

    if not rest:
        raise CameraError("Which pictures? Write it as pictures:FOLDER.")
    return Pictures(rest)


def _faults(frames_a_second: float, rest: str) -> Camera:
    from companion.camera.faults import FaultyCamera

    if not rest:
        raise CameraError("Faults of which camera? Write it as faults:picamera or faults:simulated.")
    return FaultyCamera(open_camera(rest, frames_a_second), tour=True)
