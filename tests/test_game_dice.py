"""The dice of the games on the simulated table."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.emblems import EMBLEMS, composed
from companion.camera.simulation.sensor import Light
from companion.camera.simulation.still import still
from companion.camera.simulation.symbols import DRAWINGS
from companion.game_dice import QUARRIORS_LOOKS, kinds, simulated
from companion.rules.core import DiceWanted, KindWanted
from companion.rules.quarriors.content import library
from companion.thrower import Thrower


def test_every_die_of_every_game_is_drawn_with_the_faces_of_its_content() -> None:
    names = [kind.name for kind in kinds()]
    assert sum(name.startswith("quarriors") for name in names) == 18
    assert sum(name.startswith("dice_throne") for name in names) == 16
    assert sum(name.startswith("dungeon_fighter") for name in names) == 4
    for kind in kinds():
        die = simulated(kind.name)
        assert die is not None
        assert set(die.labels) == set(kind.faces)
        assert len(die.labels) == 6


def test_the_faces_stand_as_often_as_the_content_says() -> None:
    for die in library().dice.values():
        drawn = simulated(die.kind.name)
        assert drawn is not None
        assert sorted(drawn.labels) == sorted(die.faces)


def test_no_two_faces_of_a_die_look_the_same() -> None:
    for kind in kinds():
        die = simulated(kind.name)
        assert die is not None
        drawn = {label: mark.mask(die.look) for label, mark in zip(die.labels, die.marks, strict=True)}
        for one, other in itertools.combinations(drawn.values(), 2):
            assert np.abs(one - other).sum() > 150


def test_no_two_dice_of_quarriors_have_one_colour() -> None:
    bodies = [np.array(body, float) for body, _ in QUARRIORS_LOOKS.values()]
    for one, other in itertools.combinations(bodies, 2):
        assert np.linalg.norm(one - other) > 30


def test_our_emblems_are_none_that_a_network_is_trained_on() -> None:
    assert not set(EMBLEMS) & set(DRAWINGS)


def test_a_part_that_nobody_drew_is_told() -> None:
    with pytest.raises(ValueError, match="no symbol 'unicorn'"):
        composed("unicorn:0:0:0.5")


def test_a_face_is_set_together_from_its_parts() -> None:
    both = composed("dot:-0.5:0.5:0.2 dot:0.5:-0.5:0.2")
    assert both[:64, :64].sum() > 100  # up and to the left
    assert both[64:, 64:].sum() > 100
    assert both[:64, 64:].sum() == 0
    assert composed("").sum() == 0


def test_plain_dice_are_drawn_elsewhere() -> None:
    assert simulated("d6") is None
    assert simulated("quarriors/nobody") is None


def test_dice_are_laid_with_the_faces_asked_for() -> None:
    dice = [simulated(kind.name) for kind in kinds()[:6]]
    wanted = [(die, die.labels[n]) for n, die in enumerate(dice) if die is not None]
    picture, truth = still(wanted, seed=3, light=Light(0.7, 0.2))
    assert picture.shape == (720, 1280, 3)
    assert [die.face for die in truth] == [face for _, face in wanted]
    assert all(die.in_tray and not die.touching for die in truth)
    again, _ = still(wanted, seed=3, light=Light(0.7, 0.2))
    assert np.array_equal(picture, again)


def test_too_many_dice_do_not_fit() -> None:
    die = simulated("quarriors/ooze")
    assert die is not None
    with pytest.raises(ValueError, match="between one and 18"):
        still([(die, "q1")] * 19, seed=1)


def test_the_thrower_throws_the_kind_that_is_waited_for() -> None:
    table = SimulatedTable(1, realtime=False)
    thrower = Thrower(table)
    thrower.throw(DiceWanted("dice_throne.barbarian", 5, 5))
    assert [die.kind for die in table.lying.values()] == ["dice_throne.barbarian"] * 5


def test_the_thrower_draws_from_a_bag_of_several_kinds() -> None:
    table = SimulatedTable(1, realtime=False)
    wanted = DiceWanted(
        "quarriors",
        6,
        6,
        kinds=(
            KindWanted("quarriors/portal", 1, 1),
            KindWanted("quarriors/assistant", 0, 4),
            KindWanted("quarriors/basic_quiddity", 0, 5),
        ),
    )
    Thrower(table).throw(wanted)
    thrown = [die.kind for die in table.lying.values()]
    assert len(thrown) == 6
    assert thrown.count("quarriors/portal") == 1
    assert thrown.count("quarriors/assistant") <= 4
    assert set(thrown) <= {"quarriors/portal", "quarriors/assistant", "quarriors/basic_quiddity"}
