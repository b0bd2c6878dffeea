"""Dice and power cards as they stand in the content files, read and checked.

A wrong file raises ContentError, which names the file, the field and what was expected there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from companion.dice import DieKind, Marks, Shape
from companion.rules.errors import ContentError
from companion.rules.files import read_toml
from companion.rules.quarriors.effects import FALLING, HOLDING, OWN_WORDS, TARGETED, AnyEffect, Raze, Recall
from companion.rules.quarriors.faces import Face, face
from companion.rules.quarriors.houserules import DEFAULTS
from companion.rules.text import Line, line

HERE = Path(__file__).parent
KIND = "quarriors/"  # what a die kind's name begins with
FACES = 6
MOST_OF_A_KIND = 60  # each is an object of every state
CREATURE_CARDS = 7  # QR-2
SPELL_CARDS = 3  # QR-2

Moment = Literal[
    "ready",  # as long as the creature is ready
    "summoned",
    "attack",  # before defenders are named
    "destroys",  # whenever its owner destroys a rival's creature
    "falling",  # instead of going to the Used Pile
    "destroyed",
    "scored",
    "immediate",  # right after a roll (QR-14, QR-23)
    "cast",  # on the own turn (QR-20)
    "attach",  # as long as the spell is attached (QR-21)
    "host_scored",  # when the creature it is attached to scores
    "reaction",  # on a rival's turn (QR-22)
    "destroyed_reaction",  # on a rival's turn, when an own creature was just destroyed
]

LASTING = ("ready", "attach")  # here effects hold; everywhere else they happen


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Ability(Piece, frozen=True):
    at: Moment
    then: tuple[AnyEffect, ...]
    burst: Literal["any", "none", "*", "**"] = "any"
    on: Literal["", "spell", "reroll", "quiddity"] = ""  # "immediate": which symbol brings it
    needs: Literal["", "two_scored", "attacked"] = ""

    def fits(self, shown: Face) -> bool:
        """Only if the exact burst shows (QR-10)."""
        return self.burst == "any" or self.burst == (shown.burst or "none")


class Card(Piece, frozen=True):
    id: str
    class_: str = msgspec.field(name="class")
    cost: int
    type: str = ""
    glory: int = 0
    abilities: tuple[Ability, ...] = ()
    numbers_rule: str = ""
    name: str = ""  # of a card that is not in the box
    provisional: bool = False


class Die(Piece, frozen=True):
    class_: str = msgspec.field(name="class")
    sort: Literal["basic", "creature", "spell"]
    faces: tuple[str, ...]
    count: int = 5  # QR-3
    draw_rule: str = ""
    name: str = ""  # of a die that is not in the box
    provisional: bool = False

    @property
    def creature(self) -> bool:
        """Whether it can become a creature; an Assistant can."""
        return any(face(name).creature for name in self.faces)

    @property
    def kind(self) -> DieKind:
        return DieKind(KIND + self.class_, Shape.D6, Marks.TAUGHT, tuple(dict.fromkeys(self.faces)))


class _File(Piece, frozen=True):
    dice: tuple[Die, ...] = ()
    cards: tuple[Card, ...] = ()


class Library:
    """All dice and cards there are."""

    def __init__(self) -> None:
        self.dice: dict[str, Die] = {}
        self.cards: dict[str, Card] = {}
        self._shipped: frozenset[str] = frozenset()
        for name in ("dice.toml", "cards.toml"):
            self._take(HERE / name)
        self._shipped = frozenset((*self.dice, *self.cards))

    def add_file(self, path: Path) -> None:
        """An owner's own dice and cards, in the format of both files. Raises ContentError."""
        self._take(path)

    def _take(self, path: Path) -> None:
        file: _File = read_toml(path, _File)
        dice = {**self.dice, **{die.class_: die for die in file.dice}}
        for die in file.dice:
            self._check_die(path.name, die)
        for card in file.cards:
            self._check_card(path.name, card, dice)
        self.dice = dice
        self.cards.update((card.id, card) for card in file.cards)
        for asked in (self.moments, self.shown):
            asked.cache_clear()

    def _check_die(self, file: str, die: Die) -> None:
        where = f"dice '{die.class_}'"
        if die.class_ in self._shipped:
            raise ContentError(file, f"{where}: is a die of the box; choose another class")
        if self._shipped and (not die.name or die.sort == "basic"):
            raise ContentError(file, f"{where}: needs a name, and the sort 'creature' or 'spell'")
        if len(die.faces) != FACES:
            raise ContentError(file, f"{where}.faces: expected {FACES} faces, got {len(die.faces)}")
        if not 1 <= die.count <= MOST_OF_A_KIND:
            raise ContentError(file, f"{where}.count: expected 1 to {MOST_OF_A_KIND}, got {die.count}")
        for name in die.faces:
            try:
                face(name)
            except ValueError as error:
                raise ContentError(file, f"{where}.faces: {error}") from error
        if die.draw_rule and die.draw_rule not in DEFAULTS:
            raise ContentError(file, f"{where}.draw_rule: there is no house rule '{die.draw_rule}'")

    def _check_card(self, file: str, card: Card, dice: dict[str, Die]) -> None:
        where = f"cards '{card.id}'"
        if card.id in self._shipped:
            raise ContentError(file, f"{where}: is a card of the box; choose another id")
        if self._shipped and not card.name:
            raise ContentError(file, f"{where}: needs a name to show")
        if card.class_ not in dice:
            raise ContentError(file, f"{where}.class: there is no die '{card.class_}'")
        if card.numbers_rule and card.numbers_rule not in DEFAULTS:
            raise ContentError(file, f"{where}.numbers_rule: there is no house rule '{card.numbers_rule}'")
        for ability in card.abilities:
            _check_ability(file, where, ability)
            for effect in ability.then:
                named = effect.class_ if isinstance(effect, Raze) else ""
                named = effect.cull if isinstance(effect, Recall) else named
                if named and named not in dice:
                    raise ContentError(file, f"{where}.abilities: there is no die '{named}'")

    # The Wilds (QR-1, QR-2)

    def sort(self, card: str) -> str:
        return self.dice[self.cards[card].class_].sort

    def deck(self, sort: str) -> tuple[str, ...]:
        """All cards of one sort, to be shuffled."""
        return tuple(card for card in self.cards if self.sort(card) == sort)

    def deal(self, deck: Iterable[str]) -> tuple[str, ...]:
        """The first cards of this deck that have different classes: seven creatures and three spells."""
        left = {"creature": CREATURE_CARDS, "spell": SPELL_CARDS}
        dealt: dict[str, str] = {}
        for card in deck:
            sort, class_ = self.sort(card), self.cards[card].class_
            if left.get(sort, 0) and class_ not in dealt:
                dealt[class_] = card
                left[sort] -= 1
        return tuple(dealt.values())

    # Asked very often

    @cache  # noqa: B019 (there is one library, and it lives as long as the program)
    def moments(self, card: str, at: Moment) -> tuple[Ability, ...]:
        return tuple(ability for ability in self.cards[card].abilities if ability.at == at)

    @cache  # noqa: B019
    def shown(self, card: str, at: Moment, face_name: str) -> tuple[AnyEffect, ...]:
        """The effects of a card at a moment, for the face that lies up."""
        fitting = (ability for ability in self.moments(card, at) if ability.fits(face(face_name)))
        return tuple(effect for ability in fitting for effect in ability.then)

    # Names

    def card_line(self, card: str) -> Line:
        if card in self._shipped:
            return line(f"qr.card.{card}")
        return line("qr.named", name=self.cards[card].name) if card in self.cards else line("qr.unknown_card")

    def about(self, card: str) -> Line:
        """What a card of the box does, in a sentence; an owner's card has only its name."""
        return line(f"qr.about.{card}") if card in self._shipped else self.card_line(card)

    def die_line(self, class_: str) -> Line:
        if class_ in self._shipped:
            return line(f"qr.die.{class_}")
        return (
            line("qr.named", name=self.dice[class_].name) if class_ in self.dice else line("qr.unknown_die")
        )

    def kinds(self, classes: Iterable[str]) -> tuple[DieKind, ...]:
        return tuple(self.dice[class_].kind for class_ in dict.fromkeys(classes))


