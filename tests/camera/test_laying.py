"""Dice that players roll before themselves, turn and pass on: what King of 12's hands do at the simulated table."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import numeral_d12

NORTH, SOUTH = (0.0, 47.0), (0.0, -47.0)


@pytest.fixture
def table() -> Iterator[SimulatedTable]:
    table = SimulatedTable(3, realtime=False)
    table.open()
    yield table
    table.close()


def until_quiet(table: SimulatedTable) -> None:
    while table.busy:
        table.read(0)
    table.read(0)


def test_a_die_is_rolled_before_its_owner(table: SimulatedTable) -> None:
    one = table.roll_at(numeral_d12(), *SOUTH)
    other = table.roll_at(numeral_d12(), *NORTH, face="12")
    until_quiet(table)
    dice = {die.id: die for die in table.truth.dice}
    assert dice[other].face == "12"
    assert dice[one].face is not None
    assert math.dist(dice[one].centre_mm, SOUTH) < 25
    assert math.dist(dice[other].centre_mm, NORTH) < 25
    assert not any(die.cocked for die in dice.values())


def test_a_die_is_turned_passed_on_and_rolled_again(table: SimulatedTable) -> None:
    die = table.roll_at(numeral_d12(), *SOUTH, face="3")
    until_quiet(table)
    table.lay(die, *SOUTH, "10")
    until_quiet(table)
    assert [(d.id, d.face) for d in table.truth.dice] == [(die, "10")]
    table.lay(die, *NORTH)
    until_quiet(table)
    moved = table.truth.dice[0]
    assert (moved.face, math.dist(moved.centre_mm, NORTH) < 25) == ("10", True)
    table.reroll_at(die, *NORTH, "7")
    until_quiet(table)
    assert [(d.id, d.face) for d in table.truth.dice] == [(die, "7")]
    with pytest.raises(ValueError, match="no die 99"):
        table.lay(99, *NORTH)
