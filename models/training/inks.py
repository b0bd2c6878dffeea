"""What is printed or engraved on the faces of training dice: pips, numerals, symbols.

Every drawer returns one face as SIDE × SIDE × 3, 0 to 1: ink, depth of the engraving, share of a second ink.
The square spans ± one face radius (the inscribed circle), right and up as the face's u and v.
"""

from __future__ import annotations

import hashlib

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from models.training.fonts import Fonts, font
from models.training.symbols import SIDE as ICON_SIDE
from models.training.symbols import symbols

Ink = NDArray[np.float32]
SIDE = 128


def face_of(ink: NDArray[np.float32], engraved: float, second: NDArray[np.float32] | None = None) -> Ink:
    depth = cv2.GaussianBlur(ink, (0, 0), 1.5 + 2.5 * engraved)
    return np.dstack([ink, depth, np.zeros_like(ink) if second is None else second]).astype(np.float32)


# Pips


class PipStyle:
    """How one die's pips are laid out; all its faces share it."""

    def __init__(self, rng: Generator) -> None:
        self.spread = rng.uniform(0.34, 0.62)
        self.size = rng.uniform(0.09, 0.25) * (0.7 + 0.5 * self.spread)
        self.six_across = self.spread * rng.uniform(0.55, 1.0)
        self.six_along = self.spread * rng.uniform(0.75, 1.1)
        self.straight_two = rng.random() < 0.25
        self.straight_three = rng.random() < 0.08
        self.one_grows = rng.uniform(1.5, 2.4) if rng.random() < 0.18 else 1.0
        self.red_one = rng.random() < 0.15
        self.red_four = self.red_one and rng.random() < 0.4
        self.turns = rng.integers(0, 2, 7)
        self.ring = rng.random() < 0.05
        self.square = rng.random() < 0.04
        self.icon_pip = int(rng.integers(len(symbols()[0]))) if rng.random() < 0.03 else -1
        self.logo = int(rng.integers(len(symbols()[0]))) if rng.random() < 0.10 else -1
        self.logo_on = 1 if rng.random() < 0.8 else 6
        self.frame = rng.random() < 0.06

    def places(self, value: int) -> list[tuple[float, float]]:
        s = self.spread
        diagonal = [(-s, -s), (s, s)]
        if value == 1:
            points = [(0.0, 0.0)]
        elif value == 2:
            points = [(0.0, -s), (0.0, s)] if self.straight_two else diagonal
        elif value == 3:
            points = ([(0.0, -s), (0.0, s)] if self.straight_three else diagonal) + [(0.0, 0.0)]
        elif value in (4, 5):
            points = [(x, y) for x in (-s, s) for y in (-s, s)] + ([(0.0, 0.0)] if value == 5 else [])
        else:
            a, b = self.six_across, self.six_along
            points = [(x, y) for x in (-a, a) for y in (-b, 0.0, b)]
        return [(-y, x) for x, y in points] if self.turns[value] else points


