"""Tables without dice: photographed surfaces, drawn cloths, maps and boards; `things.py` lies on them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training import prints
from models.training.paths import held_out
from models.training.things import Picture, any_colour, draw_icon, thing, write

WORDS = [
    "GAME",
    "12",
    "ROLL",
    "ATTACK",
    "7",
    "the",
    "of",
    "DRAW",
    "6",
    "END",
    "3",
    "WATER",
    "KING",
    "10",
    "2x",
    "5",
    "SHIELD",
    "9",
    "map",
    "8",
    "turn",
    "4",
    "GOLD",
    "1",
    "quest",
    "11",
    "AND",
]


PRINTED = 0.3  # share of the tables that are printed on


class Tables:
    def __init__(self, photos: Path) -> None:
        self.surfaces = [_read(p, 700) for p in sorted((photos / "surfaces").glob("*.jpg"))]
        self.clutter = [
            _read(p, 640) for p in sorted((photos / "clutter").glob("*.jpg")) if not held_out(p.name)
        ]

    def table(self, rng: Generator, side: int) -> Picture:
        """A table top, side × side, with or without things on it."""
        roll = rng.random()
        if roll < 0.45:
            picture = self._surface(rng, side)
        elif roll < 0.57:
            picture = plain(rng, side)
        elif roll < 0.72:
            picture = board(rng, side)
        elif roll < 0.82:
            picture = artwork(rng, side)
        else:
            picture = self.real_clutter(rng, side)
        if rng.random() < PRINTED:
            prints.strew(rng, picture)
        if rng.random() < 0.25:
            picture = self._tray(rng, picture)
        if rng.random() < 0.45:
            for _ in range(int(rng.integers(1, 9))):
                thing(rng, picture)
        return _lit(rng, picture)

    def real_clutter(self, rng: Generator, side: int) -> Picture:
        source = self.clutter[int(rng.integers(len(self.clutter)))]
        scale = float(np.exp(rng.uniform(np.log(0.25), np.log(1.7))))
        return _cut(rng, source, side, scale, float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 6)))

    def _surface(self, rng: Generator, side: int) -> Picture:
        source = self.surfaces[int(rng.integers(len(self.surfaces)))]
        scale = float(np.exp(rng.uniform(np.log(0.35), np.log(2.2))))
        picture = _cut(rng, source, side, scale, float(rng.uniform(0, 360)))
        if rng.random() < 0.6:
            picture = _tinted(rng, picture)
        return picture

    def _tray(self, rng: Generator, picture: Picture) -> Picture:
        side = picture.shape[0]
        inner = self._surface(rng, side) if rng.random() < 0.5 else plain(rng, side)
        corners = int(rng.choice([4, 6, 8, 40]))
        angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
        middle, reach = rng.uniform(0.3, 0.7, 2) * side, rng.uniform(0.35, 0.8) * side
        ring = np.stack([middle[0] + reach * np.cos(angles), middle[1] + reach * np.sin(angles)], 1).astype(
            np.int32
        )
        mask = cv2.fillPoly(np.zeros((side, side), np.uint8), [ring], (255,), cv2.LINE_AA)
        mixed = np.where(mask[..., None] > 127, inner, picture)
        cv2.polylines(mixed, [ring], True, any_colour(rng), int(rng.integers(2, 14)), cv2.LINE_AA)
        return np.ascontiguousarray(mixed)


def _read(path: Path, longest: int) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert picture is not None, path
    scale = longest / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return picture


def _cut(rng: Generator, source: Picture, side: int, scale: float, turn: float) -> Picture:
    """A turned, scaled and slightly slanted part of a picture; beyond its edge it is mirrored."""
    height, width = source.shape[:2]
    if scale < 0.6:
        source = cv2.resize(source, None, fx=scale * 1.2, fy=scale * 1.2, interpolation=cv2.INTER_AREA)
        scale = scale * width / source.shape[1]
        height, width = source.shape[:2]
    at = rng.uniform(0.15, 0.85, 2) * (width, height)
    c, s = np.cos(np.radians(turn)) / scale, np.sin(np.radians(turn)) / scale
    back = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    back[:2, 2] = at - back[:2, :2] @ (side / 2, side / 2)
    if rng.random() < 0.5:
        back[2, :2] = rng.uniform(-0.25, 0.25, 2) / side
    return cv2.warpPerspective(
        source,
        back,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT_101,
    )


def _tinted(rng: Generator, picture: Picture) -> Picture:
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(np.int32)
    hsv[..., 0] = (hsv[..., 0] + int(rng.integers(180))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.3, 1.6), 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * rng.uniform(0.4, 1.3) + rng.uniform(-20, 40), 0, 255)
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)


def _lit(rng: Generator, picture: Picture) -> Picture:
    """Light falls off over the table; sometimes a shadow's edge lies across it."""
    side = picture.shape[0]
    x = np.linspace(-1, 1, side, dtype=np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = x[None, :] * np.float32(np.cos(angle)) + x[:, None] * np.float32(np.sin(angle))
    light = 1 + slope * np.float32(rng.uniform(0, 0.3))
    if rng.random() < 0.25:
        edge = np.float32(rng.uniform(-0.7, 0.7))
        steep = np.float32(rng.uniform(5, 60))
        light *= 1 - np.float32(rng.uniform(0.2, 0.55)) * (0.5 + 0.5 * np.tanh((slope - edge) * steep / 2))
    return np.clip(picture * light[..., None], 0, 255).astype(np.uint8)


def plain(rng: Generator, side: int) -> Picture:
    """One colour, as paint, paper, felt or woven cloth has it."""
    base = np.array(any_colour(rng), np.float32)
    picture = np.tile(base, (side, side, 1))
    roll = rng.random()
    if roll < 0.4:  # felt, carpet
        fine = rng.standard_normal((side, side), np.float32)
        soft = cv2.GaussianBlur(fine, (0, 0), float(rng.uniform(0.6, 2.5)))
        picture += (soft / (soft.std() + 1e-6) * rng.uniform(2, 14))[..., None]
    elif roll < 0.6:  # weave
        step = float(rng.uniform(2.5, 9))
        x = np.arange(side, dtype=np.float32)
        wave = np.sin(x[None, :] * 2 * np.pi / step) * np.sin(
            x[:, None] * 2 * np.pi / step * float(rng.uniform(0.7, 1.3))
        )
        picture += (wave * rng.uniform(3, 25))[..., None]
    if rng.random() < 0.5:  # creases and stains
        small = rng.standard_normal((6, 6)).astype(np.float32)
        picture += (cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC) * rng.uniform(2, 16))[
            ..., None
        ]
    return np.clip(picture, 0, 255).astype(np.uint8)


