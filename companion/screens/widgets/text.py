"""Writing that is never cut off: it wraps, then shrinks, down to the smallest size one can read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty
from kivy.uix.label import Label

from companion.screens.look import Look
from companion.screens.theme import BODY, REGULAR, SMALLEST, Rgba


@lru_cache(maxsize=4096)
def extent(text: str, font: int, bold: bool, width: int | None) -> tuple[int, int]:
    """How much room a text takes, wrapped to a width."""
    label = CoreLabel(text=text, font_size=font, font_name=REGULAR, bold=bold, text_size=(width, None))
    label.resolve_font_name()
    wide, high = label.render()
    return int(wide), int(high)


def fits(text: str, font: int, bold: bool, width: float, height: float) -> bool:
    """Whether the text stays inside without a word being broken."""
    if any(extent(word, font, bold, None)[0] > width for word in text.split(" ")):
        return False
    return extent(text, font, bold, int(width))[1] <= height


class Text(Label):
    """One piece of writing in its box. `clipped` is True when even the smallest size (in pixels) was too large."""

    clipped = BooleanProperty(False)

    def __init__(
        self,
        look: Look,
        text: str = "",
        size: float = BODY,
        *,
        bold: bool = False,
        colour: Rgba | None = None,
        align: str = "left",
        valign: str = "middle",
        **rest: Any,
    ) -> None:
        self._largest = round(look.px(size) * look.writing)
        self.smallest = round(look.px(min(SMALLEST, size)))
        super().__init__(
            text=text,
            font_size=self._largest,
            font_name=REGULAR,
            bold=bold,
            color=colour or look.palette.text,
            halign=align,
            valign=valign,
            shorten_from="right",
            **rest,
        )
        soon = Clock.create_trigger(self.fit, -1)  # once it has its place, and once for many changes
        self.bind(size=soon, text=soon)
        soon()

    def fit(self, _: float = 0) -> None:
        """Choose the size of the writing."""
        width, height = self.size
        if not self.text or width < 2 or height < 2:
            return
        sizes = range(self._largest, self.smallest - 1, -1)
        font = next((f for f in sizes if fits(self.text, f, self.bold, width, height)), None)
        self.clipped = font is None
        self.shorten = font is None  # a name without end gets three dots
        self.font_size = font or self.smallest
        self.text_size = self.size
