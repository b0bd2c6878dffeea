"""The monster of this fight: its name, its numbers, what is printed on its card. A tap shows all of it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.rules.dungeon_fighter.fight import FROG
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import DungeonFighterState, Fight
from companion.screens.dungeon_fighter import icons as _icons  # noqa: F401 - enters them
from companion.screens.dungeon_fighter import words
from companion.screens.look import Look
from companion.screens.theme import BODY, CAPTION, TITLE, Rgba
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

HEIGHT, LOW = 66, 50
TOKENS = {"tracer": "df_sights", "frog": "df_frog", "ballad": "df_note"}


class Figure(Surface):
    """An icon and a number."""

    def __init__(self, look: Look, icon: str, tint: Rgba, size: float = TITLE) -> None:
        super().__init__(look, orientation="vertical", padding=(0, look.px(2)))
        self.icon = Icon(icon, tint)
        self.text = Text(look, "", size, bold=True, align="center")
        self.add_widget(sized(look, self.icon, height=18))
        self.add_widget(self.text)


class MonsterHead(Touchable, Surface):
    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, spacing=look.px(8))
        self.padding = (look.px(12), look.px(4), look.px(6), look.px(4))
        palette = look.palette
        self.name = Text(look, "", BODY, bold=True)
        self.about = Text(look, "", CAPTION, colour=palette.quiet)
        self.tokens = row(look, gap=4, size_hint_x=None, width=0)
        self.hp = Figure(look, "heart", palette.bad, TITLE + 4)
        self.damage = Figure(look, "df_blade", palette.warn)
        self.gold = Figure(look, "df_coin", palette.accent)
        top = row(look, self.name, self.tokens, gap=4)
        top.size_hint_y = 0.75  # what is printed below may take two lines
        self.add_widget(column(look, top, self.about, gap=0))
        for figure, width in ((self.hp, 68), (self.damage, 28), (self.gold, 28)):
            self.add_widget(sized(look, figure, width=width))
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.card

    def show(self, state: DungeonFighterState, hp: int) -> None:
        fight = state.fight
        if fight is None:
            return
        look, monster = self.look, fight.monster
        self.name.text = look.sentence(library().line(monster))
        extra = words.specials(look, fight.active)
        if fight.ballad:
            extra = look.say("df.screen.tamed")
        self.about.text = extra or words.level(look, monster)
        self.hp.text.text = f"{hp}/{monster.hp}"
        damage = max(0, (monster.damage or 0) - FROG * fight.frog)
        self.damage.text.text = str(damage)
        self.gold.text.text = "–" if monster.boss else words.number(monster.gold)
        self._show_tokens(fight)

    def _show_tokens(self, fight: Fight) -> None:
        names = [icon for name, icon in TOKENS.items() if getattr(fight, name)]
        if [getattr(child, "name", "") for child in reversed(self.tokens.children)] == names:
            return
        self.tokens.clear_widgets()
        for name in names:
            picture: Widget = Icon(name, self.look.palette.good)
            self.tokens.add_widget(sized(self.look, picture, width=18))
        self.tokens.width = self.look.px(22 * len(names))
