"""A second look at what is faint, or does not fit a flat die: from afar two dice side by side look like one or none.

The working size of a whole table is coarse. What is odd there is looked at again, larger, and what is seen then
is believed where it fits. A closer look costs as much as a good part of a first one, so the dearest is the last.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.camera.source import Picture
from companion.vision import lying
from companion.vision.finder import FAINT, Box, Finder, FoundDie, merge, middle_in, overlap, same_place
from companion.vision.table import TablePlane

ODD = 0.1  # misfit from which a die is looked at again; nearly all flat dice fit better
FLAT = 0.12  # misfit below which what is seen then is believed
COVERED = 0.6  # overlap of the whole of what is seen then with the box that was odd
MOST_LOOKS = 4  # at what is faint: where there is more of it, it is a pattern
LENGTHS = (90, 140)  # pixels its box is long then: a die is seen best so
PAIR_LENGTH = 220  # the same for a box that may hold a pair
PAIR = (
    1.3  # so much longer than it is wide is a box that may hold one, or so much larger than the other dice,
)
LARGE_MM = 22.0  # and larger than this


def closer(
    finder: Finder, picture: Picture, plane: TablePlane, found: Sequence[FoundDie]
) -> tuple[FoundDie, ...]:
    """The dice that were found, and in place of a faint or odd one what is seen there from near."""
    found = _surer(finder, picture, found)
    fits = [lying.fit(plane, die.box, die.angle_deg, die.family) for die in found]
    usual_mm = float(np.median([fit.size_mm for fit in fits])) if len(fits) > 2 else 0.0
    dice: list[FoundDie] = []
    for die, fit in zip(found, fits, strict=True):
        large = plane.known and fit.size_mm > max(LARGE_MM, PAIR * usual_mm)
        odd = large or fit.misfit > ODD
        dice += _again(finder, picture, plane, die, large or _long(die.box)) if odd else (die,)
    return merge(dice)


def _surer(finder: Finder, picture: Picture, found: Sequence[FoundDie]) -> tuple[FoundDie, ...]:
    """Faint finds seen from near: what touches another die is often one of two, and the other was not found."""
    sure = [die for die in found if finder.sure(die)]
    faint = [die for die in found if not finder.sure(die)]
    near: list[FoundDie] = []
    looked_at: list[Box] = []
    for die in faint:
        if len(looked_at) < MOST_LOOKS and not any(middle_in(die.box, place) for place in looked_at):
            place, dice = finder.find_near(picture, die.box)
            looked_at.append(place)
            near += dice
    # What is not seen from near is no better for it, but it is not gone.
    left = [
        die
        for die in faint
        if die.score >= FAINT and not any(same_place(die.box, other.box) for other in near)
    ]
    return merge([*sure, *near, *left])


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
