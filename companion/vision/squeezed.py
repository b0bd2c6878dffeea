"""Photos squeezed to a square, as many a program and collection does: the dice on them are no cubes any more.

Nothing on such a photo says what shape it had. So it is read as it is and stretched back both ways, and the
shape in which its dice look most like dice is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.vision.finder import Box

RATIO = 4 / 3  # of most cameras' pictures; what was squeezed from 16:9 is then squeezed but little
SMALLEST = 240  # pixels; a smaller square is cut from a photo, and nobody squeezed it
A_DIE_IS_WORTH = 2.0  # a sure die, against
A_FIND_COSTS = 0.8  # the mistake that any find may be: many faint ones shall not outweigh a few sure ones
AS_IT_IS_IS_WORTH = 0.3  # what a stretched reading must have more, to be believed


@dataclass(frozen=True, slots=True)
class Taken:
    """A photo as it may have been taken: perhaps stretched, and how much."""

    picture: Picture
    x: float = 1.0
    y: float = 1.0

    def box_in_photo(self, box: Box) -> Box:
        return (box[0] / self.x, box[1] / self.y, box[2] / self.x, box[3] / self.y)


def as_taken(photo: Picture) -> tuple[Taken, ...]:
    """The shapes a photo may have had, its own first; only a large square one had others."""
    height, width = photo.shape[:2]
    if height != width or height < SMALLEST:
        return (Taken(photo),)
    return (Taken(photo), _stretched(photo, RATIO, 1.0), _stretched(photo, 1.0, RATIO))


def likeliest(chances: Sequence[Sequence[float]]) -> int:
    """Which of the shapes it had, by how likely a die each find is that was made in each of them."""
    worth = [sum(A_DIE_IS_WORTH * chance - A_FIND_COSTS for chance in found) for found in chances]
    worth[0] += AS_IT_IS_IS_WORTH
    return worth.index(max(worth))


def _stretched(photo: Picture, x: float, y: float) -> Taken:
    sized = cv2.resize(photo, None, fx=x, fy=y, interpolation=cv2.INTER_LINEAR)
    return Taken(
        np.asarray(sized, dtype=np.uint8), sized.shape[1] / photo.shape[1], sized.shape[0] / photo.shape[0]
    )
