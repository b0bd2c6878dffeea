"""Heroes, statuses and cards as they stand in the content files, read and checked.

A wrong file raises ContentError, which names the file, the field and what was expected there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.checks import Checker
from companion.rules.dice_throne.effects import AnyEffect
from companion.rules.dice_throne.sentences import expand
from companion.rules.errors import ContentError
from companion.rules.files import read_toml
from companion.rules.text import Line, line

HERE = Path(__file__).parent
SPIRITS = ("seedling", "sapling", "dryad_spirit")
BOTS = ("nanobot", "shock_bot", "heal_bot")
# Companions that an effect works on without naming them.
_WORKS_ON: dict[type, tuple[str, ...]] = {
    e.Grow: SPIRITS,
    e.GrowAll: SPIRITS,
    e.ActivateBots: BOTS,
    e.Detonate: ("nanite",),
    e.Share: ("nyra", "nyra_down"),
}


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Hook(Piece, frozen=True):
    """Happens by itself at a moment of the turn."""

    at: str
    then: tuple[AnyEffect, ...]
    if_ultimate: tuple[AnyEffect, ...] | None = (
        None  # what happens instead against or for an Ultimate (DT-52)
    )


class Use(Piece, frozen=True):
    """What a player may spend, and when."""

    window: str
    then: tuple[AnyEffect, ...]
    tokens: int = 1
    cp: int = 0
    price: Mapping[str, int] = {}  # other tokens to pay with
    times: int = 0  # how often a turn; 0 is as often as one can pay
    needs: str = ""
    name: str = ""
    fresh: bool = True  # also in the turn it was gained
    early: bool = False  # for "attack": asked for before the defence, too
    group: str = ""  # uses of one group share their number of times a turn


class Status(Piece, frozen=True):
    """A token: what it does by itself, and what spending it does (DT-58)."""

    id: str
    name: str
    kind: str  # positive, negative, unique, companion
    limit: int
    limit_for: Mapping[str, int] = {}  # another stack limit for one hero
    persistent: bool = False  # stays until a card or an ability removes it (DT-62)
    stuns: bool = False  # the holder can do nothing
    hides: bool = False  # no damage from opponents' Offensive Roll Phases, and no defence
    fixed: bool = False  # cards and abilities that touch statuses cannot: unique ones may say so (DT-63)
    activation: tuple[AnyEffect, ...] = ()  # a Bot: what activating it does
    saves: bool = False  # at 0 health it is removed and health becomes 1, also against an Ultimate (DT-53)
    explosion: tuple[AnyEffect, ...] = ()  # a second one sets off the first
    hooks: tuple[Hook, ...] = ()
    uses: tuple[Use, ...] = ()
    provisional: bool = False


class Tier(Piece, frozen=True):
    """A box of an ability: what the dice must show, and what it does."""

    needs: str
    effects: tuple[AnyEffect, ...]
    id: str = ""  # set where the box has a name of its own
    name: str = ""
    provisional: bool = False


class Level(Piece, frozen=True):
    """Level I is printed on the board; II and III are Hero Upgrade cards."""

    cost: int = 0
    tiers: tuple[Tier, ...] = ()
    dice: int = 0  # Defensive Ability: how many dice
    rerolls: int = 0
    effects: tuple[AnyEffect, ...] = ()  # Defensive Ability: what they do
    hooks: tuple[Hook, ...] = ()  # Passive Ability
    uses: tuple[Use, ...] = ()
    provisional: bool = False


class Ability(Piece, frozen=True):
    id: str
    name: str
    kind: str  # offensive, defensive, passive, ultimate; the frames of the upgrades tell it by colour (DT-16)
    levels: tuple[Level, ...]
    side: str = ""


class Card(Piece, frozen=True):
    """An action card. The deck's Hero Upgrade cards are the abilities' levels."""

    id: str
    name: str
    cost: int
    timing: str  # main, roll, instant
    then: tuple[AnyEffect, ...]
    modifier: bool = False  # Attack Modifier
    when: str = ""  # "attacked", "hit": only then
    needs: str = ""
    many: bool = False  # stands for any card that is not listed, so it may be played again and again
    provisional: bool = False


class Hero(Piece, frozen=True):
    id: str
    name: str
    complexity: int
    dice: tuple[str, str, str, str, str, str]  # the symbols of faces 1 to 6
    abilities: tuple[Ability, ...]
    cards: tuple[Card, ...] = ()
    statuses: tuple[Status, ...] = ()  # those only this hero brings
    deck: int = 33
    tokens: Mapping[str, int] = {}  # in play from the start
    side: str = ""
    source: str = ""  # where its numbers come from
    shipped: bool = False


class _File(Piece, frozen=True):
    statuses: tuple[Status, ...] = ()
    cards: tuple[Card, ...] = ()


class Library:
    """All content there is, ready to be looked up."""

    def __init__(self) -> None:
        self.heroes: dict[str, Hero] = {}
        self.statuses: dict[str, Status] = {}
        self.common: dict[str, Card] = {}
        self.abilities: dict[tuple[str, str], Ability] = {}
        self.cards: dict[tuple[str, str], Card] = {}
        self.passives: dict[str, tuple[Ability, ...]] = {}
        self.symbols: set[str] = set()  # of the shipped dice
        self.brings: dict[str, frozenset[str]] = {}
        self.provider: dict[str, str] = {}  # status → the hero whose file brought it
        self.files: dict[str, Path] = {}  # hero → its file

    def add_file(self, path: Path) -> None:
        file = read_toml(path, _File, expand)
        for status in file.statuses:
            self.statuses[status.id] = status
        for card in file.cards:
            self.common[card.id] = card
        self._check(path.name, file, self.statuses)

    def add_hero(self, path: Path, shipped: bool = False) -> Hero:
        hero: Hero = msgspec.structs.replace(read_toml(path, Hero, expand), shipped=shipped)
        self._must_be_new(path, hero)
        own = {status.id: status for status in hero.statuses}
        self._check(path.name, hero, self.statuses | own)  # nothing of a wrong file is taken in
        self.statuses |= own
        if not shipped:
            self.provider |= dict.fromkeys(own, hero.id)
        self.heroes[hero.id] = hero
        self.files[hero.id] = path
        if shipped:
            self.symbols |= set(hero.dice)
        self.passives[hero.id] = tuple(ability for ability in hero.abilities if ability.kind == "passive")
        for ability in hero.abilities:
            self.abilities[hero.id, ability.id] = ability
        self.brings[hero.id] = frozenset(self._mentioned(hero))
        for card in (*self.common.values(), *hero.cards):
            self.cards[hero.id, card.id] = card
        return hero

    def _must_be_new(self, path: Path, hero: Hero) -> None:
        """An owner's file may be read again, but may not take the place of anything else."""
        if hero.id in self.heroes and self.heroes[hero.id].shipped:
            raise ContentError(path.name, f"id: '{hero.id}' is a hero of the box; choose another")
        if self.files.get(hero.id, path) != path:
            other = self.files[hero.id].name
            raise ContentError(path.name, f"id: '{hero.id}' is the hero of {other} already; choose another")
        for i, status in enumerate(hero.statuses):
            if status.id in self.statuses and self.provider.get(status.id) != hero.id:
                raise ContentError(
                    path.name, f"statuses[{i}].id: '{status.id}' exists already; choose another"
                )
        for i, card in enumerate(hero.cards):
            if card.id in self.common:
                raise ContentError(path.name, f"cards[{i}].id: '{card.id}' is a common card; choose another")

    def _check(self, file: str, piece: Any, statuses: Mapping[str, Status]) -> None:
        symbols = set(piece.dice) if isinstance(piece, Hero) else set()
        problem = Checker(set(statuses), symbols).first_problem(piece)
        if problem:
            raise ContentError(file, problem)
        for id, n in piece.tokens.items() if isinstance(piece, Hero) else ():
            limit = statuses[id].limit_for.get(piece.id, statuses[id].limit)
            if n > limit:
                raise ContentError(file, f"tokens.{id}: expected a number from 1 to {limit}, got {n}")

    def _mentioned(self, hero: Hero) -> set[str]:
        """Every status that something of this hero names or works on, and those that these bring."""
        found: set[str] = set()
        todo: list[Any] = [hero]
        named = list(hero.tokens)
        while todo or named:
            while named:
                status = named.pop()
                if status in self.statuses and status not in found:
                    found.add(status)
                    todo.append(self.statuses[status])
            piece = todo.pop() if todo else ()
            if isinstance(piece, tuple):
                todo.extend(piece)
            elif isinstance(piece, msgspec.Struct):
                named += [getattr(piece, "status", ""), *_WORKS_ON.get(type(piece), ())]
                named += piece.statuses if isinstance(piece, e.Sacrifice) else ()
                todo.extend(getattr(piece, field) for field in piece.__struct_fields__)
        return found

    # Names for the players

    def ability_line(self, hero: str, ability: str, tier: Tier | None = None) -> Line:
        brought = self.heroes[hero]
        if tier is not None and tier.id:
            name, key = tier.name, tier.id
        else:
            name, key = self.abilities[hero, ability].name, ability
        return line(f"dt.ability.{hero}.{key}") if brought.shipped else line("dt.named", name=name)

    def status_line(self, status: str) -> Line:
        if status in self.provider:
            return line("dt.named", name=self.statuses[status].name)
        return line(f"dt.status.{status}")

    def card_line(self, hero: str, card: str) -> Line:
        if card in self.common:
            return line(f"dt.card.{card}")
        if self.heroes[hero].shipped:
            return line(f"dt.card.{hero}.{card}")
        return line("dt.named", name=self.cards[hero, card].name)

    def hero_line(self, hero: str) -> Line:
        brought = self.heroes[hero]
        return line(f"dt.hero.{hero}") if brought.shipped else line("dt.named", name=brought.name)


@cache
def library() -> Library:
    """Everything that ships with the companion."""
    shelf = Library()
    shelf.add_file(HERE / "statuses.toml")
    shelf.add_file(HERE / "cards.toml")
    for path in sorted((HERE / "heroes").glob("*.toml")):
        shelf.add_hero(path, shipped=True)
    return shelf
