"""The play screen of Dungeon Fighter: the party on the left; beside it the way, a fight, a question or the clean-up."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.rules.core import Outcome
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import AnyCard, Attack, Hero, Item, Monster, Room
from companion.rules.dungeon_fighter.offers import UNNAMED
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.screens.desk import Desk
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.attack_view import AttacksPanel
from companion.screens.dungeon_fighter.card_editor import CardEditor
from companion.screens.dungeon_fighter.cards_panel import CardsPanel
from companion.screens.dungeon_fighter.chest import Chest
from companion.screens.dungeon_fighter.choose_panels import AttackPanel, FindPanel
from companion.screens.dungeon_fighter.cleanup import CleanupArea
from companion.screens.dungeon_fighter.fields import blank
from companion.screens.dungeon_fighter.fight import FightArea
from companion.screens.dungeon_fighter.hero_panel import HeroPanel
from companion.screens.dungeon_fighter.journey import EncounterArea, MoveArea
from companion.screens.dungeon_fighter.monster_panel import MonsterPanel
from companion.screens.dungeon_fighter.party import Party
from companion.screens.dungeon_fighter.question import QuestionArea
from companion.screens.dungeon_fighter.score_panel import ScorePanel
from companion.screens.game_page import GamePage
from companion.screens.moment import Moment
from companion.screens.panels import CameraPanel
from companion.screens.play import PlayScreen
from companion.screens.port import View
from companion.screens.theme import SMALL
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.offers import Choice
from companion.screens.widgets.surface import row, sized

PARTY_WIDTH = 156


class DungeonFighterScreen(PlayScreen):
    def __init__(self, desk: Desk, page: GamePage, view: View) -> None:
        look = desk.look
        self.party = Party(look, view.seats, self.open_hero)
        self.chest = Chest(look, self.open_chest)
        throw = self._throw if view.simulated else None
        self.fight = FightArea(look, self._do, throw, self.open_monster, self.open_attacks, self.open_weapons)
        self.question = QuestionArea(look, self._do)
        self.move = MoveArea(look, self._do, self.open_danger, self.open_room, self.open_cards)
        self.encounter = EncounterArea(look, self._do, self.open_new_monster, self._typing)
        self.cleanup = CleanupArea(look, self._do, self.open_draw, self.open_shop, self.open_cards)
        self.alarm = VerbButton(look, " ", self.open_camera, icon="doubtful", size=SMALL, align="left")
        self._ended: Outcome | None = None
        super().__init__(desk, page, view)

    def _make_cards(self) -> list[Any]:
        return []  # the party stands beside what happens

    def _lay_out(self) -> None:
        look = self.look
        self._build_main()
        self.bar.remove_widget(self.attempts)
        self.bar.put_before_camera(self.chest)
        self.area = BoxLayout()
        self.field = row(look, sized(look, self.party, width=PARTY_WIDTH), self.area)
        self._frame(self.field)

    def _typing(self, on: bool) -> None:
        """Letters take the party's room, too."""
        if on == (self.party.parent is not None):
            if on:
                self.field.remove_widget(self.party)
            else:
                self.field.add_widget(self.party, index=1)

    def _do(self, action: Any) -> None:
        self.burst.flush()
        self.desk.table.do(action)

    def _throw(self) -> None:
        self.burst.flush()
        self.desk.table.throw()

    # The newest view.

    def show(self, view: View) -> None:
        self.view = view
        state: DungeonFighterState = view.state
        now = Moment(view)
        self.bar.title.text = self.look.sentence(now.prompt) if now.prompt is not None else ""
        self.bar.camera.show(view.sight)
        asked = view.waiting.seats if view.waiting is not None else ()
        self.party.show(state, asked)
        self.chest.show(state)
        self._put(self._show_area(view, state))
        self.bottom.show(view, self._tapped_line())
        self._show_alarm(view)
        self._show_end(view)
        self._show_report(view)
        if self.panels.panel is not None:
            self.panels.panel.show(view)

    def _show_area(self, view: View, state: DungeonFighterState) -> Widget:
        if view.outcome is not None or (state.stage == "fight" and state.ask is None):
            hp = next((self.burst.figure(c) for c in view.counters if c.name == "monster_hp"), 0)
            self.fight.show(view, hp)
            return self.fight
        if state.ask is not None:
            self.question.show(view)
            return self.question
        if state.stage == "move":
            self.move.show(view)
            return self.move
        if state.stage == "encounter":
            self.encounter.show(view)
            return self.encounter
        self.cleanup.show(view)
        return self.cleanup

    def _put(self, wanted: Widget) -> None:
        if wanted is not self.encounter:
            self._typing(False)
        if self.area.children != [wanted]:
            self.area.clear_widgets()
            self.area.add_widget(wanted)

    def _show_alarm(self, view: View) -> None:
        """Dice that cannot be this throw: told in the place of the log, never used."""
        held = view.dice.held
        self.alarm.title.text = self.look.say(held) if held is not None else " "
        self.alarm.edge = self.look.palette.warn
        self.alarm.edge_width = self.look.px(2)
        self.bottom.put_in_place_of_log(self.alarm if held is not None else None)

    def _show_end(self, view: View) -> None:
        if view.outcome == self._ended:
            return
        before, self._ended = self._ended, view.outcome
        if view.outcome is None:
            if isinstance(self.panels.panel, ScorePanel):
                self.panels.close()  # the end was undone
        elif before is None:
            home = self._first_flush(self.desk.table.leave_game)
            charts = self.open_report if view.report is not None else None
            self._open(ScorePanel(self.look, self.page, view, self._again, home, self.panels.close, charts))

    # Panels.

    def _state(self) -> DungeonFighterState:
        state: DungeonFighterState = self.view.state
        return state

    def open_hero(self, seat: int) -> None:
        sheet = partial(self.open_sheet, seat)
        counters = partial(self.open_counters, seat)
        panel = HeroPanel(self.look, seat, self.burst, self._do, sheet, counters, self.panels.close)
        self._open(panel, seat)

    def open_chest(self) -> None:
        self.open_counters(self._state().leader)

    def open_monster(self) -> None:
        self._open(
            MonsterPanel(
                self.look, self.burst, self._do, self.open_icons, self.open_retype, self.panels.close
            )
        )

    def open_attacks(self) -> None:
        self._open(AttacksPanel(self.look, self.panels.close))

    def open_weapons(self) -> None:
        """All of them, where a hero carries more than fit beside the dice."""
        choices = [
            Choice(repr(o.action), self.look.say(o.label), partial(self._do, o.action))
            for o in self.view.offers
            if isinstance(o.action, a.Say) and o.action.what == "weapon"
        ]
        self._open_choices(self.look.say("df.screen.weapons"), choices)

    def open_cards(self) -> None:
        self._open(CardsPanel(self.desk, self.panels.close))

    def open_danger(self) -> None:
        """A dangerous room has no name: its pictures tell it."""

        def enter(attacks: tuple[Attack, ...]) -> None:
            self.panels.close()
            self._do(a.Enter(Room(id="danger_" + "_".join(attacks), attacks=attacks)))

        look = self.look
        title, verb = look.say("df.screen.danger_which"), look.say("df.screen.enter")
        self._open(AttackPanel(look, title, verb, (), enter, self.panels.close, empty=False))

    def open_icons(self) -> None:
        """The monster's attacks, where nobody typed them."""
        fight = self._state().fight
        assert fight is not None

        def mark(attacks: tuple[Attack, ...]) -> None:
            self.open_monster()
            self._do(a.Retype(replace(fight.monster, attacks=attacks)))

        look = self.look
        verb = look.say("keys.done")
        self._open(
            AttackPanel(
                look, words.name(look, fight.monster), verb, fight.monster.attacks, mark, self.open_monster
            )
        )

    # Typing cards.

    def _type(self, card: AnyCard, verb: str, use: Any) -> None:
        def save(typed: AnyCard) -> None:
            self.panels.close()
            self._do(use(typed))

        self._open(CardEditor(self.look, card, self.look.say(verb), save, self.panels.close))

    def open_new_monster(self, card: AnyCard) -> None:
        self._type(card, "df.screen.meet", _meet)

    def open_retype(self) -> None:
        fight = self._state().fight
        assert fight is not None
        card = fight.monster if fight.monster.name else replace(fight.monster, id="new")
        self._type(card, "df.screen.keep_card", _retype)

    def open_sheet(self, seat: int) -> None:
        def use(card: AnyCard) -> a.Sheet:
            assert isinstance(card, Hero)
            return a.Sheet(seat, card)

        self._type(self._state().party[seat].hero, "df.screen.keep_card", use)

    def open_room(self) -> None:
        self._type(blank("rooms"), "df.screen.enter", _enter)

    def open_draw(self) -> None:
        self._open_items("df.screen.draw", _gain)

    def open_shop(self) -> None:
        self._open_items("df.screen.buy", _buy)

    def _open_items(self, title: str, use: Any) -> None:
        look = self.look

        def take(card: AnyCard) -> None:
            self.panels.close()
            self._do(use(card))

        def new(typed: str) -> None:
            self._type(blank("items", typed), title, use)

        extra = [(look.sentence(f"df.unnamed.{card.kind}"), partial(take, card)) for card in UNNAMED]
        self._open(FindPanel(look, look.say(title), "items", take, new, self.panels.close, extra))

    # Pictures.

    @property
    def wants_pictures(self) -> bool:
        return isinstance(self.panels.panel, CameraPanel)


def _meet(card: AnyCard) -> a.Meet:
    assert isinstance(card, Monster)
    return a.Meet(card)


def _retype(card: AnyCard) -> a.Retype:
    assert isinstance(card, Monster)
    return a.Retype(card)


def _enter(card: AnyCard) -> a.Enter:
    assert isinstance(card, Room)
    return a.Enter(card)


def _gain(card: AnyCard) -> a.Gain:
    assert isinstance(card, Item)
    return a.Gain(card)


def _buy(card: AnyCard) -> a.Buy:
    assert isinstance(card, Item)
    return a.Buy(card)
