"""Dice as a throw leaves them, some of which lean, as one picture: no throw, no waiting. For training and measuring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, degrees, pi

import numpy as np

from companion.camera.simulation.acts import Placed
from companion.camera.simulation.die import SimDie
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.placing import TILT_DEG, beside, flat_at, leaning
from companion.camera.simulation.scene import TRAY, scene
from companion.camera.simulation.sensor import GOOD_LIGHT, Light, expose, with_noise
from companion.camera.simulation.stage import ShownDie, Stage
from companion.camera.simulation.truth import TrueDie
from companion.camera.simulation.witness import Witness
from companion.camera.source import Picture

MARGIN_MM = 12.0  # from the rim, where dice are laid; what rolls against it lies nearer
SIDE_BY_SIDE = 0.25  # share of the flat dice that touch the one before


@dataclass(frozen=True, slots=True)
class LaidDie:
    """A die and how far it leans."""

    true: TrueDie
    tilt_deg: float  # between straight up and the face that is up most


def askew(
    dice: Sequence[SimDie],
    lean: int,
    seed: int,
    light: Light = GOOD_LIGHT,
    table: int = 0,
    tilt_deg: tuple[float, float] = TILT_DEG,
) -> tuple[Picture, tuple[LaidDie, ...]]:
    """These dice anywhere in the tray, any face up; the last `lean` of them lean on others or on the rim."""
    rng = np.random.default_rng([29, seed, table])
    placed: list[Placed] = []
    for id, die in enumerate(dice, 1):
        if id > len(dice) - lean:
            placed.append(Placed(id, die, leaning(die, placed, rng, tilt_deg), cocked=True))
        else:
            placed.append(_flat(id, die, placed, rng))
    view = scene(table)
    clean, _ = Stage(view).compose([ShownDie(p.id, p.die, p.pose) for p in placed], None)
    picture = with_noise(expose(clean, light), light, seed)
    true = Witness(view.view).describe(placed, frozenset())
    return picture, tuple(LaidDie(t, _tilt(p)) for t, p in zip(true, placed, strict=True))


def _flat(id: int, die: SimDie, others: Sequence[Placed], rng: np.random.Generator) -> Placed:
    face = int(rng.integers(len(die.body.faces)))
    somewhere = Placed(id, die, Pose(np.zeros(3), die.body.lying(face, float(rng.uniform(-pi, pi)))))
    if others and rng.random() < SIDE_BY_SIDE:
        return Placed(id, die, beside(somewhere, others[-1], others, rng))
    x, y = rng.uniform(-1, 1, 2) * (TRAY.half_x - MARGIN_MM, TRAY.half_y - MARGIN_MM)
    return Placed(id, die, flat_at(somewhere, None, (float(x), float(y)), others, rng))


def _tilt(placed: Placed) -> float:
    up = max(float((placed.pose.turn @ face.normal)[2]) for face in placed.die.body.faces)
    return degrees(acos(min(1.0, up)))
