"""Dice laid on the simulated table, as one picture: no throw, no waiting. For teaching and for measuring."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np

from companion.camera.simulation.acts import Placed
from companion.camera.simulation.die import SimDie
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.scene import TRAY, scene
from companion.camera.simulation.sensor import GOOD_LIGHT, Light, expose, with_noise
from companion.camera.simulation.stage import ShownDie, Stage
from companion.camera.simulation.truth import TrueDie
from companion.camera.simulation.witness import Witness
from companion.camera.source import Picture

COLUMNS, ROWS = 6, 3  # places in the tray, far enough apart that no two dice touch
MARGIN_MM = 22.0
SHAKE_MM = 6.0


def still(
    dice: Sequence[tuple[SimDie, str]], seed: int, light: Light = GOOD_LIGHT, table: int = 0
) -> tuple[Picture, tuple[TrueDie, ...]]:
    """These dice with these faces up, turned anyhow; the picture and its truth, in the order given."""
    if not 0 < len(dice) <= COLUMNS * ROWS:
        raise ValueError(f"between one and {COLUMNS * ROWS} dice can be laid down, not {len(dice)}")
    rng = np.random.default_rng([seed, table])
    across = np.linspace(MARGIN_MM - TRAY.half_x, TRAY.half_x - MARGIN_MM, COLUMNS)
    up = np.linspace(MARGIN_MM - TRAY.half_y, TRAY.half_y - MARGIN_MM, ROWS)
    places = [(x, y) for x in across for y in up]
    placed = []
    for id, ((die, face), spot) in enumerate(zip(dice, rng.permutation(places), strict=False), 1):
        turn = die.body.lying(int(rng.choice(die.faces_called(face))), float(rng.uniform(-pi, pi)))
        x, y = spot + rng.uniform(-SHAKE_MM, SHAKE_MM, 2)
        placed.append(Placed(id, die, Pose(np.array([x, y, die.height]), turn)))
    view = scene(table)
    clean, _ = Stage(view).compose([ShownDie(p.id, p.die, p.pose) for p in placed], None)
    picture = with_noise(expose(clean, light), light, seed)
    return picture, Witness(view.view).describe(placed, frozenset())
