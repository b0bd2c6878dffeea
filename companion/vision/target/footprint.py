"""The die's footprint: the square of the board that it stands on, fitted to the outline that the camera sees.

A die has height, so its picture leans away from the camera. The outline of a cube with rounded edges is that of a
smaller sharp one, everywhere as much wider as the edges are round; the square whose cube has the outline that is
seen is the footprint.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.target.fitting import Vector, fit
from companion.vision.target.pose import Points, Pose

ROUND = 0.1  # radius of the edges against the die's size
SIZE_SPREAD = 0.02  # of the logarithm of a die's size, about the one that is known
POINTS = 56  # of the outline that are fitted
NOISE_PX = 0.5
STARTS = 6
_NEXT = [np.roll(np.arange(count), -1) for count in range(12)]
_CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


@dataclass(frozen=True)
class Footprint:
    """Where a die stands."""

    centre: tuple[float, float]  # mm
    angle_deg: float  # 0 to 90
    size_mm: float
    misfit_mm: float  # how far the outline is from a flat die's

    def corners(self) -> Points:
        return corners(np.array(self.centre), np.radians(self.angle_deg), self.size_mm)

    def outline(self, pose: Pose) -> Points:
        """The die's whole outline in pixels."""
        return _hull(pose, np.array(self.centre), np.radians(self.angle_deg), self.size_mm, 0.0)


def corners(centre: Points, angle: float, size: float) -> Points:
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(centre + size / 2 * _CORNERS @ np.array([[c, s], [-s, c]]))


def stand(
    outline: Points, pose: Pose, die_mm: float, start: Points | None = None, top: bool = False
) -> Footprint:
    """The footprint of the die with this outline in pixels; `start` is about where it stands.

    With `top` it is the outline of the top face alone: the sides may look like the board in the shade.
    """
    points = outline[:: max(1, len(outline) // POINTS)]
    if start is None:
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        start = pose.to_mm(middle, die_mm if top else die_mm / 2)
    small, large = pose.px_per_mm(start)
    scale = float(np.sqrt(small * large))

    def off(numbers: Vector) -> Vector:
        size = die_mm * np.exp(numbers[3])
        hull = _hull(pose, numbers[:2], numbers[2], size, ROUND, top)
        away = distance(hull, points) - ROUND * size * scale
        return np.concatenate([away / NOISE_PX, [numbers[3] / SIZE_SPREAD]])

    turns = [np.array([*start, turn, 0.0]) for turn in np.arange(STARTS) * np.pi / 2 / STARTS]
    steps = np.array([0.02, 0.02, 0.002, 0.002])
    guess = min(turns, key=lambda numbers: float(np.minimum(np.abs(off(numbers)), 6).sum()))
    (x, y, turn, grown), left = fit(off, guess, steps, 6, 1, outlier=4.0)
    misfit = left * NOISE_PX / scale
    return Footprint(
        (float(x), float(y)), float(np.degrees(turn) % 90), float(die_mm * np.exp(grown)), misfit
    )


def _hull(pose: Pose, centre: Points, turn: float, size: float, rounded: float, top: bool = False) -> Points:
    """The outline of a die, or of its top face, less its rounding, in pixels and in order."""
    square = corners(np.asarray(centre), turn, size * (1 - 2 * rounded))
    high = pose.to_px(square, size * (1 - rounded))
    if top:
        return high
    low = pose.to_px(square, size * rounded)
    return np.asarray(cv2.convexHull(np.concatenate([low, high]).astype(np.float32))[:, 0], np.float64)


def distance(hull: Points, points: Points) -> NDArray[np.float64]:
    """How far points are beyond a convex outline's nearest side; negative inside."""
    after = hull[_NEXT[len(hull)]]
    side = after - hull
    across = np.stack([side[:, 1], -side[:, 0]], axis=1) / (
        np.sqrt((side * side).sum(axis=1))[:, None] + 1e-9
    )
    away = points @ across.T - (hull * across).sum(axis=1)
    turned = side[0, 0] * side[1, 1] - side[0, 1] * side[1, 0]  # which way round it runs
    return np.asarray(away.max(axis=1) if turned > 0 else (-away).max(axis=1))
