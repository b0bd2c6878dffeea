"""Whole recorded adventures, replayed from their files: nothing is refused, the score is the same, all is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import transfer
from companion.locale import Translator, languages
from companion.rules.dungeon_fighter import GAME, look, score
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import DungeonFighterState
from tests.whole_games import everything_is_said

FOLDER = Path(__file__).parents[2] / "playthroughs" / "dungeon_fighter"
SCORES = {  # None: lost
    "three_with_what_ships": 29,
    "four_on_typed_boards": 21,
    "six_in_hell_by_touch": 19,
    "two_with_house_rules": 23,
    "alone": None,
}


def test_every_file_is_known() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(SCORES)


@pytest.mark.parametrize("name", SCORES)
def test_a_whole_adventure(name: str) -> None:
    folded = transfer.replay(transfer.read_file(FOLDER / f"{name}.jsonl"))
    assert folded.game is GAME
    assert folded.dropped == ()
    outcome = GAME.outcome(folded.state)
    assert outcome is not None
    assert bool(outcome.winners) == (SCORES[name] is not None)
    if outcome.winners:
        assert score.total(folded.state) == SCORES[name]


def test_an_old_log_does_not_depend_on_the_library(tmp_path: Path) -> None:
    read = list(transfer.read_file(FOLDER / "three_with_what_ships.jsonl"))
    before = transfer.replay(read).state
    other = tmp_path / "other.toml"
    other.write_text(
        '[[monsters]]\nid = "common_goblin"\nname = "Goblin"\nhp = 70\ndamage = 9\ngold = 9\n', "utf-8"
    )
    try:
        library().add_file(other)
        assert transfer.replay(read).state == before
    finally:
        library.cache_clear()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SCORES)
def test_every_sentence_can_be_said(name: str, language: str) -> None:
    folded = transfer.replay(transfer.read_file(FOLDER / f"{name}.jsonl"))
    say = Translator(language)

    def more(state: DungeonFighterState) -> Iterator[str]:
        yield from (say.text(look.chore_line(state, chore)) for chore in state.chores)
        for demand in look.demands(state):
            yield from (say.text(line) for line in (demand.name, demand.how, *demand.wanted_by))

    end = everything_is_said(folded, say, more)
    assert all(say.text(line) for line in look.score_lines(end))
    assert say.missing == set()
