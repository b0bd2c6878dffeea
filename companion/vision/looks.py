"""Several looks at dice that lie still: which of them agree, and what they say together.

The frames of a table at rest show the same dice again and again. Where they contradict each other about a die, all of
them are heard, and what they say is averaged: one light and one angle mislead them all alike, so that many frames make
no face likelier than they found it. A die that lies at another place, or is not seen every time, is another matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.dice import UNKNOWN_FACE, DieReading
from companion.vision.flaws import UNCLEAR, UNKNOWN, may_count
from companion.vision.seen import SeenDie

SAME_PLACE_SHARE = 0.12  # of a die's size; a still die's box trembles by less
STEADY = 6  # newest frames that count where some disagree: in all of them the dice lie at the same places
FLAT = 3  # looks that must find nothing amiss with how a die lies; in a row they would have made it a roll
MOSTLY = 2 / 3  # of the looks must be clear where a die is not in doubt although some were not
ALTERNATIVES, OTHER_KINDS = 4, 3  # that a reading tells of
PERHAPS = 0.01  # what is less likely than this is not worth telling

Shows = tuple[str, str]  # a kind and its face


def same_dice(a: Sequence[SeenDie], b: Sequence[SeenDie]) -> bool:
    """Do two frames show the same dice with the same faces at the same places?"""
    return (
        _twins(a, b, lambda one, other: _shows(one) == _shows(other) and _same_place(one, other)) is not None
    )


def steady(frames: Sequence[Sequence[SeenDie]]) -> list[tuple[SeenDie, ...]]:
    """The newest frames in a row with dice at the same places, newest first, their dice in the newest one's order."""
    run: list[tuple[SeenDie, ...]] = []
    for frame in reversed(frames):
        dice = _twins(frames[-1], frame, _same_place)
        if dice is None:
            break
        run.append(dice)
    return run


def contradicted(frames: Sequence[Sequence[SeenDie]]) -> bool:
    """Does a die that lies still read clearly as one thing now, and read as clearly as another just before?

    What it showed a little earlier does not count: dice rock on the spot before they rest.
    """
    return any(
        not look.flaw and _shows(look) != _shows(newest)
        for newest, *looks in zip(*steady(frames[-STEADY:]), strict=True)
        for look in looks
    )


def pooled(frames: Sequence[Sequence[SeenDie]]) -> tuple[SeenDie, ...] | None:
    """The dice that lie there, each as all looks at it tell it; None when dice come and go, or lie elsewhere."""
    run = steady(frames)
    if len(run) < STEADY:
        return None
    return tuple(_pool(looks) for looks in zip(*run, strict=True))


def _pool(looks: Sequence[SeenDie]) -> SeenDie:
    """One die from many looks, the newest first."""
    newest, readings = looks[0], [look.reading for look in looks]
    if not any(look.flaw or look.reading.doubtful or _shows(look) != _shows(newest) for look in looks):
        return newest
    askew = [look.flaw for look in looks if not may_count(look.flaw)]
    if len(looks) - len(askew) < FLAT:
        return replace(newest, flaw=askew[0])
    chances = _chances(readings)
    kind, face = max(chances, key=lambda one: chances[one])
    likeliest = sorted(chances, key=lambda one: -chances[one])
    others: dict[str, tuple[str, str, float]] = {}  # the likeliest face of every other kind
    for other, shown in likeliest:
        if other != kind and shown != UNKNOWN_FACE and chances[other, shown] >= PERHAPS:
            others.setdefault(other, (other, shown, chances[other, shown]))
    told = next((look for look in looks if _shows(look) == (kind, face)), newest)
    doubtful = bool(askew) or not _sure(looks, (kind, face), chances[kind, face])
    reading = replace(
        told.reading,
        kind=kind,
        face=face,
        confidence=chances[kind, face],
        doubtful=doubtful,
        alternatives=tuple((f, chances[k, f]) for k, f in likeliest if k == kind)[:ALTERNATIVES],
        other_kinds=tuple(others.values())[:OTHER_KINDS],
    )
    flaw = UNKNOWN if face == UNKNOWN_FACE else UNCLEAR
    return replace(told, reading=reading, flaw=flaw if doubtful else "")


def _sure(looks: Sequence[SeenDie], shows: Shows, chance: float) -> bool:
    """Every look saw the same, most of them clearly, and together they are sure enough.

    A look may be in doubt for another reason than a low chance, such as too many dice of the kind: then so are all.
    A die that perhaps leans is no clear one, however clearly its face reads.
    """
    clear = sum(not (look.reading.doubtful or look.flaw) for look in looks)
    return (
        all(_shows(look) == shows for look in looks)
        and clear >= MOSTLY * len(looks)
        and all(look.reading.confidence < look.doubt_below for look in looks if look.reading.doubtful)
        and chance >= max(look.doubt_below for look in looks)
    )


def _chances(readings: Sequence[DieReading]) -> dict[Shows, float]:
    """How likely each face of each kind is, by all readings; what one does not name, it thinks impossible."""
    chances: dict[Shows, float] = {}
    for reading in readings:
        says = {(kind, face): chance for kind, face, chance in reading.other_kinds}
        says |= {(reading.kind, face): chance for face, chance in reading.alternatives}
        says[reading.kind, reading.face] = reading.confidence
        for shows, chance in says.items():
            chances[shows] = chances.get(shows, 0.0) + chance / len(readings)
    return chances


def _twins(
    a: Sequence[SeenDie], b: Sequence[SeenDie], alike: Callable[[SeenDie, SeenDie], bool]
) -> tuple[SeenDie, ...] | None:
    """The dice of `b` in the order of those of `a` that they are like; None unless each has its twin."""
    left, found = list(b), []
    for die in a:
        twin = next((other for other in left if alike(die, other)), None)
        if twin is None:
            return None
        left.remove(twin)
        found.append(twin)
    return None if left else tuple(found)


def _shows(die: SeenDie) -> Shows:
    return die.reading.kind, die.reading.face


def _same_place(a: SeenDie, b: SeenDie) -> bool:
    return math.dist(a.reading.place_mm, b.reading.place_mm) <= SAME_PLACE_SHARE * a.reading.size_mm
