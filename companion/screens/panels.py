"""Smaller panels of the play screen: all counters of a seat, all offers, what the camera sees, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens.burst import Burst
from companion.screens.game_page import GamePage
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, CAPTION, GAP, HEADLINE, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.dial import Dial
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.offers import Choice
from companion.screens.widgets.panel import Panel, scrolling, spacer
from companion.screens.widgets.preview import Preview
from companion.screens.widgets.surface import Surface, row, sized
from companion.screens.widgets.text import Text, extent

NARROW_DIAL = 136  # units for the name below a number, where two stand beside each other in a narrow panel


class CountersPanel(Panel):
    """Every number of one seat. The companion can be overruled in all of them."""

    quarters = True

    def __init__(
        self, look: Look, page: GamePage, view: View, seat: int, burst: Burst, close: Callable[[], None]
    ) -> None:
        super().__init__(look, view.seats[seat].name, close)
        self.seat = seat
        self.dials: dict[str, Dial] = {}
        self.grid = GridLayout(
            cols=3, spacing=look.px(GAP), row_default_height=look.px(72), row_force_default=True
        )
        for counter in view.counters:
            if counter.seat != seat:
                continue
            dial = Dial(
                look, burst, look.say(page.counter_word(counter)), HEADLINE, page.counter_icon(counter.name)
            )
            self.dials[counter.name] = dial
            box = Surface(look)
            box.fill = look.palette.button
            box.add_widget(dial)
            self.grid.add_widget(box)
        self.add_widget(scrolling(look, self.grid))
        self.show(view)

    def narrowed(self, narrow: bool) -> None:
        """Two beside each other, unless a name is too long for that."""
        longest = max(
            extent(dial.label.text, round(self.look.px(CAPTION)), False, None)[0]
            for dial in self.dials.values()
        )
        side_by_side = longest < self.look.px(NARROW_DIAL)
        self.grid.cols = 3 if not narrow else 2 if side_by_side else 1

    def show(self, view: View) -> None:
        for counter in view.counters:
            if counter.seat == self.seat and counter.name in self.dials:
                self.dials[counter.name].show(counter)


class OffersPanel(Panel):
    """Many things that can be done now, such as all cards that may be played. Gone when they are."""

    quarters = True

    def __init__(self, look: Look, title: str, choices: Sequence[Choice], close: Callable[[], None]) -> None:
        super().__init__(look, title, close)
        self._offers: Any = None
        self.grid = GridLayout(
            cols=3, spacing=look.px(GAP), row_default_height=look.px(60), row_force_default=True
        )
        for choice in choices:
            self.grid.add_widget(
                VerbButton(look, choice.text, _then(close, choice.do), rank=choice.rank, size=BODY)
            )
        self.add_widget(scrolling(look, self.grid))

    def narrowed(self, narrow: bool) -> None:
        self.grid.cols = 1 if narrow else 3

    def show(self, view: View) -> None:
        if self._offers is None:
            self._offers = view.offers
        elif view.offers != self._offers and self.close is not None:
            self.close()


def _then(first: Callable[[], None], second: Callable[[], None]) -> Callable[[], None]:
    def both() -> None:
        first()
        second()

    return both


class CameraPanel(Panel):
    """What the camera sees, and what it is waiting for."""

    def __init__(self, look: Look, close: Callable[[], None]) -> None:
        super().__init__(look, "", close)
        self.preview = Preview(look)
        self.add_widget(self.preview)

    def show(self, view: View) -> None:
        look, sight = self.look, view.sight
        self.title.text = look.say(f"camera.{sight.state.value}.long")
        reason = look.say(sight.reason) if sight.reason else ""
        self.preview.show(sight.dice, view.frame_size, reason, look.say("camera.no_picture"))

    def picture(self, pixels: Any) -> None:
        self.preview.picture(pixels)


class GameOverPanel(Panel):
    """Who won, and where to go from here. Undo stays below it: also the end can be taken back."""

    def __init__(
        self,
        look: Look,
        page: GamePage,
        view: View,
        again: Callable[[], None],
        home: Callable[[], None],
        close: Callable[[], None],
        charts: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(look, "", close)
        assert view.outcome is not None
        self.title.text = look.say("over.title")
        self.add_widget(spacer(look))
        self.add_widget(sized(look, Icon("crown", look.palette.accent), height=56))
        won = Text(look, look.say(view.outcome.reason), HEADLINE + 6, bold=True, align="center")
        self.add_widget(sized(look, won, height=56))
        self.add_widget(sized(look, self._score(page, view), height=40))
        self.add_widget(spacer(look))
        buttons = row(
            look,
            VerbButton(look, look.say("over.again"), again, rank="first"),
            VerbButton(look, look.say("over.home"), home),
        )
        if charts is not None:
            buttons.add_widget(VerbButton(look, look.say("report.title"), charts), 1)
        self.add_widget(sized(look, buttons, height=60))

    def _score(self, page: GamePage, view: View) -> Widget:
        """How each seat stood in the end."""
        look = self.look
        score = row(look, Widget(), gap=24)
        for number, seat in enumerate(view.seats):
            found = [c for c in view.counters if c.seat == number and c.name == page.large]
            if found:
                text = f"{seat.name}  {found[0].value}"
                colour = look.theme.seat(seat.colour, number)
                width = extent(text, round(look.px(TITLE)), True, None)[0] + 4
                score.add_widget(
                    Text(look, text, TITLE, bold=True, colour=colour, size_hint_x=None, width=width)
                )
        score.add_widget(Widget())
        return score
