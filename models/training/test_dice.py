"""Rendered dice to measure on: fonts and symbols that no training die carries, and other seeds."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.cutting import WIDER, square
from models.training.inks import seed_of
from models.training.looks import look
from models.training.paths import CACHE
from models.training.progress import Progress
from models.training.renderer import Renderer, Sprite
from models.training.tables import plain

Picture = NDArray[np.uint8]
SIDE = 128  # of a crop: near looks need more than the network's 64
COUNT = {"pips": 400, "d6-numerals": 400, "d12": 1000, "symbols": 600}


def crops(kind: str) -> tuple[list[Picture], list[str]]:
    """Crops as the detector would cut them, and what they show; made once."""
    stored = CACHE / f"test-{kind}-{SIDE}.npz"
    if not stored.exists():
        _make(kind)
    with np.load(stored) as data:
        return list(data["crops"]), [str(v) for v in data["values"]]


def _make(kind: str) -> None:
    renderer = Renderer()
    made, values = [], []
    progress = Progress(f"test dice {kind}", COUNT[kind])
    for k in range(COUNT[kind]):
        seed = seed_of("test", kind, k)
        rng = np.random.default_rng(seed)
        chosen = look(kind, seed, unseen=True)
        chosen.tilt = 0.0
        chosen.off_vertical = min(chosen.off_vertical, 45.0)
        sprite = renderer.draw(chosen, seed + 1)
        x0, y0, x1, y1 = sprite.box
        side = max(x1 - x0, y1 - y0) * WIDER
        middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
        made.append(square(on_plain_table(sprite, rng), middle, side, SIDE))
        values.append(chosen.value)
        progress.add()
    assert made[0].shape == (SIDE, SIDE, 3)
    CACHE.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(CACHE / f"test-{kind}-{SIDE}.npz", crops=np.stack(made), values=np.array(values))


def on_plain_table(sprite: Sprite, rng: Generator) -> Picture:
    """A photo of the die alone, as large as the sprite."""
    layers = sprite.layers.astype(np.float32)
    table = plain(rng, layers.shape[0]).astype(np.float32)
    shown = table * (1 - 0.7 * layers[..., 4:] / 255) * (1 - layers[..., 3:4] / 255) + layers[..., :3]
    return np.clip(shown, 0, 255).astype(np.uint8)
