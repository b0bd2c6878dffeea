"""What a camera is to the rest of the house: something that hands out frames, newest first.

A source is opened, asked for frames by one thread, and closed. It never blocks for longer than the
timeout it is given, and says in a sentence what is wrong when it cannot serve.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  # height × width × 3, blue-green-red, as OpenCV has it


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and the moment the sensor took it."""

    number: int
    at: float  # seconds on the camera's clock: monotonic, not the time of day
    picture: Picture
    small: Picture  # the same moment, about 320 pixels wide, for the motion gate
    still: bool = False  # from a file: the same picture again is no sign of a camera that hangs


class CameraError(Exception):
    """The camera cannot serve; the text tells the player what to do about it."""


class Camera(Protocol):
    """Any source of frames: a Pi camera, a webcam, a video, a folder of pictures, the simulated table."""

    name: str

    def open(self) -> None:
        """Start delivering. Raises CameraError."""

    def read(self, timeout: float) -> Frame | None:
        """The newest frame not handed out yet, or None when there was none in time. Raises CameraError."""

    def close(self) -> None:
        """Stop and let go of the device. Safe to call twice."""


@runtime_checkable
class Lockable(Protocol):
    """A camera that adjusts itself, and can be told to stop: dice must not change colour while they are compared."""

    def lock(self) -> None:
        """Keep exposure, white balance and focus as they are, until the light changes or it is opened anew.

        From any thread; a second call changes nothing.
        """
