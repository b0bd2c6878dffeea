"""A picture for each special attack, as the rulebook's list has them. All of them are our own drawings."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.rules.dungeon_fighter.cards import Attack
from companion.screens.dungeon_fighter.sketch import GRID, TOP, Ink, Sketch
from companion.screens.look import Look
from companion.screens.widgets.drawing import Draw, Pen, drawn

PICTURES: dict[str, Callable[[Sketch], None]] = {}
GOAL = (36.0, TOP + 2.5)  # where a die comes to rest


def _attack(draw: Callable[[Sketch], None]) -> Callable[[Sketch], None]:
    PICTURES[draw.__name__] = draw
    return draw


@_attack
def side_bank(s: Sketch) -> None:
    s.table(8)
    s.pen.colour(s.ink.paper)
    s.pen.box(43, TOP, 3.4, 20, 1)  # the game box on its edge
    s.bow((4, 34), (18, TOP + 1), 2, arrow=False)
    s.bow((18, TOP + 1), (42.5, TOP + 12), 8, arrow=False)
    s.way((42.5, TOP + 12), (36, TOP + 3))
    s.die(6, 35)


@_attack
def gust(s: Sketch) -> None:
    s.table(26)
    s.round_head(9, 33, 7.5)
    s.pen.shape([(15, 34), (18.4, 31.6), (15, 30)])  # a mouth that blows
    s.limb((4, 16), (14, 21), (24, 22.5), width=3)
    s.die(22, 27, 8)
    s.pen.colour(s.ink.way)
    for y, long in ((33, 7), (30.5, 9), (36, 5)):
        s.pen.line([(21, y), (21 + long, y)], 1.3)
    s.bow((27, 27), GOAL, 5)


@_attack
def between_legs(s: Sketch) -> None:
    s.table(29)
    s.floor(1, 26)
    hip = (15, 27)
    s.limb((8, 3.5), hip, (22, 3.5))
    s.limb(hip, (6, 22))
    s.round_head(3.8, 17.5, 3.6)
    s.limb((7, 22), (9, 14.5), (13.5, 12.5), width=2.2)
    s.die(16.5, 12)
    s.bow((20, 11.5), (34, TOP + 3), 9)


@_attack
def blind(s: Sketch) -> None:
    s.table(26)
    s.round_head(13, 32, 11)
    s.pen.colour(s.ink.target)
    s.pen.box(2, 31.5, 22, 5.4, 1)  # a cloth over the eyes
    s.pen.shape([(3, 35), (0.4, 40), (3.4, 38)])
    s.pen.colour((0.1, 0.1, 0.12, 1))
    s.pen.arc(13, 27.5, 3.2, 110, 250, 1.4)
    s.limb((10, 10), (18, 14), (24, 20), width=3)
    s.die(26, 23.5)
    s.bow((29, 24), GOAL, 5)


@_attack
def double_bounce(s: Sketch) -> None:
    s.table(3)
    s.bow((4, 38), (12, TOP + 1), 1, arrow=False)
    s.bow((12, TOP + 1), (24, TOP + 1), 11, arrow=False)
    s.bow((24, TOP + 1), GOAL, 9)
    s.die(4, 39)
    s.pen.colour(s.ink.person)
    s.pen.write("1", 12, 8, 11)
    s.pen.write("2", 24, 8, 11)


@_attack
def elbow(s: Sketch) -> None:
    s.table(27)
    s.floor(1, 24)
    s.limb((6, 3.5), (9, 17), (13, 3.5))
    s.limb((9, 17), (9, 29))
    s.round_head(9, 36, 4.6)
    s.limb((9, 28), (21, 30), (12, 24), width=2.8)  # the elbow points to the table
    s.die(21.5, 34.6, 6)
    s.bow((25, 33), GOAL, 4)


@_attack
def prayer(s: Sketch) -> None:
    s.table(3, 12)
    for side in (-1, 1):
        x = 19 + side * 6.4
        s.limb((19 + side * 14, 14), (x + side * 3, 22), width=3)
        s.limb((x + side * 2, 22), (x, 39), width=4)  # a flat palm
    s.die(19, 33, 0, 7)
    s.way((19, 28), (19, 20), (24, 15), (31, 16))
    s.way((10, 42), (4, 42))
    s.way((28, 42), (34, 42))


@_attack
def off_hand(s: Sketch) -> None:
    hand(s, 10, 19, s.ink.other)
    s.pen.colour(s.ink.paper)
    s.pen.line([(16, 38), (7, 24)], 2)  # the hand that writes
    s.cross(11, 26, 9)
    hand(s, 34, 19, s.ink.person, thumb=-1)
    s.die(34, 40, 12, 7)
    s.pen.colour(s.ink.way)
    s.pen.line([(27, 9), (32, 4), (42, 13)], 2.4)


def hand(s: Sketch, x: float, y: float, colour: tuple[float, float, float, float], thumb: int = 1) -> None:
    """An open hand, upright; the thumb is on the right or on the left."""
    s.pen.colour(colour)
    s.pen.box(x - 5, y - 4, 10, 10, 3)
    for n, long in enumerate((8, 10.5, 11, 9)):
        at = x - thumb * (3.9 - 2.6 * (3 - n))
        s.pen.line([(at, y + 5), (at, y + long + 1)], 2.1)
    s.pen.line([(x + thumb * 4.5, y - 1), (x + thumb * 8, y + 5)], 2.3)
    s.pen.line([(x, y - 4), (x, y - 10)], 5)


@_attack
def shared_hand(s: Sketch) -> None:
    s.table(29)
    s.limb((1, 30), (17, 26), colour=s.ink.other, width=4)  # the neighbour's arm and palm
    s.limb((17, 25), (26, 25), colour=s.ink.other, width=3)
    s.limb((17, 26), (20, 29.5), colour=s.ink.other, width=2)
    s.limb((3, 3), (9, 22), width=4)
    s.round_head(11.5, 26.6, 4.2)  # the thrower's fist around the wrist
    s.limb((9, 24), (14.5, 22.5), width=2)
    s.die(24, 30, 6)
    s.bow((28, 31), GOAL, 4)
    s.pen.colour(s.ink.person)
    s.pen.write("+", 20, 42, 13)
    s.round_head(12, 42, 3.6)
    s.round_head(28, 42, 3.6, s.ink.other)


@_attack
def over_card(s: Sketch) -> None:
    s.table(3)
    s.card([(26, TOP + 0.6), (26, TOP + 11)])
    s.bow((4, 36), (15, TOP + 1), 1, arrow=False)
    s.bow((15, TOP + 1), (38, TOP + 3), 17)
    s.die(4, 37)


@_attack
def catapult(s: Sketch) -> None:
    s.table(22)
    s.card([(30, TOP + 1), (22, TOP + 1), (16, TOP - 0.5), (11, TOP - 4)])
    s.die(11.5, TOP, -25)
    s.limb((4, 2), (8, 8), (11, 11), width=3)  # a finger bends the card
    s.way((18, 6), (18, 11))
    s.bow((12, 20), (34, TOP + 3), 15)


@_attack
def header(s: Sketch) -> None:
    s.table(27)
    s.floor(1, 22)
    s.standing(10, 4, arm=((5, 22),))
    s.die(11, 44, 20)
    s.way((5, 30), (5, 44), arrow=True)
    s.bow((15, 42), GOAL, 5)


@_attack
def spin(s: Sketch) -> None:
    s.table(3)
    s.pen.colour(s.ink.die)
    s.pen.shape([(16, 17), (25, 25), (16, 35), (7, 25)])  # it stands on its corner
    s.pen.colour((0.1, 0.08, 0.03, 1))
    s.pen.disc(16, 26, 2)
    s.pen.colour(s.ink.person)
    s.pen.arc(16, 26, 13.5, 300, 420, 1.8)
    s.pen.arc(16, 26, 13.5, 120, 240, 1.8)
    s.pen.shape([(31, 31), (26, 35), (30.5, 36.8)])
    s.pen.shape([(1, 21), (6, 17), (1.5, 15.2)])
    s.way((26, 19), (34, 19.5))


@_attack
def nose(s: Sketch) -> None:
    s.table(29)
    s.round_head(11, 28, 10)
    s.pen.shape([(19, 33), (26, 32), (20, 26)])  # held level
    s.pen.colour((0.1, 0.1, 0.12, 1))
    s.pen.disc(15, 32.5, 1.4)
    s.die(24, 36.4, 4)
    s.limb((8, 3), (9, 18), width=5)
    s.bow((28, 36), GOAL, 2)
    s.pen.colour(s.ink.person)
    s.pen.arc(11, 28, 14, 330, 385, 1.4)


@_attack
def over_shoulder(s: Sketch) -> None:
    s.table(27)
    s.floor(1, 22)
    s.standing(12, 4, arm=((18, 32), (17, 38)))
    s.pen.colour(s.ink.person)
    s.pen.shape([(9, 37), (5.4, 34.6), (9, 33.6)])  # the nose: away from the table
    s.die(18, 41)
    s.bow((21, 42), GOAL, 5)


@_attack
def slam(s: Sketch) -> None:
    s.table(29)
    s.pen.turned(-32, 8, 20, lambda _: hand(s, 8, 21, s.ink.person, thumb=-1))
    s.die(22, 27, 24, 7)
    s.pen.colour(s.ink.person)
    for a, b in (((20, 35), (22, 40)), ((24, 34), (28, 38)), ((18, 20), (22, 17))):
        s.pen.line([a, b], 1.4)
    s.bow((26, 27), GOAL, 4)


@_attack
def sitting(s: Sketch) -> None:
    s.table(26, 29)
    s.floor(1, 24)
    s.limb((20, 4), (17, 12), (9, 5))
    s.limb((9, 5), (9, 17))
    s.round_head(9, 21.6, 4)
    s.limb((9, 16), (17, 20), (21, 27), width=2.4)
    s.die(21, 31)
    s.bow((24, 33), (36, 31.5), 5)
    s.pen.colour(s.ink.wood)
    for x in range(14, 26, 4):
        s.pen.line([(x, 22), (x + 1.6, 22)], 1)  # eyes below the table top


@_attack
def jump(s: Sketch) -> None:
    s.table(29)
    s.floor(1, 24)
    s.standing(10, 12, arm=((18, 33), (22, 35)))
    s.pen.colour(s.ink.person)
    for x in (6, 10, 14):
        s.pen.line([(x, 5), (x, 8.5)], 1.5)
    s.die(25, 36)
    s.bow((28, 35), GOAL, 2)


@_attack
def under_table(s: Sketch) -> None:
    s.table(23, 25)
    s.floor(1, 20)
    s.limb((3, 3.5), (7, 17), (11, 3.5))
    s.limb((7, 17), (7, 32))
    s.round_head(7, 37, 4)
    s.limb((7, 29), (12, 17), (19, 15), width=2.4)
    s.die(22, 16)
    s.way((22, 20), (19, 26), (20, 32), (25, 35), (31, 33), (35, 28.5))


@_attack
def dance(s: Sketch) -> None:
    s.table(32)
    s.floor(1, 26)
    s.standing(13, 12, arm=((20, 30), (24, 34)))
    s.limb((13, 36), (6, 31), (8, 27), width=2.2)
    turn = [(13 + 11 * cos(radians(a)), 23 + 3.6 * sin(radians(a))) for a in range(200, 345, 12)]
    s.pen.colour(s.ink.way)
    s.pen.line(turn, 1.8)
    s.head(turn[-2], (turn[-1][0] + 1.6, turn[-1][1] + 2.4), 5)
    s.die(26, 37)
    s.bow((29, 36), (38, TOP + 3), 2)
    s.pen.colour(s.ink.person)
    s.pen.write("180°", 38, 43, 8)


@_attack
def step_back(s: Sketch) -> None:
    s.table(30)
    s.floor(1, 28)
    s.standing(6, 4, arm=((12, 24), (16, 28)))
    s.die(18, 31)
    s.bow((21, 31), GOAL, 5)
    s.pen.colour(s.ink.person)
    s.pen.line([(12, 7), (28, 7)], 1.6)
    s.pen.line([(15, 9.4), (12, 7), (15, 4.6)], 1.6)
    s.pen.line([(28, 10), (28, 4)], 1.6)
    s.pen.write("1", 20, 12, 8)


@lru_cache(maxsize=128)
def drawing(attack: str, ink: Ink) -> Draw:
    """The drawing of an attack; the same attack gives the same drawing, so that its texture is kept."""

    def draw(pen: Pen) -> None:
        PICTURES[attack](Sketch(pen, ink))

    return draw


class AttackPicture(Widget):
    """The picture, as large as its box allows."""

    def __init__(self, look: Look, attack: Attack) -> None:
        super().__init__()
        self.attack = attack
        self._draw = drawing(attack, Ink.of(look.palette))
        with self.canvas:
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
        soon = Clock.create_trigger(self._redraw, -1)
        self.bind(pos=soon, size=soon)
        soon()

    def _redraw(self, _: float) -> None:
        side = int(min(self.width, self.height))
        if side < 2:
            return
        self._picture.texture = drawn(self._draw, GRID, side, side)
        self._picture.size = (side, side)
        self._picture.pos = (
            round(self.x + (self.width - side) / 2),
            round(self.y + (self.height - side) / 2),
        )
