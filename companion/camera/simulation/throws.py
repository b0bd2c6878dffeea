"""A throw worked out before it is shown: how dice leave the hand or the tower, and where they come to lie.

The flight is real physics. To show a face that is asked for, the die is turned within itself before it
flies: a die's solid looks the same from each of its faces, so the flight stays the same to the last bounce
and only the numbers are others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.physics import Bodies, Box, Flight
from companion.camera.simulation.scene import MOUTH, TOWER_X, TRAY
from companion.camera.simulation.solids import Array, Solid
from companion.camera.simulation.tracks import RATE, DieTrack, straightened

How = Literal["hand", "tower"]

FLAT = 0.9995  # how upright a face must be to count as read
TRIES = 40
_SETTLE = 0.07  # seconds in which the last wobble becomes exactly flat
NEAR = 14.0  # mm to each side: a die that is rolled before its owner comes to rest no further away
FALL_FROM = (138.0, -20.0)  # where a hand lets a die go that will fall out
_RAMP = 0.14  # seconds from the tower's mouth to the tray
_VIEW_X, _VIEW_Y = 174.0, 90.0  # mm from the middle that the camera surely sees


@dataclass(frozen=True)
class Throw:
    """The ways of the thrown dice, in the order they were given, from the moment the first is let go."""

    tracks: tuple[DieTrack, ...]
    cocked: tuple[bool, ...]
    seconds: float


@dataclass(frozen=True)
class Launch:
    """Dice at the moment they are let go."""

    dice: Sequence[SimDie]
    places: Array
    speeds: Array
    spins: Array
    released: NDArray[np.floating]


@dataclass(frozen=True)
class Lying:
    """A die that already lies on the table and may be bumped into."""

    die: SimDie
    pose: Pose


def plan_throw(
    dice: Sequence[SimDie],
    faces: Sequence[str] | None,
    how: How,
    lying: Sequence[Lying],
    hand_x: float,
    rng: np.random.Generator,
) -> Throw:
    """Throw until all lie flat in the tray, as players do; at last take it as it lies, cocked or not."""

    def launch() -> Launch:
        return _from_tower(dice, rng) if how == "tower" else _from_hand(dice, hand_x, rng)

    def good(flight: Flight) -> bool:
        places = np.abs(flight.places[-1, : len(dice), :2])
        return all_flat(flight, dice) and bool((places < (TRAY.half_x, TRAY.half_y)).all())

    return tracks(dice, faces, fly(launch, lying, good, False, rng), rng, _RAMP if how == "tower" else 0.0)


def plan_drop(
    die: SimDie,
    face: str | None,
    place: tuple[float, float],
    lying: Sequence[Lying],
    rng: np.random.Generator,
) -> Throw:
    """A roll before its owner: out of a hand just above the felt, to rest at about this place, flat.

    It rolls in the middle of an empty tray and is then moved to where it belongs: felt is the same everywhere.
    """

    def launch() -> Launch:
        speeds = np.array([[*rng.normal(0, 20, 2), rng.uniform(-60, 0)]])
        return Launch([die], np.array([[0.0, 0.0, 24.0]]), speeds, rng.normal(0, 7, (1, 3)), np.zeros(1))

    def good(flight: Flight) -> bool:
        return all_flat(flight, [die])

    others = [at.pose.place[:2] for at in lying]
    reach = die.body.outradius * die.size
    for _ in range(TRIES):
        flight = fly(launch, [], good, False, rng)
        off = flight.places[-1, 0, :2] - np.array(place) - rng.uniform(-NEAR, NEAR, 2)
        path = flight.places[:, 0, :2] - off
        inside = bool((np.abs(path) < (TRAY.half_x - reach, TRAY.half_y - reach)).all())
        if inside and all(np.linalg.norm(path - other, axis=1).min() > 2.4 * reach for other in others):
            break
    flight.places[:, 0, :2] -= off
    return tracks([die], None if face is None else [face], flight, rng, 0.0)


def plan_fall_out(die: SimDie, lying: Sequence[Lying], rng: np.random.Generator) -> Throw:
    """A throw that jumps the rim to the right and comes to lie on the bare table, in view if it can."""
    tries = 0

    def launch() -> Launch:
        places = np.array([[*FALL_FROM, 42.0]]) + rng.normal(0, 2, (1, 3))
        speeds = np.array([[rng.uniform(30, 110), rng.uniform(-60, 100), rng.uniform(-50, 50)]])
        spins = np.array([[0.0, 8.0, 0.0]]) + rng.normal(0, 5, (1, 3))
        return Launch([die], places, speeds, spins, np.zeros(1))

    def good(flight: Flight) -> bool:
        nonlocal tries
        tries += 1
        x, y = flight.places[-1, 0, :2]
        outside = x > TRAY.half_x + TRAY.rim_width + 0.3 * die.size
        return all_flat(flight, [die]) and outside and (tries > 14 or (x < _VIEW_X and abs(y) < _VIEW_Y))

    return tracks([die], None, fly(launch, lying, good, True, rng), rng, 0.0)


def fly(
    launch: Callable[[], Launch],
    lying: Sequence[Lying],
    good: Callable[[Flight], bool],
    low_rim: bool,
    rng: np.random.Generator,
    box: Box = TRAY,
) -> Flight:
    for _ in range(TRIES):
        thrown = launch()
        count = len(thrown.dice)
        dice = [*thrown.dice, *(at.die for at in lying)]
        places = np.array([*thrown.places, *(at.pose.place for at in lying)])
        turns = np.array([*_random_turns(count, rng), *(at.pose.turn for at in lying)])
        bodies = Bodies([die.body for die in dice], [die.size for die in dice], places, turns)
        bodies.speed[:count], bodies.spin[:count] = thrown.speeds, thrown.spins
        bodies.released[:count] = thrown.released
        bodies.fixed[count:] = True
        flight = bodies.fly(box, low_rim)
        if flight.still and good(flight):
            break
    return flight


def all_flat(flight: Flight, dice: Sequence[SimDie]) -> bool:
    poses = zip(flight.places[-1], flight.turns[-1], strict=True)
    return all(_lies_flat(die, place, turn) for die, (place, turn) in zip(dice, poses, strict=False))


def _lies_flat(die: SimDie, place: Array, turn: Array) -> bool:
    face = die.body.faces[die.body.read_face(turn)]
    return bool(abs((turn @ face.normal)[2]) > FLAT and abs(place[2] - die.height) < 0.5)


def _from_hand(dice: Sequence[SimDie], hand_x: float, rng: np.random.Generator) -> Launch:
    """Out of a loose fist near the player's rim, away from the player."""
    count = len(dice)
    apart = max(2.05 * die.body.outradius * die.size for die in dice)
    across = min(count, 3)
    order = rng.permutation(count)
    x = hand_x + (order % across - (across - 1) / 2) * apart + rng.normal(0, 0.6, count)
    y = -40.0 + rng.normal(0, 3.0, count)
    z = 34.0 + (order // across) * apart
    aim = radians(float(np.clip(rng.normal(-0.22 * hand_x, 16), -40, 40)))
    away = np.array([sin(aim), cos(aim), 0.0])
    speeds = away * rng.uniform(800, 1250) + (0, 0, rng.uniform(-150, 150)) + rng.normal(0, 95, (count, 3))
    rolling = np.array([-away[1], away[0], 0.0])
    spins = rolling * rng.uniform(25, 70) + rng.normal(0, 14, (count, 3))
    return Launch(dice, np.stack([x, y, z], axis=1), speeds, spins, 0.012 * rng.permutation(count))


def _from_tower(dice: Sequence[SimDie], rng: np.random.Generator) -> Launch:
    """One after the other over the ramp, into the tray."""
    count = len(dice)
    middle, half, _ = MOUTH
    reach = max(die.body.outradius * die.size for die in dice)
    places = np.empty((count, 3))
    places[:] = (-TRAY.half_x + reach + 1, middle, 30.0)
    places[:, 1] += rng.uniform(-0.3, 0.3, count) * half
    speeds = np.stack(
        [rng.uniform(520, 900, count), rng.normal(0, 150, count), rng.uniform(-150, 0, count)], axis=1
    )
    spins = rng.normal(0, 10, (count, 3)) + np.outer(rng.uniform(20, 55, count), (0, 1, 0))
    released = _RAMP + np.cumsum(rng.uniform(0.06, 0.14, count)) - 0.06
    return Launch(dice, places, speeds, spins, released)


def tracks(
    dice: Sequence[SimDie],
    faces: Sequence[str] | None,
    flight: Flight,
    rng: np.random.Generator,
    ramp: float,
) -> Throw:
    ways, cocked = [], []
    for k, die in enumerate(dice):
        places, turns = flight.places[:, k].copy(), flight.turns[:, k].copy()
        shown = die.body.read_face(turns[-1])
        if faces is not None:
            wanted = int(rng.choice(die.faces_called(faces[k])))
            turns = turns @ _within(die.body, wanted, shown)
            shown = wanted
        cocked.append(not _lies_flat(die, places[-1], turns[-1]))
        if not cocked[-1]:
            _lay_flat(die, places, turns, shown)
        moved = np.flatnonzero(np.abs(places - places[0]).max(axis=1) > 1e-9)
        first = max(0, int(moved[0]) - 1) if len(moved) else 0
        places, turns = places[first:], turns[first:]
        start = first / RATE
        if ramp:
            places, turns = _down_the_ramp(places, turns, min(ramp, start))
            start = max(0.0, start - ramp)
        ways.append(DieTrack(None, start, places, turns))
    return Throw(tuple(ways), tuple(cocked), max(way.start + len(way.places) / RATE for way in ways))


def _within(body: Solid, wanted: int, shown: int) -> Array:
    """The die's own symmetry that puts the wanted face where the shown one is."""
    return body.lying(shown).T @ body.lying(wanted)


def _lay_flat(die: SimDie, places: Array, turns: Array, face: int) -> None:
    """Bend the last moments so that the die ends exactly flat on the felt, as it all but does."""
    u = turns[-1] @ die.body.faces[face].u
    angle = float(np.arctan2(u[1], u[0]))
    last = die.body.lying(face, angle)
    rest = places[-1].copy()
    rest[2] = die.height
    count = min(len(places), max(2, int(_SETTLE * RATE)))
    for k, share in zip(range(len(places) - count, len(places)), np.linspace(0, 1, count), strict=True):
        places[k] += (rest - places[-1]) * share if k < len(places) - 1 else rest - places[k]
        mixed = turns[k] + share * (last - turns[k])
        turns[k] = straightened(straightened(mixed)) if k < len(places) - 1 else last


def _down_the_ramp(places: Array, turns: Array, seconds: float) -> tuple[Array, Array]:
    count = max(2, int(seconds * RATE))
    share = np.linspace(0, 1, count, endpoint=False)[:, None]
    mouth = np.array([TOWER_X + 4, places[0, 1], places[0, 2] + 3])
    way = mouth + share * (places[0] - mouth)
    # It comes out rolling as it will roll on.
    back = [turns[0]]
    spin = turns[0] @ turns[1].T
    for _ in range(1, count):
        back.append(straightened(spin @ back[-1]))
    return np.concatenate([way, places]), np.concatenate([np.array(back[::-1]), turns])


def _random_turns(count: int, rng: np.random.Generator) -> Array:
    """Every orientation as likely as every other."""
    w, x, y, z = rng.normal(0, 1, (4, count))
    n = np.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / n, x / n, y / n, z / n
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.array(rows).transpose(2, 0, 1)
