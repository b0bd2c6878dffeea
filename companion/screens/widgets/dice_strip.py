"""The dice as they were read, in a row; empty places for the ones that are still to come."""

from __future__ import annotations

from collections.abc import Callable, Set

from kivy.uix.gridlayout import GridLayout

from companion.dice import DieReading
from companion.screens.look import Look
from companion.screens.theme import GAP
from companion.screens.widgets.die import DieTile, Mark

USUAL = 5  # dice


class DiceStrip(GridLayout):
    """Tap a die to correct it, an empty place to add a die the camera missed."""

    def __init__(self, look: Look, most_rows: int, on_die: Callable[[DieReading | None], None]) -> None:
        super().__init__(cols=1, spacing=look.px(GAP), col_force_default=True, row_force_default=True)
        self.look = look
        self.tiles: list[DieTile] = []
        self._most_rows = most_rows
        self._on_die = on_die
        self.bind(size=self._fit, cols=self._fit)

    def show(
        self,
        dice: tuple[DieReading, ...],
        wanted: int,
        marks: Callable[[DieReading], Mark],
        kept: Set[int] = frozenset(),
        lifted: Set[int] = frozenset(),
        past: bool = False,
    ) -> None:
        """`past`: the dice are of a roll that is over; they pale, and can still be corrected."""
        places = max(len(dice), 0 if past else wanted)
        # Few dice are not spread out: a die looks the same whether one was thrown or five.
        self.cols = -(-max(places, USUAL) // self._most_rows)
        while len(self.tiles) < places:
            self._add_tile()
        while len(self.tiles) > places:
            self.remove_widget(self.tiles.pop())
        for place, tile in enumerate(self.tiles):
            die = dice[place] if place < len(dice) else None
            if die is None:
                tile.show(None, None)
            else:
                tile.show(die, marks(die), die.die in kept and not past, die.die in lifted, past)

    def in_rows(self, most: int) -> None:
        """Let many dice stand in so many rows, where the screen has the room for it."""
        if most != self._most_rows:
            self._most_rows = most
            self._fit()

    def _fit(self, *_: object) -> None:
        gap = self.look.px(GAP)
        self.col_default_width = (self.width - (self.cols - 1) * gap) / self.cols
        self.row_default_height = (self.height - (self._most_rows - 1) * gap) / self._most_rows

    def _add_tile(self) -> None:
        tile = DieTile(self.look, on_tap=lambda: self._on_die(tile.reading))
        self.tiles.append(tile)
        self.add_widget(tile)
