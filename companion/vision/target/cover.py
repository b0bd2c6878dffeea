"""What lies on the board: where the picture is not the empty board, and how much so.

A shadow is the board itself, darker; it does not count. What remains are dice, as patches on the flat board first
and then, pixel by pixel, in the picture itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.finder import Box
from companion.vision.target.empty import COARSER, EmptyBoard, Floats, coarse, spread_light
from companion.vision.target.places import Points
from companion.vision.target.pose import Pose

DEEPEST_SHADOW = 0.3  # of the light that is left in it
BRIGHTER = 1.06  # than the empty board may be, and still be it
STANDS_OUT = 16.0  # brightness steps
NOTICED = 10.0  # likewise for whole patches, in which noise and thin lines are blurred away
PATCH_MM2 = (30.0, 9000.0)  # of the flat board that a die, or a heap of them, may cover
UNKNOWN = (
    12.0  # brightness steps, for what lies beside the board: it speaks neither for a die nor against one
)
ASIDE = 0.7  # pixels of the flat board, or of the picture where that is coarser
ASTRAY = (
    1.0,
    0.5,
)  # pixels that an owner's picture of the board may be off, looked for coarsely and then finely
SMOOTH = 0.7  # pixels of the picture
CONTRADICTION = 28.0  # brightness steps: a pixel that differs by more contradicts no more than that
FINER = 2
_EDGE = cv2.BORDER_REPLICATE
_SUM = np.ones((1, 3), np.float32)


@dataclass(frozen=True, eq=False)
class Bare:
    """The empty board in the light of the picture."""

    empty: EmptyBoard
    light: Floats  # gains, coarsely over the board

    def coarse(self) -> Floats:
        """The flat board, coarser and blurred."""
        some = self.empty.coarse
        return np.asarray(cv2.multiply(some, spread_light(self.light, some.shape)), np.float32)

    def apart(self, seen: Picture, spots: Points) -> tuple[Floats, Floats]:
        """How far colours are from the board's, in light or in shadow: brightness steps. And the board, lit.

        `spots` leads from pixels to those of the flat board to compare with. Lines are never exactly where they are
        thought to be, so a pixel that looks like the board a little ASIDE is board, too.
        """
        now = seen.astype(np.float32)
        across, down = np.array(self.light.shape[1::-1]) / np.array(self.empty.flat.shape[1::-1])
        coarser = np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1]])
        light = _warped(self.light, coarser @ spots, seen)
        board = _warped(self.empty.flat, spots, seen)
        if self.empty.neutral:
            board = _through_a_lens(np.asarray(board, np.uint8))
        here = np.asarray(cv2.multiply(board.astype(np.float32), light), np.float32)
        if not self.empty.neutral:
            here = _aligned(now, here)
        best = _apart(now, here)
        for right, down in _asides(spots, seen):
            best = np.asarray(cv2.min(best, _apart(now, _shifted(here, right, down))), np.float32)
        return best, here


def _warped(flat: NDArray[Any], spots: Points, seen: Picture) -> NDArray[Any]:
    """A flat board as the camera sees it; `spots` leads from pixels of the picture to its own."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(flat, spots, seen.shape[1::-1], flags=flags, borderMode=_EDGE)


def _through_a_lens(drawn: Picture) -> Picture:
    """A drawing is sharper than any lens, and cameras keep colours more coarsely than light."""
    light, *colours = cv2.split(cv2.cvtColor(drawn, cv2.COLOR_BGR2YCrCb))
    soft = [
        cv2.GaussianBlur(light, (0, 0), SMOOTH),
        *(cv2.GaussianBlur(c, (0, 0), 2 * SMOOTH) for c in colours),
    ]
    return np.asarray(cv2.cvtColor(cv2.merge(soft), cv2.COLOR_YCrCb2BGR), np.uint8)


def _aligned(seen: Floats, board: Floats) -> Floats:
    """The board moved a little, so that it covers what is seen of it.

    An owner's board is found by its rings, which tell its turn less well than markers do.
    """

    def unlike(at: tuple[float, float]) -> float:
        return float(np.minimum(_apart(seen, _shifted(board, *at)), STANDS_OUT).mean())

    best = (0.0, 0.0)
    for step in ASTRAY:
        x, y = best
        best = min(((x + i * step, y + j * step) for i in (0, -1, 1) for j in (0, -1, 1)), key=unlike)
    return _shifted(board, *best)


def _shifted(board: Floats, right: float, down: float) -> Floats:
    shift = np.array([[1, 0, right], [0, 1, down]])
    return np.asarray(cv2.warpAffine(board, shift, board.shape[1::-1], borderMode=_EDGE), np.float32)


