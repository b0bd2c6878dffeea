"""The shuffle of the Wilds. It is made here: the rules know no chance and hear only its result."""

from __future__ import annotations

import random

from companion.rules.quarriors.content import library


def shuffled(chance: random.Random) -> tuple[str, ...]:
    """Both decks, the creatures first."""
    decks = [list(library().deck(sort)) for sort in ("creature", "spell")]
    for deck in decks:
        chance.shuffle(deck)
    return (*decks[0], *decks[1])


def dealt(chance: random.Random) -> tuple[str, ...]:
    """Seven creatures and three spells of different classes, as they were revealed (QR-2)."""
    return library().deal(shuffled(chance))
