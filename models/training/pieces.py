"""Chooses a piece that lies on game tables and is no die: a domino, a chip, a coin, a token, a tile, a card.

They are drawn by the dice's own renderer, so that nothing but their shape tells them from dice.
"""

from __future__ import annotations

from math import pi
from string import ascii_uppercase

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.camera.simulation.solids import solid
from models.training import inks
from models.training.body import BodyName
from models.training.fonts import training_fonts
from models.training.looks import PLAIN, Look, lights, material
from models.training.symbols import held_out, symbols

KINDS = {"domino": 0.3, "chip": 0.18, "token": 0.24, "coin": 0.1, "tile": 0.12, "card": 0.06}
# A square tile seen from straight above could be a die: only its flatness tells, and that wants a slanted view.
TILE_SLANT = 25.0
WORTH = ("5", "10", "20", "25", "50", "100", "500", "+1", "-1", "2x", "VP", "?")


def piece(seed: int) -> Look:
    rng = np.random.default_rng(seed)
    kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    engraved = float(rng.uniform(0.3, 1.0)) if rng.random() < 0.5 else 0.0
    shape: BodyName = "disc" if kind in ("chip", "token", "coin") else "d6"
    wide, thick = 1.0, float(rng.uniform(0.05, 0.3))
    if kind == "domino":
        wide, thick = float(rng.uniform(0.46, 0.56)), float(rng.uniform(0.1, 0.28))
        top = _domino(rng, wide, engraved)
    elif kind == "chip":
        thick = float(rng.uniform(0.07, 0.14))
        top = inks.face_of(np.maximum(_rim(rng), _middle(rng, 0.62)), engraved)
    elif kind == "coin":
        thick, engraved = float(rng.uniform(0.05, 0.12)), float(rng.uniform(0.4, 1.0))
        top = inks.face_of(np.maximum(_ring(float(rng.uniform(0.85, 0.95))), _middle(rng, 0.8)), engraved)
    elif kind == "token":
        top = inks.face_of(_middle(rng, float(rng.uniform(0.7, 0.95))), engraved)
    elif kind == "tile":
        wide = 1.0 if rng.random() < 0.5 else float(rng.uniform(0.6, 0.8))
        top = inks.face_of(_unstretched(_middle(rng, 0.9), wide), engraved)
    else:
        wide, thick = float(rng.uniform(0.6, 0.75)), 0.012
        top = _card(rng, wide)
    blank = inks.blank()
    faces = [top] + [blank] * (19 if shape == "disc" else 5)
    off_vertical = float(rng.uniform(0, 25) if rng.random() < 0.45 else rng.uniform(15, 66))
    if kind == "tile" and wide == 1.0:
        off_vertical = float(rng.uniform(TILE_SLANT, 66))
    settings = {"engraved": engraved, **material(rng), **lights(rng), "clear": 0.0}
    if kind == "coin":
        metal = [(0.7, 0.7, 0.72), (0.75, 0.52, 0.15), (0.6, 0.28, 0.14)][int(rng.integers(3))]
        settings |= {**PLAIN, "colour_a": metal, "metal": float(rng.uniform(0.5, 1.0))}
        settings["ink_a"] = tuple(c * float(rng.uniform(0.3, 0.8)) for c in metal)
    elif kind == "domino" and rng.random() < 0.7:
        settings |= _domino_colours(rng)
    elif kind == "card":
        settings |= {**PLAIN, "colour_a": (0.85, 0.83, 0.78)}
    return Look(
        shape,
        "none",
        kind,
        0,
        float(rng.uniform(0, 2 * pi)),
        0.0,
        float(np.log(2) / rng.choice([0.004, 0.008, 0.014, 0.022])),
        9.0,
        faces,
        off_vertical,
        float(np.exp(rng.uniform(np.log(5), np.log(40)))),
        settings,
        _squash(shape, wide, thick),
    )


def _squash(shape: BodyName, wide: float, thick: float) -> tuple[float, float, float]:
    """The lengths of the body's axes, so that its first face is `wide` across, 1 along, and `thick` high."""
    if shape == "disc":
        return 1.0, 1.0, thick
    face = solid("d6", 0.0).faces[0]
    x, y, z = np.abs(face.u) * wide + np.abs(face.v) + np.abs(face.normal) * thick
    return float(x), float(y), float(z)


def _domino_colours(rng: Generator) -> dict[str, object]:
    light, dark = (0.8, 0.76, 0.62), (0.02, 0.02, 0.02)
    body, ink = (light, dark) if rng.random() < 0.5 else (dark, light)
    return {**PLAIN, "colour_a": body, "ink_a": ink}


def _unstretched(ink: NDArray[np.float32], wide: float) -> NDArray[np.float32]:
    """The same drawing on a face that is narrower than long: drawn wider, since the face will squeeze it."""
    matrix = np.array([[1 / wide, 0, inks.SIDE / 2 * (1 - 1 / wide)], [0, 1, 0]])
    smaller = cv2.getRotationMatrix2D((inks.SIDE / 2, inks.SIDE / 2), 0, wide)
    small = cv2.warpAffine(ink, smaller, (inks.SIDE, inks.SIDE), flags=cv2.INTER_AREA)
    return cv2.warpAffine(small, matrix, (inks.SIDE, inks.SIDE), flags=cv2.INTER_LINEAR).astype(np.float32)


