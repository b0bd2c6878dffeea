"""The play screen of Dice Throne: beside the dice, how likely each ability is, and what damage is on its way."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.state import DiceThroneState, Wait
from companion.screens.desk import Desk
from companion.screens.dice_throne.bill import BillView, coming
from companion.screens.dice_throne.board_panel import BoardPanel, box_name, percent
from companion.screens.dice_throne.chances import Chances
from companion.screens.dice_throne.hero_panel import HeroPanel
from companion.screens.dice_throne.narrow_card import NarrowCard
from companion.screens.game_page import GamePage
from companion.screens.moment import Moment
from companion.screens.play import STRIP_HEIGHT, PlayScreen
from companion.screens.port import View
from companion.screens.widgets.offers import Choice
from companion.screens.widgets.surface import sized

WIDE = 3  # up to so many seats have a card with all its dials
FEW = 3  # tokens that can be spent now: so many have a button each


class DiceThroneScreen(PlayScreen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        self.bill = BillView(desk.look)
        self.chances = Chances(self._counted)
        self._laid: object = None
        super().__init__(desk, page, view)

    def show(self, view: View) -> None:
        self.chances.ask(view.state if _rolls_to_attack(view) else None)
        self.bill.show(view)
        super().show(view)

    def _make_cards(self) -> list[Any]:
        if len(self.view.seats) <= WIDE:
            return super()._make_cards()
        return [
            NarrowCard(self.look, self.page, self.view, seat, self.burst, partial(self.open_counters, seat))
            for seat in range(len(self.view.seats))
        ]

    def _counted(self) -> None:
        """The odds are there. A board that waits for them is opened anew."""
        waits = isinstance(self.panels.panel, BoardPanel)
        self.show(self.view)
        if waits:
            self.open_board()

    # The bill stands where room is: in place of a picture nobody needs, or of dice that are past.

    def _bill_place(self, dice: bool) -> str:
        if not coming(self.view.state) or self.view.outcome is not None:
            return ""
        now = Moment(self.view)
        if now.wanted is not None:
            return "strip" if now.past else ""
        if self.preview is not None:
            return "stage"
        return "side" if dice else "stage"

    def _arrange(self, dice: bool, held: bool) -> None:
        place = self._bill_place(dice)
        if (dice, held, place) == self._laid:
            return
        self._laid = (dice, held, place)
        self._arranged = None
        if self.bill.parent is not None:
            self.bill.parent.remove_widget(self.bill)
        super()._arrange(dice, held)
        tall = place == "stage" or (place == "strip" and self.preview is None)
        self.bill.columns = 1 if tall else 2
        self.bill.show(self.view)
        if tall:
            self.main.remove_widget(self.stage)
            self.bill.size_hint = (0.62, 1)
            self.main.add_widget(self.bill, len(self.main.children))
        elif place:
            if place == "strip":
                self.side.remove_widget(self.strip)
            self.bill.size_hint = (1, None)
            self.side.add_widget(sized(self.look, self.bill, height=STRIP_HEIGHT), len(self.side.children))

    def _room_for_offers(self) -> tuple[int, int]:
        rows, columns = super()._room_for_offers()
        place = self._bill_place(Moment(self.view).has_dice)
        return (2, columns) if place == "side" else (rows, columns)

    # What can be done.

    def _choices(self, now: Moment) -> list[Choice]:
        choices = self._spends_first(super()._choices(now), now)
        if self.chances.odds and now.view.outcome is None and not now.view.looked_back_at:
            choices.append(Choice("odds", self._odds_words(now.view), self.open_board))
        return choices

    def _spends_first(self, choices: list[Choice], now: Moment) -> list[Choice]:
        """In a window that is open for tokens, a few of them stand there themselves and not behind a button."""
        spends = [offer for offer in now.view.offers if isinstance(offer.action, a.Spend)]
        if not 1 < len(spends) <= FEW or _in_main_phase(now.view.state):
            return choices
        behind = self.look.say("offers.tokens")
        found: list[Choice] = []
        for choice in choices:
            if choice.key != behind:
                found.append(choice)
                continue
            for offer in spends:
                do = self._first_flush(partial(self.desk.table.do, offer.action))
                found.append(Choice(repr(offer.action), self.look.say(offer.label), do))
        return found

    def _odds_words(self, view: View) -> str:
        """The likeliest ability that the dice do not show yet."""
        ready = {box.ability for box in self.chances.odds if box.met}
        open_boxes = [box for box in self.chances.odds if box.ability not in ready]
        if not open_boxes:
            return self.look.say("dts.odds.all")
        best = max(open_boxes, key=lambda box: box.chance)
        return self.look.say("dts.odds", what=box_name(view, best), chance=percent(best.chance))

    # Panels.

    def open_board(self) -> None:
        def announce(action: a.Announce) -> None:
            self.panels.close()
            self.burst.flush()
            self.desk.table.do(action)

        panel = BoardPanel(self.look, self.view, self.chances.odds, announce, self.panels.close)
        self._open(panel, self.view.state.active)

    def open_counters(self, seat: int) -> None:
        self._open(HeroPanel(self.look, self.page, self.view, seat, self.burst, self.panels.close), seat)


def _rolls_to_attack(view: View) -> bool:
    state: DiceThroneState = view.state
    return view.outcome is None and state.phase == "offence" and _window(state) == "attempts"


def _in_main_phase(state: DiceThroneState) -> bool:
    return _window(state) in ("main1", "main2")


def _window(state: DiceThroneState) -> str:
    top = state.stack[-1] if state.stack else None
    return top.window if isinstance(top, Wait) else ""
