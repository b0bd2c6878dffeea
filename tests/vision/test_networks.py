"""Whole scenes on the simulated table, read with the networks that are shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.camera.simulation.die import BLACK, BLUE, IVORY, RED, numeral_d12, pip_d6
from companion.commands.measure_leaning import judged, tables
from companion.dice import D6, D12, TableState
from companion.vision import flaws
from companion.vision.faces import ANY_KINDS
from companion.vision.reader import Reader

from .simulated import Game

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture(scope="module")
def reader() -> Reader:
    if not (MODELS / "dice-detector.onnx").exists():
        pytest.skip("the networks are not in this checkout")
    return Reader(MODELS)


@pytest.fixture
def real(reader: Reader) -> Iterator[Game]:
    game = Game(reader, seed=5)
    yield game
    game.table.close()


def test_throws_are_read_right_and_soon(real: Game) -> None:
    looks = (IVORY, RED, BLUE, BLACK)
    for look in looks:
        real.table.throw([pip_d6(look)] * 5)
        real.play()
        real.table.clear()
        real.play()
    assert len(real.told) == len(looks)
    for told in real.told:
        assert told.wrong() == []
        assert not told.roll.doubtful
        assert told.wait < 0.2
        for die in told.roll.dice:
            assert die.crop


def test_d12_are_read_right(reader: Reader) -> None:
    game = Game(reader, seed=8, kinds=(D12,))
    for _ in range(3):
        game.table.throw([numeral_d12()] * 3)
        game.play()
        game.table.clear()
        game.play()
    assert [told.wrong() for told in game.told] == [[]] * 3
    game.table.close()


def test_a_reroll_keeps_the_other_two(real: Game) -> None:
    real.pipeline.expect((D6,), 5)
    ids = real.table.throw([pip_d6(RED)] * 5)
    real.play()
    real.table.rethrow([ids[0], ids[2], ids[4]])
    real.play()
    first, again = real.rolls
    kept = {die.die: die.face for die in again.dice if die.die not in again.thrown}
    assert len(kept) == 2
    assert all(first.face_of(die) == face for die, face in kept.items())
    assert real.told[-1].wrong() == []


def test_dice_side_by_side_are_two_dice(real: Game) -> None:
    first, second = real.table.throw([pip_d6(RED)] * 2)
    real.play()
    real.table.push_together(first, second)
    real.play()
    assert real.state is TableState.SETTLED
    assert len(real.sights[-1].dice) == 2


def test_a_cocked_die_is_doubt_and_no_roll(real: Game) -> None:
    told = []
    for look in (RED, IVORY, BLUE, BLACK):
        real.table.clear()
        real.play()
        ids = real.table.throw([pip_d6(look)] * 3)
        real.play()
        rolls = len(real.rolls)
        real.table.cock(ids[0])
        real.play()
        told.append((real.state, real.sights[-1].reason, len(real.rolls) - rolls))
    # Now and then the players are asked; never is it a roll like any other.
    assert all(state is TableState.DOUBTFUL for state, _, _ in told), told
    assert told.count((TableState.DOUBTFUL, "sight.die_cocked", 0)) >= 3


def test_leaning_dice_are_told_and_flat_ones_are_not(reader: Reader) -> None:
    """A small part of what `companion measure --leaning` prints: a network that only guesses fails."""
    laid = [
        die
        for picture, plane, dice in tables(12, seed=77)
        for die in judged(dice, flaws.judge(reader.read_table(picture, plane, ANY_KINDS), plane, {}))
    ]
    leaning, flat = ([die.told for die in laid if die.leans == leans] for leans in (True, False))
    assert len(leaning) >= 12
    assert sum(leaning) >= len(leaning) - 1
    assert sum(flat) == 0


def test_a_die_that_falls_out_is_flagged_and_no_roll(real: Game) -> None:
    ids = real.table.throw([pip_d6(IVORY)] * 3)
    real.play()
    real.table.drop_out(ids[1])
    real.play()
    assert len(real.rolls) == 1
    assert (real.state, real.sights[-1].reason) == (TableState.DOUBTFUL, "sight.die_outside")


def test_picking_up_one_by_one_with_the_networks(real: Game) -> None:
    ids = real.table.throw([pip_d6(BLACK)] * 3)
    real.play()
    for die in ids:
        real.table.pick_up(die)
        real.play()
    assert len(real.rolls) == 1
    assert real.state is TableState.EMPTY


def test_silence_is_lost(real: Game) -> None:
    real.table.throw([pip_d6(BLUE)] * 2)
    real.play()
    assert real.newest is not None
    lost = real.pipeline.tick(real.newest.at + 2.5)
    assert lost is not None
    assert lost.state is TableState.LOST
    real.frames(10)
    assert real.state is TableState.SETTLED
    assert len(real.rolls) == 1