def _domino(rng: Generator, wide: float, engraved: float) -> inks.Ink:
    """Two halves with pips, a line between them, now and then a pin in its middle."""
    style = inks.PipStyle(rng)
    style.logo = style.icon_pip = -1
    style.frame = style.red_one = False
    halves = []
    for _ in range(2):
        value = int(rng.integers(0, 7))
        half = inks.pips(rng, style, value, engraved)[..., 0] if value else inks.blank()[..., 0]
        halves.append(cv2.resize(half, (inks.SIDE, inks.SIDE // 2), interpolation=cv2.INTER_AREA))
    ink = np.concatenate(halves).astype(np.float32)
    middle, reach = inks.SIDE // 2, int(inks.SIDE * rng.uniform(0.3, 0.48))
    if rng.random() < 0.9:
        cv2.line(
            ink,
            (middle - reach, middle),
            (middle + reach, middle),
            (1.0,),
            int(rng.integers(1, 5)),
            cv2.LINE_AA,
        )
    if rng.random() < 0.3:
        cv2.ellipse(ink, (middle, middle), (int(6 / wide), 6), 0, 0, 360, (1.0,), -1, cv2.LINE_AA)
    return inks.face_of(ink, engraved)


def _ring(at: float) -> NDArray[np.float32]:
    ink = np.zeros((inks.SIDE, inks.SIDE), np.float32)
    cv2.circle(ink, (inks.SIDE // 2, inks.SIDE // 2), int(inks.SIDE / 2 * at), (1.0,), 2, cv2.LINE_AA)
    return ink


def _rim(rng: Generator) -> NDArray[np.float32]:
    """The stripes around a chip."""
    ink = np.zeros((inks.SIDE, inks.SIDE), np.float32)
    middle, count = (inks.SIDE // 2, inks.SIDE // 2), int(rng.integers(4, 13))
    width = 360 / count * float(rng.uniform(0.3, 0.6))
    for k in range(count):
        start = 360 / count * k
        cv2.ellipse(ink, middle, middle, 0, start, start + width, (1.0,), -1, cv2.LINE_AA)
    cv2.circle(ink, middle, int(inks.SIDE / 2 * rng.uniform(0.62, 0.85)), (0.0,), -1, cv2.LINE_AA)
    return np.maximum(ink, _ring(float(rng.uniform(0.5, 0.65)))) if rng.random() < 0.6 else ink


def _middle(rng: Generator, size: float) -> NDArray[np.float32]:
    """What is printed on it: a number, a letter, an icon, one pip, or nothing."""
    roll, turn = rng.random(), float(rng.uniform(0, 360))
    style = inks.NumeralStyle(rng, False, training_fonts())
    style.frame = False
    style.height *= size
    if roll < 0.4:
        text = str(rng.integers(1, 21)) if rng.random() < 0.7 else str(rng.choice(WORTH))
        return inks.numeral(style, text, 0.0, turn)[..., 0]
    if roll < 0.5:
        return inks.numeral(style, str(rng.choice(list(ascii_uppercase))), 0.0, turn)[..., 0]
    if roll < 0.88:
        names = symbols()[0]
        icon = int(rng.integers(len(names)))
        while held_out(names[icon]):
            icon = int(rng.integers(len(names)))
        return inks.symbol(style, icon, 1, -1, size, turn, 0.0)[..., 0]
    ink = np.zeros((inks.SIDE, inks.SIDE), np.float32)
    if roll < 0.94:
        cv2.circle(
            ink, (inks.SIDE // 2, inks.SIDE // 2), int(inks.SIDE * 0.3 * size), (1.0,), -1, cv2.LINE_AA
        )
    return ink


def _card(rng: Generator, wide: float) -> inks.Ink:
    """A playing card's rows of icons, or one large picture."""
    ink = np.zeros((inks.SIDE, inks.SIDE), np.float32)
    names, drawn = symbols()
    icon = drawn[int(rng.integers(len(names)))].astype(np.float32) / 255
    across, along = (1, 1) if rng.random() < 0.3 else (int(rng.integers(1, 4)), int(rng.integers(2, 5)))
    side = inks.SIDE * min(0.7 / across * wide, 0.8 / along)
    small = cv2.resize(icon, (max(3, int(side / wide)), max(3, int(side))), interpolation=cv2.INTER_AREA)
    height, width = small.shape
    for x in np.linspace(0, 1, across + 2)[1:-1] * inks.SIDE:
        for y in np.linspace(0, 1, along + 2)[1:-1] * inks.SIDE:
            a, b = max(0, int(x - width / 2)), max(0, int(y - height / 2))
            part = ink[b : b + height, a : a + width]
            part[:] = np.maximum(part, small[: part.shape[0], : part.shape[1]])
    return inks.face_of(ink, 0.0)
