"""Colours by plain names: what people would call the dice of the simulated table, and dice under a warm lamp."""

from __future__ import annotations

import pytest

from companion.colours import NAMES, name_of


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((240, 236, 225), "white"),
        ((250, 230, 200), "white"),  # under a warm lamp
        ((20, 22, 26), "black"),
        ((120, 120, 124), "grey"),
        ((200, 30, 36), "red"),
        ((190, 20, 70), "red"),
        ((235, 120, 20), "orange"),
        ((240, 210, 40), "yellow"),
        ((30, 140, 70), "green"),
        ((40, 90, 200), "blue"),
        ((120, 50, 170), "purple"),
    ],
)
def test_a_die_is_called_what_people_call_it(rgb: tuple[int, int, int], name: str) -> None:
    assert name_of(rgb) == name


def test_every_colour_has_a_name_of_the_list() -> None:
    steps = range(0, 256, 15)
    assert {name_of((r, g, b)) for r in steps for g in steps for b in steps} == set(NAMES)
