"""Chooses what a training die is: its kind, its marks, its material, how it lies and how it is lit."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field
from math import cos, pi, radians, sin

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.camera.simulation.numbering import numbering
from companion.camera.simulation.solids import ShapeName, solid
from models.training import inks
from models.training.body import BodyName
from models.training.fonts import test_fonts, training_fonts
from models.training.symbols import held_out, symbols

KINDS = ("pips", "d6-numerals", "d12", "other", "symbols", "other-symbols")
LEANING = {
    "pips": 0.55,
    "d6-numerals": 0.1,
    "d12": 0.2,
    "symbols": 0.15,
}  # what leans on something, and how often
LEANS = (8.0, 42.0)  # degrees
EDGE_CUTS = (0.004, 0.008, 0.014, 0.022, 0.032, 0.045)  # how far an edge is cut back, in die sizes


@dataclass
class Look:
    """Everything the renderer needs for one picture of one die, or of a piece that is none, and the truth about it."""

    shape: BodyName
    marks: str  # pips, numerals, symbol; none on what is no die
    value: str  # "1" … "20", or the symbol's class
    top: int  # index of the face that is read
    angle: float  # how the die is turned on the table, radians
    tilt: float  # degrees it leans; a cocked die has no top face
    sharpness: float
    ball: float
    faces: list[inks.Ink] = field(repr=False)
    off_vertical: float = 0.0  # degrees between the camera's view and straight down
    distance: float = 12.0  # of the camera, in die sizes
    settings: dict[str, object] = field(default_factory=dict, repr=False)  # the shader's numbers
    squash: tuple[float, float, float] = (1.0, 1.0, 1.0)  # how long its axes are; a die's are all alike
    values: list[str] = field(default_factory=list, repr=False)  # what each face of a die shows


def look(kind: str, seed: int, unseen: bool = False) -> Look:
    """A die chosen by the seed; an unseen one carries fonts and symbols that training never does."""
    rng = np.random.default_rng(seed)
    leans = kind == "leaning"
    if leans:
        kind = str(rng.choice(list(LEANING), p=list(LEANING.values())))
    shape: ShapeName = "d6"
    if kind == "d12":
        shape = "d12"
    elif kind == "other":
        shape = str(rng.choice(["d4", "d8", "d10", "d20"], p=[0.15, 0.25, 0.25, 0.35]))  # type: ignore[assignment]
    elif kind == "other-symbols":
        shape = str(rng.choice(["d8", "d12", "d10", "d20"], p=[0.45, 0.3, 0.15, 0.1]))  # type: ignore[assignment]
    engraved = float(rng.uniform(0.3, 1.0)) if rng.random() < 0.7 else 0.0
    if kind == "pips":
        marks, values, faces = _pip_faces(rng, engraved)
    elif kind in ("symbols", "other-symbols"):
        marks, values, faces = _symbol_faces(rng, shape, engraved, unseen)
    else:
        marks, values, faces = _numeral_faces(rng, shape, engraved, unseen)
    top = int(rng.integers(len(faces)))
    cut = float(rng.choice(EDGE_CUTS)) * (0.5 if shape not in ("d6", "d12") else 1.0)
    ball = 9.0
    if shape == "d6" and rng.random() < 0.5:
        ball = float(rng.choice([0.64, 0.67, 0.7, 0.73, 0.76, 0.79]))
    elif shape != "d6" and rng.random() < 0.25:
        ball = round(solid(shape, 0.0).outradius * float(rng.choice([0.93, 0.96])), 3)
    tilt = float(rng.uniform(0, 4)) if rng.random() < 0.3 else 0.0
    if rng.random() < 0.02:
        tilt = float(rng.uniform(18, 40))
    # Most tables are seen from well above; a phone in the hand sees them from the side.
    off_vertical = float(rng.uniform(0, 25) if rng.random() < 0.45 else rng.uniform(15, 66))
    if leans:
        tilt, off_vertical = float(rng.uniform(*LEANS)), float(rng.uniform(0, 35))
    chosen = Look(
        shape,
        marks,
        values[top],
        top,
        float(rng.uniform(0, 2 * pi)),
        tilt,
        float(np.log(2) / cut),
        ball,
        faces,
        off_vertical,
        float(np.exp(rng.uniform(np.log(5), np.log(40)))),
        {},
    )
    chosen.values = values
    chosen.settings = {"engraved": engraved, **material(rng), **lights(rng)}
    return chosen


def _pip_faces(rng: Generator, engraved: float) -> tuple[str, list[str], list[inks.Ink]]:
    style = inks.PipStyle(rng)
    values = list(numbering("d6", "left" if rng.random() < 0.4 else ""))
    return "pips", [str(v) for v in values], [inks.pips(rng, style, v, engraved) for v in values]


def _numeral_faces(
    rng: Generator, shape: ShapeName, engraved: float, unseen: bool
) -> tuple[str, list[str], list[inks.Ink]]:
    marked = shape not in ("d6", "d4", "d8") or rng.random() < 0.7
    style = inks.NumeralStyle(rng, marked, test_fonts() if unseen else training_fonts())
    preset = str(rng.choice(["", "left"])) if shape == "d6" else str(rng.choice(["A", "B"]))
    numbers = list(numbering(shape, preset))
    if shape not in ("d6", "d4") and rng.random() < 0.3:
        rng.shuffle(numbers)
    texts = [str(n) for n in numbers]
    if shape == "d10" and rng.random() < 0.3:
        texts = [f"{n}0" for n in numbers]
    if shape == "d4":
        faces = []
        for k in range(4):
            others = [texts[j] for j in range(4) if j != k]
            faces.append(inks.corner_numerals(style, (others[0], others[1], others[2]), engraved))
        return "numerals", texts, faces
    base = float(rng.choice([0.0, 36.0, 180.0])) if shape == "d12" else float(rng.choice([0.0, 0.0, 180.0]))
    turns = [base + (float(rng.integers(4)) * 90 if shape == "d6" else 0.0) for _ in texts]
    small = {"d8": 0.85, "d10": 0.9, "d20": 0.85}.get(shape, 1.0)
    style.height *= small * (1.0 if shape != "d6" else float(rng.uniform(0.75, 1.1)))
    return (
        "numerals",
        texts,
        [inks.numeral(style, t, engraved, turn) for t, turn in zip(texts, turns, strict=True)],
    )


def _symbol_faces(
    rng: Generator, shape: ShapeName, engraved: float, unseen: bool
) -> tuple[str, list[str], list[inks.Ink]]:
    style = inks.NumeralStyle(rng, False, training_fonts())
    names = symbols()[0]
    chosen = [k for k in range(len(names)) if held_out(names[k]) == unseen]
    if unseen:
        chosen = chosen[:60]  # few enough that each is met several times
    values, faces = [], []
    blanks = 0.04 if shape == "d6" else 0.2  # many a symbol die of another shape has blank faces
    for _ in solid(shape, 0.0).faces:
        if rng.random() < blanks and not unseen:
            values.append("blank/0/-1")
            faces.append(inks.blank())
            continue
        icon = int(chosen[int(rng.integers(len(chosen)))])
        copies, digit = 1, -1
        roll = 1.0 if unseen else rng.random()
        if roll < 0.12:
            # Which icons come in twos, threes or with a digit depends on the icon, so that the classes repeat.
            copies = 2 + icon % 2
        elif roll < 0.2:
            digit = icon % 5
        values.append(inks.symbol_class(icon, copies, digit))
        faces.append(
            inks.symbol(
                style,
                icon,
                copies,
                digit,
                float(rng.uniform(0.65, 0.95)) * (0.85 if shape in ("d8", "d20") else 1.0),
                float(rng.integers(4)) * 90,
                engraved,
            )
        )
    return "symbol", values, faces


# Material

PLAIN = dict.fromkeys(("swirl", "speckle", "layered", "glitter", "clear", "metal", "enamel", "rim"), 0.0)


def material(rng: Generator) -> dict[str, object]:
    body = _body_colour(rng)
    second = _body_colour(rng)
    ink = _ink_colour(rng, body)
    kind = str(
        rng.choice(
            ["plain", "swirled", "layered", "speckled", "glittering", "clear", "metal", "enamelled", "worn"],
            p=[0.37, 0.17, 0.06, 0.08, 0.06, 0.11, 0.05, 0.04, 0.06],
        )
    )
    settings: dict[str, object] = {
        "colour_a": body,
        "colour_b": second,
        "ink_a": ink,
        "ink_b": _linear((rng.uniform(0.6, 0.9), 0.08, 0.08)),
        **PLAIN,
        "swirl_scale": 2.0,
        "swirl_edge": 0.3,
        "speckle_scale": 20.0,
        "layer_edge": 0.1,
        "glitter_scale": 30.0,
        "gloss": float(rng.uniform(0.2, 1.4)),
        "roughness": float(rng.uniform(0.0, 0.5)),
        "worn": 0.0,
        "grain": 0.0,
        "seed": tuple(rng.uniform(0, 50, 3)),
    }
    if kind == "swirled":
        settings |= {
            "swirl": float(rng.uniform(0.4, 1.0)),
            "swirl_scale": float(rng.uniform(1.2, 5.0)),
            "swirl_edge": float(rng.uniform(0.05, 0.4)),
        }
        if rng.random() < 0.4:
            settings["clear"] = float(rng.uniform(0.2, 0.6))
    elif kind == "layered":
        settings |= {"layered": float(rng.uniform(0.7, 1.0)), "layer_edge": float(rng.uniform(0.02, 0.35))}
        if rng.random() < 0.5:
            settings["clear"] = float(rng.uniform(0.2, 0.7))
    elif kind == "glittering":
        settings |= {
            "glitter": float(rng.uniform(0.05, 0.3)),
            "glitter_scale": float(rng.uniform(15, 45)),
            "clear": float(rng.uniform(0.0, 0.7)),
        }
    elif kind == "speckled":
        settings |= {"speckle": float(rng.uniform(0.5, 1.0)), "speckle_scale": float(rng.uniform(12, 40))}
    elif kind == "clear":
        settings |= {
            "clear": float(rng.uniform(0.4, 1.0)),
            "gloss": float(rng.uniform(0.6, 1.5)),
            "roughness": float(rng.uniform(0, 0.15)),
        }
    elif kind in ("metal", "enamelled"):
        settings |= {
            "metal": float(rng.uniform(0.6, 1.0)),
            "roughness": float(rng.uniform(0.05, 0.6)),
            "grain": float(rng.uniform(0, 0.1)),
        }
        bare = _linear(
            [(0.85, 0.85, 0.87), (0.9, 0.75, 0.4), (0.8, 0.5, 0.35), (0.35, 0.36, 0.4)][int(rng.integers(4))]
        )
        if kind == "metal":
            settings["colour_a"] = bare
        else:  # coloured faces between bare edges, and bare marks
            settings |= {"ink_a": bare, "enamel": 1.0, "rim": float(rng.uniform(0.04, 0.1))}
    elif kind == "worn":
        settings |= {"worn": float(rng.uniform(0.3, 0.9)), "grain": float(rng.uniform(0, 0.25)), "gloss": 0.3}
    if rng.random() < 0.04:
        settings["rim"] = float(rng.uniform(0.03, 0.09))
    if rng.random() < 0.1:
        settings["grain"] = float(rng.uniform(0.05, 0.3))
    return settings


def _linear(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    r, g, b = (float(c) ** 2.2 for c in colour)
    return r, g, b


def _body_colour(rng: Generator) -> tuple[float, float, float]:
    roll = rng.random()
    if roll < 0.26:  # white, ivory
        level = rng.uniform(0.8, 0.98)
        return _linear((level, level * rng.uniform(0.93, 1.0), level * rng.uniform(0.75, 1.0)))
    if roll < 0.38:  # black, grey
        level = rng.uniform(0.04, 0.22) if rng.random() < 0.75 else rng.uniform(0.25, 0.7)
        return _linear((level, level, level * rng.uniform(0.95, 1.15)))
    return _linear(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.35, 1.0), rng.uniform(0.25, 0.95)))


def _ink_colour(rng: Generator, body: tuple[float, float, float]) -> tuple[float, float, float]:
    bright = 0.3 * body[0] + 0.6 * body[1] + 0.1 * body[2] > 0.22
    roll = rng.random()
    if roll < 0.62:
        level = rng.uniform(0.02, 0.2) if bright else rng.uniform(0.82, 1.0)
        return _linear((level, level, level))
    if roll < 0.74 and not bright:
        if rng.random() < 0.7:
            return _linear((0.85, rng.uniform(0.62, 0.75), rng.uniform(0.25, 0.45)))  # gold
        return _linear((rng.uniform(0.6, 0.9), 0.08, 0.08))  # red
    if roll < 0.9:
        value = rng.uniform(0.1, 0.5) if bright else rng.uniform(0.6, 1.0)
        return _linear(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.5, 1.0), value))
    # Hard to see: the body's own colour, a little darker or lighter.
    step = rng.uniform(0.35, 0.6) if bright else rng.uniform(1.8, 3.0)
    r, g, b = (float(min(1.0, c * step + (0.0 if bright else 0.03))) for c in body)
    return r, g, b


# Light


def lights(rng: Generator) -> dict[str, object]:
    warm = rng.uniform(-0.12, 0.12)
    tint = np.array([1 + warm, 1.0, 1 - warm])
    ways, colours, sizes, softs = [], [], [], []
    for k in range(3):
        height = radians(float(rng.uniform(25, 88) if k == 0 else rng.uniform(15, 85)))
        turn = float(rng.uniform(0, 2 * pi))
        ways.append((cos(height) * cos(turn), cos(height) * sin(turn), sin(height)))
        strength = rng.uniform(1.2, 5.0) if k == 0 else rng.uniform(0.0, 2.0) * (rng.random() < 0.6)
        colours.append(tuple(tint * strength * rng.uniform(0.9, 1.1, 3)))
        sizes.append(float(rng.uniform(0.75, 0.97)))
        softs.append(float(rng.uniform(0.005, 0.08)))
    sky = tint * float(rng.uniform(0.25, 1.0))
    table: NDArray[np.float64] = np.array(
        colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.05, 0.6))
    )
    return {
        "sky": tuple(sky),
        "ground": tuple(table),
        "light_way": ways,
        "light_colour": colours,
        "light_size": sizes,
        "light_soft": softs,
    }
