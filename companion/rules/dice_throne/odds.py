"""How likely each ability is from here, under best play, and which dice to keep for it.

Exact, not sampled. Five dice show one of 252 sorted results; of each, some dice are kept (462 ways in all,
over all results) and the rest thrown. Backwards from the last attempt: a result is worth the best of its
keeps, a keep is worth the mean over the next die thrown, die by die.

    board(state)     for the active player in the Offensive Roll Phase
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import combinations, combinations_with_replacement

import msgspec

from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.conditions import fulfils
from companion.rules.dice_throne.state import DiceThroneState

DICE = 5
FACES = range(1, 7)
Shown = tuple[int, ...]


class Odds(msgspec.Struct, frozen=True):
    """One box of the board."""

    ability: str
    tier: int
    chance: float  # 0 to 1
    keep: tuple[int, ...]  # places of the dice to keep; all of them when the box is met already
    met: bool  # the dice show it now


# Every multiset of 0 to 5 dice, the small ones first; the last 252 are results.
KEEPS: list[Shown] = [
    shown for size in range(DICE + 1) for shown in combinations_with_replacement(FACES, size)
]
_AT = {shown: i for i, shown in enumerate(KEEPS)}
_RESULTS = [i for i, shown in enumerate(KEEPS) if len(shown) == DICE]
_PARTIAL = [i for i, shown in enumerate(KEEPS) if len(shown) < DICE]
_MORE = [tuple(_AT[tuple(sorted((*KEEPS[i], face)))] for face in FACES) for i in _PARTIAL]
_PARTS = {
    i: tuple({_AT[part] for size in range(DICE + 1) for part in combinations(KEEPS[i], size)})
    for i in _RESULTS
}


@cache
def worth(needs: str, faces: tuple[str, ...], attempts: int) -> array[float]:
    """The chance from each keep, when its missing dice are thrown now and `attempts` more may follow."""
    values = array("d", bytes(8 * len(KEEPS)))  # kept for every ability that was met: a quarter of a tuple
    if attempts == 0:
        for i in _RESULTS:
            values[i] = float(fulfils(needs, faces, KEEPS[i]))
    else:
        later = worth(needs, faces, attempts - 1)
        for i in _RESULTS:
            values[i] = max([later[part] for part in _PARTS[i]])
    for i in reversed(_PARTIAL):
        a, b, c, d, e, f = _MORE[i]
        values[i] = (values[a] + values[b] + values[c] + values[d] + values[e] + values[f]) / 6
    return values


def chance(needs: str, faces: tuple[str, ...], shown: Shown, attempts: int) -> tuple[float, tuple[int, ...]]:
    """The chance to fulfil `needs` with that many attempts left, and the places of the dice to keep.

    `shown` is empty before the first attempt.
    """
    everything = tuple(range(len(shown)))
    if attempts == 0 or (shown and fulfils(needs, faces, shown)):
        return float(bool(shown) and fulfils(needs, faces, shown)), everything
    values = worth(needs, faces, attempts - 1)
    if not shown:
        return values[0], ()
    ordered = tuple(sorted(shown))
    # of equal chances the one that keeps most dice: fewer to throw
    best = max(_PARTS[_AT[ordered]], key=lambda part: (round(values[part], 12), len(KEEPS[part])))
    kept = list(KEEPS[best])
    places = []
    for place, value in enumerate(shown):
        if value in kept:
            kept.remove(value)
            places.append(place)
    return values[best], tuple(places)


def board(state: DiceThroneState) -> tuple[Odds, ...]:
    """Every box of the active player's board, as the dice and the attempts left stand."""
    b = Bench(state)
    seat = b.active
    faces = b.hero(seat).dice
    rolled = b.pools[0].values if b.pools and b.pools[0].purpose == "offence" else ()
    left = b.allowed - b.attempts if b.phase == "offence" else 3
    found = []
    for ability in b.abilities(seat, "offensive", "ultimate"):
        for i, tier in enumerate(b.level(seat, ability).tiers):
            likely, keep = chance(tier.needs, faces, rolled, max(0, left))
            met = bool(rolled) and fulfils(tier.needs, faces, rolled)
            found.append(Odds(ability.id, i, likely, keep, met))
    return tuple(found)
