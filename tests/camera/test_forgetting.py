"""The simulated table goes on for hours: what is over must not stay in memory."""

from __future__ import annotations

import weakref

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import pip_d6

from .conftest import run


def test_a_die_that_lies_keeps_its_place_and_not_the_way_to_it(table: SimulatedTable) -> None:
    table.throw([pip_d6()] * 3)
    run(table)
    poses = [placed.pose for placed in table._timeline.lying.values()]
    assert len(poses) == 3
    assert all(pose.place.base is None and pose.turn.base is None for pose in poses)


def test_dice_that_are_gone_are_forgotten(table: SimulatedTable) -> None:
    table.throw([pip_d6()] * 3)
    run(table)
    places = [weakref.ref(placed.pose.place) for placed in table._timeline.lying.values()]
    assert all(place() is not None for place in places)
    table.clear()
    run(table)
    assert all(place() is None for place in places)
