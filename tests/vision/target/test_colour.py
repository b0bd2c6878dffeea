"""A die's colour where a lamp shines back from it, in a light that is known and in one that is not."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera.source import Picture
from companion.vision.target.colour import BLUE, GREEN, RED, WHITE, name_of


def top(red: int, green: int, blue: int) -> Picture:
    return np.full((32, 32, 3), (blue, green, red), np.uint8)


@pytest.mark.parametrize(
    ("seen", "colour"),
    [
        ((134, 203, 160), GREEN),  # a glossy die under a lamp
        ((113, 131, 175), BLUE),
        ((178, 60, 64), RED),
        ((238, 234, 224), WHITE),
        ((232, 224, 206), WHITE),  # ivory
    ],
)
def test_in_a_light_that_is_known_even_a_pale_die_has_its_colour(
    seen: tuple[int, int, int], colour: str
) -> None:
    assert name_of(top(*seen), np.ones(3))[0] == colour


def test_a_lamps_colour_is_taken_out() -> None:
    warm = np.array([0.56, 0.80, 1.0])  # blue, green, red of a bulb
    assert name_of(top(240, 190, 132), warm)[0] == WHITE
    assert name_of(top(240, 190, 160), None)[0] == WHITE  # nobody knows the light: a tint may be the lamp's
