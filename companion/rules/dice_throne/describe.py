"""Effects in words, for buttons: "deal 4", "gain 2 Evasive"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.amounts import WORDS, formula
from companion.rules.dice_throne.conditions import condition
from companion.rules.dice_throne.content import Library
from companion.rules.text import Line, line

_UNKNOWN = re.compile(r"\?([a-z][a-z0-9_]*)")


def amount_line(library: Library, n: e.Amount) -> int | Line:
    """A formula as the board prints it; "?" for a number nobody could tell us."""
    if isinstance(n, int):
        return n
    parsed = formula(n)
    parts: list[int | Line] = [parsed.base] if parsed.base or not parsed.terms else []
    parts += [_term(library, factor, word) for factor, word in parsed.terms]
    whole = parts[0]
    for part in parts[1:]:
        whole = line("dt.amount.plus", a=whole, b=part)
    return line("dt.amount.half", a=whole) if parsed.half else whole


def _term(library: Library, factor: int, word: str) -> Line:
    if word.startswith("?"):
        other = word.partition(" ")[2]
        unknown = line("dt.amount.unknown")
        return line("dt.amount.times", n=unknown, what=_word(library, other)) if other else unknown
    return (
        line("dt.amount.times", n=factor, what=_word(library, word)) if factor != 1 else _word(library, word)
    )


def _word(library: Library, word: str) -> Line:
    if word in WORDS:
        return line(f"dt.amount.{word}")
    bare = word.removeprefix("target.")
    return library.status_line(bare) if bare in library.statuses else symbol_line(library, word)


def symbol_line(library: Library, symbol: str) -> Line:
    """A symbol's name; an owner's own symbol is shown as the file writes it."""
    if symbol in library.symbols:
        return line(f"dt.symbol.{symbol}")
    return line("dt.named", name=symbol.replace("_", " "))


def needs_line(library: Library, text: str) -> Line:
    """A condition in words."""
    needs = condition(text)
    if needs.symbols:
        parts = [
            line("dt.amount.count", n=n, what=symbol_line(library, symbol)) for symbol, n in needs.symbols
        ]
        whole = parts[0]
        for part in parts[1:]:
            whole = line("dt.amount.plus", a=whole, b=part)
        return whole
    if needs.straight:
        return line(f"dt.needs.{needs.straight}_straight")
    if needs.of_a_kind:
        return line("dt.needs.of_a_kind", n=needs.of_a_kind)
    if needs.values:
        low, high = needs.values
        return line("dt.needs.values", value=str(low) if low == high else f"{low}–{high}")
    if needs.any_die:
        return line("dt.needs.values", value=needs.any_die)
    if needs.compare and needs.compare[0] == "total":
        how = {">=": "≥", "<=": "≤"}.get(needs.compare[1], needs.compare[1])
        return line("dt.needs.total", how=how, n=needs.compare[2])
    return line("dt.needs.table")


def with_told(piece: Any, hero: str, answers: Mapping[str, int]) -> Any:
    """The same effects with the numbers that the players have told in place of their "?"."""
    if isinstance(piece, tuple):
        return tuple(with_told(part, hero, answers) for part in piece)
    if isinstance(piece, str) and "?" in piece:
        return _UNKNOWN.sub(lambda gap: str(answers.get(f"{hero}.{gap[1]}", gap[0])), piece)
    if isinstance(piece, e.Effect):
        fields = {name: with_told(getattr(piece, name), hero, answers) for name in piece.__struct_fields__}
        return replace(piece, **fields)
    return piece


def describe(library: Library, effects: Sequence[e.AnyEffect]) -> Line:
    """Some effects in one line."""
    words = [part for effect in effects if (part := describe_one(library, effect)) is not None]
    if not words:
        return line("dt.do.nothing")
    whole = words[0]
    for part in words[1:]:
        whole = line("dt.do.and", a=whole, b=part)
    return whole


def describe_one(library: Library, effect: e.AnyEffect) -> Line | None:
    match effect:
        case e.Deal(n=n, type=kind):
            return line(f"dt.do.deal.{kind}", n=amount_line(library, n))
        case e.Heal(n=n):
            return line("dt.do.heal", n=amount_line(library, n))
        case e.Gain(status=status, n=n):
            return line("dt.do.gain", n=amount_line(library, n), status=library.status_line(status))
        case e.Inflict(status=status, n=n):
            return line("dt.do.inflict", n=amount_line(library, n), status=library.status_line(status))
        case e.Remove(status=status, n=n):
            what = (
                line(f"dt.any.{status}")
                if status in ("any", "negative", "positive")
                else library.status_line(status)
            )
            return line("dt.do.remove", n=amount_line(library, n), status=what)
        case e.Cp(n=n):
            return line("dt.do.cp", n=amount_line(library, n))
        case e.LoseCp(n=n):
            return line("dt.do.lose_cp", n=amount_line(library, n))
        case e.Steal(n=n, what=what):
            return line(f"dt.do.steal.{what}", n=amount_line(library, n))
        case e.Draw(n=n):
            return line("dt.do.draw", n=amount_line(library, n))
        case e.Discard(n=n):
            return line("dt.do.discard", n=amount_line(library, n))
        case e.Add(n=n):
            return line("dt.do.add", n=amount_line(library, n))
        case e.Prevent(n=n):
            return line("dt.do.prevent", n=amount_line(library, n))
        case e.PreventHalf():
            return line("dt.do.prevent_half")
        case e.Avoid():
            return line("dt.do.avoid")
        case e.Reflect():
            return line("dt.do.reflect")
        case e.Become(type=kind):
            return line(f"dt.do.become.{kind}")
        case e.RollDice(dice=dice, then=then):
            return line("dt.do.roll", n=dice, then=describe(library, then))
        case e.BothRoll():
            return line("dt.do.both_roll")
        case e.On(needs=needs, then=then):
            return line("dt.do.on", needs=needs_line(library, needs), then=describe(library, then))
        case e.Every(needs=needs, then=then):
            return line("dt.do.every", needs=needs_line(library, needs), then=describe(library, then))
        case e.Consume(status=status, then=then):
            return line("dt.do.consume", status=library.status_line(status), then=describe(library, then))
        case e.Sacrifice(then=then, most=most):
            return line("dt.do.sacrifice", n=most, then=describe(library, then))
        case e.PayCp(then=then):
            return line("dt.do.pay_cp", then=describe(library, then))
        case e.May(then=then, cp=cp):
            return (
                line("dt.do.may_for_cp", n=cp, then=describe(library, then))
                if cp
                else describe(library, then)
            )
        case e.Or(options=options):
            return line("dt.do.or", a=describe(library, options[0]), b=describe(library, options[-1]))
        case e.AfterTarget(then=then) | e.Each(then=then):
            return describe(library, then)
        case e.RaiseLimit(status=status, by=by):
            return line("dt.do.raise_limit", status=library.status_line(status), n=by)
        case e.Grow(n=n):
            return line("dt.do.grow", n=amount_line(library, n))
        case e.Attempts(n=n):
            return line("dt.do.attempts", n=n)
        case e.ActivateBots(n=n):
            return line("dt.do.activate_bots", n=n)
        case e.Then():
            return None
        case _:
            return line(f"dt.do.{type(effect).__struct_config__.tag}")
