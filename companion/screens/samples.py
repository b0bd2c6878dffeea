"""A few moments of a game, made with the real rules and without a camera: for the gallery and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Any

import numpy as np
from kivy.core.image import Image as CoreImage
from kivy.graphics.texture import Texture

from companion.dice import DieReading, Sight, TableState
from companion.rules.core import Game, Seat, TableDie, games
from companion.rules.dice_throne.state import Setup
from companion.rules.text import Line
from companion.screens.port import Happening, Offer, SavedGame, ShownDice, View
from companion.screens.theme import DARK, Rgba, rgb
from companion.screens.widgets.die import Mark, face_drawing
from companion.screens.widgets.drawing import Draw, Pen, render

FRAME = (1280, 720)
PLACES = (
    (330, 250),
    (540, 420),
    (700, 210),
    (860, 440),
    (1010, 260),
)  # where the dice of a sample lie, in pixels
ANGLES = (12, -28, 38, -8, 24)
CLOTH = rgb("#1F4A3A")
SIDE = 92


class Sample:
    """A game in memory: do things, then ask for the view."""

    def __init__(
        self,
        names: Sequence[str] = ("Mia", "Leo"),
        heroes: Sequence[str] = ("barbarian", "moon_elf"),
        first: int = 0,
    ) -> None:
        self.game: Game[Any, Any, Any] = games()["dice_throne"]
        seats = (Seat(names[0], "red"), Seat(names[1], "blue"))
        self.state = self.game.setup(Setup(seats, tuple(heroes), first=first))
        self.history: list[Happening] = []
        self.dice = ShownDice()
        self.undo: Line | None = None

    def do(self, action: Any) -> Sample:
        self.undo = self.game.label(self.state, action)
        result = self.game.resolve(self.state, action)
        self.state = result.state
        self.history.append(Happening(len(self.history) + 1, result.lines))
        return self

    def offer(self, number: int = 0) -> Sample:
        return self.do(self.game.legal_actions(self.state)[number])

    def until_dice(self) -> Sample:
        """Pass until the table waits for dice."""
        while self.game.waits_for(self.state).dice is None:
            passes = [
                a for a in self.game.legal_actions(self.state) if type(a).__name__ in ("Pass", "Defend")
            ]
            self.do(passes[-1])
        return self

    def roll(self, faces: str, kept: Sequence[int] = ()) -> Sample:
        wanted = self.game.waits_for(self.state).dice
        assert wanted is not None
        dice = readings(faces, wanted.kind)
        lying = [TableDie(d.die, d.kind, d.face, d.die not in kept) for d in dice]
        self.do(self.game.action_of_roll(self.state, lying))
        self.dice = ShownDice(dice, entry=len(self.history), kept=frozenset(kept))
        return self

    def view(self, simulated: bool = True, state: TableState = TableState.SETTLED, **changes: Any) -> View:
        game = self.game
        lying = self.dice.dice if state in (TableState.SETTLED, TableState.DOUBTFUL) else ()
        view = View(
            sight=Sight(state, "", lying),
            simulated=simulated,
            frame_size=FRAME,
            saved=SAVED,
            game=game.name,
            game_id=7,
            state=self.state,
            seats=game.seats(self.state),
            waiting=game.waits_for(self.state),
            offers=tuple(Offer(a, game.label(self.state, a)) for a in game.legal_actions(self.state)),
            counters=game.counters(self.state),
            dice=self.dice,
            history=tuple(self.history),
            undo=self.undo,
            outcome=game.outcome(self.state),
        )
        return replace(view, **changes)


SAVED = (
    SavedGame(5, "dice_throne", ("Ola", "Staszek"), "2026-05-02 20:40", True),
    SavedGame(6, "dice_throne", ("Mia", "Leo"), "2026-05-09 19:05", True),
    SavedGame(7, "dice_throne", ("Mia", "Leo"), "2026-05-16 20:15", False),
)


def readings(
    faces: str, kind: str = "d6", doubtful: Sequence[int] = (), crops: bool = True
) -> tuple[DieReading, ...]:
    """Dice as a camera would report them, one for each digit."""
    return tuple(_reading(n, face, kind, n in doubtful, crops) for n, face in enumerate(faces))


def _reading(number: int, face: str, kind: str, doubtful: bool, crops: bool) -> DieReading:
    x, y = PLACES[number % len(PLACES)]
    other, third = str(int(face) % 6 + 1), str((int(face) + 2) % 6 + 1)
    sure = 0.56 if doubtful else 0.98
    return DieReading(
        die=number + 1,
        kind=kind,
        face=face,
        confidence=sure,
        doubtful=doubtful,
        alternatives=((face, sure), (other, (1 - sure) * 0.8), (third, (1 - sure) * 0.15)),
        place_mm=(x / 4, y / 4),
        angle_deg=ANGLES[number % len(ANGLES)],
        size_mm=16,
        colour=(240, 236, 225),
        box=(x - SIDE * 0.62, y - SIDE * 0.62, x + SIDE * 0.62, y + SIDE * 0.62),
        crop=crop(face, ANGLES[number % len(ANGLES)]) if crops else b"",
    )


@lru_cache(maxsize=64)
def crop(face: str, angle: float, sign: Draw | None = None) -> bytes:
    """A small picture of a die on the cloth: pips, or a sign."""

    def draw(pen: Pen) -> None:
        pen.colour(CLOTH)
        pen.box(0, 0, 32, 32)
        _die(pen, 16, 16, 22, angle, face, sign)

    return jpeg(render(draw, (32, 32), 64, 64))


@lru_cache(maxsize=16)
def table_picture(faces: str) -> np.ndarray:
    """What a camera above the table would send: height × width × 3, red-green-blue. A space is no die."""

    def draw(pen: Pen) -> None:
        pen.colour(rgb("#5A4030"))
        pen.box(0, 0, 1280, 720)
        pen.colour(CLOTH)
        pen.box(90, 50, 1100, 620, 60)
        for (x, y), angle, face in zip(PLACES, ANGLES, faces, strict=False):
            if face != " ":
                _die(pen, x, 720 - y, SIDE, angle, face)

    return np.ascontiguousarray(render(draw, FRAME, 640, 360)[::-1, :, :3])


def _die(
    pen: Pen, x: float, y: float, side: float, angle: float, face: str, sign: Draw | None = None
) -> None:
    dark: Rgba = (0.04, 0.1, 0.08, 1)
    face_on = face_drawing(Mark(face, pips=sign is None, draw=sign), DARK.die, DARK.ink)

    def shadow(p: Pen) -> None:
        p.colour(dark)
        p.part(x - side / 2 + side * 0.07, y - side / 2 - side * 0.08, side / 24).box(0, 0, 24, 24, 5)

    pen.turned(angle, x, y, shadow)
    pen.turned(angle, x, y, lambda p: face_on(p.part(x - side / 2, y - side / 2, side / 24)))


def jpeg(pixels: np.ndarray) -> bytes:
    height, width = pixels.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.blit_buffer(np.ascontiguousarray(pixels[..., :3]).tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    file = BytesIO()
    CoreImage(texture).save(file, fmt="jpg", flipped=True)
    return file.getvalue()
