"""Areas under a finger: whether taps make one, how far a place is from one, and moving and sizing them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.target.profile import Area, Circle, Point, Polygon

LEAST_MM = 4.0  # holes and shapes are not smaller


def encloses(points: Sequence[Point]) -> bool:
    """Whether taps make a shape: three or more, not in one line."""
    if len(points) < 3:
        return False
    around = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in around)) / 2 >= LEAST_MM**2


def outside(area: Area, at: Point) -> float:
    """How far a place is outside an area, in mm; negative or 0 within it."""
    if isinstance(area, Circle):
        return math.dist(area.centre, at) - area.radius
    inside = False
    nearest = math.inf
    for (ax, ay), (bx, by) in zip(area.points, (*area.points[1:], area.points[0]), strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) / (by - ay) * (bx - ax):
            inside = not inside
        along = (bx - ax) ** 2 + (by - ay) ** 2
        share = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / along if along else 0.0
        share = min(max(share, 0.0), 1.0)
        nearest = min(nearest, math.dist(at, (ax + share * (bx - ax), ay + share * (by - ay))))
    return -nearest if inside else nearest


def middle(area: Area) -> Point:
    if isinstance(area, Circle):
        return area.centre
    xs, ys = zip(*area.points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def moved(area: Area, by: Point) -> Area:
    if isinstance(area, Circle):
        return Circle(plus(area.centre, by), area.radius)
    return Polygon(tuple(plus(point, by) for point in area.points))


def sized(area: Area, by: float) -> Area:
    if isinstance(area, Circle):
        return Circle(area.centre, max(LEAST_MM / 2, area.radius + by))
    x, y = middle(area)
    far = max(math.dist((x, y), point) for point in area.points)
    grow = max(LEAST_MM, far + by) / far
    return Polygon(tuple((x + grow * (px - x), y + grow * (py - y)) for px, py in area.points))
