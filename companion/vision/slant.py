"""How a photo looks down on its table, told by all its dice together.

Seen aslant, a d12 shows the players one of its sides as squarely as its top, and nothing in the crop tells which is
which. But one camera sees all dice of a photo, so their top faces lie off the middles of the dice in one way: away
from the point straight below the camera. Each die has a vote; the one that disagrees is looked at again there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import Box

Tops = NDArray[np.float64]  # of each die, from its box's middle to its top face's, in longer sides of the box

FOCAL = 1.15  # of a usual phone or webcam, in longer sides of the picture
HEIGHT = (
    0.4  # of the top face above the die's middle, in longer sides of its box; much the same for every solid
)
TOLERANCE = 0.2  # a die whose top face is farther off has no more to say
UPRIGHT = 0.03  # what a photo on its side costs: most are taken with the far end of the table up

_SLANTS, _ROLLS = np.meshgrid(
    np.radians(np.arange(0, 71, 2.5)), np.radians(np.arange(-180, 180, 15)), indexing="ij"
)
# Straight down, as each camera that is tried would see it: right, down and forward in its picture.
_DOWN = np.stack(
    [np.sin(_SLANTS) * np.sin(_ROLLS), np.sin(_SLANTS) * np.cos(_ROLLS), np.cos(_SLANTS)], axis=-1
).reshape(-1, 3)
_COST = UPRIGHT * (1 - np.cos(_ROLLS)).ravel()


def agreed_tops(size: tuple[int, int], boxes: Sequence[Box], tops: Tops, votes: NDArray[np.float64]) -> Tops:
    """Where the top faces lie by what most of the dice say; `size` is the picture's width and height.

    One die alone has nobody to agree with: it is believed.
    """
    if len(boxes) < 2:
        return tops
    tried = _tops(size, boxes)
    apart = np.linalg.norm(tried - tops, axis=2)
    best = int(((np.minimum(apart, TOLERANCE) * votes).sum(axis=1) + _COST).argmin())
    return np.asarray(tried[best])


def _tops(size: tuple[int, int], boxes: Sequence[Box]) -> Tops:
    """The top faces as each camera would see them: cameras × dice × 2."""
    corners = np.array(boxes, np.float64)
    middles = (corners[:, :2] + corners[:, 2:]) / 2 - np.array(size) / 2
    rays = np.column_stack([middles / (FOCAL * max(size)), np.ones(len(boxes))])
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    along = _DOWN @ rays.T
    up = along[..., None] * rays - _DOWN[:, None]
    return np.asarray(HEIGHT * up[..., :2])
