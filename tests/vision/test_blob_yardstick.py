"""The blob-counting reader does what the tutorials' readers do, on dice drawn as they like them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.commands.bench_growth import DIE_PX, lay_out
from companion.vision.blob_yardstick import BlobReader

SPOTS = {
    "1": [(0, 0)],
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
}


def test_it_reads_plain_dice() -> None:
    picture = np.full((300, 500, 3), 60, np.uint8)
    for k, face in enumerate(SPOTS):
        x, y = 100 + 150 * k, 150
        cv2.rectangle(picture, (x - 30, y - 30), (x + 30, y + 30), (235, 235, 235), -1)
        for dx, dy in SPOTS[face]:
            cv2.circle(picture, (x + 17 * dx, y + 17 * dy), 6, (20, 20, 20), -1, cv2.LINE_AA)
    dice = sorted(BlobReader(60).read(picture), key=lambda die: die.centre[0])
    assert [die.face for die in dice] == ["1", "4", "5"]


def test_dice_are_laid_out_as_many_as_wanted() -> None:
    laid = lay_out(30, seed=2)
    assert len(laid.faces) == 30
    places = np.array([place for _, place in laid.faces])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 1000 * np.eye(30)
    assert apart.min() > DIE_PX
