"""A throw is made: judged as a hit or a miss (DF-13 to DF-16), then settled."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import draft as drafting
from companion.rules.dungeon_fighter import settling, target
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.draft import BULLSEYE
from companion.rules.dungeon_fighter.state import Draft, Thrown
from companion.rules.text import line


def confirm(b: Bench, _: a.Confirm) -> None:
    drafting.check(b)
    if not drafting.ready(b):
        raise refuse("df.no.incomplete")
    draft = b.fight.draft
    throw(
        b,
        a.Throw(
            b.fight.turn,
            drafting.drafted_die(b),
            draft.rest,
            draft.against,
            draft.symbol,
            draft.bounced,
            draft.done,
            draft.weapons,
        ),
    )


def throw(b: Bench, action: a.Throw) -> None:
    """A die came to rest. It is set aside whatever happened (DF-12)."""
    drafting.check(b)
    if action.seat != b.fight.turn:
        raise refuse("df.no.turn", who=b.name(b.fight.turn))
    drafting.check_die(b, action.die)
    together = f"{action.rest}/{action.against}" if action.against else action.rest
    if target.split(b, together) is None:
        raise refuse("df.no.place", rest=action.rest)
    before = b.fight.thrown
    weapons = before.weapons if before is not None else action.weapons
    drafting.weapons_of(b, action.seat, weapons)
    zone = target.value(action.rest, action.against)
    dodged = b.fight.active.small_target and zone == 1
    hit = action.bounced and action.done and zone > 0 and not dodged  # DF-13, DF-14
    made = Thrown(
        action.seat,
        action.die,
        weapons,
        hit=hit,
        base=zone if hit else 0,
        symbol=action.symbol,
        colour=action.die if action.die != target.WHITE else "",
        kills=hit and zone == BULLSEYE and action.symbol,  # DF-16
    )
    _tell(b, action, made, dodged)
    if before is None:
        _set_aside(b, action.die)
    elif before.again == "combo":
        _second(b, before, made)
        return
    else:
        made = replace(made, rerolled=True)
    b.now(thrown=made, steps=settling.ORDER, draft=Draft())
    settling.run(b)


def _set_aside(b: Bench, die: str) -> None:
    if die == target.WHITE:
        b.white -= 1
        b.now(whites=b.fight.whites + 1)  # DF-19
    else:
        b.now(used=(*b.fight.used, die))


def _second(b: Bench, before: Thrown, made: Thrown) -> None:
    """The second throw of a Combo: both results together."""
    b.now(
        thrown=replace(
            before,
            base=before.base + made.base,
            throws=before.throws + made.hit,
            kills=before.kills or made.kills,
            slipped=not made.hit,
            again="",
        ),
        steps=settling.SECOND,
        draft=Draft(),
    )
    settling.run(b)


def _tell(b: Bench, action: a.Throw, made: Thrown, dodged: bool) -> None:
    who, die = b.name(action.seat), line(f"df.die.{action.die}")
    rest = drafting.place_line(action.rest, action.against)
    if made.hit:
        symbol = line("df.symbol.up") if action.symbol else line("df.symbol.down")
        b.say("df.throws_hit", who=who, die=die, rest=rest, symbol=symbol)
        return
    why = line("df.why.rest")
    if not action.bounced:
        why = line("df.why.bounced")
    elif not action.done:
        why = line("df.why.done")
    elif dodged:
        why = line("df.why.small")
    b.say("df.throws_miss", who=who, die=die, rest=rest, why=why)
