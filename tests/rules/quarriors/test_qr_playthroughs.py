"""Whole recorded games, replayed from their files: nothing is refused, the winner is the same, all is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from qr_random import check

from companion.journal import transfer
from companion.locale import Translator, languages
from companion.rules.quarriors import GAME
from companion.rules.quarriors.board import board

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
    say = Translator(language)
    folded = transfer.replay(transfer.read_file(FOLDER / f"{name}.jsonl"))
    state = folded.start
    for happened in folded.happened:
        if happened.undone:
            continue
        label = say.text(GAME.label(state, happened.action))
        offers = [say.text(GAME.label(state, action)) for action in GAME.legal_actions(state)]
        prompt = say.text(GAME.waits_for(state).prompt)
        lines = [say.text(line) for line in happened.lines]
        shown = board(state)
        cards = [say.text(text) for card in shown.wilds for text in (card.name, card.about)]
        assert not any("{" in text or text == "" for text in (label, prompt, *offers, *lines, *cards))
        assert len(set(offers)) == len(offers), "two buttons that say the same"
        state = GAME.apply(state, happened.action)
    assert say.missing == set()
    assert state == folded.state
