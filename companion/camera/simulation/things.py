"""Things that people put on a table besides dice: cards, tokens, a cup. They lie flat and hide what is below."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.layers import Sprite, sprite
from companion.camera.simulation.solids import Array
from companion.camera.simulation.view import HEIGHT, WIDTH, View
from companion.camera.source import Picture

ThingName = Literal["card", "token", "cup"]
THINGS: tuple[ThingName, ...] = ("card", "token", "cup")
_SIZES: dict[ThingName, tuple[float, float, float]] = {  # wide, deep and high, in mm
    "card": (63.0, 88.0, 0.4),
    "token": (26.0, 26.0, 3.0),
    "cup": (74.0, 74.0, 85.0),
}
_PER_MM = 5.0
_INKS = ((60, 44, 40), (40, 60, 130), (40, 90, 60), (120, 40, 44))  # blue, green, red


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing where it lies."""

    name: ThingName
    x: float
    y: float
    angle_deg: float
    look: int = 0  # which of its kind


def paint_thing(thing: Thing, view: View) -> Sprite | None:
    """It as the camera sees it, from above: of a cup that is its bottom. None when it is out of view."""
    colour, cover = _drawn(thing.name, thing.look)
    wide, deep, high = _SIZES[thing.name]
    to_mm = np.array([[1 / _PER_MM, 0, -wide / 2], [0, -1 / _PER_MM, deep / 2], [0, 0, 1]])
    c, s = cos(radians(thing.angle_deg)), sin(radians(thing.angle_deg))
    laid = np.array([[c, -s, thing.x], [s, c, thing.y], [0, 0, 1]])
    way = view.mm_to_px(high) @ laid @ to_mm
    corners = _through(way, np.array([[0, 0], [cover.shape[1], 0], cover.shape[::-1], [0, cover.shape[0]]]))
    left, top = (int(v) - 2 for v in np.maximum(corners.min(axis=0), 0))
    right = min(WIDTH, int(corners[:, 0].max()) + 3)
    bottom = min(HEIGHT, int(corners[:, 1].max()) + 3)
    if left >= right or top >= bottom:
        return None
    way = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ way
    size = (right - left, bottom - top)
    return sprite(
        left,
        top,
        cv2.warpPerspective(colour, way, size, flags=cv2.INTER_AREA),
        cv2.warpPerspective(cover, way, size, flags=cv2.INTER_AREA),
    )


@lru_cache(maxsize=32)
def _drawn(name: ThingName, look: int) -> tuple[Picture, NDArray[np.uint8]]:
    """Colour times coverage, and coverage, seen straight from above."""
    wide, deep, _ = _SIZES[name]
    size = (round(deep * _PER_MM), round(wide * _PER_MM))
    rng = np.random.default_rng([31, look])
    ink = _INKS[look % len(_INKS)]
    cover = np.zeros(size, np.uint8)
    picture = np.zeros((*size, 3), np.uint8)
    middle = (size[1] // 2, size[0] // 2)
    if name == "card":
        cv2.rectangle(cover, (2, 2), (size[1] - 3, size[0] - 3), 255, -1)
        picture[:] = (206, 222, 230)
        cv2.rectangle(picture, (14, 14), (size[1] - 15, size[0] // 2), ink, -1)
        for row in range(6):
            y = size[0] // 2 + 24 + 26 * row
            cv2.line(picture, (22, y), (int(rng.uniform(0.5, 0.92) * size[1]), y), (70, 66, 66), 5)
    elif name == "token":
        cv2.circle(cover, middle, size[1] // 2 - 2, 255, -1, cv2.LINE_AA)
        picture[:] = [min(255, 2 * value) for value in ink]
        cv2.circle(picture, middle, size[1] // 3, (220, 226, 230), 5, cv2.LINE_AA)
    else:
        cv2.circle(cover, middle, size[1] // 2 - 2, 255, -1, cv2.LINE_AA)
        picture[:] = (58, 74, 104)
        cv2.circle(picture, middle, size[1] // 2 - 14, (44, 58, 84), 9, cv2.LINE_AA)
    return np.asarray(cv2.copyTo(picture, cover), np.uint8), cover


def _through(matrix: Array, points: Array) -> Array:
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])
