"""Buttons that say the verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from companion.screens.look import Look
from companion.screens.theme import BODY, SMALL, TOUCH
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import CLEAR, Surface, column, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

Rank = Literal["first", "plain", "bare"]  # the one thing to do next, any other, and no box at all


class VerbButton(Touchable, Surface):
    """An icon, a verb, and perhaps a quieter line below it."""

    def __init__(
        self,
        look: Look,
        text: str = "",
        on_tap: Callable[[], None] | None = None,
        *,
        rank: Rank = "plain",
        icon: str = "",
        detail: str = "",
        size: float = BODY,
        align: str = "",
        **rest: Any,
    ) -> None:
        rest.setdefault("padding", (look.px(12 if text else 0), look.px(4)))
        super().__init__(look=look, on_tap=on_tap, spacing=look.px(10), **rest)
        self.rank: Rank = rank
        self._framed = False
        self._icon = Icon(icon, look.palette.text) if icon else None
        if self._icon is not None:
            self.add_widget(sized(look, self._icon, width=26) if text else self._icon)
        align = align or ("left" if icon else "center")
        self.title = Text(look, text, size, bold=True, align=align, valign="bottom" if detail else "middle")
        # Buttons come and go with every roll, and each writing costs time and memory: no line that says nothing.
        self._detail = Text(look, detail, SMALL, align=align, valign="top") if detail else None
        if self._detail is not None:
            self.add_widget(column(look, self.title, self._detail, gap=1))
        elif text:
            self.add_widget(self.title)
        self.bind(pressed=self._colours, enabled=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        first = self.rank == "first" and self.enabled
        writing = palette.on_accent if first else palette.text if self.enabled else palette.quiet
        if first:
            self.fill = palette.accent_pressed if self.pressed else palette.accent
        elif self.rank == "bare":
            self.fill = palette.pressed if self.pressed else CLEAR
        else:
            self.fill = palette.pressed if self.pressed else palette.button if self.enabled else palette.card
        # On a panel, which has the colour of a card, a button that waits for its time keeps its frame.
        waits = self.rank != "bare" and not self.enabled
        if waits != self._framed:
            self._framed = waits
            self.edge = palette.button if waits else CLEAR
        self.title.color = writing
        if self._detail is not None:
            self._detail.color = writing if first else palette.quiet if not self.pressed else palette.text
        if self._icon is not None:
            self._icon.tint = writing

    @property
    def detail(self) -> Text:
        """The quieter line, of a button that was made with one."""
        assert self._detail is not None
        return self._detail

    def become(self, text: str, on_tap: Callable[[], None], rank: Rank) -> None:
        """Another button, in the place of this one."""
        self.title.text, self.on_tap = text, on_tap
        self.set_rank(rank)

    def set_rank(self, rank: Rank) -> None:
        self.rank = rank
        self._colours()


def icon_button(look: Look, icon: str, on_tap: Callable[[], None], **rest: Any) -> VerbButton:
    """A square with an icon alone, for what everybody knows: close, back, home."""
    button = VerbButton(look, on_tap=on_tap, icon=icon, **rest)
    side = look.px(TOUCH + 4)
    button.size_hint = (None, None)
    button.size = (side, side)
    pad = look.px(13)
    button.padding = (pad, pad)
    return button
