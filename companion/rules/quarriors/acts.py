"""Doing what a player asks for: check it, change the bench, and let the game run on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.rules.core import Adjust
from companion.rules.errors import IllegalAction
from companion.rules.quarriors import actions as a
from companion.rules.quarriors import attack, corrections, creatures, flow, gains, offers, rolls, spells, turn
from companion.rules.quarriors import setup as setting
from companion.rules.quarriors import uses as using
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.effects import Copy
from companion.rules.quarriors.state import Ask, Context, Do, Lying, Shown, Wait, Want
from companion.rules.text import Line, line


def refuse(id: str, /, **args: int | str | Line) -> IllegalAction:
    return IllegalAction(Line(id, args))


def in_window(b: Bench, *names: str) -> Wait:
    """The window that is open, if it is one of these."""
    window = b.window()
    if window is None or window.window not in names:
        raise refuse("qr.no.not_now")
    return window


def wanted(b: Bench) -> Want:
    frame = rolls.wanted(b)
    if frame is None:
        raise refuse("qr.roll.nobody")
    return frame


# The Wilds


def reveal(b: Bench, action: a.Reveal) -> None:
    in_window(b, "deal")
    if action.card not in b.library.cards or b.library.sort(action.card) == "basic":
        raise refuse("qr.no.card")
    if not offers.room_for(b, b.library.sort(action.card)):
        raise refuse("qr.no.enough_cards")
    setting.reveal(b, action.card)
    setting.begin(b)


def deal(b: Bench, action: a.Deal) -> None:
    in_window(b, "deal")
    if any(card not in b.library.cards or b.library.sort(card) == "basic" for card in action.deck):
        raise refuse("qr.no.card")
    for card in action.deck:
        if offers.room_for(b, b.library.sort(card)):
            setting.reveal(b, card)
    setting.begin(b)


# Dice


def roll(b: Bench, action: a.Roll) -> None:
    frame = wanted(b)
    found = rolls.read(b, frame, action.dice)
    if isinstance(found, Line):
        raise IllegalAction(found)
    rolls.take(b, frame, found)


def show(b: Bench, action: a.Show) -> None:
    frame = wanted(b)
    if frame.odd or action.kind not in rolls.missing(b, frame, frame.shown):
        raise refuse("qr.no.not_in_bag", who=b.name(frame.seat), die=b.class_line(action.kind))
    if action.face not in rolls.faces_of(b, frame, action.kind):
        raise refuse("qr.no.face", die=b.class_line(action.kind))
    rolls.tell(b, frame, Shown(action.kind, action.face))


def settle(b: Bench, action: a.Settle) -> None:
    frame = wanted(b)
    if not frame.odd or action not in rolls.settlements(b, frame):
        raise refuse("qr.no.not_now")
    rolls.settle(b, frame, action)


def in_pool(b: Bench, seat: int, die: int) -> Lying:
    lying = b.lying(seat, die)
    if lying is None or not lying.face:
        raise refuse("qr.no.not_in_pool", who=b.name(seat))
    return lying


def use(b: Bench, action: a.Use) -> None:
    seat = in_window(b, "immediate").seat
    lying = in_pool(b, seat, action.die)
    if action.how not in using.ways(b, seat, lying):
        raise refuse("qr.no.immediate", die=b.die_line(action.die))
    using.use(b, seat, lying, action.how)


def ready(b: Bench, action: a.Ready) -> None:
    seat = in_window(b, "summon").seat
    lying = in_pool(b, seat, action.die)
    if not turn.readiable(b, lying):
        raise refuse("qr.no.spell", die=b.die_line(action.die))
    turn.ready(b, seat, lying)


def summon(b: Bench, action: a.Summon) -> None:
    seat = in_window(b, "summon").seat
    lying = in_pool(b, seat, action.die)
    if not b.face(lying).creature:
        raise refuse("qr.no.creature", die=b.die_line(action.die))
    cost = offers.summon_cost(b, seat, lying)
    if cost > b.pot - b.reserved:
        raise refuse("qr.no.quiddity", who=b.name(seat), n=cost, got=b.pot - b.reserved)
    if not offers.may_summon(b, seat, lying):
        raise refuse("qr.no.once", die=b.die_line(action.die))
    b.pay(cost)
    b.summoned = (*b.summoned, b.kinds[action.die])
    b.leave_pool(seat, action.die)
    creatures.enter(b, seat, action.die, lying.face)


# Spells


def cast(b: Bench, action: a.Cast) -> None:
    corrections.check_seat(b, action.seat)
    names = (*offers.CASTING, "react") if action.seat == b.active else offers.REACTING
    in_window(b, *names)
    spell = next((s for s in b.players[action.seat].spells if s.die == action.die), None)
    if spell is None:
        raise refuse("qr.no.not_readied", who=b.name(action.seat))
    ability = spells.ability_of(b, action.seat, spell)
    if ability is None:
        raise refuse(
            "qr.no.own_turn" if action.seat == b.active else "qr.no.rivals_turn",
            spell=b.die_line(action.die),
        )
    able = spells.targets(b, action.seat, action.die, ability)
    if action.target not in able and not _like_one(b, action.target, able):
        raise refuse("qr.no.target", spell=b.die_line(action.die))
    spells.cast(b, action.seat, spell, ability, action.target)


def _like_one(b: Bench, die: int, able: list[int]) -> bool:
    """A creature that looks like one of these is as good."""
    found = b.creature(die)
    if found is None:
        return False
    owner = found[0]
    listed = [c for c in b.players[owner].ready if c.die in able]
    return len(creatures.alike(b, owner, [*listed, found[1]])) == len(listed)


def change(b: Bench, action: a.Change) -> None:
    corrections.check_seat(b, action.seat)
    in_window(b, *(offers.CASTING if action.seat == b.active else offers.REACTING))
    if action not in spells.changes(b, action.seat):
        raise refuse("qr.no.not_now")
    b.push(Do((Copy(action.target),), Context(action.seat, action.die)))


# Attack, culls, captures


def defend(b: Bench, action: a.Defend) -> None:
    in_window(b, "defend")
    creature = next((c for c in attack.defenders(b) if c.die == action.die), None)
    if creature is None:
        raise refuse("qr.no.defender")
    attack.name_defender(b, creature)


def cull(b: Bench, action: a.Cull) -> None:
    window = in_window(b, "cull")
    die = next((d for d in b.players[window.seat].used if b.kinds[d] == action.kind), None)
    if die is None:
        raise refuse("qr.no.not_used", who=b.name(window.seat), die=b.class_line(action.kind))
    b.stack[-1] = replace(window, n=window.n - 1)
    b.cull(window.seat, die)
    b.say("qr.culls", who=b.name(window.seat), die=b.die_line(die))


def capture(b: Bench, action: a.Capture) -> None:
    seat = in_window(b, "capture").seat
    if not b.wilds.get(action.kind):
        raise refuse("qr.no.not_in_wilds", die=b.class_line(action.kind))
    if b.captures < 1:
        raise refuse("qr.no.captures", who=b.name(seat))
    cost = offers.capture_cost(b, action.kind)
    if cost > b.pot:
        raise refuse("qr.no.quiddity", who=b.name(seat), n=cost, got=b.pot)
    # Reserved quiddity goes first: it can buy nothing else.
    b.reserved = max(0, b.reserved - cost)
    b.pay(cost)
    b.captures -= 1
    gains.capture(b, seat, action.kind)


def discard(b: Bench, action: a.Discard) -> None:
    seat = in_window(b, "end").seat
    if action.die not in (spell.die for spell in b.players[seat].spells):
        raise refuse("qr.no.not_readied", who=b.name(seat))
    b.change(seat, spells=tuple(s for s in b.players[seat].spells if s.die != action.die))
    b.to_used(seat, action.die)
    b.say("qr.discards", who=b.name(seat), die=b.die_line(action.die))


def choose(b: Bench, action: a.Choose) -> None:
    top = b.stack[-1]
    if not isinstance(top, Ask):
        raise refuse("qr.no.not_now")
    option = next((option for option in top.options if option.key == action.key), None)
    if option is None:
        raise refuse("qr.no.choice")
    b.stack.pop()
    b.push(Do(option.then, top.context))


def go_on(b: Bench, _action: a.Pass) -> None:
    window, want = b.window(), rolls.wanted(b)
    nothing = want is not None and not rolls.count(want)  # there are no dice to roll
    if not nothing and (window is None or window.window in ("deal", "defend")):
        raise refuse("qr.no.not_now")
    b.stack.pop()


ACTS: dict[type, Callable[[Bench, Any], None]] = {
    a.Reveal: reveal,
    a.Deal: deal,
    a.Roll: roll,
    a.Show: show,
    a.Settle: settle,
    a.Use: use,
    a.Ready: ready,
    a.Summon: summon,
    a.Cast: cast,
    a.Change: change,
    a.Defend: defend,
    a.Cull: cull,
    a.Capture: capture,
    a.Discard: discard,
    a.Choose: choose,
    a.Pass: go_on,
    a.Put: corrections.put,
    Adjust: corrections.adjust,
}
ANY_TIME = (a.Put, Adjust)  # also when the game is over


def act(b: Bench, action: a.AnyAction) -> None:
    do = ACTS.get(type(action))
    if do is None:
        raise IllegalAction(line("core.unreadable", problem=type(action).__name__))
    if b.over() and not isinstance(action, ANY_TIME):
        raise IllegalAction(line("qr.no.over"))
    do(b, action)
    flow.run(b)
