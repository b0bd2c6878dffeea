"""The chest in the bar above: gold and white dice. A tap shows every number of the party."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.screens.dungeon_fighter import icons as _icons  # noqa: F401 - enters them
from companion.screens.dungeon_fighter.hero_die import HeroDie
from companion.screens.look import Look
from companion.screens.theme import BODY
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

WIDTH = 132


class Chest(Touchable, Surface):
    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(10), look.px(4)), spacing=look.px(5))
        self.gold = Text(look, "", BODY, bold=True)
        self.white = Text(look, "", BODY, bold=True)
        self.die = HeroDie(look, "white", symbol=False)
        self.add_widget(sized(look, Icon("df_coin", look.palette.accent), width=22))
        self.add_widget(self.gold)
        self.add_widget(sized(look, self.die, width=22))
        self.add_widget(self.white)
        self.bind(pressed=self._colours)
        self._colours()
        sized(look, self, width=WIDTH)

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.card

    def show(self, state: DungeonFighterState) -> None:
        self.gold.text, self.white.text = str(state.gold), str(state.white)
