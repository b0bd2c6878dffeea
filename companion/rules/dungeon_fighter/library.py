"""The card library: what ships with the companion, and over it what the owner typed or brought in.

    shelf = library()
    shelf.search("monsters", "med", say)        as one types; `say` turns a line into the player's language
    shelf.add_file(path)                        an owner's file; a wrong one raises ContentError
    shelf.files_with([card])                    name → text of the files that keep these cards
    as_text([card])                             a file to share

Most printed numbers are not public. An owner's card therefore takes the place of a shipped one with the same id.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.rules.dungeon_fighter.cards import SHELVES, AnyCard, CardFile, Hero, Item, Monster, Room
from companion.rules.dungeon_fighter.checking import problem_in
from companion.rules.errors import ContentError
from companion.rules.files import read_toml
from companion.rules.text import Line, line

CONTENT = Path(__file__).parent / "content"
Say = Callable[[Line], str]


class Library:
    """All cards there are, by shelf and id."""

    def __init__(self) -> None:
        self._shelves: dict[str, dict[str, AnyCard]] = {shelf: {} for shelf in SHELVES.values()}
        self._shipped: dict[tuple[str, str], AnyCard] = {}  # as the companion brought them
        self._origin: dict[tuple[str, str], str] = {}  # → the owner's file it is kept in

    def ship(self, path: Path) -> None:
        for shelf, _, card in read_cards(path).cards():
            self._shelves[shelf][card.id] = card
            self._shipped[shelf, card.id] = card

    def add_file(self, path: Path) -> CardFile:
        """An owner's cards. Read again, a file takes the place of what it held before; a wrong one is not taken in."""
        file = read_cards(path)
        for shelf, number, card in file.cards():
            other = self._origin.get((shelf, card.id), path.name)
            if other != path.name:
                raise ContentError(path.name, f"{shelf}[{number}].id: '{card.id}' is in {other} already")
        for shelf, _, card in file.cards():
            self._shelves[shelf][card.id] = card
            self._origin[shelf, card.id] = path.name
        return file

    def cards(self, shelf: str) -> tuple[AnyCard, ...]:
        return tuple(self._shelves[shelf].values())

    def get(self, shelf: str, id: str) -> AnyCard | None:
        return self._shelves[shelf].get(id)

    def known(self, card: AnyCard) -> AnyCard | None:
        """The card with the same id, as the library has it."""
        return self.get(SHELVES[type(card)], card.id)

    def owned(self) -> tuple[AnyCard, ...]:
        """The owner's own cards."""
        return tuple(self._shelves[shelf][id] for shelf, id in self._origin)

    def owns(self, card: AnyCard) -> bool:
        """Whether the card with this id is the owner's, or the owner's in place of a shipped one."""
        return (SHELVES[type(card)], card.id) in self._origin

    def ships(self, card: AnyCard) -> bool:
        """Whether a card with this id came with the companion."""
        return (SHELVES[type(card)], card.id) in self._shipped

    def file_without(self, card: AnyCard) -> tuple[str, str]:
        """The owner's file that holds this card, and its text without it; an empty text: nothing is left in it."""
        key = (SHELVES[type(card)], card.id)
        name = self._origin[key]
        kept = dict(self._shelves_by_file()[name])
        del kept[key]
        return name, as_text(kept.values())

    def forget(self, card: AnyCard) -> None:
        """The owner's card goes; a shipped one with its id comes back."""
        key = (SHELVES[type(card)], card.id)
        del self._origin[key]
        del self._shelves[key[0]][key[1]]
        if key in self._shipped:
            self._shelves[key[0]][key[1]] = self._shipped[key]

    @property
    def heroes(self) -> tuple[Hero, ...]:
        return tuple(card for card in self.cards("heroes") if isinstance(card, Hero))

    @property
    def monsters(self) -> tuple[Monster, ...]:
        return tuple(card for card in self.cards("monsters") if isinstance(card, Monster))

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(card for card in self.cards("items") if isinstance(card, Item))

    @property
    def rooms(self) -> tuple[Room, ...]:
        return tuple(card for card in self.cards("rooms") if isinstance(card, Room))

    def line(self, card: AnyCard) -> Line:
        """The card's name. A shipped name is translated, until the owner writes another."""
        if isinstance(card, Room) and not card.name and card.attacks:
            return line("df.danger", attack=_together([line(f"df.attack.{id}") for id in card.attacks]))
        shelf = SHELVES[type(card)]
        shipped = self._shipped.get((shelf, card.id))
        if card.name and shipped is not None and shipped.name == card.name:
            return line(f"df.{shelf}.{card.id}")
        return line("df.named", name=card.name) if card.name else line(f"df.unnamed.{shelf}")

    def search(self, shelf: str, typed: str, say: Say) -> tuple[AnyCard, ...]:
        """Cards whose name fits what was typed so far: best first, then by name."""
        wanted = plain(typed)
        found = []
        for card in self.cards(shelf):
            name = plain(say(self.line(card)))
            rank = min(_rank(name, wanted), _rank(plain(card.name), wanted))
            if rank < NO_FIT:
                found.append((rank, name, card.id, card))
        return tuple(card for _, _, _, card in sorted(found, key=lambda entry: entry[:3]))

    def files_with(self, cards: Iterable[AnyCard]) -> Mapping[str, str]:
        """The owner's files, by name, as they must be written to keep these cards; nameless ones are left out."""
        wanted = {(SHELVES[type(card)], card.id): card for card in cards if card.name.strip()}
        kept = dict(self._shelves_by_file())
        files: dict[str, dict[tuple[str, str], AnyCard]] = {}
        for key, card in wanted.items():
            if self.get(*key) == card:
                continue  # known already
            name = self._origin.get(key, f"{key[0]}-{key[1]}.toml")
            files.setdefault(name, dict(kept.get(name, {})))[key] = card
        return {name: as_text(entries.values()) for name, entries in files.items()}

    def _shelves_by_file(self) -> Mapping[str, dict[tuple[str, str], AnyCard]]:
        found: dict[str, dict[tuple[str, str], AnyCard]] = {}
        for (shelf, id), name in self._origin.items():
            found.setdefault(name, {})[shelf, id] = self._shelves[shelf][id]
        return found


