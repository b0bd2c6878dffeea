"""Setup of Dungeon Fighter: the party and its leader, how hard, what the dice are like, boards and house rules."""

from __future__ import annotations

from functools import partial

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.core import Seat
from companion.rules.dungeon_fighter.cards import Board, Hero
from companion.rules.dungeon_fighter.houserules import HOUSE_RULES
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.setup import TOWERS
from companion.rules.dungeon_fighter.state import Setup
from companion.screens.desk import Desk
from companion.screens.dungeon_fighter import icons as _icons  # noqa: F401 - enters them
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.page import CARDS
from companion.screens.dungeon_fighter.setup_panels import BoardsPanel, HeroPickPanel, SymbolPanel
from companion.screens.game_page import GamePage
from companion.screens.port import View
from companion.screens.rules_panel import Answers, RulesPanel, kept_rules
from companion.screens.setup import Swatch
from companion.screens.setup_screen import SetupScreen
from companion.screens.target_screen import title_of
from companion.screens.theme import BODY, CAPTION, GAP, SEAT_COLOURS, SMALL, TITLE, TOUCH, Rgba
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.panel import PanelLayer
from companion.screens.widgets.seat_button import SeatOrder, moved
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar

USUAL = 3  # seats at the start
DIFFICULTIES = tuple(TOWERS)


