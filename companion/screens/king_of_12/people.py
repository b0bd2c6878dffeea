"""The seats in setup: a name and a colour each, in the order they sit; an arrow or a finger moves a player."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.gridlayout import GridLayout

from companion.rules.king_of_12.setup import MOST
from companion.screens.setup import Swatch
from companion.screens.theme import BODY, GAP, SEAT_COLOURS, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.seat_button import Place, SeatButton
from companion.screens.widgets.surface import CLEAR, row, sized

if TYPE_CHECKING:
    from companion.screens.king_of_12.setup import KingOf12Setup

TWO_COLUMNS = 8  # up to so many seats there is room for an arrow beside each name


class People(GridLayout):
    """Every seat of the setup, anew whenever somebody comes, goes or moves."""

    def __init__(self, setup: KingOf12Setup) -> None:
        super().__init__(spacing=setup.look.px(GAP))
        self.setup, self.look = setup, setup.look
        self.names: list[SeatButton] = []
        self.swatches: list[Swatch] = []
        self.arrows: list[VerbButton] = []  # from the second seat on: each changes with the one before

    def refresh(self) -> None:
        look, setup, count = self.look, self.setup, len(self.setup.names)
        self.clear_widgets()
        self.cols = 1 if count <= MOST else 2 if count <= TWO_COLUMNS else 4
        self.names, self.swatches, self.arrows = [], [], []
        size = TITLE if count <= MOST else BODY if count <= TWO_COLUMNS else SMALL
        for seat, name in enumerate(setup.names):
            button = SeatButton(
                look, name, partial(setup.open_name, seat), self._over, partial(self._dropped, seat), size
            )
            button.title.color = setup.tint(seat)
            self.names.append(button)
            place = row(look, button)
            if count <= len(SEAT_COLOURS):
                swatch = Swatch(look, setup.colours[seat], partial(setup.next_colour, seat))
                self.swatches.append(swatch)
                place.add_widget(sized(look, swatch, width=TOUCH + 8))
            if count <= TWO_COLUMNS:
                arrow = VerbButton(look, on_tap=partial(setup.move, seat, seat - 1), icon="up")
                arrow.padding = look.px(12)
                arrow.enabled = seat > 0
                self.arrows += [arrow] if seat else []
                place.add_widget(sized(look, arrow, width=TOUCH))
            self.add_widget(place)

    def _at(self, place: Place) -> int | None:
        return next((seat for seat, button in enumerate(self.names) if button.collide_point(*place)), None)

    def _over(self, place: Place) -> None:
        """A name is dragged: the seat under the finger is framed."""
        for seat, button in enumerate(self.names):
            here = seat == self._at(place) and not button.pressed
            button.edge = self.look.palette.accent if here else CLEAR
            button.edge_width = self.look.px(3)

    def _dropped(self, seat: int, place: Place) -> None:
        to = self._at(place)
        if to is not None and to != seat:
            self.setup.move(seat, to)
