"""Whole recorded games, replayed from their files: nothing is refused, the winner is the same, all is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import transfer
from companion.locale import Translator, languages
from companion.rules.king_of_12 import GAME
from tests.whole_games import everything_is_said

FOLDER = Path(__file__).parents[2] / "playthroughs" / "king_of_12"
WINNERS = {
    "first_game_of_three": "Mia",
    "drawn_set_of_four": "Tom",
    "two_with_promos_by_touch": "Mia",
    "four_without_places": "Mia",
    "tournament_of_nine": "Dot",
}


def test_every_file_is_known() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(WINNERS)


@pytest.mark.parametrize("name", WINNERS)
def test_a_whole_game(name: str) -> None:
    folded = transfer.replay(transfer.read_file(FOLDER / f"{name}.jsonl"))
    assert folded.game is GAME
    assert folded.dropped == ()
    outcome = GAME.outcome(folded.state)
    assert outcome is not None
    assert [GAME.seats(folded.state)[seat].name for seat in outcome.winners] == [WINNERS[name]]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", WINNERS)
def test_every_sentence_can_be_said(name: str, language: str) -> None:
    folded = transfer.replay(transfer.read_file(FOLDER / f"{name}.jsonl"))
    everything_is_said(folded, Translator(language))
