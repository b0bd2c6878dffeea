"""How the game ends (QR-24, QR-25)."""

from __future__ import annotations

from companion.rules.core import Outcome
from companion.rules.quarriors.state import Player, QuarriorsState
from companion.rules.text import line


def ready_dice(player: Player) -> int:
    """Dice in the Ready Area: creatures, spells, and spells attached to creatures."""
    return len(player.ready) + len(player.spells) + sum(len(creature.spells) for creature in player.ready)


def outcome(state: QuarriorsState) -> Outcome | None:
    if state.won >= 0:
        name = state.seats[state.won].name
        return Outcome((state.won,), line("qr.over.glory", who=name, n=state.players[state.won].glory))
    if not state.emptied:
        return None
    standing = [(player.glory, ready_dice(player)) for player in state.players]
    best = max(standing)
    winners = tuple(seat for seat, stands in enumerate(standing) if stands == best)
    if len(winners) > 1:
        return Outcome(winners, line("qr.over.shared", n=best[0]))
    who = state.seats[winners[0]].name
    if [glory for glory, _ in standing].count(best[0]) > 1:
        return Outcome(winners, line("qr.over.ready_dice", who=who, n=best[0], dice=best[1]))
    return Outcome(winners, line("qr.over.emptied", who=who, n=best[0]))
