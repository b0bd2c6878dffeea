"""A die as it would look from straight above, and whether it lies flat: a die that leans counts for none.

Where table and camera are known, we know where the top face of a die that lies flat is seen, and how slanted. Taken
back to the view from straight above, that face is an undistorted square or pentagon in the middle of the picture, and
the sides are seen on the camera's side of it only. A die that leans has an edge there, or a side where none can be
seen. A small network tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.dice import Shape
from companion.vision.lying import Lying, in_picture, top_height
from companion.vision.onnx import Model, Tensor
from companion.vision.table import TablePlane

SIDE = 64  # of the view, in pixels
FINER = 2  # it is drawn so much larger, then averaged
SPAN = {Shape.D6: 2.0, Shape.D12: 1.45}  # of the view, in sizes of the die; of other solids it tells nothing
MOST_SLANT = 2.0  # how far the camera is aside, in its heights above the die
SUREST = 30.0  # a logit beyond says no more


@dataclass(frozen=True, slots=True)
class FlatDie:
    """A die, and how it would lie if it were flat."""

    lies: Lying
    shape: Shape


class LyingJudge:
    """Tells of dice on a table whose camera is known how likely each of them leans."""

    def __init__(self, model: Model) -> None:
        self._model = model
        # The probability from which a die counts as leaning: of that one it says a half.
        self._from = _odds(model.number("leans_from"))

    def leaning(self, picture: Picture, plane: TablePlane, dice: Sequence[FlatDie]) -> list[float]:
        """Of each die, from 0 (flat) to 1 (leaning), a half where it is neither; what cannot be told is flat."""
        told = [0.0] * len(dice)
        known = [number for number, die in enumerate(dice) if die.shape in SPAN]
        if plane.camera_mm is None or not known:
            return told
        views = np.stack([view(picture, plane, dice[number]) for number in known])
        # A die leans or does not in the mirror too: what it says of both is surer.
        both = self._model.run(np.concatenate([views, views[..., ::-1]]))["leans"]
        for number, logit in zip(known, both.reshape(2, -1).mean(axis=0), strict=True):
            told[number] = 1 / (1 + math.exp(self._from - float(np.clip(logit, -SUREST, SUREST))))
        return told


def view(picture: Picture, plane: TablePlane, die: FlatDie) -> Tensor:
    """The die from above, the camera's side below: red, green, blue, and how slanted the camera sees it."""
    assert plane.camera_mm is not None
    size, place = die.lies.size_mm, np.array(die.lies.place_mm)
    height = top_height(size, die.shape)
    away = np.array(plane.camera_mm[:2]) - place
    far = float(np.hypot(*away))
    down = away / far if far > 1e-6 else np.array([0.0, 1.0])
    # The top face's middle, and from there half a die to the right and half a die towards the camera.
    steps = np.array([(0.0, 0.0), (down[1], -down[0]), (down[0], down[1])]) * size / 2
    places = np.column_stack([place + steps, np.full(3, height)])
    at, right, below = in_picture(plane, places)
    along, toward = right - at, below - at
    if along[0] * toward[1] - along[1] * toward[0] < 0:
        along = -along  # a picture is never mirrored
    slant = far / max(1e-6, plane.camera_mm[2] - height)
    tensor = np.empty((4, SIDE, SIDE), np.float32)
    tensor[:3] = _warped(picture, at, along, toward, SPAN[die.shape])[..., ::-1].transpose(2, 0, 1)
    tensor[:3] /= 255
    tensor[3] = min(MOST_SLANT, slant)
    return tensor


def _warped(
    picture: Picture,
    at: NDArray[np.float64],
    along: NDArray[np.float64],
    toward: NDArray[np.float64],
    span: float,
) -> Picture:
    """The square of `span` sizes around `at`, whose half sizes are `along` and `toward` in the picture."""
    side = SIDE * FINER
    matrix = np.zeros((2, 3))
    matrix[:, 0], matrix[:, 1] = 2 * span / side * along, 2 * span / side * toward
    matrix[:, 2] = at - matrix[:, :2] @ np.full(2, (side - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpAffine(picture, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def _odds(probability: float) -> float:
    """The logit of a probability; a figure that is none counts as nearly sure."""
    p = min(1 - 1e-9, max(1e-9, probability))
    return math.log(p / (1 - p))
