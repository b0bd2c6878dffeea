"""What can be wrong with a card beyond its shape: told with the field and what was expected there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.rules.dungeon_fighter.cards import (
    COLOURS,
    EFFECTS_WITH_NUMBER,
    NEEDS_NUMBER,
    AnyCard,
    Board,
    CardFile,
    Hero,
    Item,
    Monster,
    Room,
)

MOST = 99  # no printed number is larger
LEVELS = 4  # DF-5
_ID = re.compile(r"[a-z0-9_]{1,60}")


def problem_in(file: CardFile) -> str | None:
    """The first thing wrong in a file, or None."""
    seen: set[tuple[str, str]] = set()
    for shelf, number, card in file.cards():
        where = f"{shelf}[{number}]"
        for found in problems(card):
            return f"{where}.{found}"
        if (shelf, card.id) in seen:
            return f"{where}.id: '{card.id}' stands twice in this file"
        seen.add((shelf, card.id))
    return None


def problems(card: AnyCard) -> Iterator[str]:
    """Everything wrong with one card, the field first."""
    if not _ID.fullmatch(card.id):
        yield f"id: expected small letters, digits and _, got '{card.id}'"
    if not card.name.strip():
        yield "name: expected the name as it is printed"
    if isinstance(card, Hero):
        yield from _hero(card)
    elif isinstance(card, Monster):
        yield from _monster(card)
    elif isinstance(card, Item):
        yield from _item(card)
    elif isinstance(card, Room):
        yield from _room(card)
    else:
        yield from _board(card)


def _number(name: str, value: int | None, low: int = 0) -> Iterator[str]:
    if value is not None and not low <= value <= MOST:
        yield f"{name}: expected a number from {low} to {MOST}, got {value}"


def _each_once(name: str, values: tuple[str, ...]) -> Iterator[str]:
    if len(set(values)) != len(values):
        yield f"{name}: expected each of them once"


def _hero(hero: Hero) -> Iterator[str]:
    for colour in COLOURS:
        ability = hero.ability(colour)
        low = 1 if ability.kind in NEEDS_NUMBER else 0
        yield from _number(f"{colour}.n", ability.n, low)
        if ability.enemy and ability.kind != "sworn_enemy":
            yield f"{colour}.enemy: only 'sworn_enemy' has an enemy"
    for slot in ("weapons", "armour", "items"):
        yield from _number(slot, getattr(hero, slot))


def _monster(monster: Monster) -> Iterator[str]:
    if not 0 <= monster.level <= LEVELS:
        yield f"level: expected a number from 1 to {LEVELS}, got {monster.level}"
    if monster.boss and monster.level:
        yield "level: a final boss has no level"
    yield from _number("hp", monster.hp, 1)
    for name in ("damage", "gold", "gold_on_miss", "heals_on_miss"):
        yield from _number(name, getattr(monster, name))
    yield from _each_once("attacks", monster.attacks)
    yield from _each_once("bans", monster.bans)


def _item(item: Item) -> Iterator[str]:
    yield from _number("cost", item.cost)
    yield from _number("bonus", item.bonus, 1)
    yield from _each_once("attacks", item.attacks)
    if item.kind == "weapon":
        if item.effect:
            yield "effect: a weapon has attacks and a bonus, and no effect"
    elif item.attacks or item.bonus is not None:
        yield "attacks: only a weapon has attacks and a bonus"
    elif not item.effect and not item.provisional:
        yield "effect: expected what this armour or item does"
    needed = item.effect in EFFECTS_WITH_NUMBER and not item.provisional
    yield from _number("n", item.n, int(needed))


def _room(room: Room) -> Iterator[str]:
    yield from _each_once("attacks", room.attacks)
    for name in ("gold", "white", "equipment"):
        yield from _number(name, getattr(room, name))
    if room.rewards and room.kind != "treasure":
        yield "kind: only a 'treasure' room gives a reward"


def _board(board: Board) -> Iterator[str]:
    if not board.rooms:
        yield "rooms: expected at least one room"
    ids = [room.id for room in board.rooms]
    for number, room in enumerate(board.rooms):
        where = f"rooms[{number}]"
        yield from (f"{where}.{found}" for found in problems(room))
        if room.id in ids[:number]:
            yield f"{where}.id: '{room.id}' stands twice on this board"
        for target in room.leads:
            # Arrows are never followed back (DF-8), so a room leads only to rooms that stand after it.
            if target not in ids[number + 1 :]:
                yield f"{where}.leads: expected the id of a room further down, got '{target}'"
