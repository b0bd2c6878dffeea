"""The places of a target: which of them a point of the board lies in, and which share of a footprint each has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.target.profile import HOLE, JOINT, OFF, Area, Circle, TargetProfile

Points = NDArray[np.float64]  # … × 2, in millimetres

GRID = 24  # points along a footprint's side: a share is known to half a per cent
# Points all over a square, no two in line: a line along the grid would otherwise count in steps.
_SPREAD = (np.arange(GRID * GRID)[:, None] * (0.7548776662, 0.5698402910) + 0.5) % 1.0


class Places:
    """A profile as numbers. Places are counted: the zones in their order, then hole, joint and off."""

    def __init__(self, profile: TargetProfile) -> None:
        self.profile = profile
        self.names = (*(zone.name for zone in profile.zones), HOLE, JOINT, OFF)
        self.values = tuple(profile.values[name] for name in self.names)
        self.hole, self.joint, self.off = range(len(profile.zones), len(profile.zones) + 3)

    def at(self, points: Points) -> NDArray[np.int64]:
        """The number of the place of each point."""
        found = np.full(points.shape[:-1], self.off)
        for number, zone in enumerate(self.profile.zones):
            found[inside(zone.area, points)] = number
        found[~inside(self.profile.outline, points)] = self.off
        for number, areas in ((self.hole, self.profile.holes), (self.joint, self.profile.joints)):
            for area in areas:
                found[inside(area, points)] = number
        return found

    def shares(self, corners: Points, moves: Points) -> NDArray[np.float64]:
        """The share of every place in a four-cornered footprint, for each way that it is moved: moves × places."""
        u, v = _SPREAD[:, :1], _SPREAD[:, 1:]
        a, b, c, d = corners
        grid = (1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d
        there = self.at(grid[None] + moves[:, None])
        counts = [np.bincount(row, minlength=len(self.names)) for row in there]
        return np.asarray(counts, dtype=np.float64) / GRID**2


def inside(area: Area, points: Points) -> NDArray[np.bool_]:
    if isinstance(area, Circle):
        across, down = points[..., 0] - area.centre[0], points[..., 1] - area.centre[1]
        return np.asarray(across * across + down * down <= area.radius**2)
    x, y = points[..., 0], points[..., 1]
    found = np.zeros(x.shape, np.bool_)
    for (ax, ay), (bx, by) in zip(area.points, (*area.points[1:], area.points[0]), strict=True):
        if ay != by:  # a level side is crossed by no level ray
            found ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return found


def outline(area: Area, every: float = 2.0) -> Points:
    """Points along an area's edge, about `every` mm apart, the first one not repeated."""
    if isinstance(area, Circle):
        turn = np.linspace(0, 2 * np.pi, max(24, int(2 * np.pi * area.radius / every)), endpoint=False)
        return np.asarray(area.centre) + area.radius * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    sides: list[Points] = []
    corners: Sequence[tuple[float, float]] = area.points
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        steps = max(1, int(np.hypot(b[0] - a[0], b[1] - a[1]) / every))
        along = np.arange(steps)[:, None] / steps
        sides.append(np.asarray(a) + along * (np.asarray(b) - np.asarray(a)))
    return np.concatenate(sides)
