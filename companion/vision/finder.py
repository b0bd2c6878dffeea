"""Dice found: where each die lies in a picture, how large, how it is turned, and what solid it is.

The detector sees dice of 14 to 160 pixels. On the table one look at the working size is enough, because the
camera hangs at a known height. A photo from anywhere is looked at in several sizes, and in tiles where it is
larger than the detector's picture; what several looks saw is one die.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.dice import Shape
from companion.vision.onnx import Model, Tensor

Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels

FAMILIES = (Shape.D6, Shape.D12, Shape.OTHER)  # the order of the detector's heat maps
STRIDE = 8  # pixels a cell of the heat map
GRAIN = 32  # the detector's picture is a multiple of this, each way
WORKING = (640, 384)  # one look at a table: at most 1.0 GMAC
# Sizes at which a photo is looked at, as far as it has the pixels.
LONG_SIDES = (96, 160, 320, 640, 1280, 2560)
TILE = 640
CLOSER_ROOM = 2.2  # how much is seen around a box that is looked at again, in its lengths
SMALLEST, LARGEST = 14, 160  # pixels of a die that the detector was taught
OVERLAP = LARGEST  # so that every die is whole in one tile
NEAR_ROOM, NEAR_LENGTH = (
    1.7,
    115,
)  # how far around a box a near look reaches, in its lengths; how long a die is then
NEAR_LEAST = 0.4  # how sure it must be then
HINT = 0.12  # so faint a find on a table is worth a nearer look, and nothing more
FAINT = 0.25  # what is less sure is hardly ever a die, and on a photo there is much of it
# A photo no longer than the largest die was cut out around one: so sure is it that its middle is a die.
CUT_OUT, CUT_OUT_EDGE, CUT_OUT_SCORE = LARGEST, 0.1, 0.75
SAME_OVERLAP = 0.45  # intersection over union of two boxes that are one die
SAME_INSIDE = 0.75  # share of the smaller box inside the larger, for one die seen whole and in part


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die in the picture, before its face is read."""

    box: Box
    angle_deg: float  # of the top face, clockwise, 0 to 90; it means something on a d6 only
    heat: tuple[float, float, float]  # how much it looks like each of FAMILIES
    score: float  # how much it looks like any die

    @property
    def family(self) -> Shape:
        return FAMILIES[self.heat.index(max(self.heat))]


@dataclass(frozen=True, slots=True)
class _Look:
    """A part of the picture and how much it is scaled for the detector."""

    left: int
    top: int
    right: int
    bottom: int
    scale: float
    largest: float  # dice longer than this (in the detector's pixels) are left to a coarser look


