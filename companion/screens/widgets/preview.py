"""The camera's picture, live. One texture, written anew when a picture arrives; never on a clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, InstructionGroup, RoundedRectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent

from companion.dice import DieReading
from companion.screens.look import Look
from companion.screens.theme import DARK, RADIUS, SMALL, TOUCH
from companion.screens.widgets.surface import CLEAR, Surface, middle
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable


class Preview(Touchable):
    """Shows pictures whole, frames the dice that were found, and tells which die is touched."""

    def __init__(self, look: Look, on_die: Callable[[int], None] | None = None, **rest: Any) -> None:
        super().__init__(**rest)
        self.look = look
        self._on_die = on_die
        self._texture: Texture | None = None
        self._dice: tuple[DieReading, ...] = ()
        self._frame_size = (1280, 720)
        with self.canvas:
            self._back = Color(*look.palette.felt)
            self._floor = RoundedRectangle(radius=[look.px(RADIUS)])
            self._light = Color(1, 1, 1, 0)
            self._picture = RoundedRectangle(radius=[look.px(RADIUS)])
        self._outlines = InstructionGroup()
        self.canvas.add(self._outlines)
        self.empty = Text(look, "", SMALL, colour=look.palette.quiet, align="center")
        self.caption = Surface(look, radius=8, padding=(look.px(10), look.px(2)), size_hint=(None, None))
        self.caption_text = Text(look, "", SMALL, align="center")
        self.caption.add_widget(self.caption_text)
        self.add_widget(self.empty)
        self.add_widget(self.caption)
        self.bind(pos=self._place, size=self._place)

    def picture(self, pixels: Any) -> None:
        """A new picture: height × width × 3, red-green-blue bytes, top row first."""
        height, width = pixels.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgb")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
            self._place()
        self._texture.blit_buffer(pixels.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self.canvas.ask_update()

    def show(
        self, dice: tuple[DieReading, ...], frame_size: tuple[int, int], caption: str, empty: str
    ) -> None:
        self.empty.text = empty if self._texture is None else ""
        self.caption_text.text = caption
        self.caption.fill = self.look.palette.veil if caption else CLEAR
        if (dice, frame_size) != (self._dice, self._frame_size):
            self._dice, self._frame_size = dice, frame_size
            self._outline()

    def _place(self, *_: object) -> None:
        px = self.look.px
        self._floor.pos, self._floor.size = self.pos, self.size
        self.empty.pos, self.empty.size = self.pos, self.size
        self.caption.pos = (self.x + px(8), self.y + px(8))
        self.caption.size = (self.width - px(16), px(28))
        if self._texture is not None:
            self._light.a = 1
            x, y, width, height = self.picture_box()
            self._picture.pos, self._picture.size = (x, y), (width, height)
        self._outline()

    def picture_box(self) -> tuple[float, float, float, float]:
        """Where the picture stands on the screen: as large as fits, whole."""
        wide, high = self._texture.size if self._texture is not None else self._frame_size
        scale = min(self.width / wide, self.height / high)
        width, height = wide * scale, high * scale
        x, y = middle(self)
        return x - width / 2, y - height / 2, width, height

    def box_on_screen(self, die: DieReading) -> tuple[float, float, float, float]:
        """x, y, width, height of a die; the frame counts from the top, the screen from the bottom."""
        x, y, width, height = self.picture_box()
        sx, sy = width / self._frame_size[0], height / self._frame_size[1]
        x0, y0, x1, y1 = die.box
        return x + x0 * sx, y + height - y1 * sy, (x1 - x0) * sx, (y1 - y0) * sy

    def _outline(self) -> None:
        self._outlines.clear()
        px = self.look.px
        for die in self._dice:
            x, y, width, height = self.box_on_screen(die)
            if width <= 0:
                continue  # a die that a player added has no place
            pad = px(3)
            # A picture has no theme: the bright colours of the dark one show on any cloth.
            self._outlines.add(Color(*(DARK.warn if die.doubtful else DARK.good)))
            box = (x - pad, y - pad, width + 2 * pad, height + 2 * pad, px(6))
            self._outlines.add(SmoothLine(rounded_rectangle=box, width=px(2.2 if die.doubtful else 1.4)))

    def die_at(self, x: float, y: float) -> DieReading | None:
        """The die nearest to a finger, if it is within a finger's breadth."""
        best, nearest = None, float("inf")
        for die in self._dice:
            left, low, width, height = self.box_on_screen(die)
            across, up = abs(x - left - width / 2), abs(y - low - height / 2)
            reach = max(width, height, self.look.px(TOUCH)) / 2
            if across <= reach and up <= reach and across + up < nearest:
                best, nearest = die, across + up
        return best

    def tapped(self, touch: MotionEvent) -> None:
        die = self.die_at(*touch.pos)
        if die is not None and self._on_die is not None:
            self._on_die(die.die)
        else:
            super().tapped(touch)
