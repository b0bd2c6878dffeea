"""Panels about real dice: which face a seat's die shows, and dice that lie otherwise than they should."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.gridlayout import GridLayout

from companion.dice import D12, DieReading
from companion.screens.die_panel import FaceButton
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import GAP
from companion.screens.widgets.dice_strip import DiceStrip
from companion.screens.widgets.die import Mark
from companion.screens.widgets.held import Held
from companion.screens.widgets.panel import Panel, spacer
from companion.screens.widgets.surface import sized


class FacePanel(Panel):
    """All twelve faces for the die of one seat."""

    quarters = True

    def __init__(
        self,
        look: Look,
        page: GamePage,
        view: View,
        seat: int,
        tell: Callable[[int, int], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("kd.screen.which_face", who=view.seats[seat].name), close)
        self._seat, self._tell = seat, tell
        self.faces: dict[int, FaceButton] = {}
        self.grid = GridLayout(cols=6, spacing=look.px(GAP))
        for face in D12.faces:
            button = FaceButton(
                look, page.mark(look, view, D12.name, face), partial(self._chosen, int(face)), wide=False
            )
            self.faces[int(face)] = button
            self.grid.add_widget(button)
        self.add_widget(self.grid)

    def narrowed(self, narrow: bool) -> None:
        self.grid.cols = 3 if narrow else 6

    def _chosen(self, face: int) -> None:
        assert self.close is not None
        self.close()
        self._tell(self._seat, face)


class HeldPanel(Panel):
    """The dice as they were read, and what is wrong with them. Gone when nothing is."""

    def __init__(
        self,
        look: Look,
        mark: Callable[[DieReading], Mark],
        on_die: Callable[[DieReading | None], None],
        use: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("kd.screen.held"), close)
        self._mark = mark
        self.strip = DiceStrip(look, 1, on_die)
        self.held = Held(look, use)
        self.add_widget(sized(look, self.strip, height=120))
        self.add_widget(self.held)
        self.add_widget(spacer(look))

    def show(self, view: View) -> None:
        if view.dice.held is None:
            assert self.close is not None
            self.close()
            return
        self.held.reason.text = self.look.say(view.dice.held)
        self.strip.show(view.dice.dice, 0, self._mark, view.dice.kept)
