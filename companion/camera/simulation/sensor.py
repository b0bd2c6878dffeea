"""What the sensor makes of the light: exposure, colour of the light, and noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.view import HEIGHT, WIDTH
from companion.camera.source import Picture

_ROOM = 64  # how far the noise tile can be shifted, each way


@dataclass(frozen=True, slots=True)
class Light:
    """How bright the room is (1 is a good lamp, 0.2 a dim evening, 1.8 the sun), and how warm (-1 to 1)."""

    level: float = 1.0
    warmth: float = 0.0

    def towards(self, other: Light, share: float) -> Light:
        return Light(
            self.level + share * (other.level - self.level),
            self.warmth + share * (other.warmth - self.warmth),
        )

    @property
    def exposure(self) -> float:
        """Seconds that the shutter is open: longer in the dark, and then things smear."""
        return float(np.clip(0.008 / self.level, 0.004, 0.020))


GOOD_LIGHT = Light()


def expose(picture: Picture, light: Light) -> Picture:
    """The picture in another light. The camera makes up for some of it, never for all."""
    if light == GOOD_LIGHT:
        return picture
    return np.asarray(cv2.LUT(picture, _curve(round(light.level, 3), round(light.warmth, 3))), np.uint8)


@lru_cache(maxsize=128)
def _curve(level: float, warmth: float) -> NDArray[np.uint8]:
    """256 × 1 × 3: what becomes of every value of blue, green and red."""
    gain = level**0.4 * np.array([1 - 0.24 * warmth, 1 + 0.01 * warmth, 1 + 0.15 * warmth])
    value = np.arange(256)[:, None] / 255 * gain
    # Highlights bend before they clip.
    bent = np.where(value > 0.85, 0.85 + 0.15 * (1 - np.exp(-(value - 0.85) / 0.15)), value)
    return np.asarray(np.round(bent * 255)[:, None, :], np.uint8)


def with_noise(picture: Picture, light: Light, number: int) -> Picture:
    """A copy with the noise of this frame; the same number, the same noise."""
    level = 1 if light.level >= 0.8 else 2 if light.level >= 0.4 else 3
    above, below = _noise(level)
    # Two large odd numbers make the shifts of neighbouring frames unlike each other.
    y, x = (number * 2654435761 >> 7) % _ROOM, (number * 40503 >> 3) % _ROOM
    height, width = picture.shape[:2]
    noisy = cv2.add(picture, above[y : y + height, x : x + width])
    return np.asarray(cv2.subtract(noisy, below[y : y + height, x : x + width], dst=noisy), np.uint8)


@lru_cache(maxsize=4)
def _noise(level: int) -> tuple[Picture, Picture]:
    """Noise as two pictures, one to add and one to take away: bytes have no sign."""
    rng = np.random.default_rng([23, level])
    shape = (HEIGHT + _ROOM, WIDTH + _ROOM, 3)
    fine = rng.normal(0, 1, shape).astype(np.float32)
    blotchy = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), 1.0) * 2.2
    grain = (0.75 * fine + 0.5 * blotchy) * (1.5, 2.4, 3.4)[level - 1]
    signed = np.round(grain + rng.uniform(-0.3, 0.3, shape)).astype(np.int16)
    return np.maximum(signed, 0).astype(np.uint8), np.maximum(-signed, 0).astype(np.uint8)
