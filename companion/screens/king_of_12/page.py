"""How King of 12 is shown: its d12, its counters, and which screens it has."""

# ruff: noqa: ARG002 - a page answers what every page is asked

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.core import Counter
from companion.rules.king_of_12.state import TournamentState
from companion.rules.text import Line, line
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.widgets.die import Mark

if TYPE_CHECKING:
    from companion.screens.desk import Desk, Screen
    from companion.screens.play import PlayScreen

TOURNAMENT = "tournament"  # the other door from Home


class KingOf12Page(GamePage):
    name = "king_of_12"
    words = "kd"
    large = "wins"
    small = "points"
    seats = (2, 16)

    def doors(self) -> Sequence[tuple[str, Line]]:
        return (("", self.title()), (TOURNAMENT, line("kd.screen.tournament")))

    def shelves(self) -> Sequence[tuple[str, str, Line]]:
        return ((TOURNAMENT, "crown", line("kd.screen.hall")),)

    def play_screen(self, desk: Desk, view: View) -> PlayScreen:
        from companion.screens.king_of_12.play import KingOf12Screen
        from companion.screens.king_of_12.tournament import TournamentScreen

        hall = isinstance(view.state, TournamentState)
        return TournamentScreen(desk, self, view) if hall else KingOf12Screen(desk, self, view)

    def setup_screen(self, desk: Desk, view: View, door: str) -> Screen:
        from companion.screens.king_of_12.setup import KingOf12Setup

        return KingOf12Setup(desk, self, view, tournament=door == TOURNAMENT)

    def mark(self, look: Look, view: View, kind: str, face: str) -> Mark:
        return Mark(face, twelve=True)

    def counter_word(self, counter: Counter) -> Line:
        return line(f"kd.counter.{counter.name}")
