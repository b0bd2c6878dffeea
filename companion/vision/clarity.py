"""Can this picture be trusted? Faults of the camera and of the light, named before anything is read.

Black, blown out, out of focus and the same picture again stop the reading. Light that fades or flickers does not:
it is only told, since the dice may be read all the same. The measure is what the table looked like while all was
well. Focus is judged by the large picture, and only while something happens; the small one tells the rest.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Frame, Picture

Grid = NDArray[np.float32]

SAMPLE = (slice(None, None, 3), slice(None, None, 3))  # pixels that stand for all
BLACK = 5  # brightness that no part of a black picture has
BLOWN = 246  # and one that only parts have that are blown out: white paper in a good light has less
BLOWN_SHARE = 0.45  # of the picture
SAME_SECONDS = 1.0  # a living camera's noise changes every picture; one that hangs repeats it
CELLS = (8, 6)  # the picture in so many parts, across and down
FOCUS_WIDTH = 640  # pixels that focus is judged at
EDGE = 20.0  # how sharp an edge must be for its loss to tell anything
LOST_EDGE = 0.42  # of its sharpness: what is left of an edge where pips begin to run into each other
LOST_SHARE = 0.8  # of the parts with edges: a hand hides some, bad focus spoils all
FADED = 0.68  # of the usual light
FADED_SHARE = 0.4  # of the picture
FADE_SECONDS = 0.5  # that it lasts before it is told: a hand passes
GROWN_USED = 0.004  # share by which a frame at rest becomes the usual: half a minute, and it is
WAVE = 0.03  # share by which a part grows lighter and darker when it flickers
WAVES = 5  # turns between lighter and darker in LOOK_BACK seconds; a hand makes fewer
WAVE_SHARE = 0.5  # of the picture
LOOK_BACK = 1.2
TELL_SECONDS = 1.5  # that a hint stays after its reason was last seen


@dataclass(frozen=True, slots=True)
class View:
    """What is wrong with the picture, as message ids; "" when nothing is."""

    fault: str = ""  # nothing can be read
    hint: str = ""  # it can, but the players should know


class Clarity:
    """Judges the small pictures of one camera."""

    def __init__(self) -> None:
        self._usual: Grid | None = None  # brightness of each part
        self._edges: Grid | None = None  # strongest edges of each part, as a share of the brightness
        self._before: Grid | None = None  # brightness of each part on the frame before
        self._way = np.zeros(CELLS[::-1], np.int8)  # whether each part last grew lighter or darker
        # When which part turned from growing lighter to growing darker, or back.
        self._turns: deque[tuple[float, NDArray[np.bool_]]] = deque()
        self._turned = np.zeros(CELLS[::-1], np.int32)  # how often, in the time that is looked back
        self._faded_since: float | None = None
        self._hint, self._hint_at = "", -TELL_SECONDS

    def look(self, frame: Frame, quiet: bool) -> View:
        """Judge a frame. `quiet`: nothing changed since all was well, so focus needs no look."""
        small = frame.small
        if small.size == 0:
            return View()
        parts = _parts(small)
        if parts.max() < BLACK:
            return View("sight.black")
        if np.count_nonzero(parts >= BLOWN) > BLOWN_SHARE * parts.size:
            return View("sight.bright")
        hint = self._hint_of(parts, frame.at, quiet)
        if not quiet and self._blurred(frame.picture):
            return View("sight.blurred", hint)
        return View("", hint)

    def learn(self, frame: Frame) -> None:
        """The table was read just now: this is what it looks like when all is well."""
        edges = _edges(frame.picture)
        # A light that fades slowly and a lens that mists over must not become the measure of all things.
        self._edges = edges if self._edges is None else np.maximum(edges, 0.9 * self._edges)
        if self._usual is None:
            self._usual = _parts(frame.small)

    def hidden(self) -> None:
        """A hand or a card is in the picture: what it hides is not dark."""
        self._faded_since = None
        if self._hint == "sight.dim":
            self._hint = ""

    def forget(self) -> None:
        """Begin anew: the table is not what it was."""
        self._usual = self._edges = None

    def _hint_of(self, parts: Grid, at: float, quiet: bool) -> str:
        new = ""
        if self._flickers(parts, at):
            new = "sight.flicker"
        elif self._faded(parts, at, quiet):
            new = "sight.dim"
        if new:
            self._hint, self._hint_at = new, at
        return self._hint if at - self._hint_at < TELL_SECONDS else ""

    def _faded(self, parts: Grid, at: float, quiet: bool) -> bool:
        if self._usual is None or self._usual.shape != parts.shape:
            return False
        faded = float(np.mean(parts < FADED * self._usual)) >= FADED_SHARE
        if quiet:  # what lies before the lens is no light
            self._usual += (GROWN_USED if faded else 10 * GROWN_USED) * (parts - self._usual)
        self._faded_since = (self._faded_since if self._faded_since is not None else at) if faded else None
        return self._faded_since is not None and at - self._faded_since >= FADE_SECONDS

    def _flickers(self, parts: Grid, at: float) -> bool:
        """Do many parts grow lighter and darker, and lighter again, together or in bands?"""
        before, self._before = self._before, parts
        if before is None:
            return False
        step = (parts - before) / np.maximum(before, 4.0)
        way = (step > WAVE).astype(np.int8) - (step < -WAVE).astype(np.int8)
        turned = way * self._way < 0
        self._way = np.where(way != 0, way, self._way)
        self._turns.append((at, turned))
        self._turned += turned
        while at - self._turns[0][0] > LOOK_BACK:
            self._turned -= self._turns.popleft()[1]
        return bool(np.count_nonzero(self._turned >= WAVES) >= WAVE_SHARE * self._turned.size)

    def _blurred(self, picture: Picture) -> bool:
        if self._edges is None:
            return False
        now = _edges(picture)
        if now.shape != self._edges.shape:
            return False
        telling = self._edges >= EDGE
        if int(telling.sum()) < 4:
            return False
        return float(np.mean(now[telling] < LOST_EDGE * self._edges[telling])) >= LOST_SHARE


class Repeats:
    """Tells a camera that hangs: the same picture again and again, which a living one never sends."""

    def __init__(self) -> None:
        self._before: Picture | None = None
        self._since = 0.0

    def again(self, frame: Frame) -> bool:
        """Is this picture, to the last bit, the one before it? It tells nothing new then."""
        before, self._before = self._before, frame.small
        if before is not None and not frame.still and _equal(before, frame.small):
            return True
        self._since = frame.at
        return False

    def hangs(self, at: float) -> bool:
        return at - self._since >= SAME_SECONDS


def _equal(a: Picture, b: Picture) -> bool:
    """A few pixels tell nearly always; only where they do not, all are compared."""
    return np.array_equal(a[::16, ::16], b[::16, ::16]) and np.array_equal(a, b)


def _parts(small: Picture) -> Grid:
    """The brightness of each part: of green, which every light has."""
    sample = np.ascontiguousarray(small[SAMPLE][:, :, 1])
    return np.asarray(cv2.resize(sample, CELLS, interpolation=cv2.INTER_AREA), np.float32)


def _edges(picture: Picture) -> Grid:
    """How sharp the sharpest edge of each part is, in a picture of medium brightness."""
    size = (FOCUS_WIDTH, max(CELLS[1] * 2, picture.shape[0] * FOCUS_WIDTH // picture.shape[1]))
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    bright = float(np.median(grey[::8, ::8])) + 4.0
    bend = cv2.convertScaleAbs(cv2.Laplacian(cv2.blur(grey, (2, 2)), cv2.CV_16S), alpha=80.0 / bright)
    # One pixel is noise, no edge.
    half = np.asarray(cv2.resize(bend, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA))
    across, down = CELLS
    high, wide = half.shape[0] // down, half.shape[1] // across
    tiles = half[: high * down, : wide * across].reshape(down, high, across, wide)
    return np.asarray(tiles.max(axis=(1, 3)), np.float32)