def pips(rng: Generator, style: PipStyle, value: int, engraved: float) -> Ink:
    ink = np.zeros((SIDE, SIDE), np.float32)
    second = np.zeros_like(ink)
    if style.logo >= 0 and value == style.logo_on:
        ink = _placed_icon(style.logo, rng.uniform(0.55, 0.85), float(rng.integers(4)) * 90)
        return face_of(ink, engraved, ink if style.red_one else None)
    size = style.size
    if value == 1:
        size = min(size * style.one_grows, 0.5)
    if value == 6:
        size = min(size, style.six_along * 0.43)
    for x, y in style.places(value):
        _spot(ink, x, y, size, style)
    if style.frame:
        cv2.circle(ink, (SIDE // 2, SIDE // 2), int(SIDE * 0.47), (1.0,), 2, cv2.LINE_AA)
    if (value == 1 and style.red_one) or (value == 4 and style.red_four):
        second = ink.copy()
    return face_of(ink, engraved, second)


def _spot(ink: NDArray[np.float32], x: float, y: float, size: float, style: PipStyle) -> None:
    shift = 16
    centre = (int((x * 0.5 + 0.5) * SIDE * shift), int((0.5 - y * 0.5) * SIDE * shift))
    radius = size * 0.5 * SIDE
    if style.icon_pip >= 0:
        side = max(6, int(radius * 2.2))
        icon = cv2.resize(symbols()[1][style.icon_pip], (side, side), interpolation=cv2.INTER_AREA) / 255.0
        left, top = centre[0] // shift - side // 2, centre[1] // shift - side // 2
        if left >= 0 and top >= 0 and left + side <= SIDE and top + side <= SIDE:
            ink[top : top + side, left : left + side] = icon
        return
    if style.square:
        half = int(radius * 0.85 * shift)
        corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + centre
        cv2.fillPoly(ink, [corners.astype(np.int32)], (1.0,), cv2.LINE_AA, 4)
        return
    cv2.circle(ink, centre, int(radius * shift), (1.0,), -1, cv2.LINE_AA, 4)
    if style.ring:
        cv2.circle(ink, centre, int(radius * 0.5 * shift), (0.0,), -1, cv2.LINE_AA, 4)


# Numerals


class NumeralStyle:
    """One die's numerals: the font, how large, how the 6 and the 9 are told apart."""

    def __init__(self, rng: Generator, must_mark_six: bool, fonts: Fonts) -> None:
        self.font = fonts.choose(rng)
        self.height = rng.uniform(0.7, 1.2)
        self.mark = str(
            rng.choice(["line", "dot", "none"], p=[0.62, 0.38, 0.0] if must_mark_six else [0.4, 0.25, 0.35])
        )
        self.widen = rng.uniform(0.8, 1.15)
        self.bolder = int(rng.integers(1, 6)) if rng.random() < 0.6 else 0
        self.frame = rng.random() < 0.06


def numeral(style: NumeralStyle, text: str, engraved: float, turn: float = 0.0) -> Ink:
    ink = _turned(_written(style, text), turn)
    if style.frame:
        cv2.circle(ink, (SIDE // 2, SIDE // 2), int(SIDE * 0.46), (1.0,), 2, cv2.LINE_AA)
    return face_of(ink, engraved)


def corner_numerals(style: NumeralStyle, texts: tuple[str, str, str], engraved: float) -> Ink:
    """The three numbers of a d4's face, one at each corner."""
    ink = np.zeros((SIDE, SIDE), np.float32)
    small = NumeralStyle.__new__(NumeralStyle)
    small.__dict__.update(style.__dict__, height=style.height * 0.5)
    for k, text in enumerate(texts):
        shift = np.array([[1, 0, 0], [0, 1, -0.3 * SIDE]], np.float32)
        lifted = cv2.warpAffine(_written(small, text), shift, (SIDE, SIDE))
        ink = np.maximum(ink, _turned(lifted, 120.0 * k))
    return face_of(ink, engraved)


def _written(style: NumeralStyle, text: str) -> NDArray[np.float32]:
    """The text upright, centred on its own middle, as large as the style says."""
    canvas = Image.new("L", (SIDE * 4, SIDE * 3), 0)
    letters = font(style.font, 170)
    draw = ImageDraw.Draw(canvas)
    draw.text(
        (SIDE * 2, SIDE * 1.5), text, fill=255, font=letters, anchor="mm", stroke_width=style.bolder * 2
    )
    left, top, right, bottom = canvas.getbbox() or (0, 0, 1, 1)
    if text in ("6", "9") and style.mark == "line":
        draw.rectangle((left, bottom + 14, right, bottom + 30), fill=255)
        bottom += 30
    if text in ("6", "9") and style.mark == "dot":
        draw.ellipse((right + 8, bottom - 30, right + 38, bottom), fill=255)
        right += 38
    glyph = np.asarray(canvas.crop((left, top, right, bottom)), np.float32) / 255
    height = style.height * SIDE * 0.5 * (1.0 if len(text) == 1 else 0.82)
    width = glyph.shape[1] / glyph.shape[0] * height * style.widen
    if width > SIDE * 0.74:
        height, width = height * SIDE * 0.74 / width, SIDE * 0.74
    glyph = cv2.resize(glyph, (max(2, round(width)), max(2, round(height))), interpolation=cv2.INTER_AREA)
    ink = np.zeros((SIDE, SIDE), np.float32)
    y, x = (SIDE - glyph.shape[0]) // 2, (SIDE - glyph.shape[1]) // 2
    ink[y : y + glyph.shape[0], x : x + glyph.shape[1]] = glyph
    return ink


# Symbols


def symbol_class(icon: int, copies: int, digit: int) -> str:
    """Names what a symbol face shows, so that the same drawing is the same class on every die."""
    return f"{symbols()[0][icon]}/{copies}/{digit}"


def symbol(
    style: NumeralStyle, icon: int, copies: int, digit: int, size: float, turn: float, engraved: float
) -> Ink:
    """One to three copies of an icon, with a digit beside it when `digit` is not negative."""
    ink = np.zeros((SIDE, SIDE), np.float32)
    places = {
        1: [(0.0, 0.0)],
        2: [(-0.3, 0.22), (0.3, -0.22)],
        3: [(0.0, 0.33), (-0.33, -0.27), (0.33, -0.27)],
    }[copies]
    scale = size * {1: 1.0, 2: 0.6, 3: 0.52}[copies]
    if digit >= 0:
        places, scale = [(-0.25, 0.15)], size * 0.66
        small = NumeralStyle.__new__(NumeralStyle)
        small.__dict__.update(style.__dict__, height=size * 0.6, frame=False)
        shift = np.array([[1, 0, 0.24 * SIDE], [0, 1, 0.2 * SIDE]], np.float32)
        ink = cv2.warpAffine(_written(small, str(digit)), shift, (SIDE, SIDE))
    for x, y in places:
        ink = np.maximum(ink, _placed_icon(icon, scale, 0.0, x, y))
    return face_of(_turned(ink, turn), engraved)


def blank() -> Ink:
    return np.zeros((SIDE, SIDE, 3), np.float32)


def _placed_icon(icon: int, scale: float, turn: float, x: float = 0.0, y: float = 0.0) -> NDArray[np.float32]:
    matrix = cv2.getRotationMatrix2D((ICON_SIDE / 2, ICON_SIDE / 2), turn, scale * SIDE / ICON_SIDE)
    matrix[:, 2] += SIDE / 2 - ICON_SIDE / 2 + np.array([x, -y]) * SIDE / 2
    drawn = cv2.warpAffine(symbols()[1][icon], matrix, (SIDE, SIDE), flags=cv2.INTER_AREA)
    return drawn.astype(np.float32) / 255


def _turned(ink: NDArray[np.float32], turn: float) -> NDArray[np.float32]:
    if turn == 0.0:
        return ink
    return cv2.warpAffine(ink, cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), turn, 1.0), (SIDE, SIDE))


def seed_of(*words: object) -> int:
    """A seed that depends on the words alone."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, words)).encode()).digest()[:8], "little")
