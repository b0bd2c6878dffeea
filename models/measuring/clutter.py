"""Tables without dice: chips, coins, tokens, dominoes, cards, cups and pencils, in die sizes (16 mm)."""

from __future__ import annotations

import colorsys
from itertools import pairwise
from math import radians, tan

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.measuring import marks, scenes
from models.measuring.dice import Array, Colour
from models.measuring.scenes import Scene, Thing
from models.measuring.textures import Texture

SHEET = 192  # pixels of what is printed on a thing
ROUND = 40  # corners of a circle
EDGE = 0.06  # the part of a sheet, at its bottom, that has the colour of the sides


def without_dice(seed: int) -> Scene:
    """Four to ten things, some of them cut by the picture's edge."""
    rng = np.random.default_rng(seed)
    scene = scenes.empty(rng, float(rng.uniform(26, 60)))
    spread = scene.camera.distance * tan(radians(scene.camera.view / 2))
    taken: list[tuple[Array, float]] = []
    for _ in range(int(rng.integers(4, 11))):
        make = THINGS[int(rng.integers(len(THINGS)))]
        thing, reach = make(rng)
        for _ in range(40):
            spot = rng.uniform(-spread, spread, 2)
            laid = _moved(thing, spot, float(rng.uniform(0, 2 * np.pi)))
            # Half a domino at the picture's edge is a die to anyone: only whole ones.
            fits = make is not _domino or scenes.inside(scene.camera.box(laid.points))
            if fits and all(np.linalg.norm(spot - other) > reach + far for other, far in taken):
                taken.append((spot, reach))
                scene.things.append(laid)
                break
    return scene


def _moved(thing: Thing, spot: Array, angle: float) -> Thing:
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    points = thing.points @ turn.T + np.array([*spot, 0.0])
    normals = thing.normals @ turn.T
    return Thing(
        points.astype(np.float32), normals.astype(np.float32), thing.places, thing.colour, thing.height,
        thing.roughness, thing.metallic,
    )  # fmt: skip


# Things: each with how far it reaches from its middle.


def _chip(rng: Generator) -> tuple[Thing, float]:
    radius, body, stripe = float(rng.uniform(1.1, 1.3)), _colour(rng), _colour(rng, 0.8, 1.0)
    x, y, away = _sheet()
    angle = np.arctan2(y, x)
    top = _filled(body)
    top[(away > 0.72) & (np.sin(angle * 6) > 0.2)] = stripe
    top[away < 0.52] = stripe
    text = marks.numeral(
        marks.Numerals(rng, False), str(rng.choice(["1", "5", "10", "25", "50", "100"])), 0, 0.7
    )
    return _disc(
        radius, float(rng.uniform(0.18, 0.24)), _printed(top, text, (0.02, 0.02, 0.02)), body
    ), radius


def _coin(rng: Generator) -> tuple[Thing, float]:
    radius = float(rng.uniform(0.5, 0.85))
    metal = [(0.75, 0.45, 0.25), (0.8, 0.65, 0.3), (0.65, 0.65, 0.66)][int(rng.integers(3))]
    _, _, away = _sheet()
    relief = np.where((away > 0.88) & (away < 0.97), 1.0, 0.4).astype(np.float32)
    face = marks.symbol(_any_symbol(rng), 0.7, 0) if rng.random() < 0.5 else _number(rng, 0.9)
    relief = np.maximum(relief, 0.4 + 0.6 * cv2.resize(face, (SHEET, SHEET)))
    thing = _disc(radius, 0.11, _filled(metal), metal)
    return Thing(
        thing.points,
        thing.normals,
        thing.places,
        thing.colour,
        cv2.GaussianBlur(relief, (0, 0), 1.0),
        0.3,
        0.9,
    ), radius


def _token(rng: Generator) -> tuple[Thing, float]:
    radius, body = float(rng.uniform(0.45, 0.9)), _colour(rng)
    mark = marks.symbol(_any_symbol(rng), 0.7, 0) if rng.random() < 0.7 else _number(rng, 0.8)
    ink: Colour = (0.02, 0.02, 0.02) if rng.random() < 0.5 else (0.8, 0.8, 0.75)
    return _disc(radius, float(rng.uniform(0.1, 0.35)), _printed(_filled(body), mark, ink), body), radius


