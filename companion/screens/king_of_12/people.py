"""The seats in setup: a name and a colour each, in the order they sit; an arrow or a finger moves a player."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.gridlayout import GridLayout

from companion.rules.king_of_12.setup import MOST
from companion.screens.setup import Swatch
from companion.screens.theme import BODY, GAP, SEAT_COLOURS, SMALL, TITLE, TOUCH
from companion.screens.widgets.seat_button import SeatOrder
from companion.screens.widgets.surface import row, sized

if TYPE_CHECKING:
    from companion.screens.king_of_12.setup import KingOf12Setup

TWO_COLUMNS = 8  # up to so many seats there is room for an arrow beside each name


class People(GridLayout):
    """Every seat of the setup, anew whenever somebody comes, goes or moves."""

    def __init__(self, setup: KingOf12Setup) -> None:
        super().__init__(spacing=setup.look.px(GAP))
        self.setup, self.look = setup, setup.look
        self.order = SeatOrder(self.look, setup.move)
        self.swatches: list[Swatch] = []

    def refresh(self) -> None:
        look, setup, count = self.look, self.setup, len(self.setup.names)
        self.clear_widgets()
        self.cols = 1 if count <= MOST else 2 if count <= TWO_COLUMNS else 4
        self.order.clear()
        self.swatches = []
        size = TITLE if count <= MOST else BODY if count <= TWO_COLUMNS else SMALL
        for seat, name in enumerate(setup.names):
            tap = partial(setup.open_name, seat)
            place = row(look, self.order.name(name, tap, setup.tint(seat), size))
            if count <= len(SEAT_COLOURS):
                swatch = Swatch(look, setup.colours[seat], partial(setup.next_colour, seat))
                self.swatches.append(swatch)
                place.add_widget(sized(look, swatch, width=TOUCH + 8))
            if count <= TWO_COLUMNS:
                place.add_widget(sized(look, self.order.arrow(), width=TOUCH))
            self.add_widget(place)
