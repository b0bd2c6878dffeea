"""Who sits where in a tournament (KD-32, KD-36)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.king_of_12.state import Move

Groups = tuple[tuple[int, ...], ...]

SIZES: dict[int, tuple[tuple[int, ...], ...]] = {  # KD-32
    5: ((2, 3),),
    6: ((3, 3),),
    7: ((3, 4),),
    8: ((4, 4),),
    9: ((3, 3, 3),),
    10: ((3, 3, 4),),
    11: ((3, 4, 4),),
    12: ((4, 4, 4), (3, 3, 3, 3)),
    13: ((3, 3, 3, 4),),
    14: ((3, 3, 4, 4),),
    15: ((3, 4, 4, 4),),
    16: ((4, 4, 4, 4),),
}
EVERY = 3  # every third player changes seat (KD-36)


def sizes(players: int) -> tuple[tuple[int, ...], ...]:
    """How so many players may be split, the usual way first; nothing for fewer than 5 or more than 16."""
    return SIZES.get(players, ())


def groups(sizes: Sequence[int]) -> Groups:
    """Players 0, 1, 2 … take their seats group by group."""
    found: list[tuple[int, ...]] = []
    for size in sizes:
        first = sum(len(group) for group in found)
        found.append(tuple(range(first, first + size)))
    return tuple(found)


def reseated(before: Groups) -> Groups:
    """Every third player moves on to the seat of the next one who moves, so that the groups mix.

    Players are counted through all groups and, where that gives fewer than two groups, once more around.
    """
    order = [player for group in before for player in group]
    home = [number for number, group in enumerate(before) for _ in group]
    movers: list[int] = []
    place = EVERY - 1
    while place < len(order) or len({home[mover] for mover in movers}) < 2:
        if place % len(order) not in movers:
            movers.append(place % len(order))
        place += EVERY
    movers.sort()
    after = list(order)
    for mover, seat in zip(movers, (*movers[1:], movers[0]), strict=True):
        after[seat] = order[mover]
    return regrouped(after, [len(group) for group in before])


def regrouped(order: Sequence[int], sizes: Sequence[int]) -> Groups:
    """The same seats with these players on them."""
    return tuple(tuple(order[place] for place in group) for group in groups(sizes))


def moves(before: Groups, after: Groups) -> tuple[Move, ...]:
    """Who changes seat, and where to."""
    return tuple(
        Move(player, number, seat)
        for number, group in enumerate(after)
        for seat, player in enumerate(group)
        if before[number][seat] != player
    )
