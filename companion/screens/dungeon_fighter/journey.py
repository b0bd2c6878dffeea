"""On the way: which room the party enters, and which card is drawn there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter import journey
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.cards import AnyCard, Monster, Room
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.fight import Do
from companion.screens.dungeon_fighter.finder import Finder
from companion.screens.dungeon_fighter.icons import ROOM_ICONS
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.theme import BODY, CAPTION, GAP, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text


class MoveArea(BoxLayout):
    """The rooms, likeliest first; a dangerous room is told by its pictures."""

    def __init__(
        self,
        look: Look,
        do: Do,
        open_danger: Callable[[], None],
        open_room: Callable[[], None],
        open_cards: Callable[[], None],
    ) -> None:
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.look, self._do = look, do
        self._open_danger, self._open_room, self._open_cards = open_danger, open_room, open_cards
        self.rooms: dict[str, VerbButton] = {}
        self._shown: object = None

    def show(self, view: View) -> None:
        state: DungeonFighterState = view.state
        key = (tuple(offer.action for offer in view.offers), state.tower, state.level, state.round)
        if key == self._shown:
            return
        self._shown = key
        look, say = self.look, self.look.say
        self.clear_widgets()
        self.add_widget(sized(look, Tower(look, state), height=52))
        free = journey.reachable(Bench(state)) is None
        rooms = [o.action.room for o in view.offers if isinstance(o.action, a.Enter)]
        known = [room for room in rooms if not free or room.name]  # nameless dangers are told by pictures
        grid = GridLayout(cols=2, spacing=look.px(GAP))
        grid.row_force_default, grid.row_default_height = True, look.px(62)
        self.rooms = {}
        for room in known:
            self.rooms[room.id] = self._room(room)
            grid.add_widget(self.rooms[room.id])
        self.danger = self.other = None
        if free:
            self.danger = VerbButton(
                look, say("df.screen.danger"), self._open_danger, icon="df_danger", size=BODY
            )
            self.other = VerbButton(
                look, say("df.screen.other_room"), self._open_room, icon="plus", size=BODY
            )
            grid.add_widget(self.danger)
            grid.add_widget(self.other)
        self.add_widget(scrolling(look, grid))
        self.add_widget(sized(look, self._ways(view), height=56))

    danger: VerbButton | None
    other: VerbButton | None

    def _room(self, room: Room) -> VerbButton:
        look = self.look
        icon = "df_danger" if room.attacks and room.kind == "plain" else ROOM_ICONS[room.kind]
        detail = words.attacks(look, room.attacks)
        return VerbButton(
            look,
            words.name(look, room),
            partial(self._do, a.Enter(room)),
            icon=icon,
            detail=detail,
            size=BODY,
        )

    def _ways(self, view: View) -> BoxLayout:
        look = self.look
        line = row(look)
        self.ways: dict[type, VerbButton] = {}
        for kind, icon in ((a.Descend, "df_stairs"), (a.FaceBoss, "df_horns")):
            for offer in view.offers:
                if isinstance(offer.action, kind):
                    button = VerbButton(
                        look, look.say(offer.label), partial(self._do, offer.action), icon=icon, size=BODY
                    )
                    self.ways[kind] = button
                    line.add_widget(button)
        self.cards = VerbButton(
            look, look.say("df.screen.cards"), self._open_cards, icon="df_book", size=BODY
        )
        line.add_widget(self.cards)
        return line


class Tower(Surface):
    """Where the party is, and how many monster cards of each level are left."""

    def __init__(self, look: Look, state: DungeonFighterState) -> None:
        super().__init__(look, padding=(look.px(12), look.px(2)), spacing=look.px(GAP))
        self.fill = look.palette.card
        where = look.say("df.screen.where_now", level=state.level, round=state.round)
        self.add_widget(Text(look, where, BODY, bold=True))
        self.add_widget(
            sized(look, Text(look, look.say("df.screen.tower"), CAPTION, align="right"), width=70)
        )
        for level, cards in enumerate(state.tower):
            tint = look.palette.text if cards else look.palette.quiet
            name = Text(look, words.ROMAN[level + 1], CAPTION, colour=look.palette.quiet, align="center")
            count = Text(look, str(cards), TITLE, bold=True, colour=tint, align="center")
            self.add_widget(sized(look, column(look, count, sized(look, name, height=16), gap=0), width=44))


class EncounterArea(BoxLayout):
    """Which card was drawn: found by typing, or typed anew."""

    def __init__(
        self, look: Look, do: Do, open_new: Callable[[AnyCard], None], on_keys: Callable[[bool], None]
    ) -> None:
        """`on_keys` hears when letters come and go: they need all the room there is."""
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.look, self._do, self._open_new, self._on_keys = look, do, open_new, on_keys
        self.finder: Finder | None = None
        self._shown: object = None

    def show(self, view: View) -> None:
        state: DungeonFighterState = view.state
        level = 0 if state.boss else journey.drawn_level(Bench(state))
        key = (level, state.boss, state.round, tuple(offer.action for offer in view.offers))
        if key == self._shown:
            return
        self._shown = key
        look = self.look
        self.clear_widgets()

        def fits(card: AnyCard) -> bool:
            return isinstance(card, Monster) and card.boss == state.boss and card.level in (0, level)

        def order(card: AnyCard) -> Any:
            assert isinstance(card, Monster)
            return card.id in state.beaten, card.level != level, words.name(look, card)

        def new(typed: str) -> None:
            self._open_new(Monster(id="new", name=typed, boss=state.boss, level=level))

        unnamed = Monster(id="unnamed", boss=state.boss)
        extra = [(look.say("df.screen.without_name"), partial(self._do, a.Meet(unnamed)))]
        self._on_keys(False)
        self.finder = Finder(look, "monsters", self._meet, new, fits, order, extra, self._on_keys)
        self.add_widget(self.finder)

    def _meet(self, card: AnyCard) -> None:
        assert isinstance(card, Monster)
        self._do(a.Meet(card))
