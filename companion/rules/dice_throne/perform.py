"""Carrying out effects: damage, healing, tokens, Combat Points, cards.

Each function takes the bench, the effect and its context. `run_effects` picks the function; rolls and
choices live in `choices.py`, changes of dice in `alter.py`, Spirits, Bots and Nyra in `companions.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench, NumberUnknown
from companion.rules.dice_throne.state import Ask, Context, Do, Entry, Healing, Number, Option, Packet, Wait
from companion.rules.text import line

Handler = Callable[[Bench, Any, Context], None]
HANDLERS: dict[type, Handler] = {}


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
    if b.phase in ("main1", "main2", "income", "discard"):
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


# Tokens


def gain(b: Bench, effect: e.Gain | e.Inflict, context: Context) -> None:
    n = b.amount(effect.n, context)
    seats = seats_for(b, effect, context)
    if seats is None or n <= 0:
        return
    status = b.library.statuses[effect.status]
    name = b.library.status_line(effect.status)
    for seat in seats:
        if status.explosion and b.tokens(seat, effect.status):
            b.push(Do((replace(effect, to=f"seat:{seat}", n=1),), context))
            b.push(Do(status.explosion, Context(seat, -1, "status", name)))
            continue
        placed = b.gain(seat, effect.status, n)
        if placed:
            b.say("dt.gets", who=b.name(seat), n=placed, status=name)
            if seat == b.target and context.kind == "ability":
                b.placed = (*b.placed, *([effect.status] * placed))
        else:
            b.say("dt.at_limit", who=b.name(seat), status=name)


def remove(b: Bench, effect: e.Remove, context: Context) -> None:
    n = b.amount(effect.n, context)
    seats = seats_for(b, effect, context)
    for seat in seats or ():
        if effect.status not in ("any", "negative", "positive"):
            _remove_one_kind(b, effect, context, seat, n)
            continue
        found = removable(b, seat, effect.status)
        if effect.all or sum(b.tokens(seat, status) for status in found) <= n:
            for status in found:
                take(b, seat, status, 99)
        elif n > 0 and found:
            _ask_which(b, effect, context, seat, n)


def _remove_one_kind(b: Bench, effect: e.Remove, context: Context, seat: int, n: int) -> None:
    """A card that removes a token may be answered by spending it; then the card finds another (DT-68)."""
    by_card = context.kind == "card" and seat != context.by
    if by_card and not effect.answered and b.library.statuses[effect.status].uses:
        b.push(Do((replace(effect, to=f"seat:{seat}", answered=True),), context))
        b.push(Wait("answer"))
        return
    if by_card and effect.answered and not b.tokens(seat, effect.status) and removable(b, seat, "any"):
        b.say("dt.answered", who=b.name(seat), status=b.library.status_line(effect.status))
        _ask_which(b, replace(effect, status="any"), context, seat, n)
        return
    take(b, seat, effect.status, 99 if effect.all else n)


def _ask_which(b: Bench, effect: e.Remove, context: Context, seat: int, n: int) -> None:
    one = replace(effect, to=f"seat:{seat}", n=1)
    more = (replace(effect, to=f"seat:{seat}", n=n - 1),) if n > 1 else ()
    options = tuple(
        Option(f"status:{status}", b.library.status_line(status), (replace(one, status=status), *more))
        for status in removable(b, seat, effect.status)
    )
    prompt = line("dt.ask.remove", who=b.name(context.by), of=b.name(seat))
    b.push(Ask(context.by, prompt, options, context))


def take(b: Bench, seat: int, status: str, n: int) -> None:
    gone = b.lose(seat, status, n)
    if gone:
        b.say("dt.loses", who=b.name(seat), n=gone, status=b.library.status_line(status))


def removable(b: Bench, seat: int, kind: str) -> list[str]:
    """Status tokens that cards and abilities may touch: no companions (DT-64), nothing fixed."""
    found = []
    for status in b.fighters[seat].tokens:
        known = b.library.statuses[status]
        if known.kind != "companion" and not known.fixed and kind in ("any", known.kind):
            found.append(status)
    return found


def transfer(b: Bench, _effect: e.Transfer, context: Context) -> None:
    options = []
    for seat in b.living():
        for status in removable(b, seat, "any"):
            options += _transfers(b, seat, status)
    if options:
        b.push(Ask(context.by, line("dt.ask.transfer", who=b.name(context.by)), tuple(options), context))


def _transfers(b: Bench, seat: int, status: str) -> list[Option]:
    """Where this token may go. At the receiver's limit it returns to the leaflet, or is not moved at all."""
    name = b.library.status_line(status)
    if b.rule("transfer_at_limit") == "returned":
        then = (e.Remove(status, to=f"seat:{seat}"), e.Inflict(status, to=f"not:{seat}"))
        return [Option(f"{seat}:{status}", line("dt.token_of", status=name, who=b.name(seat)), then)]
    options = []
    for other in b.living():
        if other != seat and b.tokens(other, status) < b.limit(other, status):
            label = line("dt.token_from_to", status=name, who=b.name(seat), to=b.name(other))
            moved = (e.Remove(status, to=f"seat:{seat}"), e.Inflict(status, to=f"seat:{other}"))
            options.append(Option(f"{seat}:{status}:{other}", label, moved))
    return options


def consume(b: Bench, effect: e.Consume, context: Context) -> None:
    most = min(b.amount(effect.most, context), b.tokens(context.by, effect.status))
    name = b.library.status_line(effect.status)
    options = tuple(
        Option(str(n), line("dt.n_tokens", n=n, status=name), (e.Remove(effect.status, n), *effect.then), n)
        for n in range(most, -1, -1)
    )
    if most:
        b.push(Ask(context.by, line("dt.ask.consume", who=b.name(context.by), status=name), options, context))


def sacrifice(b: Bench, effect: e.Sacrifice, context: Context) -> None:
    more: tuple[e.AnyEffect, ...] = (replace(effect, most=effect.most - 1),) if effect.most > 1 else ()
    options = [
        Option(status, b.library.status_line(status), (e.Remove(status), *effect.then, *more))
        for status in effect.statuses
        if b.tokens(context.by, status)
    ]
    if options:
        options.append(Option("no", line("dt.no"), ()))
        prompt = line("dt.ask.sacrifice", who=b.name(context.by), source=context.source)
        b.push(Ask(context.by, prompt, tuple(options), context))


def raise_limit(b: Bench, effect: e.RaiseLimit, context: Context) -> None:
    limits = dict(b.fighters[context.by].limits)
    limits[effect.status] = limits.get(effect.status, 0) + effect.by
    b.change(context.by, limits=limits)
    name = b.library.status_line(effect.status)
    b.say("dt.limit_raised", who=b.name(context.by), status=name, n=b.limit(context.by, effect.status))


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
        e.Gain: gain,
        e.Inflict: gain,
        e.Remove: remove,
        e.Transfer: transfer,
        e.Consume: consume,
        e.Sacrifice: sacrifice,
        e.RaiseLimit: raise_limit,
        e.Cp: cp,
        e.CpIfDealt: cp_if_dealt,
        e.LoseCp: lose_cp,
        e.Steal: steal,
        e.PayCp: pay_cp,
        e.Draw: draw,
        e.Discard: discard,
    }
)
