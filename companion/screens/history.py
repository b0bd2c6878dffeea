"""Everything that happened, newest on top: each entry can be looked at as it was then, and its rules be looked up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.port import Happening, View
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text, extent

CHARTS = 190  # units
AT_ONCE = 25  # entries; a long evening has hundreds, and building them all would make the screen stand still


class HistoryPanel(Panel):
    quarters = True

    def __init__(
        self,
        look: Look,
        look_at: Callable[[int], None],
        explain: Callable[[Happening], None],
        report: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("history.title"), close)
        self._look_at, self._explain = look_at, explain
        self.charts = VerbButton(look, look.say("report.title"), report, size=SMALL)
        self.head.add_widget(sized(look, self.charts, width=CHARTS), 1)
        self._list = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        self._shown: tuple[Happening, ...] | None = None
        self._newest = AT_ONCE
        self.entries: list[_Entry] = []
        self.more: VerbButton | None = None
        self.add_widget(scrolling(look, self._list))
        self._list.bind(width=self._refill)

    def narrowed(self, narrow: bool) -> None:
        sized(self.look, self.charts, width=CHARTS / 2 if narrow else CHARTS)

    def show(self, view: View) -> None:
        if view.history != self._shown:
            self._shown = view.history
            self._refill()

    def _refill(self, *_: object) -> None:
        if self._shown is None or self._list.width <= 100:
            return
        self._list.clear_widgets()
        self.entries, self.more = [], None
        if not self._shown:
            empty = Text(self.look, self.look.say("play.nothing_yet"), BODY, colour=self.look.palette.quiet)
            self._list.add_widget(sized(self.look, empty, height=40))
        told = [happening for happening in self._shown if happening.lines]
        for happening in told[: -self._newest - 1 : -1]:
            entry = _Entry(self.look, happening, self._list.width, self._look_at, self._explain)
            self.entries.append(entry)
            self._list.add_widget(entry)
        if len(told) > self._newest:
            self.more = VerbButton(self.look, self.look.say("history.more"), self._show_more, size=BODY)
            self._list.add_widget(sized(self.look, self.more, height=TOUCH + 4))

    def _show_more(self) -> None:
        self._newest += AT_ONCE
        self._refill()


class _Entry(Surface):
    """What was done and what came of it; beside it a look at how it was then, and at the rules."""

    def __init__(
        self,
        look: Look,
        happening: Happening,
        width: float,
        look_at: Callable[[int], None],
        explain: Callable[[Happening], None],
    ) -> None:
        px, palette = look.px, look.palette
        super().__init__(look, radius=8, padding=(px(10), px(4), px(4), px(4)), spacing=px(GAP))
        self.size_hint_y = None
        self.fill = palette.back if happening.undone else palette.button
        words = "\n".join(look.sentence(line) for line in happening.lines)
        number = Text(look, str(happening.number), CAPTION, colour=palette.quiet, align="right")
        self.add_widget(sized(look, number, width=30))
        self.add_widget(Text(look, words, BODY, colour=palette.quiet if happening.undone else palette.text))
        self.help = icon_button(look, "help", partial(explain, happening), rank="bare")
        if happening.undone:
            # Struck out by a word and a sign, not by its colour alone.
            self.add_widget(self._undone(look))
        else:
            self.eye = icon_button(look, "eye", partial(look_at, happening.number), rank="bare")
            self.add_widget(self._middle(self.eye))
        self.add_widget(self._middle(self.help))
        beside = px(12 + 10 + 4 + 30 + 2 * (TOUCH + 4) + 3 * GAP + (60 if happening.undone else 0))
        self.height = max(
            extent(words, round(px(BODY)), False, int(width - beside))[1] + px(12), px(TOUCH + 12)
        )

    def _undone(self, look: Look) -> Widget:
        box = BoxLayout(spacing=look.px(6))
        box.add_widget(sized(look, Icon("undo", look.palette.quiet), width=18))
        box.add_widget(Text(look, look.say("history.undone"), CAPTION, colour=look.palette.quiet))
        return sized(look, box, width=TOUCH + 4 + 60)

    def _middle(self, button: VerbButton) -> VerbButton:
        button.pos_hint = {"center_y": 0.5}
        return button
