"""A throw at a target: the die comes in from beyond the picture, bounces, rolls, and rests where it is to rest.

It flies over an endless board and is then moved to where it belongs: a board is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.physics import Box
from companion.camera.simulation.throws import Launch, Lying, Throw, all_flat, fly, tracks

ENDLESS = Box(1e6, 1e6, 0.0, 0.0)
TRIES = 12
FASTER = 1.25  # each time that the die would begin in the picture
SPEED = 1500.0  # mm/s, to begin with
APART = 1.6  # dice between the middles of two that lie there


def plan_at(
    die: SimDie,
    face: str | None,
    place: tuple[float, float],
    lying: Sequence[Lying],
    near_y: float,
    rng: np.random.Generator,
) -> Throw:
    """From beyond `near_y`, the picture's nearer edge, to rest at this place or, where a die lies, beside it."""
    place = _free(place, die.size, lying, rng)
    speed = SPEED
    for _ in range(TRIES):
        aside = float(rng.normal(0, 0.12))

        def launch(speed: float = speed, aside: float = aside) -> Launch:
            speeds = np.array([[speed * aside, speed, float(rng.uniform(-250, 50))]])
            spins = np.array([[-1.0, 0.0, 0.0]]) * rng.uniform(20, 50) + rng.normal(0, 8, (1, 3))
            return Launch([die], np.array([[0.0, 0.0, 60.0]]), speeds, spins, np.zeros(1))

        flight = fly(launch, [], lambda flight: all_flat(flight, [die]), False, rng, ENDLESS)
        flight.places[:, 0, :2] -= flight.places[-1, 0, :2] - np.array(place)
        if flight.places[0, 0, 1] < near_y:
            break
        speed *= FASTER
    return tracks([die], None if face is None else [face], flight, rng, 0.0)


def _free(
    place: tuple[float, float], size: float, lying: Sequence[Lying], rng: np.random.Generator
) -> tuple[float, float]:
    spot = np.array(place)
    for step in range(40):
        if all(np.linalg.norm(spot - other.pose.place[:2]) > APART * size for other in lying):
            break
        spot = np.array(place) + rng.normal(0, (0.5 + 0.1 * step) * size, 2)
    return float(spot[0]), float(spot[1])
