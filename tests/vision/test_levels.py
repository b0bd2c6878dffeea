"""Poor light made good: dim and flat pictures are spread over all levels, others stay as they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import resources
from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import BLACK, IVORY, RED, pip_d6
from companion.vision.levels import MOST, WANTED, spread
from companion.vision.reader import Reader

Picture = NDArray[np.uint8]


@pytest.fixture(scope="module")
def table() -> tuple[Picture, list[str]]:
    """A frame with dice at rest, and what they show."""
    table = SimulatedTable(3, realtime=False)
    table.open()
    table.throw([pip_d6(look) for look in (IVORY, BLACK, RED)])
    frame = table.read(1.0)
    while table.busy or table.truth.resting_since is None:
        frame = table.read(1.0)
    faces = sorted(table.truth.faces)
    table.close()
    assert frame is not None
    return frame.picture, faces


def _dimmed(picture: Picture, share: float, above: float = 0.0) -> Picture:
    noise = np.random.default_rng(1).normal(0, 2.0, picture.shape)
    return np.clip(picture * share + above + noise, 0, 255).astype(np.uint8)


def test_ordinary_light_is_left_alone(table: tuple[Picture, list[str]]) -> None:
    picture, _ = table
    assert spread(picture) is picture


@pytest.mark.parametrize(("share", "above"), [(0.25, 0.0), (0.35, 90.0), (0.3, 170.0)])
def test_dim_and_flat_pictures_use_all_levels_and_burn_nothing_out(
    table: tuple[Picture, list[str]], share: float, above: float
) -> None:
    poor = _dimmed(table[0], share, above)
    better = spread(poor)
    low, high = np.percentile(better, (0.1, 99.9))
    assert high - low > 0.8 * WANTED
    assert (better == 255).mean() < 0.005, "a white die keeps its shades"
    order = cv2.resize(poor, (64, 36)).astype(int), cv2.resize(better, (64, 36)).astype(int)
    assert np.corrcoef(order[0].ravel(), order[1].ravel())[0, 1] > 0.98


def test_a_picture_of_nothing_is_not_torn_to_black_and_white() -> None:
    noise = np.random.default_rng(2).normal(0, 1.5, (200, 300, 3))
    wall = np.clip(120 + noise, 0, 255).astype(np.uint8)
    assert spread(wall).std() <= MOST * wall.std() * 1.05
    black = np.zeros((48, 64, 3), np.uint8)
    assert (spread(black) == 0).all()


def test_dice_in_a_dark_room_are_read(table: tuple[Picture, list[str]]) -> None:
    picture, faces = table
    reader = Reader(resources.models_folder(""), threads=1)
    read = reader.read(_dimmed(picture, 0.06))
    assert sorted(die.face for die in read) == faces
