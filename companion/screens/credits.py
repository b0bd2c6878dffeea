"""Whose work the companion stands on, and whose games it helps with."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from companion.screens.look import Look
from companion.screens.theme import BODY, SMALL
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import column, sized
from companion.screens.widgets.text import Text, extent

PARTS = ("pictures", "writing", "models", "programs", "games")


class CreditsPanel(Panel):
    def __init__(self, look: Look, close: Callable[[], None]) -> None:
        super().__init__(look, look.say("credits.title"), close)
        self.list = BoxLayout(orientation="vertical", spacing=look.px(12))
        self.texts: list[Text] = []
        for part in PARTS:
            name = sized(look, Text(look, look.say(f"credits.{part}.name"), BODY, bold=True), height=24)
            words = Text(look, look.say(f"credits.{part}"), SMALL, colour=look.palette.quiet, valign="top")
            self.texts.append(words)
            box = column(look, name, words, gap=2, size_hint_y=None)
            box.bind(minimum_height=box.setter("height"))
            words.size_hint_y = None
            words.bind(width=self._grow)
            self.list.add_widget(box)
        self.add_widget(scrolling(look, self.list))

    def _grow(self, words: Text, width: float) -> None:
        """As high as its lines at this width; the list scrolls."""
        size = round(self.look.px(SMALL) * self.look.writing)
        words.height = extent(words.text, size, False, int(width))[1] + self.look.px(2)
