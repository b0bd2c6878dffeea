"""A circle: the players who do one play together, taken apart while an action is carried out.

The table is one circle. In a tournament every group is one, and the group winners in the centre are another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules.core import Seat
from companion.rules.king_of_12.adjacency import Layout, touching
from companion.rules.king_of_12.content import Card, library
from companion.rules.king_of_12.houserules import DEFAULTS
from companion.rules.king_of_12.state import Player, Progress, Result, Rules
from companion.rules.text import Line, line


class Circle:
    """Mutable, short-lived. Seats count from 0 within the circle; the next one sits to the left."""

    def __init__(
        self,
        players: Sequence[Player],
        seats: Sequence[Seat],
        layouts: Sequence[Layout],
        rules: Rules,
        progress: Progress,
    ) -> None:
        self.players = list(players)
        self.seats = tuple(seats)
        self.layouts = tuple(layouts)
        self.rules = rules
        self.progress = progress
        self.passing = False  # dice are to be passed on by hand
        self.unlimited = False  # tokens of several boxes lie there
        self.result: Result | None = None
        self.lines: list[Line] = []

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def say(self, id: str, /, **args: int | str | Line) -> None:
        self.lines.append(Line(id, args))

    def rule(self, name: str) -> int | str | bool:
        return self.rules.get(name, DEFAULTS[name])

    def change(self, seat: int, **fields: Any) -> None:
        self.players[seat] = replace(self.players[seat], **fields)

    def go(self, **fields: Any) -> None:
        self.progress = replace(self.progress, **fields)

    def ask(self, what: str, seat: int, other: int = -1) -> None:
        self.go(asks=what, seat=seat, other=other)

    # Cards in effect

    def card(self, seat: int) -> Card | None:
        """The card whose effect counts for this seat; None where it was cancelled."""
        return library().cards[self.players[seat].card] if seat in self.progress.live else None

    def effect(self, seat: int) -> str:
        card = self.card(seat)
        return card.effect if card else ""

    def effects(self) -> tuple[str, ...]:
        return tuple(self.effect(seat) for seat in range(len(self.players)))

    def with_effect(self, effect: str) -> tuple[int, ...]:
        return tuple(seat for seat in self.progress.live if self.effect(seat) == effect)

    def may_turn_to(self, seat: int) -> tuple[int, ...]:
        """The faces that a Sorcerer may turn to (KD-22)."""
        player = self.players[seat]
        layout = self.layouts[player.die if len(self.layouts) > 1 else 0]
        return touching(layout, player.face)


def listed(lines: Iterable[Line]) -> Line:
    """Several terms with commas between them."""
    first, *rest = lines
    for following in rest:
        first = line("kd.list", a=first, b=following)
    return first
