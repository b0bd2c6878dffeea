"""A creature is destroyed: who can save it, where it goes, and what follows (QR-17)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.quarriors import effects as e
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.state import Ask, Context, Creature, Do, Option, Want
from companion.rules.quarriors.strength import card_of, says
from companion.rules.text import line


def destroy(b: Bench, die: int, by: int) -> None:
    """Ask its owner where there is a choice, or let it fall. `by` is -1 where nobody did it."""
    found = b.creature(die)
    if found is None:
        return
    owner, creature = found
    options = _rescues(b, owner, creature, by) if by >= 0 else []  # what melts would melt again
    fall = e.Fall(die, by, _resting_place(b, owner, creature))
    if not options:
        b.push(Do((fall,), Context(owner, die)))
        return
    options.append(Option("fall", line("qr.label.let_fall", die=b.die_line(die)), (fall,)))
    prompt = line("qr.ask.rescue", who=b.name(owner), die=b.die_line(die))
    b.push(Ask(owner, prompt, tuple(options), Context(owner, die)))


def _resting_place(b: Bench, owner: int, creature: Creature) -> str:
    if b.players[owner].saving:
        return "pool"
    for effect in says(b, creature, "falling"):
        if isinstance(effect, e.FallTo):
            return effect.zone
    return "used"


def _rescues(b: Bench, owner: int, creature: Creature, by: int) -> list[Option]:
    found: list[Option] = []
    player = b.players[owner]
    if b.active != owner:  # a Reaction, never on the own turn (QR-22)
        for spell in player.spells:
            card = b.cards[b.kinds[spell.die]]
            if b.library.shown(card, "destroyed_reaction", spell.face) and not found:
                fall = e.Fall(creature.die, by, "ready", spell=spell.die)
                found.append(Option("spell", line("qr.label.rescue", spell=b.die_line(spell.die)), (fall,)))
    for effect in says(b, creature, "falling"):
        if isinstance(effect, e.Recall):
            dice = (*player.used, *(lying.die for lying in player.pool))
            price = next((die for die in dice if b.kinds[die] == effect.cull), -1)
            if price >= 0:
                fall = e.Fall(creature.die, by, "ready", price=price)
                label = line("qr.label.recall", die=b.die_line(creature.die), price=b.die_line(price))
                found.append(Option("cull", label, (fall,)))
    return found


def fall(b: Bench, effect: e.Fall, _context: Context) -> None:
    found = b.creature(effect.die)
    if found is None:
        return
    owner, creature = found
    b.say("qr.destroyed", who=b.name(owner), die=b.die_line(effect.die))
    way = effect.way
    if way == "ready" and not _pays(b, owner, effect):
        way = _resting_place(b, owner, creature)
    _leave(b, owner, creature, way)
    _follow(b, owner, creature, effect.by, lost=way != "ready")


def _pays(b: Bench, owner: int, effect: e.Fall) -> bool:
    """Spend the spell or the die that brings it back; a correction may have taken them away meanwhile."""
    player = b.players[owner]
    if effect.spell in (spell.die for spell in player.spells):
        b.change(owner, spells=tuple(spell for spell in player.spells if spell.die != effect.spell))
        b.to_used(owner, effect.spell)
        return True
    if effect.price in (*player.used, *(lying.die for lying in player.pool)):
        b.cull(owner, effect.price)
        return True
    return False


def _leave(b: Bench, owner: int, creature: Creature, way: str) -> None:
    """It goes, and its spells go to the Used Pile (QR-21); they also do when it comes back."""
    b.to_used(owner, *(spell.die for spell in creature.spells))
    if way == "ready":
        b.set_creature(owner, replace(creature, spells=()))
        b.say("qr.returns", who=b.name(owner), die=b.die_line(creature.die))
        return
    player = b.players[owner]
    b.change(owner, ready=tuple(other for other in player.ready if other.die != creature.die))
    if way == "pool":
        b.to_pool(owner, creature.die)
        b.say("qr.to_pool", who=b.name(owner), die=b.die_line(creature.die))
    elif way == "aside":
        b.change(owner, aside=(*b.players[owner].aside, creature.die))
        b.say("qr.set_aside", who=b.name(owner), die=b.die_line(creature.die))
    else:
        b.to_used(owner, creature.die)


def _follow(b: Bench, owner: int, creature: Creature, by: int, lost: bool) -> None:
    """Abilities of the moment: its own, and those of the creatures whose owner destroyed it."""
    frames = []
    card = card_of(b, creature)
    own = says(b, creature, "destroyed")
    if own:
        frames.append(Do(own, Context(owner, creature.die, card)))
    if by >= 0 and by != owner:
        first = int(b.attack is not None and b.attack.facing == owner and not b.attack.lost)
        for other in b.players[by].ready:
            theirs = card_of(b, other)
            then = says(b, other, "destroys")
            if then:
                frames.append(Do(then, Context(by, other.die, theirs, first)))
        if b.players[by].aside:
            frames.append(Do((e.RollAside(),), Context(by)))
        if b.attack is not None and b.attack.facing in (owner, -1) and by == b.active:
            b.attack = replace(b.attack, lost=b.attack.lost or b.attack.facing == owner)
            if lost and owner not in b.hit:
                b.hit = (*b.hit, owner)
    b.push(*frames)


def roll_aside(b: Bench, _effect: e.RollAside, context: Context) -> None:
    """Spirits that were set aside are rolled when their owner destroys a creature."""
    if b.players[context.by].aside:
        b.push(Want(context.by, b.players[context.by].aside, aside=True))
