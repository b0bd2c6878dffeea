"""Signs on hero dice, drawn by us in the plainest form that tells them apart; none is a game's artwork.

A sign without a drawing shows the first letters of its name.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from companion.screens.widgets import icons
from companion.screens.widgets.drawing import Draw, Pen

SYMBOLS: dict[str, Draw] = {}

Points = list[tuple[float, float]]


def symbol(*names: str) -> Callable[[Draw], Draw]:
    def enter(draw: Draw) -> Draw:
        SYMBOLS.update(dict.fromkeys(names, draw))
        return draw

    return enter


def _star(points: int, outer: float, inner: float, turn: float = 0) -> Points:
    radii = [outer if n % 2 == 0 else inner for n in range(2 * points)]
    angles = [turn + n * pi / points for n in range(2 * points)]
    return [(12 + r * sin(a), 12 + r * cos(a)) for r, a in zip(radii, angles, strict=True)]


def _around(x: float, y: float, r: float, start: float, end: float, count: int = 30) -> Points:
    """Points on a circle, in radians clockwise from the top."""
    angles = [start + n * (end - start) / count for n in range(count + 1)]
    return [(x + r * sin(a), y + r * cos(a)) for a in angles]


# Weapons


@symbol("sword", "blade", "saber")
def sword(pen: Pen) -> None:
    pen.shape([(21.5, 21.5), (17, 20.6), (8.2, 11.8), (11.8, 8.2), (20.6, 17)])
    pen.line([(5.6, 12.2), (11.8, 6)], 2.6)
    pen.line([(7.6, 8), (4, 4.4)], 2.8)
    pen.disc(3.6, 4, 1.9)


@symbol("katana", "ninjato")
def katana(pen: Pen) -> None:
    pen.line([(21.5, 21), (16, 17.5), (9.6, 11)], 3)
    pen.line([(7, 12.2), (11.4, 7.8)], 2.6)
    pen.line([(8, 9.6), (3, 4)], 3.2)


@symbol("cutlass")
def cutlass(pen: Pen) -> None:
    pen.shape([(20.5, 22), (22, 14), (17.5, 8.6), (12.6, 7.4), (9.4, 10.6), (14.6, 13.6), (18, 17.6)])
    pen.arc(8.4, 8.4, 4.2, 150, 330, 2)
    pen.line([(10, 9.4), (4.4, 4)], 2.8)


@symbol("dagger")
def dagger(pen: Pen) -> None:
    pen.shape([(12, 22), (8.8, 17), (9.4, 9.6), (14.6, 9.6), (15.2, 17)])
    pen.line([(6.6, 8.6), (17.4, 8.6)], 2.4)
    pen.line([(12, 8), (12, 3.6)], 3)


@symbol("spear")
def spear(pen: Pen) -> None:
    pen.line([(3.6, 3.6), (16, 16)], 2.4)
    pen.shape([(22, 22), (14.4, 19.4), (15.2, 15.2), (19.4, 14.4)])


@symbol("arrow")
def arrow(pen: Pen) -> None:
    pen.line([(4.6, 4.6), (17, 17)], 2.4)
    pen.shape([(21.5, 21.5), (12.5, 19), (19, 12.5)])
    pen.line([(3.6, 8.6), (3.6, 3.6), (8.6, 3.6)], 2.2)


@symbol("bullet")
def bullet(pen: Pen) -> None:
    pen.shape([(8, 10), (8.4, 15.5), (10, 19), (12, 21.5), (14, 19), (15.6, 15.5), (16, 10)])
    pen.box(7.4, 3, 9.2, 5.6, 1)


@symbol("shuriken")
def shuriken(pen: Pen) -> None:
    pen.shape(_star(4, 10.6, 3.6, 0.35))


@symbol("claw")
def claw(pen: Pen) -> None:
    for x in (4, 9.4, 14.8):
        pen.shape([(x + 5, 21), (x + 4.6, 13), (x, 3), (x + 1.6, 13.4)])


@symbol("saber_tooth")
def tooth(pen: Pen) -> None:
    pen.shape([(5, 20.6), (12, 21.6), (19, 20.6), (18, 12), (13, 2.4), (11, 9.4), (7.6, 13.6)])


# Tools and treasure


@symbol("wrench")
def wrench(pen: Pen) -> None:
    pen.line([(4.6, 4.6), (14, 14)], 4)
    pen.arc(16.2, 16.2, 4.4, 80, 370, 3.2)


SYMBOLS.update(gear=icons.gear, bolt=icons.bolt, palm=icons.hand)


@symbol("booty")
def booty(pen: Pen) -> None:
    pen.box(3, 4, 18, 9, 1.4)
    pen.shape(
        [(3, 14.4), (21, 14.4), *_around(17, 16.4, 4, pi / 2, 0, 10), *_around(7, 16.4, 4, 0, -pi / 2, 10)]
    )


@symbol("bag")
def bag(pen: Pen) -> None:
    pen.shape([(9, 16.6), (15, 16.6), (20, 9), (18.4, 3.4), (5.6, 3.4), (4, 9)])
    pen.line([(8.4, 18.6), (15.6, 18.6)], 2)
    pen.line([(9.4, 21), (12, 19), (14.6, 21)], 2)


@symbol("card")
def card(pen: Pen) -> None:
    pen.turned(-12, 12, 12, lambda p: p.frame(6, 3, 12, 18, 2, 2.2))
    pen.shape([(12, 16), (9, 12), (12, 8), (15, 12)])


@symbol("flag")
def flag(pen: Pen) -> None:
    pen.line([(5, 2.6), (5, 21.4)], 2.4)
    pen.shape([(7, 20.6), (21, 20.6), (17, 15.4), (21, 10.2), (7, 10.2)])


@symbol("medal")
def medal(pen: Pen) -> None:
    pen.shape([(6, 22), (10, 22), (12, 17.6), (14, 22), (18, 22), (14.2, 13.4), (9.8, 13.4)])
    pen.disc(12, 8.4, 6)


@symbol("helmet", "helm")
def helmet(pen: Pen) -> None:
    pen.shape(
        [
            (4, 5),
            (4, 13),
            (7, 18.5),
            (12, 20.5),
            (17, 18.5),
            (20, 13),
            (20, 5),
            (15, 4),
            (15, 11),
            (9, 11),
            (9, 4),
        ]
    )


@symbol("mask")
def mask(pen: Pen) -> None:
    brow = [(2.6, 16.6), (7.4, 17.6), (12, 16), (16.6, 17.6), (21.4, 16.6)]
    pen.shape([*brow, (20, 9), (15.6, 7), (12, 10), (8.4, 7), (4, 9)])


# Body and spirit


@symbol("life")
def life(pen: Pen) -> None:
    pen.shape(icons.heart_outline(12, 12, 9.6))


@symbol("pow")
def pow(pen: Pen) -> None:
    pen.shape(_star(9, 10.8, 5.4))


@symbol("fist")
def fist(pen: Pen) -> None:
    for n, x in enumerate((4, 8.4, 12.8, 17.2)):
        pen.box(x, 11, 3.8, 8.2 - (n == 3), 1.8)
    pen.box(4, 3.4, 15.4, 6.6, 2.4)


@symbol("foot")
def foot(pen: Pen) -> None:
    pen.shape([(6, 21), (12, 21), (12, 13), (19, 10.5), (21.5, 7.5), (21.5, 4), (5, 4), (5, 12)])


@symbol("dash")
def dash(pen: Pen) -> None:
    for x in (4, 12):
        pen.line([(x, 19), (x + 7, 12), (x, 5)], 3)


@symbol("skull")
def skull(pen: Pen) -> None:
    pen.arc(12, 13.6, 6.6, 230, 490, 2.6)
    pen.line([(7, 8.6), (7, 4), (17, 4), (17, 8.6)], 2.4)
    pen.disc(9.2, 13, 1.9)
    pen.disc(14.8, 13, 1.9)
    pen.line([(12, 4), (12, 7)], 1.8)


@symbol("gaze")
def gaze(pen: Pen) -> None:
    pen.arc(12, 4.6, 11, 318, 402, 2.2)
    pen.arc(12, 19.4, 11, 138, 222, 2.2)
    pen.disc(12, 12, 3.4)


@symbol("prayer")
def prayer(pen: Pen) -> None:
    pen.shape([(11, 21.6), (11, 4), (5.4, 4), (4, 8.6)])
    pen.shape([(13, 21.6), (13, 4), (18.6, 4), (20, 8.6)])


@symbol("spirit", "bonded_soul")
def spirit(pen: Pen) -> None:
    pen.shape(_star(4, 10.8, 4))


@symbol("shadow")
def shadow(pen: Pen) -> None:
    """A hood."""
    pen.arc(12, 13, 6.8, 220, 500, 3.4)
    pen.line([(7.6, 8), (4, 3.6), (20, 3.6), (16.4, 8)], 3.2)
    pen.disc(9.8, 13, 1.3)
    pen.disc(14.2, 13, 1.3)


@symbol("zen")
def zen(pen: Pen) -> None:
    pen.arc(12, 12, 8.4, 40, 370, 3.4)


@symbol("bullseye")
def bullseye(pen: Pen) -> None:
    pen.arc(12, 12, 9, 0, 360, 2.4)
    pen.arc(12, 12, 5, 0, 360, 2)
    pen.disc(12, 12, 2)


@symbol("wings")
def wings(pen: Pen) -> None:
    for side in (-1, 1):
        x = 12 + side * 1.4
        pen.shape(
            [(x, 8), (x + side * 9.6, 20), (x + side * 8.6, 13.6), (x + side * 5.4, 9), (x + side * 2, 4)]
        )


@symbol("cross")
def cross(pen: Pen) -> None:
    pen.line([(12, 3.4), (12, 20.6)], 4)
    pen.line([(6, 14.4), (18, 14.4)], 4)


@symbol("angelic_pendant")
def pendant(pen: Pen) -> None:
    pen.arc(12, 17.4, 3.6, 0, 360, 2)
    pen.shape([(12, 13), (7, 8), (12, 2), (17, 8)])


# Nature and fire


@symbol("moon")
def moon(pen: Pen) -> None:
    # A disc of 9.8 without a disc of 8 whose middle lies 4.9 away, to the upper right.
    toward, outer, inner = 0.9, 0.948, 1.673  # where the two rims meet
    away = toward + pi
    bite = (12 + 4.9 * sin(toward), 12 + 4.9 * cos(toward))
    rim = _around(12, 12, 9.8, toward + outer, toward + 2 * pi - outer)
    pen.shape([*rim, *_around(*bite, 8, away + inner, away - inner)])


@symbol("sun")
def sun(pen: Pen) -> None:
    pen.disc(12, 12, 5.4)
    for n in range(8):
        a = n * pi / 4
        pen.line([(12 + 7.6 * cos(a), 12 + 7.6 * sin(a)), (12 + 10 * cos(a), 12 + 10 * sin(a))], 2.2)


_FLAME: Points = [
    (12.5, 22), (15.5, 17.5), (16, 14.5), (18, 16), (20, 11.5), (19.5, 7), (16.5, 3.5), (12, 2.2), (7.5, 3.5), (4.6, 7),
    (4.4, 11), (6.5, 14.5), (8.3, 12), (9, 16.5),
]  # fmt: skip


@symbol("flame")
def flame(pen: Pen) -> None:
    pen.shape(_FLAME)


@symbol("blaze")
def blaze(pen: Pen) -> None:
    pen.part(-1, 1, 0.62).shape(_FLAME)
    pen.part(8.6, 4, 0.72).shape(_FLAME)


@symbol("fiery_soul")
def fiery_soul(pen: Pen) -> None:
    pen.arc(12, 12, 9.6, 0, 360, 2)
    pen.part(5.4, 5.2, 0.55).shape(_FLAME)


@symbol("meteor")
def meteor(pen: Pen) -> None:
    pen.disc(8, 8, 5)
    for x, y in ((12, 20), (15.6, 15.6), (20, 12)):
        pen.line([(x - 1, y - 1), (x + 3, y + 3)], 2.2)


@symbol("branch")
def branch(pen: Pen) -> None:
    pen.line([(5, 3), (12, 12), (19, 21)], 2.6)
    pen.line([(10, 9.4), (9, 18)], 2.2)
    pen.line([(12.4, 12.6), (20, 12)], 2.2)


@symbol("leaf")
def leaf(pen: Pen) -> None:
    pen.shape([(3.5, 3.5), (5, 13), (10, 18.5), (20.5, 20.5), (18.5, 10), (13, 5)])


@symbol("lotus")
def lotus(pen: Pen) -> None:
    for turn in (-52, 0, 52):
        pen.turned(turn, 12, 5, lambda p: p.shape([(12, 5), (8.2, 11), (12, 20), (15.8, 11)]))


@symbol("droplet")
def droplet(pen: Pen) -> None:
    pen.shape([(12, 22), *_around(12, 9.4, 6.8, 0.9, 2 * pi - 0.9)])


for _name, _draw in SYMBOLS.items():
    icons.icon(_draw, f"symbol.{_name}")
