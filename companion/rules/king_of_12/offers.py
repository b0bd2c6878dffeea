"""Everything a touch may do now, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12 import rounds
from companion.rules.king_of_12.adjacency import FACES
from companion.rules.king_of_12.circle import Circle
from companion.rules.king_of_12.table import Bench
from companion.rules.king_of_12.tournament import Hall


def at_table(b: Bench) -> Iterator[a.AnyAction]:
    if b.stage == "roll":
        free = b.lacking()
        different = {die.face: die for die in reversed(b.loose)}.values()  # of equal dice, any one will do
        yield from (a.Own(die.die, seat) for die in reversed(different) for seat in free)
        yield from (a.Show(seat, face) for seat in free for face in FACES)
    elif b.stage == "cards":
        yield from (a.Reveal(seat, card) for seat in b.hidden() for card in b.hand(seat))
    elif b.stage == "under":
        yield from _under(b, b.winner, b.cards)
    else:
        yield from answers(b, range(len(b.players)))


def answers(c: Circle, seats: Sequence[int]) -> Iterator[a.AnyAction]:
    """To what a play asks; `seats` are the circle's seats as the game counts them."""
    asks, seat = c.progress.asks, seats[c.progress.seat]
    if asks == "steal":
        yield from (a.Take(seat, token) for token in (2, 1))
    elif asks == "turn":
        yield from (a.Show(seat, face) for face in c.may_turn_to(c.progress.seat))
    elif asks == "order":
        yield from (a.Order(seat, first) for first in ("rebels", "card"))
    elif asks == "reroll":
        yield from (a.Show(seat, face) for face in FACES)


def _under(c: Circle, seat: int, cards: tuple[str, ...]) -> Iterator[a.AnyAction]:
    yield a.PutUnder(seat)  # face down: nobody needs to know which
    yield from (a.PutUnder(seat, card) for card in cards if card not in c.players[seat].under)


# Tournament


def in_hall(h: Hall) -> Iterator[a.AnyAction]:
    if h.stage == "under":
        for winner in h.winners:
            yield from _under(h.everybody(), winner, h.cards)
        return
    for number in h.open_circles():
        c, members = h.circle(number), h.members(number)
        if c.progress.asks:
            yield from answers(c, members)
            continue
        yield from _placings(number, members, swapped=h.stage != "groups")
        for seat, player in zip(members, c.players, strict=True):
            if not player.card:
                yield from (a.Reveal(seat, card) for card in rounds.hand(player, h.cards))
            if not player.face:
                yield from (a.Show(seat, face) for face in FACES)


def _placings(number: int, members: Sequence[int], swapped: bool) -> Iterator[a.AnyAction]:
    """Who won and who was second. In a group the second takes 1 point whatever a Cheater says (KD-33)."""
    pairs = list(permutations(members, 2))
    yield from (a.Placed(number, winner, second) for winner, second in pairs)
    yield from (a.Placed(number, winner) for winner in members)
    yield a.Placed(number)
    if swapped:
        yield from (a.Placed(number, winner, second, swapped=True) for winner, second in pairs)
        yield from (a.Placed(number, winner, swapped=True) for winner in members)
