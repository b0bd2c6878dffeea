"""The play screen: seats, dice, what is waited for and what can be done. It serves any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.uix.widget import Widget

from companion.dice import DieReading, TableState
from companion.rules.core import Adjust, DiceWanted
from companion.rules.text import Line, line
from companion.screens.burst import Burst, signed
from companion.screens.desk import Desk, Screen
from companion.screens.die_panel import DiePanel
from companion.screens.game_page import GamePage
from companion.screens.history import HistoryPanel
from companion.screens.panels import CameraPanel, CountersPanel, GameOverPanel, OffersPanel
from companion.screens.port import View
from companion.screens.theme import CAPTION, GAP, TOUCH
from companion.screens.widgets.attempts import Attempts
from companion.screens.widgets.bottom_bar import BottomBar
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.dice_strip import DiceStrip
from companion.screens.widgets.held import Held
from companion.screens.widgets.offers import Choice, Offers
from companion.screens.widgets.panel import Panel, PanelLayer
from companion.screens.widgets.preview import Preview
from companion.screens.widgets.seat_card import SeatCard
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar

SEATS_HEIGHT = 118
STRIP_HEIGHT = 98
STRIP_BESIDE_HELD = 88


class PlayScreen(Screen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        super().__init__(desk)
        self.page, self.view = page, view
        look = self.look
        self.burst = Burst(self._adjust, self._tapped)
        self.attempts = Attempts(look)
        self.bar = TopBar(look, "", self.open_camera, "home", self._wish(desk.table.leave_game))
        self.bar.put_before_camera(self.attempts)
        self.cards = [self._seat_card(seat) for seat in range(len(view.seats))]
        self.strip = DiceStrip(look, 5 if view.simulated else 3, self.open_die)
        self.offers = Offers(look, self.open_offers)
        self.held = Held(look, self._wish(desk.table.use_held_dice))
        self.preview = Preview(look, self._pick_up) if view.simulated else None
        self.throw = VerbButton(look, " ", self._wish(desk.table.throw), icon="throw")
        self.reason = Text(look, "", CAPTION, colour=look.palette.quiet)
        self.bottom = BottomBar(look, self._undo, self._wish(desk.table.redo), self.open_history)
        self.panels = PanelLayer(look, on_change=desk.pictures)
        self._lay_out()
        self._over: Any = None
        self.show(view)

    def _seat_card(self, seat: int) -> SeatCard:
        count = len(self.view.seats)
        width = (self.look.px(800) - self.look.px(GAP) * (count + 1)) / count
        more = lambda: self._open(  # noqa: E731
            CountersPanel(self.look, self.page, self.view, seat, self.burst, self.panels.close)
        )
        return SeatCard(self.look, self.page, self.view, seat, self.burst, more, width)

    def _lay_out(self) -> None:
        look = self.look
        self.main = row(look)  # the stage, and beside it what can be done
        self.side = column(look)
        if self.preview is not None:
            self.stage = column(look, self.preview, sized(look, self.throw, height=TOUCH + 4))
            self.stage.size_hint_x = None
            self.main.bind(height=self._fit_stage)
        else:
            self.stage = column(look, self.strip, self.reason, gap=2)
        self._arranged: tuple[bool, bool] | None = None
        cards = sized(look, row(look, *self.cards), height=SEATS_HEIGHT)
        field = column(look, cards, self.main)
        self.add_widget(column(look, self.bar, field, self.bottom, padding=look.px(GAP)))
        self.add_widget(self.panels)
        # Panels lie over seats and dice; what is waited for, the camera and undo stay in sight.
        self.panels.cover(field)

    def _fit_stage(self, _: Widget, height: float) -> None:
        """The camera's picture has its own proportions, and no edges are wasted on it."""
        wide, high = self.view.frame_size
        self.stage.width = (height - self.throw.height - self.look.px(GAP)) * wide / high

    def _arrange(self, dice: bool, held: bool) -> None:
        """Room for what there is: no empty strip, no empty stage."""
        if (dice, held) == self._arranged:
            return
        self._arranged = (dice, held)
        self.side.clear_widgets()
        self.main.clear_widgets()
        if self.preview is not None or dice:
            self.main.add_widget(self.stage)
        if self.preview is not None and dice:
            height = STRIP_BESIDE_HELD if held else STRIP_HEIGHT
            self.side.add_widget(sized(self.look, self.strip, height=height))
        if held:
            self.side.add_widget(self.held)
        self.side.add_widget(self.offers)
        self.main.add_widget(self.side)

    # The newest view.

    def show(self, view: View) -> None:
        self.view = view
        look, waiting = self.look, view.waiting
        if view.outcome is not None:
            self.bar.title.text = look.say(view.outcome.reason)
        elif waiting is not None:
            self.bar.title.text = look.say(waiting.prompt)
        wanted = waiting.dice if waiting is not None else None
        self.attempts.show(wanted)
        self.bar.camera.show(view.sight)
        for card in self.cards:
            card.show(view)
        held = view.dice.held
        self._arrange(bool(view.dice.dice) or wanted is not None, held is not None)
        self.strip.show(view.dice.dice, wanted.count if wanted else 0, self._mark, view.dice.kept, self._lifted(), self._past())
        self.held.reason.text = look.say(held) if held is not None else ""
        self._show_throw(wanted)
        self.offers.show(self._choices(), *self._room_for_offers())
        self._show_reason(look.say(view.sight.reason) if view.sight.reason else "")
        self.bottom.show(view, self._tapped_line())
        self._show_end(view)
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def _room_for_offers(self) -> tuple[int, int]:
        """Rows and columns."""
        assert self._arranged is not None
        dice, held = self._arranged
        rows = 2 if self.preview is not None and dice else 3
        columns = 2 if self.preview is None and dice else 3
        return rows - 1 if held else rows, columns

    def _show_throw(self, wanted: DiceWanted | None) -> None:
        say, lifted = self.look.say, len(self._lifted())
        rolling = self.view.sight.state in (TableState.MOVING, TableState.HAND)
        self.throw.enabled = wanted is not None and not rolling
        if wanted is None:
            text = say("play.no_throw")
        elif wanted.attempt > 1 and not lifted:
            text = say("play.throw_again")
        else:
            text = say("play.throw", n=lifted or wanted.count)
        self.throw.title.text = text
        next_to_do = wanted is not None and (wanted.attempt == 1 or lifted > 0)
        self.throw.set_rank("first" if next_to_do and self.view.dice.held is None else "plain")

    def _show_reason(self, reason: str) -> None:
        if self.preview is not None:
            hint = reason or (self.look.say("play.touch_to_lift") if self._may_lift() else "")
            self.preview.show(self.view.sight.dice, self.view.frame_size, hint, self.look.say("camera.no_picture"))
        else:
            self.reason.text = reason
            sized(self.look, self.reason, height=22 if reason else 0)

    def _show_end(self, view: View) -> None:
        if view.outcome == self._over:
            return
        self._over = view.outcome
        if view.outcome is None:
            if isinstance(self.panels.panel, GameOverPanel):
                self.panels.close()  # the end was undone
            return
        home = self._wish(self.desk.table.leave_game)
        self._open(GameOverPanel(self.look, self.page, view, self._again, home, self.panels.close))

    def _mark(self, die: DieReading) -> Any:
        return self.page.mark(self.look, self.view, die.kind, die.face)

    def _may_lift(self) -> bool:
        waiting = self.view.waiting
        again = waiting is not None and waiting.dice is not None and waiting.dice.attempt > 1
        return again and self.view.sight.state is TableState.SETTLED

    def _lifted(self) -> frozenset[int]:
        """Dice of the roll that lie on the table no more, while they may be thrown again."""
        if self.preview is None or not self._may_lift():
            return frozenset()
        lying = {die.die for die in self.view.sight.dice}
        return frozenset(die.die for die in self.view.dice.dice if die.die not in lying)

    def _past(self) -> bool:
        """Whether the dice shown are of a roll that is over, while a new one is waited for."""
        waiting = self.view.waiting
        fresh = waiting is not None and waiting.dice is not None and waiting.dice.attempt == 1
        return fresh and self.view.dice.entry is not None

    # What can be done.

    def _choices(self) -> list[Choice]:
        view, say = self.view, self.look.say
        choices: list[Choice] = []
        waited = view.waiting.dice if view.waiting is not None else None
        thrown_next = waited is not None and (waited.attempt == 1 or bool(self._lifted()))
        taken = thrown_next or view.dice.held is not None  # then no button is the one thing to do next
        groups: dict[str, list[Choice]] = {}
        for offer in view.offers:
            do = self._wish(lambda action=offer.action: self.desk.table.do(action))
            choice = Choice(repr(offer.action), say(offer.label), do)
            group = self.page.group(offer.action)
            if group is None:
                first = not choices and not taken
                choices.append(replace(choice, rank="first") if first else choice)
            else:
                groups.setdefault(say(group), []).append(choice)
        for name, members in groups.items():
            if len(members) == 1:
                choices += members
            else:
                text = say("play.group", what=name, n=len(members))
                choices.append(Choice(name, text, self._opener(name, members)))
        if view.outcome is not None:
            choices.append(Choice("again", say("over.again"), self._again, rank="first"))
            choices.append(Choice("home", say("over.home"), self._wish(self.desk.table.leave_game)))
        return choices

    def _wish(self, do: Callable[[], None]) -> Callable[[], None]:
        """Whatever is done, a correction that was being tapped is done before it."""

        def flushed() -> None:
            self.burst.flush()
            do()

        return flushed

    def _undo(self) -> None:
        if self.burst.counter is not None:
            self.burst.drop()
        else:
            self.desk.table.undo()

    def _adjust(self, adjust: Adjust) -> None:
        self.desk.table.do(adjust)

    def _tapped(self) -> None:
        self.show(self.view)

    def _tapped_line(self) -> Line | None:
        counter = self.burst.counter
        if counter is None:
            return None
        who = self.view.seats[counter.seat].name
        return line("play.tapped", who=who, what=self.page.counter_word(counter), by=signed(self.burst.by))

    def _pick_up(self, die: int) -> None:
        self._wish(lambda: self.desk.table.pick_up(die))()

    def _again(self) -> None:
        self.burst.flush()
        self.desk.go("setup", self.page.name)
        self.desk.table.leave_game()

    # Panels.

    def _open(self, panel: Panel) -> None:
        self.panels.open(panel)
        panel.show(self.view)

    def open_die(self, die: DieReading | None) -> None:
        def pick_up(number: int) -> None:
            self.panels.close()
            self._pick_up(number)

        settle = lambda faces: self._wish(lambda: self.desk.table.set_dice(faces))()  # noqa: E731
        lift = pick_up if self._may_lift() and self.view.simulated else None
        self._open(DiePanel(self.look, self.page, self.view, die, settle, self.panels.close, lift))

    def open_history(self) -> None:
        self._open(HistoryPanel(self.look, self.panels.close))

    def open_offers(self) -> None:
        """All of them, when there are more than fit beside the dice."""
        self._opener(self.look.say("play.all_offers"), self._choices())()

    def _opener(self, title: str, choices: list[Choice]) -> Callable[[], None]:
        return lambda: self._open(OffersPanel(self.look, title, choices, self.panels.close))

    def open_camera(self) -> None:
        self._open(CameraPanel(self.look, self.panels.close))

    # Pictures.

    @property
    def wants_pictures(self) -> bool:
        return self.preview is not None or isinstance(self.panels.panel, CameraPanel)

    def picture(self, pixels: Any) -> None:
        if self.preview is not None:
            self.preview.picture(pixels)
        if isinstance(self.panels.panel, CameraPanel):
            self.panels.panel.picture(pixels)

    def leave(self) -> None:
        self.burst.flush()
