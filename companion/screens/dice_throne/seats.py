"""The seats in setup: name, hero and colour of each, in the order they sit; an arrow or a finger moves a player."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout

from companion.screens.setup import Swatch, fill_signs
from companion.screens.theme import BODY, GAP, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.seat_button import SeatOrder
from companion.screens.widgets.surface import row, sized
from companion.screens.widgets.text import Text

if TYPE_CHECKING:
    from companion.screens.dice_throne.setup import DiceThroneSetup

ROOMY = 4  # up to so many rows are high enough for larger letters


class Seats(BoxLayout):
    """Every seat of the setup, anew whenever somebody comes, goes or moves."""

    def __init__(self, setup: DiceThroneSetup) -> None:
        super().__init__(orientation="vertical", spacing=setup.look.px(GAP))
        self.setup, self.look = setup, setup.look
        self.order = SeatOrder(self.look, setup.move)
        self.heroes: list[VerbButton] = []
        self.swatches: list[Swatch] = []

    def refresh(self) -> None:
        self.clear_widgets()
        self.order.clear()
        self.heroes, self.swatches = [], []
        for seat in range(len(self.setup.names)):
            self.add_widget(self._row(seat))

    def _row(self, seat: int) -> BoxLayout:
        look, setup = self.look, self.setup
        roomy = len(setup.names) <= ROOMY
        tap, size = partial(setup.open_name, seat), TITLE if roomy else BODY
        name = self.order.name(setup.names[seat], tap, setup.tint(seat), size)
        hero = VerbButton(
            look, setup.hero_name(seat), partial(setup.open_hero, seat), size=SMALL, align="left"
        )
        signs = BoxLayout(spacing=look.px(4), size_hint_x=None)
        fill_signs(look, signs, setup.page.signs(setup.heroes[seat]), look.palette.quiet, side=18)
        hero.add_widget(signs)
        swatch = Swatch(look, setup.colours[seat], partial(setup.next_colour, seat))
        self.heroes.append(hero)
        self.swatches.append(swatch)
        hero.size_hint_x = 1.25
        place = row(
            look,
            name,
            hero,
            sized(look, swatch, width=TOUCH),
            sized(look, self.order.arrow(), width=TOUCH),
        )
        team = setup.team(seat)
        if team:
            place.add_widget(
                sized(look, Text(look, team, TITLE, bold=True, align="center"), width=24), len(place.children)
            )
        return place
