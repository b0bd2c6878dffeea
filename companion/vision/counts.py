"""How many dice of each kind can be among those that were thrown: that tells which of two look-alikes a die is.

A game may know that eight Basic Quiddity and one Portal were in the bag. A die that is nearly as like the one as the
other is then far likelier a Basic Quiddity, and of two dice that look like Portals one is something else. All thrown
dice are weighed together: each way to name them counts as much as the dice look like it, times the ways to draw just
these from what there is. Reading is helped by what the game knows, and never forced: a die is shown as it was seen, and
where the game says otherwise, the players are asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.dice import UNKNOWN_FACE
from companion.vision.seen import SeenDie

MISCOUNTED = 0.02  # how likely one die more of a kind lies there than the game knows of
HEAVIEST = 60  # ways to name the dice that are followed: the rest is hardly likely, and would be too many
LEAST = 1e-6  # how likely anything is that is told at all
OUTVOTED = 0.5  # whatever is less likely than this, by all that is known, is not what it seems

Taken = tuple[tuple[str, int], ...]  # how many dice of each kind are named, by kind


def within(seen: Sequence[SeenDie], most: Mapping[str, int], kept: Collection[int]) -> tuple[SeenDie, ...]:
    """The same dice, each as sure as it is when the kinds of all are weighed together.

    `most` is how many dice of each kind can be thrown, and `kept` are the places in `seen` of dice that were not. A die
    that can be nothing else stays as it is: then the count is wrong, which the game settles with its players.
    """
    looks = {
        at: _kinds(seen[at], most)
        for at in range(len(seen))
        if at not in kept and seen[at].reading.kind in most
    }
    dice = list(seen)
    for at, kinds in looks.items():
        if len(kinds) > 1:
            others = _named([look for other, look in looks.items() if other != at])
            dice[at] = _weighed(seen[at], kinds, _shares(kinds, others, most))
    return tuple(dice)


def _kinds(die: SeenDie, most: Mapping[str, int]) -> dict[str, float]:
    """How much the die looks like each kind that it can be."""
    reading = die.reading
    own = max(LEAST, reading.confidence, sum(likely for _, likely in reading.alternatives))
    return {reading.kind: own} | {kind: likely for kind, _, likely in reading.other_kinds if kind in most}


def _named(looks: Sequence[Mapping[str, float]]) -> dict[Taken, float]:
    """Every way to name these dice, by how many of each kind that makes: how much they look like it."""
    ways: dict[Taken, float] = {(): 1.0}
    for kinds in looks:
        longer: dict[Taken, float] = {}
        for taken, likely in ways.items():
            for kind, chance in kinds.items():
                more = _with(taken, kind)
                longer[more] = longer.get(more, 0.0) + likely * chance
        ways = dict(sorted(longer.items(), key=lambda way: -way[1])[:HEAVIEST])
    return ways


def _with(taken: Taken, kind: str) -> Taken:
    counts = dict(taken)
    counts[kind] = counts.get(kind, 0) + 1
    return tuple(sorted(counts.items()))


def _shares(
    kinds: Mapping[str, float], others: Mapping[Taken, float], most: Mapping[str, int]
) -> dict[str, float]:
    """How likely the die is each of its kinds, beside all ways to name the others."""
    weights = {
        kind: chance
        * sum(likely * _ways_to_draw(_with(taken, kind), most) for taken, likely in others.items())
        for kind, chance in kinds.items()
    }
    total = sum(weights.values())
    return {kind: weight / total for kind, weight in weights.items()}


def _ways_to_draw(taken: Taken, most: Mapping[str, int]) -> float:
    """In how many ways so many dice of each kind can be drawn from what there is."""
    ways = 1.0
    for kind, count in taken:
        for drawn in range(count):
            ways *= most[kind] - drawn if drawn < most[kind] else MISCOUNTED
    return ways


def _weighed(die: SeenDie, kinds: Mapping[str, float], shares: Mapping[str, float]) -> SeenDie:
    """The die with the chances that all dice together give it."""
    reading, named = die.reading, min(1.0, sum(kinds.values()))
    share = shares[reading.kind]
    times = named * share / kinds[reading.kind]
    confidence = reading.confidence * times
    others = [
        (kind, face, named * shares[kind] if kind in shares else likely)
        for kind, face, likely in reading.other_kinds
    ]
    # What is in doubt for another reason than a low chance stays so; and without a threshold nobody says what is low.
    doubtful = reading.doubtful and (die.doubt_below == 1 or reading.confidence >= die.doubt_below)
    low = die.doubt_below < 1 and confidence < die.doubt_below
    return replace(
        die,
        reading=replace(
            reading,
            confidence=confidence,
            doubtful=doubtful or low or share < OUTVOTED or reading.face == UNKNOWN_FACE,
            alternatives=tuple((face, likely * times) for face, likely in reading.alternatives),
            other_kinds=tuple(sorted(others, key=lambda other: -other[2])),
        ),
    )
