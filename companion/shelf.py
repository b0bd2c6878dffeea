"""The owner's card library on disk: what players typed in a game is kept, and cards are shared as files.

The rules say what a file must hold; here it is written, whole or not at all, into the game's own folder of the
companion's home, and taken in at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.config import write_whole
from companion.rules.core import Game
from companion.rules.dungeon_fighter import GAME as DUNGEON_FIGHTER
from companion.rules.dungeon_fighter.cards import AnyCard
from companion.rules.dungeon_fighter.library import library, read_cards
from companion.rules.text import Line, line


class Shelf:
    """Where the owner's content files lie."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._unsaved: dict[str, str] = {}  # what the disk did not take: tried again with the next card

    def keep(self, game: Game[Any, Any, Any], before: Any, after: Any) -> Line | None:
        """Write what the players typed between these states. Returns what to tell them when it could not be saved."""
        files = game.content_told(before, after)
        if not files:
            return None
        self._unsaved |= files
        try:
            self._write(game, self._unsaved)
        except OSError as error:
            return line("shelf.not_saved", file=next(iter(files)), problem=error.strerror or str(error))
        self._unsaved = {}
        return None

    def put(self, cards: Sequence[AnyCard]) -> Brought:
        """Take in Dungeon Fighter cards. Those known under the same id are replaced."""
        brought = Brought.sorted_out(cards)
        self._write(DUNGEON_FIGHTER, library().files_with(cards))
        return brought

    def take_away(self, card: AnyCard) -> None:
        """One of the owner's Dungeon Fighter cards goes; a shipped one with its id comes back."""
        if not library().owns(card):
            return
        name, text = library().file_without(card)
        file = self._home / DUNGEON_FIGHTER.own_folder / name
        if text:
            write_whole(file, text)
        else:
            file.unlink(missing_ok=True)
        library().forget(card)

    def bring_in(self, path: Path) -> Brought:
        """Take in a shared file of Dungeon Fighter cards. Raises ContentError, and then nothing was taken in."""
        return self.put([card for _, _, card in read_cards(path).cards()])

    def _write(self, game: Game[Any, Any, Any], files: Mapping[str, str]) -> None:
        folder = self._home / game.own_folder
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_whole(folder / name, text)
            game.add_content(folder / name)


@dataclass(frozen=True)
class Brought:
    """What a shared file changed: cards that are new, that took the place of others, and that were known."""

    new: tuple[AnyCard, ...] = ()
    changed: tuple[AnyCard, ...] = ()
    same: tuple[AnyCard, ...] = ()

    @staticmethod
    def sorted_out(cards: Sequence[AnyCard]) -> Brought:
        known = {card: library().known(card) for card in cards}
        return Brought(
            tuple(card for card, old in known.items() if old is None),
            tuple(card for card, old in known.items() if old not in (None, card)),
            tuple(card for card, old in known.items() if old == card),
        )
