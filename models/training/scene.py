"""A training picture for the detector: what it shows, and where its dice are."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
SMALLEST, LARGEST = 13.0, 190.0  # dice that are taught, px


@dataclass
class Die:
    """A die in a training picture; a family of -1 marks a place where nothing is taught."""

    family: int
    box: tuple[float, float, float, float]
    angle: float | None = None  # of the top face in the picture, where it is known
    sided: bool = True  # whether the box is that of the whole visible die


@dataclass
class Scene:
    picture: Picture
    dice: list[Die] = field(default_factory=list)


def inside(die: Die, side: int) -> list[Die]:
    """The part of a die that is in the frame; one that is mostly cut off teaches nothing."""
    x0, y0, x1, y1 = die.box
    a, b, c, d = max(0.0, x0), max(0.0, y0), min(float(side), x1), min(float(side), y1)
    if c <= a or d <= b:
        return []
    seen = (c - a) * (d - b) / ((x1 - x0) * (y1 - y0))
    if max(x1 - x0, y1 - y0) < SMALLEST - 3 or seen < 0.55:
        return [Die(-1, (a, b, c, d))]
    return [Die(die.family, (a, b, c, d), die.angle, die.sided)]


def length(die: Die) -> float:
    return max(die.box[2] - die.box[0], die.box[3] - die.box[1])
