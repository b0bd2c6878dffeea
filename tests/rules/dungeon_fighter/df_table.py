"""A table for tests: sentences of a rulebook example become calls."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.rules.core import Adjust, Outcome, Seat, TableDie
from companion.rules.dungeon_fighter import GAME, look
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import Ability, Hero, Item, Monster, Room
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import DungeonFighterState, Fellow, Fight, Setup
from companion.rules.errors import IllegalAction

NAMES = ("Torm", "Randolph", "Goldfinga", "Moo", "Mary", "Lanky")
HELM = next(item for item in library().items if item.id == "helm_of_bravery")
VENT = next(item for item in library().items if item.id == "dragons_vent")
GOBLIN = next(card for card in library().monsters if card.id == "common_goblin")
BEAR = next(card for card in library().monsters if card.id == "sweet_bear")
PLAIN = Room(id="plain", name="Plain room")
NOTHING = Ability("pickpocket", 1)  # where a test wants a known ability that changes no fight


def monster(hp: int = 20, damage: int = 1, gold: int = 1, **fields: Any) -> Monster:
    return Monster(id="test", name="Test", level=1, hp=hp, damage=damage, gold=gold, **fields)


def hero(n: int, **fields: Any) -> Hero:
    return Hero(
        id=f"hero_{n}", name=NAMES[n], **{"red": NOTHING, "green": NOTHING, "blue": NOTHING, **fields}
    )


class Table:
    """Holds the newest state; every call is one action. Begins before the first room."""

    def __init__(self, players: int = 3, rules: dict[str, Any] | None = None, **fields: Any) -> None:
        seats = tuple(Seat(name) for name in NAMES[:players])
        heroes = fields.pop("heroes", tuple(hero(n) for n in range(players)))
        self.state: DungeonFighterState = GAME.setup(
            Setup(seats, heroes, symbol_faces=2, rules=rules or {}, **fields)
        )
        self.said: list[str] = []

    # Arranging

    def put(self, seat: int, /, **fields: Any) -> Table:
        """put(0, health=5): where an example begins."""
        party = list(self.state.party)
        party[seat] = replace(party[seat], **fields)
        self.state = replace(self.state, party=tuple(party))
        return self

    def ability(self, seat: int, colour: str, kind: str, n: int = 0, enemy: str = "") -> Table:
        sheet = replace(self.state.party[seat].hero, **{colour: Ability(kind, n, enemy)})  # type: ignore[arg-type]
        return self.put(seat, hero=sheet)

    def chest(self, **fields: int) -> Table:
        self.state = replace(self.state, **fields)
        return self

    def meet(self, card: Monster | None = None, room: Room = PLAIN) -> Table:
        return self.do(a.Enter(room), a.Meet(card or monster()))

    def boss(self, hp: int = 20, damage: int = 2) -> Table:
        self.state = replace(self.state, level=3, room=PLAIN)
        return self.do(a.FaceBoss(), a.Meet(Monster(id="boss", name="Boss", boss=True, hp=hp, damage=damage)))

    # Acting

    def do(self, *actions: Any) -> Table:
        for action in actions:
            result = GAME.resolve(self.state, action)
            self.state = result.state
            self.said += [line.id for line in result.lines]
        return self

    def throw(self, die: str, rest: int | str, **fields: Any) -> Table:
        """By whoever's turn it is."""
        return self.do(a.Throw(self.fight.turn, die, str(rest), **fields))

    def answer(self, choice: str | int) -> Table:
        assert self.state.ask is not None, "nothing is asked"
        return self.do(a.Answer(self.state.ask.what, str(choice)))

    def adjust(self, seat: int, counter: str, by: int) -> Table:
        return self.do(Adjust(seat, counter, by))

    def see(self, *dice: TableDie) -> Table:
        return self.do(GAME.action_of_roll(self.state, dice))

    def no(self, action: Any) -> str:
        before = GAME.encode_state(self.state)
        with pytest.raises(IllegalAction) as refusal:
            GAME.resolve(self.state, action)
        assert GAME.encode_state(self.state) == before
        return refusal.value.line.id

    # Looking

    @property
    def fight(self) -> Fight:
        assert self.state.fight is not None
        return self.state.fight

    @property
    def hp(self) -> int:
        return self.fight.hp

    @property
    def asks(self) -> str:
        return self.state.ask.what if self.state.ask is not None else ""

    @property
    def health(self) -> tuple[int, ...]:
        return tuple(fellow.health for fellow in self.state.party)

    @property
    def outcome(self) -> Outcome | None:
        return GAME.outcome(self.state)

    @property
    def attacks(self) -> set[str]:
        return {demand.attack for demand in look.demands(self.state)}

    def fellow(self, seat: int) -> Fellow:
        return self.state.party[seat]

    def open_chores(self) -> list[str]:
        return [chore.what for chore in self.state.chores if not chore.done]


def die(
    colour: str = "red", symbol: bool = False, rest: str = "", thrown: bool = True, id: int = 7
) -> TableDie:
    return TableDie(id, f"dungeon_fighter.{colour}", "eye" if symbol else "blank", thrown, (10.0, 20.0), rest)


def item(kind: str, effect: str = "", n: int = 0, **fields: Any) -> Item:
    return Item(
        **{
            "id": f"{kind}_{effect}",
            "name": f"{kind} {effect}",
            "kind": kind,
            "effect": effect,
            "n": n,
            **fields,
        }  # type: ignore[arg-type]
    )
