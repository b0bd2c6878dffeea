"""Scoring (QR-12): glory for every creature, their abilities, and culls."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.state import AnyFrame, Context, Creature, Do, Wait
from companion.rules.quarriors.strength import card_of, glory_of, says


def score_now(b: Bench, seat: int, creatures: Sequence[Creature], culls: bool = True) -> None:
    """These creatures score and go to the Used Pile with their spells; then come abilities, then culls."""
    b.scored += len(creatures)
    worth = {creature.die: glory_of(b, seat, creature) for creature in creatures}
    scored = set(worth)
    b.change(seat, ready=tuple(c for c in b.players[seat].ready if c.die not in scored))
    for creature in creatures:
        b.say("qr.scores", who=b.name(seat), die=b.die_line(creature.die), n=worth[creature.die])
        b.to_used(seat, creature.die, *(spell.die for spell in creature.spells))
    b.gain_glory(seat, sum(worth.values()), scoring=True)
    abilities: list[AnyFrame] = []
    for creature in creatures:
        card = card_of(b, creature)
        then = says(b, creature, "scored")
        if then:
            abilities.append(Do(then, Context(seat, creature.die, card)))
        for spell in creature.spells:
            attached = b.cards[b.kinds[spell.die]]
            then = b.library.shown(attached, "host_scored", spell.face)
            if then:
                abilities.append(Do(then, Context(seat, spell.die, attached)))
    cull: list[AnyFrame] = [Wait("cull", seat, len(creatures))] if culls else []
    if b.rule("culls") == "before_abilities":
        b.push(*cull, *abilities)
    else:
        b.push(*abilities, *cull)