def _domino(rng: Generator) -> tuple[Thing, float]:
    dark = rng.random() < 0.5
    body: Colour = (0.02, 0.02, 0.025) if dark else (0.8, 0.77, 0.68)
    ink: Colour = (0.85, 0.85, 0.8) if dark else (0.02, 0.02, 0.02)
    style = marks.Pips(rng)
    half = SHEET // 2
    mask = np.zeros((SHEET, SHEET), np.float32)
    for k in range(2):
        value = int(rng.integers(0, 7))
        if value:
            # The sheet is as wide as it is high, the stone half as wide: the pips are squeezed to come out round.
            mask[k * half : (k + 1) * half] = cv2.resize(marks.pips(style, value), (SHEET, half))
    cv2.line(mask, (12, half), (SHEET - 12, half), (1.0,), 3)
    size = float(rng.uniform(1.2, 1.5))
    return _slab(size, 2 * size, 0.5, _printed(_filled(body), mask, ink), body, 0.25), size * 1.12


def _card(rng: Generator) -> tuple[Thing, float]:
    paper: Colour = (0.85, 0.84, 0.8)
    ink: Colour = (0.5, 0.01, 0.02) if rng.random() < 0.5 else (0.02, 0.02, 0.02)
    mask = np.zeros((SHEET, SHEET), np.float32)
    suit = marks.symbol(_any_symbol(rng), 0.9, 0)
    number = _number(rng, 1.0, 10)
    side = SHEET // 4
    for k in range(int(rng.integers(1, 7))):
        x, y = (1 + k % 2) * SHEET // 3, (1 + k // 2) * SHEET // 4
        _lay(mask, suit, x, y, side)
    for upside in (False, True):
        shown = number[::-1, ::-1] if upside else number
        place = SHEET - 22 if upside else 22
        _lay(mask, shown, place, place, side)
    size = float(rng.uniform(3.0, 3.9))
    back = rng.random() < 0.25
    top = _filled(_colour(rng)) if back else _printed(_filled(paper), mask, ink)
    return _slab(size, 1.4 * size, 0.03, top, paper, 0.4), size * 0.86


def _cup(rng: Generator) -> tuple[Thing, float]:
    radius, height, body = float(rng.uniform(1.6, 2.3)), float(rng.uniform(2.5, 5.0)), _colour(rng)
    outline = [(0.0, 0.02), (radius * 0.85, 0.02), (radius, height), (radius * 0.93, height)]
    outline += [(radius * 0.78, 0.9), (0.0, 0.9)]
    points = _turned(outline)
    return _thing(points, np.full((len(points), 2), 0.5), _filled(body), float(rng.uniform(0.1, 0.4))), radius


def _pencil(rng: Generator) -> tuple[Thing, float]:
    length, thick = float(rng.uniform(5, 11)), float(rng.uniform(0.2, 0.25))
    outline = [(0.0, 0.0), (thick, 0.0), (thick, length), (0.05, length + 0.9), (0.0, length + 0.95)]
    points = _turned(outline, 6)[:, [2, 0, 1]] - np.array([length / 2, 0, 0])
    points[:, 2] += thick * 0.87
    body = _colour(rng)
    along = (points[:, 0] + length / 2) / (length + 1)
    sheet = _filled(body)
    cut = int(SHEET * length / (length + 1))
    sheet[:, cut:] = (0.6, 0.38, 0.2)
    sheet[:, -8:] = (0.02, 0.02, 0.02)
    places = np.stack([np.clip(along, 0.01, 0.99), np.full(len(along), 0.5)], 1)
    return _thing(points, places, sheet, 0.35), length / 2


THINGS = (_chip, _coin, _coin, _token, _token, _domino, _domino, _card, _cup, _pencil)


# How a thing is built.


def _disc(radius: float, height: float, top: Texture, side: Colour) -> Thing:
    rim = min(0.04, height / 4)
    points = _turned(
        [(0.0, 0.0), (radius, 0.0), (radius, height - rim), (radius - rim, height), (0.0, height)]
    )
    return _flat_topped(points, radius, radius, top, side, 0.4)


