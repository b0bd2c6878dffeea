"""The throw as far as it is told: by the camera, by a finger, bit by bit and in any order; the last word counts."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import target
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.cards import ATTACKS, Attack, Item
from companion.rules.dungeon_fighter.state import Draft
from companion.rules.text import Line, line

BULLSEYE = 10
YES, NO = "yes", "no"
DICE = ("red", "green", "blue", "white")


def say(b: Bench, action: a.Say) -> None:
    """One thing of the throw. Legal in any order, and again: the last word counts."""
    check(b)
    told: Callable[[Bench, str], Draft] | None = _TOLD.get(action.what)
    if told is None:
        raise refuse("df.no.not_now")
    draft = told(b, action.value)
    b.now(draft=draft)


def _say_die(b: Bench, value: str) -> Draft:
    check_die(b, value)
    return replace(b.fight.draft, die=value)


def _say_rest(b: Bench, value: str) -> Draft:
    place = target.split(b, value)
    if place is None:
        raise refuse("df.no.place", rest=value)
    return replace(b.fight.draft, rest=place[0], against=place[1])


def _say_weapon(b: Bench, value: str) -> Draft:
    """Taken up, or put down again."""
    draft = b.fight.draft
    if b.fight.thrown is not None:
        raise refuse("df.no.same_weapons")
    held = draft.weapons
    if value in held:
        return replace(draft, weapons=tuple(weapon for weapon in held if weapon != value))
    weapons_of(b, b.fight.turn, (*held, value))
    return replace(draft, weapons=(*held, value))


def _flag(name: str) -> Callable[[Bench, str], Draft]:
    def told(b: Bench, value: str) -> Draft:
        if value not in (YES, NO):
            raise refuse("df.no.not_now")
        return replace(b.fight.draft, **{name: value == YES})

    return told


_TOLD: dict[str, Callable[[Bench, str], Draft]] = {
    "die": _say_die,
    "rest": _say_rest,
    "weapon": _say_weapon,
    "symbol": _flag("symbol"),
    "bounced": _flag("bounced"),
    "done": _flag("done"),
}


def see(b: Bench, action: a.Seen) -> None:
    """The camera's word: what it did not see stays as it was told."""
    check(b)
    draft = b.fight.draft
    if action.die:
        check_die(b, action.die)
    rest, against = draft.rest, draft.against
    if action.rest:
        place = target.split(b, f"{action.rest}/{action.against}" if action.against else action.rest)
        if place is None:
            raise refuse("df.no.place", rest=action.rest)
        rest, against = place
    symbol = draft.symbol if action.symbol is None else action.symbol
    die = action.die or draft.die
    b.now(draft=replace(draft, die=die, rest=rest, against=against, symbol=symbol, seen=True))
    b.say("df.seen", who=b.name(b.fight.turn), throw=described(b))


def ready(b: Bench) -> bool:
    """Whether the draft tells enough: the die, if there is a choice, and where it rests."""
    return bool(b.fight.draft.rest and drafted_die(b))


def drafted_die(b: Bench) -> str:
    dice = target.usable(b)
    if b.fight.draft.die in dice:  # a correction may have made it unusable since it was told
        return b.fight.draft.die
    return dice[0] if len(dice) == 1 else ""


def described(b: Bench) -> Line:
    """The draft in a few words: die, place, symbol."""
    draft = b.fight.draft
    die = drafted_die(b)
    return line(
        "df.throw",
        die=line(f"df.die.{die}") if die else line("df.die.unknown"),
        rest=place_line(draft.rest, draft.against),
        symbol=line("df.symbol.up") if draft.symbol else line("df.symbol.down"),
    )


def place_line(rest: str, against: str = "") -> Line:
    if not rest:
        return line("df.rest.unknown")
    if against:
        return line("df.rest.disputed", a=against, b=rest)
    if rest in target.MISSES:
        return line(f"df.rest.{rest}")
    return line("df.rest.bullseye") if rest == str(BULLSEYE) else line("df.rest.ring", n=rest)


def check(b: Bench) -> None:
    if not target.waits(b):
        raise refuse("df.no.no_throw")


def check_die(b: Bench, die: str) -> None:
    if die not in target.usable(b):
        raise refuse("df.no.die", die=line(f"df.die.{die}") if die in DICE else line("df.die.unknown"))


def weapons_of(b: Bench, seat: int, ids: tuple[str, ...]) -> tuple[Item, ...]:
    found = tuple(b.owned(seat, id) for id in ids)
    if len(set(ids)) != len(ids) or any(item.kind != "weapon" for item in found):
        raise refuse("df.no.weapon")
    return found


def demanded(b: Bench, seat: int, weapons: tuple[str, ...]) -> tuple[Attack, ...]:
    """Every special attack of this throw: room, monster and weapons together, none twice (DF-24, DF-25)."""
    found: set[Attack] = set(b.fight.active.attacks)
    if b.room is not None:
        found |= set(b.room.attacks)
    for item in weapons_of(b, seat, weapons):
        found |= set(item.attacks)
    return tuple(attack for attack in ATTACKS if attack in found)
