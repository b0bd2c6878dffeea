"""Buttons of a throw: the dice to take, weapons, what the die did, and the word that makes it count."""

from __future__ import annotations

from collections.abc import Callable

from companion.screens.dungeon_fighter.hero_die import HeroDie
from companion.screens.look import Look
from companion.screens.theme import CAPTION, SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import CLEAR, Surface, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

ONE_LINE = 11  # letters that certainly fit beside each other below the word of a turning button


class DieButton(Touchable, Surface):
    """A die to take; below it, what its symbol would do."""

    def __init__(
        self, look: Look, colour: str, caption: str, chosen: bool, on_tap: Callable[[], None]
    ) -> None:
        super().__init__(look=look, on_tap=on_tap, orientation="vertical", padding=look.px(4))
        self.colour, self.chosen = colour, chosen
        self.die = HeroDie(look, colour)
        self.add_widget(self.die)
        if caption:
            self.add_widget(sized(look, Text(look, caption, CAPTION, align="center"), height=34))
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.button
        self.edge = palette.accent if self.chosen else CLEAR
        self.edge_width = self.look.px(3)


class Turning(VerbButton):
    """Something that is so, or is not: it says which, and a tap turns it."""

    def __init__(self, look: Look, on_tap: Callable[[], None], icon: str) -> None:
        super().__init__(look, " ", on_tap, icon=icon, detail=" ", size=SMALL)
        self.padding = (look.px(8), look.px(2))
        self.spacing = look.px(6)

    def say(self, text: str, lit: bool, icon: str, detail: str = "") -> None:
        self.title.text = text
        self.title.valign = "bottom" if detail else "middle"
        self.detail.text = detail
        self.detail.size_hint_y = (1.6 if len(detail) > ONE_LINE else 1) if detail else 0.001
        if self._icon is not None:
            self._icon.name = "" if detail else icon
            self._icon.width = 0 if detail else self.look.px(26)
            self.spacing = 0 if detail else self.look.px(6)
        self.set_rank("first" if lit else "plain")
