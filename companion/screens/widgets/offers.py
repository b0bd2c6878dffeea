"""What a touch may do now, as buttons; when there are many, the rest is behind one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.uix.gridlayout import GridLayout

from companion.screens.look import Look
from companion.screens.theme import BODY, GAP, HEADLINE, SMALL
from companion.screens.widgets.button import Rank, VerbButton
from companion.screens.widgets.text import Text

TALLEST = 104  # units


@dataclass(frozen=True, slots=True)
class Choice:
    """A button to be: its words, and what it does. Two with the same words and key are the same button."""

    key: str
    text: str
    do: Callable[[], None]
    rank: Rank = "plain"


class Offers(GridLayout):
    """The likeliest first and in the accent colour."""

    def __init__(self, look: Look, on_more: Callable[[], None]) -> None:
        super().__init__(cols=1, spacing=look.px(GAP))
        self.bind(size=self._cap_height)
        self.look = look
        self._on_more = on_more
        self._shown: tuple[object, ...] = ()
        self._buttons: dict[tuple[int, float], VerbButton] = {}  # by place, and by the size of their words

    def show(self, choices: Sequence[Choice], rows: int, columns: int, waits: str = "") -> None:
        """As many as fit into so many rows and columns, and one more button for the rest. Where there is nothing to
        choose, `waits` says large what the table waits for."""
        shown = (waits, rows, columns, *((c.key, c.text, c.rank) for c in choices))
        if shown == self._shown:
            return  # the same buttons: a finger may be on one of them
        self._shown = shown
        self.clear_widgets()
        count = len(choices)
        if not count:
            self.cols = 1
            self.add_widget(Text(self.look, waits, HEADLINE, align="center", colour=self.look.palette.quiet))
            self.row_force_default = False
            return
        self.cols = _columns(count, rows, columns)
        fits = count <= self.cols * rows
        size = BODY if self.cols < 3 or count <= self.cols else SMALL  # one size for all of them
        there = list(choices if fits else choices[: self.cols * rows - 1])
        if not fits:
            rest = self.look.say("play.more", n=count - self.cols * rows + 1)
            there.append(Choice("", rest, self._on_more))
        for place, choice in enumerate(there):
            self.add_widget(self._button(place, choice, size))
        self._cap_height()

    def _button(self, place: int, choice: Choice, size: float) -> VerbButton:
        """The button that was there says something else: a new one takes time and leaves the old one to be tidied up.

        One that is under a finger goes, and still does what it said when it was touched.
        """
        button = self._buttons.get((place, size))
        if button is not None and not button.pressed:
            button.become(choice.text, choice.do, choice.rank)
            return button
        button = VerbButton(self.look, choice.text, choice.do, rank=choice.rank, size=size, align="center")
        self._buttons[place, size] = button
        return button

    def _cap_height(self, *_: object) -> None:
        """A few buttons do not grow without end: what is left stays empty below them."""
        if not any(isinstance(child, VerbButton) for child in self.children):
            return
        rows = -(-len(self.children) // self.cols)
        room = (self.height - (rows - 1) * self.look.px(GAP)) / max(rows, 1)
        capped = room > self.look.px(TALLEST)
        self.row_default_height = self.look.px(TALLEST) if capped else 0
        self.row_force_default = capped


def _columns(count: int, rows: int, most: int) -> int:
    """As few holes as possible, then as few rows."""
    able = [columns for columns in range(1, most + 1) if columns * rows >= count]
    return min(able, key=lambda columns: (-count % columns, -columns)) if able else most
