"""The empty tray, found by its colour: one even cloth around the middle, with straight edges at right angles."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.table import Point, TablePlane

MM_PER_PX = 1.0
REACH_MM = 450.0  # no tray is larger than this, from its middle
SEED_MM = 15.0
COLOUR_APART = 9.0  # steps in a and b of Lab; cloth in a rim's shadow keeps its colour
LIGHT_RANGE = (0.3, 1.8)  # of the middle's brightness
LEAST_MM, MOST_MM = 80.0, 700.0  # a tray's sides
FULL = 0.88  # of its rectangle that must be cloth


def propose_tray(picture: Picture, plane: TablePlane) -> tuple[Point, ...] | None:
    """The tray's corners in mm, clockwise from the upper left of the picture; None where no cloth stands out.

    The plane's origin must lie inside the tray. The tray should be empty.
    """
    flat = np.diag([1 / MM_PER_PX, -1 / MM_PER_PX, 1.0])
    flat[:2, 2] = REACH_MM / MM_PER_PX
    side = round(2 * REACH_MM / MM_PER_PX)
    warp = flat @ plane.px_to_mm
    view = cv2.warpPerspective(picture, warp, (side, side), flags=cv2.INTER_AREA)
    seen = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), warp, (side, side)) > 0
    lab = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    middle, reach = side // 2, round(SEED_MM / MM_PER_PX)
    seed = lab[middle - reach : middle + reach, middle - reach : middle + reach].reshape(-1, 3)
    light, a, b = (float(n) for n in np.median(seed, axis=0))
    like = (
        (np.hypot(lab[..., 1] - a, lab[..., 2] - b) < COLOUR_APART)
        & (lab[..., 0] > LIGHT_RANGE[0] * light)
        & (lab[..., 0] < LIGHT_RANGE[1] * light)
        & seen
    )
    cloth = cv2.morphologyEx(like.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    cloth = cv2.morphologyEx(cloth, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    labels = cv2.connectedComponents(cloth)[1]
    blob = (labels == labels[middle, middle]).astype(np.uint8)
    if not cloth[middle, middle]:
        return None
    return _rectangle(blob)


def _rectangle(blob: NDArray[np.uint8]) -> tuple[Point, ...] | None:
    outlines = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    box = cv2.minAreaRect(max(outlines, key=cv2.contourArea))
    sides = [side * MM_PER_PX for side in box[1]]
    if min(sides) < LEAST_MM or max(sides) > MOST_MM:
        return None
    if float(blob.sum()) * MM_PER_PX**2 < FULL * sides[0] * sides[1]:
        return None
    corners = cv2.boxPoints(box).astype(np.float64) * MM_PER_PX - REACH_MM
    return clockwise([(float(x), -float(y)) for x, y in corners])


def clockwise(corners: list[Point]) -> tuple[Point, ...]:
    """Four corners from the upper left on, as one sees them from above with y up."""
    middle_x = sum(x for x, _ in corners) / 4
    middle_y = sum(y for _, y in corners) / 4
    turn = sorted(corners, key=lambda c: -np.arctan2(c[1] - middle_y, c[0] - middle_x))
    first = min(range(4), key=lambda n: turn[n][0] - turn[n][1])
    return tuple((round(x, 1), round(y, 1)) for x, y in (*turn[first:], *turn[:first]))
