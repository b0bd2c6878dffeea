"""Whole recorded games, replayed from their files: nothing is refused, the winner is the same, all is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from qr_random import check

from companion.journal import transfer
from companion.locale import Translator, languages
from companion.rules.quarriors import GAME
from companion.rules.quarriors.board import board
from companion.rules.quarriors.state import QuarriorsState
from tests.whole_games import everything_is_said

FOLDER = Path(__file__).parents[2] / "playthroughs" / "quarriors"
WINNERS = {
    "two_with_plain_creatures": "Kirill",
    "three_with_strong_creatures": "Lena",
    "four_with_mighty_creatures": "Mia",
    "two_by_touch_with_dragons_and_wizards": "Kirill",
    "three_who_reveal_the_wilds": "Kostya",
}


def test_every_file_is_known() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(WINNERS)


@pytest.mark.parametrize("name", WINNERS)
def test_a_whole_game(name: str) -> None:
    folded = transfer.replay(transfer.read_file(FOLDER / f"{name}.jsonl"))
    assert folded.game is GAME
    assert folded.dropped == ()
    check(folded.state)
    outcome = GAME.outcome(folded.state)
    assert outcome is not None
    assert [GAME.seats(folded.state)[seat].name for seat in outcome.winners] == [WINNERS[name]]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", WINNERS)
def test_every_sentence_can_be_said(name: str, language: str) -> None:
    folded = transfer.replay(transfer.read_file(FOLDER / f"{name}.jsonl"))
    say = Translator(language)

    def cards(state: QuarriorsState) -> Iterator[str]:
        for card in board(state).wilds:
            yield from (say.text(card.name), say.text(card.about))

    everything_is_said(folded, say, cards)
