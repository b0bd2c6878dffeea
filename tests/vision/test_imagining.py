"""What is imagined of a taught face: other light, another side, other sizes, and never another face."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.vision.imagining import IMAGINED, imagined, looks_at


def _crop(side: int = 96) -> Picture:
    """A white bar on a red die, on a green table."""
    crop = np.full((side, side, 3), (40, 120, 30), np.uint8)
    cv2.rectangle(crop, (side // 6, side // 6), (5 * side // 6, 5 * side // 6), (40, 30, 180), -1)
    cv2.rectangle(crop, (side // 3, 2 * side // 5), (2 * side // 3, 3 * side // 5), (235, 235, 235), -1)
    return crop


def _white(picture: Picture) -> float:
    """The share of the picture that stands out as the bar does."""
    grey = picture.mean(axis=2)
    return float((grey > 0.75 * grey.max()).mean())


def test_each_is_another_picture_of_the_same_face() -> None:
    crop = _crop()
    others = imagined(crop)
    assert len(others) == IMAGINED
    for number, other in enumerate(others):
        assert other.shape == crop.shape
        assert other.dtype == np.uint8
        assert 0.6 < _white(other) / _white(crop) < 1.4
        assert all(np.abs(other.astype(int) - seen).mean() > 4 for seen in (crop, *others[:number]))


def test_the_middle_stays_in_the_middle() -> None:
    for other in imagined(_crop()):
        grey = other.mean(axis=2)
        rows, columns = np.nonzero(grey > 0.75 * grey.max())
        assert abs(rows.mean() - 47.5) < 1.5
        assert abs(columns.mean() - 47.5) < 1.5


def test_looks_come_in_the_order_of_the_crops_what_was_seen_first() -> None:
    def embed(crops: Sequence[Picture]) -> np.ndarray:
        return np.array([[crop.shape[0], crop.mean()] for crop in crops], np.float32)

    crops = [_crop(64), _crop(128)]
    looks = looks_at(crops, embed)
    assert looks.shape == (2, 1 + IMAGINED, 2)
    assert (looks[0, :, 0] == 64).all()
    assert (looks[1, :, 0] == 128).all()
    assert np.allclose(looks[:, 0, 1], [crop.mean() for crop in crops])
