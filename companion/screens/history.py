"""Everything that happened, newest on top."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.port import Happening, View
from companion.screens.theme import BODY, CAPTION, GAP
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text, extent


class HistoryPanel(Panel):
    def __init__(self, look: Look, close: Callable[[], None]) -> None:
        super().__init__(look, look.say("history.title"), close)
        self._list = BoxLayout(orientation="vertical", spacing=look.px(GAP / 2))
        self._shown: tuple[Happening, ...] | None = None
        self._width = 0.0
        self.add_widget(scrolling(look, self._list))
        self._list.bind(width=self._refill)

    def show(self, view: View) -> None:
        if view.history != self._shown:
            self._shown = view.history
            self._refill()

    def _refill(self, *_: object) -> None:
        if self._shown is None or self._list.width <= 100:
            return
        self._list.clear_widgets()
        if not self._shown:
            empty = Text(self.look, self.look.say("play.nothing_yet"), BODY, colour=self.look.palette.quiet)
            self._list.add_widget(sized(self.look, empty, height=40))
        for happening in reversed(self._shown):
            self._list.add_widget(self._entry(happening))

    def _entry(self, happening: Happening) -> Widget:
        look, px, palette = self.look, self.look.px, self.look.palette
        box = Surface(look, radius=8, padding=(px(10), px(6)), spacing=px(10), size_hint_y=None)
        box.fill = palette.button if not happening.undone else palette.back
        words = "\n".join(look.say(line) for line in happening.lines)
        width = self._list.width - px(10) * 4 - px(44) - (px(100) if happening.undone else 0)
        text = Text(look, words, BODY, colour=palette.quiet if happening.undone else palette.text)
        number = Text(
            look, str(happening.number), CAPTION, colour=palette.quiet, align="right", valign="middle"
        )
        box.add_widget(sized(look, number, width=34))
        box.add_widget(text)
        if happening.undone:
            # Struck out by a word and a sign, not by its colour alone.
            box.add_widget(sized(look, Icon("undo", palette.quiet), width=18))
            box.add_widget(
                sized(look, Text(look, look.say("history.undone"), CAPTION, colour=palette.quiet), width=70)
            )
        box.height = extent(words, round(px(BODY)), False, int(width))[1] + px(14)
        return box
