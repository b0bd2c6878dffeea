"""Boxes with round corners, and rows and columns of things."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.look import Look
from companion.screens.theme import GAP, RADIUS

CLEAR = (0.0, 0.0, 0.0, 0.0)


class Surface(BoxLayout):
    """A row or column on a filled, perhaps outlined, box."""

    fill = ColorProperty(CLEAR)
    edge = ColorProperty(CLEAR)
    edge_width = NumericProperty(1.0)

    def __init__(self, look: Look, radius: float = RADIUS, **rest: Any) -> None:
        self.look = look
        self._radius = look.px(radius)
        super().__init__(**rest)
        with self.canvas.before:
            self._fill_colour = Color(*self.fill)
            self._box = SmoothRoundedRectangle(radius=[self._radius])
            self._edge_colour = Color(*self.edge)
            self._edge_line = SmoothLine(width=1)
        self.bind(
            pos=self._redraw, size=self._redraw, fill=self._redraw, edge=self._redraw, edge_width=self._redraw
        )
        self._redraw()

    def _redraw(self, *_: object) -> None:
        width, height = max(self.width, 1), max(self.height, 1)
        radius = min(self._radius, width / 2, height / 2)
        self._fill_colour.rgba = self.fill
        self._box.pos, self._box.size, self._box.radius = self.pos, (width, height), [radius]
        self._edge_colour.rgba = self.edge
        inset = self.edge_width / 2
        self._edge_line.width = self.edge_width / 2  # Kivy counts from the middle of a line
        self._edge_line.rounded_rectangle = (
            self.x + inset, self.y + inset, width - 2 * inset, height - 2 * inset, max(radius - inset, 1)
        )  # fmt: skip


def middle(widget: Widget) -> tuple[float, float]:
    """The centre of a widget. Kivy's own `center` lags behind while a size is being set."""
    return widget.x + widget.width / 2, widget.y + widget.height / 2


def row(look: Look, *children: Widget, gap: float = GAP, **rest: Any) -> BoxLayout:
    """Side by side."""
    return _box(look, "horizontal", children, gap, rest)


def column(look: Look, *children: Widget, gap: float = GAP, **rest: Any) -> BoxLayout:
    """One above the other, the first on top."""
    return _box(look, "vertical", children, gap, rest)


def _box(look: Look, way: str, children: tuple[Widget, ...], gap: float, rest: dict[str, Any]) -> BoxLayout:
    box = BoxLayout(orientation=way, spacing=look.px(gap), **rest)
    for child in children:
        box.add_widget(child)
    return box


def sized(look: Look, widget: Widget, width: float | None = None, height: float | None = None) -> Widget:
    """Give a widget a fixed width or height in units."""
    if width is not None:
        widget.size_hint_x, widget.width = None, look.px(width)
    if height is not None:
        widget.size_hint_y, widget.height = None, look.px(height)
    return widget
