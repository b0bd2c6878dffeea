"""What a creature is worth now: attack, defence, glory, and what its card says while it is ready."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.quarriors import effects as e
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import Moment
from companion.rules.quarriors.faces import UNKNOWN, Face, face
from companion.rules.quarriors.state import Attack, Attacker, Creature

BASIC = "basic_quiddity"


def card_of(b: Bench, creature: Creature) -> str:
    """Its card; of an Ooze, the card that it copies."""
    return creature.copy or b.cards[b.kinds[creature.die]]


def face_of(creature: Creature) -> Face:
    return face(creature.copy_face or creature.face)


def level_of(creature: Creature) -> int:
    """Of the die itself: a copy costs no more levels."""
    return face(creature.face).level


def says(b: Bench, creature: Creature, at: Moment) -> tuple[e.AnyEffect, ...]:
    """What its card says of this moment, with the face that lies up."""
    return b.library.shown(card_of(b, creature), at, creature.copy_face or creature.face)


def holding(b: Bench, creature: Creature) -> tuple[e.AnyEffect, ...]:
    """What its card says while it is ready."""
    return says(b, creature, "ready")


def holds(b: Bench, creature: Creature, what: type) -> bool:
    return any(isinstance(effect, what) for effect in holding(b, creature))


def amount(b: Bench, n: e.Amount, seat: int) -> int:
    """A number, or something counted on the table for this seat."""
    if isinstance(n, int):
        return n
    player = b.players[seat]
    if n == "others":
        return len(player.ready) - 1
    if n == "others_scored":
        return max(0, b.scored - 1)
    if n == "scored":
        return b.scored
    if n == "rivals_hit":
        return len(b.hit)
    if n == "basics":  # in the Used Pile and in the Active Pool
        dice = (*player.used, *(lying.die for lying in player.pool))
        return sum(b.kinds[die] == BASIC for die in dice)
    return sum(len(other.ready) for other in b.players)  # creatures in all Ready Areas


def _modifiers(b: Bench, seat: int, creature: Creature, attached: bool = True) -> list[e.Modify]:
    """All that changes this creature's numbers: its own card, its companions' cards, its spells."""
    found = [f for f in holding(b, creature) if isinstance(f, e.Modify) and f.to == "self"]
    for other in b.players[seat].ready:
        if other.die != creature.die:
            found += [f for f in holding(b, other) if isinstance(f, e.Modify) and f.to == "others"]
    if attached:
        for spell in creature.spells:
            card = b.cards[b.kinds[spell.die]]
            shown = b.library.shown(card, "attach", spell.face)
            found += [f for f in shown if isinstance(f, e.Modify)]
    return found


def _base(b: Bench, seat: int, creature: Creature) -> tuple[int, int]:
    shown = face_of(creature)
    attack, defence = shown.attack, shown.defence
    if UNKNOWN in (attack, defence):
        attack = defence = 0
        for effect in holding(b, creature):
            if isinstance(effect, e.Equals):
                attack = defence = amount(b, effect.n, seat)
            elif isinstance(effect, e.Mimic):
                attack, defence = effect.attack, effect.defence
    return attack, defence


def attack_of(b: Bench, seat: int, creature: Creature) -> int:
    """Against anybody; more against a rival with one creature is in `alone_of`."""
    if creature.still:
        return 0
    found = (f for f in _modifiers(b, seat, creature) if not f.against)
    more = sum(amount(b, f.attack, seat) for f in found)
    return max(0, _base(b, seat, creature)[0] + b.players[seat].attack + more)


def alone_of(b: Bench, seat: int, creature: Creature) -> int:
    found = (f for f in _modifiers(b, seat, creature) if f.against == "one_creature")
    return 0 if creature.still else sum(amount(b, f.attack, seat) for f in found)


def defence_of(b: Bench, seat: int, creature: Creature, attached: bool = True) -> int:
    more = sum(amount(b, f.defence, seat) for f in _modifiers(b, seat, creature, attached))
    return max(0, _base(b, seat, creature)[1] + b.players[seat].defence + more)


def glory_of(b: Bench, seat: int, creature: Creature) -> int:
    printed = b.numbers(b.library.cards[card_of(b, creature)])[1]
    return printed + sum(amount(b, f.glory, seat) for f in _modifiers(b, seat, creature))


def melts(b: Bench, seat: int, creature: Creature) -> bool:
    """An Ooze whose "?" counts nothing is destroyed."""
    counted = face_of(creature).defence == UNKNOWN and holds(b, creature, e.Equals)
    return counted and _base(b, seat, creature)[1] == 0


def surcharge(b: Bench, seat: int) -> int:
    """What rivals' creatures add to each summon of this seat."""
    return sum(
        effect.n
        for rival in b.others(seat)
        for creature in b.players[rival].ready
        for effect in holding(b, creature)
        if isinstance(effect, e.Surcharge)
    )


# The total (QR-16)


def attackers(b: Bench, seat: int) -> tuple[Attacker, ...]:
    return tuple(
        Attacker(
            creature.die,
            attack_of(b, seat, creature),
            level_of(creature),
            alone_of(b, seat, creature),
            holds(b, creature, e.IgnoreAttached),
        )
        for creature in b.players[seat].ready
    )


def facing(b: Bench, attack: Attack, rival: int) -> Attack:
    """The same attack, turned to this rival, whose creatures change what counts as long as it lasts."""
    cap = ignored = 0
    for creature in b.players[rival].ready:
        for effect in holding(b, creature):
            if isinstance(effect, e.CapAttackers):
                cap = min(cap, effect.n) if cap else effect.n
            elif isinstance(effect, e.IgnoreAttackers):
                ignored = max(ignored, effect.level)
    single = len(b.players[rival].ready) == 1
    return replace(
        attack, facing=rival, single=single, cap=cap, ignored=ignored, spent=0, back=0, named=(), lost=False
    )


def total(attack: Attack) -> int:
    """The whole attack as it counts against the rival it is turned to."""
    whole = 0
    for attacker in attack.attackers:
        if attacker.level > attack.ignored:
            counts = attacker.attack + (attacker.alone if attack.single else 0)
            whole += min(counts, attack.cap) if attack.cap else counts
    return whole


def left(attack: Attack) -> int:
    """What is left of it."""
    return max(0, total(attack) + attack.back - attack.spent)


def against(b: Bench, attack: Attack, creature: Creature) -> int:
    """The defence of a named creature; attached spells may not count."""
    piercing = any(attacker.piercing for attacker in attack.attackers)
    return defence_of(b, attack.facing, creature, attached=not piercing)
