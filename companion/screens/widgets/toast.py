"""A refusal or a warning, for a few seconds, over whatever is shown. A tap puts it away."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from companion.screens import theme
from companion.screens.look import Look
from companion.screens.theme import BODY, GAP
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text, extent
from companion.screens.widgets.touch import Touchable


class Toast(FloatLayout):
    """The layer it appears in."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.note: _Note | None = None
        self._clock: Any = None
        self.bind(size=self._place)

    def show(self, text: str) -> None:
        self.hide()
        self.note = _Note(self.look, text, self.hide)
        self.add_widget(self.note)
        self._place()
        self._clock = Clock.schedule_once(lambda _: self.hide(), theme.NOTICE)

    def hide(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
        if self.note is not None:
            self.remove_widget(self.note)
            self.note = None

    def _place(self, *_: object) -> None:
        if self.note is None:
            return
        px = self.look.px
        # Over redo and the log: undo, the numbers and what the finger was on stay in sight.
        width = self.width - px(220 + 3 * GAP)
        lines = extent(self.note.text.text, round(px(BODY)), False, int(width - px(76)))[1]
        self.note.size = (width, min(max(lines + px(18), px(58)), px(150)))
        self.note.pos = (self.x + self.width - width - px(GAP), self.y + px(GAP))


class _Note(Touchable, Surface):
    def __init__(self, look: Look, text: str, hide: Any) -> None:
        super().__init__(
            look=look,
            on_tap=hide,
            padding=(look.px(16), look.px(8)),
            spacing=look.px(12),
            size_hint=(None, None),
        )
        palette = look.palette
        self.fill = palette.text
        self.text = Text(look, text, BODY, colour=palette.back)
        self.add_widget(sized(look, Icon("doubtful", palette.back), width=28))
        self.add_widget(self.text)
