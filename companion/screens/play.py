"""The play screen: seats, dice, what is waited for and what can be done. It serves any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.dice import DieReading, TableState
from companion.rules.core import Outcome
from companion.rules.text import Line, line
from companion.screens.burst import Burst, signed
from companion.screens.desk import Desk, Screen
from companion.screens.die_panel import DicePanel, DiePanel
from companion.screens.facing import Facing
from companion.screens.game_page import GamePage
from companion.screens.help_panel import HelpPanel
from companion.screens.history import HistoryPanel
from companion.screens.moment import Moment
from companion.screens.panels import CameraPanel, CountersPanel, GameOverPanel, OffersPanel
from companion.screens.port import Happening, ToldDie, View
from companion.screens.report_panel import ReportPanel
from companion.screens.theme import GAP, SMALL, TOUCH
from companion.screens.widgets.attempts import Attempts
from companion.screens.widgets.bottom_bar import BottomBar
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.dice_strip import DiceStrip
from companion.screens.widgets.die import Mark
from companion.screens.widgets.held import Held
from companion.screens.widgets.offers import Choice, Offers
from companion.screens.widgets.panel import Panel, PanelLayer
from companion.screens.widgets.preview import Preview
from companion.screens.widgets.seat_card import SeatCard
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar

# Units.
SEATS_HEIGHT = 118
STRIP_HEIGHT = 98
STRIP_BESIDE_HELD = 88


class PlayScreen(Screen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        super().__init__(desk)
        self.page, self.view = page, view
        look, table = self.look, desk.table
        self.burst = Burst(table.do, self._tapped)
        self.attempts = Attempts(look)
        self.bar = TopBar(look, "", self.open_camera, "home", self._first_flush(table.leave_game))
        self.bar.put_before_camera(self.attempts)
        self.cards = self._make_cards()
        self.strip = DiceStrip(look, 1 if view.simulated else 2, self.open_die)
        self.offers = Offers(look, self.open_offers)
        self.held = Held(look, self._first_flush(table.use_held_dice))
        self.preview = Preview(look, self._pick_up) if view.simulated else None
        self.throw = VerbButton(look, " ", self._first_flush(table.throw), icon="throw")
        self.reason = Text(look, "", SMALL, colour=look.palette.warn)
        redo = self._first_flush(table.redo)
        self.bottom = BottomBar(look, self._undo, redo, self.open_history, self.open_help)
        facing = Facing(desk.choices.facing, lambda ways: self.desk.choose("facing", ways))
        self.panels = PanelLayer(look, on_change=desk.pictures, facing=facing)
        self._lay_out()
        self._over: Outcome | None = None
        self._report_asked = False
        self.show(view)

    def _make_cards(self) -> list[Any]:
        """What stands above the dice; each of them shows every view."""
        return [self._seat_card(seat) for seat in range(len(self.view.seats))]

    def _seat_card(self, seat: int) -> SeatCard:
        count = len(self.view.seats)
        width = (self.look.px(800) - self.look.px(GAP) * (count + 1)) / count
        more = partial(self.open_counters, seat)
        return SeatCard(self.look, self.page, self.view, seat, self.burst, more, width)

    def _lay_out(self) -> None:
        self._build_main()
        cards = sized(self.look, row(self.look, *self.cards), height=SEATS_HEIGHT)
        self._frame(column(self.look, cards, self.main))

    def _build_main(self) -> None:
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

    def _frame(self, field: Widget) -> None:
        """Put this between the bars."""
        look = self.look
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
        now, say = Moment(view), self.look.say
        self.bar.title.text = self.look.sentence(now.prompt) if now.prompt is not None else ""
        self.bar.camera.show(view.sight)
        self.attempts.show(now.wanted)
        for card in self.cards:
            card.show(view)
        held = view.dice.held
        self._arrange(now.has_dice, held is not None)
        wanted = now.wanted.count if now.wanted is not None else 0
        self.strip.show(view.dice.dice, wanted, self._mark, view.dice.kept, now.lifted, now.past)
        self.held.reason.text = say(held) if held is not None else ""
        self.throw.title.text = say(now.throw_words)
        self.throw.enabled = now.may_throw
        self.throw.set_rank("first" if now.throw_is_next and held is None else "plain")
        waits = "" if view.looked_back_at else self.bar.title.text
        self.offers.show(self._choices(now), *self._room_for_offers(), waits=waits)
        self._show_reason(now)
        self.bottom.show(view, self._tapped_line())
        self._show_end(view)
        self._show_report(view)
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def _room_for_offers(self) -> tuple[int, int]:
        """Rows and columns."""
        assert self._arranged is not None
        dice, held = self._arranged
        rows = 2 if self.preview is not None and dice else 3
        columns = 2 if self.preview is None and dice else 3
        return rows - 1 if held else rows, columns

    def _show_reason(self, now: Moment) -> None:
        """Why the camera waits."""
        say, sight = self.look.say, now.view.sight
        told = (
            now.view.dice.held is not None and sight.state is TableState.DOUBTFUL
        )  # in the held roll's words
        reason = say(sight.reason) if sight.reason and not told else ""
        if self.preview is not None:
            hint = reason or (say("play.touch_to_lift") if now.may_lift else "")
            self.preview.show(sight.dice, now.view.frame_size, hint, say("camera.no_picture"))
        else:
            self.reason.text = reason
            sized(self.look, self.reason, height=22 if reason else 0)

    def _show_end(self, view: View) -> None:
        if view.outcome == self._over:
            return
        self._over = view.outcome
        if view.outcome is not None:
            home = self._first_flush(self.desk.table.leave_game)
            charts = self.open_report if view.report is not None else None
            self._open(
                GameOverPanel(self.look, self.page, view, self._again, home, self.panels.close, charts)
            )
        elif isinstance(self.panels.panel, GameOverPanel):
            self.panels.close()  # the end was undone

    def _mark(self, die: DieReading) -> Mark:
        return self.page.mark(self.look, self.view, die.kind, die.face)

    # What can be done.

    def _choices(self, now: Moment) -> list[Choice]:
        """A button for each offer, but one for all cards and the like; the likeliest stands out."""
        say, view = self.look.say, now.view
        if view.outcome is not None:
            home = self._first_flush(self.desk.table.leave_game)
            ends = [
                Choice("again", say("over.again"), self._again, "first"),
                Choice("home", say("over.home"), home),
            ]
            if view.report is not None:
                ends.insert(1, Choice("report", say("report.title"), self.open_report))
            return ends
        choices: list[Choice] = []
        groups: dict[str, list[Choice]] = {}
        for offer in view.offers:
            do = self._first_flush(partial(self.desk.table.do, offer.action))
            choice = Choice(repr(offer.action), self.look.sentence(offer.label), do)
            group = self.page.group(offer.action)
            (choices if group is None else groups.setdefault(say(group), [])).append(choice)
        if choices and not now.throw_is_next and view.dice.held is None and not view.looked_back_at:
            choices[0] = replace(choices[0], rank="first")
        for name, members in groups.items():
            if len(members) == 1:
                choices += members
            else:
                text = say("play.group", what=name, n=len(members))
                choices.append(Choice(name, text, partial(self._open_choices, name, members)))
        return choices

    def _first_flush(self, do: Callable[[], None]) -> Callable[[], None]:
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

    def _tapped(self) -> None:
        self.show(self.view)

    def _tapped_line(self) -> Line | None:
        counter = self.burst.counter
        if counter is None:
            return None
        who = self.view.seats[counter.seat].name
        return line("play.tapped", who=who, what=self.page.counter_word(counter), by=signed(self.burst.by))

    def _pick_up(self, die: int) -> None:
        self.burst.flush()
        self.panels.close()
        self.desk.table.pick_up(die)

    def _set_dice(self, faces: Sequence[ToldDie]) -> None:
        self.burst.flush()
        self.desk.table.set_dice(faces)

    def _again(self) -> None:
        self.burst.flush()
        self.desk.go("setup", self.page.name)
        self.desk.table.leave_game()

    # Panels.

    def _open(self, panel: Panel, seat: int | None = None) -> None:
        """A panel for one seat is turned towards it."""
        self.panels.open(panel, self.view.seats[seat].name if seat is not None else "")
        panel.show(self.view)

    def _acting(self) -> int | None:
        """Whose move it is, where it is one seat's alone."""
        waiting = self.view.waiting
        return waiting.seats[0] if waiting is not None and len(waiting.seats) == 1 else None

    def open_die(self, die: DieReading | None) -> None:
        lift = self._pick_up if Moment(self.view).may_lift else None
        panel = DiePanel(self.look, self.page, self.view, die, self._set_dice, self.panels.close, lift)
        self._open(panel, self._acting())

    def open_dice(self) -> None:
        """All dice of an older roll; a tap on one says what it really showed."""
        self._open(DicePanel(self.look, self.view, self._mark, self.open_die, self.panels.close))

    def open_counters(self, seat: int) -> None:
        self._open(CountersPanel(self.look, self.page, self.view, seat, self.burst, self.panels.close), seat)

    def _show_report(self, view: View) -> None:
        """The charts that somebody asked for have come."""
        if self._report_asked and view.report is not None:
            self.open_report()

    def open_report(self) -> None:
        """How the game went, or how it goes so far: then it must be asked for first."""
        self._report_asked = self.view.report is None
        if self.view.report is None:
            self.desk.table.ask_report()
            return
        name = self.view.report.counter
        words = [self.page.counter_word(counter) for counter in self.view.counters if counter.name == name]
        course = self.look.say(words[0]) if words else ""
        ask, harm = self.desk.table.ask_fairness, self.look.say(self.page.harm_words())
        self._open(ReportPanel(self.look, self.view, course, self.panels.close, ask, harm))

    def open_history(self) -> None:
        self._open(HistoryPanel(self.look, self._look_at, self._explain, self.open_report, self.panels.close))

    def _look_at(self, entry: int) -> None:
        self.panels.close()
        self.burst.flush()
        self.desk.table.look_at(entry)

    def open_help(self) -> None:
        """The rules behind what happened last, and behind what is waited for."""
        self._open(HelpPanel(self.look, self.view, self.panels.close))

    def _explain(self, entry: Happening) -> None:
        """The rules behind one entry of the history; from there back to it."""
        self._open(HelpPanel(self.look, self.view, self.open_history, entry))

    def open_offers(self) -> None:
        """All of them, when there are more than fit beside the dice."""
        self._open_choices(self.look.say("play.all_offers"), self._choices(Moment(self.view)))

    def _open_choices(self, title: str, choices: list[Choice]) -> None:
        self._open(OffersPanel(self.look, title, choices, self.panels.close), self._acting())

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
