"""The Raspberry Pi's own camera: a large stream to read dice in, a small one to see what moves."""

from __future__ import annotations

import contextlib
import threading
import time
from concurrent.futures import CancelledError
from typing import Any

import cv2
import numpy as np

from companion.camera.source import CameraError, Frame, Picture
from companion.camera.steady_light import SteadyLight
from companion.camera.tidy import tidy

MAIN = (1280, 720)
SMALL = (320, 180)
BUFFERS = 4  # of 4 MB each: one is filled, one is read, two wait
_FOCUS_BY_HAND, _FOCUS_CONTINUOUSLY = 0, 2  # libcamera's numbers

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
        self._newest = 0.0  # when the last frame that was handed out was taken
        self._lock_wanted = threading.Event()
        self._locked: SteadyLight | None = None

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
                buffer_count=BUFFERS,
                queue=False,  # a request that was waiting for us would be older than the question
            )
            camera.configure(wanted)
            self._adjust(camera)
            camera.start()
        except (RuntimeError, IndexError, OSError) as problem:
            if camera is not None:
                camera.close()
            raise CameraError(_BUSY.format(problem=problem)) from problem
        self._camera, self._newest = camera, 0.0

    def read(self, timeout: float) -> Frame | None:
        if self._camera is None:
            raise CameraError("The Pi camera is not open. Open it before pictures are read.")
        deadline = time.monotonic() + timeout
        while True:
            # A request that did not come in time is still on its way: wait for it again, do not ask twice.
            if self._job is None:
                self._job = self._camera.capture_request(wait=False)
            try:
                request = self._job.get_result(timeout=max(0.001, deadline - time.monotonic()))
            except TimeoutError:
                return None
            except (RuntimeError, CancelledError) as problem:
                self._job = None
                raise CameraError(f"The Pi camera stopped: {problem}. Check its ribbon cable.") from problem
            self._job = None
            frame = self._frame(request)
            if frame is not None:
                return frame
            if time.monotonic() >= deadline:
                return None

    def lock(self) -> None:
        self._lock_wanted.set()

    def close(self) -> None:
        if self._camera is not None:
            camera, self._camera, self._job, self._locked = self._camera, None, None, None
            self._lock_wanted.clear()
            # A camera whose cable was pulled cannot be stopped in order; it must still be let go.
            with contextlib.suppress(RuntimeError, OSError):
                camera.stop()
            camera.close()

    def _frame(self, request: Any) -> Frame | None:
        """What a request holds; None when it was taken before the one handed out last."""
        try:
            told = request.get_metadata()
            at = told["SensorTimestamp"] / 1e9  # when it was taken, not when it came
            if at <= self._newest:
                return None
            picture = tidy(request.make_array("main"))
            small = request.make_array("lores")
        finally:
            request.release()
        self._newest = at
        self._number += 1
        colours = cv2.cvtColor(small, cv2.COLOR_YUV420p2BGR)[: SMALL[1], : SMALL[0]]
        frame = Frame(self._number, at, picture, np.ascontiguousarray(colours, np.uint8))
        self._keep_or_adjust(told, frame.small, at)
        return frame

    def _keep_or_adjust(self, told: dict[str, Any], small: Picture, at: float) -> None:
        """Lock when that is wanted, with the values of this very frame; let go when the room's light changes."""
        if self._locked is not None:
            if self._locked.changed(small, at):
                self._locked = None
                self._adjust(self._camera)
            self._lock_wanted.clear()
        elif self._lock_wanted.is_set():
            self._lock_wanted.clear()
            self._locked = SteadyLight()
            able = self._camera.camera_controls
            controls: dict[str, Any] = {}
            if "ExposureTime" in told and "AnalogueGain" in told:
                controls |= {"AeEnable": False, "ExposureTime": told["ExposureTime"]}
                controls["AnalogueGain"] = told["AnalogueGain"]
            if "ColourGains" in told:
                controls |= {"AwbEnable": False, "ColourGains": tuple(told["ColourGains"])}
            if "LensPosition" in told and "AfMode" in able:
                controls |= {"AfMode": _FOCUS_BY_HAND, "LensPosition": told["LensPosition"]}
            self._camera.set_controls({name: value for name, value in controls.items() if name in able})

    @staticmethod
    def _adjust(camera: Any) -> None:
        """Let the camera find exposure, white balance and focus by itself."""
        free = {"AeEnable": True, "AwbEnable": True, "AfMode": _FOCUS_CONTINUOUSLY}
        able = {name: value for name, value in free.items() if name in camera.camera_controls}
        if able:
            camera.set_controls(able)
