"""The cards as they stand in cards.toml, read and checked, and the sets of seven that are played with.

A wrong file raises ContentError, which names the file, the field and what was expected there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.rules.errors import ContentError
from companion.rules.text import Line, line

HERE = Path(__file__).parent
SET_SIZE = 7  # KD-1
FEWEST_BLUE = 2  # KD-3
ALWAYS = "knight"  # KD-3

Effect = Literal[
    "times",
    "plus",
    "become",
    "turn_beside",
    "turn_over",
    "turn_all_over",
    "reroll",
    "pass_left",
    "cancel_others",
    "lowest_wins",
    "swap_points",
    "win_if_cancelled",
    "turn_if_cancelled",
]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    effect: Effect
    n: int = 0
    blue: bool = False
    promo: bool = False
    name: str = ""  # of a card that is not in the box


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Card, ...]
    first_game: tuple[str, ...] = ()
    blue_provisional: bool = False


class Library:
    """All cards there are."""

    def __init__(self) -> None:
        shipped = _read(HERE / "cards.toml")
        self.cards: dict[str, Card] = {card.id: card for card in shipped.cards}
        self.first_game = shipped.first_game
        self.blue_provisional = shipped.blue_provisional
        self._shipped = frozenset(self.cards)

    def add_file(self, path: Path) -> tuple[Card, ...]:
        """An owner's own cards, in the format of cards.toml. Raises ContentError."""
        brought = _read(path).cards
        for card in brought:
            if card.id in self._shipped:
                raise ContentError(path.name, f"cards.id: '{card.id}' is a card of the box; choose another")
            if not card.name:
                raise ContentError(path.name, f"cards.name: '{card.id}' needs a name to show")
        self.cards.update((card.id, card) for card in brought)
        return brought

    def line(self, card: str) -> Line:
        """The card's name for the players."""
        if card in self._shipped:
            return line(f"kd.card.{card}")
        return line("kd.named", name=self.cards[card].name) if card in self.cards else line("kd.unknown_card")

    # Sets (KD-2 to KD-5)

    def deck(self, promos: Sequence[str] = ()) -> tuple[str, ...]:
        """The cards to shuffle for a drawn set: all but Knight, and the promos that are wished for."""
        return tuple(c.id for c in self.cards.values() if c.id != ALWAYS and (not c.promo or c.id in promos))

    def drawn(self, shuffled: Sequence[str]) -> tuple[str, ...] | None:
        """Knight and the top six of a shuffled deck; None when all must be shuffled and drawn again."""
        cards = (ALWAYS, *shuffled[: SET_SIZE - 1])
        return cards if self.problem(cards, "drawn") is None else None

    def problem(self, cards: Sequence[str], chosen: str) -> Line | None:
        """Why this set cannot be played; None when it can."""
        for card in cards:
            if card not in self.cards:
                return line("kd.setup.card", got=card)
        if len(cards) != SET_SIZE or len(set(cards)) != SET_SIZE:
            return line("kd.setup.cards", n=SET_SIZE, got=len(set(cards)))
        if ALWAYS not in cards:
            return line("kd.setup.knight", card=self.line(ALWAYS))
        if chosen == "first_game" and set(cards) != set(self.first_game):
            return line("kd.setup.first_game")
        if chosen == "drawn":
            if sum(self.cards[card].blue for card in cards) < FEWEST_BLUE:
                return line("kd.setup.blue", n=FEWEST_BLUE)
            if sum(self.cards[card].promo for card in cards) > 1:
                return line("kd.setup.promos")
        return None


def _read(path: Path) -> _File:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(path.name, f"not a TOML file: {error}") from error
    except OSError as error:
        raise ContentError(path.name, f"cannot be read: {error.strerror}") from error
    except msgspec.ValidationError as error:
        raise ContentError(path.name, _in_words(error)) from error


def _in_words(error: Any) -> str:
    """`Expected int, got str - at $.cards[2].n` → the field first, then what was expected."""
    match = re.match(r"^(.*) - at `\$\.?(.*)`$", str(error))
    if not match:
        return str(error)
    return f"{match[2]}: {match[1][0].lower()}{match[1][1:]}".replace("`", "'")


@cache
def library() -> Library:
    return Library()
