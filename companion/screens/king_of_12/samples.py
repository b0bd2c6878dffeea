"""A few moments of King of 12, made with the real rules and without a camera: for the gallery and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from companion.dice import DieReading, TableState
from companion.rules.core import Seat, TableDie
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.state import Setup
from companion.rules.places import around
from companion.screens.port import ShownDice, View
from companion.screens.samples import CLOTH, FRAME, Sample
from companion.screens.theme import DARK, SEAT_COLOURS, rgb
from companion.screens.widgets.die import Mark, face_drawing
from companion.screens.widgets.drawing import Pen, render

NAMES = (
    "Lea",
    "Mia",
    "Tom",
    "Bob",
    "Ann",
    "Ben",
    "Cid",
    "Dot",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jan",
    "Kim",
    "Lou",
)
TRAY = ((-134.0, 79.0), (134.0, 79.0), (134.0, -79.0), (-134.0, -79.0))
PX_PER_MM = 3.6
SIDE = 88


class KingSample(Sample):
    """A game of King of 12 in memory."""

    def __init__(self, count: int = 3, names: Sequence[str] = NAMES, **setup: Any) -> None:
        self.game = GAME
        seats = tuple(Seat(names[n], SEAT_COLOURS[n % len(SEAT_COLOURS)]) for n in range(count))
        if count <= 4:
            setup.setdefault("places", around(TRAY, count))
        self.state = GAME.setup(Setup(seats, **setup))
        self.history, self.dice, self.undo = [], ShownDice(), None

    def rolled(self, *faces: int) -> KingSample:
        """The opening roll, one die before each seat."""
        dice = readings(faces, self.state.places)
        lying = [TableDie(d.die, d.kind, d.face, True, d.place_mm) for d in dice]
        self.do(GAME.action_of_roll(self.state, lying))
        self.dice = ShownDice(dice, entry=len(self.history))
        return self

    def cards(self, *cards: str) -> KingSample:
        for seat, card in enumerate(cards):
            if card:
                self.do(a.Reveal(seat, card))
        return self

    def told(self, *actions: Any) -> KingSample:
        for action in actions:
            self.do(action)
        return self

    def view(self, simulated: bool = False, state: TableState = TableState.SETTLED, **changes: Any) -> View:
        return super().view(simulated, state, tray_mm=TRAY, **changes)


def readings(
    faces: Sequence[int], places: Sequence[tuple[float, float]], doubtful: Sequence[int] = ()
) -> tuple[DieReading, ...]:
    """A d12 before each seat, as a camera would report it."""
    return tuple(
        _reading(number, face, places[number] if places else (60.0 * number - 90, 10.0), number in doubtful)
        for number, face in enumerate(faces)
    )


def _reading(number: int, face: int, place: tuple[float, float], doubtful: bool) -> DieReading:
    x, y = _pixel(place)
    sure = 0.56 if doubtful else 0.98
    other, third = str(face % 12 + 1), str((face + 4) % 12 + 1)
    return DieReading(
        die=number + 1,
        kind="d12",
        face=str(face),
        confidence=sure,
        doubtful=doubtful,
        alternatives=((str(face), sure), (other, (1 - sure) * 0.8), (third, (1 - sure) * 0.15)),
        place_mm=place,
        angle_deg=0.0,
        size_mm=19.0,
        colour=(240, 236, 225),
        box=(x - SIDE / 2, y - SIDE / 2, x + SIDE / 2, y + SIDE / 2),
    )


def _pixel(place: tuple[float, float]) -> tuple[float, float]:
    return FRAME[0] / 2 + place[0] * PX_PER_MM, FRAME[1] / 2 - place[1] * PX_PER_MM


@lru_cache(maxsize=8)
def table_picture(dice: tuple[tuple[int, tuple[float, float]], ...]) -> np.ndarray:
    """What a camera above the table would send, with these faces at these places."""

    def draw(pen: Pen) -> None:
        pen.colour(rgb("#5A4030"))
        pen.box(0, 0, *FRAME)
        pen.colour(CLOTH)
        pen.box(90, 50, 1100, 620, 60)
        for face, place in dice:
            x, y = _pixel(place)
            on = face_drawing(Mark(str(face), twelve=True), DARK.die, DARK.ink)
            on(pen.part(x - SIDE / 2, FRAME[1] - y - SIDE / 2, SIDE / 24))

    return np.ascontiguousarray(render(draw, FRAME, 640, 360)[::-1, :, :3])
