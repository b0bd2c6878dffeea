"""How many dice of each kind can be among those that were thrown: more of them than that cannot all be right.

A game may know that one Portal was in the bag. When two thrown dice look like Portals, the less sure one is in
doubt, and the players are asked: reading is helped by what the game knows, and never forced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.dice import DieReading
from companion.vision.seen import SeenDie


def within(seen: Sequence[SeenDie], most: Mapping[str, int], kept: Collection[int]) -> tuple[SeenDie, ...]:
    """The same dice; of a kind that there are too many of, those that may well be another kind are doubtful.

    `kept` are the places in `seen` of dice that were not thrown. A die that can be nothing else stays as it is:
    then the count is wrong, which the game settles with its players.
    """
    thrown = [at for at in range(len(seen)) if at not in kept]
    count = Counter(seen[at].reading.kind for at in thrown)
    dice = list(seen)
    for kind, number in count.items():
        room = most.get(kind, number)
        mine = [at for at in thrown if seen[at].reading.kind == kind]
        mine.sort(key=lambda at: _lead(seen[at].reading, most, count))
        for at in mine[: max(0, number - room)]:
            reading = dice[at].reading
            other = _other(reading, most, count)
            if other is not None:
                others = (other, *(o for o in reading.other_kinds if o != other))
                dice[at] = replace(dice[at], reading=replace(reading, doubtful=True, other_kinds=others))
    return tuple(dice)


def _other(
    reading: DieReading, most: Mapping[str, int], count: Mapping[str, int]
) -> tuple[str, str, float] | None:
    """The likeliest other kind that one more die can be of."""
    free = [other for other in reading.other_kinds if count.get(other[0], 0) < most.get(other[0], 0)]
    return max(free, key=lambda other: other[2], default=None)


def _lead(reading: DieReading, most: Mapping[str, int], count: Mapping[str, int]) -> float:
    """How far the reading is ahead of the other kind it may be."""
    other = _other(reading, most, count)
    return reading.confidence - (other[2] if other is not None else 0.0)
