"""The simulated camera's eye: where it hangs, and where a point of the table lands in the picture.

The table's millimetres: the origin is the middle of the tray, x runs to the right of the picture,
y away from the player (up in the picture), z up from the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin, tan

import numpy as np

from companion.camera.simulation.solids import Array

WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True)
class View:
    """A pinhole camera that hangs above the player's side of the tray and looks down at its middle."""

    height_mm: float = 590.0
    tilt_deg: float = 10.0  # from looking straight down
    roll_deg: float = 0.0
    focal_px: float = 2040.0

    @cached_property
    def eye(self) -> Array:
        return np.array([0.0, -self.height_mm * tan(radians(self.tilt_deg)), self.height_mm])

    @cached_property
    def rotation(self) -> Array:
        """From the table's axes to the camera's: right, down in the picture, and into the scene."""
        forward = -self.eye / np.linalg.norm(self.eye)
        right = np.array([1.0, 0.0, 0.0])
        down = np.cross(forward, right)
        c, s = cos(radians(self.roll_deg)), sin(radians(self.roll_deg))
        roll = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        return np.asarray(roll @ np.stack([right, down, forward]))

    @cached_property
    def matrix(self) -> Array:
        return np.array([[self.focal_px, 0.0, WIDTH / 2], [0.0, self.focal_px, HEIGHT / 2], [0.0, 0.0, 1.0]])

    @cached_property
    def _projection(self) -> Array:
        return self.matrix @ np.column_stack([self.rotation, -self.rotation @ self.eye])

    def project(self, points: Array) -> Array:
        """Pixels of points in the table's millimetres, … × 3 → … × 2. A pixel's middle has whole numbers."""
        seen = points @ self._projection[:, :3].T + self._projection[:, 3]
        return np.asarray(seen[..., :2] / seen[..., 2:] - 0.5)

    def mm_to_px(self, height: float = 0.0) -> Array:
        """The homography of the plane at this height above the table."""
        p = self._projection
        flat = np.column_stack([p[:, 0], p[:, 1], p[:, 2] * height + p[:, 3]])
        shift = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
        return np.asarray(shift @ flat / flat[2, 2])

    def px_to_mm(self, height: float = 0.0) -> Array:
        back = np.linalg.inv(self.mm_to_px(height))
        return np.asarray(back / back[2, 2])

    def px_per_mm(self, at: Array) -> float:
        """How large a millimetre looks at this point."""
        return self.focal_px / float((self.rotation @ (at - self.eye))[2])
