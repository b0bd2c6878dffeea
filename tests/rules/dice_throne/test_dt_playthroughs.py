"""Whole games, recorded once and replayed: the rules must still lead to the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.journal.transfer import read_file, replay

FOLDER = Path(__file__).parents[2] / "playthroughs" / "dice_throne"
ENDS = json.loads((FOLDER / "ends.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    folded = replay(read_file(path))
    assert folded.dropped == ()  # nothing was refused
    state = folded.state
    end = ENDS[path.stem]
    assert state.outcome is not None
    assert list(state.outcome.winners) == end["winners"]
    assert list(state.health) == end["health"]
    assert state.turn == end["turn"]
    assert [fighter.cp for fighter in state.fighters] == end["cp"]
    assert [fighter.hand for fighter in state.fighters] == end["hand"]
    assert [dict(fighter.tokens) for fighter in state.fighters] == end["tokens"]


def test_every_mode_and_every_hero_is_played() -> None:
    modes = set()
    heroes = set()
    for path in FOLDER.glob("*.jsonl"):
        began = json.loads(path.read_text(encoding="utf-8").splitlines()[1])["what"]["setup"]
        modes.add((began["mode"], len(began["seats"])))
        heroes |= set(began["heroes"])
    assert {
        ("duel", 2),
        ("teams", 4),
        ("teams", 6),
        *(("king_of_the_hill", count) for count in (3, 4, 5, 6)),
    } == modes
    assert len(heroes) == 16
