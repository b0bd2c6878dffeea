"""A thing to tap: a die with its face, or a card, with what it counts and what it may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.theme import BODY, CAPTION, SMALL, Rgba
from companion.screens.widgets.button import Rank
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text, extent
from companion.screens.widgets.touch import Touchable

Numbers = Sequence[tuple[str, str]]  # an icon, and what is written beside it

DIE, LARGE_DIE = 42, 66  # units


class Tile(Touchable, Surface):
    """`rank`: "first" is the best thing to do now, "plain" can be done, "bare" is only to be looked at."""

    def __init__(
        self,
        look: Look,
        title: str,
        on_tap: Callable[[], None] | None,
        *,
        mark: Mark | None = None,
        numbers: Numbers = (),
        detail: str = "",
        rank: Rank = "plain",
        large: bool = False,
    ) -> None:
        """`large` where few of them have much room."""
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(6), look.px(4)), spacing=look.px(1))
        self.orientation = "vertical"
        self.rank: Rank = rank
        writing = self._writing()
        self.title = Text(look, title, BODY if large else SMALL, bold=True, colour=writing)
        self.detail = Text(look, detail, SMALL if large else CAPTION, colour=writing)
        die = LARGE_DIE if large else DIE
        self.add_widget(self.title)
        below = column(look, gap=1)
        if numbers:
            below.add_widget(sized(look, counted(look, numbers, writing), height=18))
        if detail:
            below.add_widget(self.detail)
        if mark is not None:  # the name above it: long ones need all of the width
            picture = DiePicture(look)
            picture.show(mark)
            below = row(look, sized(look, picture, width=die), below, gap=6)
        self.add_widget(sized(look, below, height=die if mark is not None else 18))
        self.bind(pressed=self._colours)
        self._colours()

    def _writing(self) -> Rgba:
        palette = self.look.palette
        return palette.on_accent if self.rank == "first" else palette.text

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        if self.rank == "first":
            self.fill = palette.accent_pressed if self.pressed else palette.accent
        else:
            rest = palette.button if self.rank == "plain" else palette.card
            self.fill = palette.pressed if self.pressed else rest
        self.edge = palette.outline if self.rank == "bare" else self.fill


def counted(look: Look, numbers: Numbers, colour: Rgba) -> Widget:
    """Icons with their numbers, from the left."""
    line = row(look, gap=3)
    for icon, text in numbers:
        line.add_widget(sized(look, Icon(icon, colour), width=13))
        word = Text(look, text, CAPTION, bold=True, colour=colour)
        wide = extent(text, round(look.px(CAPTION)), True, None)[0]
        word.size_hint_x, word.width = None, wide + look.px(6)
        line.add_widget(word)
    line.add_widget(Widget())
    return line
