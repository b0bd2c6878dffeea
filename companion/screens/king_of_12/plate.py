"""A player of King of 12: name, points and rounds won above; below it the die, what it counts, and the card."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.rounds import ROUNDS_TO_WIN
from companion.rules.king_of_12.state import Player
from companion.screens.king_of_12.lying import Lying
from companion.screens.look import Look
from companion.screens.theme import BODY, CAPTION, GAP, HEADLINE, SMALL, TITLE, TOUCH, Rgba
from companion.screens.widgets.die import DiePicture, Mark
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

HEAD = TOUCH
DIE = 58
HEIGHT = HEAD + GAP + DIE  # units


class Plate(BoxLayout):
    """The head opens the seat's counters, the die is told or corrected by a tap on it."""

    def __init__(
        self,
        look: Look,
        name: str,
        colour: Rgba,
        on_head: Callable[[], None],
        on_die: Callable[[], None],
    ) -> None:
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.head = _Head(look, name, colour, on_head)
        self.die = _Die(look, on_die)
        self.add_widget(sized(look, self.head, height=HEAD))
        self.add_widget(self.die)

    def show(self, player: Player, lying: Lying, asked: bool) -> None:
        self.head.show(player, asked)
        self.die.show(lying)


class _Head(Touchable, Surface):
    def __init__(self, look: Look, name: str, colour: Rgba, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(10), look.px(4), look.px(8), look.px(7)))
        self.spacing = look.px(6)
        self.colour = colour
        self.turn = Icon("", colour)
        self.name = Text(look, name, BODY, bold=True, colour=colour)
        self.marks = RoundMarks(look, colour)
        self.points = Text(look, "", HEADLINE, bold=True, align="center")
        word = Text(
            look, look.say("kd.counter.points"), CAPTION - 1, align="center", colour=look.palette.quiet
        )
        title = row(look, sized(look, self.turn, width=0), self.name, gap=3)
        self.add_widget(column(look, title, sized(look, self.marks, height=14), gap=2))
        self.add_widget(sized(look, column(look, self.points, sized(look, word, height=16), gap=0), width=50))
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.card

    def show(self, player: Player, asked: bool) -> None:
        self.points.text = str(player.points)
        self.marks.show(len(player.under))
        # Who is waited for shows in a form, not only in a colour: an arrow and a frame.
        self.turn.name = "arrow" if asked else ""
        self.turn.width = self.look.px(13 if asked else 0)
        self.edge = self.colour if asked else self.look.palette.card
        self.edge_width = self.look.px(3 if asked else 1)


class RoundMarks(Widget):
    """A card for each round that wins the game: filled when it lies under the die."""

    def __init__(self, look: Look, colour: Rgba) -> None:
        super().__init__()
        self.look, self.colour = look, colour
        self.won = 0
        self._marks = InstructionGroup()
        self.canvas.add(self._marks)
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, won: int) -> None:
        if won != self.won:
            self.won = won
            self._redraw()

    def _redraw(self, *_: object) -> None:
        px = self.look.px
        self._marks.clear()
        wide, high = px(20), px(11)
        for n in range(ROUNDS_TO_WIN):
            box = (round(self.x + n * (wide + px(6)) + px(1)), round(self.y + (self.height - high) / 2))
            if n < self.won:
                self._marks.add(Color(*self.colour))
                self._marks.add(SmoothRoundedRectangle(pos=box, size=(wide, high), radius=[px(3)]))
            else:
                self._marks.add(Color(*self.look.palette.quiet))
                self._marks.add(SmoothLine(rounded_rectangle=(*box, wide, high, px(3)), width=px(1)))


class _Die(Touchable, Surface):
    """The face that lies there, what it counts, the card beside it, and the place in the play."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=look.px(4), spacing=look.px(6))
        self.picture = DiePicture(look)
        self.value = Text(look, "", TITLE, bold=True, valign="bottom")
        self.card = Text(look, "", SMALL, valign="top")
        self.badge = Icon("", look.palette.accent)
        self.gain = Text(look, "", SMALL, bold=True, align="center")
        self.result = column(look, self.badge, sized(look, self.gain, height=20), gap=0)
        self.add_widget(sized(look, self.picture, width=DIE - 8))
        self.add_widget(column(look, self.value, self.card, gap=1))
        self.add_widget(sized(look, self.result, width=0))
        self.bind(pressed=self._colours)
        self._lying = Lying()
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.button
        self.edge = palette.accent if self._lying.place == 1 else palette.button
        self.edge_width = self.look.px(2)

    def show(self, lying: Lying) -> None:
        look, palette = self.look, self.look.palette
        self._lying = lying
        mark = Mark(str(lying.face), twelve=True) if lying.face else Mark("?", twelve=True)
        self.picture.show(mark, faded=lying.out or not lying.face)
        self.value.text = _value(look, lying)
        self.value.strikethrough = lying.out
        self.value.color = palette.quiet if lying.out else palette.text
        self._show_card(lying)
        self.badge.name = "crown" if lying.place == 1 else "close" if lying.out and not lying.place else ""
        self.badge.tint = palette.accent if lying.place else palette.quiet
        self.gain.text = f"+{lying.points}" if lying.points else ""
        sized(look, self.result, width=34 if lying.place or lying.out else 0)
        self._colours()

    def _show_card(self, lying: Lying) -> None:
        """The card; while the real die is still to be moved, that is said in its place."""
        say, palette = self.look.say, self.look.palette
        late = say("kd.screen.pass_on") if lying.passing else ""
        if lying.turn_to and not late:
            late = say("kd.screen.turn_to", face=lying.turn_to)
        self.card.text = late or (say(library().line(lying.card)) if lying.card else "")
        self.card.strikethrough = lying.dead and not late
        self.card.color = palette.warn if late else palette.quiet if lying.dead else palette.text
        self.card.size_hint_y, self.card.height = (1, 1) if self.card.text else (None, 0)
        self.value.valign = "bottom" if self.card.text else "middle"


def _value(look: Look, lying: Lying) -> str:
    if not lying.face:
        return look.sentence("kd.screen.no_die")
    number = f"−{-lying.value}" if lying.value < 0 else str(lying.value)
    return look.say("kd.screen.counts", n=number) if lying.counted else number
