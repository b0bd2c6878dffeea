"""Cameras that OpenCV can open: a webcam by its number, and video files."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2

from companion.camera.source import CameraError, Frame
from companion.camera.steady_light import SteadyLight
from companion.camera.tidy import small_of, tidy

WIDTH, HEIGHT = 1280, 720
_AUTO, _BY_HAND = 3, 1  # exposure, as Linux counts it
_FAILS = 30  # pictures in a row that may be missing: about a second, then the camera counts as lost


class Webcam:
    """A camera on USB. A thread takes every picture and keeps the newest, so none grows old in a queue."""

    name = "opencv"

    def __init__(
        self, index: int = 0, width: int = WIDTH, height: int = HEIGHT, frames_a_second: float = 30.0
    ) -> None:
        self.index = index
        self._frames_a_second = frames_a_second
        self._size = (width, height)
        self._capture: Any = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._fresh = threading.Condition()
        self._newest: tuple[float, Any] | None = None
        self._lost = False
        self._number = 0
        self._lock_wanted = threading.Event()
        self._locked: SteadyLight | None = None

    def open(self) -> None:
        if self._capture is not None:
            return
        with _quiet():
            capture = cv2.VideoCapture(self.index)
            if not capture.isOpened():
                capture.release()
                raise CameraError(_nothing_at(self.index))
            # Plain pictures of this size do not fit through USB 2 at 30 a second; packed ones do.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
            capture.set(cv2.CAP_PROP_FPS, self._frames_a_second)
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            _adjust(capture)
        self._capture = capture
        self._lost, self._newest = False, None
        self._stop.clear()
        self._thread = threading.Thread(target=self._take, name=f"webcam-{self.index}", daemon=True)
        self._thread.start()

    def read(self, timeout: float) -> Frame | None:
        if self._capture is None:
            raise CameraError("The camera is not open. Open it before pictures are read.")
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None or self._lost, timeout)
            if self._newest is None:
                if self._lost:
                    raise CameraError(
                        f"Camera {self.index} stopped giving pictures. Check its cable, or plug it in again."
                    )
                return None
            (at, picture), self._newest = self._newest, None
        self._number += 1
        picture = tidy(picture)
        frame = Frame(self._number, at, picture, small_of(picture))
        self._keep_or_adjust(frame)
        return frame

    def lock(self) -> None:
        self._lock_wanted.set()

    def _keep_or_adjust(self, frame: Frame) -> None:
        """Lock when that is wanted; let go when the room's light changes."""
        if self._locked is not None:
            if self._locked.changed(frame.small, frame.at):
                self._locked = None
                _adjust(self._capture)
            self._lock_wanted.clear()
        elif self._lock_wanted.is_set():
            self._lock_wanted.clear()
            self._locked = SteadyLight()
            _hold(self._capture)

    def close(self) -> None:
        self._stop.set()
        self._locked = None
        self._lock_wanted.clear()
        if self._thread is not None:
            self._thread.join(timeout=2)
            self._thread = None
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _take(self) -> None:
        fails = 0
        while not self._stop.is_set():
            good, picture = self._capture.read()
            at = time.monotonic()
            fails = 0 if good else fails + 1
            with self._fresh:
                if good:
                    self._newest = (at, picture)
                elif fails >= _FAILS:
                    self._lost = True
                self._fresh.notify_all()
            if self._lost:
                return
            if not good:
                self._stop.wait(1 / 30)


class Video:
    """A video file, at its own pace or as fast as it is read. After its end there are no more frames."""

    name = "video"

    def __init__(self, path: str | Path, realtime: bool = True) -> None:
        self.path = Path(path)
        self.ended = False
        self._realtime = realtime
        self._capture: Any = None
        self._number = 0
        self._began = 0.0
        self._frames_a_second = 30.0

    def open(self) -> None:
        if self._capture is not None:
            return
        if not self.path.is_file():
            raise CameraError(f"There is no video {self.path}. Check the name.")
        with _quiet():
            capture = cv2.VideoCapture(str(self.path))
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                f"{self.path} is not a video that can be read. Convert it to MP4 or to AVI with MJPG."
            )
        told = float(capture.get(cv2.CAP_PROP_FPS))
        self._frames_a_second = told if 1 <= told <= 240 else 30.0
        self._capture, self._number, self.ended = capture, 0, False
        self._began = time.monotonic()

    def read(self, timeout: float) -> Frame | None:
        if self._capture is None:
            raise CameraError("The video is not open. Open it before frames are read.")
        if self.ended:
            time.sleep(max(0.0, timeout) if self._realtime else 0.0)
            return None
        if self._realtime:
            due = self._began + self._number / self._frames_a_second
            wait = due - time.monotonic()
            if wait > timeout:
                time.sleep(max(0.0, timeout))
                return None
            time.sleep(max(0.0, wait))
            # A slow reader skips frames, it does not slow the video down.
            while time.monotonic() - due > 1 / self._frames_a_second and self._capture.grab():
                self._number += 1
                due += 1 / self._frames_a_second
        good, picture = self._capture.read()
        if not good:
            self.ended = True
            if self._number == 0:
                raise CameraError(f"The video {self.path} has no pictures in it. Record it again.")
            return None
        at = self._number / self._frames_a_second + (self._began if self._realtime else 0.0)
        self._number += 1
        picture = tidy(picture)
        return Frame(self._number, at, picture, small_of(picture), still=True)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def _adjust(capture: Any) -> None:
    """Let the camera find exposure, white balance and focus by itself; those that cannot do not mind."""
    capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO)
    capture.set(cv2.CAP_PROP_AUTO_WB, 1)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)


def _hold(capture: Any) -> None:
    """Keep what it has found: some cameras fall back to a default when they are told to stop."""
    for auto, off, value in (
        (cv2.CAP_PROP_AUTO_EXPOSURE, _BY_HAND, cv2.CAP_PROP_EXPOSURE),
        (cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE),
        (cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS),
    ):
        found = capture.get(value)
        capture.set(auto, off)
        if found > 0:  # 0 and -1: it has no such thing
            capture.set(value, found)


def _nothing_at(index: int) -> str:
    there = sorted(int(p.name[5:]) for p in Path("/dev").glob("video*") if p.name[5:].isdigit())
    if not there:
        return f"There is no camera {index}: no camera is plugged in. Plug one in, or use --camera simulated."
    others = ", ".join(f"opencv:{n}" for n in there if n != index)
    if index not in there:
        return f"There is no camera {index}. Try one of these: {others}."
    return f"Camera {index} cannot be opened. Another program may be using it: close that program" + (
        f", or try one of these: {others}." if others else "."
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """OpenCV tells its own story of a missing camera on the terminal; ours is enough."""
    logging = cv2.utils.logging
    before = logging.getLogLevel()
    logging.setLogLevel(logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        logging.setLogLevel(before)
