"""The party, one row a hero: health, abilities with their scars, who leads and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.core import Seat
from companion.rules.dungeon_fighter.cards import COLOURS
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import DungeonFighterState, Fellow
from companion.screens.dungeon_fighter.hero_die import body
from companion.screens.look import Look
from companion.screens.theme import BODY, CAPTION, GAP, TITLE, TOUCH
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.surface import CLEAR, Surface, column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.touch import Touchable

TALLEST = 84  # units


class Pips(Widget):
    """The three abilities as squares in the colours of the dice; a scar is a cross on one."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.scars: tuple[str, ...] = ()
        self._marks = InstructionGroup()
        self.canvas.add(self._marks)
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, scars: tuple[str, ...]) -> None:
        self.scars = scars
        self._redraw()

    def _redraw(self, *_: object) -> None:
        px, palette = self.look.px, self.look.palette
        self._marks.clear()
        side = min(px(14), self.height)
        y = self.y + (self.height - side) / 2
        for number, colour in enumerate(COLOURS):
            x = self.x + number * (side + px(4))
            scarred = colour in self.scars
            self._marks.add(Color(*body(palette, colour)[:3], 0.35 if scarred else 1))
            self._marks.add(SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[px(3)]))
            if scarred:
                self._marks.add(Color(*palette.text))
                for rise in (1, -1):
                    start = y if rise > 0 else y + side
                    self._marks.add(
                        SmoothLine(points=[x, start, x + side, start + rise * side], width=px(1.2))
                    )


class FellowRow(Touchable, Surface):
    """One hero. A tap shows everything of the hero."""

    def __init__(self, look: Look, seat: Seat, number: int, tall: bool, on_tap: Callable[[], None]) -> None:
        super().__init__(look=look, on_tap=on_tap, orientation="vertical")
        self.padding = (look.px(10), look.px(3), look.px(8), look.px(3))
        self.tint = look.theme.seat(seat.colour, number)
        self.name = Text(look, seat.name, BODY if tall else CAPTION + 1, bold=True, colour=self.tint)
        self.hero = Text(look, "", CAPTION, colour=look.palette.quiet)
        self.pips = Pips(look)
        self.word = Text(look, "", CAPTION, bold=True, colour=look.palette.warn)
        self.lead = Icon("", look.palette.accent)
        self.heart = Icon("heart", look.palette.bad)
        self.health = Text(look, "", TITLE if tall else BODY, bold=True, align="right")
        head = row(look, self.name, sized(look, self.lead, width=18), gap=4)
        self.state = BoxLayout()
        foot = row(look, self.state, sized(look, self.heart, width=14), gap=4)
        foot.add_widget(sized(look, self.health, width=44))
        self.add_widget(head)
        if tall:
            self.add_widget(self.hero)
        self.add_widget(foot)
        self.bind(pressed=self._colours)
        self.turn = False

    def show(self, fellow: Fellow, leads: bool, turn: bool, beer: bool) -> None:
        say = self.look.say
        self.turn = turn
        self.hero.text = say(library().line(fellow.hero))
        self.lead.name = "crown" if leads else "df_beer" if beer else ""
        self.health.text = "–" if fellow.out else f"{fellow.health}/{fellow.most_health}"
        low = not fellow.out and fellow.health <= 2
        self.health.color = self.look.palette.bad if low else self.look.palette.text
        word = "df.screen.angel" if fellow.out else "df.screen.fainted" if fellow.fainted else ""
        self.word.text = say(word) if word else ""
        self.pips.show(fellow.scars)
        wanted = self.word if word else self.pips
        if self.state.children != [wanted]:
            self.state.clear_widgets()
            self.state.add_widget(wanted)
        self.opacity = 0.6 if fellow.out else 1
        self._colours()

    def _colours(self, *_: object) -> None:
        palette = self.look.palette
        self.fill = palette.pressed if self.pressed else palette.button if self.turn else palette.card
        self.edge = self.tint if self.turn else CLEAR
        self.edge_width = self.look.px(3)


class Party(BoxLayout):
    def __init__(self, look: Look, seats: tuple[Seat, ...], on_hero: Callable[[int], None]) -> None:
        super().__init__(orientation="vertical")
        tall = len(seats) <= 4
        self.rows = [
            FellowRow(look, seat, number, tall, partial(on_hero, number)) for number, seat in enumerate(seats)
        ]
        self.box = column(look, *self.rows, size_hint_y=None)
        self.add_widget(self.box)
        self.add_widget(Widget())
        self.look = look
        self.bind(height=self._cap)

    def _cap(self, *_: object) -> None:
        """A few heroes do not grow without end."""
        px, count = self.look.px, len(self.rows)
        room = (self.height - (count - 1) * px(GAP)) / count
        self.box.height = count * max(px(TOUCH), min(room, px(TALLEST))) + (count - 1) * px(GAP)

    def show(self, state: DungeonFighterState, asked: tuple[int, ...]) -> None:
        fight = state.fight
        for seat, line in enumerate(self.rows):
            beer = fight is not None and fight.beer == seat
            line.show(state.party[seat], seat == state.leader, seat in asked, beer)
