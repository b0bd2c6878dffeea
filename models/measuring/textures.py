"""The skins of test dice and of their tables, and the light around them, as linear pictures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.measuring import marks
from models.measuring.dice import Array, TestDie

Texture = NDArray[np.float32]  # rows × columns × 3, linear; the first row is on top


@dataclass(frozen=True, eq=False)
class Skin:
    """A die's mesh with one sheet for all of its faces."""

    points: NDArray[np.float32]  # three for every triangle, none shared
    normals: NDArray[np.float32]
    places: NDArray[np.float32]  # on the sheet, 0 to 1, right and down
    colour: Texture
    ink: NDArray[np.float32]  # how much of each place on the sheet is mark


def skin(die: TestDie) -> Skin:
    body = die.body
    reach = max(float(np.abs(face.outline / face.radius).max()) for face in body.faces) * 1.08
    columns = int(np.ceil(np.sqrt(len(body.faces))))
    rows = -(-len(body.faces) // columns)
    cell = marks.SIDE
    colour = np.zeros((rows * cell, columns * cell, 3), np.float32)
    ink = np.zeros((rows * cell, columns * cell), np.float32)
    right, down = np.meshgrid(*[(np.arange(cell) + 0.5) / cell * 2 * reach - reach] * 2)
    way = np.random.default_rng(die.seed).uniform(0, 2 * np.pi)
    for k, (face, mark) in enumerate(zip(body.faces, die.inks, strict=True)):
        where = face.centre + face.radius * (right[..., None] * face.u - down[..., None] * face.v)
        laid = _on_cell(mark, reach, cell)
        y, x = k // columns * cell, k % columns * cell
        mix = laid[..., None]
        painted = _body(die, where) * (1 - mix) + np.array(die.ink) * mix
        colour[y : y + cell, x : x + cell] = painted * _carved(laid, die.engraved, way)[..., None]
        ink[y : y + cell, x : x + cell] = laid
    triangles = body.triangles.reshape(-1)
    points, normals = body.vertices[triangles], body.normals[triangles]
    owner = np.repeat(_owners(die), 3)
    axes = [np.array([getattr(face, name) for face in body.faces])[owner] for name in ("centre", "u", "v")]
    radius = np.array([face.radius for face in body.faces])[owner]
    offset = points - axes[0]
    u = (offset * axes[1]).sum(1) / radius
    v = (offset * axes[2]).sum(1) / radius
    inside = 1 - 1 / cell
    across = (np.clip(u / reach, -inside, inside) + 1) / 2
    along = (np.clip(-v / reach, -inside, inside) + 1) / 2
    places = np.stack([(owner % columns + across) / columns, (owner // columns + along) / rows], 1)
    kinds = np.float32
    return Skin(points.astype(kinds), normals.astype(kinds), places.astype(kinds), colour, ink)


def _owners(die: TestDie) -> NDArray[np.int64]:
    """The face whose part of the sheet each triangle shows; a bevel's is the face it leans to most."""
    body = die.body
    middles = body.normals[body.triangles].mean(axis=1)
    nearest = (middles @ np.array([face.normal for face in body.faces]).T).argmax(axis=1)
    return np.where(body.face_of >= 0, body.face_of, nearest).astype(np.int64)


def _on_cell(ink: marks.Mask, reach: float, cell: int) -> marks.Mask:
    scale = 1 / reach
    middle = (cell - 1) / 2
    matrix = np.array([[scale, 0, middle * (1 - scale)], [0, scale, middle * (1 - scale)]])
    return np.asarray(cv2.warpAffine(ink, matrix, (cell, cell), flags=cv2.INTER_LINEAR), np.float32)


def _carved(ink: marks.Mask, depth: float, way: float) -> Array:
    """How bright the walls of a mark are that is cut into the die: one side in the shade, the other lit."""
    walls = cv2.GaussianBlur(ink, (0, 0), 1.8)
    slope = np.cos(way) * cv2.Sobel(walls, cv2.CV_64F, 1, 0) + np.sin(way) * cv2.Sobel(
        walls, cv2.CV_64F, 0, 1
    )
    return np.asarray(np.clip(1 + 0.5 * depth * slope, 0.35, 1.5))


def _body(die: TestDie, where: Array) -> Array:
    main, second = np.array(die.colours[0]), np.array(die.colours[1])
    if die.finish in ("plain", "clear", "metal"):
        return np.broadcast_to(main, where.shape)
    rng = np.random.default_rng(die.seed)
    if die.finish == "speckled":
        share = (_waves(rng, where, 28.0, 7) > 0.75).astype(float)
    else:
        share = np.clip(_waves(rng, where, float(rng.uniform(2.5, 6.0)), 4) * 1.3 + 0.3, 0, 1)
        share *= 0.9 if die.finish == "marbled" else 0.5
    return np.asarray(main + share[..., None] * (second - main))


def _waves(rng: Generator, where: Array, scale: float, count: int) -> Array:
    """A smooth random field in space, about -1 to 1: waves that bend each other."""
    field = np.zeros(where.shape[:-1])
    bent = where * scale
    for _ in range(count):
        way = rng.normal(0, 1, 3)
        field += np.sin(bent @ way + rng.uniform(0, 6.28) + 1.5 * field)
    return field / count * 1.4


# Tables


def table(rng: Generator, side: int = 512) -> tuple[Texture, float]:
    """A table top and how rough it is."""
    kind = str(
        rng.choice(["wood", "felt", "cloth", "board", "stone", "map"], p=[0.3, 0.22, 0.15, 0.1, 0.13, 0.1])
    )
    y, x = np.mgrid[0:side, 0:side] / side
    hue, dark = float(rng.random()), float(rng.uniform(0.15, 0.85))
    fine = cv2.GaussianBlur(rng.normal(0, 1, (side, side)).astype(np.float32), (0, 0), 0.7)
    fine = fine / np.std(fine)
    slow = cv2.resize(
        rng.normal(0, 1, (9, 9)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    if kind == "wood":
        rings = np.sin((y * rng.uniform(8, 30) + 0.35 * slow + 0.15 * np.sin(x * 9)) * 6.28)
        plank = np.floor(y * rng.integers(3, 7)) if rng.random() < 0.6 else np.zeros_like(y)
        value = dark * (1 + 0.13 * rings + 0.05 * fine + 0.1 * np.sin(plank * 17.0))
        return _tinted(value, float(rng.uniform(0.05, 0.11)), float(rng.uniform(0.3, 0.7))), float(
            rng.uniform(0.25, 0.6)
        )
    if kind == "felt":
        return _tinted(dark * (0.6 + 0.09 * fine + 0.03 * slow), hue, float(rng.uniform(0.4, 0.9))), 1.0
    if kind == "cloth":
        many = float(rng.integers(30, 90))
        weave = np.sin(x * many * 6.28) * np.sin(y * many * 6.28)
        stripes = (np.sin(x * rng.uniform(3, 12) * 6.28) > 0.6) * rng.uniform(0, 0.5)
        return _tinted(
            dark * (0.9 + 0.12 * weave + stripes + 0.05 * fine), hue, float(rng.uniform(0, 0.7))
        ), 0.95
    if kind == "board":
        squares = (np.floor(x * 10) + np.floor(y * 10)) % 2
        return _tinted(0.25 + 0.45 * squares + 0.02 * fine, hue, float(rng.uniform(0.1, 0.6))), 0.5
    if kind == "stone":
        veins = np.abs(np.sin((x * 2 + y * 3 + 0.7 * slow) * 6.28)) ** 6
        return _tinted(dark * (0.8 + 0.15 * slow + 0.04 * fine) + 0.2 * veins, hue, 0.08), float(
            rng.uniform(0.15, 0.4)
        )
    land = (slow > 0.1).astype(np.float32)
    lines = (np.abs(np.sin(slow * 9)) < 0.08) * 0.35
    printed = _tinted(0.75 - 0.2 * land - lines + 0.03 * fine, hue, 0.35)
    return printed, 0.7


def _tinted(value: NDArray[np.floating], hue: float, strength: float) -> Texture:
    hsv = np.stack(
        [np.full_like(value, hue * 360), np.full_like(value, strength), np.clip(value, 0.02, 0.95)], 2
    )
    return np.asarray(cv2.cvtColor(hsv.astype(np.float32), cv2.COLOR_HSV2RGB) ** 2.2, np.float32)


# Light


def surroundings(rng: Generator) -> Texture:
    """All around the table, as an equirectangular picture: walls, a ceiling, and windows or lamps in them."""
    height, width = 64, 128
    y, x = np.mgrid[0:height, 0:width]
    up = 1 - y / (height - 1) * 2  # 1 overhead, -1 below
    warm = np.array([1.0, float(rng.uniform(0.82, 1.0)), float(rng.uniform(0.6, 1.05))])
    light = (0.12 + 0.25 * np.clip(up, 0, 1))[..., None] * warm * float(rng.uniform(0.5, 1.6))
    for _ in range(int(rng.integers(1, 4))):
        high = float(rng.uniform(0.25, 0.98))
        middle, span = float(rng.random()) * width, float(rng.uniform(4, 16))
        row = (1 - high) / 2 * height
        # Near the top of the picture a lamp is drawn wider, as the whole row is one point overhead.
        wide = span / max(0.25, np.sqrt(1 - high * high))
        away = np.minimum(np.abs(x - middle), width - np.abs(x - middle)) / wide
        shape = np.maximum(away, np.abs(y - row) / (span * 0.45))
        lamp = np.clip((1 - shape) * 4, 0, 1)[..., None]
        light += (
            lamp
            * np.array([1.0, float(rng.uniform(0.85, 1)), float(rng.uniform(0.65, 1.1))])
            * float(rng.uniform(3, 14))
        )
    return np.asarray(light, np.float32)
