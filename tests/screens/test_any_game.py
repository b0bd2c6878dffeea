"""A game that has no screens of its own is played on the plain page, button by button."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Seat
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import Setup
from companion.screens.touchscreen import PAGES
from companion.screens.widgets.button import VerbButton

from .conftest import Hand

FIGHT = (
    "Plain room",
    "Common Goblin",
    "Take the red die",
    "Ring 3",
    "Symbol up",
    "Right",
    "Pay 1 health, double the damage",
    "Take the blue die",
    "Ring 2",
    "Right",
    "Go on",
)


def button(hand: Hand, words: str) -> VerbButton:
    shown = {w.title.text: w for w in hand.screen.root_layer.walk() if isinstance(w, VerbButton)}
    assert words in shown, f"{words} is not among {list(shown)}"
    return shown[words]


def test_a_fight_in_dungeon_fighter_by_touch_alone(
    tmp_path: Path,
    open_screen: Callable[..., Hand],
    both_sizes: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(PAGES, "dungeon_fighter")  # as if it had none
    referee = Referee(Store.open(tmp_path / "companion.db"))
    seats = (Seat("Ann"), Seat("Ben"), Seat("Cid"))
    referee.new_game("dungeon_fighter", Setup(seats, library().heroes[:3], symbol_faces=2))
    hand = open_screen(referee.view(), both_sizes)
    for words in FIGHT:
        hand.tap(button(hand, words))
        wish, action = hand.table.wishes[-1]
        assert wish == "do"
        referee.do(action)
        hand.show(referee.view())
    state = referee.view().state
    assert (state.stage, state.round, state.gold, state.white) == ("move", 2, 3, 2)
    assert [fellow.health for fellow in state.party] == [8, 9, 9]
    referee.store.close()
