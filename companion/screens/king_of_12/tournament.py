"""The tournament on one screen: who sits where, who has won, how it stands, and who sits where next."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from companion.rules.king_of_12 import standings
from companion.rules.king_of_12.state import TournamentState
from companion.rules.king_of_12.tournament import CENTRE, Hall
from companion.screens.king_of_12.group_card import GroupCard, Member
from companion.screens.king_of_12.group_panel import GroupPanel
from companion.screens.king_of_12.standings_panel import StandingsPanel, StandingsTable
from companion.screens.moment import Moment
from companion.screens.play import PlayScreen
from companion.screens.port import View
from companion.screens.theme import BODY, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.offers import Choice
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text


class TournamentScreen(PlayScreen):
    """A card for each group and one for the centre; a tap on a card that plays tells its result."""

    def _make_cards(self) -> list[Any]:
        return []

    def _lay_out(self) -> None:
        look = self.look
        self._build_main()  # not shown: the groups' dice are told by touch
        self.groups: dict[int, GroupCard] = {}
        self._group_numbers: tuple[int, ...] = ()
        self.plan = GridLayout(cols=2, spacing=look.px(GAP))
        self.moved = Text(look, "", SMALL, colour=look.palette.warn)
        self.table = StandingsTable(look)
        self.whole = VerbButton(look, look.say("kd.hall.standings"), self.open_standings, size=BODY)
        side = column(look, self.table, sized(look, self.whole, height=TOUCH))
        self.left = column(look, self.plan, self.moved)
        self._frame(row(look, self.left, sized(look, side, width=250)))

    def show(self, view: View) -> None:
        super().show(view)
        state: TournamentState = view.state
        hall = Hall(state)
        numbers = (*range(len(state.groups)), *((CENTRE,) if state.stage == "centre" else ()))
        self._deal_cards(numbers)
        open_ = hall.open_circles()
        moved = {move.player for move in state.moves} if state.play == 1 else set()
        for number, card in self.groups.items():
            members = [_member(state, player, moved) for player in hall.members(number)]
            card.show(
                [self._dress_member(member) for member in members],
                self._state_of(state, number, open_),
                number in open_
                or (state.stage == "under" and any(m.player in state.winners for m in members)),
            )
        names = [state.seats[move.player].name for move in state.moves] if moved else []
        self.moved.text = self.look.say("kd.hall.moved", who=", ".join(names)) if names else ""
        sized(self.look, self.moved, height=40 if names else 0)
        self.table.show(standings.standings(state))

    def _deal_cards(self, numbers: tuple[int, ...]) -> None:
        if numbers == self._group_numbers:
            return
        self._group_numbers = numbers
        self.plan.clear_widgets()
        self.plan.cols = 1 if len(numbers) == 1 else 2 if len(numbers) <= 4 else 3
        self.groups = {
            number: GroupCard(self.look, self._name(number), partial(self.open_group, number))
            for number in numbers
        }
        for card in self.groups.values():
            self.plan.add_widget(card)

    def _name(self, number: int) -> str:
        if number == CENTRE:
            return self.look.say("kd.the_centre")
        state: TournamentState = self.view.state
        return (
            self.look.say("kd.hall.final")
            if state.stage == "final"
            else self.look.say("kd.group", n=number + 1)
        )

    def _dress_member(self, member: Member) -> Member:
        seat = self.view.seats[member.player]
        return member.in_colour(self.look.theme.seat(seat.colour, member.player))

    def _state_of(self, state: TournamentState, number: int, open_: list[int]) -> str:
        say = self.look.say
        if state.outcome is not None:
            return ""
        if number in open_:
            return say("kd.hall.playing")
        if state.stage == "under":
            return ""
        return say("kd.hall.ready")

    def _choices(self, now: Moment) -> list[Choice]:
        """Beside the groups there is nothing to tap until the tournament is over."""
        return super()._choices(now) if now.view.outcome is not None else []

    # Panels.

    def open_group(self, number: int) -> None:
        self._open(
            GroupPanel(
                self.look, self.page, self.view, number, self._name(number), self._do, self.panels.close
            )
        )

    def open_standings(self) -> None:
        self._open(StandingsPanel(self.look, self._export, self.panels.close))

    def _export(self) -> None:
        say = self.look.say
        state: TournamentState = self.view.state
        headings = [say(f"kd.heading.{name}") for name in standings.COLUMNS]
        number = self.view.game_id if self.view.game_id is not None else 0
        self.desk.table.save_text(f"tournament-{number}.csv", standings.csv_text(state, headings))

    def _do(self, action: Any) -> None:
        self.burst.flush()
        self.desk.table.do(action)


def _member(state: TournamentState, player: int, moved: set[int]) -> Member:
    lies = state.players[player]
    places = [ready for ready in state.placed if ready is not None]
    return Member(
        player,
        state.seats[player].name,
        lies.points,
        len(lies.under),
        winner=any(winner == player for winner, _ in places),
        second=any(second == player for _, second in places),
        moved=player in moved,
        asked=player in state.winners and state.stage == "under",
    )
