"""The picture that settles an argument, large, over the attacks: for a few seconds, or until it is tapped."""

from __future__ import annotations

from io import BytesIO

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.input.motionevent import MotionEvent

from companion.screens.look import Look
from companion.screens.widgets.surface import middle
from companion.screens.widgets.touch import Touchable

SECONDS = 6.0


class CloseUp(Touchable):
    """Nothing is there until a picture is shown; then it lies over what is behind it."""

    def __init__(self, look: Look) -> None:
        super().__init__(on_tap=self.hide)
        self.look = look
        self.enabled = False
        with self.canvas:
            self._back = Color(*look.palette.back[:3], 0)
            self._floor = Rectangle()
            self._light = Color(1, 1, 1, 0)
            self._picture = Rectangle()
            self._edge = Color(*look.palette.accent[:3], 0)
            self._frame = SmoothLine(width=look.px(1.5))
        self._ends = Clock.create_trigger(lambda _: self.hide(), SECONDS)
        self.bind(pos=self._place, size=self._place)

    def show(self, jpeg: bytes) -> None:
        self._picture.texture = CoreImage(BytesIO(jpeg), ext="jpg", nocache=True).texture
        self.enabled = True
        self._back.a = self._light.a = self._edge.a = 1
        self._place()
        self._ends.cancel()
        self._ends()

    def hide(self) -> None:
        self._ends.cancel()
        self.enabled = False
        self._back.a = self._light.a = self._edge.a = 0

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(super().on_touch_down(touch)) if self.enabled else False

    def _place(self, *_: object) -> None:
        self._floor.pos, self._floor.size = self.pos, self.size
        side = min(self.width, self.height)
        x, y = middle(self)
        self._picture.pos, self._picture.size = (x - side / 2, y - side / 2), (side, side)
        self._frame.rectangle = (x - side / 2, y - side / 2, side, side)
