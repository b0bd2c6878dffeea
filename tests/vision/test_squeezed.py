"""Photos squeezed to a square are stretched back; all others are left as they are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision import squeezed
from companion.vision.reader import Reader

from .fakes import DrawnTable


def test_only_a_square_photo_may_have_had_another_shape() -> None:
    assert len(squeezed.as_taken(np.zeros((480, 640, 3), np.uint8))) == 1
    assert len(squeezed.as_taken(np.zeros((96, 96, 3), np.uint8))) == 1, "a crop of one die"
    sizes = [taken.picture.shape[:2] for taken in squeezed.as_taken(np.zeros((300, 300, 3), np.uint8))]
    assert sizes == [(300, 300), (300, 400), (400, 300)]


def test_boxes_are_told_in_the_photo_as_it_is() -> None:
    _, wider, higher = squeezed.as_taken(np.zeros((300, 300, 3), np.uint8))
    assert wider.box_in_photo((40.0, 30.0, 80.0, 60.0)) == pytest.approx((30.0, 30.0, 60.0, 60.0))
    assert higher.box_in_photo((30.0, 40.0, 60.0, 80.0)) == pytest.approx((30.0, 30.0, 60.0, 60.0))


@pytest.mark.parametrize(
    ("chances", "wins"),
    [
        ([[0.9, 0.9], [0.9, 0.9], [0.9]], 0),  # nothing speaks for another shape
        ([[0.5, 0.5], [0.9, 0.9], [0.4]], 1),  # the dice are surer there
        ([[0.9], [0.9, 0.9], [0.9]], 1),  # one more is seen there
        ([[0.9], [0.9, 0.4, 0.4, 0.4], [0.9]], 0),  # more faint ones are no reason
        ([[], [], []], 0),
    ],
)
def test_the_shape_with_the_surest_dice_is_believed(chances: list[list[float]], wins: int) -> None:
    assert squeezed.likeliest(chances) == wins


def test_a_square_photo_is_read_with_boxes_in_its_own_pixels(fake_models: Path) -> None:
    frame = DrawnTable().frame([(300.0, 200.0, 5)]).picture
    table = cv2.resize(frame, (640, 360), interpolation=cv2.INTER_AREA)
    (wide,) = Reader(fake_models).read(table)
    square = np.zeros((640, 640, 3), np.uint8)
    square[:] = table[0, 0]
    square[:360] = table
    (die,) = Reader(fake_models).read(square)
    assert die.face == wide.face
    assert die.box == pytest.approx(wide.box, abs=6)
