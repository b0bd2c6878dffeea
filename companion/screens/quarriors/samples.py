"""A few moments of Quarriors, made with the real rules and without a camera: for the gallery and for tests.

A die is written by its class and its face: "assistant 1/1/2".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from companion.dice import DieReading, TableState
from companion.rules.core import Seat, TableDie
from companion.rules.quarriors import GAME, rolls
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import KIND, library
from companion.rules.quarriors.state import Setup
from companion.screens.port import ShownDice, View
from companion.screens.quarriors.faces import drawing
from companion.screens.samples import ANGLES, CLOTH, FRAME, PLACES, SIDE, Sample
from companion.screens.theme import DARK, SEAT_COLOURS, rgb
from companion.screens.widgets.die import Mark, face_drawing
from companion.screens.widgets.drawing import Pen, render

NAMES = ("Lena", "Kirill", "Mia", "Tom")
LIVELY = ("strong_witching_hag", "quake_dragon", "devotee", "death_charm", "life_spell", "victory_cantrip")


class QuarriorsSample(Sample):
    """A game of Quarriors in memory. It waits for the first roll."""

    def __init__(
        self, count: int = 2, cards: Sequence[str] = LIVELY, names: Sequence[str] = NAMES, **setup: Any
    ) -> None:
        self.game = GAME
        seats = tuple(Seat(names[n], SEAT_COLOURS[n]) for n in range(count))
        deck = (*cards, *library().deck("creature"), *library().deck("spell"))
        setup.setdefault("wilds", library().deal(deck))
        self.state = GAME.setup(Setup(seats, **setup))
        self.history, self.dice, self.undo = [], ShownDice(), None

    def give(self, seat: int, zone: str, *dice: str) -> QuarriorsSample:
        """Lay these dice there: give(1, "ready", "devotee 2/2/4", "life s")."""
        for die in dice:
            class_, _, face = die.partition(" ")
            of = "wilds" if self.state.wilds[class_] else "box"
            self.state = GAME.apply(self.state, a.Put(class_, of, f"{zone}:{seat}", face))
        return self

    def rolled(self, *dice: str) -> QuarriorsSample:
        """The camera sees these dice, and for the rest of the roll 1 quiddity wherever a die has that."""
        want = rolls.wanted(Bench(self.state))
        assert want is not None
        shown = [rolls.Shown(*die.split(" ")) for die in dice]
        while len(shown) < rolls.count(want):
            missing = rolls.missing(Bench(self.state), want, shown)
            class_ = "basic_quiddity" if "basic_quiddity" in missing else missing[0]
            faces = library().dice[class_].faces
            shown.append(rolls.Shown(class_, "q1" if "q1" in faces else faces[0]))
        return self.seen(*(f"{die.kind} {die.face}" for die in shown))

    def seen(self, *dice: str) -> QuarriorsSample:
        """The camera sees exactly these."""
        read = readings(dice)
        lying = [TableDie(d.die, d.kind, d.face, True, d.place_mm) for d in read]
        self.do(GAME.action_of_roll(self.state, lying))
        self.dice = ShownDice(read, entry=len(self.history))
        return self

    def told(self, *actions: Any) -> QuarriorsSample:
        for action in actions:
            self.do(action)
        return self

    def go_on(self, times: int = 1) -> QuarriorsSample:
        return self.told(*[a.Pass()] * times)

    def die(self, seat: int, zone: str, class_: str) -> int:
        """A die of this class there."""
        player = self.state.players[seat]
        dice = {"pool": player.pool, "ready": player.ready, "spells": player.spells}[zone]
        return next(lying.die for lying in dice if self.state.kinds[lying.die] == class_)

    def summon(self, *classes: str) -> QuarriorsSample:
        for class_ in classes:
            self.do(a.Summon(self.die(self.state.active, "pool", class_)))
        return self

    def view(self, simulated: bool = False, state: TableState = TableState.SETTLED, **changes: Any) -> View:
        return super().view(simulated, state, **changes)


def readings(dice: Sequence[str], doubtful: Sequence[int] = ()) -> tuple[DieReading, ...]:
    """Dice as a camera would report them."""
    return tuple(_reading(number, die, number in doubtful) for number, die in enumerate(dice))


def _reading(number: int, die: str, doubtful: bool) -> DieReading:
    class_, face = die.split(" ")
    x, y = PLACES[number % len(PLACES)]
    sure = 0.56 if doubtful else 0.97
    others = [other for other in dict.fromkeys(library().dice[class_].faces) if other != face][:2]
    return DieReading(
        die=number + 1,
        kind=KIND + class_,
        face=face,
        confidence=sure,
        doubtful=doubtful,
        alternatives=((face, sure), *((other, (1 - sure) / 2.5) for other in others)),
        place_mm=(x / 4, y / 4),
        angle_deg=ANGLES[number % len(ANGLES)],
        size_mm=16,
        colour=(240, 236, 225),
        box=(x - SIDE * 0.62, y - SIDE * 0.62, x + SIDE * 0.62, y + SIDE * 0.62),
    )


@lru_cache(maxsize=16)
def table_picture(faces: tuple[str, ...]) -> np.ndarray:
    """What a camera above the table would send, with these faces on it."""

    def draw(pen: Pen) -> None:
        pen.colour(rgb("#5A4030"))
        pen.box(0, 0, *FRAME)
        pen.colour(CLOTH)
        pen.box(90, 50, 1100, 620, 60)
        for (x, y), face in zip(PLACES, faces, strict=False):
            on = face_drawing(Mark(face, draw=drawing(face)), DARK.die, DARK.ink)
            on(pen.part(x - SIDE / 2, FRAME[1] - y - SIDE / 2, SIDE / 24))

    return np.ascontiguousarray(render(draw, FRAME, 640, 360)[::-1, :, :3])
