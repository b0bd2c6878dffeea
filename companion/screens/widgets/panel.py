"""A panel that lies over part of a screen until it has served."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screens.facing import HALVES, QUARTERS, Facing, next_way
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import GAP, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.surface import Surface, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.turned import Turned


class Panel(Surface):
    """A title, a cross, and what stands below them."""

    quarters = False  # whether it also holds when it is narrow and high, for those who sit at the sides

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

    def narrowed(self, narrow: bool) -> None:
        """It was turned by a quarter and is narrow and high now, or it is wide again."""


class PanelLayer(FloatLayout):
    """Where a panel appears: hides what lies behind it and keeps touches away from it."""

    def __init__(
        self, look: Look, on_change: Callable[[], None] | None = None, facing: Facing | None = None
    ) -> None:
        """With `facing`, panels can be turned towards whoever reads them."""
        super().__init__(size_hint=(None, None))
        self.look = look
        self._on_change = on_change
        self._facing = facing
        self.panel: Panel | None = None
        self.angle = 0
        self.turn: VerbButton | None = None
        self._who = ""
        self._turned = Turned()
        with self.canvas.before:
            self._back = Color(0, 0, 0, 0)
            self._sheet = Rectangle()
        self.bind(pos=self._place, size=self._place)

    def cover(self, field: Widget) -> None:
        """Lie over this part of the screen. The bars above and below it stay in sight."""
        field.bind(
            pos=lambda _, pos: setattr(self, "pos", pos), size=lambda _, size: setattr(self, "size", size)
        )

    def open(self, panel: Panel, who: str = "") -> None:
        """`who` is the player whom the panel is for, where it is for one."""
        self.close()
        self.panel, self._who = panel, who
        self._back.rgba = self.look.palette.back
        angle = 0
        if self._facing is not None:
            self.turn = icon_button(self.look, "turn", self._turn)
            panel.head.add_widget(self.turn, 1 if panel.close is not None else 0)
            wished = self._facing.of(who)
            angle = wished if wished in self._ways(panel) else 0
        self.face(angle)
        self._changed()

    def _ways(self, panel: Panel) -> tuple[int, ...]:
        return QUARTERS if panel.quarters else HALVES

    def _turn(self) -> None:
        if self.panel is None or self._facing is None:
            return
        angle = next_way(self.angle, self._ways(self.panel))
        self._facing.remember(self._who, angle)
        self.face(angle)

    def face(self, angle: int) -> None:
        """Turn the panel that is open this way."""
        panel = self.panel
        if panel is None:
            return
        self._take_out(panel)
        if angle % 180 != self.angle % 180:
            panel.narrowed(angle % 180 != 0)
        self.angle = angle
        if angle:
            self._turned.add_widget(panel)
            self.add_widget(self._turned)
        else:
            self.add_widget(panel)
        self._place()

    def _take_out(self, panel: Panel) -> None:
        if panel.parent is not None:
            panel.parent.remove_widget(panel)
        self.remove_widget(self._turned)

    def close(self) -> None:
        if self.panel is not None:
            self._take_out(self.panel)
            self.panel, self.turn, self.angle = None, None, 0
            self._back.rgba = (0, 0, 0, 0)
            self._changed()

    def _changed(self) -> None:
        if self._on_change is not None:
            self._on_change()

    def _place(self, *_: object) -> None:
        edge = self.look.px(3)  # frames of what lies behind reach a little over their boxes
        self._sheet.pos = (self.x - edge, self.y - edge)
        self._sheet.size = (self.width + 2 * edge, self.height + 2 * edge)
        if self.panel is None:
            return
        self.panel.size_hint = (None, None)
        if self.angle:
            self._turned.fill(self, self.angle)
        else:
            self.panel.pos, self.panel.size = self.pos, self.size

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.panel is None or not self.collide_point(*touch.pos):
            return False
        super().on_touch_down(touch)
        return True  # nothing behind a panel can be touched


def scrolling(look: Look, content: Widget) -> ScrollView:
    """A list that a finger can push; the bar shows that there is more."""
    view = ScrollView(do_scroll_x=False, bar_width=look.px(5), effect_cls="ScrollEffect")
    view.scroll_type = ["bars", "content"]
    view.bar_color = look.palette.quiet
    view.bar_inactive_color = look.palette.outline
    content.size_hint_y = None
    content.padding = (0, 0, look.px(12), 0)  # the bar lies beside the list, not on it
    content.bind(minimum_height=content.setter("height"))
    view.add_widget(content)
    return view


def spacer(look: Look, width: float | None = None, height: float | None = None) -> Widget:
    return sized(look, Widget(), width, height)
