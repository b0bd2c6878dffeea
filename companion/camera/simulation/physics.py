"""Dice as rigid bodies: they fall, bounce, tumble, push each other and come to rest.

Every contact is a stiff damped spring with friction, worked out for all dice at once. A rounded die is
its core's corners with a ball about each, so a corner touches the felt when its ball does. Lengths are
millimetres, times seconds, and every die weighs one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.camera.simulation.solids import Array, Indices, ShapeName, Solid

GRAVITY = 9810.0
STEP = 1 / 1920
RECORD_EVERY = 8  # steps: 240 poses a second
STIFFNESS = 6e5  # softer would sink in, harder would need smaller steps
DAMPING = 50.0  # low enough for a few bounces, high enough that felt is felt
GRIP = 0.35  # friction of plastic on felt and on wood
GRIP_BETWEEN = 0.2  # of dice on dice
SLIP = 12.0  # mm/s below which friction lets go, so that it never pushes back
SPIN_LOSS = 0.5  # per second: felt gives way under a rolling die
LONGEST = 4.0
QUIET_SPEED, QUIET_SPIN, QUIET_STEPS = 7.0, 0.6, 58

# Moment of inertia over mass and size squared; the same about every axis, near enough for the d10.
INERTIA: dict[ShapeName, float] = {
    "d4": 0.075,
    "d6": 0.1667,
    "d8": 0.15,
    "d10": 0.13,
    "d12": 0.1225,
    "d20": 0.118,
}


@dataclass(frozen=True)
class Box:
    """The tray: a rectangle about the origin with a rim. A low rim can be jumped, a high one cannot."""

    half_x: float
    half_y: float
    rim_width: float
    rim_height: float


@dataclass(frozen=True)
class Flight:
    """What happened to a set of dice: 240 poses a second, the last one at rest."""

    places: Array  # K × N × 3
    turns: Array  # K × N × 3 × 3
    still: bool  # False: time ran out while something still moved


class Bodies:
    """Dice in motion. `fixed` dice are there to be bumped into and do not give way."""

    def __init__(self, solids: Sequence[Solid], sizes: Sequence[float], places: Array, turns: Array) -> None:
        count = len(solids)
        self.place, self.turn = places.astype(float).copy(), turns.astype(float).copy()
        self.speed, self.spin = np.zeros((count, 3)), np.zeros((count, 3))
        self.fixed = np.zeros(count, bool)
        self.released = np.zeros(count)  # when each is let go; until then it is not there
        self.inertia = np.array([INERTIA[s.shape] * z * z for s, z in zip(solids, sizes, strict=True)])
        self.ball = np.array([s.rounding * s.inradius * z for s, z in zip(solids, sizes, strict=True)])
        self.core = np.array([s.inradius * z for s, z in zip(solids, sizes, strict=True)]) - self.ball
        self.reach = np.array([s.outradius * z for s, z in zip(solids, sizes, strict=True)])
        corners = [
            _corners(s) * (s.inradius * z - b) for s, z, b in zip(solids, sizes, self.ball, strict=True)
        ]
        self.corner_count = max(len(c) for c in corners)
        probes = [np.concatenate([_pad(c, self.corner_count), _middles(c)]) for c in corners]
        self.probe_count = max(len(p) for p in probes)
        # Padding repeats a point; its weight is nothing.
        self.probes = np.stack([_pad(p, self.probe_count) for p in probes])
        self.weight = np.zeros((count, self.corner_count))
        self.pair_weight = np.zeros((count, self.probe_count))
        for k, (corner, probe) in enumerate(zip(corners, probes, strict=True)):
            self.weight[k, : len(corner)] = 1.0
            self.pair_weight[k, : len(corner)] = 1.0
            self.pair_weight[k, self.corner_count : len(probe)] = 1.0
        self._here = self._moving = np.ones(count, bool)
        most = max(len(s.faces) for s in solids)
        self.normals = np.stack([_pad(np.array([f.normal for f in s.faces]), most) for s in solids])

    def fly(self, box: Box, low_rim: bool = False, seconds: float = LONGEST) -> Flight:
        """Let them go, until all lie still."""
        places, turns = [self.place.copy()], [self.turn.copy()]
        quiet = 0
        for step in range(1, int(seconds / STEP) + 1):
            self._here = self.released <= step * STEP
            self._moving = self._here & ~self.fixed
            self._step(box, low_rim)
            if step % 8 == 0:
                self.turn = self.turn @ (1.5 * np.eye(3) - 0.5 * np.swapaxes(self.turn, 1, 2) @ self.turn)
            if step % RECORD_EVERY == 0:
                places.append(self.place.copy())
                turns.append(self.turn.copy())
            slow = np.abs(self.speed).max() < QUIET_SPEED and np.abs(self.spin).max() < QUIET_SPIN
            quiet = quiet + 1 if slow and self._here.all() else 0
            if quiet >= QUIET_STEPS:
                break
        return Flight(np.array(places), np.array(turns), quiet >= QUIET_STEPS)

    def _step(self, box: Box, low_rim: bool) -> None:
        arms = self.probes @ np.swapaxes(self.turn, 1, 2)
        skew = _skew(self.spin)
        force = np.zeros_like(self.place)
        force[:, 2] = -GRAVITY
        twist = np.zeros_like(self.place)
        corners = arms[:, : self.corner_count]
        self._floor(corners, skew, force, twist)
        far = np.abs(self.place[:, :2]) + self.reach[:, None]
        if (far > (box.half_x, box.half_y)).any():
            self._rim(corners, skew, force, twist, box, low_rim)
        if len(self.place) > 1:
            self._bumps(arms, skew, force, twist)
        moving = self._moving[:, None]
        self.speed += STEP * force * moving
        self.spin += STEP * twist / self.inertia[:, None] * moving
        self.spin *= 1 - SPIN_LOSS * STEP
        self.place += STEP * self.speed * moving
        turned = STEP * _skew(self.spin * moving)
        self.turn = self.turn + turned @ self.turn + 0.5 * turned @ turned @ self.turn

    def _floor(self, corners: Array, skew: Array, force: Array, twist: Array) -> None:
        depth = self.ball[:, None] - (corners[:, :, 2] + self.place[:, 2, None])
        if depth.max() > 0:
            self._push(corners, skew, force, twist, depth, 2, np.ones_like(depth))

    def _rim(self, corners: Array, skew: Array, force: Array, twist: Array, box: Box, low_rim: bool) -> None:
        at = corners + self.place[:, None]
        inner = np.array([box.half_x, box.half_y])
        past = np.abs(at[:, :, :2]) - inner  # beyond the inner wall, along each axis
        if not low_rim:
            for axis in (0, 1):
                self._push(
                    corners,
                    skew,
                    force,
                    twist,
                    past[:, :, axis] + self.ball[:, None],
                    axis,
                    -np.sign(at[:, :, axis]),
                )
            return
        # A rim that can be jumped: a corner inside it is pushed out where it is nearest to the outside.
        below = box.rim_height + self.ball[:, None] - at[:, :, 2]
        beyond = past.max(axis=2)
        axis_of = past.argmax(axis=2)
        into = beyond + self.ball[:, None]
        out = box.rim_width - beyond + self.ball[:, None]
        inside = (below > 0) & (into > 0) & (out > 0)
        least = np.minimum(np.minimum(below, into), out)
        self._push(
            corners,
            skew,
            force,
            twist,
            np.where(inside & (least == below), below, -1.0),
            2,
            np.ones_like(below),
        )
        for axis in (0, 1):
            here = inside & (axis_of == axis) & (least < below)
            away = np.sign(at[:, :, axis])
            self._push(corners, skew, force, twist, np.where(here & (least == into), into, -1.0), axis, -away)
            self._push(corners, skew, force, twist, np.where(here & (least == out), out, -1.0), axis, away)

    def _push(
        self, corners: Array, skew: Array, force: Array, twist: Array, depth: Array, axis: int, sign: Array
    ) -> None:
        """A flat wall or floor across `axis` pushes the corners that are `depth` inside it towards `sign`."""
        touching = (depth > 0) * self.weight
        if not touching.any():
            return
        arms = corners.copy()
        arms[:, :, axis] -= sign * self.ball[:, None]
        speed = self.speed[:, None] + arms @ np.swapaxes(skew, 1, 2)
        press = np.maximum(0.0, STIFFNESS * depth - DAMPING * speed[:, :, axis] * sign) * touching
        speed[:, :, axis] = 0.0
        slip = np.sqrt(np.einsum("npi,npi->np", speed, speed) + SLIP**2)
        pushes = speed * (-GRIP * press / slip)[:, :, None]
        pushes[:, :, axis] = press * sign
        force += pushes.sum(axis=1)
        twist += _moments(arms, pushes)

    def _bumps(self, arms: Array, skew: Array, force: Array, twist: Array) -> None:
        """Dice against dice: corners and edge middles of one inside the planes of the other."""
        gaps = np.linalg.norm(self.place[:, None] - self.place[None], axis=2)
        near = gaps < self.reach[:, None] + self.reach[None]
        np.fill_diagonal(near, False)
        near &= self._here[:, None] & self._here[None] & (self._moving[:, None] | self._moving[None])
        a, b = np.nonzero(near)
        if not len(a):
            return
        inside = (arms[a] + (self.place[a] - self.place[b])[:, None]) @ self.turn[b]
        heights = inside @ np.swapaxes(self.normals[b], 1, 2)
        side = heights.argmax(axis=2)
        top = np.take_along_axis(heights, side[:, :, None], axis=2)[:, :, 0]
        depth = (self.core[b] + self.ball[a] + self.ball[b])[:, None] - top
        touching = (depth > 0) * self.pair_weight[a]
        if not touching.any():
            return
        away = np.take_along_axis(self.normals[b], side[:, :, None], axis=1) @ np.swapaxes(self.turn[b], 1, 2)
        arm_a = arms[a] - away * self.ball[a][:, None, None]
        arm_b = arm_a + (self.place[a] - self.place[b])[:, None]
        speed = self.speed[a][:, None] + arm_a @ np.swapaxes(skew[a], 1, 2)
        speed = speed - self.speed[b][:, None] - arm_b @ np.swapaxes(skew[b], 1, 2)
        closing = np.einsum("mpi,mpi->mp", speed, away)
        press = np.maximum(0.0, 0.5 * STIFFNESS * np.minimum(depth, 2.0) - 0.5 * DAMPING * closing) * touching
        slide = speed - closing[:, :, None] * away
        slip = np.sqrt(np.einsum("mpi,mpi->mp", slide, slide) + SLIP**2)
        pushes = press[:, :, None] * away - slide * (GRIP_BETWEEN * press / slip)[:, :, None]
        _scatter(force, a, pushes.sum(axis=1))
        _scatter(force, b, -pushes.sum(axis=1))
        _scatter(twist, a, _moments(arm_a, pushes))
        _scatter(twist, b, -_moments(arm_b, pushes))


def _corners(body: Solid) -> Array:
    """The directions of the core's corners, so long that the faces are one away from the middle."""
    found: dict[tuple[float, ...], Array] = {}
    for face in body.faces:
        flat = (face.polygon - face.normal * (body.rounding * body.inradius)) / (1 - body.rounding)
        for corner in flat / body.inradius:
            found.setdefault(tuple(np.round(corner, 5) + 0.0), corner)
    return np.array(list(found.values()))


