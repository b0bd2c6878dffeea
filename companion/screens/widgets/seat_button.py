"""A name to tap, or to drag to another seat."""

from __future__ import annotations

from collections.abc import Callable

from kivy.input.motionevent import MotionEvent

from companion.screens.look import Look
from companion.screens.widgets.button import VerbButton

Place = tuple[float, float]


class SeatButton(VerbButton):
    """`over` hears where it is dragged, `dropped` where it is let go, unless that is on the button itself."""

    def __init__(
        self,
        look: Look,
        name: str,
        on_tap: Callable[[], None],
        over: Callable[[Place], None],
        dropped: Callable[[Place], None],
        size: float,
    ) -> None:
        super().__init__(look, name, on_tap, size=size, padding=look.px(6))
        self._over, self._dropped = over, dropped

    def still_on(self, touch: MotionEvent) -> bool:  # noqa: ARG002 (sliding off does not cancel: it moves)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch is self._finger and touch.grab_current is self:
            self._over(touch.pos)
        return super().on_touch_move(touch)

    def tapped(self, touch: MotionEvent) -> None:
        if self.collide_point(*touch.pos):
            super().tapped(touch)
        else:
            self._dropped(touch.pos)
