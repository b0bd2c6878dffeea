"""Carrying out effects: numbers, draws and rolls.

Each function takes the bench, the effect and its context. `run_effects` picks the function. What is done to creatures
and spells is in `creatures.py`, what brings dice from one owner to another in `gains.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from companion.rules.quarriors import destroy, rolls
from companion.rules.quarriors import effects as e
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.state import Ask, Context, Do, Option, Shown
from companion.rules.quarriors.strength import (
    amount,
)
from companion.rules.text import Line, line

Handler = Callable[[Bench, Any, Context], None]


def run_effects(b: Bench, frame: Do) -> None:
    """Do the first effect; the others stay on the stack."""
    if not frame.effects:
        return
    effect, rest = frame.effects[0], frame.effects[1:]
    if rest:
        b.push(Do(rest, frame.context))
    HANDLERS[type(effect)](b, effect, frame.context)


def ask(b: Bench, seat: int, prompt: Line, options: Iterable[Option], context: Context) -> None:
    """A question; where there is one answer, nobody is asked."""
    options = tuple(options)
    if len(options) == 1:
        b.push(Do(options[0].then, context))
    elif options:
        b.push(Ask(seat, prompt, options, context))


def leave_it() -> Option:
    return Option("none", line("qr.label.leave_it"), (e.Nothing(),))


def source(b: Bench, context: Context) -> Line:
    return b.library.card_line(context.card)


# Numbers


def quiddity(b: Bench, effect: e.Quiddity, context: Context) -> None:
    if context.by != b.active:
        return  # a pot lasts for one turn (QR-11)
    b.pot += effect.n
    if b.phase != "roll" and b.rule("burst_quiddity") == "for_captures":
        b.reserved += effect.n
    b.say("qr.gains_quiddity", who=b.name(context.by), n=effect.n, source=source(b, context))


def glory(b: Bench, effect: e.Glory, context: Context) -> None:
    n = amount(b, effect.n, context.by)
    b.say("qr.gains_glory", who=b.name(context.by), n=n, source=source(b, context))
    b.gain_glory(context.by, n, scoring=False)


def captures(b: Bench, effect: e.Captures, context: Context) -> None:
    b.captures += effect.n
    b.say("qr.more_captures", who=b.name(context.by), n=b.captures)


def cheaper(b: Bench, effect: e.Cheaper, context: Context) -> None:
    b.cheaper += effect.n
    b.say("qr.cheaper", who=b.name(context.by), n=b.cheaper)


def boost(b: Bench, effect: e.Boost, context: Context) -> None:
    seat = context.by
    player = b.players[seat]
    b.change(seat, attack=player.attack + effect.attack, defence=player.defence + effect.defence)
    if effect.attack:
        b.say("qr.boost_attack", who=b.name(seat), n=effect.attack)
        if b.attack is not None and seat == b.active:  # cast during the own attack (QR-20)
            still = {c.die for c in player.ready if c.still}
            gone = {a.die for a in b.attack.attackers} - {c.die for c in player.ready}
            more = tuple(
                a if a.die in still | gone else replace(a, attack=a.attack + effect.attack)
                for a in b.attack.attackers
            )
            b.attack = replace(b.attack, attackers=more)
    if effect.defence:
        b.say("qr.boost_defence", who=b.name(seat), n=effect.defence)


# Dice


def throw(b: Bench, effect: e.Throw, context: Context) -> None:
    seat = context.by
    if effect.others:
        options = []
        seen: set[tuple[str, str]] = set()
        for lying in b.players[seat].pool:
            kind = (b.kinds[lying.die], lying.face)
            taken = lying.die == context.die or lying.die in effect.picked
            if lying.face and not taken and kind not in seen:
                seen.add(kind)
                then = replace(effect, others=effect.others - 1, picked=(*effect.picked, lying.die))
                options.append(Option(f"die:{lying.die}", rolls.shown_line(b, *kind), (then,)))
        if options:
            if effect.may:
                done = line("qr.label.roll_these") if effect.picked else line("qr.label.leave_it")
                options.append(Option("none", done, (replace(effect, others=0),)))
            prompt = line("qr.ask.reroll", who=b.name(seat))
            ask(b, seat, prompt, options, context)
            return
    must = [die for die in effect.picked if b.lying(seat, die) is not None]
    if effect.itself and b.lying(seat, context.die) is not None:
        must.insert(0, context.die)
    rolls.want(b, seat, must, effect.draw)


def draw(b: Bench, effect: e.Draw, context: Context) -> None:
    """Into the Active Pool; it is rolled with the next roll."""
    before = len(b.players[context.by].pool)
    rolls.want(b, context.by, (), effect.n, roll=False)
    taken = b.players[context.by].pool[before:]
    if taken:
        names = rolls.words(b, [Shown(b.kinds[lying.die]) for lying in taken])
        b.say("qr.draws", who=b.name(context.by), dice=names)


def nothing(_b: Bench, _effect: e.Nothing, _context: Context) -> None:
    """It was left."""


HANDLERS: dict[type, Handler] = {
    e.Quiddity: quiddity,
    e.Glory: glory,
    e.Captures: captures,
    e.Cheaper: cheaper,
    e.Boost: boost,
    e.Throw: throw,
    e.Draw: draw,
    e.Nothing: nothing,
    e.Fall: destroy.fall,
    e.RollAside: destroy.roll_aside,
}
