"""One geometry of dice, for the simulated table and for the pictures the reader is trained on.

A die is a polyhedron that was shrunk and then swept by a ball: its faces stay flat and stay where
they were, its edges and corners become truly round. The unit is the distance from a face to the
opposite face (for the d4, which has none, its height), so a 16 mm die is the solid times 16.
The axes are right-handed; z is up when a die lies on a table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Rings = tuple[tuple[int, ...], ...]
ShapeName = Literal["d4", "d6", "d8", "d10", "d12", "d20"]

SHAPES: tuple[ShapeName, ...] = ("d4", "d6", "d8", "d10", "d12", "d20")
MOST_ROUNDED = 0.6  # beyond this hardly any flat face is left to carry a mark
BEVEL_SEGMENTS = 4

_GOLDEN = (1 + sqrt(5)) / 2


@dataclass(frozen=True, eq=False)
class Face:
    """The flat part of one side. A point of its plane is `centre + x * u + y * v`."""

    centre: Array  # the middle of its inscribed circle
    normal: Array  # outward
    u: Array  # to the right, for an eye that looks at the face from outside
    v: Array  # up
    polygon: Array  # corners × 3, counter-clockwise from outside
    radius: float  # of the inscribed circle: the square of ± radius along u and v carries the mark

    @property
    def outline(self) -> Array:
        """The polygon in the face's own axes, corners × 2."""
        offsets = self.polygon - self.centre
        return np.stack([offsets @ self.u, offsets @ self.v], axis=1)


@dataclass(frozen=True, eq=False)
class Solid:
    """A die's body as a closed mesh and as a set of faces."""

    shape: ShapeName
    rounding: float
    vertices: Array  # V × 3
    normals: Array  # V × 3, outward, smooth over the bevels
    triangles: Indices  # T × 3, counter-clockwise from outside
    face_of: Indices  # T: index of the face, or -1 on a bevel
    uv: Array  # T × 3 × 2: place of each corner on its face, in units of its radius; zero on bevels
    faces: tuple[Face, ...]  # where sides lie opposite each other, 2k and 2k + 1 do
    neighbours: Rings  # faces that share an edge, counter-clockwise

    @property
    def inradius(self) -> float:
        """From the middle to every face: how high the middle of a resting die lies."""
        return float(self.faces[0].centre @ self.faces[0].normal)

    @property
    def outradius(self) -> float:
        return float(np.linalg.norm(self.vertices, axis=1).max())

    def lying(self, face: int, angle: float = 0.0) -> Array:
        """The rotation that lays the die so that `face` is read; its `u` then points at `angle` radians.

        That is the face on top; a d4 has no top face and is read by the one it lies on.
        """
        plane = self.faces[face]
        down = self.shape == "d4"
        c, s = float(np.cos(angle)), float(np.sin(angle))
        to = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        if down:
            to = to @ np.diag([1.0, -1.0, -1.0])
        return to @ np.stack([plane.u, plane.v, plane.normal])

    def read_face(self, rotation: Array) -> int:
        """The face that is read when the die lies so: the one nearest to the top (d4: to the table)."""
        heights = np.array([(rotation @ face.normal)[2] for face in self.faces])
        return int(np.argmin(heights) if self.shape == "d4" else np.argmax(heights))


@cache
def solid(shape: ShapeName, rounding: float = 0.15, segments: int = BEVEL_SEGMENTS) -> Solid:
    """The body of a die. `rounding` is the ball's radius over the inradius: 0 is sharp, 0.35 very round."""
    if not 0.0 <= rounding <= MOST_ROUNDED:
        raise ValueError(f"rounding must be from 0 to {MOST_ROUNDED}, not {rounding}")
    corners, polygons = _polyhedron(shape)
    normals = np.array([_normal(corners[list(p)]) for p in polygons])
    inradius = float(corners[polygons[0][0]] @ normals[0])
    ball = rounding * inradius
    core = corners * (1.0 - rounding)

    faces = tuple(_face(core[list(p)] + ball * n, n) for p, n in zip(polygons, normals, strict=True))
    mesh = _Mesh()
    for index, face in enumerate(faces):
        mesh.fan(face, index)
    if rounding > 0.0:
        for a, b, left, right in _edges(polygons):
            mesh.edge(core[a], core[b], normals[left], normals[right], ball, segments)
        for corner in range(len(core)):
            around = _faces_around(corner, polygons, corners)
            for left, right in zip(around, around[1:] + around[:1], strict=True):
                mesh.corner(core[corner], normals[around], normals[left], normals[right], ball, segments)
    return mesh.close(shape, rounding, faces, _neighbours(polygons))


