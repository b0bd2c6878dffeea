"""The faces of a die as textures: plastic, with the mark cut into it and painted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.canvas import Mask
from companion.camera.simulation.die import SimDie
from companion.camera.simulation.marks import DieLook
from companion.camera.simulation.solids import Array
from companion.camera.source import Picture

TEXTURE_PIXELS = 96


@dataclass(frozen=True, slots=True)
class FaceArt:
    """Textures by face index, each reaching `reach` face radii from the middle, and the bevels' colour."""

    textures: tuple[Picture, ...]
    coarse: tuple[Picture, ...]  # half as fine, for what moves
    bevel: Array
    reach: float


@lru_cache(maxsize=64)
def face_art(die: SimDie) -> FaceArt:
    reach = max(float(np.abs(face.outline).max() / face.radius) for face in die.body.faces) + 0.02
    inner = round(TEXTURE_PIXELS / reach)
    edge = (TEXTURE_PIXELS - inner) // 2
    rng = np.random.default_rng([*die.look.body, *die.look.mark])
    textures = []
    for mark in die.marks:
        mask = np.zeros((TEXTURE_PIXELS, TEXTURE_PIXELS), np.float32)
        drawn = cv2.resize(mark.mask(die.look), (inner, inner), interpolation=cv2.INTER_AREA)
        mask[edge : edge + inner, edge : edge + inner] = drawn
        textures.append(_texture(mask, die.look, rng))
    half = (TEXTURE_PIXELS // 2, TEXTURE_PIXELS // 2)
    coarse = [np.asarray(cv2.resize(t, half, interpolation=cv2.INTER_AREA), np.uint8) for t in textures]
    return FaceArt(tuple(textures), tuple(coarse), np.array(die.look.body[::-1], np.float64), reach)


def _texture(mask: Mask, look: DieLook, rng: np.random.Generator) -> Picture:
    plastic, ink = (np.array(c[::-1], np.float32) for c in (look.body, look.mark))
    clouds = cv2.resize(_noise(rng, (5, 5)), mask.shape, interpolation=cv2.INTER_CUBIC)
    grain = cv2.GaussianBlur(_noise(rng, mask.shape), (0, 0), 0.8)
    ground = plastic * (1 + (0.02 + 0.22 * look.swirl) * clouds + 0.012 * grain)[..., None]
    # A cut mark is darkest along its edge, where the paint lies thin and dirt stays.
    soft = cv2.GaussianBlur(mask, (0, 0), 2.2)
    ground *= (1 - 0.22 * look.depth * np.clip(2.2 * soft - mask, 0, 1) * (1 - mask))[..., None]
    floor = ink * (1 - 0.12 * look.depth + 0.25 * look.depth * (soft - 0.5))[..., None]
    mixed = ground + (floor - ground) * mask[..., None]
    return np.clip(mixed, 0, 255).astype(np.uint8)


def _noise(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    return rng.normal(0, 1, shape).astype(np.float32)
