"""What stands on the faces of test dice. Drawn apart from training's inks, with fonts that those leave out.

A mask is SIDE × SIDE, 0 to 1, first row on top; it spans the circle inscribed in the face, from -1 to 1.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.float32]
SIDE = 160

# Of these families nothing is trained on (models/training/README.md), in the weights that dice are cut with.
FONTS = (
    "LiberationSans-Bold.ttf", "LiberationSans-Regular.ttf", "LiberationSans-BoldItalic.ttf",
    "LiberationSansNarrow-Bold.ttf", "LiberationSerif-Bold.ttf", "LiberationSerif-Regular.ttf",
    "LiberationSerif-BoldItalic.ttf", "LiberationMono-Bold.ttf", "BebasNeue-Bold.otf", "BebasNeue-Regular.otf",
    "Cantarell-Bold.otf", "Cantarell-ExtraBold.otf", "Cantarell-Regular.otf",
    "PTS55F.ttf", "PTS75F.ttf", "PTF55F.ttf", "PTF75F.ttf", "PTM75F.ttf", "PTN77F.ttf", "PTC75F.ttf",
    "Vollkorn-Bold.ttf", "Vollkorn-Black.ttf",
)  # fmt: skip
PACKAGES = "fonts-liberation fonts-paratype fonts-cantarell fonts-vollkorn fonts-bebas-neue"


class MarksMissingError(Exception):
    """Fonts or symbols that are kept for measuring are not there; the text says how to get them."""


@cache
def fonts() -> tuple[str, ...]:
    """Their files. Raises MarksMissingError where hardly any is installed."""
    try:
        listed = subprocess.run(
            ["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        raise MarksMissingError(f"No fonts can be listed. Install: fontconfig {PACKAGES}") from None
    found = {Path(file).name: file for file in listed.stdout.splitlines()}
    missing = [name for name in FONTS if name not in found]
    if missing:
        raise MarksMissingError(
            f"{len(missing)} fonts for measuring are missing, such as {missing[0]}. "
            f"Install the Debian packages {PACKAGES}."
        )
    return tuple(found[name] for name in FONTS)


# Numerals


class Numerals:
    """How one die's numbers are cut."""

    def __init__(self, rng: Generator, tell_six: bool) -> None:
        self.font = str(rng.choice(fonts()))
        self.height = float(rng.uniform(0.8, 1.15))
        self.underline = bool(rng.random() < 0.6)
        self.tell_six = tell_six
        self.gap = float(rng.uniform(0.06, 0.14))  # between a digit and its mark, in digit heights
        self.thick = float(rng.uniform(0.07, 0.12))


def numeral(style: Numerals, text: str, turn: float, size: float = 1.0) -> Mask:
    """The number, its base towards the bottom and then turned counter-clockwise by degrees."""
    font = _font(style.font)
    canvas = Image.new("L", (900, 500), 0)
    draw = ImageDraw.Draw(canvas)
    draw.text((450, 250), text, fill=255, font=font, anchor="mm")
    left, top, right, bottom = canvas.getbbox() or (0, 0, 1, 1)
    if style.tell_six and text in ("6", "9"):
        high = bottom - top
        gap, thick = style.gap * high, style.thick * high
        if style.underline:
            draw.rectangle((left, bottom + gap, right, bottom + gap + thick), fill=255)
        else:
            across = 1.6 * thick
            draw.ellipse((right + gap, bottom - across, right + gap + across, bottom), fill=255)
        left, top, right, bottom = canvas.getbbox() or (0, 0, 1, 1)
    glyph = np.asarray(canvas.crop((left, top, right, bottom)), np.float32) / np.float32(255)
    height = style.height * size * SIDE / 2 * (1.0 if len(text) == 1 else 0.85)
    scale = min(height / glyph.shape[0], 0.68 * size * SIDE / glyph.shape[1])
    mask = _centred(glyph, scale)
    middle = (SIDE - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn, 1.0)
    return np.asarray(cv2.warpAffine(mask, matrix, (SIDE, SIDE)), np.float32)


