"""Setup of Quarriors: who plays, who begins, which cards lie in the Wilds, which house rules hold."""

from __future__ import annotations

import random
from functools import partial

from kivy.uix.gridlayout import GridLayout

from companion.rules.core import Seat
from companion.rules.quarriors.houserules import HOUSE_RULES
from companion.rules.quarriors.setup import TARGETS
from companion.rules.quarriors.state import Setup
from companion.screens.desk import Desk
from companion.screens.game_page import GamePage
from companion.screens.port import View
from companion.screens.quarriors.dealing import dealt
from companion.screens.quarriors.wilds_panel import WildsPanel
from companion.screens.rules_panel import Answers, RulesPanel, kept_rules
from companion.screens.setup import Swatch
from companion.screens.setup_screen import SetupScreen
from companion.screens.theme import BODY, GAP, SEAT_COLOURS, TITLE, TOUCH, Rgba
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.panel import PanelLayer
from companion.screens.widgets.seat_button import SeatOrder, moved
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar


class QuarriorsSetup(SetupScreen):
    def __init__(self, desk: Desk, page: GamePage, view: View, chance: random.Random | None = None) -> None:
        super().__init__(desk, page, view)
        look, say = self.look, self.look.say
        self.chance = chance or random.Random()
        self.colours: list[str] = []
        self.wilds: tuple[str, ...] = dealt(self.chance)
        self.how = "dealt"
        self.first = 0
        self.rules: Answers = kept_rules(desk.choices.house_rules, page.name)  # that differ from the usual
        self.bar = TopBar(
            look, say("setup.title", game=page.title()), self.open_camera, "back", partial(desk.go, "home")
        )
        self.fewer = icon_button(look, "minus", self._fewer)
        self.more = icon_button(look, "plus", self._more)
        self.count = Text(look, "", TITLE, bold=True, align="center")
        self.people = GridLayout(cols=1, spacing=look.px(GAP))
        stepper = self._stepper(self.fewer, self.count, self.more)
        self.order = SeatOrder(look, self.move)
        self.cards = VerbButton(look, say("qr.wilds.title"), self.open_wilds, detail=" ", size=BODY)
        self.begins = VerbButton(look, say("qr.setup_first"), self._next_first, detail=" ", size=BODY)
        self.open_questions = VerbButton(look, say("setup.rules"), self.open_rules, detail=" ", size=BODY)
        for button in (self.cards, self.begins, self.open_questions):
            button.title.halign = button.detail.halign = "left"
        self.start = VerbButton(look, say("setup.start"), self._start, rank="first", size=TITLE)
        side = column(look, self.cards, self.begins, self.open_questions, sized(look, self.start, height=64))
        self.panels = PanelLayer(look, on_change=desk.pictures)
        body = row(look, column(look, stepper, self.people), sized(look, side, width=320))
        self.add_widget(column(look, self.bar, body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(body)
        for _ in range(page.seats[0]):
            self._sit_down()
        self.refresh()
        self.show(view)

    # Seats.

    def _sit_down(self) -> None:
        fresh = [name for name in self._known if name not in self.names]
        number = len(self.names)
        self.names.append(fresh[0] if fresh else self.look.say("setup.player", n=number + 1))
        self.colours.append(next(colour for colour in SEAT_COLOURS if colour not in self.colours))

    def _more(self) -> None:
        if len(self.names) < self.page.seats[1]:
            self._sit_down()
            self.refresh()

    def _fewer(self) -> None:
        if len(self.names) > self.page.seats[0]:
            self.names.pop()
            self.colours.pop()
            self.first = min(self.first, len(self.names) - 1)
            self.refresh()

    def move(self, seat: int, to: int) -> None:
        """A player sits down elsewhere, with the colour; those between move up. Who begins goes on to begin."""
        for held in (self.names, self.colours):
            held.insert(to, held.pop(seat))
        self.first = moved(seat, to, self.first)
        self.refresh()

    def next_colour(self, seat: int) -> None:
        """The next one that nobody has."""
        now = SEAT_COLOURS.index(self.colours[seat])
        order = [SEAT_COLOURS[(now + step) % len(SEAT_COLOURS)] for step in range(1, len(SEAT_COLOURS))]
        self.colours[seat] = next(colour for colour in order if colour not in self.colours)
        self.refresh()

    def _next_first(self) -> None:
        self.first = (self.first + 1) % len(self.names)
        self.refresh()

    def tint(self, seat: int) -> Rgba:
        return self.look.theme.seat(self.colours[seat], seat)

    # What stands there.

    def refresh(self) -> None:
        say, count = self.look.say, len(self.names)
        self.count.text = say("qr.setup_players", n=count, glory=TARGETS[count])
        self.fewer.enabled = count > self.page.seats[0]
        self.more.enabled = count < self.page.seats[1]
        self._show_people()
        self.cards.detail.text = say(f"qr.wilds.{self.how}")
        self.begins.detail.text = self.names[self.first]
        own = len(self.rules)
        self.open_questions.detail.text = say("setup.rules.own", n=own) if own else say("setup.rules.usual")

    def _show_people(self) -> None:
        look = self.look
        self.people.clear_widgets()
        self.order.clear()
        self.swatches: list[Swatch] = []
        for seat, name in enumerate(self.names):
            button = self.order.name(name, partial(self.open_name, seat), self.tint(seat), TITLE)
            swatch = Swatch(look, self.colours[seat], partial(self.next_colour, seat))
            self.swatches.append(swatch)
            place = row(look, button, sized(look, swatch, width=TOUCH + 8))
            place.add_widget(sized(look, self.order.arrow(), width=TOUCH))
            self.people.add_widget(place)
        self.name_buttons = self.order.names

    # Panels.

    def open_wilds(self) -> None:
        def chosen(cards: tuple[str, ...], how: str) -> None:
            self.wilds, self.how = cards, how
            self.refresh()

        self._open(WildsPanel(self.look, self.wilds, self.how, chosen, self.panels.close, self.chance))

    def open_rules(self) -> None:
        self._open(RulesPanel(self.look, "qr", HOUSE_RULES, self.rules, self.refresh, self.panels.close))

    def _start(self) -> None:
        seats = tuple(Seat(name, colour) for name, colour in zip(self.names, self.colours, strict=True))
        self.begin(Setup(seats, self.wilds, self.first, dict(self.rules)))
