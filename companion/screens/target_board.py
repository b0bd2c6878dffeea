"""The flattened board under a finger: its picture, the lines that were traced on it, and a lens for fine work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from math import cos, hypot, sin

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.uix.stencilview import StencilView

from companion.screens.look import Look
from companion.screens.theme import DARK, REGULAR, SMALL, Rgba
from companion.screens.widgets.surface import middle
from companion.screens.widgets.touch import Touchable
from companion.target.profile import Area, Circle, Point
from companion.target.shapes import middle as middle_of
from companion.target.traced import Box, Traced
from companion.target.tracing import Part

LENS = 3.0  # times as large as on the board
VALUES_AT = -0.9  # where a ring's value stands, in radians from the right, clockwise
SHADE: Rgba = (0.0, 0.0, 0.0, 0.55)  # under every line: a board may have any colour
# A picture has no theme: the bright colours of the dark one show on any board.
CHOSEN, HOLE, JOINT = DARK.good, DARK.bad, DARK.warn
RING, SHAPE = DARK.seats["blue"], DARK.seats["purple"]

Chosen = tuple[str, int] | None  # "rings" or a `Part`, and its number


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the board's millimetres lie on the screen."""

    x: float  # where the board's origin is
    y: float
    scale: float  # pixels a mm

    def at(self, point: Point) -> Point:
        return self.x + point[0] * self.scale, self.y - point[1] * self.scale

    def mm(self, x: float, y: float) -> Point:
        return (x - self.x) / self.scale, (self.y - y) / self.scale


@dataclass(frozen=True, slots=True)
class Drawing:
    """What there is to draw."""

    traced: Traced
    chosen: Chosen = None
    taps: tuple[Point, ...] = ()  # of an outline that is not closed yet


def draw(look: Look, group: InstructionGroup, sheet: Sheet, drawing: Drawing, values: bool) -> None:
    """The lines; a thing that is chosen is thicker and of another colour, a hole is crossed out."""
    traced, chosen = drawing.traced, drawing.chosen
    for number, (radius, _) in enumerate(traced.rings):
        on = chosen == ("rings", number)
        _line(
            look, group, CHOSEN if on else RING, on, circle=(*sheet.at(traced.centre), radius * sheet.scale)
        )
    _cross(look, group, sheet.at(traced.centre), RING, 7)
    if traced.edge is not None:
        _outline(look, group, sheet, traced.edge, RING, False)
    parts: tuple[tuple[Part, Rgba], ...] = (("shapes", SHAPE), ("joints", JOINT), ("holes", HOLE))
    for part, colour in parts:
        for number, thing in enumerate(getattr(traced, part)):
            on = chosen == (part, number)
            _outline(look, group, sheet, thing.area, CHOSEN if on else colour, on)
            if part == "holes":
                _cross(look, group, sheet.at(middle_of(thing.area)), colour, 5)
    for tap in drawing.taps:
        _line(look, group, CHOSEN, True, circle=(*sheet.at(tap), look.px(4)))
    if len(drawing.taps) > 1:
        _line(look, group, CHOSEN, False, points=[n for tap in drawing.taps for n in sheet.at(tap)])
    if values:
        _values(look, group, sheet, traced)


def _line(look: Look, group: InstructionGroup, colour: Rgba, thick: bool, **where: object) -> None:
    width = look.px(2 if thick else 1.3)
    for tint, wide in ((SHADE, width + look.px(1)), (colour, width)):
        group.add(Color(*tint))
        group.add(SmoothLine(width=wide, **where))


def _outline(
    look: Look, group: InstructionGroup, sheet: Sheet, area: Area, colour: Rgba, thick: bool
) -> None:
    if isinstance(area, Circle):
        _line(look, group, colour, thick, circle=(*sheet.at(area.centre), area.radius * sheet.scale))
    else:
        points = [n for point in area.points for n in sheet.at(point)]
        _line(look, group, colour, thick, points=points, close=True)


def _cross(look: Look, group: InstructionGroup, at: Point, colour: Rgba, arm: float) -> None:
    x, y, far = *at, look.px(arm)
    _line(look, group, colour, False, points=[x - far, y - far, x + far, y + far])
    _line(look, group, colour, False, points=[x - far, y + far, x + far, y - far])


