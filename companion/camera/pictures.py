"""Pictures from files, shown one after the other as if a camera looked at each for a while."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.camera.source import CameraError, Frame, Picture
from companion.camera.tidy import small_of, tidy
from companion.files import read_at_most

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
FRAMES_A_SECOND = 15.0
LARGEST_FILE = 400_000_000  # bytes; no photo is larger


class Pictures:
    """A folder of pictures in the order of their names, or a list of files.

    In a folder, a file that cannot be read is left out and named in `broken`; a file that was asked for by
    its name must be readable. After the last picture there are no more frames.
    """

    name = "pictures"

    def __init__(
        self, source: str | Path | Sequence[str | Path], *, seconds_each: float = 2.0, realtime: bool = True
    ) -> None:
        self._source = source
        self._each = max(1, round(seconds_each * FRAMES_A_SECOND))
        self._realtime = realtime
        self.broken: list[Path] = []
        self.ended = False
        self._paths: list[Path] = []
        self._named = False
        self._shown: Picture | None = None
        self._left = 0
        self._number = 0
        self._began: float | None = None

    def open(self) -> None:
        if self._paths and not self.ended:
            return
        if isinstance(self._source, str | Path):
            folder = Path(self._source)
            self._named = folder.is_file()
            self._paths = [folder] if self._named else _pictures_in(folder)
        else:
            self._named = True
            self._paths = [Path(path) for path in self._source]
            if not self._paths:
                raise CameraError("No pictures were given. Name at least one file.")
        self._number, self._left, self.ended, self._began, self.broken = 0, 0, False, None, []

    def read(self, timeout: float) -> Frame | None:
        if not self._paths and not self.ended:
            raise CameraError("The pictures are not open. Open them before frames are read.")
        if not self._wait(timeout):
            return None
        if self._left == 0 and not self._next():
            return None
        assert self._shown is not None
        self._left -= 1
        at = self._number / FRAMES_A_SECOND + (self._began or 0.0)
        self._number += 1
        return Frame(self._number, at, self._shown, small_of(self._shown), still=True)

    def close(self) -> None:
        self._paths, self._shown = [], None

    def _wait(self, timeout: float) -> bool:
        """Keep the pace. False when the next frame is not due in time."""
        if self.ended:
            time.sleep(max(0.0, timeout) if self._realtime else 0.0)
            return False
        if self._realtime:
            if self._began is None:
                self._began = time.monotonic()
            wait = self._began + self._number / FRAMES_A_SECOND - time.monotonic()
            time.sleep(max(0.0, min(wait, timeout)))
            return wait <= timeout
        return True

    def _next(self) -> bool:
        """Take up the next picture that can be read."""
        while self._paths:
            path = self._paths.pop(0)
            try:
                self._shown = load_picture(path)
            except CameraError:
                if self._named:
                    raise
                self.broken.append(path)
                continue
            self._left = self._each
            return True
        self.ended = True
        if self._shown is None:
            names = ", ".join(path.name for path in self.broken[:5])
            raise CameraError(f"None of the pictures in {self._source} can be read: {names}.")
        return False


def load_picture(path: Path) -> Picture:
    """One file as a picture, the right way up. Raises CameraError that names the file."""
    try:
        data = np.frombuffer(read_at_most(path, LARGEST_FILE), np.uint8)
    except FileNotFoundError:
        raise CameraError(f"There is no picture {path}. Check the name.") from None
    except OSError as problem:
        raise CameraError(f"The picture {path} cannot be opened: {problem.strerror}.") from None
    picture = None
    if len(data):
        try:
            # Colour and depth as they are; the way the camera was held is taken from the file's notes.
            picture = cv2.imdecode(data, cv2.IMREAD_ANYDEPTH | cv2.IMREAD_COLOR)
        except cv2.error:
            picture = None
    if picture is None:
        raise CameraError(f"{path} is not a picture that can be read. Save it again as JPEG or PNG.")
    return tidy(picture)


def _pictures_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise CameraError(f"There is no folder {folder}. Check the name.")
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS)
    if not found:
        raise CameraError(f"There are no pictures in {folder}. Put JPEG or PNG files there.")
    return found
