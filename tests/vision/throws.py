"""Dice as a tracker is shown them, throw after throw."""

from __future__ import annotations

from collections.abc import Sequence

from companion.vision.seen import SeenDie
from companion.vision.tracker import Match, Tracker

from .fakes import seen

FIVE = tuple(seen(0, face, (60.0 + 40 * n, 100.0)) for n, face in enumerate("26413"))


def throw(tracker: Tracker, dice: Sequence[SeenDie], told: bool = True) -> Match:
    match = tracker.match(dice)
    tracker.rest(match, told)
    return match


def faces(match: Match) -> dict[int, str]:
    return {die.reading.die: die.reading.face for die in match.dice}


def touch_all(tracker: Tracker) -> None:
    for die in tracker.lying:
        tracker.touched(die.reading.die)
