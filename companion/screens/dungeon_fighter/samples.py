"""A few moments of Dungeon Fighter, made with the real rules and without a camera: for the gallery and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules.core import Seat
from companion.rules.dungeon_fighter import GAME
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import Ability, Hero, Item, Monster, Room
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import DungeonFighterState, Setup
from companion.screens.port import ShownDice
from companion.screens.samples import Sample
from companion.screens.theme import SEAT_COLOURS

NAMES = ("Lea", "Mia", "Tom", "Bob", "Ann", "Ben")
PLAIN = Room(id="plain", name="Plain room")
SHOP = Room(id="shop", name="Shop", kind="shop")
TREASURE = Room(id="treasure", name="Treasure room", kind="treasure")
DOUBLE = Room(id="danger_double_bounce", attacks=("double_bounce",))
HELM = next(item for item in library().items if item.id == "helm_of_bravery")
VENT = next(item for item in library().items if item.id == "dragons_vent")
FLASK = Item(id="flask", name="Flask", kind="item", effect="heal_one", n=3, cost=2)
GOBLIN = next(card for card in library().monsters if card.id == "common_goblin")
BEAR = Monster(id="sweet_bear", name="Sweet Bear", level=1, hp=12, damage=2, gold=2, attacks=("catapult",))
GHOST = Monster(
    id="ghost",
    name="Mill Ghost",
    level=1,
    type="ghost",
    hp=11,
    damage=2,
    gold=1,
    small_target=True,
    heals_on_miss=1,
    bans=("red",),
)
BOSS = Monster(id="landlord", name="The Landlord", boss=True, hp=30, damage=3, critical_miss=True)
ABILITIES = (
    (Ability("berserk"), Ability("heal_all", 2), Ability("divine")),
    (Ability("extra_damage", 3), Ability("tracer"), Ability("reroll")),
    (Ability("steal"), Ability("pickpocket", 2), Ability("sworn_enemy", 4, "goblin")),
)


def heroes(count: int) -> tuple[Hero, ...]:
    """Shipped names with sheets as if somebody had typed them."""
    return tuple(
        replace(hero, red=red, green=green, blue=blue)
        for number, hero in enumerate(library().heroes[:count])
        for red, green, blue in (ABILITIES[number % len(ABILITIES)],)
    )


class DungeonSample(Sample):
    """An adventure in memory."""

    state: DungeonFighterState

    def __init__(self, count: int = 3, names: Sequence[str] = NAMES, **setup: Any) -> None:
        self.game = GAME
        seats = tuple(Seat(names[n], SEAT_COLOURS[n % len(SEAT_COLOURS)]) for n in range(count))
        setup.setdefault("heroes", heroes(count))
        self.state = GAME.setup(Setup(seats, symbol_faces=2, **setup))
        self.history, self.dice, self.undo = [], ShownDice(), None

    def told(self, *actions: Any) -> DungeonSample:
        for action in actions:
            self.do(action)
        return self

    def meet(self, monster: Monster = GOBLIN, room: Room = PLAIN) -> DungeonSample:
        return self.told(a.Enter(room), a.Meet(monster))

    def put(self, seat: int, **fields: Any) -> DungeonSample:
        """Where an example begins."""
        party = list(self.state.party)
        party[seat] = replace(party[seat], **fields)
        self.state = replace(self.state, party=tuple(party))
        return self

    def chest(self, **fields: Any) -> DungeonSample:
        self.state = replace(self.state, **fields)
        return self

    def throw(self, die: str, rest: str, **fields: Any) -> DungeonSample:
        assert self.state.fight is not None
        return self.told(a.Throw(self.state.fight.turn, die, rest, **fields))

    def boss(self, monster: Monster = BOSS) -> DungeonSample:
        self.state = replace(self.state, level=3, room=PLAIN)
        return self.told(a.FaceBoss(), a.Meet(monster))
