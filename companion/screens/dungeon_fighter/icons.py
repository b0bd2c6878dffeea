"""Icons that only a dungeon needs. They join the others under their names."""

from __future__ import annotations

from math import cos, pi, sin

from companion.screens.widgets.drawing import Pen
from companion.screens.widgets.icons import icon


def coin(pen: Pen) -> None:
    pen.arc(12, 12, 8.6, 0, 360, 2)
    pen.arc(12, 12, 4.6, 0, 360, 1.5)


def eye(pen: Pen) -> None:
    upper = [(2.5 + 19 * t, 12 + 6.5 * sin(pi * t)) for t in (n / 20 for n in range(21))]
    lower = [(x, 24 - y) for x, y in reversed(upper)]
    pen.line([*upper, *lower], 1.8, close=True)
    pen.disc(12, 12, 3.4)


def shut_eye(pen: Pen) -> None:
    lid = [(2.5 + 19 * t, 14 - 5.5 * sin(pi * t)) for t in (n / 20 for n in range(21))]
    pen.line(lid, 1.8)
    for x, y, down in ((6, 10.6, 3), (12, 8, 3.6), (18, 10.6, 3)):
        pen.line([(x, y), (x + (x - 12) * 0.25, y - down)], 1.8)


def blade(pen: Pen) -> None:
    """What a monster's blow costs."""
    pen.shape([(21, 21), (17, 20.5), (7.5, 11), (11, 7.5), (20.5, 17)])
    pen.line([(4.5, 9.5), (9.5, 4.5)], 2.2)
    pen.line([(3.2, 3.2), (6.6, 6.6)], 2.4)


def bounce(pen: Pen) -> None:
    pen.line([(2, 4.5), (22, 4.5)], 2)
    first = [(3 + 6 * t, 20 - 14 * t * t) for t in (n / 10 for n in range(11))]
    second = [(9 + 11 * t, 6 + 36 * t * (1 - t)) for t in (n / 12 for n in range(13))]
    pen.line([*first, *second], 1.7)


def ring(pen: Pen) -> None:
    for r in (9.4, 5.4):
        pen.arc(12, 12, r, 0, 360, 1.8)
    pen.disc(12, 12, 1.9)


def hole(pen: Pen) -> None:
    pen.disc(12, 9, 6.5)
    pen.line([(12, 22), (12, 18)], 1.8)


def door(pen: Pen) -> None:
    pen.line([(5, 3.5), (5, 15), (8, 19.5), (12, 21), (16, 19.5), (19, 15), (19, 3.5)], 2)
    pen.line([(2.5, 3.5), (21.5, 3.5)], 2)
    pen.disc(15.4, 11, 1.3)


def danger(pen: Pen) -> None:
    pen.line([(12, 21), (2.5, 4), (21.5, 4)], 2, close=True)
    pen.line([(12, 15.5), (12, 10.5)], 2.2)
    pen.disc(12, 7, 1.3)


def stall(pen: Pen) -> None:
    """A shop."""
    pen.line([(4, 3.5), (4, 13), (20, 13), (20, 3.5)], 1.8)
    pen.shape([(4.5, 21), (19.5, 21), (22, 14.5), (2, 14.5)])
    pen.line([(2.5, 3.5), (21.5, 3.5)], 1.8)


def fountain(pen: Pen) -> None:
    pen.shape([(3, 8), (21, 8), (17.5, 3), (6.5, 3)])
    for side in (-1, 1):
        pen.arc(12 + side * 4, 11, 4, 270, 450, 1.8)
    pen.line([(12, 9), (12, 20)], 1.8)


def chest(pen: Pen) -> None:
    pen.line([(3, 4), (3, 13), (21, 13), (21, 4)], 2, close=True)
    pen.line([(3, 13), (5, 19.5), (19, 19.5), (21, 13)], 2)
    pen.box(10, 9.4, 4, 5.4, 1)


