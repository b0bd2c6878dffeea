"""Damage that is on its way, added up line by line before it is applied: from the base to what is left of it."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.dice_throne.damage import Bill, bills
from companion.rules.dice_throne.state import DiceThroneState
from companion.rules.text import Line, line
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, HEADLINE, SMALL
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text

LINE, HEAD = 19, 30  # units
LARGE = HEADLINE - 4  # what somebody takes in the end
SUBTOTAL = "dt.bill.subtotal"


def coming(state: DiceThroneState) -> tuple[Bill, ...]:
    """What somebody is about to take; damage whose target is not known yet is among it."""
    return tuple(bill for bill in bills(state) if bill.packet.base or bill.packet.adds)


class BillView(Surface):
    """One block for each source of damage, and one line for healing that comes with it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, orientation="vertical")
        self.fill = look.palette.card
        self.edge = look.palette.warn
        self.edge_width = look.px(2)
        self.columns = 1  # of the lines below each headline; two where the bill is broad and low
        self.rows = BoxLayout(orientation="vertical")
        self.add_widget(scrolling(look, self.rows))
        self._shown: object = None

    @property
    def lines(self) -> list[str]:
        return [widget.text for widget in self.rows.walk(restrict=True) if isinstance(widget, Text)]

    def show(self, view: View) -> None:
        state: DiceThroneState = view.state
        found = coming(state)
        shown = (found, state.healings, self.columns)
        if shown == self._shown:
            return
        self._shown = shown
        self.padding = (self.look.px(14), self.look.px(12 if self.columns == 1 else 5))
        self.rows.clear_widgets()
        for bill in found:
            packet = bill.packet
            who = view.seats[packet.to].name if packet.to >= 0 else "?"
            self.rows.add_widget(self._text(line("dts.bill.takes", who=who, n=bill.final), LARGE, True))
            said = bill.lines()[:-1]  # the final is the headline
            if said[-1].id == SUBTOTAL:
                said = said[:-1]  # nothing follows it: it is the final
            below = GridLayout(cols=self.columns, size_hint_y=None, orientation="tb-lr")
            below.rows = -(-len(said) // self.columns)
            below.bind(minimum_height=below.setter("height"))
            for words in said:
                below.add_widget(self._text(words, SMALL, words.id == SUBTOTAL))
            self.rows.add_widget(below)
        for healing in state.healings:
            n = str(healing.n) if not healing.dealt else "="
            words = line("dts.bill.heals", who=view.seats[healing.to].name, n=n)
            self.rows.add_widget(self._text(words, BODY, True))

    def _text(self, words: Line, size: float, bold: bool) -> Widget:
        text = Text(self.look, self.look.say(words), size, bold=bold)
        return sized(self.look, text, height=HEAD if size == LARGE else LINE)
