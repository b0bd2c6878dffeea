"""A die on the screen: the picture it was read from, or a drawn face, and what it was read as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.core.image import ImageLoader
from kivy.graphics import Color, PopMatrix, PushMatrix, RoundedRectangle, Scale
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.dice import DieReading
from companion.screens import theme
from companion.screens.look import Look
from companion.screens.theme import CAPTION, SMALL, Palette, Rgba
from companion.screens.widgets.drawing import Draw, Pen, drawn
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import CLEAR, Surface, middle
from companion.screens.widgets.symbols import SYMBOLS
from companion.screens.widgets.text import Text, extent
from companion.screens.widgets.touch import Touchable

PIPS = {
    "1": ((12, 12),),
    "2": ((7.5, 16.5), (16.5, 7.5)),
    "3": ((7, 17), (12, 12), (17, 7)),
    "4": ((7.5, 16.5), (16.5, 16.5), (7.5, 7.5), (16.5, 7.5)),
    "5": ((7, 17), (17, 17), (12, 12), (7, 7), (17, 7)),
    "6": ((7.5, 17.2), (16.5, 17.2), (7.5, 12), (16.5, 12), (7.5, 6.8), (16.5, 6.8)),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """What a face means in the game: its number or name, and the sign a hero has there."""

    face: str
    symbol: str = ""
    word: str = ""  # the sign in the player's language
    pips: bool = False
    twelve: bool = False  # a d12: drawn with its outline and its five-cornered face
    draw: Draw | None = None  # a face with a drawing of its own: then `word` says all of it
    short: str = ""  # for a narrow place

    @property
    def caption(self) -> str:
        return self.word if self.draw is not None else f"{self.face} {self.word}".strip()


@lru_cache(maxsize=256)
def face_drawing(mark: Mark, body: Rgba, ink: Rgba) -> Draw:
    """The drawing of a face; the same face gives the same drawing, so that its texture is kept."""

    def draw(pen: Pen) -> None:
        if mark.twelve:
            _d12(pen, mark, body, ink)
            return
        pen.colour(((body[0] + ink[0]) / 2, (body[1] + ink[1]) / 2, (body[2] + ink[2]) / 2, 1))
        pen.box(0.8, 0.4, 22.4, 22, 5)  # the lower edge, in shade
        pen.colour(body)
        pen.box(0.8, 1.6, 22.4, 22, 5)
        pen.colour(ink)
        if mark.draw is not None:
            mark.draw(pen)
        elif mark.symbol:
            _sign(pen, mark)
        elif mark.pips and mark.face in PIPS:
            for x, y in PIPS[mark.face]:
                pen.disc(x, y + 0.6, 2.1)
        else:
            pen.write(mark.face[:3], 12, 12.6, 13 if len(mark.face) < 3 else 9)

    return draw


def _d12(pen: Pen, mark: Mark, body: Rgba, ink: Rgba) -> None:
    """From above: ten corners around, and the top face in the middle of them."""
    shade = tuple(0.78 * b + 0.22 * i for b, i in zip(body[:3], ink[:3], strict=True))
    pen.colour((shade[0], shade[1], shade[2], 1))
    pen.shape(_corners(10, 11.4, 18))
    pen.colour(body)
    pen.shape(_corners(5, 8.6, 0))
    pen.colour(ink)
    pen.write(mark.face[:2], 12, 12.2, 8.6)
    if mark.face in ("6", "9"):
        pen.line([(10.2, 8), (13.8, 8)], 0.9)  # which way up it stands


def _corners(count: int, radius: float, first: float) -> list[tuple[float, float]]:
    """Of a regular shape about the middle; `first` in degrees clockwise from the top."""
    turns = [radians(first + 360 * n / count) for n in range(count)]
    return [(12 + radius * sin(turn), 12 + radius * cos(turn)) for turn in turns]


def _sign(pen: Pen, mark: Mark) -> None:
    sign = SYMBOLS.get(mark.symbol)
    if sign is None:
        pen.write((mark.word or mark.symbol)[:2], 11, 14, 10)
    else:
        sign(pen.part(3, 6.2, 0.66))
    pen.write(mark.face, 19.2, 5.6, 6.5)


def face_texture(mark: Mark, palette: Palette, side: int) -> Texture:
    return drawn(face_drawing(mark, palette.die, palette.ink), (24, 24), side, side)


@lru_cache(maxsize=64)
def crop_texture(jpeg: bytes) -> Texture | None:
    """The picture a die was read from; None when it cannot be shown."""
    try:
        return CoreImage(BytesIO(jpeg), ext="jpg", nocache=True).texture
    except Exception:  # Kivy raises what its loader raises; a die without a picture is still a die
        return None


def prepare_crops() -> None:
    """Kivy looks for all that its loaders can read at the first picture: before the first roll, not at it."""
    for loader in ImageLoader.loaders:
        loader.extensions()


class DiePicture(Widget):
    """A square with the camera's picture of a die, or its drawn face."""

    def __init__(self, look: Look, **rest: Any) -> None:
        super().__init__(**rest)
        self.look = look
        self._mark: Mark | None = None
        self._crop: Texture | None = None
        self._faded = False
        with self.canvas:
            PushMatrix()
            self.grown = Scale(1, 1, 1)
            self._tint = Color(1, 1, 1, 0)
            self._picture = RoundedRectangle()
            PopMatrix()
        self._soon = Clock.create_trigger(self._redraw, -1)
        self.bind(pos=self._soon, size=self._soon)

    def show(self, mark: Mark | None, crop: bytes = b"", faded: bool = False) -> None:
        self._mark, self._crop, self._faded = mark, crop_texture(crop) if crop else None, faded
        self._soon()

    def _redraw(self, _: float) -> None:
        side = int(min(self.size))
        if self._mark is None or side < 2:
            self._tint.a = 0
            return
        self._tint.rgba = (1, 1, 1, 0.35 if self._faded else 1)
        self._picture.texture = self._crop or face_texture(self._mark, self.look.palette, side)
        self._picture.radius = [side * 0.16] if self._crop else [0]
        self._picture.size = (side, side)
        x, y = middle(self)
        self._picture.pos = (round(x - side / 2), round(y - side / 2))
        self.grown.origin = (x, y)

    def pop(self) -> None:
        """A short bounce: this one is new."""
        if self.look.animations:
            self.grown.x = self.grown.y = 0.8
            Animation(x=1, y=1, duration=theme.POP, t="out_back").start(self.grown)


