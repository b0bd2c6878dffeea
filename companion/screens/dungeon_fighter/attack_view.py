"""Everything a throw must fulfil, in one view: room, monster and weapons together, a picture and a line each."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.dungeon_fighter.look import Demand, demands
from companion.screens.dungeon_fighter.attack_pictures import AttackPicture
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, CAPTION, GAP, SMALL
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

MOST_WITH_LINES = 3  # more of them are pictures with names; a tap shows all of it
MOST_IN_A_ROW = 4


class AttackView(Touchable, Surface):
    """Grows and shrinks with what is demanded. A tap shows the pictures large, and who demands what."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, orientation="vertical")
        self.padding = self.spacing = look.px(6)
        self.fill = look.palette.card
        self.shown: tuple[Demand, ...] | None = None
        self.bind(pressed=self._colours)

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.card

    def show(self, wanted: tuple[Demand, ...]) -> None:
        if wanted == self.shown:
            return
        self.shown = wanted
        self.enabled = bool(wanted)
        self.clear_widgets()
        if not wanted:
            words = Text(self.look, self.look.say("df.screen.plain_throw"), SMALL, align="left")
            words.color = self.look.palette.quiet
            icon = sized(self.look, Icon("df_bounce", self.look.palette.quiet), width=34)
            self.add_widget(row(self.look, icon, words, gap=10, padding=(self.look.px(8), 0)))
        elif len(wanted) <= MOST_WITH_LINES:
            for demand in wanted:
                self.add_widget(_Row(self.look, demand, len(wanted)))
        else:
            four = len(wanted) <= MOST_IN_A_ROW
            grid = GridLayout(cols=len(wanted) if four else 2, spacing=self.look.px(4))
            for demand in wanted:
                grid.add_widget(_tile(self.look, demand, upright=four))
            self.add_widget(grid)


class _Row(BoxLayout):
    """A picture, and beside it the name and the one line."""

    def __init__(self, look: Look, demand: Demand, count: int) -> None:
        super().__init__(spacing=look.px(GAP))
        self.look = look
        self.picture = AttackPicture(look, demand.attack)
        self.picture.size_hint_x = None
        self.add_widget(self.picture)
        name, how = look.say(demand.name), look.say(demand.how)
        if count == MOST_WITH_LINES:
            self.add_widget(Text(look, f"{name}: {how}", CAPTION))
        else:
            title = Text(look, name, BODY, bold=True, colour=look.palette.accent, valign="bottom")
            title.size_hint_y = 0.42
            self.add_widget(column(look, title, Text(look, how, SMALL, valign="top"), gap=1))
        self.bind(height=self._square)

    def _square(self, *_: object) -> None:
        self.picture.width = min(self.height, self.look.px(150))


def _tile(look: Look, demand: Demand, upright: bool) -> Widget:
    name = Text(look, look.say(demand.name), CAPTION, bold=True, align="center" if upright else "left")
    picture = AttackPicture(look, demand.attack)
    if upright:
        return column(look, picture, sized(look, name, height=32), gap=0)
    return row(look, sized(look, picture, width=44), name, gap=4)


class AttacksPanel(Panel):
    """The same large: what to do, and who asks for it."""

    quarters = True

    def __init__(self, look: Look, close: Callable[[], None]) -> None:
        super().__init__(look, look.say("df.screen.attacks"), close)
        self._shown: tuple[Demand, ...] | None = None
        self._list: Widget | None = None
        self.grid: GridLayout | None = None
        self._narrow = False

    def narrowed(self, narrow: bool) -> None:
        self._narrow = narrow
        self._lay()

    def _lay(self) -> None:
        if self.grid is not None:
            self.grid.cols = 1 if self._narrow or len(self.grid.children) == 1 else 2

    def show(self, view: View) -> None:
        wanted = demands(view.state) if view.state is not None else ()
        if wanted == self._shown:
            return
        self._shown = wanted
        if self._list is not None:
            self.remove_widget(self._list)
        if not wanted and self.close is not None:
            self.close()
            return
        self.grid = GridLayout(cols=1, spacing=self.look.px(GAP))
        self.grid.row_force_default, self.grid.row_default_height = True, self.look.px(126)
        for demand in wanted:
            self.grid.add_widget(self._card(demand))
        self._lay()
        self._list = scrolling(self.look, self.grid)
        self.add_widget(self._list)

    def _card(self, demand: Demand) -> Widget:
        look = self.look
        box = Surface(look, padding=look.px(6), spacing=look.px(GAP))
        box.fill = look.palette.back
        box.add_widget(sized(look, AttackPicture(look, demand.attack), width=112))
        by = ", ".join(look.say(name) for name in demand.wanted_by)
        title = Text(look, look.say(demand.name), BODY, bold=True, valign="bottom")
        who = Text(look, by, CAPTION, colour=look.palette.accent, valign="top")
        how = Text(look, look.say(demand.how), SMALL, valign="middle")
        words = column(look, sized(look, title, height=26), how, sized(look, who, height=32), gap=2)
        box.add_widget(words)
        return box
