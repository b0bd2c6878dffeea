"""What can be done on the play screen of Quarriors: its buttons, grouped, and the panels behind them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.rules.quarriors import actions as a
from companion.rules.quarriors.board import Board, Deed
from companion.rules.quarriors.content import class_of, library
from companion.rules.text import Line, line
from companion.screens.desk import Desk
from companion.screens.game_page import GamePage
from companion.screens.moment import Moment
from companion.screens.play import PlayScreen
from companion.screens.port import View
from companion.screens.quarriors import words
from companion.screens.quarriors.card_panels import CardPanel, CardsPanel
from companion.screens.quarriors.collection_panel import CollectionPanel, places
from companion.screens.quarriors.dealing import shuffled
from companion.screens.quarriors.stages import CHOICES_FIT
from companion.screens.widgets.die import Mark
from companion.screens.widgets.offers import Choice


class QuarriorsDeeds(PlayScreen):
    """`play.py` lays it out, and says which tab is shown."""

    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        self.chance = random.Random()
        self._board: Board
        super().__init__(desk, page, view)

    def choose_tab(self, name: str) -> None:
        raise NotImplementedError

    @property
    def board(self) -> Board:
        return self._board

    @property
    def window(self) -> str:
        return "over" if self.view.outcome is not None else words.window(self.view.state)

    def _asked(self, view: View) -> tuple[int, ...]:
        return view.waiting.seats if view.waiting is not None else ()

    # What can be done.

    def _do(self, action: Any) -> None:
        self.burst.flush()
        self.panels.close()
        self.desk.table.do(action)

    def _best(self) -> Any:
        return self.view.offers[0].action if self.view.offers and self.view.dice.held is None else None

    def _shows(self) -> list[a.Show]:
        return [offer.action for offer in self.view.offers if isinstance(offer.action, a.Show)]

    def _choices(self, now: Moment) -> list[Choice]:
        """As on every screen; but reactions of a rival stand behind one button, and so do faces by touch."""
        choices = super()._choices(now)
        view, say = now.view, self.look.say
        if view.outcome is not None:
            return choices
        if self.window == "roll":
            told = {repr(action) for action in self._shows()}
            by_touch = Choice("tell", say("qr.screen.by_touch"), partial(self.choose_tab, "now"))
            return [c for c in choices if c.key not in told] + ([by_touch] if told else [])
        if self.window == "deal":
            return [Choice("deal", say("qr.label.deal"), self._deal, "first"), *map(_plain, choices)]
        if self.window == "odd":  # to roll again is always in sight
            again = [choice for choice in choices if choice.key == repr(a.Settle("again"))]
            others = [choice for choice in choices if choice not in again]
            return [*others[: CHOICES_FIT - 1], *again, *others[CHOICES_FIT - 1 :]]
        return self._grouped(view, choices)

    def _grouped(self, view: View, choices: list[Choice]) -> list[Choice]:
        """One button for a spell with several targets, and one for all reactions of a rival who is not asked."""
        groups: dict[str, list[Choice]] = {}
        words_: dict[str, Line] = {}
        for offer in view.offers:
            key = self.group_of(offer.action)
            if not key:
                continue
            groups.setdefault(key, []).append(next(c for c in choices if c.key == repr(offer.action)))
            who, n = view.seats[offer.action.seat].name, len(groups[key])
            spell = library().card_line(view.state.cards[view.state.kinds[offer.action.die]])
            one = line("qr.screen.cast_one", who=who, spell=spell, n=n)
            words_[key] = one if " " in key else line("qr.screen.reacts", who=who, n=n)
        for key, members in groups.items():
            if len(members) > 1:
                at = choices.index(members[0])
                title = self.look.say(words_[key])
                group = Choice(key, title, partial(self._open_choices, title, members))
                choices = [c for c in (*choices[:at], group, *choices[at:]) if c not in members]
        return choices

    def group_of(self, action: Any) -> str:
        """Of spells and changes: those of one die, or all of a rival who is not asked now. "" for all else."""
        if not isinstance(action, a.Cast | a.Change):
            return ""
        rival = action.seat != self.view.state.active and action.seat not in self._asked(self.view)
        return f"seat-{action.seat}" if rival else f"seat-{action.seat} die-{action.die}"

    def choices(self) -> list[Choice]:
        """Every button there can be now."""
        return self._choices(Moment(self.view))

    def _deal(self) -> None:
        """The shuffle is made here; the rules hear its result (QR-2)."""
        self._do(a.Deal(shuffled(self.chance)))

    def _choose(self, title: str, deeds: Sequence[Deed]) -> None:
        choices = [
            Choice(repr(deed.action), self.look.say(deed.label), partial(self._do, deed.action))
            for deed in deeds
        ]
        self._open_choices(title, choices)

    # Words and marks.

    def _name(self, class_: str) -> str:
        return self.look.say(library().card_line(self.view.state.cards[class_]))

    def _mark_of(self, kind: str, face: str) -> Mark:
        return self.page.mark(self.look, self.view, kind, face)

    # Panels.

    def open_collection(self, seat: int) -> None:
        panel = CollectionPanel(
            self.look,
            self.view,
            seat,
            partial(self._open_places, seat),
            partial(self.open_counters, seat),
            self.panels.close,
        )
        self._open(panel, seat)

    def _open_places(self, seat: int, class_: str, of: str) -> None:
        title = self.look.say("qr.screen.where", die=library().card_line(self.view.state.cards[class_]))
        choices = [
            Choice(repr(put), self.look.sentence(where), partial(self._do, put))
            for put, where in places(self.view.state, seat, class_, of)
        ]
        self._open_choices(title, choices)

    def open_cards(self) -> None:
        self._open(CardsPanel(self.look, self.board.wilds, self.open_card, self.panels.close))

    def open_card(self, class_: str) -> None:
        card = next((card for card in self.board.wilds if class_of(card.kind) == class_), None)
        if card is not None:
            self._open(CardPanel(self.look, card, self._mark_of, self.panels.close))


def _plain(choice: Choice) -> Choice:
    return Choice(choice.key, choice.text, choice.do)