def _values(look: Look, group: InstructionGroup, sheet: Sheet, traced: Traced) -> None:
    """What each zone counts, in a dark disc: between its line and the next one."""
    x, y = traced.centre
    rings = [*traced.rings, (0.0, 0)]
    spots: list[tuple[Point, int]] = []
    for (radius, value), (inner, _) in pairwise(rings):
        far = (radius + inner) / 2 if inner else radius * 0.6
        spots.append(((x + far * cos(VALUES_AT), y + far * sin(VALUES_AT)), value))
    spots += [(middle_of(shape.area), shape.value) for shape in traced.shapes]
    for spot, value in spots:
        label = CoreLabel(text=str(value), font_size=look.px(SMALL), font_name=REGULAR, bold=True)
        label.refresh()
        wide, high = label.texture.size
        side = max(wide, high) + look.px(4)
        across, up = sheet.at(spot)
        group.add(Color(0, 0, 0, 0.72))
        group.add(SmoothEllipse(pos=(across - side / 2, up - side / 2), size=(side, side)))
        group.add(Color(1, 1, 1, 1))
        group.add(Rectangle(texture=label.texture, pos=(across - wide / 2, up - high / 2), size=(wide, high)))


class TracedBoard(Touchable):
    """Shows the board whole. A finger is told in millimetres: where it came down, moved to and went up."""

    def __init__(self, look: Look, finger: Callable[[str, Point], None]) -> None:
        super().__init__()
        self.look = look
        self._tell = finger
        self.texture: Texture | None = None
        self.span: Box = (-1.0, -1.0, 1.0, 1.0)
        self.drawing = Drawing(Traced(()))
        with self.canvas:
            Color(*look.palette.felt)
            self._floor = Rectangle()
            self._light = Color(1, 1, 1, 0)
            self._picture = Rectangle()
        self._lines = InstructionGroup()
        self.canvas.add(self._lines)
        self.bind(pos=self._place, size=self._place)

    def board(self, jpeg: bytes, span: Box) -> None:
        """Another board; without a picture its lines stand on a plain ground."""
        self.span = span
        self.texture = CoreImage(BytesIO(jpeg), ext="jpg", nocache=True).texture if jpeg else None
        self._picture.texture = self.texture
        self._light.a = 1 if jpeg else 0
        self._place()

    def show(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self._draw()

    def sheet(self) -> Sheet:
        left, top, right, bottom = self.span
        scale = min(self.width / (right - left), self.height / (bottom - top))
        x, y = middle(self)
        return Sheet(x - (left + right) / 2 * scale, y + (top + bottom) / 2 * scale, scale)

    def _place(self, *_: object) -> None:
        self._floor.pos, self._floor.size = self.pos, self.size
        left, top, right, bottom = self.span
        sheet = self.sheet()
        self._picture.pos = sheet.at((left, bottom))
        self._picture.size = ((right - left) * sheet.scale, (bottom - top) * sheet.scale)
        self._draw()

    def _draw(self) -> None:
        self._lines.clear()
        draw(self.look, self._lines, self.sheet(), self.drawing, values=True)

    # Fingers. One that slides off the board goes on dragging.

    def _told(self, what: str, touch: MotionEvent) -> None:
        self._tell(what, self.sheet().mm(*touch.pos))

    def touched(self, touch: MotionEvent) -> None:
        self._told("down", touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if self._finger is not None and touch is self._finger and touch.grab_current is self:
            self._told("move", touch)
            return True
        return bool(super().on_touch_move(touch))

    def still_on(self, _touch: MotionEvent) -> bool:
        return True

    def tapped(self, touch: MotionEvent) -> None:
        self._told("up", touch)


class Lens(StencilView):
    """A part of the board, larger: where a finger is too broad."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self._lines = InstructionGroup()
        with self.canvas:
            Color(*look.palette.felt)
            self._floor = Rectangle()
            self._light = Color(1, 1, 1, 1)
            self._picture = Rectangle()
        self.canvas.add(self._lines)
        self._shown: tuple[TracedBoard, Point] | None = None
        self.bind(pos=self._draw, size=self._draw)

    def show(self, board: TracedBoard, at: Point) -> None:
        self._shown = (board, at)
        self._draw()

    def _draw(self, *_: object) -> None:
        self._floor.pos, self._floor.size = self.pos, self.size
        self._lines.clear()
        if self._shown is None:
            return
        board, at = self._shown
        scale = LENS * board.sheet().scale
        x, y = middle(self)
        sheet = Sheet(x - at[0] * scale, y + at[1] * scale, scale)
        left, top, right, bottom = board.span
        self._picture.texture = board.texture
        self._light.a = 1 if board.texture is not None else 0
        self._picture.pos = sheet.at((left, bottom))
        self._picture.size = ((right - left) * scale, (bottom - top) * scale)
        draw(self.look, self._lines, sheet, board.drawing, values=False)


def near_end(points: Sequence[Point], at: Point, reach: float) -> bool:
    """A tap on the first corner closes an outline."""
    return len(points) > 2 and hypot(points[0][0] - at[0], points[0][1] - at[1]) <= reach
