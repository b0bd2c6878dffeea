"""Damage that is on its way, added up line by line before it is applied: from the base to what is left of it."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout

from companion.rules.dice_throne.damage import Bill, bills
from companion.rules.dice_throne.state import DiceThroneState
from companion.rules.text import Line, line
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, SMALL, TITLE
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text

LINE = 22  # units
SUBTOTAL = "dt.bill.subtotal"


def coming(state: DiceThroneState) -> tuple[Bill, ...]:
    """What somebody is about to take; damage whose target is not known yet is among it."""
    return tuple(bill for bill in bills(state) if bill.packet.base or bill.packet.adds)


class BillView(Surface):
    """One block for each source of damage, and one line for healing that comes with it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, orientation="vertical", padding=(look.px(10), look.px(6)))
        self.fill = look.palette.card
        self.edge = look.palette.warn
        self.edge_width = look.px(2)
        self.rows = BoxLayout(orientation="vertical", spacing=look.px(1))
        self.add_widget(scrolling(look, self.rows))
        self._shown: object = None

    @property
    def lines(self) -> list[str]:
        return [text.text for text in reversed(self.rows.children)]

    def show(self, view: View) -> None:
        state: DiceThroneState = view.state
        found = coming(state)
        if (found, state.healings) == self._shown:
            return
        self._shown = (found, state.healings)
        self.rows.clear_widgets()
        for bill in found:
            packet = bill.packet
            who = view.seats[packet.to].name if packet.to >= 0 else "?"
            self._add(line("dts.bill.takes", who=who, n=bill.final), TITLE, True)
            said = bill.lines()[:-1]  # the final is the headline
            if said[-1].id == SUBTOTAL:
                said = said[:-1]  # nothing follows it: it is the final
            for words in said:
                self._add(words, SMALL, words.id == SUBTOTAL)
        for healing in state.healings:
            n = str(healing.n) if not healing.dealt else "="
            self._add(line("dts.bill.heals", who=view.seats[healing.to].name, n=n), BODY, True)

    def _add(self, words: Line, size: float, bold: bool) -> None:
        text = Text(self.look, self.look.say(words), size, bold=bold)
        self.rows.add_widget(sized(self.look, text, height=LINE * (1.3 if size == TITLE else 1)))
