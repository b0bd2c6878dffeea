"""Symbol dice as an owner has them: a few, each face met again and again, on other tables and in other light.

Their symbols are none that a network is trained on. How sure a reading of taught faces may be is measured on them: the
dice of the simulated table all lie on one table and are seen from above, and those that were photographed are two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.vision.finder import Box
from models.training import effects
from models.training.inks import seed_of
from models.training.looks import Look, lights, look
from models.training.renderer import SIDE, Renderer
from models.training.test_dice import on_plain_table

Picture = NDArray[np.uint8]

DICE = 12
FACES = 6
TIMES = 6  # each face is met
STEEPEST = 45.0  # degrees between the camera and straight down
SMALLEST, LARGEST = 0.4, 1.0  # of a sprite's size, in the photo
CAMERA = 0.25  # how much it adds to a picture in good light: an owner who teaches has some
TRIES = 12  # at a photo
SHOWN = 20  # levels between light and dark on a die; of one that shows less nobody could tell the face


def photos(seed: int = 0) -> Iterator[tuple[str, str, Picture, Box]]:
    """Which die, which face, a photo of it alone, and where on it the die is; all mixed."""
    rng = np.random.default_rng(seed_of("owned", seed))
    renderer = Renderer()
    dice = [_die(rng) for _ in range(DICE)]
    for _ in range(TIMES):
        for place in rng.permutation(DICE * FACES):
            number, face = divmod(int(place), FACES)
            seen = _met_again(dice[number], face, rng)
            yield f"owned {number}", seen.value, *_photo(renderer, seen, rng)


def _die(rng: Generator) -> Look:
    """One whose six faces differ."""
    while True:
        chosen = look("symbols", int(rng.integers(1 << 40)), unseen=True)
        if len(set(chosen.values)) == FACES:
            return chosen


def _met_again(die: Look, face: int, rng: Generator) -> Look:
    """The same die with that face up, lying and lit otherwise."""
    other = look("symbols", int(rng.integers(1 << 40)), unseen=True)
    return replace(
        die,
        top=face,
        value=die.values[face],
        angle=other.angle,
        tilt=0.0,
        off_vertical=min(other.off_vertical, STEEPEST),
        distance=other.distance,
        settings={**die.settings, **lights(rng)},
    )


def _photo(renderer: Renderer, die: Look, rng: Generator) -> tuple[Picture, Box]:
    """Taken again while a lamp hides what is on the die, or the dark: no owner would leave it so."""
    for _ in range(TRIES):
        photo, box = _taken(renderer, die, rng)
        if _shows(photo, box):
            break
    return photo, box


def _shows(photo: Picture, box: Box) -> bool:
    x0, y0, x1, y1 = box
    aside = 0.25 * (x1 - x0), 0.25 * (y1 - y0)
    top = photo[round(y0 + aside[1]) : round(y1 - aside[1]), round(x0 + aside[0]) : round(x1 - aside[0])]
    grey = cv2.GaussianBlur(cv2.cvtColor(top, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)  # noise shows nothing
    dark, light = np.quantile(grey, [0.04, 0.96])
    return bool(light - dark >= SHOWN)


def _taken(renderer: Renderer, die: Look, rng: Generator) -> tuple[Picture, Box]:
    sprite = renderer.draw(die, int(rng.integers(1 << 40)))
    size = round(SIDE * float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST)))))
    photo = cv2.resize(on_plain_table(sprite, rng), (size, size), interpolation=cv2.INTER_AREA)
    x0, y0, x1, y1 = (edge * size / SIDE for edge in sprite.box)
    return effects.camera(photo, rng, CAMERA, well_lit=True), (x0, y0, x1, y1)
