"""A panel that lies over part of a screen until it has served. A tap beside it puts it away."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import GAP, TITLE, TOUCH
from companion.screens.widgets.button import icon_button
from companion.screens.widgets.surface import Surface, row, sized
from companion.screens.widgets.text import Text


class Panel(Surface):
    """A title, a cross, and what stands below them."""

    def __init__(self, look: Look, title: str, close: Callable[[], None] | None = None) -> None:
        super().__init__(look, orientation="vertical", padding=look.px(12), spacing=look.px(GAP))
        self.fill = look.palette.card
        self.edge = look.palette.outline
        self.close = close
        self.title = Text(look, title, TITLE, bold=True)
        self.head = row(look, self.title, size_hint_y=None, height=look.px(TOUCH + 4))
        if close is not None:
            self.head.add_widget(icon_button(look, "close", close))
        self.add_widget(self.head)

    def show(self, view: View) -> None:
        """A new view came while the panel is open."""


class PanelLayer(FloatLayout):
    """Where a panel appears: dims what lies behind it and keeps touches away from it."""

    def __init__(self, look: Look, margin: float = 0, on_change: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.look = look
        self._on_change = on_change
        self.panel: Panel | None = None
        self._margin = look.px(margin)
        with self.canvas.before:
            self._dim = Color(0, 0, 0, 0)
            self._sheet = Rectangle()
        self.bind(pos=self._place, size=self._place)

    def open(self, panel: Panel) -> None:
        self.close()
        self.panel = panel
        self._dim.rgba = self.look.palette.scrim
        self.add_widget(panel)
        self._place()
        self._changed()

    def close(self) -> None:
        if self.panel is not None:
            self.remove_widget(self.panel)
            self.panel = None
            self._dim.rgba = (0, 0, 0, 0)
            self._changed()

    def _changed(self) -> None:
        if self._on_change is not None:
            self._on_change()

    def _place(self, *_: object) -> None:
        self._sheet.pos, self._sheet.size = self.pos, self.size
        if self.panel is not None:
            m = self._margin
            self.panel.size_hint = (None, None)
            self.panel.pos = (self.x + m, self.y + m)
            self.panel.size = (self.width - 2 * m, self.height - 2 * m)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.panel is None or not self.collide_point(*touch.pos):
            return False
        super().on_touch_down(touch)
        if not self.panel.collide_point(*touch.pos) and self.panel.close is not None:
            touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            if self.panel is not None and not self.panel.collide_point(*touch.pos) and self.panel.close is not None:
                self.panel.close()
            return True
        return bool(super().on_touch_up(touch))


def scrolling(look: Look, content: Widget) -> ScrollView:
    """A list that a finger can push; the bar shows that there is more."""
    view = ScrollView(do_scroll_x=False, bar_width=look.px(5), scroll_type=["bars", "content"], effect_cls="ScrollEffect")
    view.bar_color = look.palette.quiet
    view.bar_inactive_color = look.palette.outline
    content.size_hint_y = None
    content.bind(minimum_height=content.setter("height"))
    view.add_widget(content)
    return view


def spacer(look: Look, width: float | None = None, height: float | None = None) -> Widget:
    return sized(look, Widget(), width, height)
