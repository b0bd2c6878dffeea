"""Dice to lay on a drawn target: hero dice and bonus dice by lot, of the simulated table's own make, whose true place
is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.canvas import Mask
from companion.camera.simulation.die import Mark, SimDie
from companion.camera.simulation.marks import MARK_PIXELS, DieLook
from companion.camera.simulation.painter import Pose as DiePose
from companion.target.profile import Polygon
from companion.vision.target.places import Places, inside

BODIES = {
    "red": ((178, 26, 30), (150, 18, 24), (200, 40, 40)),
    "green": ((24, 112, 58), (36, 140, 70), (18, 90, 44)),
    "blue": ((28, 62, 148), (36, 84, 180), (22, 44, 110)),
    "white": ((238, 234, 224), (246, 246, 246), (232, 224, 206)),
}


@dataclass(frozen=True)
class Blank(Mark):
    """A face without a mark."""

    def mask(self, look: DieLook, pixels: int = MARK_PIXELS) -> Mask:  # noqa: ARG002
        return np.zeros((pixels, pixels), np.float32)


@dataclass(frozen=True)
class LaidDie:
    """A die on the board, in the board's millimetres."""

    die: SimDie
    colour: str
    symbol: bool
    place: tuple[float, float]
    pose: DiePose

    def hull(self) -> NDArray[np.float64]:
        """What it covers, seen from straight above."""
        points = self.pose.place + self.die.size * (self.die.body.vertices @ self.pose.turn.T)
        flat = np.stack([points[:, 0], -points[:, 1]], axis=-1).astype(np.float32)
        return np.asarray(cv2.convexHull(flat)[:, 0], np.float64)

    def shares(self, places: Places) -> dict[str, float]:
        """The true share of every place."""
        hull = self.hull()
        low, high = hull.min(axis=0), hull.max(axis=0)
        grid = np.stack(
            np.meshgrid(*(np.linspace(a, b, 90) for a, b in zip(low, high, strict=True))), axis=-1
        )
        points = grid[inside(Polygon(tuple((float(x), float(y)) for x, y in hull)), grid)]
        counts = np.bincount(places.at(points), minlength=len(places.names))
        return {name: count / len(points) for name, count in zip(places.names, counts, strict=True) if count}


def random_die(
    rng: np.random.Generator, size_mm: float = 16.0, colour: str | None = None
) -> tuple[SimDie, str]:
    """A hero die or a bonus die: two faces with an eye, four without a mark."""
    name = colour or str(rng.choice(list(BODIES)))
    bodies = BODIES[name]
    look = DieLook(
        body=bodies[int(rng.integers(len(bodies)))],
        mark=(30, 26, 28) if name == "white" else (244, 240, 232),
        gloss=float(rng.uniform(0.2, 0.7)),
        rounding=float(rng.uniform(0.06, 0.15)),
        size_mm=size_mm * float(rng.uniform(0.985, 1.015)),
    )
    eye, blank = Mark("symbol", "eye"), Blank("symbol", "blank")
    marks = (eye, blank, blank, eye, blank, blank)
    labels = tuple("symbol" if mark is eye else "blank" for mark in marks)
    return SimDie("hero", "d6", labels, marks, look), name


def lay_die(
    die: SimDie, colour: str, place: tuple[float, float], angle_deg: float, face: int, lean_deg: float = 0.0
) -> LaidDie:
    """The die flat on the board with this face up, or leaning by so much about one of its lower edges."""
    turn = die.body.lying(face, radians(angle_deg))
    if lean_deg:
        lc, ls = cos(radians(lean_deg)), sin(radians(lean_deg))
        turn = np.array([[1.0, 0.0, 0.0], [0.0, lc, -ls], [0.0, ls, lc]]) @ turn
    lowest = float((die.size * (die.body.vertices @ turn.T))[:, 2].min())
    pose = DiePose(np.array([place[0], -place[1], -lowest]), turn)
    return LaidDie(die, colour, die.labels[face] == "symbol", place, pose)
