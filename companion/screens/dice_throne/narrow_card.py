"""A player where four or more sit side by side: name, health, and one button for CP, tokens and all the rest."""

from __future__ import annotations

from collections.abc import Callable

from companion.screens.burst import Burst
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, GAP, HEADLINE, TOUCH
from companion.screens.widgets.dial import Dial
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.seat_card import Rest
from companion.screens.widgets.surface import Surface, row, sized
from companion.screens.widgets.text import Text

HEAD = 20  # units for the name
FITS = 2  # lines of small numbers
NAMED = 4  # up to so many cards have room for a token's name
TEAMS = "AB"


class NarrowCard(Surface):
    def __init__(
        self, look: Look, page: GamePage, view: View, seat: int, burst: Burst, on_more: Callable[[], None]
    ) -> None:
        super().__init__(look, orientation="vertical", padding=look.px(3), spacing=look.px(GAP))
        self.page, self.seat = page, seat
        self.fill = look.palette.card
        self.colour = look.theme.seat(view.seats[seat].colour, seat)
        self.turn = Icon("", self.colour)
        self.name = Text(look, "", BODY, bold=True, colour=self.colour, align="center")
        self.large = Dial(look, burst, "", HEADLINE, head=HEAD)
        self.rest = Rest(look, on_more)
        # The name lies on the dial: so a finger has all of it, and the card no more rows than it has room for.
        self.head = row(look, sized(look, self.turn, width=0), self.name, gap=2, size_hint=(None, None))
        self.large.add_widget(self.head)
        self.large.bind(pos=self._place, size=self._place)
        self.add_widget(self.large)
        self.add_widget(sized(look, self.rest, height=TOUCH))

    def _place(self, *_: object) -> None:
        px = self.look.px
        self.head.size = (self.large.width - px(8), px(HEAD))
        self.head.pos = (self.large.x + px(4), self.large.top - px(HEAD + 2))

    def show(self, view: View) -> None:
        say, palette = self.look.say, self.look.palette
        counters = [c for c in view.counters if c.seat == self.seat]
        self.large.show(next(c for c in counters if c.name == self.page.large))
        name, state = view.seats[self.seat].name, view.state
        team = state.mode == "teams"
        self.name.text = f"{TEAMS[state.fighters[self.seat].team]} · {name}" if team else name
        acts = view.waiting is not None and self.seat in view.waiting.seats
        self.turn.name = "arrow" if acts else ""
        self.turn.width = self.look.px(14 if acts else 0)
        self.edge = self.colour if acts else palette.card
        self.edge_width = self.look.px(3 if acts else 1)
        tokens = [c for c in counters if c.name.startswith("token.") and c.value]
        shown = [c for c in counters if c.name == self.page.small] + tokens
        words = [f"{say(self.page.counter_word(c))} {c.value}" for c in shown]
        if len(words) > FITS or (tokens and len(view.seats) > NAMED):
            words[1:] = [say("dts.token_count", n=sum(c.value for c in tokens))]
        self.rest.text.text = "\n".join(words)
        self.rest.text.color = palette.text if tokens else palette.quiet
