"""Symbols for dice that are read by teaching: our own drawings, one function each.

They stand in for the artwork of games that cannot be shipped: different enough from each other to be
told apart, and plain enough to be cut into a 16 mm die.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.camera.simulation.canvas import Canvas, Point, arc, circle, curve, mirrored, spun

DRAWINGS: dict[str, Callable[[Canvas], None]] = {}


def _drawing(draw: Callable[[Canvas], None]) -> Callable[[Canvas], None]:
    DRAWINGS[draw.__name__] = draw
    return draw


def _star(points: int, outer: float, inner: float, turn: float = 90.0) -> list[Point]:
    step = 180.0 / points
    return [arc((0, 0), (outer, inner)[k % 2], turn + k * step, 0, 1)[0] for k in range(2 * points)]


@_drawing
def sword(c: Canvas) -> None:
    c.polygon(spun(mirrored([(0, 1.0), (0.14, 0.78), (0.14, -0.32)]), -45))
    c.polygon(spun([(-0.42, -0.3), (0.42, -0.3), (0.42, -0.46), (-0.42, -0.46)], -45))
    c.polygon(spun([(-0.09, -0.4), (0.09, -0.4), (0.09, -0.85), (-0.09, -0.85)], -45))
    c.disc(spun([(0, -0.88)], -45)[0], 0.14)


@_drawing
def heart(c: Canvas) -> None:
    right = curve((0, 0.42), (0.25, 0.95), (0.68, 0.78)) + curve((0.68, 0.78), (1.1, 0.5), (0.82, 0.0))
    c.polygon(mirrored([*right, *curve((0.82, 0.0), (0.6, -0.45), (0, -0.9))]))


@_drawing
def burst(c: Canvas) -> None:
    c.polygon(_star(8, 1.0, 0.48))
    c.disc((0, 0), 0.22, cut=True)


@_drawing
def moon(c: Canvas) -> None:
    c.disc((-0.05, 0), 0.9)
    c.disc((0.33, 0.16), 0.74, cut=True)


@_drawing
def arrow(c: Canvas) -> None:
    c.polygon(mirrored([(0, 1.0), (0.62, 0.25), (0.24, 0.25), (0.24, -0.95)]))


@_drawing
def shield(c: Canvas) -> None:
    c.polygon(mirrored([(0, 0.95), *curve((0.35, 0.72), (0.6, 0.68), (0.78, 0.68)), *_flank()]))
    c.polygon([(-0.07, 0.62), (0.07, 0.62), (0.07, -0.62), (-0.07, -0.62)], cut=True)
    c.polygon([(-0.58, 0.28), (0.58, 0.28), (0.58, 0.14), (-0.58, 0.14)], cut=True)


def _flank() -> list[Point]:
    return curve((0.78, 0.68), (0.85, -0.5), (0, -0.98))


@_drawing
def eye(c: Canvas) -> None:
    lid = curve((-1.0, 0), (0, 1.1), (1.0, 0)) + curve((1.0, 0), (0, -1.1), (-1.0, 0))
    c.polygon(lid)
    c.polygon([(x * 0.78, y * 0.72) for x, y in lid], cut=True)
    c.disc((0, 0), 0.3)


@_drawing
def skull(c: Canvas) -> None:
    c.disc((0, 0.22), 0.74)
    c.polygon([(-0.42, -0.2), (0.42, -0.2), (0.36, -0.92), (-0.36, -0.92)])
    for side in (-1, 1):
        c.disc((side * 0.3, 0.12), 0.21, cut=True)
        c.stroke([(side * 0.13, -0.62), (side * 0.13, -0.98)], 0.07, cut=True)
    c.polygon([(0, -0.12), (0.11, -0.34), (-0.11, -0.34)], cut=True)


@_drawing
def flame(c: Canvas) -> None:
    right = curve((0.06, 1.0), (0.1, 0.5), (0.48, 0.14)) + curve((0.48, 0.14), (0.98, -0.6), (0.05, -0.95))
    left = curve((0.05, -0.95), (-0.95, -0.75), (-0.62, -0.02))
    tongue = curve((-0.62, -0.02), (-0.5, 0.3), (-0.44, 0.42)) + curve((-0.36, 0.1), (-0.2, 0.3), (0.06, 1.0))
    c.polygon([*right, *left, *tongue])
    core = curve((0.0, -0.8), (0.5, -0.6), (0.1, -0.02)) + curve((0.1, -0.02), (-0.5, -0.5), (0.0, -0.8))
    c.polygon(core, cut=True)


@_drawing
def leaf(c: Canvas) -> None:
    c.polygon(spun(curve((0, 1.0), (0.95, 0.1), (0, -0.7)) + curve((0, -0.7), (-0.95, 0.1), (0, 1.0)), -30))
    c.stroke(spun([(0, 0.62), (0, -0.62)], -30), 0.09, cut=True)
    c.stroke(spun([(0, -0.66), (0, -1.0)], -30), 0.12)


@_drawing
def star(c: Canvas) -> None:
    c.polygon(_star(5, 1.0, 0.4))


@_drawing
def gear(c: Canvas) -> None:
    c.disc((0, 0), 0.68)
    for k in range(8):
        c.polygon(spun([(-0.16, 0.55), (0.16, 0.55), (0.12, 0.98), (-0.12, 0.98)], k * 45))
    c.disc((0, 0), 0.3, cut=True)


@_drawing
def bolt(c: Canvas) -> None:
    c.polygon([(0.3, 1.0), (-0.55, -0.1), (-0.06, -0.1), (-0.3, -1.0), (0.58, 0.2), (0.1, 0.2), (0.55, 1.0)])


@_drawing
def drop(c: Canvas) -> None:
    side = curve((0, 1.0), (0.42, 0.3), (0.58, -0.2))
    c.polygon(mirrored([*side, *arc((0, -0.36), 0.6, 12, -90)]))


@_drawing
def crown(c: Canvas) -> None:
    c.polygon(mirrored([(0, 0.7), (0.3, -0.02), (0.85, 0.55), (0.68, -0.62)]))
    for x, y in ((0, 0.74), (0.86, 0.58), (-0.86, 0.58)):
        c.disc((x, y), 0.13)
    c.stroke([(-0.62, -0.82), (0.62, -0.82)], 0.16)


@_drawing
def key(c: Canvas) -> None:
    c.ring((-0.5, 0.5), 0.34, 0.2)
    c.stroke([(-0.26, 0.26), (0.78, -0.78)], 0.2)
    c.stroke([(0.45, -0.45), (0.72, -0.18)], 0.18)
    c.stroke([(0.72, -0.72), (0.95, -0.49)], 0.18)


@_drawing
def axe(c: Canvas) -> None:
    c.stroke([(-0.55, -0.9), (0.3, 0.75)], 0.17)
    c.polygon([(0.02, 0.62), (0.34, 0.16), *curve((0.85, -0.1), (1.05, 0.6), (0.45, 0.98))])


@_drawing
def paw(c: Canvas) -> None:
    c.polygon([(0.62 * x, -0.4 + 0.5 * y) for x, y in circle((0, 0), 1.0)])
    for x, y in ((-0.72, 0.22), (-0.27, 0.62), (0.27, 0.62), (0.72, 0.22)):
        c.disc((x, y), 0.23)


@_drawing
def hourglass(c: Canvas) -> None:
    c.polygon([(-0.6, 0.8), (0.6, 0.8), (0.08, 0), (0.6, -0.8), (-0.6, -0.8), (-0.08, 0)])
    for y in (-0.88, 0.88):
        c.stroke([(-0.66, y), (0.66, y)], 0.17)


@_drawing
def rose(c: Canvas) -> None:
    for k in range(6):
        c.disc(spun([(0, 0.58)], k * 60)[0], 0.36)
    c.disc((0, 0), 0.34, cut=True)
    c.disc((0, 0), 0.2)


@_drawing
def anchor(c: Canvas) -> None:
    c.ring((0, 0.74), 0.17, 0.13)
    c.stroke([(0, 0.55), (0, -0.85)], 0.17)
    c.stroke([(-0.38, 0.32), (0.38, 0.32)], 0.15)
    c.stroke(arc((0, -0.12), 0.72, 190, 350), 0.17)
    for side in (-1, 1):
        c.polygon([(side * 0.52, -0.26), (side * 0.95, -0.42), (side * 0.82, 0.1)])


@_drawing
def spiral(c: Canvas) -> None:
    way = [arc((0, 0), 0.1 + 0.78 * k / 90, k * 10, 0, 1)[0] for k in range(91)]
    c.stroke(way, 0.18)


@_drawing
def cross(c: Canvas) -> None:
    for turn in (0, 90):
        c.polygon(spun([(-0.26, 0.9), (0.26, 0.9), (0.26, -0.9), (-0.26, -0.9)], turn))


@_drawing
def claw(c: Canvas) -> None:
    for x in (-0.5, 0.0, 0.5):
        down = curve((x + 0.3, 0.95), (x + 0.2, 0.0), (x - 0.3, -0.95))
        c.polygon([*down, *curve((x - 0.3, -0.95), (x - 0.2, 0.1), (x + 0.08, 0.95))])
