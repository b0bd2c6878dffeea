"""A small drawing board for face marks: coordinates from -1 to 1, y upwards, smooth edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.float32]  # pixels × pixels, 0 to 1
Point = tuple[float, float]

_FINER = 4  # drawn this much larger and averaged down: edges as smooth as print
_SHIFT = 4  # OpenCV takes points in sixteenths of a pixel


class Canvas:
    """Draw shapes, cut shapes away, take the mask. `scale` shrinks the drawing about its middle."""

    def __init__(self, pixels: int, scale: float = 1.0) -> None:
        self.pixels = pixels
        self.scale = scale
        self.fine = pixels * _FINER
        self.board = np.zeros((self.fine, self.fine), np.uint8)

    def mask(self) -> Mask:
        small = cv2.resize(self.board, (self.pixels, self.pixels), interpolation=cv2.INTER_AREA)
        return np.asarray(small / np.float32(255), np.float32)

    def polygon(self, points: Sequence[Point], cut: bool = False) -> None:
        cv2.fillPoly(self.board, [self._place(points)], self._ink(cut), cv2.LINE_8, _SHIFT)

    def disc(self, middle: Point, radius: float, cut: bool = False) -> None:
        self.polygon(circle(middle, radius), cut)

    def ring(self, middle: Point, radius: float, width: float, cut: bool = False) -> None:
        self.stroke([*circle(middle, radius), (middle[0] + radius, middle[1])], width, cut)

    def stroke(self, points: Sequence[Point], width: float, cut: bool = False) -> None:
        """A line with round ends and joints."""
        thick = max(1, round(width * self.scale * self.fine / 2))
        placed = self._place(points)
        cv2.polylines(self.board, [placed], False, self._ink(cut), thick, cv2.LINE_8, _SHIFT)

    def _place(self, points: Iterable[Point]) -> NDArray[np.int32]:
        spots = np.array(list(points), np.float64) * self.scale
        half = self.fine / 2
        pixels = np.stack([half * (1 + spots[:, 0]) - 0.5, half * (1 - spots[:, 1]) - 0.5], axis=1)
        return np.round(pixels * (1 << _SHIFT)).astype(np.int32)

    @staticmethod
    def _ink(cut: bool) -> int:
        return 0 if cut else 255


def circle(middle: Point, radius: float, steps: int = 72) -> list[Point]:
    return arc(middle, radius, 0.0, 360.0, steps)[:-1]


def arc(middle: Point, radius: float, start: float, end: float, steps: int = 36) -> list[Point]:
    """Points along an arc, angles in degrees, counter-clockwise from the right."""
    angles = np.radians(np.linspace(start, end, steps + 1))
    return [(middle[0] + radius * float(np.cos(a)), middle[1] + radius * float(np.sin(a))) for a in angles]


def mirrored(right: Sequence[Point]) -> list[Point]:
    """A shape that is the same left and right, from its right half drawn from top to bottom."""
    return [*right, *((-x, y) for x, y in reversed(right))]


def spun(points: Sequence[Point], degrees: float) -> list[Point]:
    a = np.radians(degrees)
    c, s = float(np.cos(a)), float(np.sin(a))
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def curve(start: Point, bend: Point, end: Point, steps: int = 16) -> list[Point]:
    """A quadratic curve that leaves start towards bend and arrives at end."""
    found = []
    for t in np.linspace(0.0, 1.0, steps + 1):
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        found.append((a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1]))
    return [(float(x), float(y)) for x, y in found]
