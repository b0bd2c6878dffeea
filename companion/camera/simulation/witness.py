"""Writes down the truth of a frame: what lies where, what it shows, what touches what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees

import cv2
import numpy as np

from companion.camera.simulation.acts import Placed
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.physics import Box
from companion.camera.simulation.placing import TOUCHING, footprint, gap
from companion.camera.simulation.scene import TRAY
from companion.camera.simulation.truth import TrueDie
from companion.camera.simulation.view import View


class Witness:
    """Describes dice. What lies still is described once."""

    def __init__(self, view: View, floor: Box = TRAY) -> None:
        self._view = view
        self._floor = floor
        self._kept: dict[int, tuple[Pose, TrueDie]] = {}
        self._pairs: tuple[tuple[Pose, ...], dict[int, tuple[int, ...]]] = ((), {})

    def describe(self, dice: Sequence[Placed], moving: frozenset[int]) -> tuple[TrueDie, ...]:
        resting = [placed for placed in dice if placed.id not in moving]
        touching = self._touching(resting)
        there = {placed.id for placed in dice}
        self._kept = {id: kept for id, kept in self._kept.items() if id in there}
        return tuple(
            self._describe(placed, placed.id in moving, touching.get(placed.id, ()))
            for placed in sorted(dice, key=lambda placed: placed.id)
        )

    def _describe(self, placed: Placed, moving: bool, touching: tuple[int, ...]) -> TrueDie:
        kept = self._kept.get(placed.id)
        if kept is not None and kept[0] is placed.pose and not moving and kept[1].touching == touching:
            return kept[1]
        die, pose = placed.die, placed.pose
        points = pose.place + die.size * (die.body.vertices @ pose.turn.T)
        outline = cv2.convexHull(self._view.project(points).astype(np.float32))[:, 0]
        (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
        face = die.body.read_face(pose.turn)
        right = pose.turn @ die.body.faces[face].u
        true = TrueDie(
            id=placed.id,
            kind=die.kind,
            face=None if moving or placed.cocked else die.labels[face],
            centre_mm=(float(pose.place[0]), float(pose.place[1])),
            angle_deg=degrees(atan2(right[1], right[0])) % 360,
            size_mm=die.size,
            polygon=tuple((float(x), float(y)) for x, y in outline),
            box=(float(x0), float(y0), float(x1), float(y1)),
            at_rest=not moving,
            in_tray=bool(abs(pose.place[0]) < self._floor.half_x and abs(pose.place[1]) < self._floor.half_y),
            cocked=placed.cocked and not moving,
            touching=touching,
        )
        if not moving:
            self._kept[placed.id] = (pose, true)
        return true

    def _touching(self, resting: Sequence[Placed]) -> Mapping[int, tuple[int, ...]]:
        poses = tuple(placed.pose for placed in resting)
        if len(poses) == len(self._pairs[0]) and all(
            a is b for a, b in zip(poses, self._pairs[0], strict=True)
        ):
            return self._pairs[1]
        prints = [footprint(placed.die, placed.pose) for placed in resting]
        found: dict[int, list[int]] = {}
        for k, one in enumerate(resting):
            for n in range(k):
                if gap(prints[k], prints[n]) < TOUCHING:
                    found.setdefault(one.id, []).append(resting[n].id)
                    found.setdefault(resting[n].id, []).append(one.id)
        pairs = {id: tuple(sorted(ids)) for id, ids in found.items()}
        self._pairs = (poses, pairs)
        return pairs
