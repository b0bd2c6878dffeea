"""What is done to creatures and spells: summoned, destroyed, turned, copied; and how players tell them apart."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.rules.quarriors import destroy, rolls
from companion.rules.quarriors import effects as e
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import next_level
from companion.rules.quarriors.faces import face
from companion.rules.quarriors.perform import HANDLERS, ask
from companion.rules.quarriors.state import Ask, Context, Creature, Do, Lying, Option
from companion.rules.quarriors.strength import defence_of, holds, level_of, surcharge
from companion.rules.text import Line, line


def may_choose(b: Bench, seat: int, owner: int, creature: Creature) -> bool:
    return owner == seat or not holds(b, creature, e.Warded)


def slay(b: Bench, effect: e.Slay, context: Context) -> None:
    destroy.destroy(b, effect.die, context.by)


def slayable(b: Bench, seat: int, effect: e.Slay) -> list[Creature]:
    return [
        creature
        for owner in (*b.others(seat), seat)
        for creature in b.players[owner].ready
        if (not effect.level or level_of(creature) <= effect.level) and may_choose(b, seat, owner, creature)
    ]


def weak(b: Bench, seat: int, rival: int, defence: int) -> list[Creature]:
    """Creatures of a rival that a Death Spell may choose."""
    return [
        creature
        for creature in b.players[rival].ready
        if defence_of(b, rival, creature) <= defence and may_choose(b, seat, rival, creature)
    ]


def slay_each(b: Bench, effect: e.SlayEach, context: Context) -> None:
    seat = context.by
    rivals = tuple(b.others(seat)) if effect.rivals is None else effect.rivals
    if not rivals:
        return
    rival, rest = rivals[0], rivals[1:]
    if rest:
        b.push(Do((replace(effect, rivals=rest),), context))
    options = [
        Option(f"die:{creature.die}", creature_line(b, rival, creature), (e.Slay(die=creature.die),))
        for creature in alike(b, rival, weak(b, seat, rival, effect.defence))
    ]
    prompt = line("qr.ask.slay", who=b.name(seat), of=b.name(rival))
    ask(b, seat, prompt, options, context)


def raze(b: Bench, effect: e.Raze, context: Context) -> None:
    doomed = [
        creature.die
        for rival in b.others(context.by)
        for creature in b.players[rival].ready
        if (not effect.class_ or b.kinds[creature.die] == effect.class_)
        and (not effect.level or level_of(creature) <= effect.level)
    ]
    if doomed:
        b.push(Do(tuple(e.Slay(die=die) for die in doomed), context))


def still(b: Bench, effect: e.Still, _context: Context) -> None:
    found = b.creature(effect.die)
    if found is None:
        return
    owner, creature = found
    b.set_creature(owner, replace(creature, still=True))
    b.say("qr.stilled", who=b.name(owner), die=b.die_line(creature.die))
    if b.attack is not None:
        none = tuple(replace(a, attack=0, alone=0) if a.die == effect.die else a for a in b.attack.attackers)
        b.attack = replace(b.attack, attackers=none)


def save(b: Bench, _effect: e.Save, context: Context) -> None:
    b.change(context.by, saving=True)
    b.say("qr.saving", who=b.name(context.by))


def dispel(b: Bench, effect: e.Dispel, _context: Context) -> None:
    """A spell in any Ready Area, attached or not, goes to its owner's Used Pile."""
    for seat, player in enumerate(b.players):
        free = [spell for spell in player.spells if spell.die != effect.die]
        ready = tuple(
            replace(creature, spells=tuple(spell for spell in creature.spells if spell.die != effect.die))
            for creature in player.ready
        )
        if len(free) < len(player.spells) or ready != player.ready:
            b.change(seat, spells=tuple(free), ready=ready)
            b.to_used(seat, effect.die)
            b.say("qr.dispelled", who=b.name(seat), die=b.die_line(effect.die))
            return


def level_up(b: Bench, effect: e.LevelUp, context: Context) -> None:
    seat = context.by
    dice = tuple(c.die for c in b.players[seat].ready) if effect.dice is None else effect.dice
    if not dice:
        return
    die, rest = dice[0], dice[1:]
    found = b.creature(die)
    higher = next_level(b.library.dice[b.kinds[die]].faces, found[1].face) if found else ()
    if effect.face or len(higher) == 1:
        assert found is not None
        turned = effect.face or higher[0]
        b.set_creature(seat, replace(found[1], face=turned))
        b.say("qr.levels_up", who=b.name(seat), die=rolls.shown_line(b, b.kinds[die], turned))
        higher = ()
    if not higher:
        b.push(Do((e.LevelUp(rest),), context))
        return
    options = [
        Option(f"face:{name}", rolls.shown_line(b, b.kinds[die], name), (e.LevelUp(dice, name),))
        for name in higher
    ]
    prompt = line("qr.ask.turn", who=b.name(seat), die=b.die_line(die))
    b.push(Ask(seat, prompt, tuple(options), context))


