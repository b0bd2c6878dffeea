"""The two threads that look at the table: one takes frames, one reads dice.

Frames that come too fast are dropped. A camera that fails is told, and tried again until it works.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2

from companion.camera.source import Camera, CameraError, Frame, Lockable, Picture
from companion.dice import Sight, TableState
from companion.vision.pipeline import Pipeline

RETRY_SECONDS = 2.0  # how long to wait before a lost camera is tried again
PREVIEW_WIDTH = 640
PICTURES = 5  # that are kept while the table is set up, to take the noise out
HANGS = ("sight.frozen", "sight.no_frames")  # what opening the camera anew may cure


class Latest:
    """Holds the newest frame only: a slow reader skips frames, it never falls behind."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._fresh = threading.Condition()

    def put(self, frame: Frame) -> None:
        with self._fresh:
            self._frame = frame
            self._fresh.notify()

    def take(self, timeout: float) -> Frame | None:
        with self._fresh:
            self._fresh.wait_for(lambda: self._frame is not None, timeout)
            frame, self._frame = self._frame, None
            return frame


class Watching:
    """From the camera to what is told of the table."""

    def __init__(
        self,
        camera: Camera,
        pipeline: Pipeline,
        see: Callable[[Sight], None],
        lose: Callable[[Sight], None],
        keeps_pictures: Callable[[], bool],
    ) -> None:
        """`see` hears every new sight, `lose` that nothing is seen and why; both at once, from any thread.

        While `keeps_pictures` says so, the newest pictures are kept for whoever measures the table.
        """
        self.frame_size = (1280, 720)
        self.pictures: deque[Picture] = deque(maxlen=PICTURES)
        self.preview: Callable[[Any], None] | None = None  # shown every picture, small and in RGB
        self._camera, self._pipeline = camera, pipeline
        self._see, self._lose = see, lose
        self._keeps_pictures = keeps_pictures
        self._frames = Latest()
        self._stopping = threading.Event()
        self._open_again = threading.Event()  # a camera that hangs is closed and opened anew
        self._unseen = threading.Event()  # the players were told that nothing is seen
        self._threads = [
            threading.Thread(target=self._take_frames, name="camera", daemon=True),
            threading.Thread(target=self._read_dice, name="reading", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._stopping.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=5)

    def _take_frames(self) -> None:
        worked = False
        while not self._stopping.is_set():
            try:
                self._camera.open()
                self._open_again.clear()
                while not self._stopping.is_set() and not self._open_again.is_set():
                    frame = self._camera.read(timeout=0.25)
                    if frame is not None:
                        worked = True
                        self._take(frame)
            except CameraError as problem:
                # What is wrong with one that never worked, the camera itself knows best.
                self._lose_sight("sight.unplugged" if worked else str(problem))
            except Exception:
                # A driver may fail in ways nobody thought of: the players are told, and it is opened anew.
                logging.getLogger(__name__).exception("The camera failed.")
                self._lose_sight("sight.camera_failed")
            finally:
                self._camera.close()

    def _take(self, frame: Frame) -> None:
        self.frame_size = (frame.picture.shape[1], frame.picture.shape[0])
        self._frames.put(frame)
        if self._keeps_pictures():
            self.pictures.append(frame.picture)
        show = self.preview
        if show is not None:
            height = frame.picture.shape[0] * PREVIEW_WIDTH // frame.picture.shape[1]
            small = cv2.resize(frame.picture, (PREVIEW_WIDTH, height), interpolation=cv2.INTER_AREA)
            show(cv2.cvtColor(small, cv2.COLOR_BGR2RGB))

    def _lose_sight(self, why: str) -> None:
        """Tell the players, and give it a rest: what fails at every frame must not fill the log."""
        self._lose(Sight(TableState.LOST, why, ()))
        self._unseen.set()
        self._stopping.wait(RETRY_SECONDS)

    def _read_dice(self) -> None:
        newest, seen_at = -math.inf, time.monotonic()
        told, from_file = Sight(TableState.LOST, "", ()), False
        while not self._stopping.is_set():
            frame = self._frames.take(timeout=0.25)
            if frame is not None and frame.at == newest:
                frame = None  # the same one again
            try:
                if frame is None:
                    # The camera's own clock, carried on by ours while it is silent.
                    sight = self._pipeline.tick(newest + time.monotonic() - seen_at)
                else:
                    newest, seen_at, from_file = frame.at, time.monotonic(), frame.still
                    sight = self._pipeline.see(frame)
            except Exception:
                # One frame that cannot be read must not end the reading, and must not pass in silence.
                logging.getLogger(__name__).exception("A frame could not be read.")
                self._lose_sight("sight.reading_failed")
                continue
            if sight is None and frame is not None and self._unseen.is_set():
                sight = replace(told, roll=None)  # nothing has changed, but the players were told otherwise
            if sight is not None:
                told = sight
                self._unseen.clear()
                self._mind_camera(sight, from_file)
                self._see(sight)

    def _mind_camera(self, sight: Sight, from_file: bool) -> None:
        if sight.reason in HANGS and not from_file:
            self._open_again.set()
        if sight.state in (TableState.EMPTY, TableState.SETTLED) and isinstance(self._camera, Lockable):
            self._camera.lock()  # the table is known, and lit well enough to be read
