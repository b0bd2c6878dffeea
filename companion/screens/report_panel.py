"""How a game went, in charts: the course of what decides it, what did the harm, and everybody's dice and luck."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.text import Line, line
from companion.screens.fairness import FairnessList
from companion.screens.look import Look
from companion.screens.port import Report, SeatDice, View
from companion.screens.theme import BODY, GAP, SMALL, Rgba
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.charts import Bar, FaceBars, LineChart
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text

LUCKY, UNLUCKY = 0.8, 0.2  # better than so many of all players; between them nothing is worth a word


def luck_words(who: str, dice: SeatDice) -> Line:
    """A plain sentence about somebody's luck."""
    args: dict[str, int | str] = {
        "who": who,
        "n": sum(n for _, n in dice.faces),
        "mean": f"{dice.mean:.1f}",
        "expected": f"{dice.expected:.1f}",
    }
    if dice.better_than is None:
        return line("report.luck.few", **args)
    if dice.better_than >= LUCKY:
        return line("report.luck.lucky", **args, of=min(99, round(100 * dice.better_than)))
    if dice.better_than <= UNLUCKY:
        return line("report.luck.unlucky", **args, of=min(99, round(100 * (1 - dice.better_than))))
    return line("report.luck.plain", **args)


class ReportPanel(Panel):
    """A button for each chart that there is something for."""

    def __init__(
        self,
        look: Look,
        view: View,
        counter: str,
        close: Callable[[], None],
        ask_fairness: Callable[[], None],
        harm: str = "",
    ) -> None:
        """`counter` is the name of what the course is of, `harm` that of what was done."""
        super().__init__(look, look.say("report.title"), close)
        assert view.report is not None
        self.report: Report = view.report
        self._names = [seat.name for seat in view.seats]
        self._colours: list[Rgba] = [
            look.theme.seat(seat.colour, number) for number, seat in enumerate(view.seats)
        ]
        made: dict[str, tuple[str, Callable[[], Widget]]] = {}
        if self.report.course:
            made["course"] = (counter[:1].upper() + counter[1:], self._course)
        if self.report.harm:
            made["harm"] = (harm or look.say("report.harm"), self._harm)
        if self.report.dice:
            made["dice"] = (look.say("report.dice"), self._dice)
        made["fairness"] = (look.say("report.fairness"), partial(self._fairness, ask_fairness))
        self._view = view
        self._made = {name: make for name, (_, make) in made.items()}
        self.tabs = {
            name: VerbButton(look, words, partial(self.open, name), size=SMALL)
            for name, (words, _) in made.items()
        }
        for tab in self.tabs.values():
            self.head.add_widget(sized(look, tab, width=118), 1)
        self.field = BoxLayout()
        self.add_widget(self.field)
        self.chart: Widget | None = None
        self.open(next(iter(made)))

    def open(self, name: str) -> None:
        for other, tab in self.tabs.items():
            tab.set_rank("first" if other == name else "plain")
        self.field.clear_widgets()
        self.chart = self._made[name]()
        self.field.add_widget(self.chart)

    def show(self, view: View) -> None:
        self._view = view
        if isinstance(self.chart, FairnessList):
            self.chart.show(view)
        if view.report is None and self.close is not None:
            self.close()  # the end was undone

    def _fairness(self, ask: Callable[[], None]) -> Widget:
        chart = FairnessList(self.look, ask)
        chart.show(self._view)
        return chart

    def _course(self) -> Widget:
        seats = len(self.report.course)
        return LineChart(self.look, self.report.course, self._names[:seats], self._colours[:seats])

    def _harm(self) -> Widget:
        look = self.look
        most = self.report.harm[0][1]
        rows = BoxLayout(orientation="vertical", spacing=look.px(6))
        for source, n in self.report.harm:
            name = Text(look, look.say(source), BODY, size_hint_x=0.9)
            number = sized(look, Text(look, str(n), BODY, bold=True, align="right"), width=44)
            rows.add_widget(sized(look, row(look, name, Bar(look, n / most), number), height=30))
        return scrolling(look, rows)

    def _dice(self) -> Widget:
        look = self.look
        grid = GridLayout(
            cols=2 if len(self.report.dice) > 1 else 1,
            spacing=look.px(GAP),
            row_default_height=look.px(190 if len(self.report.dice) > 2 else 240),
            row_force_default=True,
        )
        for dice in self.report.dice:
            box = Surface(look, padding=look.px(10))
            box.fill = look.palette.button
            bars = FaceBars(look, dice.faces, self._colours[dice.seat])
            sentence = look.say(luck_words(self._names[dice.seat], dice))
            words = Text(look, sentence, SMALL, valign="middle")
            box.add_widget(column(look, bars, sized(look, words, height=64)))
            grid.add_widget(box)
        return scrolling(look, grid)
