"""The play screen of Quarriors: the seats with glory and dice, and below them what the moment is about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.quarriors import actions as a
from companion.rules.quarriors.board import Board, Deed, board
from companion.rules.quarriors.content import class_of, library
from companion.rules.quarriors.state import QuarriorsState
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
from companion.screens.quarriors.plate import HEIGHT, Plate
from companion.screens.quarriors.stages import (
    CHOICES_FIT,
    ChoiceStage,
    Hands,
    PoolStage,
    ReadyStage,
    WildsStage,
)
from companion.screens.quarriors.tabs import Tabs
from companion.screens.quarriors.tell_stage import TellStage
from companion.screens.theme import CAPTION, GAP, HEADLINE, SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.die import Mark
from companion.screens.widgets.icons import Icon
from companion.screens.widgets.offers import Choice, Offers
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text

SIDE = 156  # units: what can be done besides the dice that are shown
SIDE_ROWS = 3
DICE_BESIDE = 344
DICE_IN_ROW = 6
STRIP_ROW, MORE_ROWS = 96, 60
POOL = ("immediate", "summon")
READY = ("start", "react", "defend")


class QuarriorsScreen(PlayScreen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        look = desk.look
        self.pot = Text(look, "", HEADLINE, bold=True)
        self.pot_about = Text(look, "", CAPTION, colour=look.palette.quiet)
        self.tabs = Tabs(look, self.choose_tab)
        hands = Hands(self._do, self._choose, self.open_card, self._mark_of)
        self.hands = hands
        self.pool = PoolStage(look)
        self.ready = ReadyStage(look)
        self.wilds = WildsStage(look)
        self.answers = ChoiceStage(look)
        self.tell = TellStage(look, self._do, self._mark_of)
        self.deeds = Offers(look, self.open_offers)
        self.go_on = VerbButton(look, " ", None, size=SMALL)
        self.chance = random.Random()
        self._chosen_tab = ""
        self._moment: object = None
        self._state: QuarriorsState | None = None
        super().__init__(desk, page, view)

    def _make_cards(self) -> list[Any]:
        theme = self.look.theme
        self.plates = [
            Plate(self.look, seat.name, theme.seat(seat.colour, n), partial(self.open_collection, n))
            for n, seat in enumerate(self.view.seats)
        ]
        return []  # the plates are shown below, with what is counted

    def _lay_out(self) -> None:
        look = self.look
        self._build_main()
        icon = sized(look, Icon("qr_quiddity", look.palette.accent), width=20)
        counted = row(
            look, icon, column(look, self.pot, sized(look, self.pot_about, height=16), gap=0), gap=5
        )
        self.bar.put_before_camera(sized(look, counted, width=92))
        self.side_column = sized(
            look, column(look, self.deeds, sized(look, self.go_on, height=62)), width=SIDE
        )
        self.lower = BoxLayout(spacing=look.px(8))
        plates = sized(look, row(look, *self.plates), height=HEIGHT)
        self._frame(column(look, plates, row(look, self.tabs, self.lower)))

    def _build_main(self) -> None:
        super()._build_main()
        if self.preview is not None:
            self.main.bind(width=lambda *_: self._fit_stage(self.main, self.main.height))

    def _fit_stage(self, widget: Widget, height: float) -> None:
        """The camera's picture leaves room for six dice beside it."""
        super()._fit_stage(widget, height)
        self.stage.width = min(self.stage.width, self.main.width - self.look.px(DICE_BESIDE))

    def _fit_strip(self, view: View) -> None:
        """No more than six dice in a row: every die has room for a finger."""
        if self.preview is None:
            return
        wanted = view.waiting.dice.count if view.waiting is not None and view.waiting.dice is not None else 0
        rows = max(1, -(-max(len(view.dice.dice), wanted) // DICE_IN_ROW))
        self.strip.in_rows(rows)
        sized(self.look, self.strip, height=STRIP_ROW if rows == 1 else rows * (MORE_ROWS + GAP) - GAP)

    # The newest view.

    @property
    def board(self) -> Board:
        return self._board

    def show(self, view: View) -> None:
        if view.state is not self._state:
            self._state = view.state
            self._board = board(view.state)
        super().show(view)
        self._fit_strip(view)
        self._show_seats(view)
        moment = (view.state.turn, self.window, self._asked(view), view.dice.held is not None)
        if moment != self._moment:
            self._moment, self._chosen_tab = moment, ""
        self._show_tab()

    @property
    def window(self) -> str:
        return "over" if self.view.outcome is not None else words.window(self.view.state)

    @property
    def tab(self) -> str:
        """What is shown: as the player chose, else what the moment is about."""
        if self._chosen_tab:
            return self._chosen_tab
        view = self.view
        if self.window == "over":
            return "ready"
        return "roll" if self.window == "roll" and (view.simulated or self._half_read(view)) else "now"

    def _half_read(self, view: View) -> bool:
        """Whether held dice need only a word: some of them were read. Dice that nobody taught are told by touch."""
        wanted = view.waiting.dice if view.waiting is not None else None
        if view.dice.held is None or wanted is None:
            return False
        return any(die.kind in wanted.names and not die.doubtful for die in view.dice.dice)

    def choose_tab(self, name: str) -> None:
        self._chosen_tab = name
        self._show_tab()

    def _asked(self, view: View) -> tuple[int, ...]:
        return view.waiting.seats if view.waiting is not None else ()

    def _show_seats(self, view: View) -> None:
        state: QuarriorsState = view.state
        asked = self._asked(view)
        reacting = {offer.action.seat for offer in view.offers if isinstance(offer.action, a.Cast)} - {
            state.active
        }
        for seat, plate in enumerate(self.plates):
            plate.show(self.board.collections[seat], state.target, seat in asked, seat in reacting)
        self.pot.text = str(self.board.quiddity)
        coming, captures = self.board.coming, self.board.captures
        say = self.look.say
        self.pot_about.text = (
            say("qr.screen.coming", n=coming) if coming else say("qr.screen.captures", n=captures)
        )

    def _show_tab(self) -> None:
        tab, window = self.tab, self.window
        self.tabs.show(tab, "roll" if self.view.dice.held is not None else "")
        if tab == "roll":
            self._put(self.main)
        elif tab == "wilds" or (tab == "now" and window == "capture"):
            self._show_wilds()
        elif tab == "now" and window in POOL:
            self.pool.show(self.board, self._best(), self.hands)
            self._put(self.pool, self._beside((a.Use, a.Ready, a.Summon)))
        elif tab == "now" and window == "roll" and self._shows():
            self.tell.show(self.view.state, self._shows(), self._name)
            self._put(self.tell)
        elif tab == "ready" or window in READY:
            self._show_ready()
        else:
            self.answers.show(self.choices())
            self._put(self.answers)

    def _put(self, *widgets: Widget) -> None:
        if self.lower.children[::-1] != list(widgets):
            self.lower.clear_widgets()
            for widget in widgets:
                self.lower.add_widget(widget)

    def _show_ready(self) -> None:
        view, count = self.view, len(self.view.seats)
        first = self._asked(view)[0] if self._asked(view) else view.state.active
        order = [(first + step) % count for step in range(count)]
        seats = [(n, view.seats[n].name, self.look.theme.seat(view.seats[n].colour, n)) for n in order]
        self.ready.show(self.board, seats, view.state.kinds, self._best(), self.hands)
        self._put(self.ready, self._beside((a.Defend,) if self.window == "defend" else ()))

    def _show_wilds(self) -> None:
        """The cards fill four rows but for three places: to go on, whatever else, and what the cards do."""
        capturing = self.window == "capture"
        others = [c for c in self.choices() if not c.key.startswith("Capture(")]
        if len(others) > 2:
            rest = self.look.say("play.more", n=len(others) - 1)
            passing = [c for c in others if c.key == repr(a.Pass())]
            others = [*(passing or others[:1]), Choice("more", rest, self.open_offers)]
        about = Choice("cards", self.look.say("qr.screen.cards"), self.open_cards)
        self.wilds.show(
            self.board, capturing, self._best(), [*(others if capturing else ()), about], self.hands
        )
        self._put(self.wilds)

    def _beside(self, on_tiles: tuple[type, ...]) -> Widget:
        """What can be done that no tile does; to go on stands below it."""
        going = repr(a.Pass())
        on_tile = {repr(o.action) for o in self.view.offers if isinstance(o.action, on_tiles)}
        choices = [c for c in self.choices() if c.key not in on_tile]
        passing = next((choice for choice in choices if choice.key == going), None)
        self.deeds.show([choice for choice in choices if choice.key != going], SIDE_ROWS, 1)
        self.go_on.enabled = passing is not None
        self.go_on.title.text = passing.text if passing is not None else " "
        self.go_on.on_tap = passing.do if passing is not None else None
        self.go_on.opacity = 1 if passing is not None else 0
        self.go_on.set_rank(passing.rank if passing is not None else "plain")
        return self.side_column

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
        self._open(
            CollectionPanel(
                self.look,
                self.view,
                seat,
                partial(self._open_places, seat),
                partial(self.open_counters, seat),
                self.panels.close,
            )
        )

    def _open_places(self, seat: int, class_: str, of: str) -> None:
        title = self.look.say("qr.screen.where", die=library().card_line(self.view.state.cards[class_]))
        choices = [
            Choice(repr(put), self.look.say(where), partial(self._do, put))
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
