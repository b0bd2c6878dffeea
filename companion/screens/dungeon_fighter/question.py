"""A question that the table asks: numbers, names, colours, attacks; one tap answers it."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.answers import LIKELY
from companion.rules.dungeon_fighter.cards import ATTACKS, COLOURS
from companion.rules.dungeon_fighter.checking import MOST
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.fight import Do
from companion.screens.dungeon_fighter.grids import AttackTile, NumberGrid, cap
from companion.screens.dungeon_fighter.throw_row import DieButton
from companion.screens.look import Look
from companion.screens.port import Offer, View
from companion.screens.theme import BODY, GAP
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import row, sized

LARGE = ("hp",)  # numbers that may be larger than nine
WHO = ("owner", "leader", "divine", "beer", "discard")  # the answers are heroes or cards: none is likelier


class QuestionArea(BoxLayout):
    """What is asked stands in the bar above; here are the answers."""

    def __init__(self, look: Look, do: Do) -> None:
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.look, self._do = look, do
        self.buttons: dict[str, Any] = {}
        self._shown: object = None

    def show(self, view: View) -> None:
        state: DungeonFighterState = view.state
        assert state.ask is not None
        key = (state.ask, tuple(offer.action for offer in view.offers))
        if key == self._shown:
            return
        self._shown = key
        self.clear_widgets()
        what = state.ask.what
        if what in LIKELY:
            self._numbers(what)
        elif what == "attack":
            self._attacks()
        elif what == "colour":
            self._colours(state)
        else:
            self._words(what, view.offers)

    def _answer(self, what: str, choice: Any) -> None:
        self._do(a.Answer(what, str(choice)))

    def _numbers(self, what: str) -> None:
        low, high = LIKELY[what]
        grid = NumberGrid(self.look, low, MOST if what in LARGE else high, partial(self._answer, what))
        self.buttons = {str(n): button for n, button in grid.buttons.items()}
        self.add_widget(grid)

    def _attacks(self) -> None:
        grid = GridLayout(cols=7, spacing=self.look.px(GAP))
        self.buttons = {}
        for attack in ATTACKS:
            tile = AttackTile(self.look, attack, partial(self._answer, "attack", attack))
            self.buttons[attack] = tile
            grid.add_widget(tile)
        self.add_widget(grid)

    def _colours(self, state: DungeonFighterState) -> None:
        """Of a white die: which ability it calls."""
        look = self.look
        assert state.fight is not None
        fellow = state.party[state.fight.turn]
        line = row(look)
        self.buttons = {}
        for colour in COLOURS:
            scar = colour in fellow.scars
            text = look.say("df.screen.scar") if scar else words.ability(look, fellow.hero.ability(colour))
            self.buttons[colour] = DieButton(
                look, colour, text, False, partial(self._answer, "colour", colour)
            )
            line.add_widget(self.buttons[colour])
        self.add_widget(sized(look, line, height=140))
        self.add_widget(BoxLayout())

    def _words(self, what: str, offers: tuple[Offer, ...]) -> None:
        look = self.look
        answers = [offer for offer in offers if isinstance(offer.action, a.Answer)]
        count = len(answers)
        grid = GridLayout(cols=3 if count > 6 else 2 if count > 3 else 1, spacing=look.px(GAP))
        self.buttons = {}
        for offer in answers:
            button = VerbButton(look, look.sentence(offer.label), partial(self._do, offer.action), size=BODY)
            self.buttons[offer.action.choice] = button
            grid.add_widget(button)
        if answers and count <= 3 and what not in WHO:
            grid.children[-1].set_rank("first")
        grid.bind(height=lambda *_: cap(grid, look))
        self.add_widget(grid)
