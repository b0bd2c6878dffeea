"""A name to tap, or to drag to another seat; an arrow does the same, seat by seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.input.motionevent import MotionEvent

from companion.screens.look import Look
from companion.screens.theme import Rgba
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import CLEAR

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


class SeatOrder:
    """The names of a setup in the order they sit. `move` is asked to seat somebody elsewhere."""

    def __init__(self, look: Look, move: Callable[[int, int], None]) -> None:
        self.look = look
        self._move = move
        self.names: list[SeatButton] = []
        self.arrows: list[VerbButton] = []  # from the second seat on: each changes with the one before

    def clear(self) -> None:
        self.names, self.arrows = [], []

    def name(self, name: str, on_tap: Callable[[], None], tint: Rgba, size: float) -> SeatButton:
        """The button of the next seat."""
        seat = len(self.names)
        button = SeatButton(self.look, name, on_tap, self._over, partial(self._dropped, seat), size)
        button.title.color = tint
        self.names.append(button)
        return button

    def arrow(self) -> VerbButton:
        """Beside the name that was made last: one seat up."""
        seat = len(self.names) - 1
        arrow = VerbButton(self.look, on_tap=partial(self._move, seat, seat - 1), icon="up")
        arrow.padding = self.look.px(12)
        arrow.enabled = seat > 0
        self.arrows += [arrow] if seat else []
        return arrow

    def _at(self, place: Place) -> int | None:
        return next((seat for seat, button in enumerate(self.names) if button.collide_point(*place)), None)

    def _over(self, place: Place) -> None:
        """A name is dragged: the seat under the finger is framed."""
        for seat, button in enumerate(self.names):
            here = seat == self._at(place) and not button.pressed
            button.edge = self.look.palette.accent if here else CLEAR
            button.edge_width = self.look.px(3)

    def _dropped(self, seat: int, place: Place) -> None:
        to = self._at(place)
        if to is not None and to != seat:
            self._move(seat, to)


def moved(seat: int, to: int, watched: int) -> int:
    """Where somebody (who leads, who begins) sits after the player of `seat` sat down at `to`."""
    if watched == seat:
        return to
    if seat < watched <= to:
        return watched - 1
    return watched + 1 if to <= watched < seat else watched
