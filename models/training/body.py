"""The body of a training die: the shared solid, its edges softened, its corners cut by a ball where wanted.

The surface is the smooth maximum of the face planes (and of the ball), met along rays from the middle,
so that one number goes from a sharp casino die to a worn pebble. The shader takes the exact normal from
the same formula; the mesh only has to be near.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.solids import Face, ShapeName, Solid, solid

Array = NDArray[np.float64]
BodyName = ShapeName | Literal["disc"]
DISC_SIDES = 18  # with top and bottom as many faces as the shader takes; softened edges make it round


@dataclass(frozen=True, eq=False)
class Body:
    name: BodyName
    solid: Solid
    sharpness: float  # of the smooth maximum; an edge is cut back by ln 2 / sharpness
    ball: float  # radius of the ball that cuts the corners; large: none
    points: NDArray[np.float32]
    triangles: NDArray[np.int32]
    coarse_points: NDArray[np.float32]
    coarse_triangles: NDArray[np.int32]


@cache
def body(shape: BodyName, sharpness: float, ball: float) -> Body:
    die = _disc() if shape == "disc" else solid(shape, 0.0)
    directions, triangles = _sphere(5)
    coarse, coarse_triangles = _sphere(3)
    return Body(
        shape,
        die,
        sharpness,
        ball,
        _surface(die, directions, sharpness, ball),
        triangles,
        _surface(die, coarse, sharpness, ball),
        coarse_triangles,
    )


def _disc() -> Solid:
    """A round block as high as it is wide; tokens, chips and coins are flatter ones."""
    turns = np.arange(DISC_SIDES) * 2 * np.pi / DISC_SIDES
    outward = np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
    half = np.pi / DISC_SIDES
    ring = np.stack([np.cos(turns + half), np.sin(turns + half), 0 * turns], axis=1) * 0.5 / np.cos(half)
    up, right = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])
    above, below = ring + 0.5 * up, ring - 0.5 * up
    faces = [
        Face(0.5 * up, up, right, np.cross(up, right), above, 0.5),
        Face(-0.5 * up, -up, right, np.cross(-up, right), below[::-1], 0.5),
    ]
    for k, way in enumerate(outward):
        wall = np.stack([below[k - 1], below[k], above[k], above[k - 1]])
        faces.append(Face(0.5 * way, way, np.cross(up, way), up, wall, 0.5))
    return replace(solid("d6", 0.0), vertices=np.concatenate([above, below]), faces=tuple(faces))


def _surface(die: Solid, directions: Array, sharpness: float, ball: float) -> NDArray[np.float32]:
    normals = np.array([face.normal for face in die.faces])
    near = np.zeros(len(directions))
    far = np.full(len(directions), 2.0)
    slopes = directions @ normals.T
    for _ in range(18):
        middle = (near + far) / 2
        heights = np.concatenate([middle[:, None] * slopes - die.inradius, (middle - ball)[:, None]], axis=1)
        top = heights.max(axis=1)
        value = top + np.log(np.exp(sharpness * (heights - top[:, None])).sum(axis=1)) / sharpness
        far = np.where(value > 0, middle, far)
        near = np.where(value > 0, near, middle)
    return (directions * ((near + far) / 2)[:, None]).astype(np.float32)


@cache
def _sphere(times: int) -> tuple[Array, NDArray[np.int32]]:
    """Directions spread evenly: an icosahedron's triangles, cut in four again and again."""
    start = solid("d20", 0.0)
    corners = {tuple(np.round(p, 6)): p for face in start.faces for p in face.polygon}
    points = [p / np.linalg.norm(p) for p in corners.values()]
    index = {key: k for k, key in enumerate(corners)}
    triangles = [tuple(index[tuple(np.round(p, 6))] for p in face.polygon) for face in start.faces]
    for _ in range(times):
        halves: dict[tuple[int, int], int] = {}

        def half(a: int, b: int, halves: dict[tuple[int, int], int] = halves) -> int:
            key = (min(a, b), max(a, b))
            if key not in halves:
                middle = points[a] + points[b]
                halves[key] = len(points)
                points.append(middle / np.linalg.norm(middle))
            return halves[key]

        finer: list[tuple[int, ...]] = []
        for a, b, c in triangles:
            ab, bc, ca = half(a, b), half(b, c), half(c, a)
            finer += [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        triangles = finer
    return np.array(points), np.array(triangles, np.int32)
