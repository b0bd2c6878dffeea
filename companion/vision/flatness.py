"""Does a d6 lie flat? The picture's edges are held against those of a flat die, as the camera would see it.

A die that leans on another die or on the rim looks much like a flat one: its box is hardly larger, and its
top face can be read. But no flat die has all its edges where a leaning one has them. A flat die is moved,
turned and sized a little until its visible edges lie on the picture's edges as well as they can; how well
that is, is the flatness.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.dice import DieReading
from companion.vision.table import TablePlane

Array = NDArray[np.float64]

AROUND_PX = 12  # of the picture around the box that is looked at
STRONG = 80  # percentile of the gradient from which an edge is an edge; stronger ones count no more
POINTS = np.linspace(0.12, 0.88, 10)  # along an edge; its ends are rounded off
BESIDE_PX = (-1.2, 0.0, 1.2)  # an edge may lie this much beside
SHORT_PX, LONG_PX = 5.0, 40.0  # a shorter edge tells nothing; a longer one counts as much as this
TRIES, ROUNDS, BEST = 100, 4, 8  # dice tried in a round, rounds, and how many go on to the next
REACH = np.array([1.5, 1.5, 0.03, 14.0])  # how far tries scatter: mm, mm, share of the size, degrees
NARROWER = 0.55  # from round to round
SIZE_FREE = 0.06

_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)])
_EDGES = np.array(
    [(a, b) for a in range(8) for b in range(a + 1, 8) if (_CORNERS[a] != _CORNERS[b]).sum() == 1]
)
_SIDES = np.array([(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
# For each edge, the side faces it belongs to; the four edges above are always in view.
_OF_SIDE = np.array(
    [[all(_CORNERS[corner, :2] @ side > 0.4 for corner in edge) for side in _SIDES] for edge in _EDGES]
)
_ABOVE = np.array([all(_CORNERS[corner, 2] == 1 for corner in edge) for edge in _EDGES])


def flatness(picture: Picture, plane: TablePlane, reading: DieReading, size_mm: float) -> float:
    """1 when every edge of a flat die is where it should be. The camera's place must be known."""
    edges, corner = _edges(picture, reading)
    chance = np.random.default_rng(0)  # the same die is judged the same every time
    middle = np.array([*reading.place_mm, size_mm, reading.angle_deg])
    reach = REACH * (1.0, 1.0, size_mm, 1.0)
    tries = middle + chance.normal(size=(TRIES, 4)) * reach
    tries[0] = middle
    best = 0.0
    for _ in range(ROUNDS):
        tries[:, 2] = tries[:, 2].clip(size_mm * (1 - SIZE_FREE), size_mm * (1 + SIZE_FREE))
        scores = _fit(edges, corner, plane, tries)
        order = np.argsort(-scores)[:BEST]
        best = max(best, float(scores[order[0]]))
        reach = reach * NARROWER
        again = tries[order][chance.integers(0, BEST, TRIES - BEST)]
        tries = np.concatenate([tries[order], again + chance.normal(size=again.shape) * reach])
    return best


def _edges(picture: Picture, reading: DieReading) -> tuple[Array, Array]:
    """Gradients around a die, of length 0 to 1, and where their picture begins."""
    left, top = (max(0, int(side) - AROUND_PX) for side in reading.box[:2])
    right, bottom = (int(side) + AROUND_PX for side in reading.box[2:])
    soft = cv2.GaussianBlur(picture[top:bottom, left:right], (0, 0), 0.8).astype(np.float32)
    across, down = cv2.Scharr(soft, cv2.CV_32F, 1, 0), cv2.Scharr(soft, cv2.CV_32F, 0, 1)
    colour = np.argmax(across**2 + down**2, axis=2)[:, :, None]
    gradient = np.concatenate([np.take_along_axis(g, colour, axis=2) for g in (across, down)], axis=2)
    length = np.hypot(gradient[:, :, 0], gradient[:, :, 1]) + 1e-6
    strong = float(np.percentile(length, STRONG)) + 1e-6
    unit = gradient * (np.minimum(1.0, length / strong) / length)[:, :, None]
    return np.asarray(unit, np.float64), np.array([left, top], np.float64)


def _fit(edges: Array, corner: Array, plane: TablePlane, tries: Array) -> Array:
    """How well each tried die (x, y, size, angle) fits: the mean over its visible edges."""
    assert plane.camera_mm is not None
    seen, sides_seen = _project(plane, tries)
    visible = _ABOVE | (sides_seen[:, None, :] & _OF_SIDE).any(axis=2)
    start, end = seen[:, _EDGES[:, 0]] - corner, seen[:, _EDGES[:, 1]] - corner
    along = end - start
    length = np.hypot(along[..., 0], along[..., 1]) + 1e-6
    normal = np.stack([-along[..., 1], along[..., 0]], axis=-1) / length[..., None]
    points = start[:, :, None] + POINTS[:, None] * along[:, :, None]
    found = np.zeros(points.shape[:3])
    height, width = edges.shape[:2]
    for beside in BESIDE_PX:
        place = np.rint(points + beside * normal[:, :, None]).astype(np.intp)
        gradient = edges[place[..., 1].clip(0, height - 1), place[..., 0].clip(0, width - 1)]
        found = np.maximum(found, np.abs((gradient * normal[:, :, None]).sum(axis=-1)))
    weight = np.where(visible & (length >= SHORT_PX), np.minimum(length, LONG_PX), 0.0)
    fits: Array = (found.mean(axis=2) * weight).sum(axis=1) / (weight.sum(axis=1) + 1e-6)
    return fits


def _project(plane: TablePlane, tries: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Corners in pixels, and which of the four sides face the camera."""
    assert plane.camera_mm is not None
    above_x, above_y, above = plane.camera_mm
    x, y, size, angle = tries[:, 0:1], tries[:, 1:2], tries[:, 2:3], np.radians(tries[:, 3:4])
    cos, sin = np.cos(angle), np.sin(angle)
    lean = above / (above - size * _CORNERS[:, 2])
    ground_x = x + size * (cos * _CORNERS[:, 0] - sin * _CORNERS[:, 1])
    ground_y = y + size * (sin * _CORNERS[:, 0] + cos * _CORNERS[:, 1])
    table = np.stack([above_x + (ground_x - above_x) * lean, above_y + (ground_y - above_y) * lean])
    mm_to_px = np.linalg.inv(plane.px_to_mm)
    u, v, w = np.einsum("ij,jkc->ikc", mm_to_px, np.concatenate([table, np.ones((1, *lean.shape))]))
    out_x = cos * _SIDES[:, 0] - sin * _SIDES[:, 1]
    out_y = sin * _SIDES[:, 0] + cos * _SIDES[:, 1]
    # A side is seen when the camera stands in front of it.
    ahead = (above_x - x) * out_x + (above_y - y) * out_y - size / 2
    return np.stack([u / w, v / w], axis=2), ahead > 0
