"""Carrying out effects: to whom and when, Combat Points, cards.

Each function takes the bench, the effect and its context. `run_effects` picks the function; damage and
healing live in `harm.py`, rolls and choices in `choices.py`, tokens in `tokens.py`, changes of dice in
`alter.py`, Spirits, Bots and Nyra in `companions.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench, NumberUnknown
from companion.rules.dice_throne.state import Ask, Context, Do, Number, Option, Wait
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
            pause = rest[:1] if rest and isinstance(rest[0], e.Then) else ()
            if pause:  # "inflict Stun; then …": the pause comes when the Stun does
                b.stack[depth:] = [Do(rest[1:], context)]
            b.plan.append(Do((effect, *pause), context))
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
    groups: list[tuple[int, ...]] = []
    if effect.to.endswith("two_opponents"):
        groups += combinations(choices, 2)
    if effect.to != "two_opponents":
        groups += [(seat,) for seat in choices]
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
            b.health[dial] = b.health[dial] - taken or damage.saved(b, dial)
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
    """No CP for that: it is not selling (DT-74)."""
    n = b.amount(effect.n, context)
    for seat in seats_for(b, effect, context) or ():
        gone = b.discard(seat, n)
        if gone:
            b.say("dt.discards", who=b.name(seat), n=gone)


# Pauses, and what the companion does not know


def then(b: Bench, _effect: e.Then, _context: Context) -> None:
    """Between two sentences everybody may act (DT-72)."""
    if b.rule("then_pause") == "between":
        b.push(Wait("then"))


def by_hand(b: Bench, _effect: e.ByHand, context: Context) -> None:
    """A card whose text the companion does not know: it is paid and discarded, the players do the rest."""
    b.say("dt.by_hand", who=b.name(context.by), card=context.source)


HANDLERS.update(
    {
        e.Then: then,
        e.ByHand: by_hand,
        e.Cp: cp,
        e.CpIfDealt: cp_if_dealt,
        e.LoseCp: lose_cp,
        e.Steal: steal,
        e.PayCp: pay_cp,
        e.Draw: draw,
        e.Discard: discard,
    }
)
