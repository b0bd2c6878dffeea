"""Settings that show at once: language, colours, writing, movement, sounds, which way up the screen is, the camera,
and the answers to open rules that this table plays by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.core import games
from companion.screens.desk import Desk
from companion.screens.game_page import GamePage
from companion.screens.rules_panel import RulesPanel, kept_rules, with_rules
from companion.screens.theme import BODY, GAP, PALETTES
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import row, sized
from companion.screens.widgets.text import Text

LANGUAGES = (("en", "English"), ("ru", "Русский"), ("pl", "Polski"))  # each in its own words
CAMERAS = ("auto", "picamera", "opencv:0", "simulated")
LABEL = 190  # units


class ChoicesPanel(Panel):
    def __init__(
        self,
        desk: Desk,
        close: Callable[[], None],
        open_table: Callable[[], None] | None = None,
        open_target: Callable[[], None] | None = None,
        open_rules: Callable[[str], None] | None = None,
        open_credits: Callable[[], None] | None = None,
        pages: Sequence[GamePage] = (),
    ) -> None:
        look, say = desk.look, desk.look.say
        super().__init__(look, say("home.settings"), close)
        self.desk, self.choices = desk, desk.choices
        self.rows: dict[str, BoxLayout] = {}
        self.list = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        on_off = [(True, say("settings.on")), (False, say("settings.off"))]
        self._choice("language", LANGUAGES)
        self._choice("theme", [(name, say(f"settings.theme.{name}")) for name in PALETTES])
        sizes = [(False, say("settings.writing.usual")), (True, say("settings.writing.large"))]
        self._choice("large_writing", sizes)
        self._choice("animations", on_off)
        self._choice("sounds", on_off)
        turned = (self.choices.rotation + 180) % 360
        self._choice("rotation", [(turned, say("settings.turn"))])
        cameras = [*CAMERAS, *{self.choices.camera}.difference(CAMERAS)]
        self._choice("camera", [(name, self._camera(name)) for name in cameras])
        if open_rules is not None:
            doors = [(say(page.title()), partial(open_rules, page.name)) for page in pages]
            self._doors("settings.rules", doors)
        table = [("settings.table.open", open_table), ("settings.target.open", open_target)]
        self._doors("settings.table", [(say(words), go) for words, go in table if go is not None])
        if open_credits is not None:
            self._doors("settings.about", [(say("credits.title"), open_credits)])
        self.add_widget(scrolling(look, self.list))

    def _camera(self, name: str) -> str:
        key = name.split(":")[0]
        return self.look.say(f"settings.camera.{key}") if name in CAMERAS else name

    def _choice(self, name: str, values: Sequence[tuple[Any, str]]) -> None:
        self.rows[name] = row(self.look)
        self._fill(name, values)
        self._add(f"settings.{name}", self.rows[name])

    def _fill(self, name: str, values: Sequence[tuple[Any, str]]) -> None:
        self.rows[name].clear_widgets()
        now = getattr(self.choices, name)
        for value, word in values:
            # The chosen one has a tick: its colour alone would not tell.
            chosen = value == now
            self.rows[name].add_widget(
                VerbButton(
                    self.look,
                    word,
                    partial(self._choose, name, value, values),
                    rank="first" if chosen else "plain",
                    icon="check" if chosen else "",
                    size=BODY,
                )
            )

    def _choose(self, name: str, value: Any, values: Sequence[tuple[Any, str]]) -> None:
        self.choices = replace(self.choices, **{name: value})
        self._fill(name, values)
        self.desk.choose(name, value)

    def _doors(self, label: str, doors: Sequence[tuple[str, Callable[[], None]]]) -> None:
        if doors:
            self._add(
                label, row(self.look, *(VerbButton(self.look, word, go, size=BODY) for word, go in doors))
            )

    def _add(self, label: str, line: Widget) -> None:
        look = self.look
        words = sized(look, Text(look, look.say(label), BODY), width=LABEL)
        self.list.add_widget(sized(look, row(look, words, line), height=52))


def rules_panel(desk: Desk, page: GamePage, close: Callable[[], None]) -> RulesPanel:
    """The answers that every new game begins with; each is kept as soon as it is tapped."""
    questions = games()[page.name].house_rules
    answers = kept_rules(desk.choices.house_rules, page.name)

    def changed() -> None:
        desk.choose("house_rules", with_rules(desk.choices.house_rules, page.name, answers))

    return RulesPanel(desk.look, page.words, questions, answers, changed, close)
