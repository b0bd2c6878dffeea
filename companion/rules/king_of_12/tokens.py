"""Point tokens: nine of 1 and six of 2, 21 points in all."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.errors import IllegalAction
from companion.rules.king_of_12.circle import Circle
from companion.rules.king_of_12.state import Player
from companion.rules.text import line

ONES = 9
TWOS = 6


def left(players: Sequence[Player]) -> tuple[int, int]:
    """The 1s and the 2s in the middle of the table."""
    return ONES - sum(player.ones for player in players), TWOS - sum(player.twos for player in players)


def pay(c: Circle, seat: int, points: int) -> None:
    """Take a token for these points from the middle (KD-13)."""
    player = c.players[seat]
    ones, twos = left(c.players)
    unlimited = c.unlimited or c.rule("no_tokens_left") == "unlimited"
    if points == 2 and (twos > 0 or unlimited):
        c.change(seat, twos=player.twos + 1)
    else:
        taken = points if unlimited else min(points, max(0, ones))
        c.change(seat, ones=player.ones + taken)
        if taken < points:
            c.say("kd.tokens_gone", who=c.name(seat), n=taken)


def move(c: Circle, giver: int, taker: int, token: int) -> None:
    field = "ones" if token == 1 else "twos"
    c.change(giver, **{field: getattr(c.players[giver], field) - 1})
    c.change(taker, **{field: getattr(c.players[taker], field) + 1})
    c.say("kd.steals", who=c.name(taker), of=c.name(giver), n=token)


def most(c: Circle, seat: int) -> tuple[int, int]:
    """How many 1s and 2s this player could have, with all that lie in the middle."""
    player = c.players[seat]
    ones, twos = (ONES, TWOS) if c.unlimited else left(c.players)
    return player.ones + max(0, ones), player.twos + max(0, twos)


def set_points(c: Circle, seat: int, points: int) -> None:
    """Correct a total by hand: change as few 2s as possible, and make change in the middle."""
    player = c.players[seat]
    most_ones, most_twos = most(c, seat)
    ways = [(points - 2 * twos, twos) for twos in range(most_twos + 1) if 0 <= points - 2 * twos <= most_ones]
    if not ways:
        raise IllegalAction(line("kd.no.tokens", n=points))
    ones, twos = min(ways, key=lambda way: abs(way[1] - player.twos))
    c.change(seat, ones=ones, twos=twos)
