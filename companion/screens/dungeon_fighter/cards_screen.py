"""The card library outside a game."""

from __future__ import annotations

from functools import partial

from companion.screens.desk import Desk, Screen
from companion.screens.dungeon_fighter.cards_panel import CardsPanel
from companion.screens.game_page import GamePage
from companion.screens.panels import CameraPanel
from companion.screens.port import View
from companion.screens.theme import GAP
from companion.screens.widgets.panel import PanelLayer
from companion.screens.widgets.surface import column
from companion.screens.widgets.top_bar import TopBar


class CardsScreen(Screen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        super().__init__(desk)
        look = self.look
        self.view = view
        home = partial(desk.go, "home")
        self.bar = TopBar(look, look.say(page.title()), self.open_camera, "back", home)
        self.cards = CardsPanel(desk, home)
        self.panels = PanelLayer(look, on_change=desk.pictures)
        self.add_widget(column(look, self.bar, self.cards, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(self.cards)
        self.show(view)

    def show(self, view: View) -> None:
        self.view = view
        self.bar.camera.show(view.sight)
        self.cards.show(view)
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def open_camera(self) -> None:
        panel = CameraPanel(self.look, self.panels.close)
        self.panels.open(panel)
        panel.show(self.view)

    @property
    def wants_pictures(self) -> bool:
        return isinstance(self.panels.panel, CameraPanel)

    def picture(self, pixels: object) -> None:
        if isinstance(self.panels.panel, CameraPanel):
            self.panels.panel.picture(pixels)