class DungeonFighterSetup(SetupScreen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        super().__init__(desk, page, view)
        look, say = self.look, self.look.say
        self.colours: list[str] = []
        self.heroes: list[Hero] = []
        self.leader = 0
        self.difficulty = "normal"
        self.symbol_faces = desk.choices.symbol_faces  # 0: nobody has looked at a die yet
        self.boards: tuple[Board, ...] = ()
        self.rules: Answers = kept_rules(desk.choices.house_rules, page.name)  # that differ from the usual
        self.bar = TopBar(
            look, say("setup.title", game=page.title()), self.open_camera, "back", partial(desk.go, "home")
        )
        self.fewer = icon_button(look, "minus", self._fewer)
        self.more = icon_button(look, "plus", self._more)
        self.count = Text(look, "", TITLE, bold=True, align="center")
        stepper = self._stepper(self.fewer, self.count, self.more)
        self.order = SeatOrder(look, self.move)
        self.people = GridLayout(cols=1, spacing=look.px(GAP))
        self.hard = self._choice("df.setup_hard", self._next_difficulty)
        self.symbol = self._choice("df.setup_symbol", self.open_symbol)
        self.levels = self._choice("df.setup_boards", self.open_boards)
        self.open_questions = self._choice("setup.rules", self.open_rules)
        self.cards = self._choice("df.screen.cards", partial(desk.go, "setup", f"{page.name}/{CARDS}"))
        self.start = VerbButton(look, say("setup.start"), self._start, rank="first", size=TITLE)
        self.aim = self._choice("settings.target", partial(desk.go, "target", page.name))
        side = column(look, self.hard, self.symbol, row(look, self.levels, self.aim))
        side.add_widget(row(look, self.open_questions, self.cards))
        side.add_widget(sized(look, self.start, height=62))
        self.panels = PanelLayer(look, on_change=desk.pictures)
        body = row(look, column(look, stepper, self.people), sized(look, side, width=300))
        self.add_widget(column(look, self.bar, body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(body)
        for _ in range(USUAL):
            self._sit_down()
        self.refresh()
        self.show(view)

    def _choice(self, words_: str, tap: object) -> VerbButton:
        button = VerbButton(self.look, self.look.say(words_), tap, detail=" ", size=BODY)  # type: ignore[arg-type]
        button.title.halign = button.detail.halign = "left"
        return button

    # Seats.

    def _sit_down(self) -> None:
        number = len(self.names)
        fresh = [name for name in self._known if name not in self.names]
        self.names.append(fresh[0] if fresh else self.look.say("setup.player", n=number + 1))
        self.colours.append(next(colour for colour in SEAT_COLOURS if colour not in self.colours))
        taken = {hero.id for hero in self.heroes}
        self.heroes.append(next(hero for hero in library().heroes if hero.id not in taken))

    def _more(self) -> None:
        if len(self.names) < self.page.seats[1]:
            self._sit_down()
            self.refresh()

    def _fewer(self) -> None:
        if len(self.names) > self.page.seats[0]:
            for things in (self.names, self.colours, self.heroes):
                things.pop()  # type: ignore[attr-defined]
            self.leader = min(self.leader, len(self.names) - 1)
            self.refresh()

    def move(self, seat: int, to: int) -> None:
        """A player sits down elsewhere, with hero and colour; those between move up. The leader goes on to lead."""
        self.names.insert(to, self.names.pop(seat))
        self.colours.insert(to, self.colours.pop(seat))
        self.heroes.insert(to, self.heroes.pop(seat))
        self.leader = moved(seat, to, self.leader)
        self.refresh()

    def next_colour(self, seat: int) -> None:
        """The next one that nobody has; with six players there is none, and two change places."""
        now = SEAT_COLOURS.index(self.colours[seat])
        order = [SEAT_COLOURS[(now + step) % len(SEAT_COLOURS)] for step in range(1, len(SEAT_COLOURS))]
        free = [colour for colour in order if colour not in self.colours]
        new = free[0] if free else order[0]
        if new in self.colours:
            self.colours[self.colours.index(new)] = self.colours[seat]
        self.colours[seat] = new
        self.refresh()

    def lead(self, seat: int) -> None:
        self.leader = seat
        self.refresh()

    def tint(self, seat: int) -> Rgba:
        return self.look.theme.seat(self.colours[seat], seat)

    def _next_difficulty(self) -> None:
        self.difficulty = DIFFICULTIES[(DIFFICULTIES.index(self.difficulty) + 1) % len(DIFFICULTIES)]
        self.refresh()

    # What stands there.

    def refresh(self) -> None:
        say, count = self.look.say, len(self.names)
        self.count.text = say("df.setup_players", n=count)
        self.fewer.enabled = count > self.page.seats[0]
        self.more.enabled = count < self.page.seats[1]
        self._show_people()
        cards = " / ".join(str(n) for n in TOWERS[self.difficulty])
        self.hard.detail.text = say(f"df.difficulty.{self.difficulty}", cards=cards)
        faces = self.symbol_faces
        self.symbol.detail.text = say("df.setup_faces", n=faces) if faces else say("df.setup_look")
        self.symbol.edge = self.look.palette.accent if not faces else (0, 0, 0, 0)
        self.symbol.edge_width = self.look.px(2)
        self.levels.detail.text = (
            ", ".join(words.name(self.look, board) for board in self.boards)
            if self.boards
            else say("df.setup_rooms_told")
        )
        self.aim.detail.text = self._target()
        own = len(self.rules)
        self.open_questions.detail.text = say("setup.rules.own", n=own) if own else say("setup.rules.usual")
        self.cards.detail.text = say("df.screen.own_cards", n=len(library().owned()))

    def show(self, view: View) -> None:
        super().show(view)
        self.aim.detail.text = self._target()

    def _target(self) -> str:
        """Which one the dice are thrown at."""
        target = self.view.target
        return next(
            (title_of(self.look, known) for known in target.targets if known.name == target.used),
            self.look.say("trace.by_touch"),
        )

    def _show_people(self) -> None:
        look = self.look
        self.people.clear_widgets()
        self.order.clear()
        self.hero_buttons: list[VerbButton] = []
        self.swatches: list[Swatch] = []
        self.leads: list[VerbButton] = []
        size = BODY if len(self.names) <= 4 else SMALL
        for seat, name in enumerate(self.names):
            button = self.order.name(name, partial(self.open_name, seat), self.tint(seat), size)
            hero = VerbButton(
                look,
                words.name(look, self.heroes[seat]),
                partial(self.open_hero, seat),
                size=size if len(self.names) <= 4 else CAPTION,
                padding=look.px(6),
            )
            swatch = Swatch(look, self.colours[seat], partial(self.next_colour, seat))
            crown = VerbButton(look, on_tap=partial(self.lead, seat), icon="crown", padding=look.px(12))
            crown.set_rank("first" if seat == self.leader else "plain")
            self.hero_buttons.append(hero)
            self.swatches.append(swatch)
            self.leads.append(crown)
            line: Widget = row(look, button, hero, sized(look, swatch, width=TOUCH))
            line.add_widget(sized(look, crown, width=TOUCH))
            line.add_widget(sized(look, self.order.arrow(), width=TOUCH))
            self.people.add_widget(line)
        self.name_buttons = self.order.names

    # Panels.

    def open_hero(self, seat: int) -> None:
        """Every player another one: whoever had it gets the one that became free."""

        def chosen(hero: Hero) -> None:
            self.panels.close()
            for other, known in enumerate(self.heroes):
                if known.id == hero.id:
                    self.heroes[other] = self.heroes[seat]
            self.heroes[seat] = hero
            self.refresh()

        title = self.look.say("setup.pick", who=self.names[seat])
        self._open(HeroPickPanel(self.look, title, self.heroes[seat].id, chosen, self.panels.close))

    def open_symbol(self) -> None:
        self._ask_symbol(self.panels.close)

    def _ask_symbol(self, then: object) -> None:
        def chosen(faces: int) -> None:
            self.symbol_faces = faces
            self.desk.choose("symbol_faces", faces)
            self.refresh()
            then()  # type: ignore[operator]

        self._open(SymbolPanel(self.look, self.symbol_faces, chosen, self.panels.close))

    def open_boards(self) -> None:
        def chosen(boards: tuple[Board, ...]) -> None:
            self.panels.close()
            self.boards = boards
            self.refresh()

        self._open(BoardsPanel(self.look, self.boards, chosen, self.panels.close))

    def open_rules(self) -> None:
        self._open(RulesPanel(self.look, "df", HOUSE_RULES, self.rules, self.refresh, self.panels.close))

    def _start(self) -> None:
        if not self.symbol_faces:
            self._ask_symbol(self._start)  # there is no usual answer: somebody must look at a die
            return
        self.panels.close()
        seats = tuple(Seat(name, colour) for name, colour in zip(self.names, self.colours, strict=True))
        setup = Setup(
            seats,
            tuple(self.heroes),
            self.symbol_faces,
            self.difficulty,
            self.leader,
            self.boards,
            rules=dict(self.rules),
        )
        self.begin(setup)
