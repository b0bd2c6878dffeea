"""What is drawn on the faces of a die: pips, numerals and symbols, each as a mask of coverage.

A mask is square, from 0 (the die's body) to 1 (the mark's colour), and lies on the face's own axes:
columns run along u, rows run down against v, and the square reaches one face radius to each side.
Everything here is drawn from numbers, so it needs no files; a font can be given, it need not be.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.canvas import Canvas, Mask
from companion.camera.simulation.symbols import DRAWINGS

Colour = tuple[int, int, int]  # red, green, blue
SYMBOLS: tuple[str, ...] = tuple(DRAWINGS)
MARK_PIXELS = 128


@dataclass(frozen=True)
class PipStyle:
    """How a maker sets pips. Lengths are parts of the face's radius."""

    size: float = 0.19  # radius of a pip
    spread: float = 0.55  # from the middle to an outer pip, along each axis
    one: float = 1.0  # the single pip is often larger: its radius as a multiple
    two: Literal["diagonal", "straight"] = "diagonal"  # also the way the three runs
    mirrored: bool = False  # the other diagonal
    six: tuple[float, float] = (1.0, 1.0)  # of a six: spread of its two columns, and of the pips along them


@dataclass(frozen=True)
class NumeralStyle:
    """How a maker cuts numerals. Lengths are parts of the face's radius."""

    height: float = 1.05  # of a digit
    weight: float = 0.17  # of a stroke; a font of its own has its own
    width: float = 0.62  # of a digit, as a part of its height
    slant: float = 0.0  # to the right, as a part of the height
    six_and_nine: Literal["underline", "dot", "none"] = "underline"
    font: str = ""  # path of a TrueType or OpenType file; empty: our own strokes


@dataclass(frozen=True)
class DieLook:
    """How one die looks: both renderers draw from this."""

    body: Colour = (236, 230, 216)
    mark: Colour = (24, 22, 24)
    rounding: float = 0.18
    gloss: float = 0.5  # 0 dull wood, 1 polished resin
    size_mm: float = 16.0  # face to face
    pips: PipStyle = field(default_factory=PipStyle)
    numerals: NumeralStyle = field(default_factory=NumeralStyle)
    swirl: float = 0.0  # how strongly the plastic is marbled
    depth: float = 0.5  # how deep marks are cut: 0 printed


PLAIN_PIPS = PipStyle()
PLAIN_NUMERALS = NumeralStyle()


@cache
def pips(n: int, style: PipStyle = PLAIN_PIPS, pixels: int = MARK_PIXELS) -> Mask:
    """The pips of 1 to 6, and none for 0."""
    places = _pip_places(n, style)
    radius = style.size * (style.one if n == 1 else 1.0)
    y, x = np.mgrid[0:pixels, 0:pixels].astype(np.float32)
    scale = pixels / 2
    mask = np.zeros((pixels, pixels), np.float32)
    for px, py in places:
        distance = np.hypot(x + 0.5 - scale * (1 + px), y + 0.5 - scale * (1 - py))
        np.maximum(mask, np.clip(radius * scale - distance + 0.5, 0.0, 1.0), out=mask)
    return _sealed(mask)


def _pip_places(n: int, style: PipStyle) -> list[tuple[float, float]]:
    s = style.spread
    across = (s, -s) if style.mirrored else (s, s)
    if style.two == "straight":
        across = (0.0, s)
    pair = [across, (-across[0], -across[1])]
    corners = [(s, s), (-s, -s), (s, -s), (-s, s)]
    middle = [(0.0, 0.0)]
    columns = [(x * s * style.six[0], y * s * style.six[1]) for x in (-1, 1) for y in (-1, 0, 1)]
    return ([], middle, pair, middle + pair, corners, middle + corners, columns)[n]


@cache
def numeral(text: str, style: NumeralStyle = PLAIN_NUMERALS, pixels: int = MARK_PIXELS) -> Mask:
    """A number. A 6 or 9 is told apart by a line or a dot, unless the style has none."""
    glyphs = _set_in_font(text, style, pixels) if style.font else _set_in_strokes(text, style, pixels)
    if set(text) <= {"6", "9"} and len(text) == 1 and style.six_and_nine != "none":
        canvas = Canvas(pixels)
        half = style.height / 2
        if style.six_and_nine == "underline":
            wide = style.height * style.width * 0.5
            canvas.stroke([(-wide, -half - 0.2), (wide, -half - 0.2)], style.weight * 0.8)
        else:
            canvas.disc((style.height * style.width * 0.5 + 0.17, -half + 0.02), 0.11)
        glyphs = np.maximum(glyphs, canvas.mask())
    return _sealed(glyphs)


