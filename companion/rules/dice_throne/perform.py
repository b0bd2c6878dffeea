"""Carrying out effects: damage, healing, Combat Points, cards.

Each function takes the bench, the effect and its context. `run_effects` picks the function; rolls and
choices live in `choices.py`, tokens in `tokens.py`, changes of dice in `alter.py`, Spirits, Bots and Nyra
in `companions.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench, NumberUnknown
from companion.rules.dice_throne.state import Ask, Context, Do, Entry, Healing, Number, Option, Packet
from companion.rules.text import line

Handler = Callable[[Bench, Any, Context], None]
HANDLERS: dict[type, Handler] = {}
QUIET = ("income", "main1", "main2", "discard")  # here nothing gathers: it is applied at once


def run_effects(b: Bench, frame: Do) -> None:
    """Do the first effect; the others stay on the stack."""
    if not frame.effects:
        return
    effect, rest = frame.effects[0], frame.effects[1:]
    depth = len(b.stack)
    if rest:
        b.push(Do(rest, frame.context))
    context = frame.context
    try:
        early = b.phase in ("offence", "targeting") and (context.kind == "ability" or _aimless(b, context))
        if early and _needs_target(effect):
            n = getattr(effect, "n", None)
            if isinstance(n, str):  # amounts are fixed when the ability is activated (DT-50)
                effect = replace(effect, n=b.amount(n, context))
            b.plan.append(Do((effect,), context))
        else:
            HANDLERS[type(effect)](b, effect, context)
    except NumberUnknown as unknown:
        del b.stack[depth:]
        b.push(frame)
        b.push(Number(unknown.name, context.by, context.source))


def _aimless(b: Bench, context: Context) -> bool:
    """An Attack Modifier played before the target is known: what it does to the target waits, too."""
    return context.to < 0 and context.by == b.active and b.attack() >= 0


def _needs_target(effect: e.AnyEffect) -> bool:
    """Effects that wait for the Targeting and Defensive Roll Phases (DT-21, DT-31)."""
    if isinstance(effect, e.AfterTarget):
        return True
    return getattr(effect, "to", "") == "target" and not isinstance(effect, e.Deal)


def seats_for(b: Bench, effect: Any, context: Context) -> list[int] | None:
    """To whom; or None, and the question is on the stack."""
    seats = b.who(effect.to, context)
    if seats is not None:
        return seats
    choices = b.choices(effect.to, context)
    groups = (
        list(combinations(choices, 2))
        if effect.to.endswith("two_opponents")
        else [(seat,) for seat in choices]
    )
    options = []
    for group in groups:
        key = ",".join(str(seat) for seat in group)
        name = " + ".join(b.name(seat) for seat in group)
        options.append(
            Option(f"seat:{key}", line("dt.named", name=name), (replace(effect, to=f"seat:{key}"),))
        )
    prompt = line("dt.ask.player", who=b.name(context.by), source=context.source)
    b.push(Ask(context.by, prompt, tuple(options), context))
    return None


# Damage and healing


def deal(b: Bench, effect: e.Deal, context: Context) -> None:
    n = b.amount(effect.n, context)
    if effect.to == "target" and context.kind == "ability":
        _attack(b, effect, context, n)
        return
    seats = seats_for(b, effect, context)
    if seats is None or n <= 0:
        return
    alone = (
        effect.isolated or context.kind == "card"
    )  # a card that is no Attack Modifier hurts at once (DT-44)
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


def prevent(b: Bench, effect: e.Prevent, context: Context) -> None:
    n = b.amount(effect.n, context)
    seats = seats_for(b, effect, context)
    for seat in seats or ():
        for at in damage.avoidable(b, seat)[:1]:
            packet = b.packets[at]
            b.packets[at] = replace(packet, prevents=(*packet.prevents, Entry(context.source, n)))


def prevent_half(b: Bench, effect: e.PreventHalf, context: Context) -> None:
    for seat in seats_for(b, effect, context) or ():
        for at in damage.avoidable(b, seat)[:1]:
            b.packets[at] = replace(b.packets[at], halves=(*b.packets[at].halves, context.source))


def avoid(b: Bench, effect: e.Avoid, context: Context) -> None:
    for seat in seats_for(b, effect, context) or ():
        for at in damage.avoidable(b, seat)[:1]:
            b.packets[at] = replace(b.packets[at], avoided=context.source)
            b.say("dt.avoids", who=b.name(seat), source=b.packets[at].source)


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
    at = b.attack()
    if at >= 0:
        b.packets[at] = replace(b.packets[at], avoided=context.source)


def halve_own(b: Bench, _effect: e.HalveOwn, _context: Context) -> None:
    b.skips = (*b.skips, "half_damage")  # the attack does not exist yet


def fizzle(b: Bench, _effect: e.Fizzle, context: Context) -> None:
    b.skips = (*b.skips, "ability")
    b.say("dt.fizzles", who=b.name(context.by), source=context.source)


# Combat Points and cards


def cp(b: Bench, effect: e.Cp, context: Context) -> None:
    n = b.amount(effect.n, context)
    for seat in seats_for(b, effect, context) or ():
        if n:
            b.add_cp(seat, n)
            b.say("dt.gains_cp", who=b.name(seat), n=n)


def cp_if_dealt(b: Bench, effect: e.CpIfDealt, _context: Context) -> None:
    at = b.attack()
    if at >= 0:
        b.packets[at] = replace(b.packets[at], bonus_cp=b.packets[at].bonus_cp + effect.n)


def lose_cp(b: Bench, effect: e.LoseCp, context: Context) -> None:
    n = b.amount(effect.n, context)
    for seat in seats_for(b, effect, context) or ():
        gone = -b.add_cp(seat, -n)
        if gone:
            b.say("dt.loses_cp", who=b.name(seat), n=gone)


def steal(b: Bench, effect: e.Steal, context: Context) -> None:
    """Take what is there, up to n (DT-73)."""
    n = b.amount(effect.n, context)
    for seat in seats_for(b, effect, context) or ():
        if effect.what == "cp":
            taken = -b.add_cp(seat, -n)
            b.add_cp(context.by, taken)
        else:
            dial, own = b.fighters[seat].team, b.fighters[context.by].team
            taken = min(n, b.health[dial])
            b.health[dial] -= taken
            b.health[own] = min(b.health_cap(), b.health[own] + taken)
            damage.take_out(b)
        b.say(f"dt.steals.{effect.what}", who=b.name(context.by), n=taken, of=b.name(seat))


def pay_cp(b: Bench, effect: e.PayCp, context: Context) -> None:
    most = b.fighters[context.by].cp
    options = tuple(
        Option(str(n), line("dt.n_cp", n=n), (e.LoseCp(n, to="self"), *effect.then), n)
        for n in range(most, -1, -1)
    )
    if most:
        b.push(Ask(context.by, line("dt.ask.pay", who=b.name(context.by)), options, context))


def draw(b: Bench, effect: e.Draw, context: Context) -> None:
    n = b.amount(effect.n, context)
    for seat in seats_for(b, effect, context) or ():
        b.draw(seat, n)


def discard(b: Bench, effect: e.Discard, context: Context) -> None:
    n = b.amount(effect.n, context)
    for seat in seats_for(b, effect, context) or ():
        gone = b.discard(seat, n)
        if gone:
            b.say("dt.discards", who=b.name(seat), n=gone)


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
        e.Cp: cp,
        e.CpIfDealt: cp_if_dealt,
        e.LoseCp: lose_cp,
        e.Steal: steal,
        e.PayCp: pay_cp,
        e.Draw: draw,
        e.Discard: discard,
    }
)
