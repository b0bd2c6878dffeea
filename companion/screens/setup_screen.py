"""The frame of every game's setup: panels over the page, names to choose, the camera to look at."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.screens.desk import Desk, Screen
from companion.screens.game_page import GamePage
from companion.screens.panels import CameraPanel
from companion.screens.port import View
from companion.screens.setup import NamePanel, known_names
from companion.screens.theme import CAPTION, TOUCH
from companion.screens.widgets.panel import Panel, PanelLayer
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar


class SetupScreen(Screen):
    """A game's own setup adds its bar, its panels' layer and what it asks for."""

    bar: TopBar
    panels: PanelLayer

    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        super().__init__(desk)
        self.page, self.view = page, view
        self._known = known_names(view)
        self.names: list[str] = []
        self._begun: Any = None  # the setup that a game was begun with, and the notice that was there then

    def begin(self, setup: Any) -> None:
        """Begin the game, once: a finger that comes down twice on a slow evening begins no second one."""
        wish = (setup, self.view.notice_number)  # a later notice may say why it could not begin
        if wish != self._begun:
            self._begun = wish
            self.desk.table.new_game(self.page.name, setup)

    def _stepper(self, fewer: Widget, count: Text, more: Widget) -> Widget:
        """How many play; below it, how somebody sits down elsewhere."""
        look = self.look
        hint = Text(look, look.say("kd.setup_drag"), CAPTION, align="center", colour=look.palette.quiet)
        told = column(look, count, sized(look, hint, height=18), gap=0)
        return sized(look, row(look, fewer, told, more), height=TOUCH + 4)

    def refresh(self) -> None:
        """Show what was chosen; every game has its own choices."""

    def show(self, view: View) -> None:
        self.view = view
        self.bar.camera.show(view.sight)
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def _open(self, panel: Panel) -> None:
        self.panels.open(panel)
        panel.show(self.view)

    def open_name(self, seat: int) -> None:
        def chosen(name: str) -> None:
            self.panels.close()
            if name.strip():
                self.names[seat] = name.strip()
            self.refresh()

        taken = [name for other, name in enumerate(self.names) if other != seat]
        known = [name for name in self._known if name not in taken]
        self._open(NamePanel(self.look, self.names[seat], known, chosen, self.panels.close))

    def open_camera(self) -> None:
        self._open(CameraPanel(self.look, self.panels.close))

    @property
    def wants_pictures(self) -> bool:
        return isinstance(self.panels.panel, CameraPanel)

    def picture(self, pixels: object) -> None:
        if isinstance(self.panels.panel, CameraPanel):
            self.panels.panel.picture(pixels)