class Finder:
    """Runs the detector."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._sure = {family: model.number(family.value) for family in FAMILIES}

    def sure(self, die: FoundDie) -> bool:
        """Is this a die on a table, whatever the face network says?"""
        return die.score >= self._sure[die.family]

    def find_on_table(self, picture: Picture) -> tuple[FoundDie, ...]:
        """One look at the working size: the dice, and what looks ever so faintly like one."""
        height, width = picture.shape[:2]
        scale = min(1.0, WORKING[0] / width, WORKING[1] / height)
        found = self._look(picture, _Look(0, 0, width, height, scale, math.inf), HINT)
        return merge(found)

    def find_near(self, picture: Picture, box: Box) -> tuple[Box, tuple[FoundDie, ...]]:
        """The surroundings of a box looked at so near that a die in it is seen best, and all that is found there."""
        place = _around(picture, box, NEAR_ROOM * _length(box))
        shortest = max(1.0, min(box[2] - box[0], box[3] - box[1]))
        look = _Look(*place, NEAR_LENGTH / shortest, math.inf)
        return place, merge(self._look(picture, look, NEAR_LEAST))

    def find_closer(self, picture: Picture, box: Box, length: float) -> tuple[FoundDie, ...]:
        """A box looked at again, `length` pixels long: the dice that have their middle in it."""
        place = _around(picture, box, CLOSER_ROOM * _length(box) / 2)
        look = _Look(*place, length / _length(box), math.inf)
        found = merge(self._look(picture, look))
        return tuple(die for die in found if middle_in(die.box, box))

    def find_in_photo(self, picture: Picture, least: float = FAINT) -> tuple[FoundDie, ...]:
        """Every size and tile that the photo needs, and whatever looks faintly like a die.

        A pip of a large die may be among them, beside the die itself: the faces tell which is one.
        """
        found: list[FoundDie] = []
        for look in _looks(picture.shape[1], picture.shape[0]):
            found += self._look(picture, look, least)
        height, width = picture.shape[:2]
        if min(width, height) >= 2 * SMALLEST and max(width, height) <= CUT_OUT:
            found.append(_middle_of(width, height, found))
        return _apart(found, lambda a, b: overlap(a, b) > SAME_OVERLAP)

    def _look(self, picture: Picture, look: _Look, least: float = FAINT) -> list[FoundDie]:
        part = picture[look.top : look.bottom, look.left : look.right]
        width = max(1, round(part.shape[1] * look.scale))
        height = max(1, round(part.shape[0] * look.scale))
        shrink = cv2.INTER_AREA if look.scale < 1 else cv2.INTER_LINEAR
        sized = part if look.scale == 1 else cv2.resize(part, (width, height), interpolation=shrink)
        right, below = -width % GRAIN, -height % GRAIN
        padded = cv2.copyMakeBorder(sized, 0, below, 0, right, cv2.BORDER_REPLICATE)
        blob = cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True)
        out = self._model.run(np.asarray(blob, dtype=np.float32))
        whole = (
            look.left == 0,
            look.top == 0,
            look.right == picture.shape[1],
            look.bottom == picture.shape[0],
        )
        return [
            _in_picture(die, look, picture.shape[1], picture.shape[0])
            for die in decode(out["heat"][0], out["sides"][0], out["angle"][0], least)
            if _length(die.box) <= look.largest and not _cut(die.box, width, height, whole)
        ]


def decode(heat: Tensor, sides: Tensor, angle: Tensor, least: float) -> list[FoundDie]:
    """The detector's maps as dice, in the detector's pixels."""
    strongest = heat.max(axis=0).astype(np.float64)
    # A solid that could be one or the other (a d12, a d20) warms several maps, each less: it is a die all the same.
    score = 1 - np.prod(1 - heat.astype(np.float64), axis=0)
    # Neighbours that are equally sure (both 1.0, say) are one die too: the first of them.
    strongest -= 1e-9 * np.arange(strongest.size).reshape(strongest.shape)
    around = np.asarray(cv2.dilate(strongest, np.ones((3, 3), np.uint8)))
    found = []
    for y, x in np.argwhere((strongest >= least) & (strongest >= around)):
        middle_x, middle_y = STRIDE * (float(x) + 0.5), STRIDE * (float(y) + 0.5)
        left, top, right, bottom = (float(side) for side in sides[:, y, x])
        cos4, sin4 = (float(part) for part in angle[:, y, x])
        box = (middle_x - left, middle_y - top, middle_x + right, middle_y + bottom)
        if _length(box) < 1:
            continue
        d6, d12, other = (float(h) for h in heat[:, y, x])
        turned = math.degrees(math.atan2(sin4, cos4)) / 4 % 90
        found.append(FoundDie(box, turned, (d6, d12, other), float(score[y, x])))
    return found


def merge(found: Iterable[FoundDie]) -> tuple[FoundDie, ...]:
    """One die for every group of boxes that cover each other, the surest first."""
    return _apart(found, same_place)


def _apart(found: Iterable[FoundDie], same: Callable[[Box, Box], bool]) -> tuple[FoundDie, ...]:
    kept: list[FoundDie] = []
    for die in sorted(found, key=lambda d: -d.score):
        if not any(same(die.box, other.box) for other in kept):
            kept.append(die)
    return tuple(kept)


def _middle_of(width: int, height: int, found: Iterable[FoundDie]) -> FoundDie:
    """The die that a picture was cut out around: the one that is found there, or else a guess. The face has its say."""
    x, y = CUT_OUT_EDGE * width, CUT_OUT_EDGE * height
    middle = (x, y, width - x, height - y)
    there = [die for die in found if overlap(die.box, middle) > SAME_OVERLAP]
    guess = FoundDie(middle, 0.0, (CUT_OUT_SCORE, CUT_OUT_SCORE, CUT_OUT_SCORE), 0.0)
    likest = max(there, key=lambda die: die.score, default=guess)
    return replace(likest, score=max(likest.score, CUT_OUT_SCORE))


def overlap(a: Box, b: Box) -> float:
    """Intersection over union."""
    both = _intersection(a, b)
    return both / (_area(a) + _area(b) - both + 1e-9)


def same_place(a: Box, b: Box) -> bool:
    """Can only one of them be a die?"""
    inside = _intersection(a, b) / (min(_area(a), _area(b)) + 1e-9)
    return overlap(a, b) > SAME_OVERLAP or inside > SAME_INSIDE


def _intersection(a: Box, b: Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height)


def _around(picture: Picture, box: Box, reach: float) -> tuple[int, int, int, int]:
    """The part of the picture that reaches so far from the box's middle to every side."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    return left, top, min(picture.shape[1], round(x + reach)), min(picture.shape[0], round(y + reach))


def middle_in(box: Box, other: Box) -> bool:
    """Does the other box hold its middle?"""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return other[0] <= x <= other[2] and other[1] <= y <= other[3]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _length(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def _cut(box: Box, width: int, height: int, whole: tuple[bool, bool, bool, bool]) -> bool:
    """Does it touch an edge that is not the picture's own? Then another tile has all of it."""
    near = (box[0] < 2, box[1] < 2, box[2] > width - 2, box[3] > height - 2)
    return any(touches and not own for touches, own in zip(near, whole, strict=True))


def _in_picture(die: FoundDie, look: _Look, width: int, height: int) -> FoundDie:
    left, top, right, bottom = (side / look.scale for side in die.box)
    box = (
        max(0.0, left + look.left),
        max(0.0, top + look.top),
        min(float(width), right + look.left),
        min(float(height), bottom + look.top),
    )
    return FoundDie(box, die.angle_deg, die.heat, die.score)


def _looks(width: int, height: int) -> Iterator[_Look]:
    """From coarse to fine; only the finest may see a die of any size below its largest."""
    longest = max(width, height)
    sizes = [size for size in LONG_SIDES if size <= 2 * longest] or [LONG_SIDES[0]]
    for size in sizes:
        scale = size / longest
        largest = math.inf if size == sizes[0] else LARGEST
        for left, right in _spans(width, scale):
            for top, bottom in _spans(height, scale):
                yield _Look(left, top, right, bottom, scale, largest)


def _spans(length: int, scale: float) -> list[tuple[int, int]]:
    """Cut a side into overlapping tiles of TILE scaled pixels."""
    tile, step = TILE / scale, (TILE - OVERLAP) / scale
    if length <= tile + 1:
        return [(0, length)]
    count = math.ceil((length - tile) / step) + 1
    starts: NDArray[np.float64] = np.linspace(0, length - tile, count)
    return [(int(start), min(length, math.ceil(start + tile))) for start in starts]
