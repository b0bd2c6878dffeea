"""Whole scenes on the simulated table, read with the truth: what the cheap stages and the tracker make of them.

Drawn dice with light, shadow and motion blur; hands; changing light.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.camera.simulation.die import BLACK, BLUE, IVORY, pip_d6
from companion.dice import TableState

from .simulated import Game, TruthReader


@pytest.fixture(params=[0, 4], ids=["plain table", "another table"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    game = Game(TruthReader(), seed=11, table=request.param, player=request.param)
    yield game
    game.table.close()


def test_a_throw_a_reroll_and_picking_up(game: Game) -> None:
    ids = game.table.throw([pip_d6(BLACK)] * 5)
    game.play()
    (first,) = game.rolls
    assert len(first.thrown) == 5

    game.table.rethrow(ids[:3])
    game.play()
    _, again = game.rolls
    kept = {die.die: die.face for die in again.dice if die.die not in again.thrown}
    assert len(kept) == 2
    assert all(first.face_of(die) == face for die, face in kept.items())
    assert not game.told[-1].wrong()

    for die in ids:
        game.table.pick_up(die)
        game.play()
    assert len(game.rolls) == 2, "picking up is no roll"
    assert game.state is TableState.EMPTY


def test_a_hand_and_the_light_are_no_rolls(game: Game) -> None:
    game.table.throw([pip_d6(BLUE)] * 3)
    game.play()
    game.table.hand(1.5)
    game.play(rest=0)
    assert TableState.HAND in [sight.state for sight in game.sights]
    game.frames(24)
    assert game.state is TableState.SETTLED
    game.table.light(0.4, 0.5)
    game.frames(40)
    game.table.light(1.3, -0.4)
    game.frames(40)
    assert len(game.rolls) == 1
    assert game.state is TableState.SETTLED


def test_a_resting_hand_is_a_hand_for_as_long_as_it_rests(game: Game) -> None:
    game.table.throw([pip_d6(IVORY)] * 2)
    game.play()
    game.table.hand(3.0)
    game.frames(45)
    states = []
    for _ in range(30):
        game.frames(1)
        states.append(game.state)
    assert set(states) == {TableState.HAND}


def test_nothing_is_read_while_a_hand_is_there_or_nothing_moves(game: Game) -> None:
    game.table.throw([pip_d6(IVORY)] * 2)
    game.play()
    before = game.pipeline.frames_read
    game.frames(60)
    assert game.pipeline.frames_read == before
