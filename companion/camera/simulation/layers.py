"""Pieces of picture that are laid over the table: sprites, shadows, and how they smear when they move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.view import HEIGHT, WIDTH
from companion.camera.source import Picture

_Slices = tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece to lay at (x, y): colour times coverage, and what is left of the picture below (255: all)."""

    x: int
    y: int
    colour: Picture
    left: Picture  # three equal planes: OpenCV multiplies like with like


@dataclass(frozen=True, slots=True)
class Shade:
    """A shadow to multiply onto the picture at (x, y): 255 leaves it as it is."""

    x: int
    y: int
    left: Picture


NO_SHADE = Shade(0, 0, np.full((1, 1, 3), 255, np.uint8))


def sprite(x: int, y: int, colour: NDArray[Any], cover: NDArray[Any]) -> Sprite:
    """From colours already multiplied by their coverage."""
    return Sprite(x, y, np.asarray(colour, np.uint8), threefold(cv2.bitwise_not(cover)))


def shade(x: int, y: int, left: NDArray[Any]) -> Shade:
    return Shade(x, y, threefold(left))


def threefold(plane: NDArray[Any]) -> Picture:
    return np.asarray(cv2.merge([plane, plane, plane]), np.uint8)


def lay(picture: Picture, piece: Sprite) -> None:
    """Put a sprite over the picture."""
    part = _window(piece.x, piece.y, piece.left.shape)
    if part is not None:
        there, here = part
        ground = cv2.multiply(picture[there], piece.left[here], scale=1 / 255)
        cv2.add(ground, piece.colour[here], dst=picture[there])


def darken(picture: Picture, shadow: Shade) -> None:
    """Let a shadow fall on the picture."""
    part = _window(shadow.x, shadow.y, shadow.left.shape)
    if part is not None:
        there, here = part
        cv2.multiply(picture[there], shadow.left[here], dst=picture[there], scale=1 / 255)


def smear(first: Sprite, second: Sprite, dx: float, dy: float, apart: bool = False) -> Sprite:
    """A moving thing as an open shutter sees it: it goes (dx, dy) pixels while the shutter is open.

    `first` and `second` are the same sprite, painted at the middle of the exposure; or, with `apart`, the
    thing at a quarter and at three quarters of it, turned as it is then. Each step lays the picture over
    itself half as far: sixteen exposures in four steps.
    """
    margin = int(max(abs(dx), abs(dy)) / 2) + 4
    x0, y0 = min(first.x, second.x) - margin, min(first.y, second.y) - margin
    x1 = max(first.x + first.left.shape[1], second.x + second.left.shape[1]) + margin
    y1 = max(first.y + first.left.shape[0], second.y + second.left.shape[0]) + margin
    planes = []
    for beyond, parts in ((0, (first.colour, second.colour)), (255, (first.left, second.left))):
        plane = _on_board(parts[0], first.x - x0, first.y - y0, (y1 - y0, x1 - x0), beyond)
        if apart:
            plane = _mean(plane, _on_board(parts[1], second.x - x0, second.y - y0, plane.shape[:2], beyond))
        share = 0.125 if apart else 0.25
        while max(abs(dx), abs(dy)) * share > 0.3 and share > 0.02:
            plane = _doubled(plane, round(dx * share), round(dy * share))
            share /= 2
        planes.append(plane)
    return Sprite(x0, y0, planes[0], planes[1])


def _on_board(part: Picture, x: int, y: int, size: tuple[int, ...], beyond: int) -> Picture:
    board = np.full((size[0], size[1], 3), beyond, np.uint8)
    board[y : y + part.shape[0], x : x + part.shape[1]] = part
    return board


def _doubled(plane: Picture, dx: int, dy: int) -> Picture:
    """The plane's mean with itself, moved by (dx, dy) forth and back; its edge is empty and stays."""
    m = max(abs(dx), abs(dy), 1)
    height, width = plane.shape[:2]
    forth = plane[m - dy : height - m - dy, m - dx : width - m - dx]
    back = plane[m + dy : height - m + dy, m + dx : width - m + dx]
    moved = plane.copy()
    moved[m : height - m, m : width - m] = _mean(forth, back)
    return moved


def _mean(a: NDArray[Any], b: NDArray[Any]) -> Picture:
    return np.asarray(cv2.addWeighted(a, 0.5, b, 0.5, 0), np.uint8)


def _window(x: int, y: int, shape: tuple[int, ...]) -> tuple[_Slices, _Slices] | None:
    """Where a piece lies in the picture, and which part of it is inside; None when none is."""
    left, top = max(0, x), max(0, y)
    right, bottom = min(WIDTH, x + shape[1]), min(HEIGHT, y + shape[0])
    if left >= right or top >= bottom:
        return None
    return (slice(top, bottom), slice(left, right)), (slice(top - y, bottom - y), slice(left - x, right - x))
