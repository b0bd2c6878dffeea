"""What is wrong with a die at rest: fallen out of the tray, cocked, never taught, or not to be told.

A die that leans on another shows two faces and counts for none, so it must never pass for a roll. The network that
looks at it from above tells it (`above.py`). What is left are a box that no single die has, a size unlike that of its
kind, and a top face that cannot be seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from companion.dice import UNKNOWN_FACE
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

OUTSIDE, COCKED, UNCLEAR = "sight.die_outside", "sight.die_cocked", "sight.die_unclear"
UNKNOWN = "sight.die_unknown"
TELLABLE = (UNCLEAR, UNKNOWN)  # the players can say what it shows; any other die must be thrown again

MISFIT = 0.25  # of an outline, in natural logarithm: a box that is no single die's, flat or not
OVERSIZE = 0.17  # likewise for the size against the usual size of the kind
LEANS = 0.5  # the judge's own threshold is in its model
PERHAPS_LEANS = 0.03  # far below that the players are asked: they see whether it does
AGAINST = 1.5  # of a die's size: nearer to the middle of another, a die may lean on it
NO_TOP = 0.5  # probability that no top face can be seen


def judge(seen: Sequence[SeenDie], plane: TablePlane, usual_mm: Mapping[str, float]) -> tuple[SeenDie, ...]:
    """The same dice, each with its flaw. `usual_mm` is the size of each kind of die as it was seen so far."""
    return tuple(replace(die, flaw=_flaw(die, plane, usual_mm)) for die in seen)


def put_against(seen: Sequence[SeenDie], by_hand: Set[int]) -> tuple[SeenDie, ...]:
    """The same dice; one that a hand put against another, and that may lean on it, counts for none: nobody threw it."""

    def leaned(die: SeenDie) -> bool:
        beside = any(
            math.dist(die.reading.place_mm, other.reading.place_mm) <= AGAINST * die.reading.size_mm
            for other in seen
            if other is not die
        )
        return die.reading.die in by_hand and die.flaw == UNCLEAR and die.leans > PERHAPS_LEANS and beside

    return tuple(replace(die, flaw=COCKED) if leaned(die) else die for die in seen)


def may_count(flaw: str) -> bool:
    """Is it a die like any other, once the players have said what it shows?"""
    return flaw in ("", *TELLABLE)


def gravest(seen: Sequence[SeenDie]) -> str:
    """What is wrong with dice at rest: what the players cannot tell comes first, "" where there is nothing."""
    found = [die.flaw for die in seen if die.flaw]
    return min(found, key=lambda flaw: flaw in TELLABLE, default="")


def _flaw(die: SeenDie, plane: TablePlane, usual_mm: Mapping[str, float]) -> str:
    reading = die.reading
    if not reading.rest and not plane.inside_tray(reading.place_mm):  # a target is no part of the tray
        return OUTSIDE
    usual = usual_mm.get(reading.kind)
    oversize = abs(math.log(reading.size_mm / usual)) if usual else 0.0
    unlike_flat = max(die.misfit / MISFIT, oversize / OVERSIZE, die.leans / LEANS)
    from_above = plane.camera_mm is not None
    if die.no_die > NO_TOP or (from_above and unlike_flat > 1):
        return COCKED
    if reading.face == UNKNOWN_FACE:
        return UNKNOWN
    perhaps_leans = from_above and die.leans > PERHAPS_LEANS
    return UNCLEAR if reading.doubtful or perhaps_leans else ""
