"""How Dungeon Fighter is shown: its dice, its counters, and which screens it has."""

# ruff: noqa: ARG002 - a page answers what every page is asked

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.core import Counter
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.setup import MOST_PLAYERS
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.rules.dungeon_fighter.target import BLANK, SYMBOL
from companion.rules.text import Line, line
from companion.screens.dungeon_fighter import icons as _icons  # noqa: F401 - enters them
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.widgets.die import Mark

if TYPE_CHECKING:
    from companion.screens.desk import Desk, Screen
    from companion.screens.play import PlayScreen

CARDS = "cards"  # the door to the card library
ICONS = {"health": "heart", "gold": "df_coin", "monster_hp": "heart"}


class DungeonFighterPage(GamePage):
    name = "dungeon_fighter"
    words = "df"
    large = "health"
    seats = (1, MOST_PLAYERS)

    def shelves(self) -> Sequence[tuple[str, str, Line]]:
        return ((CARDS, "df_book", line("df.screen.cards")),)

    def play_screen(self, desk: Desk, view: View) -> PlayScreen:
        from companion.screens.dungeon_fighter.play import DungeonFighterScreen

        return DungeonFighterScreen(desk, self, view)

    def setup_screen(self, desk: Desk, view: View, door: str) -> Screen:
        from companion.screens.dungeon_fighter.cards_screen import CardsScreen
        from companion.screens.dungeon_fighter.setup import DungeonFighterSetup

        if door == CARDS:
            return CardsScreen(desk, self, view)
        return DungeonFighterSetup(desk, self, view)

    def faces(self, view: View, kind: str) -> tuple[str, ...]:
        return (SYMBOL, BLANK)

    def mark(self, look: Look, view: View, kind: str, face: str) -> Mark:
        up = face == SYMBOL
        return Mark("", "gaze" if up else "", look.say("df.symbol.up" if up else "df.symbol.down"))

    def about_seat(self, view: View, seat: int) -> Line | None:
        state: DungeonFighterState = view.state
        return library().line(state.party[seat].hero) if state is not None else None

    def counter_word(self, counter: Counter) -> Line:
        return line(f"df.counter.{counter.name}")

    def counter_icon(self, counter: str) -> str:
        return ICONS.get(counter, "")
