"""Overruling the companion: counters, the monster's icons and numbers, a hero's sheet. Legal at any time."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.core import Adjust, Counter
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import fight
from companion.rules.dungeon_fighter.bench import WHITE_DICE, Bench, refuse
from companion.rules.dungeon_fighter.cards import ATTACKS, COLOURS, Monster
from companion.rules.dungeon_fighter.checking import MOST
from companion.rules.dungeon_fighter.journey import check_card
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.rules.text import Line, line

FLAGS = ("small_target", "critical_miss", "discard_on_miss")
AMOUNTS = ("gold_on_miss", "heals_on_miss")
BANS = tuple(f"bans_{colour}" for colour in COLOURS)
TOKENS = ("defeated", "tracer", "frog", "ballad")


def counters(state: DungeonFighterState) -> tuple[Counter, ...]:
    """Heroes have their own; the leader's seat carries the chest, the tower and the monster."""
    found: list[Counter] = []
    fighting = state.fight is not None and state.stage != "encounter"
    for seat, fellow in enumerate(state.party):
        low = 0 if fighting or fellow.health == 0 else 1
        found.append(Counter(seat, "health", fellow.health, min(low, fellow.most_health), fellow.most_health))
        if seat == state.leader:
            found += _partys(state, seat)
        found += [Counter(seat, f"token.scar_{c}", int(c in fellow.scars), 0, 1) for c in COLOURS]
        if fighting and state.fight is not None and fellow.fights:
            found.append(Counter(seat, "token.beer", int(state.fight.beer == seat), 0, 1))
    return tuple(found)


def _partys(state: DungeonFighterState, seat: int) -> list[Counter]:
    found = []
    whites = state.fight.whites if state.fight is not None else 0
    if state.fight is not None and state.stage != "encounter":
        found.append(Counter(seat, "monster_hp", state.fight.hp, 0, MOST))
    found.append(Counter(seat, "gold", state.gold, 0, MOST))
    found.append(Counter(seat, "white", state.white, 0, WHITE_DICE - whites))
    if state.fight is not None and state.stage != "encounter":
        used = state.fight.used
        found += [Counter(seat, f"token.used_{c}", int(c in used), 0, 1) for c in COLOURS]
        found += [Counter(seat, f"token.{name}", int(getattr(state.fight, name)), 0, 1) for name in TOKENS]
    found += [Counter(seat, f"tower_{n + 1}", cards, 0, MOST) for n, cards in enumerate(state.tower)]
    return found


def adjust(b: Bench, action: Adjust) -> None:
    state = b.freeze()
    b.check_seat(action.seat)
    counter = next((c for c in counters(state) if (c.seat, c.name) == (action.seat, action.counter)), None)
    if counter is None:
        raise refuse("df.no.counter", name=action.counter)
    n = max(counter.low, min(counter.high, counter.value + action.by))
    name = action.counter.removeprefix("token.")
    kind, _, colour = name.partition("_")
    if name == "health":
        _health(b, action.seat, n)
    elif kind == "scar":
        _scar(b, action.seat, colour, n)
    elif kind == "used":
        others = [used for used in b.fight.used if used != colour]
        b.now(used=(*others, colour) if n else tuple(others))
    elif kind == "tower":
        b.tower[int(name[-1]) - 1] = n
    elif name == "beer":
        b.now(beer=action.seat if n else -1)
    elif name in TOKENS:
        b.now(**{name: bool(n)})
    elif name == "monster_hp":
        b.now(hp=n)
    elif name == "gold":
        b.gold = n
    else:
        b.white = n
    b.say("df.adjust", who=b.name(action.seat), what=line(f"df.counter.{action.counter}"), n=n)
    fight.reconsider(b)


def _health(b: Bench, seat: int, n: int) -> None:
    b.change(seat, health=n, fainted=n == 0 and not b.party[seat].out)
    if n:
        _no_scar_needed(b, seat)


def _no_scar_needed(b: Bench, seat: int) -> None:
    """A hero who did not faint after all gets no scar."""
    b.chores = [c for c in b.chores if c.done or (c.what, c.seat) != ("scar", seat)]


def _scar(b: Bench, seat: int, what: str, n: int) -> None:
    fellow = b.party[seat]
    others = [colour for colour in fellow.scars if colour != what]
    wanted = {*others, what} if n else set(others)
    if len(wanted) == len(COLOURS) and len(b.present()) == 1 and not fellow.out:
        raise refuse("df.no.last_hero")
    scars = tuple(colour for colour in COLOURS if colour in wanted)
    after = replace(fellow, scars=scars)
    health = min(fellow.health, after.most_health)
    if fellow.out and not after.out:
        health = after.most_health
    fainted = fellow.fainted and not after.out
    b.party[seat] = replace(after, health=health, fainted=fainted)
    if after.out:
        _no_scar_needed(b, seat)
        if seat == b.leader:
            b.leader = b.after(seat, b.present())
        if seat == b.first:
            b.first = b.after(seat, b.present())


# Cards


def mark(b: Bench, action: a.Mark) -> None:
    """An icon of the monster's card, as the players see it now."""
    if b.stage != "fight":
        raise refuse("df.no.no_fight")
    monster = _marked(b.fight.monster, action.what, action.n)
    b.now(monster=monster)
    b.learn(monster)
    b.say("df.marks", monster=b.monster_line(), icon=icon_line(action.what), n=action.n)
    fight.reconsider(b)


def _marked(monster: Monster, what: str, n: int) -> Monster:
    if what in AMOUNTS and 0 <= n <= 9:
        return replace(monster, **{what: n})
    if n not in (0, 1):
        raise refuse("df.no.number", low=0, high=1)
    if what in FLAGS:
        return replace(monster, **{what: bool(n)})
    if what in ATTACKS:
        kept = {*monster.attacks, what} if n else {*monster.attacks} - {what}
        return replace(monster, attacks=tuple(attack for attack in ATTACKS if attack in kept))
    if what in BANS:
        colour = what.removeprefix("bans_")
        banned = {*monster.bans, colour} if n else {*monster.bans} - {colour}
        return replace(monster, bans=tuple(c for c in COLOURS if c in banned))
    raise refuse("df.no.icon", name=what)


def icon_line(what: str) -> Line:
    return line(f"df.attack.{what}") if what in ATTACKS else line(f"df.icon.{what}")


def retype(b: Bench, action: a.Retype) -> None:
    if b.stage != "fight":
        raise refuse("df.no.no_fight")
    monster, old = action.monster, b.fight.monster
    check_card(monster)
    if monster.missing or monster.boss != old.boss:
        raise refuse("df.no.incomplete_card")
    taken = (old.hp or 0) - b.fight.hp
    monster = replace(monster, level=monster.level or old.level)
    b.now(monster=monster, hp=max(0, (monster.hp or 0) - taken))
    b.learn(monster)
    b.say("df.retypes", monster=b.monster_line())
    fight.reconsider(b)


def sheet(b: Bench, action: a.Sheet) -> None:
    b.check_seat(action.seat)
    check_card(action.hero)
    if b.ask is not None:
        raise refuse("df.no.not_now")
    b.change(action.seat, hero=action.hero)
    b.learn(action.hero)
    b.say("df.sheet", who=b.name(action.seat))
