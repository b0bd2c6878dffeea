"""A camera that goes wrong on demand, around any other: what the companion says then can be tried and tested.

    camera = FaultyCamera(SimulatedTable(seed=3))
    camera.play(Fault.FROZEN)            until camera.cure()

`open_camera("faults:picamera")` plays every fault in turn on a real camera, with a pause after each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise

import cv2
import numpy as np

from companion.camera.source import Camera, CameraError, Frame, Lockable, Picture
from companion.camera.tidy import small_of

SHOW_SECONDS, PAUSE_SECONDS = 5.0, 10.0  # of the tour: a fault, and health after it


class Fault(StrEnum):
    """What can go wrong between the table and the reader."""

    UNPLUGGED = "unplugged"  # the driver says so, and cannot be opened again
    SILENT = "silent"  # it says nothing, and sends nothing
    FROZEN = "frozen"  # the same picture again, with times that go on
    STUCK = "stuck"  # the same frame again, with the same time
    BLACK = "black"
    OVER_EXPOSED = "over-exposed"
    OUT_OF_FOCUS = "out of focus"
    MOVED = "moved"  # so far that nobody can tell where it looks
    HAND = "hand"
    CARD = "card"  # before the lens
    HALF_LIGHT = "half the light"
    ONE_LAMP = "one lamp of two"  # half of the table is dark
    FLICKER = "flicker"
    BANDS = "bands"  # of a lamp that flickers faster than the shutter


class FaultyCamera:
    """Hands on another camera's frames, spoilt while a fault is played."""

    def __init__(self, camera: Camera, tour: bool = False) -> None:
        """`tour` plays all faults one after the other, by the time of the frames."""
        self.name = camera.name
        self.camera = camera
        self.fault: Fault | None = None
        self._tour = tour
        self._began: float | None = None
        self._newest: Frame | None = None

    def play(self, fault: Fault) -> None:
        """Go wrong like this from the next frame on. From any thread."""
        self.fault = fault

    def cure(self) -> None:
        self.fault = None

    def open(self) -> None:
        if self.fault is Fault.UNPLUGGED:
            raise CameraError("The camera is not there. Plug it in.")
        self.camera.open()

    def read(self, timeout: float) -> Frame | None:
        if self.fault is Fault.UNPLUGGED and not self._tour:
            raise CameraError("The camera was unplugged. Plug it in again.")
        frame = self.camera.read(timeout)
        if frame is None:
            return None
        if self._tour:
            self._guide(frame.at)
        return self._spoilt(frame)

    def close(self) -> None:
        self.camera.close()

    def lock(self) -> None:
        if isinstance(self.camera, Lockable):
            self.camera.lock()

    def _spoilt(self, frame: Frame) -> Frame | None:
        fault, before = self.fault, self._newest
        if fault in (Fault.SILENT, Fault.UNPLUGGED):
            return None
        if fault is Fault.STUCK and before is not None:
            return before
        if fault is Fault.FROZEN and before is not None:
            return replace(before, number=frame.number, at=frame.at)
        if fault in SPOIL:
            picture = SPOIL[fault](frame.picture, frame)
            frame = replace(frame, picture=picture, small=small_of(picture))
        self._newest = frame
        return frame

    def _guide(self, now: float) -> None:
        if self._began is None:
            self._began = now
        number, into = divmod(now - self._began, PAUSE_SECONDS + SHOW_SECONDS)
        faults = list(Fault)
        self.fault = faults[int(number) % len(faults)] if into > PAUSE_SECONDS else None


def _black(picture: Picture, frame: Frame) -> Picture:  # noqa: ARG001 - all spoilers are called alike
    return np.asarray(cv2.convertScaleAbs(picture, alpha=0.008), np.uint8)


def _over_exposed(picture: Picture, frame: Frame) -> Picture:  # noqa: ARG001
    return np.asarray(cv2.convertScaleAbs(picture, alpha=5.0, beta=60), np.uint8)


