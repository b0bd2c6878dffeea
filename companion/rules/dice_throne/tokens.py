"""Carrying out effects: placing, removing, moving and paying with tokens (DT-58 to DT-64)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.perform import HANDLERS, seats_for
from companion.rules.dice_throne.state import Ask, Context, Do, Option, Wait
from companion.rules.text import line


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
        if len(found) == 1 and not effect.all:
            _remove_one_kind(b, replace(effect, status=found[0]), context, seat, n)
        elif effect.all or sum(b.tokens(seat, status) for status in found) <= n:
            if not _may_answer(b, effect, context, seat, found):
                for status in found:
                    take(b, seat, status, 99)
        elif n > 0 and found:
            _ask_which(b, effect, context, seat, n)


def _may_answer(
    b: Bench, effect: e.Remove | e.Move, context: Context, seat: int, statuses: Sequence[str]
) -> bool:
    """A card that touches tokens may be answered by spending them (DT-68): ask their holder, then go on."""
    by_card = context.kind == "card" and seat != context.by
    if not by_card or effect.answered or not any(b.library.statuses[status].uses for status in statuses):
        return False
    again = replace(effect, answered=True)
    if isinstance(again, e.Remove):
        again = replace(again, to=f"seat:{seat}")
    b.push(Do((again,), context))
    b.push(Wait("answer", tuple(other for other in range(len(b.fighters)) if other != seat)))
    return True


def _remove_one_kind(b: Bench, effect: e.Remove, context: Context, seat: int, n: int) -> None:
    """Where the token was spent in answer, the card may find another; else it is lost (DT-68)."""
    if _may_answer(b, effect, context, seat, (effect.status,)):
        return
    if effect.answered and not b.tokens(seat, effect.status) and removable(b, seat, "any"):
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
    """That many tokens, not kinds of status, go back to the leaflet (DT-60)."""
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
        moved = (e.Move(status, seat, f"not:{seat}"),)
        return [Option(f"{seat}:{status}", line("dt.token_of", status=name, who=b.name(seat)), moved)]
    options = []
    for other in b.living():
        if other != seat and b.tokens(other, status) < b.limit(other, status):
            label = line("dt.token_from_to", status=name, who=b.name(seat), to=b.name(other))
            moved = (e.Move(status, seat, f"seat:{other}"),)
            options.append(Option(f"{seat}:{status}:{other}", label, moved))
    return options


def move(b: Bench, effect: e.Move, context: Context) -> None:
    """The receiver is chosen first; a token that was spent in answer leaves the card to find another."""
    to = seats_for(b, effect, context)
    if to is None:
        return
    effect = replace(effect, to=f"seat:{to[0]}")
    if _may_answer(b, effect, context, effect.of, (effect.status,)):
        return
    if not b.tokens(effect.of, effect.status):
        b.say("dt.answered", who=b.name(effect.of), status=b.library.status_line(effect.status))
        b.push(Do((e.Transfer(),), context))
        return
    take(b, effect.of, effect.status, 1)
    b.push(Do((e.Inflict(effect.status, to=effect.to),), context))


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


HANDLERS.update(
    {
        e.Gain: gain,
        e.Inflict: gain,
        e.Remove: remove,
        e.Transfer: transfer,
        e.Move: move,
        e.Consume: consume,
        e.Sacrifice: sacrifice,
        e.RaiseLimit: raise_limit,
    }
)
