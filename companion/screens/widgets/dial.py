"""A number that players may overrule: the left half takes one off, the right half adds one."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.rules.core import Counter
from companion.screens import theme
from companion.screens.burst import Burst, signed
from companion.screens.look import Look
from companion.screens.theme import CAPTION, FIGURE, GAP, RADIUS, SMALL, Rgba
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import CLEAR, Surface, middle
from companion.screens.widgets.text import Text, extent
from companion.screens.widgets.touch import Touchable


class Dial(Touchable):
    """Tap: one. Hold: one more and one more. What was tapped stands beside the number for a while."""

    def __init__(
        self,
        look: Look,
        burst: Burst,
        label: str,
        figure: float = FIGURE,
        icon: str = "",
        tint: Rgba | None = None,
        head: float = 0,
    ) -> None:
        """`head`: so many units on top are left for others to write in."""
        super().__init__()
        self._head = look.px(head)
        self.look = look
        self.burst = burst
        self.counter: Counter | None = None
        self._side = 0
        self._held = False
        self._clock: Any = None
        palette = look.palette
        with self.canvas.before:
            self._glow = Color(*CLEAR)
            self._half = SmoothRoundedRectangle(radius=[look.px(RADIUS)])
        self.minus = Icon("minus", palette.quiet)
        self.plus = Icon("plus", palette.quiet)
        self.figure = Text(look, "", figure, bold=True, align="center")
        self.label = Text(look, label, CAPTION, colour=palette.quiet, align="center")
        self.mark = Icon(icon, tint or palette.quiet) if icon else None
        self.badge = Surface(look, radius=14)
        self.badge_text = Text(look, "", SMALL, bold=True, colour=palette.on_accent, align="center")
        self.badge.add_widget(self.badge_text)
        for child in (self.minus, self.plus, self.figure, self.label, self.mark, self.badge):
            if child is not None:
                self.add_widget(child)
        self.bind(pos=self._place, size=self._place, pressed=self._press)
        self._place()

    def _place(self, *_: object) -> None:
        px = self.look.px
        large = self.height >= px(80)
        arm = px(26 if large else 18)
        inset = px(18 if large else 9)
        lower = px(18) if self.label.text else 0
        across, up = middle(self)
        level = up + (lower - self._head) / 2 if large else up - self._head / 2
        room = self.width - 2 * (arm + inset + px(4))
        _put(self.minus, self.x + inset, level - arm / 2, arm, arm)
        _put(self.plus, self.right - inset - arm, level - arm / 2, arm, arm)
        _put(self.figure, across - room / 2, self.y + lower, room, self.height - lower - self._head)
        if self.mark is None:
            _put(self.label, self.x + px(4), self.y + px(3), self.width - px(8), lower)
        else:
            word = extent(self.label.text, round(px(CAPTION)), False, None)[0] + 2
            left = across - (px(17) + word) / 2
            _put(self.mark, left, self.y + px(6), px(14), px(14))
            _put(self.label, left + px(17), self.y + px(4), word, lower)
        # What was tapped stands beside the number, or above the plus where there is no room for that.
        wide, high = px(42 if large else 34), px(28 if large else 20)
        number = extent(self.figure.text or "0", round(self.figure.font_size), True, None)[0]
        if large and number / 2 + wide <= room / 2:
            _put(self.badge, across + number / 2 + px(4), level - high / 2, wide, high)
        else:
            _put(
                self.badge,
                self.x + self.width - wide - px(2),
                self.y + self.height - high - px(2),
                wide,
                high,
            )

    def show(self, counter: Counter) -> None:
        self.counter = counter
        self.figure.text = str(self.burst.figure(counter))
        by = self.burst.by_of(counter)
        self.badge_text.text = signed(by) if by else ""
        self.badge.fill = self.look.palette.accent if by else CLEAR
        self._place()

    # Fingers.

    def _side_at(self, x: float) -> int:
        """−1, +1, or 0 on the narrow strip between the halves."""
        across = middle(self)[0]
        if abs(x - across) < self.look.px(GAP) / 2:
            return 0
        return -1 if x < across else 1

    def touched(self, touch: MotionEvent) -> None:
        self._side = self._side_at(touch.x)
        self._held = False
        if self._side:
            self._clock = Clock.schedule_once(self._begin_repeat, theme.HOLD_BEGINS)
            self._press()

    def still_on(self, touch: MotionEvent) -> bool:
        return bool(self.collide_point(*touch.pos)) and self._side_at(touch.x) == self._side

    def released(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def tapped(self, _touch: MotionEvent) -> None:
        if not self._held:
            self._count()

    def _begin_repeat(self, _: float) -> None:
        self._held = True
        self._count()
        self._clock = Clock.schedule_interval(lambda _: self._count(), theme.HOLD_REPEATS)

    def _count(self) -> None:
        if self.counter is not None and self._side:
            self.burst.tap(self.counter, self._side)

    def _press(self, *_: object) -> None:
        lit = self.pressed and self._side
        self._glow.rgba = self.look.palette.pressed if lit else CLEAR
        half = self.width / 2
        self._half.size = (half, self.height)
        self._half.pos = (self.x if self._side < 0 else self.x + half, self.y)


def _put(widget: Widget, x: float, y: float, width: float, height: float) -> None:
    widget.pos = (x, y)
    widget.size = (width, height)
