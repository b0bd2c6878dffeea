"""How light falls on things: a lamp up to the left, the room all around, the felt's own colour from below.

Results are factors for colours as a picture stores them (not linear): 1 is a flat thing on the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.camera.simulation.solids import Array

GAMMA = 2.2
LAMP = np.array([-0.42, 0.40, 0.815])  # towards the lamp
LAMP /= np.linalg.norm(LAMP)
WINDOW = np.array([0.30, 0.16, 0.94])  # seen only in what shines
WINDOW /= np.linalg.norm(WINDOW)

_SKY = 0.42
_KEY = (1 - _SKY) / LAMP[2]
_FROM_FELT = 0.5


@dataclass(frozen=True)
class Lighting:
    """The lamp over one table."""

    felt: tuple[float, float, float] = (0.10, 0.22, 0.14)  # blue, green, red, linear
    eye: Array = field(default_factory=lambda: np.array([0.0, -104.0, 590.0]))

    def dull(self, normals: Array, heights: Array, size: float) -> Array:
        """What light a matt surface throws back: a factor for blue, green, red at each point.

        `heights` above the table: low points get less of the room's light and more of the felt's.
        """
        up = 0.5 + 0.5 * normals[..., 2]
        key = _KEY * np.maximum(0.0, np.einsum("...i,i->...", normals, LAMP))
        open_sky = 0.45 + 0.55 * np.clip(heights / size, 0.0, 1.0)
        neutral = _SKY * up * open_sky + key
        felt = _FROM_FELT * (1 - up)[..., None] * np.asarray(self.felt)
        return np.asarray((neutral[..., None] + felt) ** (1 / GAMMA))

    def shine(self, points: Array, normals: Array, gloss: float) -> Array:
        """What a polished surface adds of the lamp and the window, from 0 to 1."""
        to_eye = self.eye - points
        to_eye /= np.sqrt(np.einsum("...i,...i->...", to_eye, to_eye))[..., None]
        mirrored = 2 * np.einsum("...i,...i->...", normals, to_eye)[..., None] * normals - to_eye
        sharp = 8 + 60 * gloss
        lamp = np.maximum(0.0, mirrored @ LAMP) ** sharp
        window = np.maximum(0.0, mirrored @ WINDOW) ** (0.7 * sharp)
        return np.asarray(gloss * (0.75 * lamp + 0.22 * window) + 0.05 * gloss)