def stairs(pen: Pen) -> None:
    pen.line([(3, 20), (8, 20), (8, 15), (13, 15), (13, 10), (18, 10), (18, 5), (22, 5)], 2.2)


def horns(pen: Pen) -> None:
    """The boss."""
    pen.shape([(5, 13), (2, 22), (8, 17.5), (16, 17.5), (22, 22), (19, 13), (17, 5), (12, 2), (7, 5)])


def shield(pen: Pen) -> None:
    pen.shape([(12, 22), (20, 19), (19, 9), (12, 2), (5, 9), (4, 19)])


def flask(pen: Pen) -> None:
    pen.line([(9.5, 21), (9.5, 14), (4.5, 5), (6, 2.8), (18, 2.8), (19.5, 5), (14.5, 14), (14.5, 21)], 1.8)
    pen.line([(8, 21.2), (16, 21.2)], 2)
    pen.shape([(7.4, 9.5), (16.6, 9.5), (18.6, 5), (17.5, 3.6), (6.5, 3.6), (5.4, 5)])


def book(pen: Pen) -> None:
    """The card library."""
    pen.frame(4, 5, 10, 15, 1.6, 1.8)
    pen.line([(16.5, 18.5), (20, 17.6), (17, 3), (10, 4)], 1.8)
    pen.disc(9, 12.5, 2)


def glass(pen: Pen) -> None:
    """Search."""
    pen.arc(10, 14, 6, 0, 360, 2.2)
    pen.line([(14.5, 9.5), (20.5, 3.5)], 2.6)


def bin(pen: Pen) -> None:
    pen.line([(6, 17), (7, 3), (17, 3), (18, 17)], 1.9)
    pen.line([(4, 18), (20, 18)], 2)
    pen.line([(9.5, 20.8), (14.5, 20.8)], 2)
    pen.line([(10, 14), (10.4, 6.5)], 1.5)
    pen.line([(14, 14), (13.6, 6.5)], 1.5)


def gift(pen: Pen) -> None:
    """Hand it to somebody else."""
    pen.line([(3, 9), (13, 9)], 2)
    pen.shape([(13, 14), (21, 9), (13, 4)])
    pen.frame(5, 14, 7, 7, 1.2, 1.8)


def beer(pen: Pen) -> None:
    pen.line([(5, 17), (6, 3), (15, 3), (16, 17)], 2, close=True)
    pen.arc(16.6, 10.5, 3.6, 10, 170, 1.8)
    for x, r in ((6.4, 2.6), (10.5, 3.2), (14.6, 2.6)):
        pen.disc(x, 18.4, r)


def frog(pen: Pen) -> None:
    pen.disc(12, 9, 7)
    pen.disc(7, 16, 3.2)
    pen.disc(17, 16, 3.2)


def note(pen: Pen) -> None:
    pen.disc(7.5, 6, 3.4)
    pen.line([(10.4, 6), (10.4, 20), (18, 17.5)], 2)


def sights(pen: Pen) -> None:
    """A tracer sits on the monster."""
    pen.arc(12, 12, 7, 0, 360, 1.8)
    for turn in range(4):
        x, y = cos(turn * pi / 2), sin(turn * pi / 2)
        pen.line([(12 + 4 * x, 12 + 4 * y), (12 + 10.5 * x, 12 + 10.5 * y)], 1.8)


def flag(pen: Pen) -> None:
    pen.line([(6, 2.5), (6, 21.5)], 2)
    pen.shape([(7, 20.5), (19.5, 16.5), (7, 12)])


for _draw in (
    coin, eye, shut_eye, blade, bounce, ring, hole, door, danger, stall, fountain, chest, stairs, horns,
    shield, flask, book, glass, bin, gift, beer, frog, note, sights, flag,
):  # fmt: skip
    icon(_draw, f"df_{_draw.__name__}")

ROOM_ICONS = {"plain": "df_door", "shop": "df_stall", "fountain": "df_fountain", "treasure": "df_chest"}
ITEM_ICONS = {"weapon": "df_blade", "armour": "df_shield", "item": "df_flask"}
