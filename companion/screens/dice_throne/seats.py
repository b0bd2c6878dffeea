"""The seats in setup: name, hero and colour of each, in the order they sit; an arrow or a finger moves a player."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout

from companion.screens.setup import Swatch, fill_signs
from companion.screens.theme import BODY, GAP, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.seat_button import Place, SeatButton
from companion.screens.widgets.surface import CLEAR, row, sized
from companion.screens.widgets.text import Text

if TYPE_CHECKING:
    from companion.screens.dice_throne.setup import DiceThroneSetup

ROOMY = 4  # up to so many rows are high enough for larger letters


class Seats(BoxLayout):
    """Every seat of the setup, anew whenever somebody comes, goes or moves."""

    def __init__(self, setup: DiceThroneSetup) -> None:
        super().__init__(orientation="vertical", spacing=setup.look.px(GAP))
        self.setup, self.look = setup, setup.look
        self.names: list[SeatButton] = []
        self.heroes: list[VerbButton] = []
        self.swatches: list[Swatch] = []
        self.arrows: list[VerbButton] = []  # from the second seat on: each changes with the one before

    def refresh(self) -> None:
        self.clear_widgets()
        self.names, self.heroes, self.swatches, self.arrows = [], [], [], []
        for seat in range(len(self.setup.names)):
            self.add_widget(self._row(seat))

    def _row(self, seat: int) -> BoxLayout:
        look, setup = self.look, self.setup
        roomy = len(setup.names) <= ROOMY
        tint = setup.tint(seat)
        name = SeatButton(
            look,
            setup.names[seat],
            partial(setup.open_name, seat),
            self._over,
            partial(self._dropped, seat),
            TITLE if roomy else BODY,
        )
        name.title.color = tint
        hero = VerbButton(
            look, setup.hero_name(seat), partial(setup.open_hero, seat), size=SMALL, align="left"
        )
        signs = BoxLayout(spacing=look.px(4), size_hint_x=None)
        fill_signs(look, signs, setup.page.signs(setup.heroes[seat]), look.palette.quiet, side=18)
        hero.add_widget(signs)
        swatch = Swatch(look, setup.colours[seat], partial(setup.next_colour, seat))
        arrow = VerbButton(look, on_tap=partial(setup.move, seat, seat - 1), icon="up")
        arrow.padding = look.px(12)
        arrow.enabled = seat > 0
        self.names.append(name)
        self.heroes.append(hero)
        self.swatches.append(swatch)
        self.arrows += [arrow] if seat else []
        hero.size_hint_x = 1.25
        place = row(
            look,
            name,
            hero,
            sized(look, swatch, width=TOUCH),
            sized(look, arrow, width=TOUCH),
        )
        team = setup.team(seat)
        if team:
            place.add_widget(
                sized(look, Text(look, team, TITLE, bold=True, align="center"), width=24), len(place.children)
            )
        return place

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
