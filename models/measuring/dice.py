"""Chooses a test die: solid, marks, material. A seed decides all of it."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.camera.simulation.numbering import numbering
from companion.camera.simulation.solids import ShapeName, Solid, solid
from models.measuring import marks

Array = NDArray[np.float64]
Colour = tuple[float, float, float]  # linear red, green, blue
Finish = Literal["plain", "marbled", "speckled", "pearly", "clear", "metal"]
FINISHES: tuple[Finish, ...] = ("plain", "marbled", "speckled", "pearly", "clear", "metal")

KINDS = ("d12", "d6-pips", "d6-numerals", "other", "d6-symbols")
NOT_READ = "?"  # a d4 is read by its lower edges, which is no top face


@dataclass(frozen=True, eq=False)
class TestDie:
    """A die that can be laid on a table with any face up."""

    __test__ = False  # the name is not meant for pytest

    body: Solid
    kind: str  # as labels call it: d12, d6, d20, …
    faces: tuple[str, ...]  # what each face is labelled as
    inks: tuple[marks.Mask, ...] = field(repr=False)
    finish: Finish
    colours: tuple[Colour, Colour]  # of the body: the main one, and that of veins or specks
    ink: Colour
    engraved: float  # 0: printed flat
    roughness: float
    seed: int  # of the pattern in the body
    name: str = ""  # of a design that several pictures show


def choose(kind: str, seed: int, name: str = "") -> TestDie:
    """A die of one of KINDS."""
    rng = np.random.default_rng(seed)
    shape: ShapeName = "d12" if kind == "d12" else "d6"
    if kind == "other":
        shape = str(rng.choice(["d4", "d8", "d10", "d20"], p=[0.15, 0.25, 0.3, 0.3]))  # type: ignore[assignment]
    rounding = float(rng.choice([0.03, 0.06, 0.1, 0.16, 0.22] if shape == "d6" else [0.02, 0.04, 0.07, 0.1]))
    body = solid(shape, rounding, 4)
    if kind == "d6-pips":
        pips, values = marks.Pips(rng), numbering("d6", "left" if rng.random() < 0.3 else "")
        faces, inks = [str(v) for v in values], [marks.pips(pips, v) for v in values]
    elif kind == "d6-symbols":
        chosen = rng.choice(len(marks.test_symbols()), 6, replace=False)
        faces = [marks.test_symbols()[int(k)] for k in chosen]
        inks = [marks.symbol(f, float(rng.uniform(0.65, 0.85)), float(rng.integers(4)) * 90) for f in faces]
    else:
        faces, inks = _numbered(rng, shape)
    finish = str(rng.choice(FINISHES, p=[0.42, 0.2, 0.08, 0.12, 0.12, 0.06]))
    return TestDie(
        body,
        "d6-symbols" if kind == "d6-symbols" else shape,
        tuple(faces),
        tuple(inks),
        finish,  # type: ignore[arg-type]
        *_colours(rng, finish),
        engraved=0.0 if rng.random() < 0.25 else float(rng.uniform(0.4, 1.0)),
        roughness=float(rng.uniform(0.08, 0.45)),
        seed=int(rng.integers(1 << 31)),
        name=name,
    )


def _numbered(rng: Generator, shape: ShapeName) -> tuple[list[str], list[marks.Mask]]:
    style = marks.Numerals(rng, tell_six=shape in ("d10", "d12", "d20") or rng.random() < 0.6)
    preset = {"d6": "left" if rng.random() < 0.3 else "", "d12": str(rng.choice(["A", "B"]))}.get(shape, "")
    texts = [str(number) for number in numbering(shape, preset)]
    if shape == "d10" and rng.random() < 0.3:
        texts = [text + "0" for text in texts]
    if shape == "d4":
        others = [[t for k, t in enumerate(texts) if k != own] for own in range(4)]
        return [NOT_READ] * 4, [marks.corners(style, three) for three in others]
    size = {"d6": float(rng.uniform(0.75, 1.1)), "d8": 0.85, "d10": 0.85, "d20": 0.8}.get(shape, 1.0)
    sides = {"d6": 4, "d8": 3, "d10": 1, "d12": 5, "d20": 3}[shape]
    base = float(rng.choice([0.0, 180.0 / sides])) if shape == "d12" else 0.0
    turns = [base + 360.0 / sides * int(rng.integers(sides)) for _ in texts]
    return texts, [marks.numeral(style, text, turn, size) for text, turn in zip(texts, turns, strict=True)]


def _colours(rng: Generator, finish: str) -> tuple[tuple[Colour, Colour], Colour]:
    def any_colour(least: float, most: float) -> Colour:
        grey = rng.random() < 0.25
        hue, strength = float(rng.random()), 0.05 if grey else float(rng.uniform(0.5, 0.95))
        red, green, blue = colorsys.hsv_to_rgb(hue, strength, float(rng.uniform(least, most)))
        return red**2.2, green**2.2, blue**2.2

    pale = rng.random() < 0.35
    main = any_colour(0.75, 0.95) if pale else any_colour(0.08, 0.8)
    if finish == "metal":
        grey = float(rng.uniform(0.3, 0.8))
        main = (grey, grey * float(rng.uniform(0.75, 1.0)), grey * float(rng.uniform(0.45, 1.0)))
    # Marks are cut to be read: dark on light, light on dark, now and then gold or red.
    if _light(main) > 0.3:
        dark = float(rng.uniform(0.005, 0.05))
        ink = (dark, dark, dark) if rng.random() < 0.7 else (0.3, 0.01, 0.01)
    else:
        ink = (0.85, 0.85, 0.82) if rng.random() < 0.65 else (0.75, 0.5, 0.12)
    second = any_colour(0.1, 0.95)
    if abs(_light(second) - _light(ink)) < 0.35:  # veins as bright as the marks would hide them
        second = tuple(0.75 * a + 0.25 * b for a, b in zip(main, second, strict=True))  # type: ignore[assignment]
    return (main, second), ink


def _light(colour: Colour) -> float:
    return 0.21 * colour[0] + 0.72 * colour[1] + 0.07 * colour[2]
