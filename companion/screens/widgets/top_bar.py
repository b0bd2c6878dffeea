"""The bar on top of every screen: a way back, what this is about, and the camera's state."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.theme import GAP, TITLE, TOUCH
from companion.screens.widgets.button import icon_button
from companion.screens.widgets.camera_state import CameraState
from companion.screens.widgets.surface import sized
from companion.screens.widgets.text import Text


class TopBar(BoxLayout):
    def __init__(
        self,
        look: Look,
        title: str,
        on_camera: Callable[[], None],
        icon: str = "",
        on_icon: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(spacing=look.px(GAP))
        sized(look, self, height=TOUCH + 4)
        self.look = look
        self.title = Text(look, title, TITLE, bold=True)
        self.camera = CameraState(look, on_tap=on_camera)
        self.left = icon_button(look, icon, on_icon) if icon and on_icon is not None else None
        if self.left is not None:
            self.add_widget(self.left)
        self.add_widget(self.title)
        self.add_widget(self.camera)

    def put_before_camera(self, widget: Widget) -> None:
        self.add_widget(widget, index=1)
