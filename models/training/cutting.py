"""How a crop is cut around a die, where its top face then lies, and how the camera saw it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training import effects
from models.training.real_crops import Picture, Truth

SIDE = 64
WIDER = 1.2  # the crop is this much longer than the die's box
NEAR = 0.72  # a near crop is that long: it shows the top face and little else


def top_from_middle(row: dict[str, object], size: float, roll: float) -> NDArray[np.float64]:
    """From the middle of a laid die's box to that of its top face, px; `roll` degrees as OpenCV turns."""
    x0, y0, x1, y1 = row["box"]  # type: ignore[misc]
    x, y = row["top"]  # type: ignore[misc]
    away = np.array([x - (x0 + x1) / 2, y - (y0 + y1) / 2]) * size / max(x1 - x0, y1 - y0)
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    return np.array([[c, s], [-s, c]]) @ away


def square(picture: Picture, centre: NDArray[np.float64], side: float, size: int = SIDE) -> Picture:
    scale = size / side
    matrix = np.array([[scale, 0, size / 2 - centre[0] * scale], [0, scale, size / 2 - centre[1] * scale]])
    return cv2.warpAffine(
        picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def stretched(picture: Picture, truth: Truth, rng: Generator) -> tuple[Picture, Truth]:
    """As on a photo that was squeezed to a square: the longer side fills the crop as ever, the other shrinks."""
    shrunk = 1 / min(2.0, float(np.exp(abs(rng.normal(0, 0.35)))))
    fx, fy = (shrunk, 1.0) if rng.random() < 0.5 else (1.0, shrunk)
    matrix = np.array([[fx, 0, SIDE / 2 * (1 - fx)], [0, fy, SIDE / 2 * (1 - fy)]])
    picture = cv2.warpAffine(
        picture, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return picture, moved(truth, matrix)


def moved(truth: Truth, matrix: NDArray[np.float64]) -> Truth:
    """The truth of a crop that was warped by the matrix."""
    if truth.spot is None:
        return truth
    at = (np.array(truth.spot) + 0.5) * SIDE
    x, y = (matrix[:, :2] @ at + matrix[:, 2]) / SIDE - 0.5
    return replace(truth, spot=(float(x), float(y)))


def seen(picture: Picture, rng: Generator, strength: float, least: int) -> Picture:
    """A die is often few pixels in the photo; the crop is then blown up."""
    if rng.random() < 0.5 * strength:
        small = int(np.exp(rng.uniform(np.log(least), np.log(60))))
        picture = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        picture = effects.camera(picture, rng, strength * 0.5)
        return cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    return effects.camera(picture, rng, strength)