def artwork(rng: Generator, side: int) -> Picture:
    """A painted map or a play mat: lands of many colours in each other, coasts, a grid, names, icons."""
    height = np.zeros((side, side), np.float32)
    for octave in range(int(rng.integers(3, 7))):
        cells = 2 ** (octave + 1) + 1
        rough = (
            rng.standard_normal((cells, cells)).astype(np.float32) * float(rng.uniform(0.45, 0.75)) ** octave
        )
        height += cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)
    height = (height - height.min()) / (np.ptp(height) + 1e-6)
    stops = np.sort(rng.random(int(rng.integers(3, 8))))
    colours = np.array([any_colour(rng) for _ in stops], np.float32)
    bands = rng.random() < 0.5  # lands with borders, or colours that run into each other
    if bands:
        picture = colours[np.clip(np.searchsorted(stops, height), 0, len(stops) - 1)]
        edges = cv2.morphologyEx(
            (height * len(stops) * 3).astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((2, 2))
        )
        picture[edges > 0] = any_colour(rng) if rng.random() < 0.6 else picture[edges > 0] * 0.8
    else:
        picture = np.stack([np.interp(height, stops, colours[:, k]) for k in range(3)], axis=2)
    picture = picture.astype(np.float32) + rng.standard_normal((side, side, 1), np.float32) * float(
        rng.uniform(0, 9)
    )
    picture = np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8))
    if rng.random() < 0.3:
        step, ink = int(rng.integers(14, 90)), any_colour(rng)
        for at in range(int(rng.integers(step)), side, step):
            cv2.line(picture, (at, 0), (at, side), ink, 1, cv2.LINE_AA)
            cv2.line(picture, (0, at), (side, at), ink, 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 14))):
        spot = (int(rng.integers(side)), int(rng.integers(side)))
        if rng.random() < 0.5:
            write(rng, picture, spot, float(rng.uniform(0.3, 1.4)), str(rng.choice(WORDS)), any_colour(rng))
        else:
            draw_icon(rng, picture, spot, int(rng.integers(8, 80)), any_colour(rng))
    return picture


