"""What lies on the board: where the picture is not the empty board, and how much so.

A shadow is the board itself, darker; it does not count. What remains are dice, as patches on the flat board first
and then, pixel by pixel, in the picture itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.finder import Box
from companion.vision.target.empty import EmptyBoard, Floats
from companion.vision.target.places import Points
from companion.vision.target.pose import Pose

DEEPEST_SHADOW = 0.3  # of the light that is left in it
BRIGHTER = 1.06  # than the empty board may be, and still be it
STANDS_OUT = 16.0  # brightness steps
PATCH_MM2 = (50.0, 9000.0)  # of the flat board that a die, or a heap of them, may cover
COARSER = 2  # patches are looked for on a flat board so much coarser
UNKNOWN = (
    12.0  # brightness steps, for what lies beside the board: it speaks neither for a die nor against one
)
ASIDE = 0.7  # pixels of the flat board


@dataclass(frozen=True, eq=False)
class Bare:
    """The empty board in the light of the picture."""

    board: Floats

    def apart(self, seen: Picture, spots: Floats, aside: float) -> Floats:
        """How far colours are from the board's, in light or in shadow: brightness steps.

        `spots` are the pixels of the flat board to compare with. Lines are never exactly where they are thought to
        be, so a pixel that looks like the board a little `aside` is board, too.
        """
        now = seen.astype(np.float32)
        best: Floats | None = None
        for dx, dy in ((0.0, 0.0), (aside, 0.0), (-aside, 0.0), (0.0, aside), (0.0, -aside)):
            x, y = spots[..., 0] + np.float32(dx), spots[..., 1] + np.float32(dy)
            board = cv2.remap(self.board, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            off = _apart(now, np.asarray(board, np.float32))
            best = off if best is None else np.minimum(best, off)
        assert best is not None
        return best


def _apart(seen: Floats, board: Floats) -> Floats:
    share = np.einsum("...i,...i->...", seen, board) / (np.einsum("...i,...i->...", board, board) + 1e-3)
    share = np.clip(share, DEEPEST_SHADOW, BRIGHTER)[..., None]
    return np.asarray(np.abs(seen - share * board).max(axis=-1))


@dataclass(frozen=True)
class Patch:
    """A patch of the flat board that something covers."""

    corners: Points  # of the box around it, in mm
    middle: Points
    mm2: float


def patches(flat: Picture, bare: Bare, empty: EmptyBoard) -> list[Patch]:
    """The largest first."""
    some = (slice(None, None, COARSER), slice(None, None, COARSER))
    out = (_apart(flat[some].astype(np.float32), bare.board[some]) > STANDS_OUT) & empty.known[some]
    mask = cv2.morphologyEx(out.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))  # no lines
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, about, _ = cv2.connectedComponentsWithStats(mask)
    height, width = mask.shape
    left, top, right, bottom = empty.span
    mm = np.array([(right - left) / width, (bottom - top) / height])
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


def closer(picture: Picture, box: Box, room: float, pose: Pose, empty: EmptyBoard, bare: Bare) -> Closer:
    """Look at the part of the picture in this box, and `room` pixels around it."""
    height, width = picture.shape[:2]
    x0, y0 = max(0, int(box[0] - room)), max(0, int(box[1] - room))
    x1, y1 = min(width, int(box[2] + room) + 2), min(height, int(box[3] + room) + 2)
    seen = picture[y0:y1, x0:x1]
    pixels = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1).astype(np.float64)
    spots = empty.spots(pose.to_mm(pixels)).astype(np.float32)
    off = bare.apart(seen, spots, ASIDE)
    known = cv2.remap(empty.known.astype(np.uint8), spots[..., 0], spots[..., 1], cv2.INTER_NEAREST) > 0
    off[~known] = UNKNOWN
    cover = _cover(off)
    cover[~known] = 0
    return Closer(x0, y0, seen, off, cover)


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
