"""The die's footprint: the square of the board that it stands on, fitted to the outline that the camera sees.

A die has height, so its picture leans away from the camera. The outline of a cube with rounded edges is that of a
smaller sharp one, everywhere as much wider as the edges are round; the square whose cube has the outline that is
seen is the footprint.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, sin

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
_OUT = np.array([1.0, -1.0])
_CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
# The same below and above: across, down, whether above, and one for where the die stands.
_CUBE = np.column_stack([np.concatenate([_CORNERS, _CORNERS]), np.repeat([0.0, 1.0], 4), np.ones(8)])


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
        return _hull(cube(pose, *self.centre, float(np.radians(self.angle_deg)), self.size_mm))


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
        x, y, turn, grown = numbers.tolist()
        size = die_mm * exp(grown)
        seen = cube(pose, x, y, turn, size, ROUND)
        away = distance(seen[4:] if top else _hull(seen), points) - ROUND * size * scale
        return np.concatenate((away / NOISE_PX, (grown / SIZE_SPREAD,)))

    turns = [np.array([*start, turn, 0.0]) for turn in np.arange(STARTS) * np.pi / 2 / STARTS]
    steps = np.array([0.02, 0.02, 0.002, 0.002])
    guess = min(turns, key=lambda numbers: float(np.minimum(np.abs(off(numbers)), 6).sum()))
    (x, y, turn, grown), left = fit(off, guess, steps, 6, 1, outlier=4.0)
    misfit = left * NOISE_PX / scale
    return Footprint(
        (float(x), float(y)), float(np.degrees(turn) % 90), float(die_mm * np.exp(grown)), misfit
    )


def cube(pose: Pose, x: float, y: float, turn: float, size: float, rounded: float = 0.0) -> Points:
    """A die's corners less its rounding, in pixels: four below, and four above them. Every guess asks for them."""
    half, low = size * (0.5 - rounded), size * rounded
    c, s = half * cos(turn), half * sin(turn)
    stands = np.array([(c, s, 0, 0), (-s, c, 0, 0), (0, 0, 2 * low - size, 0), (x, y, -low, 1)])
    seen = _CUBE @ (stands @ pose.camera.T)
    return np.asarray(seen[:, :2] / seen[:, 2:])


def _hull(points: Points) -> Points:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def distance(hull: Points, points: Points) -> NDArray[np.float64]:
    """How far points are beyond a convex outline's nearest side; negative inside."""
    side = hull[_NEXT[len(hull)]] - hull
    (ax, ay), (bx, by) = side[:2].tolist()
    out = _OUT if ax * by > ay * bx else -_OUT  # which way round it runs
    across = side[:, ::-1] * out / (np.hypot(side[:, :1], side[:, 1:]) + 1e-9)
    return np.asarray((points @ across.T - np.einsum("ij,ij->i", hull, across)).max(axis=1))
