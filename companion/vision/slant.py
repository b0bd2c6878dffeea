"""How a photo looks down on its table, told by all its dice together.

Seen aslant, a d12 shows the players one of its sides as squarely as its top, and nothing in the crop tells which is
which. But one camera sees all dice of a photo, so their top faces lie off the middles of the dice in one way: away
from the point straight below the camera. Each die has a vote; the one that disagrees is looked at again there.
The sizes of d12s vote too: seen aslant, what is farther up the picture is farther away, and smaller.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import Box

Array = NDArray[np.float64]
Tops = Array  # of each die, from its box's middle to its top face's, in longer sides of the box

FOCAL = 1.15  # of a usual phone or webcam, in longer sides of the picture
HEIGHT = (
    0.4  # of the top face above the die's middle, in longer sides of its box; much the same for every solid
)
TOLERANCE = 0.2  # a die whose top face is farther off has no more to say
SIDE_TAKEN = 0.06  # what it costs to say that a d12 showed one of its sides for its top
SIZE_COUNTS = 0.7  # how much a size that is off weighs, against a top face that is
SIZE_TOLERANCE = 0.25  # a die of another size than the rest has no more to say
UPRIGHT = 0.03  # what a photo on its side costs: most are taken with the far end of the table up

_SLANTS, _ROLLS = np.meshgrid(
    np.radians(np.arange(0, 71, 2.5)), np.radians(np.arange(-180, 180, 15)), indexing="ij"
)
# Straight down, as each camera that is tried would see it: right, down and forward in its picture.
_DOWN = np.stack(
    [np.sin(_SLANTS) * np.sin(_ROLLS), np.sin(_SLANTS) * np.cos(_ROLLS), np.cos(_SLANTS)], axis=-1
).reshape(-1, 3)
_COST = UPRIGHT * (1 - np.cos(_ROLLS)).ravel()


def _sides_of_a_d12() -> Array:
    """The ways its upper sides can face, whichever way it lies, as each camera would see them: cameras × ways × 3."""
    steep, ways = np.arctan(2.0), np.radians(np.arange(0, 360, 10))
    # Two level ways, at right angles.
    one = np.cross(_DOWN, [np.cos(1.0), np.sin(1.0), 0.0])
    one /= np.linalg.norm(one, axis=1, keepdims=True)
    other = np.cross(_DOWN, one)
    level = np.cos(ways)[:, None] * one[:, None] + np.sin(ways)[:, None] * other[:, None]
    return np.asarray(np.sin(steep) * level - np.cos(steep) * _DOWN[:, None])


_SIDES = _sides_of_a_d12()


def agreed_tops(size: tuple[int, int], boxes: Sequence[Box], tops: Tops, votes: Array, d12: Array) -> Tops:
    """Where the top faces lie by what most of the dice say; `size` is the picture's width and height.

    `votes` is how much each die is to be believed, `d12` how likely it is one. One die alone has nobody to agree
    with: it is believed.
    """
    if len(boxes) < 2:
        return tops
    corners = np.array(boxes, np.float64)
    middles = (corners[:, :2] + corners[:, 2:]) / 2 - np.array(size) / 2
    rays = np.column_stack([middles / (FOCAL * max(size)), np.ones(len(boxes))])
    tried = _seen_from(rays, -_DOWN[:, None])[:, :, 0]
    apart = np.linalg.norm(tried - tops, axis=2)
    alike = np.flatnonzero(d12 > 0.5)
    unlike = np.zeros_like(apart)
    if len(alike):
        sides = np.linalg.norm(_seen_from(rays[alike], _SIDES) - tops[alike, None], axis=3).min(axis=2)
        apart[:, alike] = np.minimum(apart[:, alike], SIDE_TAKEN + sides)
        lengths = (corners[alike, 2:] - corners[alike, :2]).max(axis=1)
        unlike[:, alike] = np.minimum(_sizes_apart(rays[alike], lengths), SIZE_TOLERANCE)
    cost = ((np.minimum(apart, TOLERANCE) + SIZE_COUNTS * unlike) * votes).sum(axis=1) + _COST
    return np.asarray(tried[int(cost.argmin())])


def _seen_from(rays: Array, ways: Array) -> Array:
    """Where a face that looks each of these ways is seen: cameras × dice × ways × 2. One turned away is nowhere."""
    rays = rays / np.linalg.norm(rays, axis=1, keepdims=True)
    along = np.einsum("cwk,dk->cdw", ways, rays)
    seen = HEIGHT * (ways[:, None] - along[..., None] * rays[None, :, None])[..., :2]
    seen[along > 0] = np.inf
    return np.asarray(seen)


def _sizes_apart(rays: Array, lengths: Array) -> Array:
    """How far each die is from the length that each camera would see of dice of one size, in logarithms."""
    # How near a table is, which sizes go with, changes evenly over its picture.
    nearness = np.maximum(_DOWN @ rays.T, 0.05)
    real = np.log(lengths) - np.log(nearness)
    return np.asarray(np.abs(real - np.median(real, axis=1, keepdims=True)))
