"""What a finger does: acts on release, and sliding off cancels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget


class Touchable(Widget):
    """Something to tap. `pressed` while a finger is on it, `enabled` when a tap does anything."""

    pressed = BooleanProperty(False)
    enabled = BooleanProperty(True)

    def __init__(self, on_tap: Callable[[], None] | None = None, **rest: Any) -> None:
        self.on_tap = on_tap
        self._finger: MotionEvent | None = None
        super().__init__(**rest)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.enabled or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if self._finger is None:
            self._finger = touch
            touch.grab(self)
            self.pressed = True
            self.touched(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if self._finger is None or touch is not self._finger or touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if not self.still_on(touch):
            self._let_go(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if self._finger is None or touch is not self._finger or touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        counts = self.still_on(touch) and self.enabled
        self._let_go(touch)
        if counts:
            self.tapped(touch)
        return True

    def _let_go(self, touch: MotionEvent) -> None:
        touch.ungrab(self)
        self._finger = None
        self.pressed = False
        self.released()

    # What the kinds of touchable things may do differently.

    def still_on(self, touch: MotionEvent) -> bool:
        return bool(self.collide_point(*touch.pos))

    def touched(self, touch: MotionEvent) -> None:
        """A finger came down."""

    def released(self) -> None:
        """The finger went up, or slid off."""

    def tapped(self, _touch: MotionEvent) -> None:
        if self.on_tap is not None:
            self.on_tap()
