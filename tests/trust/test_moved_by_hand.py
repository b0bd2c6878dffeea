"""Dice that a hand only slides aside are no attempt: they are held, and the players decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.dice import DieReading, Roll, Sight, TableState
from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Seat, games
from companion.rules.dice_throne.actions import Pass
from companion.rules.dice_throne.state import Setup

SETUP = Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"), first=0)


def _die(number: int, face: str, x: float) -> DieReading:
    box = (0.0, 0.0, 9.0, 9.0)
    return DieReading(number, "d6", face, 0.99, False, ((face, 0.99),), (x, 0.0), 0, 16, (9, 9, 9), box)


def _see(referee: Referee, number: int, faces: str, thrown: set[int], laid: set[int], x: float = 0.0) -> None:
    dice = tuple(_die(n, face, x + 30 * n) for n, face in enumerate(faces, 1))
    roll = Roll(number, 0.0, dice, frozenset(thrown), frozenset(laid))
    referee.see(Sight(TableState.SETTLED, "", dice, roll))


@pytest.fixture
def referee(tmp_path: Path) -> Referee:
    referee = Referee(Store.open(tmp_path / "games.db"))
    referee.new_game("dice_throne", SETUP)
    for _ in range(4):
        view = referee.view()
        if view.waiting is not None and view.waiting.dice is not None:
            break
        referee.do(next(o.action for o in view.offers if isinstance(o.action, Pass)))
    _see(referee, 1, "12345", {1, 2, 3, 4, 5}, set())
    return referee


def test_sliding_dice_aside_uses_up_no_attempt(referee: Referee) -> None:
    before = referee.view()
    assert before.waiting is not None
    assert before.waiting.dice is not None
    assert before.waiting.dice.attempt == 2
    _see(referee, 2, "12345", {1, 2}, {1, 2}, x=5)
    view = referee.view()
    assert view.waiting == before.waiting
    assert view.dice.held is not None
    assert view.dice.held.id == "held.laid"
    # The dice that were slid aside are the ones that are kept when the others are thrown.
    _see(referee, 3, "12666", {3, 4, 5}, set(), x=5)
    after = referee.view()
    assert after.waiting is not None
    assert after.waiting.dice is None or after.waiting.dice.attempt == 3


def test_the_players_may_say_that_they_were_thrown(referee: Referee) -> None:
    _see(referee, 2, "12345", {1, 2}, {1, 2}, x=5)
    entries = len(referee.view().history)
    referee.use_held_dice()
    assert len(referee.view().history) == entries + 1


def test_in_king_of_12_a_hand_that_moves_a_die_means_something() -> None:
    assert {name for name, game in games().items() if game.hands_move_dice} == {"king_of_12"}
