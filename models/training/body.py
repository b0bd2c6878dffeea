"""The body of a training die: the shared solid, its edges softened, its corners cut by a ball where wanted.

The surface is the smooth maximum of the face planes (and of the ball), met along rays from the middle,
so that one number goes from a sharp casino die to a worn pebble. The shader takes the exact normal from
the same formula; the mesh only has to be near.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.solids import ShapeName, Solid, solid

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Body:
    solid: Solid
    sharpness: float  # of the smooth maximum; an edge is cut back by ln 2 / sharpness
    ball: float  # radius of the ball that cuts the corners; large: none
    points: NDArray[np.float32]
    triangles: NDArray[np.int32]
    coarse_points: NDArray[np.float32]
    coarse_triangles: NDArray[np.int32]


@cache
def body(shape: ShapeName, sharpness: float, ball: float) -> Body:
    die = solid(shape, 0.0)
    directions, triangles = _sphere(5)
    coarse, coarse_triangles = _sphere(3)
    return Body(
        die,
        sharpness,
        ball,
        _surface(die, directions, sharpness, ball),
        triangles,
        _surface(die, coarse, sharpness, ball),
        coarse_triangles,
    )


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
