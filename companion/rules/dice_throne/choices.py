"""Carrying out effects: rolls, conditions, choices, and what changes the course of the turn."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.conditions import compares, condition, fulfils, sets
from companion.rules.dice_throne.describe import describe
from companion.rules.dice_throne.perform import HANDLERS, seats_for
from companion.rules.dice_throne.state import Ask, Context, Count, Do, Option, Wait, Want
from companion.rules.dice_throne.tokens import removable
from companion.rules.text import line


def roll_dice(b: Bench, effect: e.RollDice, context: Context) -> None:
    times = b.tokens(context.by, effect.per_token) if effect.per_token else 1
    if effect.per_token == "bleed" and b.rule("bleed_rolls") == "once":
        times = min(1, times)
    for _ in range(times):
        b.push(Count(len(b.pools), effect.then, context))
        if context.kind not in ("spent", "card"):  # these are atomic: nobody may interrupt them (DT-66)
            b.push(Wait("altered"))
        if effect.before:
            b.push(Do(effect.before, context))
        b.push(Want(context.by, effect.dice, "ability", context.source))


def both_roll(b: Bench, effect: e.BothRoll, context: Context) -> None:
    b.push(Count(len(b.pools), effect.then, context))
    if b.can_act(context.to) or b.can_act(context.by):
        b.push(Wait("altered"))
    b.push(Want(context.to, 1, "ability", context.source))
    b.push(Want(context.by, 1, "ability", context.source))


def count(b: Bench, frame: Count) -> None:
    """The dice are final: take them off the table and do what they say."""
    context = frame.context
    own: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    for pool in b.pools[frame.first :]:
        if pool.owner == context.by:
            own += pool.values
        else:
            others += pool.values
    del b.pools[frame.first :]
    b.push(Do(frame.then, replace(context, dice=own, others=others)))


def holds(b: Bench, needs: str, context: Context) -> bool:
    """Does the condition hold now, for the dice of this context and the table as it is?"""
    parsed = condition(needs)
    if parsed.of_dice:
        return fulfils(needs, b.hero(context.by).dice, context.dice)
    if parsed.compare:
        what, how, number = parsed.compare
        return compares(_measure(b, what, context), how, number)
    words = parsed.table.split()
    if words[0] == "win":
        ties = len(words) > 1
        if not context.dice or not context.others:
            return False
        mine, theirs = context.dice[0], context.others[0]
        return mine > theirs or (ties and mine == theirs)
    if words[-1] == "attacked":
        return b.attacked == (words[0] == "attacked")
    if words == ["nyra", "active"]:
        return b.tokens(context.by, "nyra") > 0 and not b.tokens(context.by, "nyra_down")
    if words[0] == "level":
        return b.level_number(context.by, words[1]) >= int(words[2])
    if words[0] == "announced":
        return b.announced is not None and b.announced.ability == words[1]
    if words[0] == "rule":
        return b.rule(words[1]) == words[2]
    if words[0] == "is":
        return (b.fighters[context.by].hero == words[-1]) == (words[1] != "not")
    if words[0] == "began":
        return words[1] in b.fighters[context.by].began
    if words == ["status", "to", "remove"]:
        return any(status != "cleanse" for status in removable(b, context.by, "any"))
    if words == ["enemy", "dice"]:
        return any(b.pools[at].owner != context.by for at in b.alterable())
    seat = context.to if words[0] == "target" else context.by
    return (seat >= 0 and b.tokens(seat, words[-1]) > 0) == (words[-2] == "has")


def _measure(b: Bench, what: str, context: Context) -> int:
    if what == "attempts":
        return b.attempts
    if what.startswith("tokens "):
        return b.tokens(context.by, what[7:])
    at = b.attack()
    if at < 0:
        return b.dealt if what == "dealt" else 0  # the attack may have been applied already
    packet = b.packets[at]
    added = damage.bill(packet, b.rules)
    if what == "base":  # DT-50
        return packet.base if b.rule("threshold_on") == "base" else added.subtotal
    return added.final


def on(b: Bench, effect: e.On, context: Context) -> None:
    then = effect.then if holds(b, effect.needs, context) else effect.otherwise
    if then:
        b.push(Do(then, context))


def every(b: Bench, effect: e.Every, context: Context) -> None:
    for _ in range(sets(effect.needs, b.hero(context.by).dice, context.dice)):
        b.push(Do(effect.then, context))


def may(b: Bench, effect: e.May, context: Context) -> None:
    price: tuple[e.AnyEffect, ...] = ()
    if effect.cp:
        price = (e.LoseCp(effect.cp, to="self"),)
    if effect.status:
        price = (*price, e.Remove(effect.status, effect.tokens))
    poor = b.fighters[context.by].cp < effect.cp
    if effect.status:
        poor = poor or b.tokens(context.by, effect.status) < effect.tokens
    if poor:
        b.push(Do(effect.otherwise, context))
        return
    words = describe(b.library, effect.then) if effect.then else describe(b.library, price)
    yes = Option("yes", words, (*price, *effect.then))
    no = Option("no", line("dt.no"), effect.otherwise)
    prompt = line("dt.ask.may", who=b.name(context.by), source=context.source)
    b.push(Ask(context.by, prompt, (yes, no), context))


def either(b: Bench, effect: e.Or, context: Context) -> None:
    options = tuple(
        Option(str(i), describe(b.library, option), option) for i, option in enumerate(effect.options)
    )
    b.push(
        Ask(context.by, line("dt.ask.or", who=b.name(context.by), source=context.source), options, context)
    )


def after_target(b: Bench, effect: e.AfterTarget, context: Context) -> None:
    b.push(Do(effect.then, context))


def each(b: Bench, effect: e.Each, context: Context) -> None:
    for seat in reversed(seats_for(b, effect, context) or ()):
        b.push(
            Do(
                effect.then,
                replace(context, to=seat, kind="passive" if context.kind == "ability" else context.kind),
            )
        )


# The course of the turn


def attempts(b: Bench, effect: e.Attempts, context: Context) -> None:
    seats = seats_for(b, effect, context)
    if seats is None:
        return
    if effect.roll == "defence":
        b.redefend += effect.n
        return
    b.allowed = max(1, b.allowed + effect.n)
    b.altered = b.altered or effect.n > 0  # the roller may go back to rolling (DT-20)
    b.say("dt.attempts_now", who=b.name(b.active), n=b.allowed)


def no_defence(b: Bench, _effect: e.NoDefence, _context: Context) -> None:
    b.stack = [frame for frame in b.stack if not (isinstance(frame, Wait) and frame.window == "defend")]


def skip(b: Bench, effect: e.Skip, context: Context) -> None:
    b.skips = (*b.skips, effect.phase)
    b.say(f"dt.skips.{effect.phase}", who=b.name(context.by), source=context.source)


def extra_offence(b: Bench, effect: e.ExtraOffence, _context: Context) -> None:
    b.extra += 1
    if effect.same_target:
        b.fixed_target = b.target


def aim_at(b: Bench, effect: e.AimAt, _context: Context) -> None:
    """The target is known. Attacking a Leader on the Hill draws a card at once (DT-79)."""
    b.target = effect.seat
    b.say("dt.targets", who=b.name(b.active), target=b.name(effect.seat))
    attack = b.attack() >= 0
    b.packets = [replace(packet, to=effect.seat) if packet.to < 0 else packet for packet in b.packets]
    if b.mode != "king_of_the_hill" or not (attack or b.rule("king_card_for") == "any_ability"):
        return
    leaders = b.leaders if b.rule("leaders_counted") == "at_turn_start" else leading(b)
    sole = leaders == (b.fighters[b.active].team,)
    if b.fighters[effect.seat].team in leaders and not sole:
        b.say("dt.hits_leader", who=b.name(b.active), target=b.name(effect.seat))
        b.draw(b.active, 1)


def leading(b: Bench) -> tuple[int, ...]:
    top = max(b.health)
    return tuple(team for team, health in enumerate(b.health) if health == top)


def guard_status(b: Bench, _effect: e.GuardStatus, context: Context) -> None:
    found = [status for status in dict.fromkeys(b.placed) if b.tokens(context.by, status)]
    options = [Option(f"status:{s}", b.library.status_line(s), (e.Remove(s),)) for s in found]
    if options:
        options.append(Option("no", line("dt.no"), ()))
        b.push(Ask(context.by, line("dt.ask.guard", who=b.name(context.by)), tuple(options), context))


def flip(b: Bench, effect: e.Flip, context: Context) -> None:
    if b.fighters[context.by].side != effect.side:
        b.change(context.by, side=effect.side)
        side = effect.side if b.hero(context.by).shipped else "other"
        b.say(f"dt.flips.{side}", who=b.name(context.by))


HANDLERS.update(
    {
        e.RollDice: roll_dice,
        e.BothRoll: both_roll,
        e.On: on,
        e.Every: every,
        e.May: may,
        e.Or: either,
        e.AfterTarget: after_target,
        e.Each: each,
        e.NoDefence: no_defence,
        e.Attempts: attempts,
        e.Skip: skip,
        e.ExtraOffence: extra_offence,
        e.AimAt: aim_at,
        e.GuardStatus: guard_status,
        e.Flip: flip,
    }
)