def arrive(b: Bench, effect: e.Arrive, context: Context) -> None:
    """A Spirit that was set aside: a creature face goes to the Ready Area for free, all else is used."""
    seat, die = context.by, effect.die
    if die not in b.players[seat].aside:
        return
    # A Mighty Defender's surcharge also hits what is free; a pot belongs to the active player alone.
    cost = surcharge(b, seat) if face(effect.face).creature else 0
    purse = b.pot - b.reserved if seat == b.active else 0
    if not face(effect.face).creature or cost > purse:
        dismiss(b, e.Dismiss(die), context)
    elif cost and not effect.paid:
        paid = Option("pay", line("qr.label.pay", n=cost), (replace(effect, paid=True),))
        used = Option("none", line("qr.label.to_used", die=b.die_line(die)), (e.Dismiss(die),))
        prompt = line("qr.ask.pay", who=b.name(seat), die=b.die_line(die), n=cost)
        b.push(Ask(seat, prompt, (paid, used), context))
    else:
        b.pay(cost)
        b.change(seat, aside=tuple(other for other in b.players[seat].aside if other != die))
        enter(b, seat, die, effect.face)


def dismiss(b: Bench, effect: e.Dismiss, context: Context) -> None:
    aside = b.players[context.by].aside
    if effect.die in aside:
        b.change(context.by, aside=tuple(die for die in aside if die != effect.die))
        b.to_used(context.by, effect.die)
        b.say("qr.dismissed", who=b.name(context.by), die=b.die_line(effect.die))


def enter(b: Bench, seat: int, die: int, face_name: str) -> None:
    """A creature enters the Ready Area; what its card says of that happens now."""
    b.change(seat, ready=(*b.players[seat].ready, Creature(die, face_name)))
    card = b.cards[b.kinds[die]]
    b.say("qr.summons", who=b.name(seat), die=rolls.shown_line(b, b.kinds[die], face_name))
    then = b.library.shown(card, "summoned", face_name)
    if then:
        b.push(Do(then, Context(seat, die, card)))
    shout(b, seat, Lying(die, face_name))


def shout(b: Bench, seat: int, lying: Lying) -> None:
    """A burst that its card says nothing about (QR-10)."""
    burst = face(lying.face).burst
    card = b.card(lying.die)
    if burst and card and not any(ability.burst in ("any", burst) for ability in card.abilities):
        b.say("qr.quarriors", who=b.name(seat))


def copyable(b: Bench, seat: int) -> list[tuple[int, Creature]]:
    """Rivals' creatures that an Ooze may become; another copying Ooze lends what it copies."""
    found = [(rival, creature) for rival in b.others(seat) for creature in b.players[rival].ready]
    return [(rival, c) for rival, c in found if c.copy or not holds(b, c, e.Mimic)]


def copy(b: Bench, effect: e.Copy, context: Context) -> None:
    seat = context.by
    if effect.die < 0:
        options = [
            Option(f"die:{creature.die}", creature_line(b, rival, creature), (e.Copy(creature.die),))
            for rival in b.others(seat)
            for creature in alike(b, rival, [c for owner, c in copyable(b, seat) if owner == rival])
        ]
        ask(b, seat, line("qr.ask.copy", who=b.name(seat)), options, context)
        return
    own, other = b.creature(context.die), b.creature(effect.die)
    if own is None or other is None:
        return
    model = other[1]
    card = model.copy or b.cards[b.kinds[model.die]]
    shown = model.copy_face or model.face
    b.set_creature(seat, replace(own[1], copy=card, copy_face=shown, changed=b.turn))
    words = line("qr.shown", die=b.library.card_line(card), face=shown)
    b.say("qr.copies", who=b.name(seat), die=b.die_line(context.die), what=words)


def alike(b: Bench, owner: int, creatures: Iterable[Creature]) -> list[Creature]:
    """One of each that players cannot tell apart."""
    seen: dict[object, Creature] = {}
    for c in creatures:
        spells = tuple(sorted((b.kinds[spell.die], spell.face) for spell in c.spells))
        seen.setdefault((owner, b.kinds[c.die], c.face, spells, c.still, c.copy, c.copy_face), c)
    return list(seen.values())


def creature_line(b: Bench, owner: int, creature: Creature) -> Line:
    """ "Mia's Ghostly Spirit 2/3/3 + Life Cantrip" """
    words = rolls.shown_line(b, b.kinds[creature.die], creature.face)
    if creature.copy:
        as_what = line("qr.shown", die=b.library.card_line(creature.copy), face=creature.copy_face)
        words = line("qr.as", a=words, b=as_what)
    for spell in creature.spells:
        words = line("qr.with", a=words, b=rolls.shown_line(b, b.kinds[spell.die], spell.face))
    if creature.still:
        words = line("qr.stilled_word", a=words)
    return line("qr.of", who=b.name(owner), what=words)


HANDLERS.update(
    {
        e.Slay: slay,
        e.SlayEach: slay_each,
        e.Raze: raze,
        e.Still: still,
        e.Save: save,
        e.Dispel: dispel,
        e.LevelUp: level_up,
        e.Arrive: arrive,
        e.Dismiss: dismiss,
        e.Copy: copy,
    }
)
