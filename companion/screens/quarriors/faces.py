"""Our own drawings of the faces of Quarriors dice, in the ink of the die.

A creature's corners are those of the real dice: level, attack, defence, and bursts (QR-8).
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from companion.rules.quarriors.faces import UNKNOWN, Face, face
from companion.screens.widgets.drawing import Draw, Pen


@cache
def drawing(name: str) -> Draw:
    """The drawing of a face; always the same object for the same face, so that its texture is kept."""
    shown = face(name)

    def draw(pen: Pen) -> None:
        if shown.creature:
            _creature(pen, shown)
            return
        parts = _parts(shown)
        if len(parts) == 1:
            parts[0](pen.part(0, 0.6 if not shown.burst else 1.6, 1))
        else:
            for x, part in zip((1.2, 11.4), parts, strict=False):
                part(pen.part(x, 6.6, 0.48))
            if shown.either:
                pen.line([(10.6, 3.6), (13.4, 21.6)], 1.2)
        if shown.burst:
            _bursts(pen, len(shown.burst), 4.6 if len(parts) == 1 else 4.2, 5)

    return draw


def _parts(shown: Face) -> list[Draw]:
    found: list[Draw] = []
    if shown.quiddity:
        found.append(_quiddity(shown.quiddity))
    if shown.reroll:
        found.append(_reroll)
    if shown.draw:
        found.append(_draw(shown.draw))
    if shown.spell:
        found.append(_spell)
    return found


def _quiddity(n: int) -> Draw:
    """A crystal with its worth in it."""

    def draw(pen: Pen) -> None:
        pen.line([(12, 21.4), (19.4, 15), (17, 5.6), (12, 3), (7, 5.6), (4.6, 15)], 1.6, close=True)
        pen.write(str(n), 12, 12.2, 11)

    return draw


def _draw(n: int) -> Draw:
    """A ring that opens, with how many dice come out of it."""

    def draw(pen: Pen) -> None:
        pen.arc(12, 12, 9, 25, 335, 1.8)
        pen.write(f"+{n}", 12, 12, 9)

    return draw


def _reroll(pen: Pen) -> None:
    pen.arc(12, 12, 7.6, 30, 185, 2.2)
    pen.arc(12, 12, 7.6, 210, 365, 2.2)
    pen.shape([(10.9, 7.2), (10.9, 1.6), (6.4, 4.2)])
    pen.shape([(13.1, 16.8), (13.1, 22.4), (17.6, 19.8)])


def _spell(pen: Pen) -> None:
    pen.shape(_star(12, 12, 10, 3.9, 5))


def _star(x: float, y: float, outer: float, inner: float, points: int) -> list[tuple[float, float]]:
    turns = [pi * k / points for k in range(2 * points)]
    return [
        (x + (outer, inner)[k % 2] * sin(turn), y + (outer, inner)[k % 2] * cos(turn))
        for k, turn in enumerate(turns)
    ]


def _bursts(pen: Pen, count: int, x: float, y: float) -> None:
    for n in range(count):
        pen.shape(_star(x + 5.2 * n, y, 2.7, 1.3, 8))


def _creature(pen: Pen, shown: Face) -> None:
    pen.arc(6.3, 17.6, 4.3, 0, 360, 1.1)
    pen.write(str(shown.level), 6.3, 17.5, 7)
    pen.write(_figure(shown.attack), 17.6, 17.6, 9)
    pen.line([(13.6, 11.2), (21.6, 11.2), (21.6, 6.6), (17.6, 3), (13.6, 6.6)], 1.1, close=True)
    pen.write(_figure(shown.defence), 17.6, 7.6, 7)
    _bursts(pen, len(shown.burst), 4.4 if len(shown.burst) == 2 else 6.3, 6.4)


def _figure(n: int) -> str:
    return "?" if n == UNKNOWN else str(n)
