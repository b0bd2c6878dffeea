"""Whether the dice are fair, over all games: each kind, colour and player with its faces and a plain sentence."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.port import DieFairness, View
from companion.screens.theme import BODY, GAP, SMALL
from companion.screens.widgets.charts import FaceBars
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text


class FairnessList(BoxLayout):
    """Asks for the count when it appears, and shows it when it comes."""

    def __init__(self, look: Look, ask: Callable[[], None]) -> None:
        super().__init__()
        self.look = look
        self._shown: tuple[DieFairness, ...] | None = None
        self._say("report.counting")
        ask()

    def show(self, view: View) -> None:
        if view.fairness is None or view.fairness == self._shown:
            return
        self._shown = view.fairness
        if not view.fairness:
            self._say("report.no_dice")
            return
        look = self.look
        grid = GridLayout(
            cols=2, spacing=look.px(GAP), row_default_height=look.px(182), row_force_default=True
        )
        for die in view.fairness:
            grid.add_widget(self._die(die))
        self.clear_widgets()
        self.add_widget(scrolling(look, grid))

    def _die(self, die: DieFairness) -> Widget:
        look = self.look
        box = Surface(look, padding=look.px(10))
        box.fill = look.palette.button
        # A sign beside the sentence: its colour alone would not tell.
        sign, colour = {
            True: ("doubtful", look.palette.warn),
            False: ("check", look.palette.good),
            None: ("", look.palette.quiet),
        }[die.suspicious]
        words = row(look, Text(look, look.say(die.verdict), SMALL))
        if sign:
            words.add_widget(sized(look, Icon(sign, colour), width=20), index=1)
        box.add_widget(column(look, FaceBars(look, die.faces, colour), sized(look, words, height=58)))
        return box

    def _say(self, words: str) -> None:
        self.clear_widgets()
        colour = self.look.palette.quiet
        self.add_widget(Text(self.look, self.look.say(words), BODY, colour=colour, align="center"))


class FairnessPanel(Panel):
    """From the saved games on Home."""

    def __init__(self, look: Look, ask: Callable[[], None], close: Callable[[], None]) -> None:
        super().__init__(look, look.say("home.saved.dice"), close)
        self.list = FairnessList(look, ask)
        self.add_widget(self.list)

    def show(self, view: View) -> None:
        self.list.show(view)
