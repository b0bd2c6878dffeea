"""Drawn scenes for the tests of the target."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion import resources
from companion.target.profile import load_target
from companion.vision.target.measuring import cardboard
from companion.vision.target.scene_dice import LaidDie, lay_die, random_die
from companion.vision.target.scene_setting import Setting, random_setting

PROFILE = load_target(resources.calibration_folder() / "targets" / "default.json")
CARDBOARD = cardboard(PROFILE)


def setting(seed: int = 3, elevation: float = 60.0, light: int = 2, markers: bool = True) -> Setting:
    profile = PROFILE if markers else CARDBOARD
    return random_setting(profile, np.random.default_rng(seed), elevation, light)


def die(
    place: tuple[float, float], colour: str = "red", angle: float = 20.0, face: int = 0, seed: int = 1
) -> LaidDie:
    """Face 0 carries the symbol, face 1 does not."""
    body, _ = random_die(np.random.default_rng(seed), 16.0, colour)
    body = replace(body, look=replace(body.look, size_mm=16.0))
    return lay_die(body, colour, place, angle, face)
