"""What the camera makes of the table: an icon and a word, in the corner of every screen."""

from __future__ import annotations

from collections.abc import Callable

from companion.dice import Sight, TableState
from companion.screens.look import Look
from companion.screens.theme import SMALL, Palette, Rgba
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text, extent
from companion.screens.widgets.touch import Touchable


def tint_of(state: TableState, palette: Palette) -> Rgba:
    if state in (TableState.BLOCKED, TableState.LOST):
        return palette.bad
    if state in (TableState.DOUBTFUL, TableState.HAND):
        return palette.warn
    return palette.good if state is TableState.SETTLED else palette.text


class CameraState(Touchable, Surface):
    """Shows one of the eight states; a tap shows what the camera sees."""

    def __init__(self, look: Look, on_tap: Callable[[], None] | None = None) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(12), look.px(4)), spacing=look.px(8))
        self.icon = Icon("lost", look.palette.bad)
        self.word = Text(look, "", SMALL, bold=True)
        self.add_widget(sized(look, self.icon, width=28))
        self.add_widget(self.word)
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.card

    def show(self, sight: Sight) -> None:
        tint = tint_of(sight.state, self.look.palette)
        self.icon.name = sight.state.value
        self.icon.tint = self.word.color = tint
        self.word.text = self.look.say(f"camera.{sight.state.value}")
        # As wide as its word: what stands beside it needs the room.
        word = extent(self.word.text, round(self.look.px(SMALL)), True, None)[0]
        self.size_hint_x, self.width = None, word + self.look.px(28 + 8 + 2 * 12) + 2