def _out_of_focus(picture: Picture, frame: Frame) -> Picture:
    blurred = cv2.GaussianBlur(picture, (0, 0), picture.shape[1] / 180)
    return _grainy(np.asarray(blurred, np.uint8), frame)


def _moved(picture: Picture, frame: Frame) -> Picture:
    """Turned away to the side: most of what is seen lies beside the old view."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 40, 1.3)
    turn[:, 2] += (0.55 * width, -0.3 * height)
    moved = cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REFLECT)
    return _grainy(np.asarray(moved, np.uint8), frame)


def _hand(picture: Picture, frame: Frame) -> Picture:
    """An arm from the lower edge, never quite still."""
    height, width = picture.shape[:2]
    sway = 0.004 * np.sin(4 * frame.at)
    spoilt = picture.copy()
    points = [
        ((0.60 + sway) * width, 1.1 * height),
        (0.56 * width, 0.8 * height),
        (0.50 * width, 0.5 * height),
    ]
    for thick, (start, end) in zip((0.16, 0.19), pairwise(points), strict=True):
        a, b = (tuple(round(v) for v in point) for point in (start, end))
        cv2.line(spoilt, a, b, (118, 146, 196), round(thick * width), cv2.LINE_AA)
    return _grainy(spoilt, frame)


def _card(picture: Picture, frame: Frame) -> Picture:
    """A printed card so near to the lens that little else is seen."""
    height, width = picture.shape[:2]
    spoilt = np.full_like(picture, (150, 186, 200))
    for row in range(8):
        y = round((0.08 + 0.11 * row) * height)
        cv2.rectangle(
            spoilt, (width // 9, y), (8 * width // 9 - row * width // 30, y + height // 26), (70, 60, 52), -1
        )
    return _grainy(np.asarray(cv2.GaussianBlur(spoilt, (0, 0), width / 160), np.uint8), frame)


def _half_light(picture: Picture, frame: Frame) -> Picture:  # noqa: ARG001
    return np.asarray(cv2.convertScaleAbs(picture, alpha=0.5), np.uint8)


def _one_lamp(picture: Picture, frame: Frame) -> Picture:  # noqa: ARG001
    """The right half is in the dark, with a soft edge."""
    across = np.linspace(0, 1, picture.shape[1], dtype=np.float32)
    left = 1 - 0.55 / (1 + np.exp(-30 * (across - 0.5)))
    return np.asarray(np.round(picture * left[None, :, None]), np.uint8)


def _flicker(picture: Picture, frame: Frame) -> Picture:
    """Bright, dark, bright, a few times a second."""
    return np.asarray(cv2.convertScaleAbs(picture, alpha=0.8 + 0.2 * np.sin(17 * frame.at)), np.uint8)


def _bands(picture: Picture, frame: Frame) -> Picture:
    """Bright and dark bands that wander down the picture."""
    down = np.linspace(0, 1, picture.shape[0], dtype=np.float32)
    left = 0.86 + 0.14 * np.sin(2 * np.pi * (2.5 * down - 3.7 * frame.at))
    return np.asarray(np.round(picture * left[:, None, None].astype(np.float32)), np.uint8)


def _grainy(picture: Picture, frame: Frame) -> Picture:
    """A sensor's noise: a picture that was smoothed here must not pass for the same one again."""
    rng = np.random.default_rng(frame.number)
    grain = rng.integers(0, 3, (picture.shape[0] // 2, picture.shape[1] // 2), np.uint8)
    fine = cv2.resize(grain, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.add(picture, cv2.merge([fine, fine, fine])), np.uint8)


SPOIL: dict[Fault | None, Callable[[Picture, Frame], Picture]] = {
    Fault.BLACK: _black,
    Fault.OVER_EXPOSED: _over_exposed,
    Fault.OUT_OF_FOCUS: _out_of_focus,
    Fault.MOVED: _moved,
    Fault.HAND: _hand,
    Fault.CARD: _card,
    Fault.HALF_LIGHT: _half_light,
    Fault.ONE_LAMP: _one_lamp,
    Fault.FLICKER: _flicker,
    Fault.BANDS: _bands,
}
