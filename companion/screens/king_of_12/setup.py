"""Setup of King of 12: who plays, with which cards, whose die is whose. Five players or more are a tournament."""

from __future__ import annotations

from functools import partial

from companion.rules.core import Seat
from companion.rules.king_of_12 import adjacency, places, seating
from companion.rules.king_of_12.adjacency import Layout
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.houserules import HOUSE_RULES
from companion.rules.king_of_12.setup import MOST
from companion.rules.king_of_12.state import Place, Setup
from companion.screens.desk import Desk
from companion.screens.game_page import GamePage
from companion.screens.king_of_12.card_panel import CardPanel
from companion.screens.king_of_12.people import People
from companion.screens.king_of_12.place_panel import PlacePanel
from companion.screens.king_of_12.teach_panel import TeachPanel
from companion.screens.port import View
from companion.screens.rules_panel import Answers, RulesPanel, kept_rules
from companion.screens.setup_screen import SetupScreen
from companion.screens.theme import BODY, GAP, SEAT_COLOURS, TITLE, Rgba
from companion.screens.widgets.button import VerbButton, icon_button
from companion.screens.widgets.panel import PanelLayer
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text
from companion.screens.widgets.top_bar import TopBar

USUAL = {False: 3, True: 8}  # seats at the start, of a table and of a tournament


