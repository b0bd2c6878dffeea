"""A die turned in its picture: what is read must not depend on how it lies.

The face is read from a known place, so that only the turning differs; the solid is known too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.dice import DieKind, DieReading, Shape
from companion.vision.finder import Box
from companion.vision.reader import Reader
from companion.vision.views import ROOM

ANGLES = tuple(range(0, 360, 30))  # degrees


def read_turned(
    reader: Reader, picture: Picture, box: Box, shape: Shape | None, kinds: Sequence[DieKind]
) -> list[DieReading]:
    """The die in the box as it is read at each of ANGLES."""
    found: list[DieReading] = []
    for angle in ANGLES:
        turned, where = turn(picture, box, angle)
        found += reader.read_known(turned, [(where, shape)], kinds)
    return found


def turn(picture: Picture, box: Box, degrees: float) -> tuple[Picture, Box]:
    """The surroundings of a box, turned about its middle, and the box in them."""
    side = max(box[2] - box[0], box[3] - box[1])
    around = math.ceil(ROOM * side) + 4
    middle = ((box[0] + box[2]) / 2 - 0.5, (box[1] + box[3]) / 2 - 0.5)
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, degrees, 1.0), np.float64)
    matrix[:, 2] += around / 2 - 0.5 - np.array(middle)
    turned = cv2.warpAffine(
        picture, matrix, (around, around), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    low, high = (around - side) / 2, (around + side) / 2
    return np.asarray(turned, np.uint8), (low, low, high, high)
