"""How many roll attempts are left: a small die for each, filled while it can still be used."""

from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.core import DiceWanted
from companion.screens.look import Look
from companion.screens.theme import CAPTION
from companion.screens.widgets.surface import middle, sized
from companion.screens.widgets.text import Text


class Attempts(BoxLayout):
    def __init__(self, look: Look) -> None:
        super().__init__(orientation="vertical", padding=(0, look.px(5)))
        self.look = look
        self._row = Widget()
        self._marks = InstructionGroup()
        self._row.canvas.add(self._marks)
        self._row.bind(pos=self._redraw, size=self._redraw)
        self.text = Text(look, "", CAPTION, align="center", colour=look.palette.quiet)
        self.add_widget(self._row)
        self.add_widget(sized(look, self.text, height=20))
        self._wanted: DiceWanted | None = None
        self.show(None)

    def show(self, wanted: DiceWanted | None) -> None:
        self._wanted = wanted if wanted is not None and wanted.attempts > 1 else None
        sized(self.look, self, width=96 if self._wanted else 0)
        self.text.text = "" if self._wanted is None else self.look.say("play.attempts_left", n=self._left())
        self._redraw()

    def _left(self) -> int:
        assert self._wanted is not None
        return self._wanted.attempts - self._wanted.attempt + 1

    def _redraw(self, *_: object) -> None:
        self._marks.clear()
        if self._wanted is None:
            return
        px, palette = self.look.px, self.look.palette
        count, side, gap = self._wanted.attempts, px(15), px(7)
        across, up = middle(self._row)
        x, y = across - (count * side + (count - 1) * gap) / 2, up - side / 2
        for n in range(count):
            box = (round(x + n * (side + gap)), round(y))
            if n < self._left():
                self._marks.add(Color(*palette.accent))
                self._marks.add(SmoothRoundedRectangle(pos=box, size=(side, side), radius=[px(4)]))
            else:
                self._marks.add(Color(*palette.quiet))
                self._marks.add(SmoothLine(rounded_rectangle=(*box, side, side, px(4)), width=px(1.1)))