def _middles(corners: Array) -> Array:
    """The middles of the edges: pairs of corners at the shortest distance."""
    gaps = np.linalg.norm(corners[:, None] - corners[None], axis=2)
    shortest = gaps[gaps > 1e-9].min()
    a, b = np.nonzero(np.triu(np.abs(gaps - shortest) < 0.02 * shortest))
    return (corners[a] + corners[b]) / 2


def _pad(rows: Array, count: int) -> Array:
    return np.concatenate([rows, np.repeat(rows[:1], count - len(rows), axis=0)])


def _skew(spin: Array) -> Array:
    matrix = np.zeros((len(spin), 3, 3))
    matrix[:, 0, 1], matrix[:, 0, 2], matrix[:, 1, 2] = -spin[:, 2], spin[:, 1], -spin[:, 0]
    matrix[:, 1, 0], matrix[:, 2, 0], matrix[:, 2, 1] = spin[:, 2], -spin[:, 1], spin[:, 0]
    return matrix


def _moments(arms: Array, pushes: Array) -> Array:
    m = np.swapaxes(arms, 1, 2) @ pushes
    return np.stack([m[:, 1, 2] - m[:, 2, 1], m[:, 2, 0] - m[:, 0, 2], m[:, 0, 1] - m[:, 1, 0]], axis=1)


def _scatter(total: Array, where: Indices, parts: Array) -> None:
    np.add.at(total, where, parts)