def _slab(width: float, depth: float, height: float, top: Texture, side: Colour, roughness: float) -> Thing:
    x, y = width / 2, depth / 2
    ring = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    triangles = []
    for k in range(4):
        a, b = ring[k], ring[(k + 1) % 4]
        triangles += [[*a, 0], [*b, 0], [*b, height], [*a, 0], [*b, height], [*a, height]]
    for k in (1, 2):
        triangles += [[*ring[0], height], [*ring[k], height], [*ring[k + 1], height]]
    return _flat_topped(np.array(triangles, float), x, y, top, side, roughness)


def _flat_topped(points: Array, x: float, y: float, top: Texture, side: Colour, roughness: float) -> Thing:
    """What lies on top shows the sheet; all else shows the strip below it."""
    highest = points[:, 2].max()
    up = np.repeat((points.reshape(-1, 3, 3)[:, :, 2] > highest - 1e-6).all(axis=1), 3)
    across, along = (points[:, 0] / x + 1) / 2, (1 - points[:, 1] / y) / 2 * (1 - EDGE)
    places = np.where(up[:, None], np.stack([across, along], 1), [0.5, 1 - EDGE / 2])
    sheet = cv2.resize(top, (SHEET, round(SHEET * (1 - EDGE))), interpolation=cv2.INTER_AREA)
    strip = np.broadcast_to(np.array(side, np.float32), (SHEET - sheet.shape[0], SHEET, 3))
    return _thing(points, places, np.concatenate([sheet, strip]), roughness)


def _thing(points: Array, places: NDArray[np.floating], colour: Texture, roughness: float) -> Thing:
    corner = points.reshape(-1, 3, 3)
    normals = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    return Thing(
        points.astype(np.float32),
        np.repeat(normals, 3, axis=0).astype(np.float32),
        places.astype(np.float32),
        np.ascontiguousarray(colour, np.float32),
        None,
        roughness,
    )


def _turned(outline: list[tuple[float, float]], corners: int = ROUND) -> Array:
    """Triangles of what an outline (radius, height), from below to the top, sweeps around the axis."""
    angles = np.arange(corners + 1) * 2 * np.pi / corners
    ring = [
        np.stack([r * np.cos(angles), r * np.sin(angles), np.full_like(angles, z)], 1) for r, z in outline
    ]
    triangles = []
    for low, high in pairwise(ring):
        for k in range(corners):
            a, b, c, d = low[k], low[k + 1], high[k + 1], high[k]
            triangles += [
                t for t in ([a, b, c], [a, c, d]) if np.linalg.norm(np.cross(t[1] - t[0], t[2] - t[0])) > 0
            ]
    return np.array(triangles, float).reshape(-1, 3)


def _sheet() -> tuple[Array, Array, Array]:
    y, x = np.mgrid[0:SHEET, 0:SHEET] / (SHEET - 1) * 2 - 1
    return x, y, np.hypot(x, y)


def _filled(colour: Colour) -> Texture:
    return np.full((SHEET, SHEET, 3), colour, np.float32)


def _printed(sheet: Texture, mask: marks.Mask, ink: Colour) -> Texture:
    laid = cv2.resize(mask, (SHEET, SHEET), interpolation=cv2.INTER_AREA)[..., None]
    return (sheet * (1 - laid) + np.array(ink) * laid).astype(np.float32)


def _lay(mask: marks.Mask, mark: marks.Mask, x: int, y: int, side: int) -> None:
    small = cv2.resize(np.ascontiguousarray(mark), (side, side), interpolation=cv2.INTER_AREA)
    left, top = int(np.clip(x - side // 2, 0, SHEET - side)), int(np.clip(y - side // 2, 0, SHEET - side))
    part = mask[top : top + side, left : left + side]
    np.maximum(part, small, out=part)


def _number(rng: Generator, size: float, most: int = 20) -> marks.Mask:
    return marks.numeral(marks.Numerals(rng, False), str(rng.integers(1, most + 1)), 0, size)


def _any_symbol(rng: Generator) -> str:
    names = marks.test_symbols()
    return names[int(rng.integers(len(names)))]


def _colour(rng: Generator, least: float = 0.15, most: float = 0.9) -> Colour:
    strength = float(rng.uniform(0.3, 0.95)) if rng.random() < 0.75 else 0.05
    red, green, blue = colorsys.hsv_to_rgb(float(rng.random()), strength, float(rng.uniform(least, most)))
    return red**2.2, green**2.2, blue**2.2