# How the mesh is put together.


class _Mesh:
    """Collects triangles; corners at the same place with the same normal become one vertex."""

    def __init__(self) -> None:
        self.index: dict[tuple[float, ...], int] = {}
        self.points: list[Array] = []
        self.normals: list[Array] = []
        self.triangles: list[tuple[int, int, int]] = []
        self.face_of: list[int] = []
        self.uv: list[Array] = []

    def vertex(self, point: Array, normal: Array) -> int:
        # Added zero: -0.0 and 0.0 must be the same key.
        key = tuple(np.round(np.concatenate([point, normal]), 7) + 0.0)
        if key not in self.index:
            self.index[key] = len(self.points)
            self.points.append(point)
            self.normals.append(normal)
        return self.index[key]

    def triangle(self, a: int, b: int, c: int, face: int = -1, uv: Array | None = None) -> None:
        if len({a, b, c}) == 3:
            self.triangles.append((a, b, c))
            self.face_of.append(face)
            self.uv.append(np.zeros((3, 2)) if uv is None else uv)

    def fan(self, face: Face, index: int) -> None:
        middle = self.vertex(face.centre, face.normal)
        ring = [self.vertex(corner, face.normal) for corner in face.polygon]
        places = face.outline / face.radius
        for k in range(len(ring)):
            after = (k + 1) % len(ring)
            uv = np.stack([np.zeros(2), places[k], places[after]])
            self.triangle(middle, ring[k], ring[after], index, uv)

    def edge(self, a: Array, b: Array, left: Array, right: Array, ball: float, segments: int) -> None:
        """A strip of a cylinder between two faces; the left one has the edge running from a to b."""
        directions = [_unit(left + (right - left) * (k / segments)) for k in range(segments + 1)]
        from_a = [self.vertex(a + ball * n, n) for n in directions]
        from_b = [self.vertex(b + ball * n, n) for n in directions]
        for k in range(segments):
            self.triangle(from_a[k], from_a[k + 1], from_b[k + 1])
            self.triangle(from_a[k], from_b[k + 1], from_b[k])

    def corner(self, at: Array, around: Array, left: Array, right: Array, ball: float, segments: int) -> None:
        """The part of a ball between the corner's middle direction and two neighbouring faces."""
        middle = _unit(around.sum(axis=0))

        def grid(row: int, column: int) -> int:
            n = _unit(middle * (segments - row) + left * (row - column) + right * column)
            return self.vertex(at + ball * n, n)

        for row in range(segments):
            for column in range(row + 1):
                self.triangle(grid(row, column), grid(row + 1, column), grid(row + 1, column + 1))
                if column < row:
                    self.triangle(grid(row, column), grid(row + 1, column + 1), grid(row, column + 1))

    def close(self, shape: ShapeName, rounding: float, faces: tuple[Face, ...], neighbours: Rings) -> Solid:
        triangles = np.array(self.triangles, dtype=np.int64)
        face_of = np.array(self.face_of, dtype=np.int64)
        points, normals, uv = np.array(self.points), np.array(self.normals), np.array(self.uv)
        return Solid(shape, rounding, points, normals, triangles, face_of, uv, faces, neighbours)


def _face(polygon: Array, normal: Array) -> Face:
    # The middle of the inscribed circle is as far from every side: one linear equation a side.
    sides = np.roll(polygon, -1, axis=0) - polygon
    outward = np.cross(sides, normal)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    v = _unit(polygon[0] - polygon.mean(axis=0))  # up is towards a corner,
    if len(polygon) == 4 and np.allclose(np.linalg.norm(sides, axis=1), np.linalg.norm(sides[0])):
        v = _unit(polygon[0] + polygon[1] - 2 * polygon.mean(axis=0))  # on a square towards a side
    u = np.cross(v, normal)
    system = np.column_stack([outward @ u, outward @ v, np.ones(len(polygon))])
    x, y, radius = np.linalg.lstsq(system, ((polygon - polygon[0]) * outward).sum(axis=1), rcond=None)[0]
    return Face(polygon[0] + x * u + y * v, normal, u, v, polygon, float(radius))


