"""Wood and felt, woven and grown from random numbers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Texture = NDArray[np.float32]  # height × width × 3, blue-green-red, 0 to 255
_Field = NDArray[np.float32]


def wood(
    size: tuple[int, int], tint: tuple[int, int, int], rng: np.random.Generator, scale: float
) -> Texture:
    """Boards with the grain along x. `size` is (width, height), `tint` RGB, `scale` pixels a mm."""
    drift = _clouds(size, 90 * scale, 26 * scale, rng)
    y = np.arange(size[1], dtype=np.float32)[:, None] / scale
    rings = np.sin(y / 3.4 + 5.5 * drift + 1.3 * _clouds(size, 40 * scale, 8 * scale, rng))
    fibres = _clouds(size, 22 * scale, 0.45 * scale, rng)
    pores = np.clip(_clouds(size, 7 * scale, 0.3 * scale, rng) - 1.1, 0, 1)
    tone = 1 + 0.055 * rings + 0.075 * fibres - 0.16 * pores + 0.05 * drift
    warm = np.stack([tone**1.35, tone**1.1, tone], axis=-1)  # dark grain is also redder
    return np.asarray(np.array(tint[::-1], np.float32) * warm, np.float32)


def planks(
    size: tuple[int, int], tint: tuple[int, int, int], rng: np.random.Generator, scale: float
) -> Texture:
    """A table top: boards 88 mm wide, each with a tone of its own and a dark joint."""
    width, height = size
    board = round(88 * scale)
    rows = []
    for top in range(0, height, board):
        piece = wood((width, min(board, height - top)), tint, rng, scale)
        piece *= 1 + rng.normal(0, 0.05)
        joint = max(1, round(0.7 * scale))
        piece[:joint] *= 0.45
        piece[joint : 2 * joint] *= 1.06
        rows.append(piece)
    return np.concatenate(rows)


def felt(
    size: tuple[int, int], colour: tuple[int, int, int], rng: np.random.Generator, scale: float
) -> Texture:
    """Pressed wool: a fine nap, stray fibres, and patches brushed another way."""
    nap = _clouds(size, 0.5 * scale, 0.5 * scale, rng)
    brushed = _clouds(size, 3.0 * scale, 1.2 * scale, rng)
    patches = _clouds(size, 45 * scale, 30 * scale, rng)
    tone = 1 + 0.085 * nap + 0.035 * brushed + 0.03 * patches
    lint = np.zeros((size[1], size[0]), np.uint8)
    for _ in range(int(size[0] * size[1] / (scale * scale) / 900)):
        start = rng.uniform((0, 0), size)
        bend = start + rng.normal(0, 1.6 * scale, 2)
        way = np.round([start, bend, bend + rng.normal(0, 1.2 * scale, 2)]).astype(np.int32)
        cv2.polylines(lint, [way], False, 255, 1, cv2.LINE_AA)
    base = np.array(colour[::-1], np.float32) * tone[..., None]
    return np.asarray(base + lint[..., None] * np.float32(0.09), np.float32)


def _clouds(size: tuple[int, int], along: float, across: float, rng: np.random.Generator) -> _Field:
    """Smooth noise of about unit strength whose blots are `along` wide and `across` high, in pixels."""
    width, height = size
    few = (max(4, round(height / max(1.0, across)) + 3), max(4, round(width / max(1.0, along)) + 3))
    field = cv2.resize(
        rng.normal(0, 1, few).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(field, np.float32)
