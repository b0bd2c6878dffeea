"""Lays test dice on a table before a camera, and knows where each of them is seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin, tan

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.measuring import textures
from models.measuring.dice import Array, TestDie

Box = tuple[float, float, float, float]
WIDTH, HEIGHT = 384, 288
SMALLEST_PX, LARGEST_PX = 34.0, 95.0  # how long a die is in the picture, about
TRIES = 60


@dataclass(frozen=True, eq=False)
class Thing:
    """Anything that lies on the table: a mesh with a skin, in die sizes, table at height 0."""

    points: NDArray[np.float32]  # three for every triangle
    normals: NDArray[np.float32]
    places: NDArray[np.float32]
    colour: textures.Texture
    height: NDArray[np.float32] | None = None  # a relief, for what is seen from above only
    roughness: float = 0.4
    metallic: float = 0.0
    clear: float = 0.0


@dataclass(frozen=True)
class Camera:
    """Looks at the middle of the table; up in the picture is away from it."""

    distance: float
    slant: float  # degrees off straight down
    view: float  # degrees across the picture

    @property
    def axes(self) -> tuple[Array, Array, Array, Array]:
        """Where it is, and its right, its up and its way into the picture."""
        lean = radians(self.slant)
        eye = self.distance * np.array([0.0, -sin(lean), cos(lean)])
        into = -eye / self.distance
        right = np.array([1.0, 0.0, 0.0])
        return eye, right, np.cross(right, into), into

    def project(self, points: Array) -> Array:
        """Pixels, right and down."""
        eye, right, up, into = self.axes
        offset = points - eye
        scale = WIDTH / 2 / tan(radians(self.view / 2)) / (offset @ into)
        return np.stack([WIDTH / 2 + offset @ right * scale, HEIGHT / 2 - offset @ up * scale], 1)

    def box(self, points: Array | NDArray[np.float32]) -> Box:
        seen = self.project(points.astype(np.float64))
        (x0, y0), (x1, y1) = seen.min(axis=0), seen.max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)


@dataclass(frozen=True)
class TrueDie:
    """What the picture shows of one die."""

    kind: str
    face: str
    box: Box
    name: str
    marked: Array = field(repr=False)  # pixels where the read face has ink,
    bare: Array = field(repr=False)  # and beside it

    def contrast(self, picture: NDArray[np.uint8]) -> float:
        """How far the ink stands out in the picture, in steps of brightness and colour."""
        ink, body = (_seen(picture, places) for places in (self.marked, self.bare))
        return float(np.linalg.norm(ink - body))


def _seen(picture: NDArray[np.uint8], places: Array) -> Array:
    x, y = places.round().astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < picture.shape[1]) & (y < picture.shape[0])
    return np.asarray(picture[y[inside], x[inside]].astype(np.float64).mean(axis=0))


@dataclass(eq=False)
class Scene:
    camera: Camera
    table: textures.Texture
    table_side: float
    roughness: float
    light: textures.Texture
    seed: int
    things: list[Thing] = field(default_factory=list)
    dice: list[TrueDie] = field(default_factory=list)


def empty(rng: Generator, die_px: float) -> Scene:
    """A table, its light and a camera that sees a die so large."""
    view = float(rng.uniform(24, 50))
    slant = float(abs(rng.normal(0, 15)) if rng.random() < 0.6 else rng.uniform(15, 50))
    distance = WIDTH / 2 / tan(radians(view / 2)) / die_px
    surface, rough = textures.table(rng)
    side = max(14.0, 3.0 * distance * tan(radians(view / 2)) / max(0.4, cos(radians(slant))))
    return Scene(
        Camera(distance, slant, view),
        surface,
        side,
        rough,
        textures.surroundings(rng),
        int(rng.integers(1 << 31)),
    )


def with_dice(dice: list[TestDie], seed: int) -> Scene:
    """The dice lie apart and whole in the picture; one for which there is no room is left out."""
    rng = np.random.default_rng(seed)
    scene = empty(rng, float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX)))))
    scene.camera = _near_enough(scene.camera, len(dice))
    spread = scene.camera.distance * tan(radians(scene.camera.view / 2))
    feet: list[tuple[Array, float]] = []
    for die in dice:
        # The solids differ in how large they are drawn: a die's size is from face to face.
        body = die.body
        face = int(rng.integers(len(body.faces)))
        size = float(rng.uniform(0.9, 1.1))
        for _ in range(TRIES):
            turn = body.lying(face, float(rng.uniform(0, 2 * np.pi)))
            standing = size * (body.vertices @ turn.T)
            spot = np.array([*rng.uniform(-spread, spread, 2), -standing[:, 2].min()])
            box = scene.camera.box(standing + spot)
            apart = all(
                np.linalg.norm(spot[:2] - other) > 0.96 * (reach + size * body.outradius)
                for other, reach in feet
            )
            if apart and inside(box) and all(_cover(box, other.box) < 0.12 for other in scene.dice):
                feet.append((spot[:2], size * body.outradius))
                scene.things.append(_laid(die, size * turn, spot))
                marked, bare = (
                    scene.camera.project(size * (points @ turn.T) + spot) for points in _ink_points(die, face)
                )
                scene.dice.append(TrueDie(die.kind, die.faces[face], box, die.name, marked, bare))
                break
    return scene


def _ink_points(die: TestDie, face: int) -> tuple[Array, Array]:
    """On the die: places with ink, and places close by without."""
    ink, plane = die.inks[face], die.body.faces[face]
    near = cv2.dilate(ink, np.ones((25, 25), np.uint8))
    side = ink.shape[0]
    found = []
    for mask in (ink > 0.9, (ink < 0.05) & (near > 0.9)):
        rows, columns = np.nonzero(mask)
        x, y = (columns + 0.5) / side * 2 - 1, 1 - (rows + 0.5) / side * 2
        found.append(plane.centre + plane.radius * (x[:, None] * plane.u + y[:, None] * plane.v))
    return found[0], found[1]


def inside(box: Box) -> bool:
    """Is all of it in the picture?"""
    return box[0] > 3 and box[1] > 3 and box[2] < WIDTH - 3 and box[3] < HEIGHT - 3


def _near_enough(camera: Camera, dice: int) -> Camera:
    """Many dice need room: no larger than what lets them lie apart."""
    most = 0.62 * np.sqrt(WIDTH * HEIGHT / max(1, dice)) / 1.5
    now = WIDTH / 2 / tan(radians(camera.view / 2)) / camera.distance
    return Camera(camera.distance * max(1.0, now / most), camera.slant, camera.view)


def _laid(die: TestDie, turn: Array, spot: Array) -> Thing:
    worn = textures.skin(die)
    normals = worn.normals @ turn.T
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Thing(
        (worn.points @ turn.T + spot).astype(np.float32),
        normals.astype(np.float32),
        worn.places,
        worn.colour,
        roughness=die.roughness,
        metallic={"metal": 1.0, "pearly": 0.35}.get(die.finish, 0.0),
        clear=0.45 if die.finish == "clear" else 0.0,
    )


def _cover(a: Box, b: Box) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    smaller = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return max(0.0, width) * max(0.0, height) / smaller
