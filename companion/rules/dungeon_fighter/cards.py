"""The printed things: heroes, monsters, items, rooms and boards, as a player types them once.

A card travels whole inside the action that brings it into play, so that a log never depends on what the
library holds later. A number that nobody knows yet is left out; the game asks for it when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

Colour = Literal["red", "green", "blue"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

# Special attacks. Each id is also the id of its picture; its name is `df.attack.<id>`, its one line `df.how.<id>`.
Attack = Literal[
    "side_bank",
    "gust",
    "between_legs",
    "blind",
    "double_bounce",
    "elbow",
    "prayer",
    "off_hand",
    "shared_hand",
    "over_card",
    "catapult",
    "header",
    "spin",
    "nose",
    "over_shoulder",
    "slam",
    "sitting",
    "jump",
    "under_table",
    "dance",
    "step_back",
]
ATTACKS: tuple[Attack, ...] = get_args(Attack)

AbilityKind = Literal[
    "combo",
    "extra_damage",
    "precision",
    "divine",
    "berserk",
    "heal_all",
    "tracer",
    "steal",
    "frog",
    "sworn_enemy",
    "reroll",
    "no_damage",
    "pickpocket",
    "seduction",
    "beer",
    "ballad",
    "unknown",  # nobody has typed it yet: the game asks when it triggers
]
ABILITIES: tuple[AbilityKind, ...] = get_args(AbilityKind)[:-1]
NEEDS_HIT = frozenset(
    {"combo", "extra_damage", "precision", "divine", "berserk"}
)  # DF-23: the icon shows a target
NEEDS_NUMBER = frozenset({"extra_damage", "heal_all", "sworn_enemy"})

ItemKind = Literal["weapon", "armour", "item"]
ITEM_KINDS: tuple[ItemKind, ...] = get_args(ItemKind)
ItemEffect = Literal[
    "", "heal_one", "heal_all", "reroll", "extra_damage", "no_damage", "counter_attack", "reduced_damage"
]
ITEM_EFFECTS: tuple[ItemEffect, ...] = get_args(ItemEffect)[1:]
EFFECTS_WITH_NUMBER = frozenset({"heal_one", "heal_all", "extra_damage", "reduced_damage"})

RoomKind = Literal["plain", "shop", "fountain", "treasure"]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    id: str
    name: str = ""
    provisional: bool = False  # not compared with the printed card
    source: str = ""  # where it comes from


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the hero symbol does on one colour of die."""

    kind: AbilityKind = "unknown"
    n: int = 0
    enemy: str = ""  # sworn_enemy: the type of monster


class Hero(Card, frozen=True, kw_only=True):
    """A hero's sheet. Slots that are left out are not limited."""

    red: Ability = Ability()
    green: Ability = Ability()
    blue: Ability = Ability()
    weapons: int | None = None  # DF-38
    armour: int | None = None
    items: int | None = None

    def ability(self, colour: Colour) -> Ability:
        found: Ability = getattr(self, colour)
        return found

    def slots(self, kind: ItemKind) -> int | None:
        return {"weapon": self.weapons, "armour": self.armour, "item": self.items}[kind]


class Monster(Card, frozen=True, kw_only=True):
    """A monster or a final boss (DF-10)."""

    level: int = 0  # 1 to 4; 0: not known, or a boss
    boss: bool = False
    type: str = ""
    hp: int | None = None
    damage: int | None = None
    gold: int | None = None
    attacks: tuple[Attack, ...] = ()  # every throw must be made so
    small_target: bool = False  # zone 1 is a miss
    critical_miss: bool = False  # a miss hurts every hero
    discard_on_miss: bool = False  # a miss costs one equipment card of choice
    gold_on_miss: int = 0
    heals_on_miss: int = 0
    bans: tuple[Colour, ...] = ()  # hero dice that cannot be used in this fight

    @property
    def missing(self) -> str:
        """The first number that nobody has told yet; "" when the card is complete."""
        wanted = ("hp", "damage") if self.boss else ("hp", "damage", "gold")
        return next((name for name in wanted if getattr(self, name) is None), "")

    def tamed(self) -> Monster:
        """Without its special abilities, as a Heroic ballad leaves it."""
        return Monster(
            id=self.id,
            name=self.name,
            level=self.level,
            boss=self.boss,
            type=self.type,
            hp=self.hp,
            damage=self.damage,
            gold=self.gold,
        )


class Item(Card, frozen=True, kw_only=True):
    """A weapon, a piece of armour or an item (DF-38)."""

    kind: ItemKind
    cost: int | None = None
    bonus: int | None = None  # weapon: damage added when its attack is done right
    attacks: tuple[Attack, ...] = ()
    effect: ItemEffect = ""
    n: int = 0
    once: bool = False  # "1×": discarded after use

    @property
    def missing(self) -> str:
        """The first thing that nobody has told yet; "" when the card is complete. The cost is asked by the shop."""
        if self.kind == "weapon":
            if not self.attacks:
                return "attack"
            return "bonus" if self.bonus is None else ""
        if not self.effect:
            return "effect"
        return "amount" if self.effect in EFFECTS_WITH_NUMBER and not self.n else ""


class Room(Card, frozen=True, kw_only=True):
    """A room. With attacks it is a dangerous one, whatever else it is (DF-37)."""

    kind: RoomKind = "plain"
    attacks: tuple[Attack, ...] = ()
    gold: int = 0  # what a treasure room gives
    white: int = 0
    equipment: int = 0
    leads: tuple[str, ...] = ()  # on a board: rooms that the arrows lead to; none: out of this level

    @property
    def rewards(self) -> bool:
        return bool(self.gold or self.white or self.equipment)


class Board(Card, frozen=True, kw_only=True):
    """A level of the dungeon: its rooms, the first one first."""

    boss: bool = False  # the boss waits behind its last room
    rooms: tuple[Room, ...]


AnyCard = Hero | Monster | Item | Room | Board


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file of the library: any of the five kinds, in any number."""

    heroes: tuple[Hero, ...] = ()
    monsters: tuple[Monster, ...] = ()
    items: tuple[Item, ...] = ()
    rooms: tuple[Room, ...] = ()
    boards: tuple[Board, ...] = ()

    def cards(self) -> Iterator[tuple[str, int, AnyCard]]:
        """Shelf, number on it, card."""
        for shelf in self.__struct_fields__:
            for number, card in enumerate(getattr(self, shelf)):
                yield shelf, number, card


SHELVES: dict[type, str] = {
    Hero: "heroes",
    Monster: "monsters",
    Item: "items",
    Room: "rooms",
    Board: "boards",
}
