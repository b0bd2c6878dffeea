"""What can be typed of each card: its fields, and how each is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from companion.rules.dungeon_fighter.cards import (
    ABILITIES,
    EFFECTS_WITH_NUMBER,
    ITEM_EFFECTS,
    ITEM_KINDS,
    NEEDS_NUMBER,
    Ability,
    AnyCard,
    Hero,
    Item,
    Monster,
    Room,
)
from companion.rules.dungeon_fighter.checking import MOST
from companion.rules.dungeon_fighter.library import library, new_id

How = Literal["text", "number", "flag", "word", "attacks", "ability", "bans"]
Shelf = Literal["monsters", "bosses", "items", "heroes", "rooms"]
SHELVES: tuple[Shelf, ...] = ("monsters", "bosses", "items", "heroes", "rooms")
ROOM_KINDS = ("plain", "shop", "fountain", "treasure")


def _always(_: AnyCard) -> bool:
    return True


@dataclass(frozen=True)
class Field:
    """One thing printed on a card. Its caption is `df.field.<name>`, or that of `words`."""

    name: str
    how: How
    low: int = 0
    high: int = 9
    unknown: bool = False  # None is an answer: nobody has looked yet
    choices: tuple[str, ...] = ()
    words: str = ""  # the prefix of the choices' words
    shown: Callable[[AnyCard], bool] = _always


def _weapon(card: AnyCard) -> bool:
    return isinstance(card, Item) and card.kind == "weapon"


def _no_weapon(card: AnyCard) -> bool:
    return isinstance(card, Item) and card.kind != "weapon"


def _counted(card: AnyCard) -> bool:
    return isinstance(card, Item) and card.effect in EFFECTS_WITH_NUMBER


def _treasure(card: AnyCard) -> bool:
    return isinstance(card, Room) and card.kind == "treasure"


def _no_boss(card: AnyCard) -> bool:
    return isinstance(card, Monster) and not card.boss


FIELDS: dict[type, tuple[Field, ...]] = {
    Monster: (
        Field("name", "text"),
        Field("hp", "number", 1, MOST, unknown=True),
        Field("damage", "number", unknown=True),
        Field("gold", "number", unknown=True, shown=_no_boss),
        Field("level", "number", 1, 4, unknown=True, shown=_no_boss),
        Field("attacks", "attacks"),
        Field("type", "text"),
        Field("small_target", "flag"),
        Field("critical_miss", "flag"),
        Field("discard_on_miss", "flag"),
        Field("gold_on_miss", "number"),
        Field("heals_on_miss", "number"),
        Field("bans", "bans"),
    ),
    Item: (
        Field("name", "text"),
        Field("kind", "word", choices=ITEM_KINDS, words="df.itemkind."),
        Field("cost", "number", unknown=True),
        Field("attacks", "attacks", shown=_weapon),
        Field("bonus", "number", 1, 9, unknown=True, shown=_weapon),
        Field("effect", "word", choices=ITEM_EFFECTS, words="df.effect.", shown=_no_weapon),
        Field("n", "number", 0, 9, shown=_counted),
        Field("once", "flag", shown=_no_weapon),
    ),
    Hero: (
        Field("name", "text"),
        Field("red", "ability", choices=(*ABILITIES, "unknown"), words="df.ability."),
        Field("green", "ability", choices=(*ABILITIES, "unknown"), words="df.ability."),
        Field("blue", "ability", choices=(*ABILITIES, "unknown"), words="df.ability."),
        Field("weapons", "number", unknown=True),
        Field("armour", "number", unknown=True),
        Field("items", "number", unknown=True),
    ),
    Room: (
        Field("name", "text"),
        Field("kind", "word", choices=ROOM_KINDS, words="df.room."),
        Field("attacks", "attacks"),
        Field("gold", "number", shown=_treasure),
        Field("white", "number", shown=_treasure),
        Field("equipment", "number", shown=_treasure),
    ),
}


def fields_of(card: AnyCard) -> tuple[Field, ...]:
    return tuple(field for field in FIELDS[type(card)] if field.shown(card))


def blank(shelf: str, name: str = "") -> AnyCard:
    """A card that nobody has typed yet."""
    if shelf == "items":
        return Item(id="new", name=name, kind="weapon")
    if shelf == "heroes":
        return Hero(id="new", name=name)
    if shelf == "rooms":
        return Room(id="new", name=name)
    return Monster(id="new", name=name, boss=shelf == "bosses")


def shelf_of(card: AnyCard) -> Shelf:
    if isinstance(card, Monster):
        return "bosses" if card.boss else "monsters"
    return "items" if isinstance(card, Item) else "heroes" if isinstance(card, Hero) else "rooms"


def fits(shelf: str, card: AnyCard) -> bool:
    """Bosses lie on the monsters' shelf, but nobody looks for them there."""
    return not isinstance(card, Monster) or card.boss == (shelf == "bosses")


def library_shelf(shelf: str) -> str:
    return "monsters" if shelf == "bosses" else shelf


def tidy(card: AnyCard) -> AnyCard:
    """As it is kept: with an id of its own, and nothing left of what its kind does not have."""
    name = card.name.strip()
    if card.id == "new":
        taken = [known.id for known in library().cards(library_shelf(shelf_of(card)))]
        card = replace(card, id=new_id(name, taken))
    card = replace(card, name=name, source="", provisional=False)
    if isinstance(card, Item):
        if card.kind == "weapon":
            card = replace(card, effect="", n=0, once=False)
        else:
            n = card.n if card.effect in EFFECTS_WITH_NUMBER else 0
            card = replace(card, attacks=(), bonus=None, n=n)
        return replace(card, provisional=bool(card.missing))
    if isinstance(card, Room) and card.kind != "treasure":
        return replace(card, gold=0, white=0, equipment=0)
    if isinstance(card, Monster) and card.boss:
        return replace(card, level=0)
    return card


def needs_number(ability: Ability) -> bool:
    return ability.kind in NEEDS_NUMBER
