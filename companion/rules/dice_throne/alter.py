"""Carrying out effects: changing dice that lie on the table (DT-17, DT-20, DT-24)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.describe import symbol_line
from companion.rules.dice_throne.perform import HANDLERS
from companion.rules.dice_throne.state import Ask, Context, Option, Want
from companion.rules.text import Line, line


def dice_of(b: Bench, whose: str, seat: int) -> list[tuple[int, int]]:
    """(pool, die) of every die that this player may change now."""
    found = []
    for at in b.alterable():
        pool = b.pools[at]
        if whose in ("team", "opponent"):
            own = b.fighters[pool.owner].team == b.fighters[seat].team
        else:
            own = pool.owner == seat
        if whose == "any" or (whose == "opponent") != own:
            found += [(at, die) for die in range(len(pool.values))]
    return found


def _label(b: Bench, at: int, die: int) -> Line:
    pool = b.pools[at]
    face = b.hero(pool.owner).dice[pool.values[die] - 1]
    return line("dt.die", who=b.name(pool.owner), value=pool.values[die], symbol=symbol_line(b.library, face))


def _ask(b: Bench, context: Context, prompt: str, options: list[Option]) -> None:
    if options:
        b.push(
            Ask(
                context.by,
                line(prompt, who=b.name(context.by), source=context.source),
                tuple(options),
                context,
            )
        )


def set_dice(b: Bench, effect: e.SetDice, context: Context) -> None:
    options = []
    more: tuple[e.AnyEffect, ...] = ()
    if effect.dice > 1:
        more = (replace(effect, dice=effect.dice - 1, enough=True),)
    for at, die in dice_of(b, effect.whose, context.by):
        faces = (effect.face,) if effect.face else range(1, 7)
        for face in faces:
            if face != b.pools[at].values[die]:
                label = line("dt.die_to", die=_label(b, at, die), value=face)
                options.append(Option(f"{at}:{die}:{face}", label, (e.PlaceDie(at, die, face), *more)))
    if options and effect.enough:
        options.append(Option("no", line("dt.enough"), ()))
    _ask(b, context, "dt.ask.set_die", options)


def tip_die(b: Bench, effect: e.TipDie, context: Context) -> None:
    options = []
    for at, die in dice_of(b, effect.whose, context.by):
        value = b.pools[at].values[die]
        for face in (value - 1, value + 1):
            if 1 <= face <= 6:  # not below 1, not above 6
                label = line("dt.die_to", die=_label(b, at, die), value=face)
                options.append(Option(f"{at}:{die}:{face}", label, (e.PlaceDie(at, die, face),)))
    _ask(b, context, "dt.ask.set_die", options)


def match_die(b: Bench, _effect: e.MatchDie, context: Context) -> None:
    dice = dice_of(b, "own", context.by)
    options = []
    for at, die in dice:
        here = b.pools[at].values[die]
        for face in sorted({b.pools[p].values[d] for p, d in dice if (p, d) != (at, die)} - {here}):
            label = line("dt.die_to", die=_label(b, at, die), value=face)
            options.append(Option(f"{at}:{die}:{face}", label, (e.PlaceDie(at, die, face),)))
    _ask(b, context, "dt.ask.set_die", options)


def reroll(b: Bench, effect: e.Reroll, context: Context) -> None:
    more: tuple[e.AnyEffect, ...] = (replace(effect, dice=effect.dice - 1),) if effect.dice > 1 else ()
    options = [
        Option(f"{at}:{die}", _label(b, at, die), (e.RerollDie(at, die), *more))
        for at, die in dice_of(b, effect.whose, context.by)
    ]
    if options and not effect.forced:
        options.append(Option("no", line("dt.enough"), ()))
    _ask(b, context, "dt.ask.reroll", options)


def reroll_die(b: Bench, effect: e.RerollDie, context: Context) -> None:
    owner = b.pools[effect.pool].owner
    b.push(Want(owner, 1, "again", context.source, effect.pool, effect.die))


def place_die(b: Bench, effect: e.PlaceDie, _context: Context) -> None:
    place(b, effect.pool, effect.die, effect.face)


def place(b: Bench, at: int, die: int, face: int) -> None:
    pool = b.pools[at]
    before = pool.values[die]
    b.pools[at] = replace(pool, values=(*pool.values[:die], face, *pool.values[die + 1 :]))
    b.say("dt.die_changed", who=b.name(pool.owner), before=before, after=face)
    if pool.purpose == "offence":
        b.altered = True


def alters_dice(effects: tuple[e.AnyEffect, ...]) -> str:
    """Whose dice these effects begin by changing; "" when they change none."""
    first = effects[0]
    if isinstance(first, e.SetDice | e.TipDie | e.Reroll):
        return first.whose
    return "own" if isinstance(first, e.MatchDie) else ""


HANDLERS.update(
    {
        e.SetDice: set_dice,
        e.TipDie: tip_die,
        e.MatchDie: match_die,
        e.Reroll: reroll,
        e.RerollDie: reroll_die,
        e.PlaceDie: place_die,
    }
)
