"""Places for dice that a hand lays down: leaning on the rim, leaning on another die, or side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, radians, sin

import cv2
import numpy as np

from companion.camera.simulation.acts import Placed
from companion.camera.simulation.die import SimDie
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.scene import TRAY
from companion.camera.simulation.solids import Array
from companion.camera.simulation.tracks import about

TOUCHING = 0.45  # mm: a gap that no camera sees
TILT_DEG = (24.0, 34.0)  # of a cocked die, from the least to the most


def leaning(
    die: SimDie,
    others: Sequence[Placed],
    rng: np.random.Generator,
    tilt_deg: tuple[float, float] = TILT_DEG,
) -> Pose:
    """Cocked: one edge on the felt, the other against a die that lies there, or against the rim."""
    flat = [other for other in others if not other.cocked and _in_tray(other.pose)]
    places: list[Pose] = []
    for other in flat:
        for angle in _sides(other):
            places.append(_against(die, other, angle, rng, tilt_deg))
    if not places or rng.random() < 0.3:
        for angle, reach, along in ((0.0, TRAY.half_x, TRAY.half_y), (pi / 2, TRAY.half_y, TRAY.half_x)):
            for turn in (0.0, pi):
                for _ in range(4):
                    spot = rng.uniform(-0.8, 0.8) * along
                    places.append(_against_rim(die, angle + turn, reach, spot, rng, tilt_deg))
    return _any_free(die, places, others, rng)


def beside(placed: Placed, other: Placed, others: Sequence[Placed], rng: np.random.Generator) -> Pose:
    """Flat, with the same face up, side against side with another die."""
    face = placed.die.body.read_face(placed.pose.turn)
    places = []
    for angle in _sides(other):
        turn = placed.die.body.lying(face, angle)
        way = np.array([cos(angle), sin(angle), 0.0])
        apart = extent(other.die, other.pose.turn, way) + extent(placed.die, turn, -way) + 0.05
        place = other.pose.place * (1, 1, 0) + way * apart + (0, 0, placed.die.height)
        place = place + np.array([-way[1], way[0], 0.0]) * rng.uniform(-3, 3)
        places.append(Pose(place, turn))
    rest = [o for o in others if o.id not in (placed.id, other.id)]
    return _any_free(placed.die, places, rest, rng)


def on_top(die: SimDie, other: Placed, rng: np.random.Generator) -> Pose:
    """Stacked: flat on the top of another die, any face up, turned and shifted as a hand would."""
    turn = die.body.lying(int(rng.integers(len(die.body.faces))), float(rng.uniform(-pi, pi)))
    top = other.pose.place[2] + extent(other.die, other.pose.turn, np.array([0.0, 0.0, 1.0]))
    shift = rng.uniform(-0.12, 0.12, 2) * die.size
    spot = other.pose.place[:2] + shift
    return Pose(np.array([spot[0], spot[1], top + die.height]), turn)


def flat_at(
    placed: Placed,
    face: str | None,
    place: tuple[float, float],
    others: Sequence[Placed],
    rng: np.random.Generator,
) -> Pose:
    """Flat, near this place, with this face up or with the one that is up."""
    die = placed.die
    shown = die.body.read_face(placed.pose.turn) if face is None else int(rng.choice(die.faces_called(face)))
    places = []
    for step in range(40):
        spot = np.array(place) + rng.normal(0, 4.0 + 0.8 * step, 2)
        turn = die.body.lying(shown, float(rng.uniform(-pi, pi)))
        places.append(Pose(np.array([spot[0], spot[1], die.height]), turn))
    return next((pose for pose in places if _free(die, pose, others)), places[0])


def extent(die: SimDie, turn: Array, way: Array) -> float:
    """How far the die reaches from its middle in a direction."""
    return float((die.size * (die.body.vertices @ turn.T) @ way).max())


def footprint(die: SimDie, pose: Pose) -> Array:
    """The die's outline from straight above, in mm."""
    points = pose.place[:2] + die.size * (die.body.vertices @ pose.turn.T)[:, :2]
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)


