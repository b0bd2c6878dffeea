"""A finger that nobody holds: the demo's players touch the real screens with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable


@dataclass(frozen=True, slots=True)
class Tap:
    """Where to tap. `does`: this tap does what is wanted; else another one must follow."""

    widget: Widget
    across: float = 0.5
    up: float = 0.5
    does: bool = True


class Finger(MotionEvent):
    """Comes down at a point of the window, and goes up there."""

    def __init__(self, x: float, y: float) -> None:
        window = EventLoop.window
        place = {"x": x / (window.width - 1.0), "y": y / (window.height - 1.0)}
        super().__init__("demo", 99, place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


def touch(tap: Tap) -> None:
    """On the touch thread: the whole way of a real touch."""
    widget = tap.widget
    x, y = widget.to_window(widget.x + widget.width * tap.across, widget.y + widget.height * tap.up)
    finger = Finger(x, y)
    EventLoop.post_dispatch_input("begin", finger)
    EventLoop.post_dispatch_input("end", finger)


def doing(root: Widget, action: Any) -> Widget | None:
    """What, when tapped, does exactly this action; None where there is no such thing in reach."""
    for widget in touchables(root):
        tap = widget.on_tap
        if isinstance(tap, partial) and action in tap.args:
            return widget
    return None


def saying(root: Widget, text: str) -> Widget | None:
    """What can be tapped and says this."""
    for widget in touchables(root):
        if any(isinstance(part, Text) and part.text == text for part in widget.walk(restrict=True)):
            return widget
    return None


def touchables(root: Widget) -> Iterator[Touchable]:
    """Everything that a finger could reach, what lies on top first."""
    found = [w for w in root.walk(restrict=True) if isinstance(w, Touchable) and w.enabled and w.width > 1]
    return reversed(found)
