"""Whose die is it: the seats' own areas on the table, around the tray or as the dice lie now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine
from kivy.uix.widget import Widget

from companion.dice import D12, TableState
from companion.rules.king_of_12 import places
from companion.rules.king_of_12.state import Place
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import SMALL, TOUCH, Rgba
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text

AREA = 46  # units across


class PlacePanel(Panel):
    """`chosen` hears the places; none: the companion asks whose die is whose."""

    def __init__(
        self,
        look: Look,
        view: View,
        names: Sequence[str],
        colours: Sequence[Rgba],
        now: tuple[Place, ...],
        chosen: Callable[[tuple[Place, ...]], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("kd.places.title"), close)
        self.view = view
        self.places = now
        self._count = len(names)
        self._quarter = 0
        self._from: tuple[tuple[Place, Place], ...] = ()  # dice that the places were taken from
        self._chosen = chosen
        say = look.say
        self.map = TableMap(look, names, colours)
        self.around = VerbButton(look, say("kd.places.around"), self._around, size=SMALL)
        self.turn = VerbButton(look, say("kd.places.turn"), self._turn, icon="redo", size=SMALL)
        self.dice = VerbButton(look, say("kd.places.dice"), self._dice, size=SMALL)
        self.ask = VerbButton(look, say("kd.places.ask"), self._ask, size=SMALL)
        self.note = Text(look, "", SMALL, colour=look.palette.quiet)
        self.use = VerbButton(look, say("kd.places.use"), self._use, rank="first", icon="check")
        side = column(look, self.around, self.dice, self.turn, self.ask)
        side.add_widget(sized(look, self.use, height=TOUCH + 4))
        plan = column(look, self.map, sized(look, self.note, height=42))
        self.add_widget(row(look, plan, sized(look, side, width=290), gap=14))
        self.show(view)

    def show(self, view: View) -> None:
        self.view = view
        lying = self._lying()
        self.around.enabled = bool(view.tray_mm)
        self.dice.enabled = len(lying) == self._count
        self.turn.enabled = bool(self.places)
        if not self.places:
            words = "kd.places.asked"
        elif not view.tray_mm and not self._from:
            words = "kd.places.unmeasured"
        else:
            words = "kd.places.left"
        self.note.text = self.look.say(words)
        self.map.show(view.tray_mm, self.places, [place for _, place in lying])

    def _lying(self) -> tuple[tuple[Place, Place], ...]:
        """The d12 that lie there: where in the picture, and where on the table."""
        sight = self.view.sight
        if sight.state not in (TableState.SETTLED, TableState.DOUBTFUL):
            return ()
        return tuple(
            (((die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2), die.place_mm)
            for die in sight.dice
            if die.kind == D12.name
        )

    def _around(self) -> None:
        self._from, self._quarter = (), 0
        self._place()

    def _dice(self) -> None:
        self._from, self._quarter = self._lying(), 0
        self._place()

    def _turn(self) -> None:
        self._quarter += 1
        self._place()

    def _place(self) -> None:
        if self._from:
            self.places = places.from_dice(self._from, self._quarter)
        elif self.view.tray_mm:
            view = self.view
            self.places = places.of_table(view.tray_mm, view.seats_mm, self._count, self._quarter)
        self.show(self.view)

    def _ask(self) -> None:
        self.places, self._from = (), ()
        self.show(self.view)

    def _use(self) -> None:
        assert self.close is not None
        self.close()
        self._chosen(self.places)


class TableMap(Widget):
    """The tray from above, each seat's area with its name, and a dot for each die that lies there."""

    def __init__(self, look: Look, names: Sequence[str], colours: Sequence[Rgba]) -> None:
        super().__init__()
        self.look = look
        self._colours = colours
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.names = [Text(look, name, SMALL, bold=True, align="center", colour=colour)
                      for name, colour in zip(names, colours, strict=True)]  # fmt: skip
        for name in self.names:
            name.size_hint = (None, None)
            self.add_widget(name)
        self._tray: Sequence[Place] = ()
        self._places: Sequence[Place] = ()
        self._dice: Sequence[Place] = ()
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, tray: Sequence[Place], places: Sequence[Place], dice: Sequence[Place]) -> None:
        self._tray, self._places, self._dice = tray, places, dice
        self._redraw()

    def _redraw(self, *_: object) -> None:
        px, palette = self.look.px, self.look.palette
        self._drawing.clear()
        corners = self._tray or _frame(self._places)
        for name in self.names:
            name.opacity = 1 if self._places else 0
        if not corners or self.width < 2:
            return
        to_screen = _Scale(corners, (self.x, self.y, self.width, self.height), px(AREA * 0.6))
        self._drawing.add(Color(*palette.outline))
        outline = [value for corner in (*corners, corners[0]) for value in to_screen.at(corner)]
        self._drawing.add(SmoothLine(points=outline, width=px(1.2)))
        for place, colour, name in zip(self._places, self._colours, self.names, strict=False):
            x, y = to_screen.at(place)
            side = px(AREA)
            self._drawing.add(Color(*colour))
            self._drawing.add(SmoothLine(circle=(x, y, side / 2), width=px(1.6)))
            name.size = (px(130), px(24))
            # Between its area and the middle of the table: dice lie in the area itself.
            off = side / 2 + px(2)
            name.pos = (x - px(65), y - off - px(24) if y > self.center_y else y + off)
        for place in self._dice:
            x, y = to_screen.at(place)
            self._drawing.add(Color(*palette.text))
            self._drawing.add(SmoothEllipse(pos=(x - px(5), y - px(5)), size=(px(10), px(10))))


class _Scale:
    """From millimetres to the screen: the first corner is the upper left one, whichever way the axes go."""

    def __init__(
        self, corners: Sequence[Place], box: tuple[float, float, float, float], margin: float
    ) -> None:
        upper_left, upper_right, _, lower_left = corners
        self._origin = lower_left
        self._right = (upper_right[0] - upper_left[0], upper_right[1] - upper_left[1])
        self._up = (upper_left[0] - lower_left[0], upper_left[1] - lower_left[1])
        wide, high = _long(self._right), _long(self._up)
        scale = min((box[2] - 2 * margin) / wide, (box[3] - 2 * margin) / high)
        self._size = (wide * scale, high * scale)
        self._corner = (
            box[0] + (box[2] - self._size[0]) / 2,
            box[1] + (box[3] - self._size[1]) / 2,
        )

    def at(self, place: Place) -> tuple[float, float]:
        x, y = place[0] - self._origin[0], place[1] - self._origin[1]
        across = (x * self._right[0] + y * self._right[1]) / _long(self._right) ** 2
        up = (x * self._up[0] + y * self._up[1]) / _long(self._up) ** 2
        return self._corner[0] + across * self._size[0], self._corner[1] + up * self._size[1]


def _long(way: Place) -> float:
    return max(hypot(*way), 1e-6)


def _frame(places: Sequence[Place]) -> tuple[Place, ...]:
    """A box around places on a table that nobody has measured: there a millimetre is a pixel, and y goes down."""
    if not places:
        return ()
    left, right = min(x for x, _ in places) - 60, max(x for x, _ in places) + 60
    top, low = min(y for _, y in places) - 60, max(y for _, y in places) + 60
    return ((left, top), (right, top), (right, low), (left, low))
