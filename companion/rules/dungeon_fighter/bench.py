"""The workbench: a state taken apart while one action is carried out, then frozen again."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.rules.dungeon_fighter.cards import COLOURS, SHELVES, Colour, Hero, Item, Monster, Room
from companion.rules.dungeon_fighter.houserules import DEFAULTS
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import Ask, Chore, DungeonFighterState, Fight
from companion.rules.errors import IllegalAction
from companion.rules.text import Line

WHITE_DICE = 9  # in the box


def refuse(id: str, /, **args: int | str | Line) -> IllegalAction:
    return IllegalAction(Line(id, args))


class Bench:
    """Mutable and short-lived; fields are those of `DungeonFighterState`."""

    def __init__(self, state: DungeonFighterState) -> None:
        self._state = state
        self.seats = state.seats
        self.zones = state.zones
        self.boards = state.boards
        self.party = list(state.party)
        self.leader = state.leader
        self.first = state.first
        self.tower = list(state.tower)
        self.gold = state.gold
        self.white = state.white
        self.stage = state.stage
        self.level = state.level
        self.room = state.room
        self.round = state.round
        self.fled = state.fled
        self.boss = state.boss
        self._fight = state.fight
        self.ask = state.ask
        self.item = state.item
        self.chores = list(state.chores)
        self.bought = state.bought
        self.beaten = state.beaten
        self.told = state.told
        self.lines: list[Line] = []

    def freeze(self) -> DungeonFighterState:
        return replace(
            self._state,
            party=tuple(self.party),
            leader=self.leader,
            first=self.first,
            tower=(self.tower[0], self.tower[1], self.tower[2], self.tower[3]),
            gold=self.gold,
            white=self.white,
            stage=self.stage,
            level=self.level,
            room=self.room,
            round=self.round,
            fled=self.fled,
            boss=self.boss,
            fight=self._fight,
            ask=self.ask,
            item=self.item,
            chores=tuple(self.chores),
            bought=self.bought,
            beaten=self.beaten,
            told=self.told,
        )

    def say(self, id: str, /, **args: int | str | Line) -> None:
        self.lines.append(Line(id, args))

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def rule(self, name: str) -> int | str | bool:
        return self._state.rules.get(name, DEFAULTS[name])

    # The fight

    @property
    def fighting(self) -> bool:
        return self._fight is not None

    @property
    def fight(self) -> Fight:
        if self._fight is None:
            raise refuse("df.no.no_fight")
        return self._fight

    def set_fight(self, fight: Fight | None) -> None:
        self._fight = fight

    def now(self, **fields: Any) -> None:
        """Change the fight."""
        self._fight = replace(self.fight, **fields)

    def monster_line(self) -> Line:
        return library().line(self.fight.monster)

    def free_dice(self) -> tuple[Colour, ...]:
        """Hero dice that may be taken: not used, and not banned by the monster."""
        gone = {*self.fight.used, *self.fight.active.bans}
        return tuple(colour for colour in COLOURS if colour not in gone)

    # The party

    def change(self, seat: int, **fields: Any) -> None:
        self.party[seat] = replace(self.party[seat], **fields)

    def present(self) -> list[int]:
        """Seats of heroes who are not out of the game."""
        return [seat for seat, fellow in enumerate(self.party) if not fellow.out]

    def awake(self) -> list[int]:
        return [seat for seat, fellow in enumerate(self.party) if fellow.fights]

    def after(self, seat: int, among: list[int]) -> int:
        """The next of these seats clockwise."""
        count = len(self.party)
        return min(among, key=lambda other: (other - seat - 1) % count)

    def harm(self, seat: int, n: int) -> None:
        """Lower a hero's health; below 1 the hero faints (DF-17)."""
        fellow = self.party[seat]
        health = max(0, fellow.health - n)
        if n <= 0 or not fellow.fights:
            return
        self.change(seat, health=health, fainted=health == 0)
        self.say("df.loses", who=self.name(seat), n=n, left=health)
        if health == 0:
            self.say("df.faints", who=self.name(seat))

    def heal(self, seat: int, n: int) -> None:
        """Up to the maximum. Who has fainted stays so until the clean-up."""
        fellow = self.party[seat]
        health = min(fellow.most_health, fellow.health + n)
        if fellow.fights and health > fellow.health:
            self.change(seat, health=health)
            self.say("df.heals", who=self.name(seat), n=health - fellow.health, left=health)

    def owned(self, seat: int, item: str) -> Item:
        found = next((owned for owned in self.party[seat].items if owned.id == item), None)
        if found is None:
            raise refuse("df.no.not_owned", who=self.name(seat))
        return found

    def lose_item(self, seat: int, item: Item) -> None:
        items = list(self.party[seat].items)
        items.remove(item)
        self.change(seat, items=tuple(items))

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.party):
            raise refuse("df.no.seat")

    def add_white(self, n: int) -> int:
        """From the bank; there are nine in all."""
        in_use = self._fight.whites if self._fight is not None else 0
        taken = max(0, min(n, WHITE_DICE - self.white - in_use))
        self.white += taken
        return taken

    # Questions and cards

    def ask_for(self, what: str, seat: int) -> None:
        self.ask = Ask(what, seat)

    def learn(self, card: Hero | Monster | Item | Room) -> None:
        """The players told this card: worth remembering for the next adventure, if it has a name."""
        if not card.name:
            return
        shelf = SHELVES[type(card)]
        others = [old for old in getattr(self.told, shelf) if old.id != card.id]
        self.told = replace(self.told, **{shelf: (*others, card)})

    def chore(self, what: str, seat: int = -1, n: int = 0, done: bool = True) -> None:
        self.chores.append(Chore(what, seat, n, done))

    def open_chore(self, what: str) -> Chore | None:
        return next((chore for chore in self.chores if chore.what == what and not chore.done), None)

    def finish_chore(self, chore: Chore) -> None:
        self.chores[self.chores.index(chore)] = replace(chore, done=True)
