"""How a die lies: its place and size on the table, and whether its picture is that of a die lying flat.

From the box in the picture we fit a die of the same solid lying flat on the plane: the fit gives the place
below the die's middle and the length of its edge. A die that leans on another may have an outline no flat die
has, or one that is too large for the dice it was thrown with; `above.py` tells the others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dice import Shape
from companion.vision.finder import Box
from companion.vision.table import Point, TablePlane

FIRST_GUESS_MM = 16.0  # the most common die
ROUNDS = 3  # of fitting; the third changes less than a tenth of a millimetre

_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)])
_RING = np.linspace(0, 2 * math.pi, 16, endpoint=False)
_HEIGHT = {Shape.D6: 1.0}  # of the top face, in sizes
_ROUND_HEIGHT = 0.83
# A d12 and its like: nearly as high as wide, widest in the middle.
_ROUND = np.array([(math.cos(a) / 2, math.sin(a) / 2, 0.5) for a in _RING])


@dataclass(frozen=True, slots=True)
class Lying:
    """A flat die fitted to a box."""

    place_mm: Point
    size_mm: float  # a d6's edge, the width of another solid
    angle_deg: float  # on the table
    misfit: float  # how far the box's proportions are from the flat die's: 0.1 is ten per cent


def fit(plane: TablePlane, box: Box, angle_deg: float, shape: Shape) -> Lying:
    """The flat die whose outline comes nearest to this box."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    width, height = max(1e-6, box[2] - box[0]), max(1e-6, box[3] - box[1])
    turned = _on_table(plane, middle, angle_deg)
    size = FIRST_GUESS_MM if plane.known else (width + height) / 2
    place = plane.at_height(plane.to_mm(*middle), size / 2)
    wide, high = width, height
    for _ in range(ROUNDS):
        outline = flat_outline(plane, place, size, turned, shape)
        low, top = outline.min(axis=0), outline.max(axis=0)
        wide, high = float(top[0] - low[0]), float(top[1] - low[1])
        size *= math.sqrt(width * height / (wide * high))
        off = plane.to_mm(*((low + top) / 2))
        seen = plane.to_mm(*middle)
        place = (place[0] + seen[0] - off[0], place[1] + seen[1] - off[1])
    misfit = abs(math.log((width / wide) / (height / high)))
    return Lying(place, size, turned, misfit)


def top_height(size: float, shape: Shape) -> float:
    """How high the top face of a flat die is."""
    return size * _HEIGHT.get(shape, _ROUND_HEIGHT)


def flat_outline(
    plane: TablePlane, place: Point, size: float, angle_deg: float, shape: Shape
) -> NDArray[np.float64]:
    """Corners, in pixels, of a die that lies flat at this place."""
    solid = (_CORNERS if shape is Shape.D6 else _ROUND) * size
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    x = place[0] + cos * solid[:, 0] - sin * solid[:, 1]
    y = place[1] + sin * solid[:, 0] + cos * solid[:, 1]
    return in_picture(plane, np.stack([x, y, solid[:, 2]], axis=1))


def in_picture(plane: TablePlane, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points over the table, in pixels; where the camera hangs must be known to tell how high they seem."""
    x, y, z = points_mm.T
    if plane.camera_mm is not None:
        above_x, above_y, above = plane.camera_mm
        lean = above / np.maximum(1e-6, above - z)
        x, y = above_x + (x - above_x) * lean, above_y + (y - above_y) * lean
    mm_to_px = np.linalg.inv(plane.px_to_mm)
    u, v, w = mm_to_px @ np.stack([x, y, np.ones_like(x)])
    return np.stack([u / w, v / w], axis=1)


def _on_table(plane: TablePlane, middle: Point, angle_deg: float) -> float:
    """The picture's angle as the table's, 0 to 90 degrees."""
    along = (
        middle[0] + 10 * math.cos(math.radians(angle_deg)),
        middle[1] + 10 * math.sin(math.radians(angle_deg)),
    )
    here, there = plane.to_mm(*middle), plane.to_mm(*along)
    return math.degrees(math.atan2(there[1] - here[1], there[0] - here[0])) % 90
