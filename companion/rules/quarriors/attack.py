"""The attack (QR-16): all own creatures against each rival in turn, who names defenders one by one."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.quarriors import destroy, spells, strength
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.state import Attack, Context, Creature, Do, Wait


def begin(b: Bench) -> None:
    """Before the total is counted, every rival may react."""
    b.phase = "attack"
    if not b.players[b.active].ready:
        b.attacked = True
        return
    b.go("total", "quake", "next_rival")
    b.push(*(Wait("react", rival) for rival in b.others(b.active)))


def count(b: Bench) -> None:
    """The total stays what it is, whatever becomes of the attackers (ambiguity 1)."""
    b.attack = Attack(strength.attackers(b, b.active), tuple(b.others(b.active)))
    whole = sum(attacker.attack for attacker in b.attack.attackers)
    b.say("qr.attacks", who=b.name(b.active), n=whole)


def quake(b: Bench) -> None:
    """What happens before defenders are named."""
    frames = []
    for creature in b.players[b.active].ready:
        card = strength.card_of(b, creature)
        then = strength.says(b, creature, "attack")
        if then:
            frames.append(Do(then, Context(b.active, creature.die, card)))
    b.push(*frames)


def next_rival(b: Bench) -> None:
    assert b.attack is not None
    if not b.attack.queue:
        b.attack = None
        b.attacked = True
        return
    rival, *rest = b.attack.queue
    b.attack = strength.facing(b, replace(b.attack, queue=tuple(rest)), rival)
    b.go("defend", "next_rival")
    if b.players[rival].ready:
        b.say("qr.faces", who=b.name(rival), n=strength.total(b.attack))


def defenders(b: Bench) -> list[Creature]:
    """Creatures that the rival may name: each only once in a combat (QR-17)."""
    assert b.attack is not None
    ready = b.players[b.attack.facing].ready
    if b.rule("saved_defends_again"):
        return list(ready)
    return [creature for creature in ready if creature.die not in b.attack.named]


def defend(b: Bench) -> None:
    """Until the damage is absorbed or no creature is left."""
    if b.attack is not None and strength.left(b.attack) > 0 and defenders(b):
        b.push(Wait("defend", b.attack.facing))


def foregone(b: Bench, seat: int) -> Creature | None:
    """The defender that need not be asked for: the only one, or any where the attack destroys none."""
    assert b.attack is not None
    able = defenders(b)
    if not able or any(spells.casts(b, other) for other in (seat, b.active)):
        return None
    left = strength.left(b.attack)
    if len(able) == 1 or all(left < strength.against(b, b.attack, creature) for creature in able):
        return able[0]
    return None


def name_defender(b: Bench, creature: Creature) -> None:
    """The window is on top of the stack."""
    assert b.attack is not None
    seat, left = b.attack.facing, strength.left(b.attack)
    defence = strength.against(b, b.attack, creature)
    b.stack.pop()
    if left < defence:
        b.say("qr.withstands", who=b.name(seat), die=b.die_line(creature.die), n=defence, left=left)
        return
    named = (*b.attack.named, creature.die)
    b.attack = replace(b.attack, spent=b.attack.spent + defence, named=named)
    b.go("defend")
    destroy.destroy(b, creature.die, b.active)


STEPS = {
    "attack": begin,
    "total": count,
    "quake": quake,
    "next_rival": next_rival,
    "defend": defend,
}