def _set_in_strokes(text: str, style: NumeralStyle, pixels: int) -> Mask:
    canvas = Canvas(pixels)
    crowd = 1.0 if len(text) == 1 else 0.86
    height, step = style.height * crowd, style.height * crowd * style.width
    gap = step * 0.34 + style.weight * 0.6
    pens = [(step * 0.45 if digit == "1" else step) for digit in text]
    x = -(sum(pens) + gap * (len(text) - 1)) / 2
    for digit, pen in zip(text, pens, strict=True):
        for line in digit_strokes(digit):
            tall = height - style.weight  # the pen has a width of its own
            placed = [(x + pen / 2 + (px * step + py * height * style.slant), py * tall) for px, py in line]
            canvas.stroke(placed, style.weight * crowd)
        x += pen + gap
    return canvas.mask()


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> list[tuple[float, float]]:
    angles = np.radians(np.linspace(start, end, max(4, int(abs(end - start) / 12))))
    return [(cx + rx * float(np.cos(a)), cy + ry * float(np.sin(a))) for a in angles]


def digit_strokes(digit: str) -> list[list[tuple[float, float]]]:
    """The pen's way for one digit, in a box of ± 0.5."""
    ways: dict[str, list[list[tuple[float, float]]]] = {
        "0": [_arc(0, 0, 0.46, 0.5, 0, 360)],
        "1": [[(-0.3, 0.28), (0.06, 0.5), (0.06, -0.5)]],
        "2": [[*_arc(0, 0.2, 0.44, 0.3, 165, -20), (0.3, 0.0), (-0.44, -0.5), (0.46, -0.5)]],
        "3": [_arc(-0.04, 0.25, 0.42, 0.25, 150, -90), _arc(-0.04, -0.25, 0.48, 0.25, 90, -150)],
        "4": [[(0.24, -0.5), (0.24, 0.5), (-0.48, -0.2), (0.48, -0.2)]],
        "5": [[(0.38, 0.5), (-0.32, 0.5), (-0.38, 0.04), *_arc(-0.02, -0.19, 0.46, 0.31, 115, -155)]],
        "6": [[(0.26, 0.5), (-0.2, 0.18), *_arc(0, -0.19, 0.45, 0.31, 150, 510)]],
        "7": [[(-0.44, 0.5), (0.44, 0.5), (-0.12, -0.5)]],
        "8": [_arc(0, 0.26, 0.36, 0.24, 0, 360), _arc(0, -0.24, 0.46, 0.26, 0, 360)],
        "9": [[(-0.26, -0.5), (0.2, -0.18), *_arc(0, 0.19, 0.45, 0.31, -30, 330)]],
    }
    if digit not in ways:
        raise ValueError(f"no strokes for {digit!r}: give a font for text that is not a number")
    return ways[digit]


def _set_in_font(text: str, style: NumeralStyle, pixels: int) -> Mask:
    from PIL import Image, ImageDraw, ImageFont  # only training sets type in fonts, and only it needs Pillow

    crowd = 1.0 if len(text) == 1 else 0.86
    fine = 3 * pixels
    image = Image.new("L", (fine, fine))
    font = ImageFont.truetype(style.font, fine // 2)
    box = font.getbbox(text)
    zoom = style.height * crowd * fine / 2 / max(1.0, float(box[3] - box[1]))
    font = ImageFont.truetype(style.font, max(4, int(fine // 2 * zoom)))
    left, top, right, bottom = font.getbbox(text)
    corner = ((fine - left - right) / 2, (fine - top - bottom) / 2)
    ImageDraw.Draw(image).text(corner, text, fill=255, font=font)
    full = np.asarray(image, np.float32) / 255
    return cv2.resize(full, (pixels, pixels), interpolation=cv2.INTER_AREA).astype(np.float32)


@cache
def symbol(name: str, scale: float = 0.82, pixels: int = MARK_PIXELS) -> Mask:
    """One of our own drawings (`SYMBOLS`), filling `scale` of the face's radius."""
    if name not in DRAWINGS:
        raise ValueError(f"no symbol {name!r}; there are: {', '.join(SYMBOLS)}")
    canvas = Canvas(pixels, scale)
    DRAWINGS[name](canvas)
    return _sealed(canvas.mask())


def coloured(mask: Mask, look: DieLook) -> NDArray[np.float32]:
    """The face of a die so marked, height × width × 3 of red, green, blue, from 0 to 1."""
    body, mark = (np.array(c, np.float32) / 255 for c in (look.body, look.mark))
    share = mask[:, :, None]
    return np.asarray(body * (1 - share) + mark * share, np.float32)


def _sealed(mask: Mask) -> Mask:
    mask.flags.writeable = False  # masks are cached and shared
    return mask
