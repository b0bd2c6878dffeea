"""Makes a picture of any kind what the rest of the house expects: bytes, three channels, blue first."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture

SMALL_WIDTH = 320


def tidy(picture: NDArray[Any]) -> Picture:
    """Grey, transparent, 16-bit and floating pictures as plain ones."""
    if picture.dtype == np.uint16:
        # Many cameras store 10 or 12 bits in 16: scale by the bits that are used.
        bits = max(8, int(picture.max()).bit_length())
        picture = (picture / float((1 << bits) - 1) * 255).astype(np.uint8)
    elif picture.dtype != np.uint8:
        picture = (np.clip(np.nan_to_num(picture.astype(np.float32)), 0, 1) * 255).astype(np.uint8)
    if picture.ndim == 2:
        picture = picture[:, :, None]
    if picture.shape[2] == 1:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    elif picture.shape[2] == 4:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
    return np.ascontiguousarray(picture, np.uint8)


def small_of(picture: Picture) -> Picture:
    """The same picture about 320 pixels wide, for the motion gate."""
    height = max(1, round(picture.shape[0] * SMALL_WIDTH / picture.shape[1]))
    if picture.shape[1] != 4 * SMALL_WIDTH:
        return np.asarray(cv2.resize(picture, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)
    # Halves of every second row: a fourth of the time of a true average, and the motion gate measures the noise.
    half = cv2.resize(picture[::2], (2 * SMALL_WIDTH, height))
    return np.asarray(cv2.resize(half, (SMALL_WIDTH, height)), np.uint8)
