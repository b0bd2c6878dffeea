"""`companion cards`: the Dungeon Fighter card library, and cards as files to share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion import config
from companion.commands.logs import tell_own_content, translator
from companion.config import write_whole
from companion.files import must_be_new
from companion.rules.dungeon_fighter.cards import SHELVES, AnyCard
from companion.rules.dungeon_fighter.library import as_text, library
from companion.rules.errors import ContentError
from companion.shelf import Brought, Shelf


class CardsError(Exception):
    """A file of cards cannot be taken in or written; the text says why."""


def listing(typed: str) -> int:
    """Every card, or those whose name fits."""
    tell_own_content()
    say = translator().text
    found = 0
    for shelf in SHELVES.values():
        for card in library().search(shelf, typed, say):
            found += 1
            print(
                f"{shelf:9} {card.id:24} {say(library().line(card))}{'  (provisional)' if card.provisional else ''}"
            )
    if not found:
        print(f"No card is called {typed!r}. Try a part of its name, or `companion cards` for all.")
    return 0


def export(file: Path) -> int:
    """The owner's own cards, in one file."""
    must_be_new(file)
    tell_own_content()
    cards = library().owned()
    if not cards:
        raise CardsError("You have typed no cards yet, so there are none to write.")
    write_whole(file, as_text(cards))
    print(f"Wrote {len(cards)} cards to {file}.")
    return 0


def bring(file: Path) -> int:
    tell_own_content()
    try:
        brought = Shelf(config.home()).bring_in(file)
    except ContentError as problem:
        raise CardsError(
            f"{file}: {problem.problem}. Nothing was taken in: mend the file and try again."
        ) from None
    for words, cards in (("new", brought.new), ("changed", brought.changed), ("known already", brought.same)):
        if cards:
            print(f"{words}: {_names(cards)}")
    if brought == Brought():
        print(f"There are no cards in {file}.")
    return 0


def _names(cards: Iterable[AnyCard]) -> str:
    return ", ".join(translator().text(library().line(card)) for card in cards)
