"""Spells in the Ready Area: when each may be cast, at what, and what then happens (QR-20 to QR-22)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.quarriors import creatures, strength
from companion.rules.quarriors import effects as e
from companion.rules.quarriors.actions import Cast, Change
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import Ability, next_level
from companion.rules.quarriors.state import Attacker, Context, Do, Lying

NO_TARGET = -1
ON_OWN_TURN = ("cast", "attach")
ON_RIVALS_TURN = ("reaction",)


def casts(b: Bench, seat: int) -> list[Cast]:
    """Everything this seat may do with its spells now; spells that are alike stand once."""
    found: list[Cast] = []
    seen: set[tuple[str, str]] = set()
    for spell in b.players[seat].spells:
        kind = (b.kinds[spell.die], spell.face)
        ability = ability_of(b, seat, spell)
        if ability is None or kind in seen:
            continue
        seen.add(kind)
        found += [Cast(seat, spell.die, target) for target in targets(b, seat, spell.die, ability)]
    return found


def ability_of(b: Bench, seat: int, spell: Lying) -> Ability | None:
    """What this spell may do now: on the own turn, or as a Reaction on a rival's (QR-22)."""
    card = b.card(spell.die)
    moments = ON_OWN_TURN if seat == b.active else ON_RIVALS_TURN
    for ability in card.abilities:
        if ability.at in moments and ability.fits(b.face(spell)) and _needs_met(b, ability):
            return ability
    return None


def _needs_met(b: Bench, ability: Ability) -> bool:
    if ability.needs == "two_scored":
        return b.scored >= 2
    if ability.needs == "attacked":
        return b.attacked
    return True


def targets(b: Bench, seat: int, die: int, ability: Ability) -> list[int]:
    """Whom it can be cast at; [-1] where it needs nobody, nothing where there is no one (ambiguity 4)."""
    found = _targets(b, seat, die, ability)
    if not found and ability.at != "attach" and b.rule("spell_without_target"):
        return [NO_TARGET]
    return found


def _targets(b: Bench, seat: int, die: int, ability: Ability) -> list[int]:
    own = b.players[seat].ready
    if ability.at == "attach":
        return [creature.die for creature in creatures.alike(b, seat, own)]
    first = ability.then[0]
    if isinstance(first, e.Slay):
        return _one_of_alike(b, [creature.die for creature in creatures.slayable(b, seat, first)])
    if isinstance(first, e.Still):
        moving = [c for c in b.players[b.active].ready if not c.still]
        free = [c.die for c in moving if creatures.may_choose(b, seat, b.active, c)]
        return _one_of_alike(b, free)
    if isinstance(first, e.Dispel):
        return _spells(b, die)
    if isinstance(first, e.SlayEach):
        able = any(creatures.weak(b, seat, rival, first.defence) for rival in b.others(seat))
    elif isinstance(first, e.LevelUp):
        able = any(next_level(b.library.dice[b.kinds[c.die]].faces, c.face) for c in own)
    elif isinstance(first, e.Boost | e.Save):
        able = bool(own)
    else:
        able = not isinstance(first, e.Glory) or strength.amount(b, first.n, seat) > 0
    return [NO_TARGET] if able else []


def _one_of_alike(b: Bench, dice: list[int]) -> list[int]:
    found = []
    for seat, player in enumerate(b.players):
        these = [creature for creature in player.ready if creature.die in dice]
        found += [creature.die for creature in creatures.alike(b, seat, these)]
    return sorted(found, key=dice.index)


def _spells(b: Bench, but: int) -> list[int]:
    """Spells in any Ready Area, attached ones too, rivals' first; those that are alike stand once."""
    found: dict[object, int] = {}
    for seat in (*b.others(b.active), b.active):
        for spell in b.players[seat].spells:
            if spell.die != but:
                found.setdefault((seat, -1, b.kinds[spell.die], spell.face), spell.die)
        for creature in b.players[seat].ready:
            for spell in creature.spells:
                found.setdefault((seat, creature.die, b.kinds[spell.die], spell.face), spell.die)
    return list(found.values())


def cast(b: Bench, seat: int, spell: Lying, ability: Ability, target: int) -> None:
    """Spend it, or attach it; `target` is one of `targets`."""
    b.change(seat, spells=tuple(other for other in b.players[seat].spells if other.die != spell.die))
    if ability.at == "attach":
        _attach(b, seat, spell, target)
        return
    b.to_used(seat, spell.die)
    b.say("qr.casts", who=b.name(seat), spell=b.die_line(spell.die))
    if target == NO_TARGET and isinstance(ability.then[0], e.Slay | e.Still | e.Dispel):
        return  # cast at nobody
    then = tuple(
        replace(effect, die=target) if isinstance(effect, e.Slay | e.Still | e.Dispel) else effect
        for effect in ability.then
    )
    b.push(Do(then, Context(seat, spell.die, b.cards[b.kinds[spell.die]])))


def _attach(b: Bench, seat: int, spell: Lying, target: int) -> None:
    found = b.creature(target)
    assert found is not None
    owner, creature = found
    grown = replace(creature, spells=(*creature.spells, spell))
    b.set_creature(owner, grown)
    b.say("qr.attaches", who=b.name(seat), spell=b.die_line(spell.die), die=b.die_line(target))
    if b.attack is not None and seat == b.active:  # during the own attack (QR-20)
        more = strength.attack_of(b, seat, grown) - strength.attack_of(b, seat, creature)
        b.attack = replace(
            b.attack,
            attackers=tuple(_stronger(a, more) if a.die == target else a for a in b.attack.attackers),
        )


def _stronger(attacker: Attacker, more: int) -> Attacker:
    return replace(attacker, attack=attacker.attack + more)


# An Ooze that copies


def changes(b: Bench, seat: int) -> list[Change]:
    """Once in every player's turn a Strong Primordial Ooze may become another creature."""
    found = []
    for creature in b.players[seat].ready:
        own = b.cards[b.kinds[creature.die]]
        shown = b.library.shown(own, "ready", creature.face)
        if creature.changed == b.turn or not any(isinstance(effect, e.Mimic) for effect in shown):
            continue
        for rival in b.others(seat):
            models = [model for owner, model in creatures.copyable(b, seat) if owner == rival]
            for model in creatures.alike(b, rival, models):
                what = (strength.card_of(b, model), model.copy_face or model.face)
                if what != (creature.copy, creature.copy_face):
                    found.append(Change(seat, creature.die, model.die))
    return found