class KingOf12Setup(SetupScreen):
    def __init__(self, desk: Desk, page: GamePage, view: View, tournament: bool = False) -> None:
        super().__init__(desk, page, view)
        look, say = self.look, self.look.say
        self.colours: list[str] = []
        self.cards: tuple[str, ...] = library().first_game
        self.how = "first_game"
        self.groups: tuple[int, ...] = ()
        self.rules: Answers = kept_rules(desk.choices.house_rules, page.name)  # that differ from the usual
        self.layout: Layout = adjacency.from_text(desk.choices.d12_layout)  # of all dice but these:
        self.own_dice: dict[str, Layout] = {  # by name, of players whose die is another
            name: adjacency.from_text(text) for name, text in desk.choices.d12_of_player.items()
        }
        self.places: tuple[Place, ...] = ()
        self._own_places = False  # chosen by the players, and not to be changed with the number of seats
        self.bar = TopBar(
            look, say("setup.title", game=page.title()), self.open_camera, "back", partial(desk.go, "home")
        )
        self.fewer = icon_button(look, "minus", self._fewer)
        self.more = icon_button(look, "plus", self._more)
        self.count = Text(look, "", TITLE, bold=True, align="center")
        stepper = self._stepper(self.fewer, self.count, self.more)
        self.people = People(self)
        self.set = VerbButton(look, say("kd.setup_cards"), self.open_cards, detail=" ", size=BODY)
        self.whose = VerbButton(look, say("kd.setup_whose"), self.open_places, detail=" ", size=BODY)
        self.split = VerbButton(look, say("kd.setup_groups"), self._next_split, detail=" ", size=BODY)
        self.die = VerbButton(look, say("kd.setup_die"), self.open_teach, detail=" ", size=BODY)
        self.open_questions = VerbButton(look, say("setup.rules"), self.open_rules, detail=" ", size=BODY)
        for button in (self.set, self.whose, self.split, self.die, self.open_questions):
            button.title.halign = button.detail.halign = "left"
        self.start = VerbButton(look, say("setup.start"), self._start, rank="first", size=TITLE)
        self.side = column(look)
        self.panels = PanelLayer(look, on_change=desk.pictures)
        body = row(look, column(look, stepper, self.people), sized(look, self.side, width=300))
        self.add_widget(column(look, self.bar, body, padding=look.px(GAP)))
        self.add_widget(self.panels)
        self.panels.cover(body)
        for _ in range(USUAL[tournament]):
            self._sit_down()
        self.refresh()
        self.show(view)

    def show(self, view: View) -> None:
        measured = (view.tray_mm, view.seats_mm) != (self.view.tray_mm, self.view.seats_mm)
        self.view = view
        self.bar.camera.show(view.sight)
        if measured:
            self.refresh()
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    @property
    def tournament(self) -> bool:
        return len(self.names) > MOST

    # Seats.

    def _sit_down(self) -> None:
        number = len(self.names)
        fresh = [name for name in self._known if name not in self.names]
        self.names.append(fresh[0] if fresh else self.look.say("setup.player", n=number + 1))
        free = [colour for colour in SEAT_COLOURS if colour not in self.colours]
        self.colours.append(free[0] if free else SEAT_COLOURS[number % len(SEAT_COLOURS)])

    def _more(self) -> None:
        if len(self.names) < self.page.seats[1]:
            self._sit_down()
            self._seats_changed()

    def _fewer(self) -> None:
        if len(self.names) > self.page.seats[0]:
            self.names.pop()
            self.colours.pop()
            self._seats_changed()

    def _seats_changed(self) -> None:
        self.groups = ()
        self._own_places = False
        self.refresh()

    def move(self, seat: int, to: int) -> None:
        """A player sits down elsewhere, with colour and die; those between move up."""
        for held in (self.names, self.colours):
            held.insert(to, held.pop(seat))
        self.refresh()

    def next_colour(self, seat: int) -> None:
        """The next one that nobody has."""
        now = SEAT_COLOURS.index(self.colours[seat])
        order = [SEAT_COLOURS[(now + step) % len(SEAT_COLOURS)] for step in range(1, len(SEAT_COLOURS))]
        free = [colour for colour in order if colour not in self.colours]
        if free:
            self.colours[seat] = free[0]
            self.refresh()

    def tint(self, seat: int) -> Rgba:
        return self.look.theme.seat(self.colours[seat], seat)

    def _next_split(self) -> None:
        """Twelve players may sit down in two ways (KD-32)."""
        ways = seating.sizes(len(self.names))
        now = ways.index(self.groups) if self.groups in ways else 0
        self.groups = ways[(now + 1) % len(ways)]
        self.refresh()

    # What stands there.

    def refresh(self) -> None:
        look, say, count = self.look, self.look.say, len(self.names)
        if not self._own_places:
            view = self.view
            self.places = () if self.tournament else places.of_table(view.tray_mm, view.seats_mm, count)
        self.count.text = say("kd.setup_tournament" if self.tournament else "kd.setup_players", n=count)
        self.fewer.enabled = count > self.page.seats[0]
        self.more.enabled = count < self.page.seats[1]
        self.people.refresh()
        self.set.detail.text = say(f"kd.cards.{self.how}.short")
        own = sum(name in self.own_dice for name in self.names)
        self.die.detail.text = say("kd.teach.short.each", n=own) if own else say(self._about_die())
        if self.tournament:
            sizes = self.groups or seating.sizes(count)[0]
            self.split.detail.text = " / ".join(str(size) for size in sizes)
            self.split.enabled = len(seating.sizes(count)) > 1
        else:
            self.whose.detail.text = say("kd.places.by_place" if self.places else "kd.places.by_asking")
        changed = len(self.rules)
        self.open_questions.detail.text = (
            say("setup.rules.own", n=changed) if changed else say("setup.rules.usual")
        )
        self.side.clear_widgets()
        whose = self.split if self.tournament else self.whose
        for button in (self.set, whose, self.die, self.open_questions):
            self.side.add_widget(button)
        self.side.add_widget(sized(look, self.start, height=64))

    def _about_die(self) -> str:
        name = adjacency.as_text(self.layout)
        if name in adjacency.PRESETS:
            return f"kd.teach.preset.{name}"
        if not name:
            return "kd.teach.short.none"
        return "kd.teach.short.own" if adjacency.known(self.layout) else "kd.teach.short.part"

    # Panels.

    def open_cards(self) -> None:
        def chosen(cards: tuple[str, ...], how: str) -> None:
            self.cards, self.how = cards, how
            self.refresh()

        self._open(CardPanel(self.look, self.cards, self.how, chosen, self.panels.close))

    def open_places(self) -> None:
        def chosen(places: tuple[Place, ...]) -> None:
            self.places, self._own_places = places, True
            self.refresh()

        tints = [self.tint(seat) for seat in range(len(self.names))]
        self._open(
            PlacePanel(self.look, self.view, self.names, tints, self.places, chosen, self.panels.close)
        )

    def open_teach(self) -> None:
        def chosen(layout: Layout, seat: int | None) -> None:
            if seat is None:
                self.layout = layout
                self.desk.choose("d12_layout", adjacency.as_text(layout))
                self._keep_own_dice({who: die for who, die in self.own_dice.items() if who not in self.names})
            else:
                others = {who: die for who, die in self.own_dice.items() if who != self.names[seat]}
                mine = {} if layout == self.layout else {self.names[seat]: layout}
                self._keep_own_dice(others | mine)
            self.refresh()

        # In a tournament everybody plays with dice of one kind: sixteen could not be taught one by one.
        names = () if self.tournament else self.names
        tip = self.desk.table.tip if self.view.simulated else None
        own = [self.own_dice.get(name) for name in names]
        self._open(TeachPanel(self.look, self.layout, names, own, chosen, self.panels.close, tip))

    def _keep_own_dice(self, dice: dict[str, Layout]) -> None:
        """A player's own die goes with the name, also into the next game."""
        if dice != self.own_dice:
            self.own_dice = dice
            kept = {name: adjacency.as_text(layout) for name, layout in dice.items()}
            self.desk.choose("d12_of_player", kept)

    def open_rules(self) -> None:
        self._open(RulesPanel(self.look, "kd", HOUSE_RULES, self.rules, self.refresh, self.panels.close))

    def _start(self) -> None:
        seats = tuple(Seat(name, colour) for name, colour in zip(self.names, self.colours, strict=True))
        setup = Setup(
            seats,
            self.cards,
            self.how,
            () if self.tournament else self.places,
            self._layouts(),
            self.groups if self.tournament else (),
            dict(self.rules),
        )
        self.begin(setup)

    def _layouts(self) -> tuple[Layout, ...]:
        if self.tournament or not any(name in self.own_dice for name in self.names):
            return (self.layout,)
        return tuple(self.own_dice.get(name, self.layout) for name in self.names)