def gap(a: Array, b: Array) -> float:
    """Between two convex outlines: 0 where they touch, negative where they overlap."""
    widest = -np.inf
    for one, other in ((a, b), (b, a)):
        sides = np.roll(one, -1, axis=0) - one
        outward = np.stack([sides[:, 1], -sides[:, 0]], axis=1)
        area = float((one[:, 0] * np.roll(one[:, 1], -1) - np.roll(one[:, 0], -1) * one[:, 1]).sum())
        outward *= np.sign(area)
        outward /= np.maximum(1e-9, np.linalg.norm(outward, axis=1, keepdims=True))
        between = (other @ outward.T).min(axis=0) - (one * outward).sum(axis=1)
        widest = max(widest, float(between.max()))
    return widest


def _sides(other: Placed) -> list[float]:
    """The directions in which a lying die has a side."""
    turns = other.pose.turn @ np.array([f.normal for f in other.die.body.faces]).T
    level = [k for k in range(turns.shape[1]) if abs(turns[2, k]) < 0.6]
    return [atan2(turns[1, k], turns[0, k]) for k in level]


def _against(
    die: SimDie, other: Placed, angle: float, rng: np.random.Generator, tilt_deg: tuple[float, float]
) -> Pose:
    """On the far side of the other die, in direction `angle` from it, leaning back towards it."""
    way = np.array([cos(angle), sin(angle), 0.0])
    turn = _tilted(die, angle + pi, rng, tilt_deg)
    apart = extent(other.die, other.pose.turn, way) + extent(die, turn, -way)
    place = other.pose.place * (1, 1, 0) + way * apart + np.array([-way[1], way[0], 0]) * rng.uniform(-3, 3)
    return _standing(die, place, turn)


def _against_rim(
    die: SimDie,
    angle: float,
    reach: float,
    along: float,
    rng: np.random.Generator,
    tilt_deg: tuple[float, float],
) -> Pose:
    way = np.array([cos(angle), sin(angle), 0.0])
    turn = _tilted(die, angle, rng, tilt_deg)
    place = way * (reach - extent(die, turn, way)) + np.array([-way[1], way[0], 0]) * along
    return _standing(die, place, turn)


def _standing(die: SimDie, place: Array, turn: Array) -> Pose:
    """At this place, so high that its lowest point touches the felt."""
    return Pose(np.array([place[0], place[1], extent(die, turn, np.array([0.0, 0.0, -1.0]))]), turn)


def _tilted(die: SimDie, angle: float, rng: np.random.Generator, tilt_deg: tuple[float, float]) -> Array:
    """Any face up, but raised on the side that looks towards `angle`."""
    face = int(rng.integers(len(die.body.faces)))
    axis = np.array([-sin(angle), cos(angle), 0.0])
    return about(axis, -radians(float(rng.uniform(*tilt_deg)))) @ die.body.lying(face, angle)


def _any_free(die: SimDie, places: list[Pose], others: Sequence[Placed], rng: np.random.Generator) -> Pose:
    """One of the places where nothing lies yet; where there is none, any."""
    order = [int(k) for k in rng.permutation(len(places))]
    return next((places[k] for k in order if _free(die, places[k], others)), places[order[0]])


def _in_tray(pose: Pose) -> bool:
    return bool(abs(pose.place[0]) < TRAY.half_x and abs(pose.place[1]) < TRAY.half_y)


def _free(die: SimDie, pose: Pose, others: Sequence[Placed]) -> bool:
    mine = footprint(die, pose)
    if (np.abs(mine) > (TRAY.half_x + 0.1, TRAY.half_y + 0.1)).any():
        return False
    return all(gap(mine, footprint(other.die, other.pose)) > -0.3 for other in others)