def _check_ability(file: str, where: str, ability: Ability) -> None:
    """Words that stand where they mean nothing are wrong: somebody expects something of them."""
    at = ability.at
    if (at == "immediate") != bool(ability.on):
        raise ContentError(file, f"{where}.abilities: 'on' is for 'immediate', which needs it")
    if at not in LASTING and not ability.then:
        raise ContentError(file, f"{where}.abilities: expected an effect in 'then' of '{at}'")
    for effect in ability.then:
        word = effect.__struct_config__.tag
        allowed = (
            isinstance(effect, HOLDING) == (at in LASTING)
            and isinstance(effect, FALLING) == (at in ("falling", "destroyed_reaction"))
            and (not isinstance(effect, TARGETED) or at in ("cast", "reaction"))
            and not isinstance(effect, OWN_WORDS)
        )
        if not allowed:
            raise ContentError(file, f"{where}.abilities: '{word}' means nothing at '{at}'")


def class_of(kind: str) -> str:
    """The class of a die on the table; "" for dice of another game."""
    return kind.removeprefix(KIND) if kind.startswith(KIND) else ""


def next_level(faces: Sequence[str], name: str) -> tuple[str, ...]:
    """The faces one level higher than this one."""
    wanted = face(name).level + 1
    return tuple(other for other in dict.fromkeys(faces) if face(other).level == wanted)


@cache
def library() -> Library:
    return Library()
