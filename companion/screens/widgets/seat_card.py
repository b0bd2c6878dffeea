"""A player: name, the number that decides the game, and the smaller numbers beside it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.animation import Animation
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.rules.core import Counter
from companion.screens.burst import Burst
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, CAPTION, FIGURE, GAP, HEADLINE, SMALL, TOUCH
from companion.screens.widgets.dial import Dial
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

HEAD = 26  # units for the name
WIDE = 280  # units; a narrower card has one button for all its smaller numbers


class SeatCard(FloatLayout):
    """Half of the card takes off, half of it adds. `on_more` opens all counters of the seat."""

    def __init__(
        self,
        look: Look,
        page: GamePage,
        view: View,
        seat: int,
        burst: Burst,
        on_more: Callable[[], None],
        width: float,
    ) -> None:
        super().__init__()
        self.look, self.page, self.seat = look, page, seat
        palette = look.palette
        colour = look.theme.seat(view.seats[seat].colour, seat)
        self.colour = colour
        counters = {c.name: c for c in view.counters if c.seat == seat}
        large = counters.get(page.large) or next(iter(counters.values()))
        word = look.say(page.counter_word(large))
        self.large = Dial(look, burst, word, FIGURE, page.counter_icon(large.name), colour, head=HEAD)
        self._large_name = large.name
        self.back = Surface(look, pos_hint={"x": 0, "y": 0})
        self.back.fill = palette.card
        self.add_widget(self.back)

        self.small: Dial | None = None
        self.rest = Rest(look, on_more)
        body = BoxLayout(spacing=look.px(GAP), pos_hint={"x": 0, "y": 0})
        body.add_widget(self.large)
        small = counters.get(page.small)
        if width >= look.px(WIDE) and small is not None:
            word = look.say(page.counter_word(small))
            self.small = Dial(look, burst, word, HEADLINE - 2, page.counter_icon(small.name))
            side = column(look, _boxed(look, self.small), _boxed(look, self.rest))
            side.padding = (0, look.px(6), look.px(6), look.px(6))
            body.add_widget(sized(look, side, width=126))
        else:
            side = column(look, _boxed(look, self.rest))
            side.padding = (0, look.px(6), look.px(6), look.px(6))
            body.add_widget(sized(look, side, width=TOUCH + 16))
        self.add_widget(body)

        self.turn = Icon("", colour)
        self.name = Text(look, "", BODY, bold=True, colour=colour)
        self.about = Text(look, "", SMALL, colour=palette.quiet, align="right")
        self.head = row(look, sized(look, self.turn, width=14), self.name, gap=5, size_hint=(None, None))
        self.add_widget(self.head)
        self.add_widget(self.about)
        self.about.size_hint = (None, None)
        self.large.bind(pos=self._place, size=self._place)
        self._value: int | None = None

    def _place(self, *_: object) -> None:
        px = self.look.px
        dial, base = self.large, self.large.y + self.large.height - px(HEAD + 4)
        name = dial.width * 0.56
        self.head.pos, self.head.size = (dial.x + px(12), base), (name - px(12), px(HEAD))
        self.about.pos, self.about.size = (dial.x + name, base), (dial.width - name - px(6), px(HEAD))

    def show(self, view: View) -> None:
        palette = self.look.palette
        counters = [c for c in view.counters if c.seat == self.seat]
        for counter in counters:
            if counter.name == self._large_name:
                self.large.show(counter)
                self._hit(counter.value)
            elif self.small is not None and counter.name == self.page.small:
                self.small.show(counter)
        self.name.text = view.seats[self.seat].name
        about = self.page.about_seat(view, self.seat)
        self.about.text = self.look.say(about) if about is not None else ""
        acts = view.waiting is not None and self.seat in view.waiting.seats
        # Whose turn it is shows in a form, not only in a colour: an arrow and a frame.
        self.turn.name = "arrow" if acts else ""
        self.turn.width = self.look.px(14 if acts else 0)
        self.back.edge = self.colour if acts else palette.card
        self.back.edge_width = self.look.px(3 if acts else 1)
        on_card = {self._large_name, self.page.small if self.small is not None else ""}
        self.rest.show(self.page, [c for c in counters if c.name not in on_card])

    def _hit(self, value: int) -> None:
        """A loss shakes the number, once and shortly."""
        before, self._value = self._value, value
        if before is not None and value < before and self.look.animations:
            figure, x = self.large.figure, self.large.figure.x
            step = self.look.px(5)
            shake = Animation(x=x - step, duration=0.04) + Animation(x=x + step, duration=0.07)
            (shake + Animation(x=x, duration=0.05)).start(figure)


class Rest(Touchable, Surface):
    """Tokens and whatever else is counted, in short; a tap shows them all."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, padding=(look.px(6), look.px(3)))
        self.text = Text(look, "", CAPTION, align="center", colour=look.palette.quiet)
        self.add_widget(self.text)
        self.bind(pressed=self._colours)
        self._colours()

    def _colours(self, *_: object) -> None:
        self.fill = self.look.palette.pressed if self.pressed else self.look.palette.button

    def show(self, page: GamePage, counters: list[Counter]) -> None:
        say = self.look.say
        tokens = [c for c in counters if c.name.startswith("token.") and c.value]
        others = [c for c in counters if not c.name.startswith("token.")]
        parts = [f"{say(page.counter_word(c))} {c.value}" for c in (tokens or others[:1])]
        self.text.text = (
            "\n".join(parts[:2]) + (" …" if len(parts) > 2 else "") if parts else say("play.no_tokens")
        )
        self.text.color = self.look.palette.text if tokens else self.look.palette.quiet


def _boxed(look: Look, widget: Widget) -> Surface:
    box = Surface(look, radius=9)
    box.fill = look.palette.button
    box.add_widget(widget)
    return box
