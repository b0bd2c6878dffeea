"""Icons of Quarriors: where dice lie, and what is counted. Importing this enters them."""

from __future__ import annotations

from math import cos, pi, sin

from companion.screens.widgets.drawing import Pen
from companion.screens.widgets.icons import icon


@icon
def qr_bag(pen: Pen) -> None:
    pen.line([(9, 16.5), (4.5, 9), (5.5, 4), (18.5, 4), (19.5, 9), (15, 16.5)], 2, close=True)
    pen.line([(9.5, 17), (7.5, 21), (16.5, 21), (14.5, 17)], 2)


@icon
def qr_pool(pen: Pen) -> None:
    """Dice that lie there rolled."""
    pen.frame(2.5, 3, 11, 11, 2.4)
    pen.frame(11.5, 10.5, 10, 10, 2.4)


@icon
def qr_ready(pen: Pen) -> None:
    """A sword across a shield: creatures that stand ready."""
    pen.line([(5, 19), (19, 19), (19, 10), (12, 3.2), (5, 10)], 2, close=True)
    pen.line([(12, 18.5), (12, 8)], 2)
    pen.line([(9, 12), (15, 12)], 2)


@icon
def qr_used(pen: Pen) -> None:
    """A pile."""
    for x, y in ((2.5, 3.5), (12.5, 3.5), (7.5, 13)):
        pen.frame(x, y, 9, 8, 1.8)


@icon
def qr_quiddity(pen: Pen) -> None:
    pen.shape([(12, 22), (20.4, 15), (17.6, 5), (12, 2), (6.4, 5), (3.6, 15)])


@icon
def qr_glory(pen: Pen) -> None:
    turns = [pi * k / 5 for k in range(10)]
    pen.shape(
        [(12 + (10.5, 4.4)[k % 2] * sin(t), 12 + (10.5, 4.4)[k % 2] * cos(t)) for k, t in enumerate(turns)]
    )


@icon
def qr_attack(pen: Pen) -> None:
    pen.line([(20.5, 20.5), (8, 8)], 2.6)
    pen.line([(4.5, 12.5), (11.5, 5.5)], 2.2)
    pen.line([(7, 7), (3.5, 3.5)], 2.6)


@icon
def qr_defence(pen: Pen) -> None:
    pen.shape([(4.5, 20), (19.5, 20), (19.5, 10.5), (12, 2.5), (4.5, 10.5)])


@icon
def qr_wilds(pen: Pen) -> None:
    """Trees."""
    for x, y, size in ((7, 5, 1.0), (16.5, 4, 1.3)):
        pen.shape([(x - 4.5 * size, y + 3), (x + 4.5 * size, y + 3), (x, y + 13 * size)])
        pen.line([(x, y + 3), (x, y - 1)], 2)
