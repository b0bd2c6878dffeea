"""Everything about a drawn scene but its dice, by lot: the camera 35 to 90 degrees above the plane, the board turned
any way, the light from anywhere above and of five colours.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import cos, pi, radians, sin

import cv2
import numpy as np

from companion.camera.simulation.lamp import GAMMA, Lighting
from companion.camera.simulation.solids import Array
from companion.camera.simulation.view import HEIGHT, WIDTH, View
from companion.target.profile import TargetProfile
from companion.vision.target.pose import Pose

# Gains of red, green and blue: a bulb, a warm lamp, daylight, a cold lamp, a green tube.
LIGHTS = ((1.0, 0.80, 0.56), (1.0, 0.90, 0.77), (1.0, 1.0, 1.0), (0.86, 0.94, 1.0), (0.92, 1.0, 0.84))
_TABLES = ((146, 104, 66), (120, 84, 56), (60, 74, 62), (70, 70, 84), (188, 176, 160), (44, 40, 40))


@dataclass(frozen=True)
class Camera(View):
    """A camera anywhere above the board, which looks at a point of it."""

    eye_mm: tuple[float, float, float] = (0.0, 0.0, 600.0)
    look_mm: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def eye(self) -> Array:
        return np.array(self.eye_mm)

    @cached_property
    def rotation(self) -> Array:
        forward = np.array([*self.look_mm, 0.0]) - self.eye
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, np.array([0.0, 0.0, 1.0]))
        if np.linalg.norm(right) < 1e-6:
            right = np.array([1.0, 0.0, 0.0])
        right /= np.linalg.norm(right)
        c, s = cos(radians(self.roll_deg)), sin(radians(self.roll_deg))
        roll = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        return np.asarray(roll @ np.stack([right, np.cross(forward, right), forward]))

    @cached_property
    def pose(self) -> Pose:
        """The same as the referee knows poses."""
        flip = np.diag([1.0, -1.0, -1.0])  # the board's y runs down and its z into it
        turn = cv2.Rodrigues(self.rotation @ flip)[0].ravel()
        shift = -self.rotation @ self.eye
        return Pose(
            (float(turn[0]), float(turn[1]), float(turn[2])),
            (float(shift[0]), float(shift[1]), float(shift[2])),
            self.focal_px,
            (WIDTH, HEIGHT),
        )


@dataclass(frozen=True)
class Lamp(Lighting):
    """A lamp anywhere above."""

    towards: tuple[float, float, float] = (-0.42, 0.40, 0.815)
    sky: float = 0.42

    def dull(self, normals: Array, heights: Array, size: float) -> Array:
        up = 0.5 + 0.5 * normals[..., 2]
        lamp = np.array(self.towards)
        key = (1 - self.sky) / lamp[2] * np.maximum(0.0, normals @ lamp)
        open_sky = 0.45 + 0.55 * np.clip(heights / size, 0.0, 1.0)
        from_board = 0.5 * (1 - up)[..., None] * np.asarray(self.felt)
        return np.asarray(((self.sky * up * open_sky + key)[..., None] + from_board) ** (1 / GAMMA))

    def shine(self, points: Array, normals: Array, gloss: float) -> Array:
        to_eye = self.eye - points
        to_eye /= np.sqrt((to_eye**2).sum(axis=-1, keepdims=True))
        mirrored = 2 * (normals * to_eye).sum(axis=-1, keepdims=True) * normals - to_eye
        lamp = np.maximum(0.0, mirrored @ np.array(self.towards)) ** (8 + 60 * gloss)
        return np.asarray(gloss * 0.75 * lamp + 0.04 * gloss)


@dataclass(frozen=True, eq=False)
class Setting:
    """Everything about a scene but its dice."""

    profile: TargetProfile
    camera: Camera
    lamp: Lamp
    light: int  # of LIGHTS
    bright: float
    table: tuple[int, int, int]
    noise: float
    soft: float
    slope: tuple[float, float]  # how much brighter one side is
    seed: int = field(default=0)


def random_setting(
    profile: TargetProfile, rng: np.random.Generator, elevation: float | None = None, light: int | None = None
) -> Setting:
    """A camera, a lamp and a table by lot. The whole board is in the picture."""
    high = radians(float(rng.uniform(35, 90)) if elevation is None else elevation)
    way = float(rng.uniform(0, 2 * pi))
    focal = float(rng.uniform(0.8, 1.1)) * WIDTH
    camera = _framed(profile, high, way, focal, float(rng.normal(0, 3)), float(rng.uniform(0.02, 0.07)))
    lamp_high, lamp_way = radians(float(rng.uniform(38, 80))), float(rng.uniform(0, 2 * pi))
    towards = (cos(lamp_high) * cos(lamp_way), cos(lamp_high) * sin(lamp_way), sin(lamp_high))
    lamp = Lamp((0.25, 0.3, 0.33), camera.eye, towards, float(rng.uniform(0.35, 0.65)))
    return Setting(
        profile,
        camera,
        lamp,
        int(rng.integers(len(LIGHTS))) if light is None else light,
        float(rng.uniform(0.55, 0.98)),
        _TABLES[int(rng.integers(len(_TABLES)))],
        float(rng.uniform(1.5, 4.0)),
        float(rng.uniform(0.45, 0.8)),
        (float(rng.uniform(-0.12, 0.12)), float(rng.uniform(-0.12, 0.12))),
        int(rng.integers(1 << 30)),
    )


def _framed(
    profile: TargetProfile, high: float, way: float, focal: float, roll: float, margin: float
) -> Camera:
    """The nearest camera that sees the whole board."""
    left, top, right, bottom = profile.reach()
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    near, far = 200.0, 4000.0
    best = Camera(eye_mm=(0.0, 0.0, far), focal_px=focal)
    for _ in range(24):
        away = (near + far) / 2
        flat = away * cos(high)
        eye = (flat * cos(way), flat * sin(way), away * sin(high))
        camera = Camera(eye_mm=eye, roll_deg=roll, focal_px=focal)
        for _ in range(3):  # look at what puts the board into the picture's middle
            seen = camera.pose.to_px(corners)
            middle = camera.pose.to_mm((seen.min(axis=0) + seen.max(axis=0)) / 2)
            look = camera.look_mm
            aim = camera.pose.to_mm(np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2]))
            shift = (look[0] + float(middle[0] - aim[0]), look[1] - float(middle[1] - aim[1]))
            camera = replace(camera, look_mm=shift)
        seen = camera.pose.to_px(corners)
        room = margin * HEIGHT
        fits = seen.min() > room and seen[:, 0].max() < WIDTH - room and seen[:, 1].max() < HEIGHT - room
        near, far = (near, away) if fits else (away, far)
        best = camera if fits else best
    return best
