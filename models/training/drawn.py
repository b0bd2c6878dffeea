"""Symbol faces drawn flat: poorer than rendered ones, but every symbol can be had at once, in any colours."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from models.training import inks
from models.training.cutting import SIDE
from models.training.fonts import training_fonts
from models.training.real_crops import Picture


def drawn_symbol(rng: Generator, face_shown: tuple[int, int, int], table: Picture, wide: float) -> Picture:
    """A crop `wide` times as long as the die that carries the icon, in its copies, with its digit."""
    icon, copies, digit = face_shown
    style = inks.NumeralStyle(rng, False, training_fonts())
    face = inks.symbol(style, icon, copies, digit, float(rng.uniform(0.65, 0.95)), 0.0, 0.5)[..., 0]
    body, ink = rng.uniform(0, 255, (2, 3))
    while abs(body.mean() - ink.mean()) < 40:
        body, ink = rng.uniform(0, 255, (2, 3))
    picture = table.astype(np.float32)
    half = SIDE / wide / 2 * float(rng.uniform(0.68, 0.95))
    turn = rng.uniform(0, 2 * np.pi)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners[:, 1] *= rng.uniform(0.75, 1.0)
    corners += SIDE / 2 + rng.normal(0, 2.0, 2) + rng.normal(0, 1.2, (4, 2))
    grown = corners + (corners - corners.mean(0)) * 0.12 + np.array([0, rng.uniform(0, 5)])
    cv2.fillPoly(
        picture,
        [grown.astype(np.int32)],
        tuple(float(v) for v in body * rng.uniform(0.5, 0.9)),
        cv2.LINE_AA,
    )
    cv2.fillPoly(picture, [(corners * 1.0).astype(np.int32)], tuple(float(v) for v in body), cv2.LINE_AA)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * inks.SIDE
    small = cv2.resize(face, (64, 64), interpolation=cv2.INTER_AREA)
    matrix = cv2.getPerspectiveTransform(square / 2, corners.astype(np.float32))
    cover = cv2.warpPerspective(small, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)[..., None]
    picture = picture * (1 - cover) + ink.astype(np.float32) * cover
    light = 1 + np.linspace(-1, 1, SIDE)[:, None, None] * rng.uniform(-0.25, 0.25)
    return np.clip(picture * light, 0, 255).astype(np.uint8)