def _polyhedron(shape: ShapeName) -> tuple[Array, list[tuple[int, ...]]]:
    """Corners, and each face as a counter-clockwise ring of them; opposite faces paired."""
    corners, normals = _CORNERS[shape]()
    normals = np.array([_unit(n) for n in normals])
    polygons = []
    for normal in normals:
        heights = corners @ normal
        ring = np.flatnonzero(heights > heights.max() - 1e-6)
        across = _unit(corners[ring[0]] - corners[ring].mean(axis=0))
        along = np.cross(normal, across)
        offsets = corners[ring] - corners[ring].mean(axis=0)
        order = np.argsort(np.round(np.arctan2(offsets @ along, offsets @ across) % (2 * pi), 6))
        polygons.append(tuple(int(i) for i in ring[order]))
    inradius = float(corners[polygons[0][0]] @ normals[0])
    # A d4 stands 4 inradii high, every other shape is two from face to face.
    return corners / (inradius * (4.0 if shape == "d4" else 2.0)), polygons


def _signs(*values: float) -> list[tuple[float, ...]]:
    """All ways to choose the signs, so that a vector is followed by its opposite."""
    found: list[tuple[float, ...]] = []
    for bits in range(1 << len(values)):
        vector = tuple(-x if bits >> k & 1 and x else x for k, x in enumerate(values))
        opposite = tuple(-x if x else x for x in vector)
        if vector not in found:
            found += [vector, opposite]
    return found


def _turned(values: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Each vector also with its axes in the two other cyclic orders."""
    return [v[k:] + v[:k] for k in range(3) for v in values]


def _icosahedron() -> Array:
    return np.array(_turned(_signs(0.0, 1.0, _GOLDEN)))


def _dodecahedron() -> Array:
    return np.array(_signs(1.0, 1.0, 1.0) + _turned(_signs(0.0, _GOLDEN, 1 / _GOLDEN)))


def _cube() -> Array:
    return np.array(_signs(1.0, 1.0, 1.0))


def _octahedron() -> Array:
    return np.array([(1.0, 0, 0), (-1.0, 0, 0), (0, 1.0, 0), (0, -1.0, 0), (0, 0, 1.0), (0, 0, -1.0)])


def _tetrahedron() -> Array:
    return np.array([(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)])


def _trapezohedron() -> tuple[Array, Array]:
    """The d10: two poles and ten corners that zigzag about the equator, so high that the kites are flat."""
    tenth = pi / 5
    zigzag = (1 - cos(tenth)) / (1 + cos(tenth))
    ring = [(np.cos(k * tenth), np.sin(k * tenth), zigzag if k % 2 else -zigzag) for k in range(10)]
    corners = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), *ring])
    normals = []
    for k in range(0, 10, 2):  # an upper kite hangs from the pole down to corner k
        upper = _normal(np.array([corners[0], ring[(k - 1) % 10], ring[k]]))
        normals += [upper, -upper]
    return corners, np.array(normals)


_CORNERS: dict[ShapeName, Callable[[], tuple[Array, Array]]] = {
    "d4": lambda: (_tetrahedron(), -_tetrahedron()),
    "d6": lambda: (_cube(), _octahedron()),
    "d8": lambda: (_octahedron(), _cube()),
    "d10": _trapezohedron,
    "d12": lambda: (_dodecahedron(), _icosahedron()),
    "d20": lambda: (_icosahedron(), _dodecahedron()),
}


def _unit(vector: Array) -> Array:
    return vector / np.linalg.norm(vector)


def _normal(ring: Array) -> Array:
    normal = _unit(np.cross(ring[1] - ring[0], ring[2] - ring[1]))
    return normal if normal @ ring.mean(axis=0) > 0 else -normal


def _edges(polygons: list[tuple[int, ...]]) -> list[tuple[int, int, int, int]]:
    """(from, to, left face, right face) of every edge once."""
    owner = {(p[k], p[(k + 1) % len(p)]): face for face, p in enumerate(polygons) for k in range(len(p))}
    return [(a, b, left, owner[b, a]) for (a, b), left in owner.items() if a < b]


def _neighbours(polygons: list[tuple[int, ...]]) -> Rings:
    owner = {(p[k], p[(k + 1) % len(p)]): face for face, p in enumerate(polygons) for k in range(len(p))}
    return tuple(tuple(owner[p[(k + 1) % len(p)], p[k]] for k in range(len(p))) for p in polygons)


def _faces_around(corner: int, polygons: list[tuple[int, ...]], corners: Array) -> list[int]:
    """The faces that meet at a corner, counter-clockwise from outside."""
    near = [k for k, p in enumerate(polygons) if corner in p]
    axis = _unit(corners[corner])
    across = _unit(np.cross(axis, corners[list(polygons[near[0]])].mean(axis=0)))
    along = np.cross(axis, across)
    middles = [corners[list(polygons[k])].mean(axis=0) for k in near]
    angles = [float(np.arctan2(m @ along, m @ across)) for m in middles]
    return [k for _, k in sorted(zip(angles, near, strict=True))]
