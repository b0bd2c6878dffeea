"""A roll that was not used by itself: why, and the way to use it all the same."""

from __future__ import annotations

from collections.abc import Callable

from companion.screens.look import Look
from companion.screens.theme import SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text


class Held(Surface):
    def __init__(self, look: Look, use: Callable[[], None]) -> None:
        super().__init__(look, padding=(look.px(12), look.px(3), look.px(3), look.px(3)), spacing=look.px(8))
        sized(look, self, height=54)
        self.fill = look.palette.card
        self.edge = look.palette.warn
        self.edge_width = look.px(3)
        self.reason = Text(look, "", SMALL)
        self.use = VerbButton(look, look.say("play.use"), use, rank="first", size=SMALL)
        self.add_widget(self.reason)
        self.add_widget(sized(look, self.use, width=130))
