"""The rules behind what just happened, by their names: what the newest entry did, and what is waited for now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.rulebook import Rule, behind
from companion.rules.text import Line
from companion.screens.look import Look
from companion.screens.port import Happening, View
from companion.screens.theme import BODY, CAPTION, GAP, SMALL
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text, extent

NEWEST = 3  # entries of the history that are explained


class HelpPanel(Panel):
    """Each line that happened, and below it the rules that it came from."""

    quarters = True

    def __init__(
        self, look: Look, view: View, close: Callable[[], None], entry: Happening | None = None
    ) -> None:
        """With an `entry` of the history, what is behind that one alone."""
        super().__init__(look, look.say("book.title"), close)
        self.rules: list[Rule] = []
        self._list = BoxLayout(orientation="vertical", spacing=look.px(GAP / 2))
        self._parts = _parts(view, entry)
        self._game = view.game or ""
        self.add_widget(scrolling(look, self._list))
        self._list.bind(width=self._fill)
        self._fill()

    def _fill(self, *_: object) -> None:
        self._list.clear_widgets()
        self.rules = []
        for lines in self._parts:
            rules = [rule for rule in behind(self._game, lines) if rule not in self.rules]
            if rules:
                self._list.add_widget(self._told(lines))
                self.rules += rules
                for rule in rules:
                    self._list.add_widget(self._rule(rule))
        if not self.rules:
            nothing = Text(self.look, self.look.say("book.none"), BODY, colour=self.look.palette.quiet)
            self._list.add_widget(sized(self.look, nothing, height=40))

    def _told(self, lines: Sequence[Line]) -> Widget:
        """What it is about, as the log has it."""
        look = self.look
        words = " · ".join(look.sentence(line) for line in lines)
        text = Text(look, words, SMALL, colour=look.palette.quiet, valign="bottom", size_hint_y=None)
        text.height = self._height(words, SMALL, False) + look.px(6)
        return text

    def _rule(self, rule: Rule) -> Widget:
        look, px = self.look, self.look.px
        box = Surface(look, radius=8, orientation="vertical", padding=(px(12), px(8)), size_hint_y=None)
        box.fill = look.palette.button
        name, words = look.say(rule.name), look.say(rule.text)
        head = BoxLayout(spacing=px(GAP), size_hint_y=None, height=px(24))
        head.add_widget(Text(look, name, BODY, bold=True))
        number = Text(look, rule.rules, CAPTION, colour=look.palette.quiet, align="right", size_hint_x=None)
        number.width = min(px(190), self._list.width * 0.35)
        head.add_widget(number)
        text = Text(look, words, BODY, valign="top", size_hint_y=None)
        text.height = self._height(words, BODY, True)
        box.add_widget(head)
        box.add_widget(text)
        box.height = head.height + text.height + px(18)
        return box

    def _height(self, words: str, size: float, boxed: bool) -> float:
        width = max(self._list.width - self.look.px(12 + (26 if boxed else 0)), 100)
        return extent(words, round(self.look.px(size)), False, int(width))[1] + 2.0


def _parts(view: View, entry: Happening | None) -> list[tuple[Line, ...]]:
    """The newest first; what is waited for comes before what happened."""
    if entry is not None:
        return [entry.lines]
    told = [happening.lines for happening in view.history if not happening.undone and happening.lines]
    waited = [(view.waiting.prompt,)] if view.waiting is not None and view.outcome is None else []
    return [*waited, *told[: -NEWEST - 1 : -1]]
