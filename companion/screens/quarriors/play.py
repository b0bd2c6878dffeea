"""The play screen of Quarriors: the seats with glory and dice, and below them what the moment is about."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.quarriors import actions as a
from companion.rules.quarriors.board import board
from companion.rules.quarriors.state import QuarriorsState
from companion.screens.desk import Desk
from companion.screens.game_page import GamePage
from companion.screens.port import View
from companion.screens.quarriors.deeds import QuarriorsDeeds
from companion.screens.quarriors.plate import HEIGHT, Plate
from companion.screens.quarriors.stages import (
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


class QuarriorsScreen(QuarriorsDeeds):
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
