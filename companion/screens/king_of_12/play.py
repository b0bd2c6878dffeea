"""The play screen of King of 12 for two to four: each seat is a column of its die, its card and what it can do."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.rules.core import Adjust
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.state import KingOf12State
from companion.screens.desk import Desk
from companion.screens.game_page import GamePage
from companion.screens.king_of_12 import deeds, lying
from companion.screens.king_of_12.dice_panels import FacePanel, HeldPanel
from companion.screens.king_of_12.plate import HEIGHT, Plate
from companion.screens.moment import Moment
from companion.screens.play import PlayScreen
from companion.screens.port import View
from companion.screens.theme import CAPTION, SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.offers import Choice
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text


class KingOf12Screen(PlayScreen):
    """Where the dice are the thing, the camera's picture and the dice as read; else a column for each seat."""

    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        look = desk.look
        self.columns = [deeds.Deeds(look, self._do) for _ in view.seats]
        self.count = Text(look, "", CAPTION, align="center", colour=look.palette.quiet)
        self.lay = VerbButton(look, look.say("kd.screen.lay"), None, icon="throw", size=SMALL)
        self.alarm = VerbButton(look, " ", self.open_held, icon="doubtful", size=SMALL, align="left")
        super().__init__(desk, page, view)

    def _make_cards(self) -> list[Any]:
        self.plates = [
            Plate(
                self.look,
                seat.name,
                self.look.theme.seat(seat.colour, number),
                partial(self.open_counters, number),
                partial(self.open_seat_die, number),
            )
            for number, seat in enumerate(self.view.seats)
        ]
        return []  # the plates are shown below, with what lies before each

    def _lay_out(self) -> None:
        look = self.look
        self._build_main()
        self.bar.put_before_camera(sized(look, self.count, width=84))
        self.bar.put_before_camera(sized(look, self.lay, width=0))
        self.lay.on_tap = self.throw.on_tap
        self.hands = row(look, *self.columns)
        self.lower = BoxLayout()
        plates = sized(look, row(look, *self.plates), height=HEIGHT)
        self._frame(column(look, plates, self.lower))

    def _do(self, action: Any) -> None:
        self.burst.flush()
        self.desk.table.do(action)

    # The newest view.

    def show(self, view: View) -> None:
        super().show(view)
        state: KingOf12State = view.state
        asked = view.waiting.seats if view.waiting is not None else ()
        self.count.text = self._count(view)
        for seat, (plate, column_) in enumerate(zip(self.plates, self.columns, strict=True)):
            plate.show(state.players[seat], lying.lying(state, seat), seat in asked)
            self._show_deeds(view, seat, column_)
        self._put_below(self._dice_are_the_thing(view))
        self._show_hand(view, state)
        self._show_alarm(view)

    def _count(self, view: View) -> str:
        """Which play it is; between two rounds there is none."""
        state: KingOf12State = view.state
        if view.outcome is not None:
            return ""
        if state.stage == "under":
            return self.look.say("kd.screen.round", round=state.round)
        return self.look.say("kd.screen.count", round=state.round, play=state.play)

    def _show_deeds(self, view: View, seat: int, column_: deeds.Deeds) -> None:
        state: KingOf12State = view.state
        if view.outcome is not None:
            column_.show([])
            return
        can = deeds.of_seat(view.offers, seat, state.cards)
        shown = lying.lying(state, seat)
        note = "" if shown.card else self.look.say("kd.screen.wait")
        column_.show(can, "" if can else shown.card, note)

    def _dice_are_the_thing(self, view: View) -> bool:
        """Whether the camera's picture, or the dice that it could not use, stand below the seats."""
        state: KingOf12State = view.state
        about_dice = state.stage == "roll" or state.progress.asks in ("turn", "reroll")
        return view.outcome is not None or (about_dice and (view.simulated or view.dice.held is not None))

    def _put_below(self, dice: bool) -> None:
        wanted = self.main if dice else self.hands
        if self.lower.children != [wanted]:
            self.lower.clear_widgets()
            self.lower.add_widget(wanted)

    def _show_hand(self, view: View, state: KingOf12State) -> None:
        """Simulated table: what the players' hands would do with the dice now."""
        work = view.simulated and lying.hand_has_work(state) and view.outcome is None
        below = self._dice_are_the_thing(view)
        if below and work and state.stage == "roll":
            missing = sum(not player.face for player in state.players)
            self.throw.title.text = self.look.say("play.throw", n=missing)
        elif below and work:
            self.throw.title.text = self.look.say("kd.screen.lay")
            self.throw.enabled = True
            self.throw.set_rank("first" if view.dice.held is None else "plain")
        sized(self.look, self.lay, width=150 if work and not below else 0)
        self.lay.opacity = 1 if work and not below else 0
        self.lay.enabled = work and not below

    def _show_alarm(self, view: View) -> None:
        """Dice that are not as they should be, while cards are told: in the place of the log."""
        held = view.dice.held if not self._dice_are_the_thing(view) else None
        if held is not None and held.id == "kd.roll.nothing":
            held = None  # somebody pushed a die, and it still shows what it should
        self.alarm.title.text = self.look.say(held) if held is not None else " "
        self.alarm.edge = self.look.palette.warn
        self.alarm.edge_width = self.look.px(2)
        self.bottom.put_in_place_of_log(self.alarm if held is not None else None)

    # What can be done beside the dice.

    def _choices(self, now: Moment) -> list[Choice]:
        """Faces by touch stand behind one button for each seat; there are twelve of them."""
        view = now.view
        choices = super()._choices(now)
        if view.simulated and view.outcome is None and lying.hand_has_work(view.state):
            # The button that moves the dice stands out already.
            choices = [replace(choice, rank="plain") for choice in choices]
        told = {repr(offer.action) for offer in view.offers if isinstance(offer.action, a.Show)}
        if len(told) <= 5 or view.outcome is not None:
            return choices
        seats = dict.fromkeys(o.action.seat for o in view.offers if isinstance(o.action, a.Show))
        by_touch = [
            Choice(
                f"face-{seat}",
                self.look.say("kd.screen.by_touch", who=view.seats[seat].name),
                partial(self.open_seat_die, seat),
            )
            for seat in seats
        ]
        return [choice for choice in choices if choice.key not in told] + by_touch

    def open_seat_die(self, seat: int) -> None:
        """Tell or correct the die before a seat: by its picture, if the camera read it."""
        view = self.view
        player = view.state.players[seat]
        read = next((die for die in view.dice.dice if die.die == player.track), None)
        if read is not None and view.dice.entry is not None and read.face == str(player.face):
            self.open_die(read)
        else:
            self._open(FacePanel(self.look, self.page, view, seat, self._tell, self.panels.close), seat)

    def _tell(self, seat: int, face: int) -> None:
        told = a.Show(seat, face)
        player = self.view.state.players[seat]
        if any(offer.action == told for offer in self.view.offers):
            self._do(told)
        elif player.face and player.face != face:
            self._do(Adjust(seat, "face", face - player.face))

    def open_held(self) -> None:
        use = self._first_flush(self.desk.table.use_held_dice)
        self._open(HeldPanel(self.look, self._mark, self.open_die, use, self.panels.close))
