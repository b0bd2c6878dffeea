"""A player of Quarriors: name, glory on its way to the target, and how many dice lie where."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, RoundedRectangle
from kivy.uix.widget import Widget

from companion.rules.quarriors.board import Collection
from companion.screens.look import Look
from companion.screens.quarriors import icons as icons  # entered by being imported
from companion.screens.theme import BODY, CAPTION, Rgba
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

HEIGHT = 62  # units
ZONES = ("bag", "pool", "ready", "used")


class Plate(Touchable, Surface):
    """All of it opens the seat's dice."""

    def __init__(self, look: Look, name: str, colour: Rgba, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(8), look.px(4), look.px(7), look.px(5)))
        self.colour = colour
        self.turn = Icon("", colour)
        self.name = Text(look, name, BODY, bold=True, colour=colour)
        self.react = Icon("", look.palette.warn)
        self.glory = Text(look, "", BODY + 1, bold=True, align="right")
        self.track = GloryTrack(look, colour)
        self.counts = {zone: Text(look, "", CAPTION, bold=True) for zone in ZONES}
        title = row(
            look, sized(look, self.turn, width=0), self.name, sized(look, self.glory, width=48), gap=2
        )
        numbers = row(look, gap=2)
        for zone, count in self.counts.items():
            numbers.add_widget(sized(look, Icon(f"qr_{zone}", look.palette.quiet), width=14))
            numbers.add_widget(count)
        numbers.add_widget(sized(look, self.react, width=0))
        self.add_widget(
            column(look, title, sized(look, self.track, height=5), sized(look, numbers, height=19), gap=2)
        )
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.card

    def show(self, has: Collection, target: int, asked: bool, reacts: bool) -> None:
        self.glory.text = f"{has.glory}/{target}"
        self.track.show(has.glory, target)
        for zone, count in self.counts.items():
            count.text = str(sum(has.zones[zone].values()))
        # Who is waited for shows in a form, not only in a colour: an arrow and a frame.
        self.turn.name = "arrow" if asked else ""
        self.turn.width = self.look.px(13 if asked else 0)
        self.react.name = "bolt" if reacts else ""
        self.react.width = self.look.px(16 if reacts else 0)
        self.edge = self.colour if asked else self.look.palette.card
        self.edge_width = self.look.px(3 if asked else 1)


class GloryTrack(Widget):
    """How far it is to the target."""

    def __init__(self, look: Look, colour: Rgba) -> None:
        super().__init__()
        self._share = 0.0
        with self.canvas:
            Color(*look.palette.outline)
            self._all = RoundedRectangle()
            Color(*colour)
            self._done = RoundedRectangle()
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, glory: int, target: int) -> None:
        self._share = min(1.0, glory / target)
        self._redraw()

    def _redraw(self, *_: object) -> None:
        radius = self.height / 2
        self._all.pos, self._all.size, self._all.radius = self.pos, self.size, [radius]
        done = max(self.width * self._share, self.height if self._share else 0)
        self._done.pos, self._done.size, self._done.radius = self.pos, (done, self.height), [radius]
