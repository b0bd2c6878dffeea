"""How the play of one group ended: its winner and its second, or every die and every card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.state import TournamentState
from companion.rules.king_of_12.tournament import Hall
from companion.screens.game_page import GamePage
from companion.screens.king_of_12 import deeds
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, SMALL, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text


class GroupPanel(Panel):
    """Tap the winner, tap the second, done. Or tell faces and cards, and the rules work it out."""

    def __init__(
        self,
        look: Look,
        page: GamePage,
        view: View,
        number: int,
        title: str,
        do: Callable[[Any], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, title, close)
        self.page, self.number = page, number
        self._do = do
        self.view = view
        self.winner: int | None = None
        self.swapped = False
        state: TournamentState = view.state
        self._moment = (state.round, state.play, state.stage)
        self.telling = self._is_told(state)
        self.body = BoxLayout()
        self.switch = VerbButton(look, " ", self._switch, size=SMALL)
        self.cheater = VerbButton(look, look.say("kd.hall.cheater"), self._swap, size=SMALL)
        self.head.add_widget(sized(look, self.switch, width=230), index=1)
        self.add_widget(self.body)
        self.people: dict[int, VerbButton] = {}
        self.columns: dict[int, deeds.Deeds] = {}
        self._build()

    # What is told already decides which way the panel opens.

    def _members(self, state: TournamentState) -> tuple[int, ...]:
        return Hall(state).members(self.number)

    def _is_told(self, state: TournamentState) -> bool:
        if state.stage == "under":
            return True
        told = any(state.players[player].card for player in self._members(state))
        return told or bool(Hall(state).circle(self.number).progress.asks)

    def show(self, view: View) -> None:
        self.view = view
        state: TournamentState = view.state
        gone = (state.round, state.play, state.stage) != self._moment
        ready = state.stage != "under" and self.number not in Hall(state).open_circles()
        if view.outcome is not None or gone or ready:
            assert self.close is not None
            self.close()
            return
        self._fill()

    def _switch(self) -> None:
        self.telling = not self.telling
        self.winner = None
        self._build()

    def _swap(self) -> None:
        self.swapped = not self.swapped
        self._fill()

    def _build(self) -> None:
        look = self.look
        state: TournamentState = self.view.state
        self.body.clear_widgets()
        self.people, self.columns = {}, {}
        under = state.stage == "under"
        self.switch.title.text = look.say("kd.hall.tell_result" if self.telling else "kd.hall.tell_cards")
        self.switch.enabled = not under
        self.switch.opacity = 0 if under else 1
        if self.telling:
            self._build_telling(state)
        else:
            self._build_placing(state)
        self._fill()

    def _build_placing(self, state: TournamentState) -> None:
        look = self.look
        for player in self._members(state):
            name = VerbButton(
                look, state.seats[player].name, partial(self._place, player), size=TITLE, detail=" "
            )
            self.people[player] = name
        self.nobody = VerbButton(look, look.say("kd.hall.nobody"), self._nobody, size=BODY)
        self.question = Text(look, "", BODY, bold=True, align="center")
        last = row(look, self.nobody)
        if state.stage != "groups":  # in a group a Cheater changes nothing (KD-33)
            last.add_widget(self.cheater)
        self.body.add_widget(
            column(
                look,
                sized(look, self.question, height=34),
                row(look, *self.people.values()),
                sized(look, last, height=TOUCH + 8),
            )
        )

    def _build_telling(self, state: TournamentState) -> None:
        look = self.look
        members = self._members(state)
        if state.stage == "under":
            members = tuple(player for player in members if player in state.winners)
        box = row(look)
        for player in members:
            colour = look.theme.seat(state.seats[player].colour, player)
            name = Text(look, state.seats[player].name, BODY, bold=True, colour=colour, align="center")
            self.columns[player] = deeds.Deeds(look, self._do)
            box.add_widget(column(look, sized(look, name, height=26), self.columns[player], gap=4))
        self.body.add_widget(box)

    def _fill(self) -> None:
        say = self.look.say
        state: TournamentState = self.view.state
        if self.telling:
            for player, column_ in self.columns.items():
                lies = state.players[player]
                offers = self.view.offers
                if not lies.face and state.stage != "under":  # first the die, then the card
                    offers = tuple(offer for offer in offers if isinstance(offer.action, a.Show))
                can = deeds.of_seat(offers, player, state.cards)
                column_.show(can, "" if can else lies.card, "" if lies.card else say("kd.screen.wait"))
            return
        second = self.winner is not None
        self.question.text = say("kd.hall.who_second" if second else "kd.hall.who_wins")
        self.nobody.title.text = say("kd.hall.no_second" if second else "kd.hall.nobody")
        for player, button in self.people.items():
            won = player == self.winner
            button.set_rank("first" if won else "plain")
            button.detail.text = say("kd.hall.winner") if won else " "
            button.detail.size_hint_y = 1 if won else 0.001
            button.title.valign = "bottom" if won else "middle"
        self.cheater.set_rank("first" if self.swapped else "plain")

    def _place(self, player: int) -> None:
        if self.winner is None:
            self.winner = player
            self._fill()
        elif self.winner == player:
            self.winner = None  # tapped by mistake
            self._fill()
        else:
            self._done(self.winner, player)

    def _nobody(self) -> None:
        self._done(-1 if self.winner is None else self.winner, -1)

    def _done(self, winner: int, second: int) -> None:
        assert self.close is not None
        self.close()
        self._do(a.Placed(self.number, winner, second, self.swapped and winner >= 0))
