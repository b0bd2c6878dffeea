"""Dice that are hard to see: they look like the board in the shade, or lie where much is printed."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.target import empty
from companion.vision.target.cover import Bare, patches
from companion.vision.target.measuring import dice_by_lot
from companion.vision.target.referee import TargetReferee
from companion.vision.target.scene_setting import random_setting
from companion.vision.target.scenes import render
from tests.vision.target.scene import CARDBOARD, PROFILE, die, setting

# Throws at drawn targets, by their scene and number, that were once called elsewhere, not seen, or seen twice.
ONCE_WRONG = {
    "sides in the shade have the colour of the ring": (18, 1),
    "the marker in the far corner is four pixels high": (18, 3),
    "a pale die on a pale ring, its mark in the shade": (24, 2),
    "a mark on the top has the colour of the ring": (35, 1),
    "half of the top has the colour of the ring": (48, 3),
    "another die at the edge of what is looked at": (17, 3),
}


@pytest.mark.parametrize(("scene", "throw"), ONCE_WRONG.values(), ids=ONCE_WRONG.keys())
def test_what_was_once_called_wrong(scene: int, throw: int) -> None:
    rng = np.random.default_rng([1, scene])
    where = random_setting(PROFILE, rng)
    for _ in range(throw + 1):
        dice = list(dice_by_lot(rng, PROFILE.die_mm))
    seen = TargetReferee(PROFILE).look(render(where, dice, throw)).dice
    assert len(seen) == len(dice)
    for laid in dice:
        off = [np.hypot(*np.subtract(one.footprint.centre, laid.place)) for one in seen]
        assert min(off) < 2.5


@pytest.mark.parametrize(("scene", "throw"), [(9, 0), (24, 3), (51, 1)])
def test_the_top_tells_where_a_pale_die_stands(scene: int, throw: int) -> None:
    """Its sides hardly differ from the ring: by its outline alone it was two millimetres nearer to the eye."""
    rng = np.random.default_rng([11, scene])
    where = random_setting(PROFILE, rng)
    for _ in range(throw + 1):
        dice = list(dice_by_lot(rng, PROFILE.die_mm))
    referee = TargetReferee(PROFILE)
    referee.find(render(where, []))
    seen = referee.look(render(where, dice, throw), anew=False).dice
    for laid in dice:
        assert min(np.hypot(*np.subtract(one.footprint.centre, laid.place)) for one in seen) < 1.2


def test_the_sharp_edges_of_a_drawing_are_no_patches() -> None:
    """No lens draws the markers as sharply as the sheet has them; what looks like a patch is looked at closely."""
    board = empty.printed(PROFILE)
    for number in (1, 3, 5, 7):
        where = random_setting(PROFILE, np.random.default_rng([3, number]))
        flat = empty.flatten(render(where, []), where.camera.pose, board.span, board.flat.shape)
        assert patches(flat, Bare(board, empty.light_on(board, flat))) == []


@pytest.mark.parametrize("elevation", [36.0, 55.0, 85.0])
@pytest.mark.parametrize("light", range(5))
def test_nothing_lies_on_an_empty_board(elevation: float, light: int) -> None:
    where = setting(seed=int(elevation), elevation=elevation, light=light)
    assert TargetReferee(PROFILE).look(render(where, [])).dice == ()


def test_a_pale_die_over_the_edge_in_a_dim_light_is_seen() -> None:
    """Once overlooked: its sides differ from the ring by a dozen brightness steps."""
    rng = np.random.default_rng([21, 1_000_030])
    where = random_setting(CARDBOARD, rng)
    referee = TargetReferee(CARDBOARD)
    referee.find(render(where, []))
    (laid,) = dice_by_lot(rng, CARDBOARD.die_mm)
    (seen,) = referee.look(render(where, [laid], 1), anew=False).dice
    assert np.hypot(*np.subtract(seen.footprint.centre, laid.place)) < 5.0


def test_a_die_that_hangs_over_the_edge_is_seen() -> None:
    """Most of its picture is before the table, of which nobody knows how it looks."""
    where = setting(seed=4, elevation=40.0, light=0, markers=False)
    referee = TargetReferee(CARDBOARD)
    referee.find(render(where, []))
    eye = where.camera.pose.eye[:2]
    far = -eye / np.linalg.norm(eye) * 240.0  # beyond the middle: its top is seen before the table
    place = (float(far[0]), float(far[1]))
    (seen,) = referee.look(render(where, [die(place, "green", 30.0)], 1), anew=False).dice
    assert np.hypot(*np.subtract(seen.footprint.centre, place)) < 5.0  # half of its edges say little
    assert seen.call.zone == "1"
