"""The face network's eye: a crop looked at as it is, and again a little turned, nearer and from farther off.

What is up in the picture tells the top face of a slanted die from its sides, so a reading never turns a crop far.
An embedding is meant to be the same however a die is turned, so it is taken from four turns all around, and from four
more of the top face alone. That face is small on its die, a numeral or a symbol smaller still: once the network has
said where it is, it is looked at from near.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.finder import Box
from companion.vision.onnx import Model

CROP = 64  # pixels, each way
DETAIL = 128  # at most, of a crop whose top face is looked at once more, from near
ROOM = 1.2  # the crop's side in longer sides of the box
NEAR_ROOM = 0.72  # the same of a near crop, which shows the top face and little else
CUBE = 0  # among the solids that the network tells apart
FARTHEST = 0.4  # the top face's middle is never farther from the crop's, in sides of the crop
NUMERAL_PERHAPS = 0.15  # how likely numerals must be for a near look
BATCH = 64  # crops in one run, so that a tray full of dice does not need more memory than a few

Seen = dict[str, NDArray[np.float32]]  # of each output: views × crops × what it says


@dataclass(frozen=True, slots=True)
class View:
    """How a crop is changed before the network sees it."""

    turn_deg: float = 0.0
    zoom: float = 1.0


AS_IT_IS = (View(),)
AROUND = (View(12.0), View(-12.0), View(zoom=0.92), View(zoom=1.08))
NEAR_AROUND = (
    View(90.0),
    View(180.0),
    View(270.0),
    View(12.0, 0.9),
    View(-12.0, 1.1),
)  # of one face any way up will do
QUARTERS = (*AS_IT_IS, View(90.0), View(180.0), View(270.0))
BETWEEN = (View(45.0), View(135.0), View(225.0), View(315.0))


class Eye:
    """Shows whole crops to one network, and top faces from near to others: numerals to one, taught faces to another."""

    def __init__(self, faces: Model, numerals: Model, symbols: Model) -> None:
        self._faces, self._numerals, self._symbols = faces, numerals, symbols

    def look(self, crops: Sequence[Picture], views: Sequence[View]) -> Seen:
        """What the network of faces says of each crop in each view."""
        return _looked(self._faces, crops, views)

    def look_nearer(
        self,
        picture: Picture,
        boxes: Sequence[Box],
        seen: Seen,
        views: Sequence[View],
        spots: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """Of dice that were seen whole, the numerals on their top faces; of one without, what was seen before.

        `spots` are where the top faces are, if that is known better than a look at one die can tell.
        """
        spots = seen["spot"][0] if spots is None else spots
        marks = seen["marks"][0]
        shares = np.exp(marks - marks.max(axis=1, keepdims=True))
        numerals = shares[:, 1] / shares.sum(axis=1)
        told = np.repeat(seen["numerals"].mean(axis=0)[None], len(views), axis=0)
        which = np.flatnonzero(numerals > NUMERAL_PERHAPS).tolist()
        if which:
            near = [near_crop(picture, boxes[n], spots[n]) for n in which]
            told[:, which] = _looked(self._numerals, near, views)["numerals"]
        return told

    def look_all_around(self, crops: Sequence[Picture], near_share: float) -> NDArray[np.float32]:
        """The embeddings of detailed crops, from all sides: of the whole die, and of its top face alone, in one row.

        `near_share` of the likeness of two dice is that of their top faces, the rest that of the whole.
        """
        seen = self.look([small(crop) for crop in crops], QUARTERS)
        # Where the top of a cube is, one look tells. Of rounder solids a marked side may pass for a blank top: of those
        # the middle is looked at, which is the top for a camera above the table.
        cube = seen["solid"].mean(axis=0).argmax(axis=1) == CUBE
        spots = np.where(cube[:, None], seen["spot"][0], 0)
        near = [_near_part(crop, spot) for crop, spot in zip(crops, spots, strict=True)]
        whole, top = (
            unit_mean(seen["embedding"]),
            unit_mean(_looked(self._symbols, near, BETWEEN)["embedding"]),
        )
        return np.hstack([np.sqrt(1 - near_share) * whole, np.sqrt(near_share) * top]).astype(np.float32)


def _looked(model: Model, crops: Sequence[Picture], views: Sequence[View]) -> Seen:
    shown = [_seen_so(crop, view) for view in views for crop in crops]
    parts = [_run(model, shown[at : at + BATCH]) for at in range(0, len(shown), BATCH)]
    return {
        name: np.concatenate([part[name] for part in parts]).reshape(len(views), len(crops), -1)
        for name in parts[0]
    }


def _run(model: Model, crops: Sequence[Picture]) -> Seen:
    blob = cv2.dnn.blobFromImages(list(crops), 1 / 255, swapRB=True)
    return model.run(np.asarray(blob, dtype=np.float32))


def cut(picture: Picture, box: Box, size: int = CROP) -> Picture:
    """The square around a die; what lies outside the picture repeats its edge."""
    side = _side(box)
    left = round((box[0] + box[2] - side) / 2)
    top = round((box[1] + box[3] - side) / 2)
    return _square(picture, left, top, side, size)


def detail(picture: Picture, box: Box) -> Picture:
    """The same as large as it is in the picture, within limits: for a look at the top face from near."""
    return cut(picture, box, min(DETAIL, max(CROP, _side(box))))


def _side(box: Box) -> int:
    return max(2, round(ROOM * max(box[2] - box[0], box[3] - box[1])))


def small(crop: Picture) -> Picture:
    """A crop of any size as the network sees it."""
    if crop.shape[:2] == (CROP, CROP):
        return crop
    shrink = cv2.INTER_AREA if crop.shape[0] > CROP else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, (CROP, CROP), interpolation=shrink), np.uint8)


def inside(width: int, height: int) -> Box:
    """The box of a die whose crop is the whole picture."""
    half = max(width, height) / ROOM / 2
    return (width / 2 - half, height / 2 - half, width / 2 + half, height / 2 + half)


def near_crop(picture: Picture, box: Box, spot: NDArray[np.float32]) -> Picture:
    """The square around the top face of a die, whose middle the network told as `spot`."""
    long = max(box[2] - box[0], box[3] - box[1])
    return _around_top(picture, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), long, spot)


def _near_part(crop: Picture, spot: NDArray[np.float32]) -> Picture:
    """The same of a die of which there is only its crop."""
    height, width = crop.shape[:2]
    return _around_top(crop, (width / 2, height / 2), max(width, height) / ROOM, spot)


def _around_top(
    picture: Picture, middle: tuple[float, float], long: float, spot: NDArray[np.float32]
) -> Picture:
    x, y = np.clip(spot, -FARTHEST, FARTHEST) * ROOM * long
    side = max(2, round(NEAR_ROOM * long))
    left, top = middle[0] - side / 2 + x, middle[1] - side / 2 + y
    return _square(picture, round(float(left)), round(float(top)), side, CROP)


def _square(picture: Picture, left: int, top: int, side: int, size: int) -> Picture:
    height, width = picture.shape[:2]
    part = picture[
        max(0, top) : max(0, min(height, top + side)), max(0, left) : max(0, min(width, left + side))
    ]
    if part.size == 0:
        raise ValueError(f"the square at {left}, {top} of {side} px lies outside the picture")
    if part.shape[:2] != (side, side):
        outside = (max(0, -top), max(0, top + side - height), max(0, -left), max(0, left + side - width))
        part = np.asarray(cv2.copyMakeBorder(part, *outside, cv2.BORDER_REPLICATE), dtype=np.uint8)
    shrink = cv2.INTER_AREA if side > size else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (size, size), interpolation=shrink), dtype=np.uint8)


def together(one: Seen, other: Seen) -> Seen:
    """The views of two looks at the same crops, as one look."""
    return {name: np.concatenate([one[name], other[name]]) for name in one}


def unit_mean(embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of several views of each crop, scaled to length one."""
    mean = embeddings.mean(axis=0)
    return np.asarray(mean / (np.linalg.norm(mean, axis=1, keepdims=True) + 1e-9), dtype=np.float32)


def part(seen: Seen, which: Sequence[int]) -> Seen:
    """The same look at some of its crops."""
    return {name: says[:, list(which)] for name, says in seen.items()}


def _seen_so(crop: Picture, view: View) -> Picture:
    if view == View():
        return crop
    middle = (CROP - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), view.turn_deg, view.zoom)
    return np.asarray(
        cv2.warpAffine(crop, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
    )