def _together(lines: Sequence[Line]) -> Line:
    """One line of several."""
    first, *others = lines
    return line("df.and", a=first, b=_together(others)) if others else first


def read_cards(path: Path) -> CardFile:
    """A file of cards, checked. Raises ContentError with the file, the field and what was expected."""
    file: CardFile = read_toml(path, CardFile)
    problem = problem_in(file)
    if problem is not None:
        raise ContentError(path.name, problem)
    return file


# Writing


def as_text(cards: Iterable[AnyCard]) -> str:
    """Cards as a file of the library, to keep or to share."""
    parts = []
    for card in sorted(cards, key=lambda card: (SHELVES[type(card)], card.id)):
        fields = msgspec.to_builtins(card)
        rows = "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())
        parts.append(f"[[{SHELVES[type(card)]}]]\n{rows}")
    return "\n".join(parts)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], dict):
            return "[\n" + "".join(f"  {_toml(inner)},\n" for inner in value) + "]"
        return "[" + ", ".join(_toml(inner) for inner in value) + "]"
    # JSON writes booleans, numbers and texts as TOML does, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# Searching

NO_FIT = 9


def _rank(name: str, typed: str) -> int:
    words = name.split()
    if name.startswith(typed):
        return 0
    if any(word.startswith(typed) for word in words):
        return 1
    parts = typed.split()
    if parts and all(any(word.startswith(part) for word in words) for part in parts):
        return 2
    return 3 if typed in name else NO_FIT


def plain(text: str) -> str:
    """Without capitals and accents: a touch keyboard has few of them."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("ё", "е"))
    return "".join(c for c in folded if not unicodedata.combining(c)).strip()


def new_id(name: str, taken: Sequence[str] = ()) -> str:
    """An id for a card that a player names: letters and digits of the name, and a number if it is taken."""
    latin = "".join(_LATIN.get(c, c) for c in plain(name))
    base = "_".join("".join(c if c.isascii() and c.isalnum() else " " for c in latin).split()) or "card"
    id, number = base, 2
    while id in taken:
        id, number = f"{base}_{number}", number + 1
    return id


_LATIN = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e zh z i i k l m n o p r s t u f h c ch sh sch _ y _ e yu ya".replace("_", "").split(" "),
        strict=True,
    )
)


@cache
def library() -> Library:
    shelf = Library()
    for path in sorted(CONTENT.glob("*.toml")):
        shelf.ship(path)
    return shelf
