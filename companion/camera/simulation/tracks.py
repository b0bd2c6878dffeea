"""Ways through time: of a die, and of a hand. Times are seconds since the act began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.camera.simulation.hand import Grip
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.solids import Array

RATE = 240.0  # poses a second
_STILL_MM, _STILL_TURN = 0.06, 0.004  # nearer than this to its last pose a die counts as arrived


@dataclass(frozen=True, eq=False)
class DieTrack:
    """One die's way: where it was before, its poses from `start` on, and for ever the last one."""

    before: Pose | None  # None: not to be seen yet
    start: float
    places: Array  # K × 3
    turns: Array  # K × 3 × 3
    gone: float = float("inf")  # from then on it is hidden in a hand

    @cached_property
    def last(self) -> Pose:
        # Copied: a die that lies there would keep all of its way in memory, for as long as anyone knows the pose.
        return Pose(self.places[-1].copy(), self.turns[-1].copy())

    @cached_property
    def arrives(self) -> float:
        """When it has come to rest."""
        off = np.linalg.norm(self.places - self.places[-1], axis=1) > _STILL_MM
        off |= np.abs(self.turns - self.turns[-1]).max(axis=(1, 2)) > _STILL_TURN
        moving = np.flatnonzero(off)
        return self.start + (moving[-1] + 1) / RATE if len(moving) else self.start

    def at(self, time: float) -> Pose | None:
        if time >= self.gone:
            return None
        if time < self.start:
            return self.before
        if time >= self.arrives:
            return self.last  # always the same pose, so that it is painted once
        step = (time - self.start) * RATE
        k = min(int(step), len(self.places) - 2)
        share = step - k
        place = self.places[k] + share * (self.places[k + 1] - self.places[k])
        turn = self.turns[k] + share * (self.turns[k + 1] - self.turns[k])
        return Pose(place, straightened(turn))


def straightened(turn: Array) -> Array:
    """The rotation nearest to a matrix that almost is one."""
    return np.asarray(turn @ (1.5 * np.eye(3) - 0.5 * turn.T @ turn))


@dataclass(frozen=True, slots=True)
class HandPose:
    """Where a hand is: the point that it holds dice at, in mm, its angle, and how it holds its fingers."""

    x: float
    y: float
    z: float
    angle_deg: float  # to the left of straight away from the player
    grip: Grip


@dataclass(frozen=True, slots=True)
class HandTrack:
    """A hand's way: from pose to pose, slow at both ends, the fingers of the pose it leaves."""

    keys: Sequence[tuple[float, HandPose]]

    @property
    def seconds(self) -> float:
        return self.keys[-1][0]

    def at(self, time: float) -> HandPose:
        if time <= self.keys[0][0]:
            return self.keys[0][1]
        for (t0, a), (t1, b) in zip(self.keys, self.keys[1:], strict=False):
            if time < t1:
                share = (time - t0) / (t1 - t0)
                s = share * share * (3 - 2 * share)
                return HandPose(
                    a.x + s * (b.x - a.x),
                    a.y + s * (b.y - a.y),
                    a.z + s * (b.z - a.z),
                    a.angle_deg + s * (b.angle_deg - a.angle_deg),
                    a.grip,
                )
        return self.keys[-1][1]


def carried(start: Pose, way: Array, end: Array | None = None) -> tuple[Array, Array]:
    """Places and turns of a die that is carried along `way` and turned to `end` as it goes."""
    count = len(way)
    if end is None:
        return way, np.broadcast_to(start.turn, (count, 3, 3)).copy()
    axis, angle = _between(start.turn, end)
    share = np.linspace(0, 1, count)
    share = share * share * (3 - 2 * share)
    turns = np.stack([about(axis, angle * s) @ start.turn for s in share])
    turns[-1] = end
    return way, turns


def _between(start: Array, end: Array) -> tuple[Array, float]:
    """The axis and angle that turn start to end."""
    turn = end @ start.T
    angle = float(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1)))
    if angle < 1e-6:
        return np.array([0.0, 0.0, 1.0]), 0.0
    if angle > np.pi - 1e-3:  # half a turn: the axis is what the turn leaves alone
        values = turn + np.eye(3)
        axis = values[:, int(np.argmax(np.linalg.norm(values, axis=0)))]
    else:
        axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    return axis / np.linalg.norm(axis), angle


def about(axis: Array, angle: float) -> Array:
    """The rotation by an angle about a unit axis."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k)
