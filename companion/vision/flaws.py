"""What is wrong with a die at rest: fallen out of the tray, cocked, or not to be told.

A die that leans on another counts for nothing, so it must never pass for a roll. It gives itself away by a
top face that cannot be seen, by an outline or a size that no flat die has, or, where there is something to
lean on, by edges that are not a flat die's.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.camera.source import Picture
from companion.dice import Shape
from companion.vision.flatness import flatness
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

OUTSIDE, COCKED, UNCLEAR = "sight.die_outside", "sight.die_cocked", "sight.die_unclear"

NO_TOP = 0.5  # probability that no top face can be seen
MISFIT = 0.3  # of an outline, in natural logarithm: no flat die comes near it
OVERSIZE = 0.3  # likewise for the size against the usual size of the kind: one die on another
FLAT_ENOUGH = 0.905  # flatness: nine in ten leaning dice are below, and one in fifty flat ones beside others
BESIDE, AT_RIM = 1.55, 0.9  # how near another die or the rim must be to lean on it, in sizes of the die


def judge(seen: Sequence[SeenDie], plane: TablePlane, usual_mm: Mapping[str, float]) -> tuple[SeenDie, ...]:
    """The same dice, each with its flaw. `usual_mm` is the size of each kind of die as it was seen so far."""
    return tuple(replace(die, flaw=_flaw(die, plane, usual_mm)) for die in seen)


def inspect(
    dice: Sequence[SeenDie],
    which: Collection[int],
    picture: Picture,
    plane: TablePlane,
    usual_mm: Mapping[str, float],
) -> tuple[SeenDie, ...]:
    """Look closely at those d6 of `which` that could lean on something. Slow: a few dice, once a roll."""
    if plane.camera_mm is None:
        return tuple(dice)
    judged = []
    for die in dice:
        kind = die.reading.kind
        if (
            die.reading.die in which
            and not die.flaw
            and die.shape is Shape.D6
            and _may_lean(die, dice, plane)
        ):
            here = [other.reading.size_mm for other in dice if other.reading.kind == kind]
            size = usual_mm.get(kind, statistics.median(here))
            if flatness(picture, plane, die.reading, size) < FLAT_ENOUGH:
                die = replace(die, flaw=COCKED)
        judged.append(die)
    return tuple(judged)


def _flaw(die: SeenDie, plane: TablePlane, usual_mm: Mapping[str, float]) -> str:
    reading = die.reading
    if not plane.inside_tray(reading.place_mm):
        return OUTSIDE
    usual = usual_mm.get(reading.kind, reading.size_mm)
    oversize = math.log(reading.size_mm / usual)
    if die.no_die > NO_TOP or (plane.camera_mm is not None and (die.misfit > MISFIT or oversize > OVERSIZE)):
        return COCKED
    return UNCLEAR if reading.doubtful else ""


def _may_lean(die: SeenDie, dice: Sequence[SeenDie], plane: TablePlane) -> bool:
    """Is there anything to lean on: another die beside it, or the rim?"""
    place, size = die.reading.place_mm, die.reading.size_mm
    beside = any(
        other is not die and math.dist(place, other.reading.place_mm) < BESIDE * size for other in dice
    )
    return beside or not plane.inside_tray(place, margin=-AT_RIM * size)
