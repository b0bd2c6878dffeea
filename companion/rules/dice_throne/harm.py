"""Carrying out effects: damage and healing, and what makes them more or less (DT-39 to DT-50)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.perform import HANDLERS, seats_for
from companion.rules.dice_throne.state import Ask, Context, Entry, Healing, Option, Packet
from companion.rules.text import line

QUIET = ("income", "main1", "main2", "discard")  # here nothing gathers: it is applied at once


def deal(b: Bench, effect: e.Deal, context: Context) -> None:
    n = b.amount(effect.n, context)
    if effect.to == "target" and context.kind == "ability":
        _attack(b, effect, context, n)
        return
    seats = seats_for(b, effect, context)
    if seats is None or n <= 0:
        return
    alone = effect.isolated or context.kind == "card"  # a card that is no modifier hurts at once (DT-44)
    for seat in seats:
        by = -1 if seat == context.by else context.by
        typed = context.kind in ("ability", "card") or effect.isolated or effect.type == "ultimate"
        kind = effect.type if typed else "status"  # DT-10, DT-35
        damage.add_packet(b, Packet(seat, by, kind, context.source, n, isolated=alone))
    if alone:
        b.go("settle_isolated")
    elif b.phase in QUIET:
        b.go("settle")


def _attack(b: Bench, effect: e.Deal, context: Context, n: int) -> None:
    """The ability's own damage to its one target: that makes it an Attack (DT-39)."""
    at = b.attack()
    if at >= 0:
        b.packets[at] = replace(b.packets[at], base=b.packets[at].base + n)
        return
    if n < 1:
        return
    ultimate = b.announced is not None and b.announced.ultimate
    kind = "ultimate" if ultimate and effect.type in ("normal", "undefendable") else effect.type
    b.packets.append(Packet(b.target, context.by, kind, context.source, n, attack=True, recoil=effect.recoil))


def heal(b: Bench, effect: e.Heal, context: Context) -> None:
    n = b.amount(effect.n, context)
    seats = seats_for(b, effect, context)
    if seats is None or n <= 0:
        return
    b.healings.extend(Healing(seat, n, context.source) for seat in seats)
    if b.phase in QUIET:
        b.go("settle")


def heal_dealt(b: Bench, _effect: e.HealDealt, context: Context) -> None:
    b.healings.append(Healing(context.by, 0, context.source, dealt=True))


def add(b: Bench, effect: e.Add, context: Context) -> None:
    n = b.amount(effect.n, context)
    at = b.attack()
    if at < 0 or n <= 0:
        return
    packet = b.packets[at]
    if context.kind == "ability":
        b.packets[at] = replace(packet, base=packet.base + n)
    elif packet.type not in ("pure", "collateral"):  # not enhanceable (DT-40)
        b.packets[at] = replace(packet, adds=(*packet.adds, Entry(context.source, n)))


def become(b: Bench, effect: e.Become, context: Context) -> None:
    at = b.attack()
    if context.kind != "ability" and b.defence:  # too late (DT-36)
        return
    if at >= 0 and b.packets[at].type == "normal":
        b.packets[at] = replace(b.packets[at], type=effect.type)
        b.say(f"dt.becomes.{effect.type}", source=b.packets[at].source)


def _sources(b: Bench, effect: e.Prevent | e.PreventHalf | e.Avoid, context: Context) -> list[int]:
    """Which damage it works on: one source (DT-48). Where several hurt, the player picks, and is asked now."""
    found: list[int] = []
    for seat in seats_for(b, effect, context) or ():
        coming = damage.avoidable(b, seat)
        if effect.packet >= 0:
            coming = [at for at in coming if at == effect.packet]
        hurting = [at for at in coming if damage.bill(b.packets[at], b.rules).final > 0]
        if len(hurting) > 1 and not (isinstance(effect, e.Avoid) and effect.all):
            _ask_source(b, effect, context, seat, hurting)
        elif isinstance(effect, e.Avoid) and effect.all:
            found += coming
        else:
            found += (hurting or coming)[:1]
    return found


def _ask_source(
    b: Bench, effect: e.Prevent | e.PreventHalf | e.Avoid, context: Context, seat: int, coming: list[int]
) -> None:
    options = tuple(
        Option(
            f"source:{at}",
            line("dt.damage_of", source=b.packets[at].source, n=damage.bill(b.packets[at], b.rules).final),
            (replace(effect, to=f"seat:{seat}", packet=at),),
        )
        for at in coming
    )
    b.push(
        Ask(
            context.by, line("dt.ask.source", who=b.name(context.by), source=context.source), options, context
        )
    )


def prevent(b: Bench, effect: e.Prevent, context: Context) -> None:
    n = b.amount(effect.n, context)
    for at in _sources(b, replace(effect, n=n), context):
        packet = b.packets[at]
        b.packets[at] = replace(packet, prevents=(*packet.prevents, Entry(context.source, n)))


def prevent_half(b: Bench, effect: e.PreventHalf, context: Context) -> None:
    for at in _sources(b, effect, context):
        b.packets[at] = replace(b.packets[at], halves=(*b.packets[at].halves, context.source))


def avoid(b: Bench, effect: e.Avoid, context: Context) -> None:
    for at in _sources(b, effect, context):
        b.packets[at] = replace(b.packets[at], avoided=context.source)
        b.say("dt.avoids", who=b.name(b.packets[at].to), source=b.packets[at].source)


def reflect(b: Bench, _effect: e.Reflect, context: Context) -> None:
    at = b.attack()
    if at >= 0 and b.packets[at].to == context.by:
        b.packets[at] = replace(b.packets[at], reflects=(*b.packets[at].reflects, context.source))


def weaken(b: Bench, effect: e.Weaken, context: Context) -> None:
    n = b.amount(effect.n, context)
    at = b.attack()
    if at >= 0 and n > 0:
        packet = b.packets[at]
        b.packets[at] = replace(packet, prevents=(*packet.prevents, Entry(context.source, n)))


def no_damage(b: Bench, _effect: e.NoDamage, context: Context) -> None:
    """Nothing that this Offensive Roll Phase deals hurts anybody: the attack, and collateral damage."""
    for at, packet in enumerate(b.packets):
        if packet.by == context.by and packet.avoided is None:
            b.packets[at] = replace(packet, avoided=context.source)


def halve_own(b: Bench, _effect: e.HalveOwn, _context: Context) -> None:
    b.skips = (*b.skips, "half_damage")  # the attack does not exist yet


def fizzle(b: Bench, _effect: e.Fizzle, context: Context) -> None:
    b.skips = (*b.skips, "ability")
    b.say("dt.fizzles", who=b.name(context.by), source=context.source)


HANDLERS.update(
    {
        e.Deal: deal,
        e.Heal: heal,
        e.HealDealt: heal_dealt,
        e.Add: add,
        e.Become: become,
        e.Prevent: prevent,
        e.PreventHalf: prevent_half,
        e.Avoid: avoid,
        e.Reflect: reflect,
        e.Weaken: weaken,
        e.NoDamage: no_damage,
        e.HalveOwn: halve_own,
        e.Fizzle: fizzle,
    }
)
