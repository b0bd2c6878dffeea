"""A footprint made exact: every pixel near the die must look like one of its faces or like the board.

The faces that the camera sees have one colour each, told from a first footprint. Then the footprint is moved,
turned and sized until the fewest pixels contradict it. Where a side looks like the board in the shade, the other
faces still tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.target.cover import CONTRADICTION, FINER, Closer
from companion.vision.target.footprint import SIZE_SPREAD, Footprint, cube
from companion.vision.target.pose import Points, Pose

MARKED = 12.0  # likewise, for pixels within a face: a mark may be there
AROUND = 0.2  # of a die's length, each way: how far it may be moved before it is known exactly
ENOUGH = 300  # pixels tell a face's colour
STEPS = (0.8, 0.45, 0.25)  # mm, for one sweep each
_SHIFT = 4
# The corners of the top face and of the sides: 0 to 3 are below, 4 to 7 above them.
_QUADS = np.array([(4, 5, 6, 7), *((4 + (n + 1) % 4, 4 + n, n, (n + 1) % 4) for n in range(4))])
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Faces:
    """The costs of calling each pixel a part of a face, against calling it board."""

    pose: Pose
    sides: tuple[int, ...]  # top and the sides that are seen, as `_QUADS` counts
    costs: tuple[Floats, ...]  # of each of them, for the pixels near it
    near: NDArray[np.int64]  # the first of these pixels in the picture, × FINER
    die_mm: float
    noise: float

    @staticmethod
    def of(look: Closer, pose: Pose, first: Footprint, die_mm: float, shading: float) -> Faces:
        """`shading` is the share by which a side may be darker at its foot, and brighter at its top."""
        quads = cube(pose, *first.centre, float(np.radians(first.angle_deg)), first.size_mm)[_QUADS]
        (left, top), low, high = FINER * np.array([look.x, look.y]), *_near(look, quads)
        middles = quads.mean(axis=1, keepdims=True)
        inner = _drawn(low, middles + 0.7 * (quads - middles))
        sides, costs = [], []
        for number, quad in enumerate(quads):
            if number and not _faces_eye(quad):
                continue
            (x0, y0), (x1, y1) = low[number] - (left, top), high[number] - (left, top)
            large, board = (layer[y0:y1, x0:x1] for layer in look.finer)
            mask = np.zeros(board.shape, np.uint8)
            cv2.fillConvexPoly(mask, inner[number], 255, cv2.LINE_8, _SHIFT)
            inside = cv2.findNonZero(mask)
            if number and (inside is None or len(inside) < 6 * FINER * FINER):
                continue  # seen too flat to have a colour
            colour = _usual(large, inside[:, 0]) if inside is not None else np.zeros(3)
            most = np.full(board.shape, CONTRADICTION, np.float32)
            cv2.fillConvexPoly(most, inner[number], MARKED, cv2.LINE_8, _SHIFT)
            unlike = cv2.min(_unlike(large, colour, shading if number else 0.0), most)
            costs.append(np.asarray(cv2.subtract(cv2.multiply(unlike, unlike), board), np.float32))
            sides.append(number)
        return Faces(pose, tuple(sides), tuple(costs), low, die_mm, 8.0 * CONTRADICTION**2)

    def cost(self, numbers: NDArray[np.float64]) -> float:
        """How much the pixels contradict a footprint: x, y, turn, size."""
        x, y, turn, size = numbers.tolist()
        quads = _drawn(self.near, cube(self.pose, x, y, turn, size)[_QUADS])
        total = 0.0
        for number, costs in zip(self.sides, self.costs, strict=True):
            mask = np.zeros(costs.shape, np.uint8)
            cv2.fillConvexPoly(mask, quads[number], 255, cv2.LINE_8, _SHIFT)
            total += cv2.mean(costs, mask)[0] * cv2.countNonZero(mask)
        known = log(size / self.die_mm) / SIZE_SPREAD
        return total / FINER**2 + self.noise * known**2


def sharpen(
    look: Closer,
    pose: Pose,
    first: Footprint,
    die_mm: float,
    steps: tuple[float, ...] = STEPS,
    shading: float = 0.0,
) -> tuple[Footprint, float]:
    """The footprint that contradicts the fewest pixels, near a first one; and its cost."""
    faces = Faces.of(look, pose, first, die_mm, shading)
    numbers = np.array([*first.centre, np.radians(first.angle_deg), first.size_mm])
    way = np.asarray(first.centre) - pose.eye[:2]
    way /= np.linalg.norm(way) + 1e-9
    ways = [
        np.array([way[0], way[1], 0, 0]),
        np.array([-way[1], way[0], 0, 0]),
        np.array([0, 0, 1.4 / die_mm, 0]),
        np.array([0, 0, 0, 0.5]),
    ]
    here = faces.cost(numbers)
    for step in steps:
        for move in ways:
            before, after = (faces.cost(numbers + sign * step * move) for sign in (-1, 1))
            bend = before - 2 * here + after
            best = 0.5 * (before - after) / bend if bend > 1e-6 else (1.0 if after < before else -1.0)
            there = numbers + np.clip(best, -1.6, 1.6) * step * move
            tried = [(here, numbers), (before, numbers - step * move), (after, numbers + step * move)]
            tried.append((faces.cost(there), there))
            here, numbers = min(tried, key=lambda item: item[0])
    x, y, turn, size = (float(n) for n in numbers)
    return Footprint((x, y), float(np.degrees(turn) % 90), size, first.misfit_mm), here


def _usual(seen: Floats, places: NDArray[Any]) -> NDArray[np.float64]:
    """The colour in the middle of those at these places; some of them are enough."""
    x, y = places[:: max(1, len(places) // ENOUGH)].T
    return np.asarray(np.sort(seen[y, x], axis=0)[len(x) // 2], np.float64)


def _unlike(seen: Floats, colour: NDArray[np.float64], shading: float) -> Floats:
    """How far pixels are from a colour, which may be darker or brighter by this share."""
    if shading:
        share = cv2.transform(seen, (colour / (colour @ colour + 1e-3)).reshape(1, 3))
        share = np.clip(share, 1 - shading, 1 + shading).astype(np.float32)
        like = cv2.merge([share * np.float32(part) for part in colour])
        blue, green, red = cv2.split(cv2.absdiff(seen, like))
    else:
        blue, green, red = cv2.split(cv2.absdiff(seen, np.array([*colour, 0.0])))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _faces_eye(quad: Points) -> bool:
    (ax, ay), (bx, by) = quad[1] - quad[0], quad[2] - quad[1]
    return bool(ax * by - ay * bx > 0)


def _near(look: Closer, quads: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The finer pixels in which each face can be: the first, and the one after the last."""
    room = AROUND * float((quads.max(axis=(0, 1)) - quads.min(axis=(0, 1))).max())
    first = FINER * np.array([look.x, look.y])
    end = first + look.finer[1].shape[::-1]
    low = np.clip((FINER * (quads.min(axis=1) - room)).astype(np.int64), first, end - 1)
    high = np.clip((FINER * (quads.max(axis=1) + room)).astype(np.int64) + 2, low + 1, end)
    return low, high


def _drawn(near: NDArray[np.int64], quads: Points) -> NDArray[np.int32]:
    """Faces as OpenCV draws them on the finer pixels near each."""
    local = FINER * (quads + 0.5) - 0.5 - near[:, None]
    return np.rint(local * (1 << _SHIFT)).astype(np.int32)
