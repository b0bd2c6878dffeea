"""Settings that show at once: language, colours, movement, which way up the screen is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.screens.desk import Desk
from companion.screens.theme import BODY, PALETTES
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import row, sized
from companion.screens.widgets.text import Text

LANGUAGES = (("en", "English"), ("ru", "Русский"), ("pl", "Polski"))  # each in its own words


class ChoicesPanel(Panel):
    def __init__(
        self, desk: Desk, close: Callable[[], None], open_table: Callable[[], None] | None = None
    ) -> None:
        look, say = desk.look, desk.look.say
        super().__init__(look, say("home.settings"), close)
        self.desk = desk
        now = desk.choices
        self._row("settings.language", "language", now.language, LANGUAGES)
        self._row(
            "settings.theme", "theme", now.theme, [(name, say(f"settings.theme.{name}")) for name in PALETTES]
        )
        motion = [(True, say("settings.on")), (False, say("settings.off"))]
        self._row("settings.animations", "animations", now.animations, motion)
        turned = (now.rotation + 180) % 360
        self._row("settings.rotation", "rotation", None, [(turned, say("settings.turn"))])
        if open_table is not None:
            words = Text(look, say("settings.table"), BODY)
            button = VerbButton(look, say("settings.table.open"), open_table, size=BODY)
            self.add_widget(sized(look, row(look, sized(look, words, width=190), button), height=52))
        self.add_widget(Widget())

    def _row(self, label: str, name: str, now: Any, values: Sequence[tuple[Any, str]]) -> None:
        look = self.look
        line = row(look, sized(look, Text(look, look.say(label), BODY), width=190))
        for value, word in values:
            # The chosen one has a tick: its colour alone would not tell.
            chosen = value == now and now is not None
            line.add_widget(
                VerbButton(
                    look,
                    word,
                    partial(self.desk.choose, name, value),
                    rank="first" if chosen else "plain",
                    icon="check" if chosen else "",
                    size=BODY,
                )
            )
        self.add_widget(sized(look, line, height=52))
