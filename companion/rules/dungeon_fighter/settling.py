"""Settling a throw, step by step.

It stops where a player must decide something (`Bench.ask`) or where the same die is thrown once more, and goes on
from there.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.rules.dungeon_fighter import abilities, fight
from companion.rules.dungeon_fighter.abilities import thrown
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.library import library

ORDER = ("colour", "learn", "reroll", "items", "ability", "settle", "miss", "end")
SECOND = ("settle", "miss", "end")  # after the second throw of a Combo


def run(b: Bench) -> None:
    """Go on until somebody is asked, throws again, or the turn is over."""
    while b.stage == "fight" and b.ask is None and b.fight.steps:
        step, *rest = b.fight.steps
        b.now(steps=tuple(rest))
        _STEPS[step](b)


def _colour(b: Bench) -> None:
    """Of a white die the colour is chosen after the throw (DF-19)."""
    now = thrown(b)
    if now.symbol and not now.colour:
        b.ask_for("colour", now.seat)


def choose_colour(b: Bench, colour: str) -> None:
    b.now(thrown=replace(thrown(b), colour=colour))


def _items(b: Bench) -> None:
    if item_choices(b) and not thrown(b).kills:
        b.ask_for("items", thrown(b).seat)


def item_choices(b: Bench) -> tuple[str, ...]:
    """Cards that the thrower may use on this throw: ids of items, `charm:<id>` of monsters' cards."""
    now = thrown(b)
    fellow = b.party[now.seat]
    found = []
    for item in fellow.items:
        fits = {
            "reroll": not now.rerolled or b.rule("reroll") == "every_time",
            "extra_damage": now.hit and item.once,
            "no_damage": not now.hit and not now.safe,
        }
        if fits.get(item.effect, False):
            found.append(item.id)
    if now.hit:
        found += [f"charm:{monster.id}" for monster in fellow.charmed]
    return tuple(dict.fromkeys(found))


def answer_items(b: Bench, choice: str) -> None:
    now = thrown(b)
    who = b.name(now.seat)
    if choice == "go":
        b.ask = None
        return
    b.ask = None
    if choice.startswith("charm:"):
        charmed = list(b.party[now.seat].charmed)
        monster = next(card for card in charmed if f"charm:{card.id}" == choice)
        charmed.remove(monster)
        b.change(now.seat, charmed=tuple(charmed))
        b.now(thrown=replace(now, plus=now.plus + (monster.damage or 0)))
        b.say("df.sends", who=who, monster=library().line(monster), n=monster.damage or 0)
    else:
        item = b.owned(now.seat, choice)
        b.say("df.uses", who=who, item=library().line(item))
        if item.once or item.effect == "no_damage":
            b.lose_item(now.seat, item)
        if item.effect == "reroll":
            abilities.throw_again(b, "reroll")
            return
        if item.effect == "extra_damage":
            b.now(thrown=replace(now, plus=now.plus + item.n))
        else:
            b.now(thrown=replace(now, safe=True))
    b.now(steps=("items", *b.fight.steps))  # there may be more of them


def damage(b: Bench) -> int:
    """Multiply first, then add (DF-26)."""
    now = thrown(b)
    if not now.hit:
        return now.sworn
    fellow = b.party[now.seat]
    bonus = sum(item.bonus or 0 for item in fellow.items if item.id in now.weapons)
    bonus += sum(item.n for item in fellow.items if item.effect == "extra_damage" and not item.once)
    bonus += int(b.fight.tracer)
    if b.rule("combo_bonuses") == "each_throw":
        bonus *= now.throws
    return now.base * now.times + bonus + now.plus + now.sworn


def _settle(b: Bench) -> None:
    now = thrown(b)
    n = damage(b)
    if now.heals >= 0:
        b.heal(now.heals, n)
        if b.rule("divine") == "only_heals" and not now.kills:
            return
    if now.kills:
        b.say("df.kills", monster=b.monster_line())
        b.now(hp=0)
    elif n:
        fight.strike(b, n)


def _miss(b: Bench) -> None:
    """What a miss costs (DF-17), with the monster's abilities."""
    now = thrown(b)
    missed = not now.hit or (now.slipped and b.rule("combo_miss") == "counts_as_miss")
    if not missed:
        return
    # A sworn enemy can fall by a miss: it still does its damage, but nothing else any more.
    monster, alive = b.fight.active, b.fight.hp > 0
    if monster.heals_on_miss and 0 < b.fight.hp < (monster.hp or 0):
        hp = min(monster.hp or 0, b.fight.hp + monster.heals_on_miss)
        b.say("df.monster_heals", monster=b.monster_line(), n=hp - b.fight.hp, left=hp)
        b.now(hp=hp)
    lost = min(b.gold, monster.gold_on_miss)
    if lost and alive:
        b.gold -= lost
        b.say("df.gold_lost", n=lost, left=b.gold)
    victims = b.awake() if monster.critical_miss else [now.seat]
    spared = {now.seat} if now.safe else set()
    fight.hurt(b, [seat for seat in victims if seat not in spared], monster.damage or 0, missed=True)
    if monster.discard_on_miss and b.fight.hp > 0 and b.party[now.seat].items:
        b.ask_for("discard", now.seat)


def answer_discard(b: Bench, choice: str) -> None:
    now = thrown(b)
    item = b.owned(now.seat, choice)
    b.lose_item(now.seat, item)
    b.say("df.drops", who=b.name(now.seat), item=library().line(item))
    b.ask = None


def _end(b: Bench) -> None:
    if not fight.over(b):
        fight.next_turn(b)


_STEPS: dict[str, Callable[[Bench], None]] = {
    "colour": _colour,
    "learn": abilities.learn,
    "reroll": abilities.reroll,
    "items": _items,
    "ability": abilities.work,
    "settle": _settle,
    "miss": _miss,
    "end": _end,
}
