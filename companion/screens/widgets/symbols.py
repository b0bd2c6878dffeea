"""Signs on hero dice, drawn by us in the plainest form that tells them apart; none is a game's artwork.

A sign without a drawing shows the first letters of its name.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from companion.screens.widgets.drawing import Pen
from companion.screens.widgets.icons import heart_outline

SYMBOLS: dict[str, Callable[[Pen], None]] = {}


def symbol(*names: str) -> Callable[[Callable[[Pen], None]], Callable[[Pen], None]]:
    def enter(draw: Callable[[Pen], None]) -> Callable[[Pen], None]:
        for name in names:
            SYMBOLS[name] = draw
        return draw

    return enter


@symbol("sword", "blade", "katana", "saber", "cutlass", "ninjato", "dagger")
def sword(pen: Pen) -> None:
    pen.shape([(21.5, 21.5), (17, 20.6), (8.2, 11.8), (11.8, 8.2), (20.6, 17)])
    pen.line([(5.6, 12.2), (11.8, 6)], 2.6)
    pen.line([(7.6, 8), (4, 4.4)], 2.8)
    pen.disc(3.6, 4, 1.9)


@symbol("life", "heart")
def life(pen: Pen) -> None:
    pen.shape(heart_outline(12, 12, 9.6))


@symbol("pow", "burst", "meteor")
def pow(pen: Pen) -> None:
    pen.shape(_star(9, 10.5, 5.2))


@symbol("arrow")
def arrow(pen: Pen) -> None:
    pen.line([(4, 4), (17, 17)], 2.4)
    pen.shape([(21.5, 21.5), (12.5, 19), (19, 12.5)])
    pen.line([(4, 9), (4, 4), (9, 4)], 2.2)


@symbol("foot", "dash")
def foot(pen: Pen) -> None:
    pen.shape([(6, 21), (12, 21), (12, 13), (19, 10.5), (21.5, 7.5), (21.5, 4), (5, 4), (5, 12)])


@symbol("moon", "gaze")
def moon(pen: Pen) -> None:
    outer = [(12 + 10 * sin(t), 12 + 10 * cos(t)) for t in (0.5 + n * (2 * pi - 1.6) / 40 for n in range(41))]
    inner = [(15.6 + 7.6 * sin(t), 14.2 + 7.6 * cos(t)) for t in (4.75 - n * 3.85 / 40 + 0.9 for n in range(41))]
    pen.shape([*outer, *inner])


@symbol("flame", "blaze", "fiery_soul")
def flame(pen: Pen) -> None:
    pen.shape(
        [(12.5, 22), (15.5, 17.5), (16, 14.5), (18, 16), (20, 11.5), (19.5, 7), (16.5, 3.5), (12, 2.2),
         (7.5, 3.5), (4.6, 7), (4.4, 11), (6.5, 14.5), (8.3, 12), (9, 16.5)]
    )  # fmt: skip


@symbol("bullet")
def bullet(pen: Pen) -> None:
    pen.shape([(8, 10), (8.4, 15.5), (10, 19), (12, 21.5), (14, 19), (15.6, 15.5), (16, 10)])
    pen.box(7.4, 3, 9.2, 5.6, 1)


@symbol("bullseye", "medal", "zen")
def bullseye(pen: Pen) -> None:
    pen.arc(12, 12, 9, 0, 360, 2.4)
    pen.arc(12, 12, 5, 0, 360, 2)
    pen.disc(12, 12, 2)


@symbol("leaf", "branch")
def leaf(pen: Pen) -> None:
    pen.shape([(3.5, 3.5), (5, 13), (10, 18.5), (20.5, 20.5), (18.5, 10), (13, 5)])


@symbol("helmet", "helm", "kabuto")
def helmet(pen: Pen) -> None:
    pen.shape([(4, 5), (4, 13), (7, 18.5), (12, 20.5), (17, 18.5), (20, 13), (20, 5), (15, 4), (15, 11), (9, 11), (9, 4)])


@symbol("spirit", "soul", "bonded_soul", "lotus", "prayer", "shadow")
def spirit(pen: Pen) -> None:
    pen.shape(_star(4, 10.5, 4))


def _star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    corners = []
    for n in range(2 * points):
        r = outer if n % 2 == 0 else inner
        corners.append((12 + r * sin(n * pi / points), 12 + r * cos(n * pi / points)))
    return corners
