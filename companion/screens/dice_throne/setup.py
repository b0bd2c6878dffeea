"""Setup of Dice Throne: who plays which hero, against whom, with which dice and house rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.dice import D6, D6_NUMERALS
from companion.rules.core import Seat
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.houserules import HOUSE_RULES
from companion.rules.dice_throne.setup import modes, team_of
from companion.rules.dice_throne.state import Setup
from companion.screens.desk import Desk
from companion.screens.dice_throne.seats import Seats
from companion.screens.game_page import GamePage
from companion.screens.port import View
from companion.screens.rules_panel import Answers, RulesPanel, kept_rules
from companion.screens.setup import PickPanel
from companion.screens.setup_screen import SetupScreen
from companion.screens.theme import BODY, GAP, SEAT_COLOURS, TITLE, Rgba
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.panel import PanelLayer
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar

FEWEST, MOST = 2, 6
DICE = (D6.name, D6_NUMERALS.name, "hero")


class DiceThroneSetup(SetupScreen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        super().__init__(desk, page, view)
        look, say = self.look, self.look.say
        self.colours: list[str] = []
        self.heroes: list[str] = []
        self.rules: Answers = kept_rules(desk.choices.house_rules, page.name)  # that differ from the usual
        self.mode = "duel"
        self.first = -1  # who starts; -1: roll for it
        self.dice = D6.name
        title = say("setup.title", game=page.title())
        self.bar = TopBar(look, title, self.open_camera, "back", partial(desk.go, "home"))
        self.fewer = icon_button(look, "minus", self._fewer)
        self.more = icon_button(look, "plus", self._more)
        self.count = Text(look, "", TITLE, bold=True, align="center")
        stepper = self._stepper(self.fewer, self.count, self.more)
        self.seats = Seats(self)
        self.how = self._choice("dts.mode", self._next_mode)
        self.starts = self._choice("dts.first", self._next_first)
        self.which_dice = self._choice("dts.dice", self._next_dice)
        self.open_questions = self._choice("setup.rules", self.open_rules)
        self.start = VerbButton(look, say("setup.start"), self._start, rank="first", size=TITLE)
        side = column(look, self.how, self.starts, self.which_dice, self.open_questions)
        side.add_widget(sized(look, self.start, height=64))
        body = row(look, column(look, stepper, self.seats), sized(look, side, width=236))
        self.panels = PanelLayer(look, on_change=desk.pictures)
        self.add_widget(column(look, self.bar, body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(body)
        for _ in range(FEWEST):
            self._sit_down()
        self._seats_changed()
        self.show(view)

    def _choice(self, words: str, do: Callable[[], None]) -> VerbButton:
        button = VerbButton(self.look, self.look.say(words), do, detail=" ", size=BODY)
        button.title.halign = button.detail.halign = "left"
        return button

    # Seats.

    def _sit_down(self) -> None:
        number = len(self.names)
        fresh = [name for name in self._known if name not in self.names]
        self.names.append(fresh[0] if fresh else self.look.say("setup.player", n=number + 1))
        self.colours.append(next(colour for colour in SEAT_COLOURS if colour not in self.colours))
        self.heroes.append(next(hero for hero, _ in self.page.picks() if hero not in self.heroes))

    def _more(self) -> None:
        if len(self.names) < MOST:
            self._sit_down()
            self._seats_changed()

    def _fewer(self) -> None:
        if len(self.names) > FEWEST:
            for held in (self.names, self.colours, self.heroes):
                held.pop()
            self._seats_changed()

    def _seats_changed(self) -> None:
        self.first = -1
        self.mode = next(iter(self.ways), self.mode)
        self.refresh()

    def move(self, seat: int, to: int) -> None:
        """A player sits down elsewhere, with hero and colour; those between move up."""
        for held in (self.names, self.colours, self.heroes):
            held.insert(to, held.pop(seat))
        self.first = -1
        self.refresh()

    def next_colour(self, seat: int) -> None:
        """The next one; whoever had it takes the one that became free."""
        wanted = SEAT_COLOURS[(SEAT_COLOURS.index(self.colours[seat]) + 1) % len(SEAT_COLOURS)]
        if wanted in self.colours:
            self.colours[self.colours.index(wanted)] = self.colours[seat]
        self.colours[seat] = wanted
        self.refresh()

    def tint(self, seat: int) -> Rgba:
        return self.look.theme.seat(self.colours[seat], seat)

    def hero_name(self, seat: int) -> str:
        return self.look.say(library().hero_line(self.heroes[seat]))

    def team(self, seat: int) -> str:
        """A or B in team play: the first half of the seats against the second."""
        if self.mode != "teams":
            return ""
        return "AB"[team_of(len(self.names), self.mode)[seat]]

    # How they play.

    @property
    def ways(self) -> tuple[str, ...]:
        return modes(len(self.names), self.rules)

    def _next_mode(self) -> None:
        ways = self.ways
        self.mode = ways[(ways.index(self.mode) + 1) % len(ways)]
        self.refresh()

    def _next_first(self) -> None:
        self.first = self.first + 1 if self.first + 1 < len(self.names) else -1
        self.refresh()

    def _next_dice(self) -> None:
        self.dice = DICE[(DICE.index(self.dice) + 1) % len(DICE)]
        self.refresh()

    def refresh(self) -> None:
        say, count, ways = self.look.say, len(self.names), self.ways
        if self.mode not in ways:  # a house rule was changed
            self.mode = next(iter(ways), self.mode)
        self.count.text = say("kd.setup_players", n=count)
        self.fewer.enabled, self.more.enabled = count > FEWEST, count < MOST
        self.seats.refresh()
        self.how.detail.text = say(f"dts.mode.{self.mode}") if ways else say("dts.mode.none", n=count)
        self.how.enabled = len(ways) > 1
        self.start.enabled = bool(ways)
        rolled = self.first < 0
        self.starts.detail.text = say("dts.first.rolled") if rolled else self.names[self.first]
        self.which_dice.detail.text = say(f"dts.dice.{self.dice}")
        changed = len(self.rules)
        self.open_questions.detail.text = (
            say("setup.rules.own", n=changed) if changed else say("setup.rules.usual")
        )

    # Panels.

    def open_hero(self, seat: int) -> None:
        def chosen(hero: str) -> None:
            self.panels.close()
            self.heroes[seat] = hero
            self.refresh()

        title = self.look.say("setup.pick", who=self.names[seat])
        self._open(PickPanel(self.look, title, self.page, self.heroes[seat], chosen, self.panels.close))

    def open_rules(self) -> None:
        self._open(RulesPanel(self.look, "dt", HOUSE_RULES, self.rules, self.refresh, self.panels.close))

    def _start(self) -> None:
        seats = tuple(Seat(name, colour) for name, colour in zip(self.names, self.colours, strict=True))
        setup = Setup(seats, tuple(self.heroes), self.mode, self.first, self.dice, dict(self.rules))
        self.begin(setup)
