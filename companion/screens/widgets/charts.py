"""Charts for the end of a game: lines over time, bars, and how often each face came up."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.theme import CAPTION, SMALL, Rgba
from companion.screens.widgets.text import Text, extent


class Bar(Widget):
    """A share of the whole; the number stands beside it."""

    def __init__(self, look: Look, share: float, colour: Rgba | None = None) -> None:
        super().__init__()
        self._look, self._share = look, share
        with self.canvas:
            Color(*look.palette.back)
            self._whole = Rectangle()
            Color(*(colour or look.palette.accent))
            self._part = Rectangle()
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        high = self._look.px(10)
        y = self.y + (self.height - high) / 2
        self._whole.pos, self._whole.size = (self.x, y), (self.width, high)
        self._part.pos, self._part.size = (self.x, y), (self.width * self._share, high)


class LineChart(Widget):
    """A line for each seat from the first step to the last, with its name at the end: no meaning by colour alone."""

    def __init__(
        self, look: Look, lines: Sequence[Sequence[int]], names: Sequence[str], colours: Sequence[Rgba]
    ) -> None:
        super().__init__()
        self._look, self._lines, self._colours = look, lines, colours
        self._top = max(1, *(value for line in lines for value in line))
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.names = [
            Text(look, f"{name} {line[-1]}", SMALL, bold=True, colour=colour)
            for name, line, colour in zip(names, lines, colours, strict=True)
        ]
        self._levels = (0, self._top // 2, self._top)
        self.levels = [
            Text(look, str(level), CAPTION, colour=look.palette.quiet, align="right")
            for level in self._levels
        ]
        for text in (*self.names, *self.levels):
            text.size_hint = (None, None)
            self.add_widget(text)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        px = self._look.px
        left, right = self.x + px(34), self.right - px(10) - self._names_wide()
        low, high = self.y + px(12), self.top - px(12)
        if right <= left or high <= low:
            return

        def up(value: float) -> float:
            return low + (high - low) * value / self._top

        self._drawing.clear()
        self._drawing.add(Color(*self._look.palette.outline))
        for level, text in zip(self._levels, self.levels, strict=True):
            self._drawing.add(Line(points=[left, up(level), right, up(level)], width=px(0.6)))
            text.size, text.pos = (px(28), px(18)), (self.x, up(level) - px(9))
        for line, colour in zip(self._lines, self._colours, strict=True):
            step = (right - left) / max(1, len(line) - 1)
            points = [value for n, y in enumerate(line) for value in (left + n * step, up(y))]
            self._drawing.add(Color(*colour))
            self._drawing.add(Line(points=points, width=px(1.6), joint="round"))
        self._name_ends(right + px(8), [up(line[-1]) for line in self._lines], low, high)

    def _names_wide(self) -> float:
        font = round(self._look.px(SMALL))
        return max(extent(text.text, font, True, None)[0] for text in self.names) + self._look.px(8)

    def _name_ends(self, x: float, ends: Sequence[float], low: float, high: float) -> None:
        """Beside the lines' ends, pushed apart where they would cover each other."""
        room = self._look.px(20)
        order = sorted(range(len(ends)), key=lambda n: ends[n])
        y = low - room
        for place, n in enumerate(order):
            above = len(order) - place - 1
            y = min(max(ends[n], y + room), high - above * room)
            self.names[n].size, self.names[n].pos = (self._names_wide(), room), (x, y - room / 2)


class FaceBars(Widget):
    """How often each face came up; the line is what would be expected."""

    def __init__(self, look: Look, faces: Sequence[tuple[str, int]], colour: Rgba) -> None:
        super().__init__()
        self._look, self._faces, self._colour = look, faces, colour
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.words = [
            Text(look, face, CAPTION, colour=look.palette.quiet, align="center") for face, _ in faces
        ]
        for text in self.words:
            text.size_hint = (None, None)
            self.add_widget(text)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        px = self._look.px
        count, below = len(self._faces), px(18)
        wide, high = self.width / count, self.height - below - px(4)
        if high <= 0:
            return
        expected = sum(n for _, n in self._faces) / count
        most = max(expected, *(n for _, n in self._faces)) or 1
        base = self.y + below
        self._drawing.clear()
        self._drawing.add(Color(*self._colour))
        for place, ((_, n), text) in enumerate(zip(self._faces, self.words, strict=True)):
            x = self.x + place * wide
            bar = Rectangle(pos=(x + wide * 0.15, base), size=(wide * 0.7, high * n / most))
            self._drawing.add(bar)
            text.size, text.pos = (wide, below), (x, self.y)
        level = base + high * expected / most
        self._drawing.add(Color(*self._look.palette.text))
        self._drawing.add(Line(points=[self.x, level, self.right, level], width=px(0.8)))