class DieTile(Touchable, Surface):
    """One place of the dice strip: a die that was read, or an empty place for one that is missing."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, radius=10)
        self.picture = DiePicture(look, size_hint=(None, None))
        self.caption = Text(look, "", SMALL, bold=True, align="center")
        self.empty = Icon("", look.palette.outline, size_hint=(None, None))
        self.badge = _Badge(look)
        self.tag = Text(look, "", CAPTION, bold=True, align="center", colour=look.palette.on_accent)
        self.tag_box = Surface(look, radius=7, size_hint=(None, None), padding=(look.px(4), 0))
        self.tag_box.add_widget(self.tag)
        self._what: tuple[Any, ...] = ()
        self._inside = Widget()
        for child in (self.picture, self.caption, self.empty, self.tag_box, self.badge):
            self._inside.add_widget(child)
        self.add_widget(self._inside)
        self._inside.bind(pos=self._place, size=self._place)
        self.bind(pressed=self._colours)
        self.reading: DieReading | None = None

    def show(
        self,
        reading: DieReading | None,
        mark: Mark | None,
        kept: bool = False,
        lifted: bool = False,
        past: bool = False,
    ) -> None:
        what = (reading, mark, kept, lifted, past)
        if what == self._what:
            return
        old, self._what = self._what, what
        self.reading = reading
        doubtful = reading is not None and reading.doubtful
        self.picture.show(mark, reading.crop if reading else b"", faded=lifted or past)
        caption = "" if mark is None else mark.short or mark.caption
        self.caption.text = f"{caption}?" if doubtful and caption != "?" else caption
        self.empty.name = "" if mark else "plus"
        self.badge.show("?" if doubtful else "")
        self.tag.text = self.look.say("dice.lifted" if lifted else "dice.kept") if kept or lifted else ""
        self._colours()
        self._place()
        if reading is not None and not kept and not past and (not old or old[0] != reading):
            self.picture.pop()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        doubtful = self.reading is not None and self.reading.doubtful
        self.fill = palette.pressed if self.pressed else palette.card if self.reading else palette.back
        self.edge = palette.warn if doubtful else palette.outline if self.reading is None else palette.card
        self.edge_width = self.look.px(3 if doubtful else 1.5)
        past = bool(self._what) and self._what[4]
        self.caption.color = palette.warn if doubtful else palette.quiet if past else palette.text
        self.tag_box.fill = palette.quiet if self.tag.text else CLEAR
        self.tag.color = palette.back

    def _place(self, *_: object) -> None:
        px, box = self.look.px, self._inside
        lower = px(24)
        side = max(min(box.width - px(10), box.height - lower - px(8)), 1)
        across, up = middle(box)
        left, base = across - side / 2, box.y + lower + (box.height - lower - px(4) - side) / 2 + px(2)
        self.picture.pos, self.picture.size = (left, base), (side, side)
        self.caption.pos, self.caption.size = (box.x + px(3), box.y + px(2)), (box.width - px(6), lower)
        self.empty.size = (px(26), px(26))
        self.empty.pos = (across - px(13), up - px(13))
        self.badge.size = (px(24), px(24))
        self.badge.pos = (box.right - px(22), box.top - px(22))
        word = extent(self.tag.text, round(px(CAPTION)), True, None)[0] if self.tag.text else 0
        self.tag_box.size = (min(word + px(12), box.width), px(18))
        self.tag_box.pos = (left - px(2), base + side - px(16))


class _Badge(Surface):
    """A round mark with a letter in it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, radius=12, size_hint=(None, None))
        self.letter = Text(look, "", SMALL, bold=True, align="center", colour=look.palette.on_accent)
        self.add_widget(self.letter)

    def show(self, letter: str) -> None:
        self.letter.text = letter
        self.letter.color = self.look.palette.back
        self.fill = self.look.palette.warn if letter else CLEAR
