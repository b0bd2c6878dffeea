"""Setting up the table: lay the page down, look, take it away, look; or touch the tray's corners. Then the seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.desk import Desk
from companion.screens.look import Look
from companion.screens.port import Corner, TableSetup, View
from companion.screens.theme import BODY, DARK, GAP, SMALL, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.preview import Preview
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text

FIRST_CORNERS = ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85))  # shares of the picture
SIZES_MM = (300, 200)  # of the tray, to begin with
STEP_MM = 5
LEAST_MM, MOST_MM = 60, 900
SEATS = (2, 6)
SEATS_FIRST = 4
SEAT = 22  # units from the middle of a seat's mark to its edge
SIDE = 306  # units


class TablePanel(Panel):
    """The wizard. It shows the newest `TableSetup` and posts wishes; only what a finger drags is its own."""

    def __init__(self, desk: Desk, close: Callable[[], None]) -> None:
        super().__init__(desk.look, desk.look.say("calibrate.title"), self._leave)
        self.desk = desk
        self._close = close
        self._setup: TableSetup | None = None
        self._begun = False
        self.size_mm = list(SIZES_MM)
        look = self.look
        self.preview = TrayPreview(look, self._touched)
        self.side = column(look)
        self.add_widget(row(look, self.preview, sized(look, self.side, width=SIDE)))
        desk.table.set_up_table("page")

    def show(self, view: View) -> None:
        self.preview.show((), view.frame_size, "", self.look.say("camera.no_picture"))
        if view.table_setup == self._setup:
            return
        self._setup = view.table_setup
        if self._setup is None:
            if self._begun:
                self._close()  # it was kept
            return
        self._begun = True
        corners = self._setup.corners
        if self._setup.step == "corners" and not corners:
            width, height = view.frame_size
            corners = tuple((x * width, y * height) for x, y in FIRST_CORNERS)
        self.preview.set_marks(corners, self._setup.seats)
        self._fill(self._setup)

    def picture(self, pixels: Any) -> None:
        self.preview.picture(pixels)

    def _fill(self, setup: TableSetup) -> None:
        look, say = self.look, self.look.say
        self.side.clear_widgets()
        words = say(setup.problem) if setup.problem is not None else say(f"calibrate.step.{setup.step}")
        colour = look.palette.warn if setup.problem is not None else None
        self.side.add_widget(Text(look, words, BODY, bold=True, colour=colour, valign="top"))
        known = setup.told
        if setup.step == "corners":
            known = known[:1]  # the rest was told by the players themselves, and the dials need room
        elif setup.step == "seats":
            known = ()
        if known:
            told = "\n".join(say(line) for line in known)
            self.side.add_widget(
                Text(look, told, SMALL, valign="top", size_hint_y=2.2 if len(known) > 1 else 0.4)
            )
        if setup.step == "corners":
            self.side.add_widget(self._size("calibrate.width", 0))
            self.side.add_widget(self._size("calibrate.depth", 1))
        if setup.step == "seats":
            self.side.add_widget(self._count(len(setup.seats)))
        for widget in self._buttons(setup):
            self.side.add_widget(sized(look, widget, height=56))

    def _buttons(self, setup: TableSetup) -> list[Widget]:
        look, say, table = self.look, self.look.say, self.desk.table
        again = VerbButton(look, say("calibrate.again"), lambda: table.set_up_table("page"))
        keep = VerbButton(look, say("calibrate.keep"), self._keep, rank="first")
        if setup.step == "page":
            corners = VerbButton(look, say("calibrate.no_page_here"), lambda: table.set_up_table("corners"))
            return [VerbButton(look, say("calibrate.look"), table.look_at_table, rank="first"), corners]
        if setup.step == "tray":
            return [VerbButton(look, say("calibrate.find_tray"), table.look_at_table, rank="first"), again]
        if setup.step == "seats":
            return [row(look, again, keep)]
        seats = VerbButton(look, say("calibrate.seats"), self._open_seats)
        seats.enabled = bool(setup.told)  # the tray is known
        return [seats, row(look, again, keep)]

    def _open_seats(self) -> None:
        self.desk.table.tell_seats(SEATS_FIRST)

    def _count(self, count: int) -> Widget:
        """How many seats have an area of their own: fewer, the number, more."""

        def tell(by: int) -> None:
            self.desk.table.tell_seats(max(SEATS[0], min(SEATS[1], count + by)))

        return self._dial("calibrate.seats.count", Text(self.look, str(count), TITLE, bold=True), tell, 1)

    def _size(self, words: str, side: int) -> Widget:
        """One side of the tray: less, the number, more."""
        look = self.look
        number = Text(look, str(self.size_mm[side]), TITLE, bold=True, align="center")

        def change(by: int) -> None:
            self.size_mm[side] = max(LEAST_MM, min(MOST_MM, self.size_mm[side] + by))
            number.text = str(self.size_mm[side])
            self._tell()

        return self._dial(words, number, change, STEP_MM)

    def _dial(self, words: str, number: Text, change: Callable[[int], None], step: int) -> Widget:
        look = self.look
        number.halign = "center"
        less = VerbButton(look, "−", lambda: change(-step), size=TITLE)
        more = VerbButton(look, "+", lambda: change(step), size=TITLE)
        line: BoxLayout = row(look, Text(look, look.say(words), SMALL), gap=GAP)
        for widget, width in ((less, 56), (number, 56), (more, 56)):
            line.add_widget(sized(look, widget, width=width))
        return sized(look, line, height=52)

    def _touched(self) -> None:
        """A finger has moved a corner of the tray, or a seat."""
        if self._setup is None:
            return
        if self._setup.step == "seats":
            self.desk.table.tell_seats(len(self.preview.seats), self.preview.seats)
        elif self._setup.step in ("check", "corners"):
            self._tell()

    def _tell(self) -> None:
        width, depth = self.size_mm
        self.desk.table.tell_tray(self.preview.corners, (float(width), float(depth)))

    def _keep(self) -> None:
        if self._setup is not None and not self._setup.told:
            self._tell()  # the corners were right from the beginning
        self.desk.table.keep_table()

    def _leave(self) -> None:
        self.desk.table.set_up_table("")
        self._close()


class CornerPreview(Preview):
    """The camera's picture with the tray's corners on it."""

    movable = True  # whether a finger can move the corners now

    def __init__(self, look: Look, on_place: Callable[[float, float], None]) -> None:
        super().__init__(look)
        self.corners: tuple[Corner, ...] = ()
        self._on_place = on_place

    def set_corners(self, corners: tuple[Corner, ...]) -> None:
        self.corners = corners
        self._outline()

    def tapped(self, touch: MotionEvent) -> None:
        x, y = self._in_frame(touch)
        if 0 <= x <= self._frame_size[0] and 0 <= y <= self._frame_size[1]:
            self._on_place(x, y)

    def _in_frame(self, touch: MotionEvent) -> Corner:
        x, y, width, height = self.picture_box()
        across, down = (touch.x - x) / width, 1 - (touch.y - y) / height
        return across * self._frame_size[0], down * self._frame_size[1]

    def _on_screen(self, place: Corner) -> tuple[float, float]:
        x, y, width, height = self.picture_box()
        return x + place[0] / self._frame_size[0] * width, y + height - place[1] / self._frame_size[
            1
        ] * height

    def _outline(self) -> None:
        super()._outline()
        if len(getattr(self, "corners", ())) != 4:
            return
        px = self.look.px
        spots = [self._on_screen(corner) for corner in self.corners]
        # A picture has no theme: the bright colours of the dark one show on any cloth.
        self._outlines.add(Color(*DARK.accent))
        self._outlines.add(SmoothLine(points=[n for spot in spots for n in spot], close=True, width=px(1.6)))
        for spot in spots if self.movable else ():
            self._outlines.add(SmoothLine(circle=(*spot, px(11)), width=px(2.2)))


class TrayPreview(CornerPreview):
    """With the seats' areas too. The corner or seat that is nearest to a finger goes with it."""

    def __init__(self, look: Look, on_moved: Callable[[], None]) -> None:
        self.seats: tuple[Corner, ...] = ()
        self._dragged: int | None = None
        super().__init__(look, self._let_down)
        self._on_moved = on_moved
        self._numbers = [Text(look, str(n), BODY, bold=True, align="center") for n in range(1, SEATS[1] + 1)]
        for number in self._numbers:
            number.size_hint, number.color, number.opacity = (None, None), DARK.text, 0
            self.add_widget(number)

    def set_marks(self, corners: tuple[Corner, ...], seats: tuple[Corner, ...]) -> None:
        """While a finger drags one, what comes from elsewhere waits."""
        if self._dragged is None:
            self.seats, self.movable = seats, not seats
            self.set_corners(corners)

    def touched(self, touch: MotionEvent) -> None:
        """A finger came down: the nearest corner or seat follows it from now on."""
        marks = self.seats or self.corners
        if marks:
            x, y = self._in_frame(touch)
            apart = [(mark[0] - x) ** 2 + (mark[1] - y) ** 2 for mark in marks]
            self._dragged = apart.index(min(apart))

    def on_touch_move(self, touch: MotionEvent) -> bool:
        taken = super().on_touch_move(touch)
        if taken and self._dragged is not None:
            self._move(*self._in_frame(touch))
        return taken

    def on_touch_up(self, touch: MotionEvent) -> bool:
        taken = super().on_touch_up(touch)
        if taken:
            self._dragged = None
        return taken

    def _let_down(self, x: float, y: float) -> None:
        if self._dragged is not None:
            self._move(x, y)
            self._on_moved()

    def _move(self, x: float, y: float) -> None:
        assert self._dragged is not None
        width, height = self._frame_size
        marks = list(self.seats or self.corners)
        marks[self._dragged] = (min(max(x, 0.0), width), min(max(y, 0.0), height))
        if self.seats:
            self.seats = tuple(marks)
        else:
            self.corners = tuple(marks)
        self._outline()

    def _outline(self) -> None:
        super()._outline()
        px = self.look.px
        for number in getattr(self, "_numbers", ()):
            number.opacity = 0
        for seat, number in zip(self.seats, getattr(self, "_numbers", ()), strict=False):
            x, y = self._on_screen(seat)
            self._outlines.add(Color(*DARK.card))
            self._outlines.add(SmoothEllipse(pos=(x - px(SEAT), y - px(SEAT)), size=(px(2 * SEAT),) * 2))
            self._outlines.add(Color(*DARK.accent))
            self._outlines.add(SmoothLine(circle=(x, y, px(SEAT)), width=px(2.2)))
            number.opacity, number.size = 1, (px(2 * SEAT), px(2 * SEAT))
            number.pos = (x - px(SEAT), y - px(SEAT))