def corners(style: Numerals, texts: list[str]) -> Mask:
    """A d4's face: a number at each of three corners, each upright towards its own."""
    mask = np.zeros((SIDE, SIDE), np.float32)
    middle = (SIDE - 1) / 2
    for k, text in enumerate(texts):
        upright = numeral(style, text, 0.0, 0.5)
        matrix = cv2.getRotationMatrix2D((middle, middle), 120.0 * k, 1.0)
        lift = np.array([[1, 0, 0], [0, 1, -0.3 * SIDE], [0, 0, 1]])
        mask = np.maximum(mask, cv2.warpAffine(upright, matrix @ lift, (SIDE, SIDE)))
    return mask


@cache
def _font(file: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, 260)


def _centred(glyph: Mask, scale: float) -> Mask:
    size = (max(2, round(glyph.shape[1] * scale)), max(2, round(glyph.shape[0] * scale)))
    small = cv2.resize(glyph, size, interpolation=cv2.INTER_AREA)
    mask = np.zeros((SIDE, SIDE), np.float32)
    y, x = (SIDE - size[1]) // 2, (SIDE - size[0]) // 2
    mask[y : y + size[1], x : x + size[0]] = small
    return mask


# Pips


class Pips:
    """How one die's pips are laid out."""

    def __init__(self, rng: Generator) -> None:
        self.reach = float(rng.uniform(0.4, 0.56))
        self.radius = float(rng.uniform(0.12, 0.19))
        self.six = float(rng.uniform(0.65, 1.0)) * self.reach  # half the distance of its two rows
        self.large_one = float(rng.uniform(1.3, 1.9)) if rng.random() < 0.2 else 1.0
        self.turned = rng.random(7) < 0.5


def pips(style: Pips, value: int) -> Mask:
    r, s = style.reach, style.six
    places = {
        1: [(0.0, 0.0)],
        2: [(-r, -r), (r, r)],
        3: [(-r, -r), (0.0, 0.0), (r, r)],
        4: [(-r, -r), (-r, r), (r, -r), (r, r)],
        5: [(-r, -r), (-r, r), (r, -r), (r, r), (0.0, 0.0)],
        6: [(x, y) for x in (-s, s) for y in (-r, 0.0, r)],
    }[value]
    y, x = np.mgrid[0:SIDE, 0:SIDE] / (SIDE - 1) * 2 - 1
    radius = min(style.radius * (style.large_one if value == 1 else 1.0), 0.44 * r if value == 6 else 1.0)
    nearest = np.full((SIDE, SIDE), np.inf)
    for px, py in places:
        px, py = (-py, px) if style.turned[value] else (px, py)
        nearest = np.minimum(nearest, np.hypot(x - px, y - py))
    return np.clip((radius - nearest) * SIDE / 2 + 0.5, 0, 1).astype(np.float32)


# Symbols


@cache
def test_symbols() -> tuple[str, ...]:
    """The names of the symbols that are never trained on. Raises MarksMissingError."""
    from models.training.symbols import held_out, symbols

    try:
        return tuple(name for name in symbols()[0] if held_out(name))
    except (OSError, subprocess.CalledProcessError):
        raise MarksMissingError(
            "The symbols for measuring cannot be fetched and drawn. Install the Debian packages npm and "
            "librsvg2-bin, and go online once."
        ) from None


def symbol(name: str, size: float, turn: float) -> Mask:
    from models.training.symbols import symbols

    names, ink = symbols()
    drawn = ink[names.index(name)].astype(np.float32) / 255
    middle = (drawn.shape[0] - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn, size * SIDE / drawn.shape[0])
    matrix[:, 2] += (SIDE - 1) / 2 - middle
    return np.clip(cv2.warpAffine(drawn, matrix, (SIDE, SIDE), flags=cv2.INTER_CUBIC), 0, 1)
