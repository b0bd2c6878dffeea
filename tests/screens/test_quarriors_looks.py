"""Quarriors with names as long as the keyboard lets them be, and every card of the box in the Wilds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from companion.rules.quarriors.content import library
from companion.screens import gallery
from companion.screens.gallery import Picture, walk
from companion.screens.quarriors import gallery as quarriors
from companion.screens.quarriors.samples import QuarriorsSample

from .test_looks import LANGUAGES, LONG, SMALL, clipped, too_small

NAMES = (*LONG, "Аристарх-Павел", "Bolesława-Ewa")


@cache
def cards() -> tuple[Picture, ...]:
    return tuple(replace(picture, pixels=lambda: None) for picture in pictures())


def pictures() -> Iterator[Picture]:
    """Every creature card there is, and most spells: in the Wilds, in the pool, in a Ready Area, and what they do."""
    classes = [class_ for class_, die in library().dice.items() if die.sort == "creature"]
    for n, type_ in enumerate(("", "strong_", "mighty_")):
        spells = [card for card in library().deck("spell") if card.endswith(("cantrip", "charm", "spell")[n])]
        for part in (classes[:7], classes[-7:]):
            sample = QuarriorsSample(4, (*(type_ + class_ for class_ in part), *spells), NAMES)
            dice = [f"{c} {next(face for face in library().dice[c].faces if '/' in face)}" for c in part]
            sample.give(0, "pool", *part).give(2, "ready", *dice)
            name = type_ + part[0]
            yield Picture(f"wilds-{name}", sample.view(), _wilds)
            yield Picture(f"ready-{name}", sample.view(), _ready)
            yield Picture(f"cards-{name}", sample.view(), _cards)
            yield Picture(f"pool-{name}", sample.rolled(*dice).view())


def _wilds(screen: object) -> None:
    quarriors._play(screen).choose_tab("wilds")  # type: ignore[arg-type]


def _ready(screen: object) -> None:
    quarriors._play(screen).choose_tab("ready")  # type: ignore[arg-type]


def _cards(screen: object) -> None:
    quarriors._play(screen).open_cards()  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_names_and_every_card_have_room(
    language: str, both_sizes: tuple[int, int], no_drawing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = LANGUAGES.index(language)
    shown = [p for n, p in enumerate(cards()) if both_sizes == SMALL or n % len(LANGUAGES) == turn]
    monkeypatch.setattr(gallery, "pictures", lambda: shown)
    problems: list[str] = []
    for path, screen in walk(None, both_sizes, language):
        problems += [f"{path.stem}: {problem}" for problem in (*clipped(screen), *too_small(screen))]
    assert not problems, "\n".join(problems)
