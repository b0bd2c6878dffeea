"""A second look at what does not fit a flat die: from afar two dice side by side look like one.

The working size of a whole table is coarse. What is odd there is looked at again, larger, and what is seen then
is believed where it fits. A closer look costs as much as a good part of a first one, so the dearest is the last.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.camera.source import Picture
from companion.vision import lying
from companion.vision.finder import Box, Finder, FoundDie, merge, overlap
from companion.vision.table import TablePlane

ODD = 0.1  # misfit from which a die is looked at again; nearly all flat dice fit better
FLAT = 0.12  # misfit below which what is seen then is believed
COVERED = 0.6  # overlap of the whole of what is seen then with the box that was odd
LENGTHS = (90, 140)  # pixels its box is long then: a die is seen best so
PAIR_LENGTH = 220  # the same for a box that may hold a pair
PAIR = (
    1.3  # so much longer than it is wide is a box that may hold one, or so much larger than the other dice,
)
LARGE_MM = 22.0  # and larger than this


def closer(
    finder: Finder, picture: Picture, plane: TablePlane, found: Sequence[FoundDie]
) -> tuple[FoundDie, ...]:
    """The dice that were found, and in place of an odd one what is seen there from near."""
    fits = [lying.fit(plane, die.box, die.angle_deg, die.family) for die in found]
    usual_mm = float(np.median([fit.size_mm for fit in fits])) if len(fits) > 2 else 0.0
    dice: list[FoundDie] = []
    for die, fit in zip(found, fits, strict=True):
        large = plane.known and fit.size_mm > max(LARGE_MM, PAIR * usual_mm)
        odd = large or fit.misfit > ODD
        dice += _again(finder, picture, plane, die, large or _long(die.box)) if odd else (die,)
    return merge(dice)


def misfit(plane: TablePlane, dice: Sequence[FoundDie]) -> float:
    """How far the worst of them is from a die that lies flat."""
    return max(lying.fit(plane, die.box, die.angle_deg, die.family).misfit for die in dice)


def _again(
    finder: Finder, picture: Picture, plane: TablePlane, die: FoundDie, pair: bool
) -> Sequence[FoundDie]:
    """What is seen at the place of a die; a pair needs the dearest look."""

    def flat(look: Sequence[FoundDie]) -> bool:
        # What is seen instead must be all that was there: no die may get lost here.
        return bool(look) and _covers(look, die.box) and misfit(plane, look) < FLAT

    looks = [finder.find_closer(picture, die.box, length) for length in LENGTHS]
    if pair or (any(map(flat, looks)) and not all(map(flat, looks))):
        looks.append(finder.find_closer(picture, die.box, PAIR_LENGTH))
    fitting = sorted(filter(flat, looks), key=lambda look: misfit(plane, look))
    several = [look for look in fitting if len(look) > 1]
    if several:
        return several[0]
    # One look that sees a cocked die as flat is chance; that most do is not.
    return fitting[0] if 2 * len(fitting) > len(looks) else (die,)


def _long(box: Box) -> bool:
    wide, high = box[2] - box[0], box[3] - box[1]
    return max(wide, high) > PAIR * min(wide, high)


def _covers(dice: Sequence[FoundDie], box: Box) -> bool:
    sides = np.array([die.box for die in dice])
    left, top = sides[:, :2].min(axis=0)
    right, bottom = sides[:, 2:].max(axis=0)
    return overlap((float(left), float(top), float(right), float(bottom)), box) > COVERED
