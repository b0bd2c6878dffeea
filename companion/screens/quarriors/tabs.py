"""What the middle of the screen shows: the turn, the roll, the Ready Areas or the Wilds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout

from companion.screens.look import Look
from companion.screens.quarriors import icons as icons  # entered by being imported
from companion.screens.theme import CAPTION, GAP
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import CLEAR, Surface, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

TABS = {"now": "arrow", "roll": "throw", "ready": "qr_ready", "wilds": "qr_wilds"}
WIDTH = 78  # units


class Tabs(BoxLayout):
    def __init__(self, look: Look, choose: Callable[[str], None]) -> None:
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.tabs = {
            name: _Tab(look, icon, look.say(f"qr.screen.tab.{name}"), partial(choose, name))
            for name, icon in TABS.items()
        }
        for tab in self.tabs.values():
            self.add_widget(tab)
        sized(look, self, width=WIDTH)

    def show(self, chosen: str, alarm: str = "") -> None:
        """`alarm` is the tab behind which something waits that nobody asked for."""
        for name, tab in self.tabs.items():
            tab.show(name == chosen, name == alarm and name != chosen)


class _Tab(Touchable, Surface):
    def __init__(self, look: Look, icon: str, word: str, on_tap: Callable[[], None]) -> None:
        super().__init__(
            look=look, on_tap=on_tap, orientation="vertical", padding=look.px(5), spacing=look.px(1)
        )
        self._icon_name = icon
        self.icon = Icon(icon, look.palette.text)
        self.word = Text(look, word, CAPTION, bold=True, align="center")
        self.add_widget(self.icon)
        self.add_widget(sized(look, self.word, height=18))
        self._state = (False, False)
        self.bind(pressed=self._colours)
        self._colours()

    def show(self, chosen: bool, alarm: bool) -> None:
        self._state = (chosen, alarm)
        self.icon.name = "doubtful" if alarm else self._icon_name
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        chosen, alarm = self._state
        self.fill = palette.pressed if self.pressed else palette.button if chosen else palette.card
        self.edge = palette.warn if alarm else palette.accent if chosen else CLEAR
        self.edge_width = self.look.px(2)
        self.icon.tint = palette.warn if alarm else palette.accent if chosen else palette.quiet
        self.word.color = palette.text if chosen else palette.quiet
