"""What happens by itself at a moment of the turn: statuses in play and passive abilities."""

from __future__ import annotations

from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.content import Hook
from companion.rules.dice_throne.effects import AnyEffect
from companion.rules.dice_throne.state import Context, Do

OPPOSED = ("attacked", "after_attack", "opponent_offence_over")  # here the active player is the other one


def hooks(b: Bench, seat: int, moment: str, dice: tuple[int, ...] = ()) -> list[Do]:
    """The effects of this moment for one player, statuses first."""
    other = b.active if moment in OPPOSED else b.target
    ultimate = b.announced is not None and b.announced.ultimate
    if moment == "offence_end" and b.announced is None:
        ultimate = True  # nothing to stop: the token goes without a roll
    found: list[Do] = []
    fighter = b.fighters[seat]
    statuses = b.library.statuses
    for status in fighter.tokens:
        for hook in statuses[status].hooks:
            if hook.at == moment:
                context = Context(seat, other, "status", b.library.status_line(status), dice)
                found.append(Do(_effects(hook, ultimate), context))
    for ability in b.library.passives[fighter.hero]:
        if ability.side and ability.side != fighter.side:
            continue
        for hook in b.level(seat, ability).hooks:
            if hook.at == moment:
                source = b.library.ability_line(fighter.hero, ability.id)
                found.append(Do(_effects(hook, ultimate), Context(seat, other, "passive", source, dice)))
    return found


def _effects(hook: Hook, ultimate: bool) -> tuple[AnyEffect, ...]:
    return hook.then if hook.if_ultimate is None or not ultimate else hook.if_ultimate


def push_hooks(b: Bench, seat: int, moment: str, dice: tuple[int, ...] = ()) -> None:
    """Let them happen now, the first one first."""
    for do in reversed(hooks(b, seat, moment, dice)):
        b.push(do)
