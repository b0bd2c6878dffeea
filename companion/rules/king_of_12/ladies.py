"""Two or more Ladies cancel each other, and one takes a token from another (KD-24)."""

from __future__ import annotations

from collections import Counter

from companion.rules.king_of_12 import tokens
from companion.rules.king_of_12.circle import Circle
from companion.rules.king_of_12.content import library


def theft(c: Circle) -> None:
    """The lowest takes from the highest; asks which token where there is a choice."""
    shown = Counter(player.card for player in c.players)
    ladies = [
        seat
        for seat, player in enumerate(c.players)
        if shown[player.card] > 1 and library().cards[player.card].effect == "cancel_others"
    ]
    if not ladies:
        return
    ladies.sort(key=lambda seat: c.players[seat].value)
    values = [c.players[seat].value for seat in ladies]
    ends = (values[0], values[-1])
    unclear = len(set(values)) < len(values)
    if unclear and c.rule("lady_ties") == "extremes":
        unclear = any(values.count(end) > 1 for end in ends)
    if unclear:
        c.say("kd.ladies_equal")
        return
    thief, *others = ladies
    if c.rule("lady_empty_victim") == "nothing":
        others = others[-1:]
    victim = next((seat for seat in reversed(others) if c.players[seat].points), -1)
    if victim < 0:
        c.say("kd.nothing_to_take", who=c.name(thief), of=c.name(others[-1]))
    elif c.players[victim].ones and c.players[victim].twos:
        c.ask("steal", thief, victim)
    else:
        tokens.move(c, victim, thief, 1 if c.players[victim].ones else 2)
