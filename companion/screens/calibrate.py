"""Setting up the table: lay the page down, look, take it away, look; or touch the tray's four corners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, SmoothLine
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
SIDE = 306  # units


class TablePanel(Panel):
    """The wizard. It shows the newest `TableSetup` and posts wishes; only the touched corners are its own."""

    def __init__(self, desk: Desk, close: Callable[[], None]) -> None:
        super().__init__(desk.look, desk.look.say("calibrate.title"), self._leave)
        self.desk = desk
        self._close = close
        self._setup: TableSetup | None = None
        self._begun = False
        self.size_mm = list(SIZES_MM)
        look = self.look
        self.preview = CornerPreview(look, self._touched)
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
        self.preview.set_corners(corners)
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
        if known:
            told = "\n".join(say(line) for line in known)
            self.side.add_widget(
                Text(look, told, SMALL, valign="top", size_hint_y=2.2 if len(known) > 1 else 0.4)
            )
        if setup.step == "corners":
            self.side.add_widget(self._size("calibrate.width", 0))
            self.side.add_widget(self._size("calibrate.depth", 1))
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
        return [row(look, again, keep)]

    def _size(self, words: str, side: int) -> Widget:
        """One side of the tray: less, the number, more."""
        look = self.look
        number = Text(look, str(self.size_mm[side]), TITLE, bold=True, align="center")

        def change(by: int) -> None:
            self.size_mm[side] = max(LEAST_MM, min(MOST_MM, self.size_mm[side] + by))
            number.text = str(self.size_mm[side])
            self._tell()

        less = VerbButton(look, "−", lambda: change(-STEP_MM), size=TITLE)
        more = VerbButton(look, "+", lambda: change(STEP_MM), size=TITLE)
        line: BoxLayout = row(look, Text(look, look.say(words), SMALL), gap=GAP)
        for widget, width in ((less, 56), (number, 56), (more, 56)):
            line.add_widget(sized(look, widget, width=width))
        return sized(look, line, height=52)

    def _touched(self, x: float, y: float) -> None:
        """A finger on the picture moves the nearest corner there."""
        if self._setup is None or self._setup.step not in ("check", "corners"):
            return
        corners = list(self.preview.corners)
        if not corners:
            return
        nearest = min(range(len(corners)), key=lambda n: (corners[n][0] - x) ** 2 + (corners[n][1] - y) ** 2)
        corners[nearest] = (x, y)
        self.preview.set_corners(tuple(corners))
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

    def __init__(self, look: Look, on_place: Callable[[float, float], None]) -> None:
        super().__init__(look)
        self.corners: tuple[Corner, ...] = ()
        self._on_place = on_place

    def set_corners(self, corners: tuple[Corner, ...]) -> None:
        self.corners = corners
        self._outline()

    def tapped(self, touch: MotionEvent) -> None:
        x, y, width, height = self.picture_box()
        across, down = (touch.x - x) / width, 1 - (touch.y - y) / height
        if 0 <= across <= 1 and 0 <= down <= 1:
            self._on_place(across * self._frame_size[0], down * self._frame_size[1])

    def _outline(self) -> None:
        super()._outline()
        if len(getattr(self, "corners", ())) != 4:
            return
        px = self.look.px
        x, y, width, height = self.picture_box()
        spots = [
            (x + a / self._frame_size[0] * width, y + height - b / self._frame_size[1] * height)
            for a, b in self.corners
        ]
        # A picture has no theme: the bright colours of the dark one show on any cloth.
        self._outlines.add(Color(*DARK.accent))
        self._outlines.add(SmoothLine(points=[n for spot in spots for n in spot], close=True, width=px(1.6)))
        for spot in spots:
            self._outlines.add(SmoothLine(circle=(*spot, px(11)), width=px(2.2)))
