"""A reader of pips as many tutorials build it, to compare with: blobs are counted, and near ones are one die.

No network and no training: a blob detector finds the pips, and pips nearer to each other than a die is wide make a
face. It knows nothing of what a die is, which is why it is quick, and why it errs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture

PIP_OF_DIE = 0.2  # a pip's width as a share of the die's
NEAR = 0.62  # of a die's width: pips of one face are no further from their nearest neighbour


@dataclass(frozen=True, slots=True)
class BlobDie:
    """A group of blobs."""

    face: str
    centre: tuple[float, float]  # pixels


class BlobReader:
    """Set up for dice of about one size, as such programs are for their author's table."""

    def __init__(self, die_px: float) -> None:
        self._near = NEAR * die_px
        pip = math.pi * (PIP_OF_DIE * die_px / 2) ** 2
        wanted = cv2.SimpleBlobDetector.Params()
        wanted.filterByArea, wanted.minArea, wanted.maxArea = True, 0.35 * pip, 2.5 * pip
        wanted.filterByCircularity, wanted.minCircularity = True, 0.65
        wanted.filterByConvexity, wanted.minConvexity = True, 0.8
        wanted.filterByInertia, wanted.minInertiaRatio = True, 0.45
        wanted.filterByColor, wanted.blobColor = True, 0
        wanted.minDistBetweenBlobs = 0.12 * die_px
        self._blobs = cv2.SimpleBlobDetector.create(wanted)

    def read(self, picture: Picture) -> list[BlobDie]:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        # Dark pips first, then light ones on the negative.
        found = [*self._blobs.detect(grey), *self._blobs.detect(cv2.bitwise_not(grey))]
        places = np.array([point.pt for point in found], np.float64).reshape(-1, 2)
        return [
            BlobDie(str(min(6, len(group))), (float(places[group, 0].mean()), float(places[group, 1].mean())))
            for group in self._groups(places)
        ]

    def _groups(self, places: NDArray[np.float64]) -> list[list[int]]:
        """Blobs that hang together by steps shorter than a face is wide."""
        left, groups = set(range(len(places))), []
        while left:
            group = [left.pop()]
            for one in group:
                near = [k for k in left if math.dist(places[one], places[k]) < self._near]
                left -= set(near)
                group += near
            groups.append(group)
        return groups
