"""What every widget needs to know to draw itself: the theme, the language, whether things may move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.text import Line, line
from companion.screens.theme import Palette, Theme


@dataclass(frozen=True, slots=True)
class Look:
    theme: Theme
    language: str
    animations: bool
    translate: Callable[[Line], str]
    writing: float = 1.0  # how much larger than drawn, where there is room for it

    @property
    def palette(self) -> Palette:
        return self.theme.palette

    def px(self, units: float) -> float:
        return self.theme.px(units)

    def say(self, text: Line | str, /, **gaps: int | str | Line) -> str:
        """`look.say("home.continue")`, or a line that the rules made."""
        return self.translate(line(text, **gaps) if isinstance(text, str) else text)

    def sentence(self, text: Line | str, /, **gaps: int | str | Line) -> str:
        """What stands alone begins with a capital, also where its first word is a term in the midst of others."""
        said = self.say(text, **gaps)
        return said[:1].upper() + said[1:]