def board(rng: Generator, side: int) -> Picture:
    """Printed things: squares, hexagons, lines, text, discs, pips, tracks of numbers, keyboards."""
    picture = plain(rng, side)
    roll = rng.random()
    step = int(rng.integers(14, 110))
    if roll < 0.22:
        ink = any_colour(rng)
        for row in range(0, side, step):
            for column in range((row // step % 2) * step, side, step * 2):
                cv2.rectangle(picture, (column, row), (column + step, row + step), ink, -1)
    elif roll < 0.5:
        _hexagons(rng, picture, step)
    elif roll < 0.65:
        ink, thick = any_colour(rng), int(rng.integers(1, 4))
        for at in range(int(rng.integers(step)), side, step):
            cv2.line(picture, (at, 0), (at, side), ink, thick, cv2.LINE_AA)
            cv2.line(picture, (0, at), (side, at), ink, thick, cv2.LINE_AA)
            if rng.random() < 0.5:
                for column in range(0, side, step):
                    write(
                        rng,
                        picture,
                        (column + step // 4, at + step // 2),
                        step / 60,
                        str(rng.integers(1, 100)),
                        ink,
                    )
    elif roll < 0.8:
        for row in range(10, side, max(8, step // 3)):
            words = " ".join(rng.choice(WORDS, 8))
            write(rng, picture, (int(rng.integers(-40, 60)), row), step / 90, words, any_colour(rng))
    else:
        _keys(rng, picture, max(18, step // 2))
    if rng.random() < 0.8:
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.45)
        picture = cv2.warpAffine(
            picture, turn, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
    return picture


def _hexagons(rng: Generator, picture: Picture, step: int) -> None:
    side = picture.shape[0]
    colours = [any_colour(rng) for _ in range(int(rng.integers(2, 6)))]
    edge = any_colour(rng)
    angles = np.pi / 6 + np.arange(6) * np.pi / 3
    for r, y in enumerate(np.arange(0, side + step, step * 0.866 * 1.0)):
        for x in np.arange((r % 2) * step / 2, side + step, step):
            ring = np.stack([x + step * 0.56 * np.cos(angles), y + step * 0.56 * np.sin(angles)], 1).astype(
                np.int32
            )
            cv2.fillPoly(picture, [ring], colours[int(rng.integers(len(colours)))], cv2.LINE_AA)
            cv2.polylines(picture, [ring], True, edge, 2, cv2.LINE_AA)
            if rng.random() < 0.5:  # a number disc, with little pips under the number
                at = (int(x), int(y))
                cv2.circle(picture, at, int(step * 0.2), (200, 225, 235), -1, cv2.LINE_AA)
                write(
                    rng,
                    picture,
                    (at[0] - step // 10, at[1] + step // 14),
                    step / 110,
                    str(rng.integers(2, 13)),
                    (30, 30, 60),
                )
            elif rng.random() < 0.4:
                draw_icon(rng, picture, (int(x), int(y)), int(step * 0.6), any_colour(rng))


def _keys(rng: Generator, picture: Picture, step: int) -> None:
    dark = int(rng.integers(15, 70))
    picture[:] = np.clip(picture * 0.2 + rng.integers(60, 170), 0, 255).astype(np.uint8)
    for row in range(4, picture.shape[0], step):
        for column in range(4 + (row // step % 3) * step // 3, picture.shape[1], step):
            cv2.rectangle(picture, (column, row), (column + step - 4, row + step - 4), (dark, dark, dark), -1)
            letter = chr(int(rng.integers(48, 91)))
            write(rng, picture, (column + step // 4, row + step // 2), step / 70, letter, (220, 220, 220))