def _asides(spots: Points, seen: Picture) -> list[tuple[float, float]]:
    """Pixels of the picture that are as good as none, each way along its rows and columns."""
    y, x = (n // 2 for n in seen.shape[:2])
    places = np.array([(x, y, 1), (x - 1, y, 1), (x, y - 1, 1)]) @ spots.T
    here, *others = places[:, :2] / places[:, 2:]
    right, down = (ASIDE * max(1.0, 1.0 / (float(np.hypot(*(here - other))) + 1e-6)) for other in others)
    return [(right, 0.0), (-right, 0.0), (0.0, down), (0.0, -down)]


def _apart(seen: Floats, board: Floats) -> Floats:
    along = cv2.transform(cv2.multiply(seen, board), _SUM)
    share = cv2.divide(along, cv2.transform(cv2.multiply(board, board), _SUM) + np.float32(1e-3))
    np.clip(share, DEEPEST_SHADOW, BRIGHTER, out=share)
    shaded = cv2.multiply(board, cv2.merge([share, share, share]))
    blue, green, red = cv2.split(cv2.absdiff(seen, shaded))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


@dataclass(frozen=True)
class Patch:
    """A patch of the flat board that something covers."""

    corners: Points  # of the box around it, in mm
    middle: Points
    mm2: float


def patches(flat: Picture, bare: Bare) -> list[Patch]:
    """The largest first."""
    empty = bare.empty
    some = (slice(None, None, COARSER), slice(None, None, COARSER))
    out = (_apart(coarse(flat), bare.coarse()) > NOTICED) & empty.known[some]
    mask = cv2.morphologyEx(out.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))  # no lines
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, about, _ = cv2.connectedComponentsWithStats(mask)
    height, width = flat.shape[:2]
    left, top, right, bottom = empty.span
    mm = COARSER * np.array([(right - left) / width, (bottom - top) / height])
    found = []
    for number in range(1, count):
        x, y, wide, high, area = (int(n) for n in about[number])
        size = area * float(mm.prod())
        if PATCH_MM2[0] <= size <= PATCH_MM2[1]:
            box = np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]) * mm + (left, top)
            found.append(Patch(box, box.mean(axis=0), size))
    return sorted(found, key=lambda patch: -patch.mm2)


@dataclass(frozen=True, eq=False)
class Closer:
    """A part of the picture around a patch, and how much each pixel is not the board: 0 to 1, a half at the edge."""

    x: int
    y: int
    seen: Picture
    off: Floats  # how far each pixel is from the board's colours
    cover: Floats
    known: NDArray[np.bool_]  # where there is board
    change: Floats  # what is seen, less the board in full light where there is one
    core: Box  # of the picture: what is looked for has its middle in here

    @cached_property
    def board(self) -> NDArray[np.uint8]:
        """Where there is board: 1."""
        return self.known.astype(np.uint8)

    @cached_property
    def finer(self) -> tuple[Floats, Floats]:
        """FINER pixels: what is seen, and how much each contradicts the board."""
        seen = cv2.resize(self.seen, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
        off = cv2.resize(self.off, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
        return seen.astype(np.float32), np.asarray(np.minimum(off, CONTRADICTION) ** 2, np.float32)


def closer(picture: Picture, box: Box, room: float, pose: Pose, bare: Bare) -> Closer:
    """Look at the part of the picture in this box, and `room` pixels around it."""
    height, width = picture.shape[:2]
    x0, y0 = max(0, int(box[0] - room)), max(0, int(box[1] - room))
    x1, y1 = min(width, int(box[2] + room) + 2), min(height, int(box[3] + room) + 2)
    seen = picture[y0:y1, x0:x1]
    from_corner = np.array([(1, 0, x0), (0, 1, y0), (0, 0, 1)])
    spots = bare.empty.from_mm @ np.linalg.inv(pose.plane()) @ from_corner
    off, board = bare.apart(seen, spots)
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    known = cv2.warpPerspective(bare.empty.there, spots, seen.shape[1::-1], flags=flags) > 0
    off[~known] = UNKNOWN
    cover = _cover(off)
    cover[~known] = 0
    soft = cv2.GaussianBlur(seen, (0, 0), SMOOTH).astype(np.float32)
    change = np.where(known[..., None], soft - board, soft)
    left, top, right, bottom = box
    core = (left - room / 2, top - room / 2, right + room / 2, bottom + room / 2)
    return Closer(x0, y0, seen, off, cover, known, change, core)


def _cover(off: Floats) -> Floats:
    """Half of what the die's own pixels differ by is its edge: there a pixel is half die, half board."""
    core = off[off > STANDS_OUT]
    usual = float(np.clip(np.median(core), 2 * STANDS_OUT, 80.0)) if core.size else 2 * STANDS_OUT
    return np.asarray(np.clip(off / usual, 0, 1), np.float32)


def outlines(cover: Floats, finer: int = 3) -> list[NDArray[np.float64]]:
    """The lines along which something covers half of a pixel, the longest first; in pixels of `cover`."""
    large = cv2.resize(cover, None, fx=finer, fy=finer, interpolation=cv2.INTER_LINEAR)
    large = cv2.GaussianBlur(large, (0, 0), 0.5 * finer)
    contours, _ = cv2.findContours((large > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    lines = [(contour[:, 0] + 0.5) / finer - 0.5 for contour in contours if len(contour) > 8 * finer]
    return sorted(lines, key=len, reverse=True)
