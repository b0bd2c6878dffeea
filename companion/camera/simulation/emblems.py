"""More symbols of our own, for the dice of games, and faces that are set together from several.

No network is trained on these: the companion must be taught them like any owner's dice. A face is written as
its parts, each with its place and size, such as "sword:0:0.2:0.6 3:0.5:-0.6:0.35"; figures are numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

from companion.camera.simulation.canvas import Canvas, Mask, arc, circle, curve, mirrored, spun
from companion.camera.simulation.marks import MARK_PIXELS, NumeralStyle, numeral
from companion.camera.simulation.symbols import DRAWINGS

EMBLEMS: dict[str, Callable[[Canvas], None]] = {}
FIGURES = NumeralStyle(height=1.9, weight=0.42, width=0.6, six_and_nine="none")


def _emblem(draw: Callable[[Canvas], None]) -> Callable[[Canvas], None]:
    EMBLEMS[draw.__name__] = draw
    return draw


@cache
def composed(face: str, pixels: int = MARK_PIXELS) -> Mask:
    """The whole face. Raises ValueError for a part that nobody drew."""
    whole = np.zeros((pixels, pixels), np.float32)
    for part in face.split():
        name, *numbers = part.split(":")
        x, y, size = (float(number) for number in numbers) if numbers else (0.0, 0.0, 0.85)
        middle = (pixels - 1) / 2
        place = np.array(
            [
                [size, 0.0, middle * (1 + x - size)],
                [0.0, size, middle * (1 - y - size)],
            ]
        )
        drawn = cv2.warpAffine(_part(name, 2 * pixels), place @ _HALF, (pixels, pixels), flags=cv2.INTER_AREA)
        whole = np.maximum(whole, drawn).astype(np.float32)
    whole.flags.writeable = False  # masks are cached and shared
    return whole


_HALF = np.array([[0.5, 0.0, -0.25], [0.0, 0.5, -0.25], [0.0, 0.0, 1.0]])  # from a mask twice as fine


@cache
def _part(name: str, pixels: int) -> Mask:
    if name.isdigit():
        return numeral(name, FIGURES, pixels)
    draw = EMBLEMS.get(name) or DRAWINGS.get(name)
    if draw is None:
        raise ValueError(f"no symbol {name!r}; there are: {', '.join((*DRAWINGS, *EMBLEMS))}")
    canvas = Canvas(pixels)
    draw(canvas)
    return canvas.mask()


# Frames around figures, and signs of what a die does.


@_emblem
def ring(c: Canvas) -> None:
    c.ring((0, 0), 0.9, 0.13)


@_emblem
def square(c: Canvas) -> None:
    c.stroke([(-0.8, 0.8), (0.8, 0.8), (0.8, -0.8), (-0.8, -0.8), (-0.8, 0.8)], 0.13)


@_emblem
def again(c: Canvas) -> None:
    """Roll this once more."""
    c.stroke(arc((0, 0), 0.68, 70, 360), 0.26)
    c.polygon([(0.34, 0.06), (1.0, 0.06), (0.67, -0.52)])


@_emblem
def line(c: Canvas) -> None:
    """One of two."""
    c.stroke([(-0.95, -0.95), (0.95, 0.95)], 0.16)


@_emblem
def dot(c: Canvas) -> None:
    c.disc((0, 0), 0.9)


@_emblem
def flash(c: Canvas) -> None:
    """A burst in a corner: four sharp rays."""
    rays = [arc((0, 0), (1.0, 0.34)[k % 2], 90 + 45 * k, 0, 1)[0] for k in range(8)]
    c.polygon(rays)


# Arms and armour.


@_emblem
def cutlass(c: Canvas) -> None:
    edge = curve((-0.5, -0.45), (0.55, -0.3), (0.85, 0.95))
    c.polygon([*edge, *curve((0.85, 0.95), (0.15, 0.1), (-0.62, -0.2))])
    c.stroke([(-0.5, -0.3), (-0.85, -0.85)], 0.16)
    c.stroke(arc((-0.6, -0.5), 0.28, 20, 200), 0.12)


@_emblem
def katana(c: Canvas) -> None:
    c.polygon(
        [*curve((-0.42, -0.36), (0.5, 0.1), (0.98, 0.98)), *curve((0.8, 0.95), (0.2, 0.2), (-0.52, -0.2))]
    )
    c.stroke([(-0.68, -0.12), (-0.26, -0.54)], 0.14)
    c.stroke([(-0.55, -0.42), (-0.92, -0.86)], 0.18)


@_emblem
def dagger(c: Canvas) -> None:
    c.polygon(mirrored([(0, -1.0), (0.26, -0.4), (0.2, 0.3)]))
    c.stroke([(-0.55, 0.34), (0.55, 0.34)], 0.17)
    c.stroke([(0, 0.4), (0, 0.88)], 0.2)


@_emblem
def spear(c: Canvas) -> None:
    c.stroke([(-0.85, -0.85), (0.4, 0.4)], 0.15)
    c.polygon([(0.98, 0.98), (0.62, 0.12), (0.3, 0.3), (0.12, 0.62)])


@_emblem
def shuriken(c: Canvas) -> None:
    for turn in range(0, 360, 90):
        c.polygon(spun([(0, 1.0), (0.34, 0.22), (-0.24, 0.3)], turn))
    c.disc((0, 0), 0.34)
    c.disc((0, 0), 0.16, cut=True)


@_emblem
def bullet(c: Canvas) -> None:
    c.polygon(mirrored([*curve((0, 1.0), (0.36, 0.8), (0.36, 0.3)), (0.36, -0.62)]))
    c.polygon([(-0.46, -0.7), (0.46, -0.7), (0.46, -0.95), (-0.46, -0.95)])
    c.polygon([(-0.4, 0.14), (0.4, 0.14), (0.4, 0.0), (-0.4, 0.0)], cut=True)


@_emblem
def helmet(c: Canvas) -> None:
    c.polygon(mirrored([*arc((0, 0.1), 0.8, 90, 0), (0.8, -0.85), (0.3, -0.85), (0.22, -0.1)]))
    c.polygon([(-0.62, 0.12), (0.62, 0.12), (0.62, -0.08), (-0.62, -0.08)], cut=True)


@_emblem
def bullseye(c: Canvas) -> None:
    c.ring((0, 0), 0.82, 0.2)
    c.ring((0, 0), 0.46, 0.16)
    c.disc((0, 0), 0.17)


# Hands, feet and faces.


@_emblem
def fist(c: Canvas) -> None:
    for k in range(4):
        c.stroke([(-0.6 + 0.36 * k, 0.5), (-0.6 + 0.36 * k, 0.1)], 0.32)
    c.polygon([(-0.74, 0.05), (0.64, 0.05), (0.5, -0.85), (-0.5, -0.85)])
    c.stroke([(-0.72, -0.1), (0.1, -0.28)], 0.1, cut=True)


@_emblem
def palm(c: Canvas) -> None:
    for x, top in ((-0.5, 0.55), (-0.17, 0.85), (0.17, 0.82), (0.5, 0.5)):
        c.stroke([(x, top), (0.75 * x, -0.2)], 0.22)
    c.polygon([(-0.5, -0.05), (0.5, -0.05), (0.34, -0.9), (-0.34, -0.9)])
    c.stroke([(0.4, -0.5), (0.85, -0.05)], 0.22)


@_emblem
def foot(c: Canvas) -> None:
    c.polygon([(0.42 * x - 0.05, -0.3 + 0.66 * y) for x, y in circle((0, 0), 1.0)])
    for x, y, size in ((-0.42, 0.42, 0.2), (-0.1, 0.62, 0.16), (0.18, 0.64, 0.14), (0.44, 0.52, 0.13)):
        c.disc((x, y), size)


@_emblem
def fang(c: Canvas) -> None:
    for side in (-1, 1):
        c.polygon(
            [
                (side * x, y)
                for x, y in [*curve((0.1, 0.7), (0.75, 0.2), (0.3, -0.95)), (0.72, 0.1), (0.85, 0.7)]
            ]
        )
    c.stroke([(-0.85, 0.8), (0.85, 0.8)], 0.2)


@_emblem
def mask(c: Canvas) -> None:
    c.polygon(mirrored([(0, 0.5), (0.9, 0.72), *curve((0.9, 0.72), (0.9, -0.5), (0, -0.85))]))
    for side in (-1, 1):
        c.polygon([(side * 0.18, 0.05), (side * 0.62, 0.32), (side * 0.6, 0.02)], cut=True)


@_emblem
def ghost(c: Canvas) -> None:
    feet = [(0.7, -0.9), (0.4, -0.6), (0.14, -0.9)]
    c.polygon(mirrored([*arc((0, 0.3), 0.7, 90, 0), *feet, (0, -0.66)]))
    for side in (-1, 1):
        c.disc((side * 0.26, 0.3), 0.17, cut=True)


# Things and beings.


@_emblem
def wrench(c: Canvas) -> None:
    c.stroke([(-0.75, -0.75), (0.4, 0.4)], 0.3)
    c.disc((0.52, 0.52), 0.44)
    c.polygon([(0.46, 0.62), (0.62, 0.46), (1.1, 0.9), (0.9, 1.1)], cut=True)


@_emblem
def chest(c: Canvas) -> None:
    c.polygon([(-0.85, 0.1), *reversed(arc((0, 0.1), 0.85, 0, 180)), (0.85, 0.1)])
    c.polygon([(-0.85, -0.02), (0.85, -0.02), (0.85, -0.8), (-0.85, -0.8)])
    c.disc((0, 0.0), 0.22, cut=True)
    c.disc((0, 0.0), 0.1)


@_emblem
def dash(c: Canvas) -> None:
    for x in (-0.55, 0.0, 0.55):
        c.stroke([(x - 0.25, 0.65), (x + 0.25, 0.0), (x - 0.25, -0.65)], 0.22)


@_emblem
def zen(c: Canvas) -> None:
    c.disc((0, 0), 0.9)
    c.polygon(
        [*arc((0, 0), 0.78, 90, 270), *arc((0, -0.39), 0.39, 270, 90), *arc((0, 0.39), 0.39, 270, 90)][:112],
        cut=True,
    )
    c.disc((0, 0.39), 0.14, cut=True)


@_emblem
def sun(c: Canvas) -> None:
    c.disc((0, 0), 0.5)
    for k in range(8):
        c.stroke(spun([(0, 0.68), (0, 0.98)], 45 * k), 0.17)


@_emblem
def meteor(c: Canvas) -> None:
    c.disc((-0.4, -0.4), 0.5)
    for x, y in ((0.1, 0.6), (0.45, 0.45), (0.6, 0.1)):
        c.stroke([(x - 0.3, y - 0.3), (x + 0.38, y + 0.38)], 0.15)


@_emblem
def blaze(c: Canvas) -> None:
    for x, top in ((-0.58, 0.35), (0.0, 0.98), (0.58, 0.35)):
        c.polygon(
            [*curve((x, top), (x + 0.5, -0.3), (x, -0.9)), *curve((x, -0.9), (x - 0.5, -0.3), (x, top))]
        )


@_emblem
def wings(c: Canvas) -> None:
    for side in (-1, 1):
        for k in range(3):
            tip = (side * (0.98 - 0.2 * k), 0.75 - 0.55 * k)
            c.polygon([(side * 0.06, 0.1 - 0.3 * k), tip, (side * 0.1, -0.25 - 0.22 * k)])


@_emblem
def pendant(c: Canvas) -> None:
    c.stroke([(-0.7, 0.95), (0, 0.1), (0.7, 0.95)], 0.13)
    c.polygon([(0, 0.25), (0.46, -0.3), (0, -0.95), (-0.46, -0.3)])
    c.disc((0, -0.34), 0.16, cut=True)


@_emblem
def bag(c: Canvas) -> None:
    c.polygon(mirrored([(0, 0.35), (0.3, 0.35), *curve((0.3, 0.35), (1.0, -0.2), (0.6, -0.9))]))
    c.polygon(mirrored([(0, 0.5), (0.24, 0.5), (0.45, 0.95), (0, 0.8)]))


@_emblem
def card(c: Canvas) -> None:
    c.polygon([(-0.6, 0.95), (0.6, 0.95), (0.6, -0.95), (-0.6, -0.95)])
    c.polygon([(0, 0.5), (0.34, 0), (0, -0.5), (-0.34, 0)], cut=True)


@_emblem
def flag(c: Canvas) -> None:
    c.stroke([(-0.6, 0.92), (-0.6, -0.95)], 0.17)
    c.polygon([(-0.55, 0.9), (0.9, 0.42), (-0.55, -0.06)])


@_emblem
def medal(c: Canvas) -> None:
    c.polygon([(-0.55, 0.98), (-0.1, 0.98), (0.2, 0.1), (-0.2, 0.1)])
    c.polygon([(0.55, 0.98), (0.1, 0.98), (-0.2, 0.1), (0.2, 0.1)])
    c.disc((0, -0.36), 0.56)
    c.disc((0, -0.36), 0.26, cut=True)


@_emblem
def branch(c: Canvas) -> None:
    c.stroke([(-0.8, -0.9), (0.1, 0.0), (0.2, 0.95)], 0.2)
    c.stroke([(0.08, 0.0), (0.85, 0.35)], 0.17)
    c.stroke([(-0.35, -0.45), (-0.75, 0.25)], 0.17)


@_emblem
def cauldron(c: Canvas) -> None:
    c.polygon([*arc((0, -0.1), 0.72, 180, 360), (0.72, 0.12), (-0.72, 0.12)])
    c.stroke([(-0.85, 0.2), (0.85, 0.2)], 0.17)
    for x, y in ((-0.3, 0.55), (0.12, 0.8), (0.42, 0.5)):
        c.disc((x, y), 0.15)
