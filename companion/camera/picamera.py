"""The Raspberry Pi's own camera: a large stream to read dice in, a small one to see what moves."""

from __future__ import annotations

from concurrent.futures import CancelledError
from typing import Any

import cv2
import numpy as np

from companion.camera.source import CameraError, Frame
from companion.camera.tidy import tidy

MAIN = (1280, 720)
SMALL = (320, 180)
_FOCUS_CONTINUOUSLY = 2  # libcamera's number for it

_NO_LIBRARY = (
    "The Pi camera needs two packages that come with Raspberry Pi OS: "
    "sudo apt install python3-picamera2 python3-libcamera. "
    "The virtual environment must see them: make it with --system-site-packages."
)
_NO_CAMERA = (
    "No Pi camera was found. Switch the Pi off, push the ribbon cable in at both ends, switch it on again "
    "and try: rpicam-hello --list-cameras"
)
_BUSY = "The Pi camera cannot be started: {problem}. Another program may be using it: close that program."


class PiCamera:
    """picamera2 with two streams. Every request is given back at once, so the camera never waits for us."""

    name = "picamera"

    def __init__(self, frames_a_second: float = 30.0) -> None:
        self._frames_a_second = frames_a_second
        self._camera: Any = None
        self._job: Any = None
        self._number = 0

    def open(self) -> None:
        if self._camera is not None:
            return
        try:
            from picamera2 import Picamera2
        except ImportError:
            raise CameraError(_NO_LIBRARY) from None
        if not Picamera2.global_camera_info():
            raise CameraError(_NO_CAMERA)
        camera = None
        try:
            camera = Picamera2()
            wanted = camera.create_video_configuration(
                # What picamera2 calls RGB888 lies in memory as OpenCV has it: blue first.
                main={"size": MAIN, "format": "RGB888"},
                lores={"size": SMALL, "format": "YUV420"},
                controls={"FrameRate": self._frames_a_second},
                buffer_count=4,
            )
            camera.configure(wanted)
            if "AfMode" in camera.camera_controls:
                camera.set_controls({"AfMode": _FOCUS_CONTINUOUSLY})
            camera.start()
        except (RuntimeError, IndexError, OSError) as problem:
            if camera is not None:
                camera.close()
            raise CameraError(_BUSY.format(problem=problem)) from problem
        self._camera = camera

    def read(self, timeout: float) -> Frame | None:
        if self._camera is None:
            raise CameraError("The Pi camera is not open. Open it before pictures are read.")
        # A request that did not come in time is still on its way: wait for it again, do not ask twice.
        if self._job is None:
            self._job = self._camera.capture_request(wait=False)
        try:
            request = self._job.get_result(timeout=timeout)
        except TimeoutError:
            return None
        except (RuntimeError, CancelledError) as problem:
            self._job = None
            raise CameraError(f"The Pi camera stopped: {problem}. Check its ribbon cable.") from problem
        self._job = None
        try:
            picture = tidy(request.make_array("main"))
            small = request.make_array("lores")
            at = request.get_metadata()["SensorTimestamp"] / 1e9  # when it was taken, not when it came
        finally:
            request.release()
        self._number += 1
        colours = cv2.cvtColor(small, cv2.COLOR_YUV420p2BGR)[: SMALL[1], : SMALL[0]]
        return Frame(self._number, at, picture, np.ascontiguousarray(colours, np.uint8))

    def close(self) -> None:
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = self._job = None
