"""Looks at a taught face that nobody took: in other light, a little from the side, from nearer and from farther off.

An owner shows a face one to three times, under one lamp. What the same face looks like elsewhere can be imagined from
these crops once, when it is taught, so that reading it costs no more than before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture

Embed = Callable[[Sequence[Picture]], NDArray[np.float32]]  # crops in, their embeddings out, a row each


@dataclass(frozen=True, slots=True)
class _Imagined:
    """How a crop is changed: turned, squeezed, and its light."""

    turn_deg: float = 0.0
    wide: float = 1.0
    high: float = 1.0
    gamma: float = 1.0
    contrast: float = 1.0

    def of(self, crop: Picture) -> Picture:
        side = crop.shape[0]
        middle = np.full(2, (side - 1) / 2)
        turn = cv2.getRotationMatrix2D((0.0, 0.0), self.turn_deg, 1.0)[:, :2]
        matrix = np.zeros((2, 3))
        matrix[:, :2] = np.diag([self.wide, self.high]) @ turn
        matrix[:, 2] = middle - matrix[:, :2] @ middle
        seen = cv2.warpAffine(crop, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
        lit = 255 * (seen / 255.0) ** self.gamma
        lit = (lit - lit.mean()) * self.contrast + lit.mean()
        return np.asarray(np.clip(lit, 0, 255), np.uint8)


# An embedding is the same for every quarter turn, so an eighth of one makes the sides the corners.
_WAYS = (
    _Imagined(wide=0.85, gamma=0.75),
    _Imagined(high=0.85, gamma=1.4),
    _Imagined(45.0, wide=0.85, contrast=0.65),
    _Imagined(45.0, high=0.85, contrast=1.4),
    _Imagined(wide=1.1, high=1.1, gamma=1.2),
    _Imagined(wide=0.9, high=0.9, contrast=0.8),
)
IMAGINED = len(_WAYS)


def imagined(crop: Picture) -> list[Picture]:
    """The crop of a die as it might have been."""
    return [way.of(crop) for way in _WAYS]


def looks_at(crops: Sequence[Picture], embed: Embed) -> NDArray[np.float32]:
    """Of each crop the embedding of what was seen, then those of what was imagined: crops × looks × numbers."""
    vectors = embed([look for crop in crops for look in (crop, *imagined(crop))])
    return vectors.reshape(len(crops), 1 + IMAGINED, -1)
