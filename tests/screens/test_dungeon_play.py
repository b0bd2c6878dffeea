"""Dungeon Fighter under a finger: whole fights, what the camera saw confirmed with one tap, clean-up, the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.dice import TableState
from companion.rules.core import Adjust
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import ATTACKS, Monster, Room
from companion.rules.dungeon_fighter.offers import UNNAMED
from companion.rules.text import line
from companion.screens.dungeon_fighter.attack_pictures import PICTURES, AttackPicture
from companion.screens.dungeon_fighter.attack_view import AttacksPanel
from companion.screens.dungeon_fighter.card_editor import CardEditor
from companion.screens.dungeon_fighter.choose_panels import AttackPanel, FindPanel
from companion.screens.dungeon_fighter.close_up import SECONDS
from companion.screens.dungeon_fighter.grids import NumberGrid
from companion.screens.dungeon_fighter.hero_panel import HeroPanel
from companion.screens.dungeon_fighter.monster_panel import MonsterPanel
from companion.screens.dungeon_fighter.play import DungeonFighterScreen
from companion.screens.dungeon_fighter.samples import (
    BEAR,
    BOSS,
    DOUBLE,
    FLASK,
    GHOST,
    GOBLIN,
    HELM,
    SHOP,
    TREASURE,
    VENT,
    DungeonSample,
)
from companion.screens.dungeon_fighter.score_panel import ScorePanel
from companion.screens.fingers import saying
from companion.screens.panels import CountersPanel
from companion.screens.port import Report, ShownDice
from companion.screens.report_panel import ReportPanel
from companion.screens.samples import crop, readings
from companion.screens.widgets.text import Text

Open = Callable[..., Any]


class Evening:
    """A finger on the screen, and the real rules behind it."""

    def __init__(self, open_screen: Open, sample: DungeonSample, *where: Any) -> None:
        self.sample = sample
        self.hand = open_screen(self.view(), *where)

    def view(self) -> Any:
        return self.sample.view(simulated=False, state=TableState.EMPTY)

    @property
    def screen(self) -> DungeonFighterScreen:
        assert isinstance(self.hand.screen.screen, DungeonFighterScreen)
        return self.hand.screen.screen

    @property
    def panel(self) -> Any:
        return self.screen.panels.panel

    def tap(self, widget: Any, across: float = 0.5, up: float = 0.5) -> list[Any]:
        """A tap; what it wishes is done, and the new view shown. Returns the actions."""
        before = len(self.hand.table.wishes)
        self.hand.tap(widget, across, up)
        done = [wish[1] for wish in self.hand.table.wishes[before:] if wish[0] == "do"]
        for action in done:
            self.sample.do(action)
        self.hand.show(self.view())
        return done

    def place(self, where: str) -> list[Any]:
        target = self.screen.fight.target
        return self.tap(target, *target.point_of(where))

    def throw(self, die: str, where: str) -> list[Any]:
        """A whole throw: three taps."""
        fight = self.screen.fight
        done = self.tap(fight.dice[die]) if fight.target.die.colour != die else []
        done += self.place(where)
        assert fight.confirm is not None
        return done + self.tap(fight.confirm)


def texts(widget: Any) -> list[str]:
    return [w.text for w in widget.walk(restrict=True) if isinstance(w, Text) and w.text]


# A fight.


def test_F1_a_fight_by_touch_is_three_taps_a_throw(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    evening = Evening(open_screen, DungeonSample().meet(), both_sizes)
    assert evening.throw("red", "2") == [a.Say("die", "red"), a.Say("rest", "2"), a.Confirm()]
    assert evening.screen.fight.head.hp.text.text == "5/7"
    evening.throw("blue", "3")
    evening.throw("green", "off")  # the third die misses
    assert [fellow.health for fellow in evening.sample.state.party] == [9, 9, 8]
    assert evening.screen.party.rows[2].health.text == "8/9"
    fight = evening.screen.fight
    assert list(fight.dice) == ["white"]
    assert fight.recover is not None
    evening.throw("white", "4")
    assert evening.sample.state.stage == "cleanup"
    assert evening.screen.area.children == [evening.screen.cleanup]
    assert (evening.screen.chest.gold.text, evening.screen.chest.white.text) == ("3", "0")


@pytest.mark.parametrize("zone", ["1", "2", "3", "4", "10", "off"])
def test_a_tap_on_the_target_tells_the_ring(open_screen: Open, zone: str) -> None:
    evening = Evening(open_screen, DungeonSample().meet().told(a.Say("die", "red")))
    assert evening.place(zone) == [a.Say("rest", zone)]
    assert evening.screen.fight.target.die.width > 0


def test_misses_and_lines_are_told_with_one_tap(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet().told(a.Say("die", "red")))
    places = evening.screen.fight.misses
    assert not places["line"].enabled
    for miss in ("hole", "joint", "off"):
        assert evening.tap(places[miss]) == [a.Say("rest", miss)]
    evening.place("3")
    assert evening.tap(places["line"]) == [a.Say("rest", "3/2")]
    assert evening.tap(places["line"]) == [a.Say("rest", "3/4")]
    assert evening.tap(places["line"]) == [a.Say("rest", "3")]


def test_the_button_says_what_the_throw_will_be(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet(GHOST).told(a.Say("die", "green")))
    fight = evening.screen.fight
    evening.place("3")
    assert fight.confirm is not None
    assert fight.confirm.detail.text == "hit: 3"
    evening.place("1")  # the target is small
    assert fight.confirm.detail.text == "a miss"
    evening.place("10")
    evening.tap(fight.symbol)
    assert fight.confirm.detail.text == "falls at once"
    evening.tap(fight.bounce)
    assert fight.confirm.detail.text == "a miss"


def test_what_the_camera_saw_is_confirmed_with_one_tap(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet().told(a.Seen("green", "3", "", True)))
    fight = evening.screen.fight
    assert evening.screen.bar.title.text == "Lea: green die, ring 3, symbol up. Right?"
    assert fight.target.die.colour == "green"
    assert fight.confirm is not None
    assert evening.tap(fight.confirm) == [a.Confirm()]
    assert evening.sample.state.fight is not None
    assert evening.sample.state.fight.hp == 4


def test_the_cameras_picture_stands_beside_what_it_saw(open_screen: Open) -> None:
    sample = DungeonSample().meet().told(a.Seen("green", "3", "", True))
    seen = replace(readings("1", "dungeon_fighter.green")[0], face="eye", rest="3")
    hand = open_screen(sample.view(simulated=False, dice=ShownDice((seen,), entry=3)))
    fight = hand.screen.screen.fight
    assert fight.picture in fight.walk(restrict=True)
    hand.show(DungeonSample().meet().view(simulated=False, dice=ShownDice((seen,), entry=3)))
    assert fight.picture not in fight.walk(restrict=True)  # it was of another throw


def test_the_close_up_is_shown_for_a_few_seconds_and_the_target_stays_free(open_screen: Open) -> None:
    sample = DungeonSample().meet()
    hand = open_screen(sample.view(simulated=False))
    fight = hand.screen.screen.fight
    assert not fight.close_up.enabled
    sample.told(a.Seen("green", "3", "", True))
    seen = replace(readings("1", "dungeon_fighter.green")[0], face="eye", rest="3")
    shown = sample.view(simulated=False, dice=ShownDice((seen,), entry=3))
    hand.show(shown)
    assert fight.close_up.enabled
    hand.tap(fight.target, *fight.target.point_of("4"))
    assert hand.table.wishes[-1] == ("do", a.Say("rest", "4"))  # one tap corrects it
    hand.wait(SECONDS + 0.5)
    assert not fight.close_up.enabled
    hand.show(shown)
    assert not fight.close_up.enabled  # the same throw is not shown twice
    other = replace(seen, crop=crop("2", 20.0))
    hand.show(sample.view(simulated=False, dice=ShownDice((other,), entry=4)))
    assert fight.close_up.enabled
    hand.tap(fight.close_up)
    assert not fight.close_up.enabled


@pytest.mark.parametrize("what", ["die", "ring", "hole", "symbol", "bounce"])
def test_what_the_camera_saw_wrong_is_corrected_with_one_tap(open_screen: Open, what: str) -> None:
    evening = Evening(open_screen, DungeonSample().meet().told(a.Seen("green", "3", "", True)))
    fight = evening.screen.fight
    said = {
        "die": lambda: evening.tap(fight.dice["blue"]),
        "ring": lambda: evening.place("4"),
        "hole": lambda: evening.tap(fight.misses["hole"]),
        "symbol": lambda: evening.tap(fight.symbol),
        "bounce": lambda: evening.tap(fight.bounce),
    }[what]()
    assert len(said) == 1
    assert fight.confirm is not None
    assert evening.tap(fight.confirm) == [a.Confirm()]


def test_a_die_whose_colour_was_not_seen_is_told_with_one_tap(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet().told(a.Seen("", "3")))
    fight = evening.screen.fight
    assert fight.confirm is None
    evening.tap(fight.dice["red"])
    assert fight.confirm is not None


def test_dice_that_cannot_be_this_throw_are_pointed_out(open_screen: Open) -> None:
    sample = DungeonSample().meet()
    held = ShownDice((), held=line("df.roll.one", who="Lea", n=2))
    hand = open_screen(sample.view(simulated=False, dice=held))
    assert hand.screen.screen.alarm.title.text == "Lea: throw one die at a time. 2 moved."
    hand.show(sample.view(simulated=False))
    assert hand.screen.screen.alarm.parent is None


# Special attacks.


def test_every_special_attack_has_a_picture() -> None:
    assert set(PICTURES) == set(ATTACKS)


def test_F3_room_monster_and_weapons_stand_in_one_view(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    sample = DungeonSample().put(0, items=(HELM, VENT)).meet(BEAR, DOUBLE)
    evening = Evening(open_screen, sample, both_sizes)
    view = evening.screen.fight.attacks
    assert pictured(view) == ["double_bounce", "catapult"]
    assert "The die must bounce on the table at least twice." in texts(view)
    evening.tap(evening.screen.fight.weapons[HELM.id])
    assert pictured(view) == ["blind", "double_bounce", "catapult"]
    evening.tap(evening.screen.fight.weapons[VENT.id])
    assert pictured(view) == ["blind", "double_bounce", "catapult", "spin"]
    evening.tap(view)
    assert isinstance(evening.panel, AttacksPanel)
    shown = texts(evening.panel)
    assert {
        "Helm of Bravery",
        "Sweet Bear",
        "Danger (Double bounce)",
        "Throw with your eyes closed.",
    } <= set(shown)


def pictured(widget: Any) -> list[str]:
    return [w.attack for w in widget.walk(restrict=True) if isinstance(w, AttackPicture)]


def test_done_right_is_one_tap_and_makes_the_throw_count(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet(BEAR).told(a.Say("die", "red"), a.Say("rest", "3")))
    fight = evening.screen.fight
    assert fight.confirm is not None
    assert fight.confirm.title.text == "Done right"
    assert evening.tap(fight.confirm) == [a.Confirm()]
    assert evening.sample.state.fight is not None
    assert evening.sample.state.fight.hp == 9


def test_not_done_is_one_tap_wherever_the_die_lies(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet(BEAR))
    evening.tap(evening.screen.fight.dice["red"])
    refuse = evening.screen.fight.refuse
    assert refuse is not None
    done = evening.tap(refuse)
    assert [type(action) for action in done] == [a.Throw]
    assert (done[0].done, done[0].die) == (False, "red")
    assert evening.sample.state.party[0].health == 7  # a miss costs the bear's damage


def test_an_ordinary_throw_asks_for_no_attack(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet().told(a.Say("die", "red"), a.Say("rest", "3")))
    assert evening.screen.fight.refuse is None
    assert not evening.screen.fight.attacks.enabled


def test_weapons_are_still_reached_when_the_die_is_taken(open_screen: Open) -> None:
    sample = DungeonSample().put(0, items=(HELM,)).meet().told(a.Say("die", "red"))
    evening = Evening(open_screen, sample)
    evening.tap(evening.screen.fight.armoury)
    button = next(
        w
        for w in evening.panel.walk(restrict=True)
        if getattr(w, "rank", "") and w.title.text == "Use Helm of Bravery"
    )
    assert evening.tap(button) == [a.Say("weapon", HELM.id)]


# Questions.


def test_a_printed_number_is_asked_and_told_with_one_tap(open_screen: Open) -> None:
    sample = DungeonSample().told(a.Enter(DOUBLE), a.Meet(Monster(id="medusa", name="Medusa")))
    evening = Evening(open_screen, sample)
    for what, number in (("hp", "14"), ("damage", "2"), ("gold", "1")):
        assert evening.tap(evening.screen.question.buttons[number]) == [a.Answer(what, number)]
    assert evening.sample.state.stage == "fight"


def test_a_large_number_is_on_the_next_page(open_screen: Open) -> None:
    sample = DungeonSample().told(a.Enter(DOUBLE), a.Meet(Monster(id="medusa", name="Medusa")))
    evening = Evening(open_screen, sample)
    grid = next(w for w in evening.screen.question.children if isinstance(w, NumberGrid))
    assert grid.more is not None
    evening.tap(grid.more)
    assert evening.tap(grid.buttons[55]) == [a.Answer("hp", "55")]


@pytest.mark.parametrize(("die", "ask", "choice"), [("red", "berserk", "yes"), ("blue", "divine", "1")])
def test_an_ability_asks_what_it_must(open_screen: Open, die: str, ask: str, choice: str) -> None:
    evening = Evening(open_screen, DungeonSample().meet(BEAR).throw(die, "3", symbol=True))
    assert evening.tap(evening.screen.question.buttons[choice]) == [a.Answer(ask, choice)]


def test_a_white_die_shows_what_each_colour_would_do(open_screen: Open) -> None:
    sample = DungeonSample().meet(BEAR)
    sample.throw("red", "off").throw("green", "off").throw("blue", "off").throw("white", "3", symbol=True)
    evening = Evening(open_screen, sample)
    assert "Heal all 2" in texts(evening.screen.question)
    assert evening.tap(evening.screen.question.buttons["green"]) == [a.Answer("colour", "green")]


def test_a_card_that_nobody_typed_is_asked_by_pictures(open_screen: Open) -> None:
    sample = DungeonSample().meet(GOBLIN, TREASURE).throw("red", "10")
    sample.told(a.Reward(equipment=1), a.Gain(UNNAMED[0]), a.Answer("owner", "1"))
    evening = Evening(open_screen, sample)
    evening.tap(evening.screen.question.buttons["nose"])
    evening.tap(evening.screen.question.buttons["3"])
    assert evening.sample.state.party[1].items[0].attacks == ("nose",)
    assert evening.sample.state.party[1].items[0].bonus == 3


# The way.


def test_from_room_to_room(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample())
    assert evening.tap(evening.screen.move.rooms["plain"])[0].room.id == "plain"
    finder = evening.screen.encounter.finder
    assert finder is not None
    assert evening.tap(finder.buttons["common_goblin"]) == [a.Meet(GOBLIN)]
    assert evening.screen.area.children == [evening.screen.fight]


def test_a_dangerous_room_is_told_by_its_pictures(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample())
    assert evening.screen.move.danger is not None
    evening.tap(evening.screen.move.danger)
    panel = evening.panel
    assert isinstance(panel, AttackPanel)
    assert not panel.done.enabled
    for attack in ("nose", "blind"):
        evening.tap(panel.grid.tiles[attack])  # type: ignore[index]
    (entered,) = evening.tap(panel.done)
    assert entered.room.attacks == ("blind", "nose")
    assert evening.sample.state.stage == "encounter"


def test_down_and_to_the_boss(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().chest(room=SHOP))
    evening.tap(evening.screen.move.ways[a.Descend])
    assert evening.sample.state.level == 2
    last = Evening(open_screen, DungeonSample().chest(room=SHOP, level=3))
    last.tap(last.screen.move.ways[a.FaceBoss])
    assert last.sample.state.boss


def test_a_card_is_found_as_one_types(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().told(a.Enter(Room(id="plain", name="Plain room"))))
    finder = evening.screen.encounter.finder
    assert finder is not None
    evening.tap(finder.field)
    assert evening.screen.party.parent is None  # letters take all the room
    assert finder.keys is not None
    for letter in "Me":
        evening.tap(finder.keys.keys[letter])
    assert list(finder.buttons) == ["medusa"]
    (met,) = evening.tap(finder.buttons["medusa"])
    assert met.monster.id == "medusa"
    assert evening.screen.party.parent is not None


def test_a_monster_is_typed_and_fought_at_once(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().told(a.Enter(Room(id="plain", name="Plain room"))))
    finder = evening.screen.encounter.finder
    assert finder is not None
    assert finder.new is not None
    evening.tap(finder.new)
    editor = evening.panel
    assert isinstance(editor, CardEditor)
    assert not editor.save.enabled
    evening.tap(editor.buttons["name"])
    assert editor.keys is not None
    for letter in ("R", "a", "t"):
        evening.tap(editor.keys.keys[letter])
    evening.tap(editor.keys.done)
    for field, n in (("hp", 6), ("damage", 1), ("gold", 2)):
        evening.tap(editor.buttons[field])
        assert isinstance(editor.grid, NumberGrid)
        evening.tap(editor.grid.buttons[n])
    (met,) = evening.tap(editor.save)
    assert (met.monster.id, met.monster.hp, met.monster.level) == ("rat", 6, 1)
    assert evening.sample.state.stage == "fight"
    assert [card.id for card in evening.sample.state.told.monsters] == ["rat"]


# Clean-up.


def test_clean_up_does_itself_what_it_can(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet().throw("red", "10"))
    lines = texts(evening.screen.cleanup)
    assert {
        "Gold for the chest: 1",
        "White dice for unused hero dice:\u00a02",
        "Pass the three dice to Mia",
    } <= set(lines)
    assert evening.screen.cleanup.onward is not None
    assert evening.tap(evening.screen.cleanup.onward) == [a.Onward()]
    assert evening.screen.area.children == [evening.screen.move]


def test_F16_a_scar_is_put_on_an_ability(open_screen: Open) -> None:
    sample = DungeonSample(4).put(1, health=0, fainted=True).meet().throw("red", "10")
    evening = Evening(open_screen, sample)
    assert evening.screen.cleanup.onward is None
    assert evening.screen.party.rows[1].word.text == "fainted"
    evening.tap(evening.screen.cleanup.scars[1, "green"])
    assert evening.sample.state.party[1].scars == ("green",)
    assert evening.screen.party.rows[1].pips.scars == ("green",)
    assert evening.screen.party.rows[1].health.text == "6/6"


def test_F17_the_shop(open_screen: Open) -> None:
    sample = DungeonSample().put(0, health=5).chest(gold=5).meet(GOBLIN, SHOP).throw("red", "10")
    evening = Evening(open_screen, sample)
    area = evening.screen.cleanup
    assert area.buy is not None
    assert area.buy.detail.text == "6 cards in the shop"
    assert area.heal is not None
    evening.tap(area.heal)
    assert evening.sample.state.party[0].health == 6
    assert area.die is not None
    evening.tap(area.die)
    assert (evening.sample.state.gold, evening.sample.state.white) == (3, 4)
    assert area.buy is not None
    evening.tap(area.buy)
    assert isinstance(evening.panel, FindPanel)
    evening.tap(evening.panel.finder.buttons[HELM.id])
    evening.tap(evening.screen.question.buttons["3"])  # its cost is not known
    evening.tap(evening.screen.question.buttons["2"])  # Tom gets it
    assert [item.id for item in evening.sample.state.party[2].items] == [HELM.id]


def test_treasure_is_told_with_one_tap(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet(GOBLIN, TREASURE).throw("red", "10"))
    assert evening.tap(evening.screen.cleanup.rewards[a.Reward(gold=3)]) == [a.Reward(gold=3)]
    assert evening.sample.state.gold == 6


# Heroes, monsters, corrections.


def test_cards_are_used_given_and_discarded(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().put(0, items=(FLASK, HELM, VENT), health=4))
    evening.tap(evening.screen.party.rows[0])
    panel = evening.panel
    assert isinstance(panel, HeroPanel)
    evening.tap(panel.items[FLASK.id, "use"])
    assert evening.sample.state.party[0].health == 7
    evening.tap(panel.items[HELM.id, "give"])
    assert evening.tap(panel.others[2]) == [a.Give(0, 2, HELM.id)]
    evening.tap(panel.items[VENT.id, "drop"])
    assert evening.sample.state.party[0].items == ()
    assert "No cards" in texts(panel)


def test_a_scar_and_health_are_corrected_by_hand(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample())
    evening.tap(evening.screen.party.rows[1])
    assert evening.tap(evening.panel.scars["red"]) == [Adjust(1, "token.scar_red", 1)]
    evening.hand.tap(evening.panel.dial, 0.2)
    evening.hand.wait(3.2)
    assert evening.hand.table.wishes[-1] == ("do", Adjust(1, "health", -1))


def test_the_monsters_card_is_corrected_in_the_middle_of_a_fight(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet())
    evening.tap(evening.screen.fight.head)
    panel = evening.panel
    assert isinstance(panel, MonsterPanel)
    assert evening.tap(panel.marks["small_target"]) == [a.Mark("small_target", 1)]
    assert evening.tap(panel.marks["bans_red"]) == [a.Mark("bans_red", 1)]
    assert evening.tap(panel.marks["heals_on_miss"]) == [a.Mark("heals_on_miss", 1)]
    assert evening.tap(panel.marks["heals_on_miss"]) == [a.Mark("heals_on_miss", 2)]
    assert evening.tap(panel.tokens["frog"])[0].counter == "token.frog"
    evening.tap(panel.attacks)
    evening.tap(evening.panel.grid.tiles["nose"])
    evening.tap(evening.panel.done)
    assert evening.sample.state.fight is not None
    assert evening.sample.state.fight.monster.attacks == ("nose",)
    assert isinstance(evening.panel, MonsterPanel)
    assert list(evening.screen.fight.dice) == ["green", "blue"]


def test_a_retreat_costs_everybody_one(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet(BEAR))
    evening.tap(evening.screen.fight.head)
    assert evening.tap(evening.panel.retreat) == [a.Retreat()]
    assert [fellow.health for fellow in evening.sample.state.party] == [8, 8, 8]
    assert evening.sample.state.stage == "encounter"
    assert evening.panel is None


def test_the_chest_leads_to_every_number_of_the_party(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample().meet())
    evening.tap(evening.screen.chest)
    assert isinstance(evening.panel, CountersPanel)
    assert {"gold", "white", "monster_hp", "tower_1", "token.used_red"} <= set(evening.panel.dials)


def test_a_sheet_is_typed_in_the_middle_of_an_adventure(open_screen: Open) -> None:
    evening = Evening(open_screen, DungeonSample())
    evening.tap(evening.screen.party.rows[0])
    evening.tap(evening.panel.sheet)
    editor = evening.panel
    assert isinstance(editor, CardEditor)
    evening.tap(editor.buttons["green"])
    evening.tap(editor.grid.buttons["extra_damage"])  # type: ignore[union-attr, index]
    evening.tap(editor.grid.buttons[4])  # type: ignore[union-attr, index]
    (typed,) = evening.tap(editor.save)
    assert (typed.seat, typed.hero.green.kind, typed.hero.green.n) == (0, "extra_damage", 4)


# The end.


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_F19_the_score_and_the_rank_stand_at_the_end(open_screen: Open, language: str) -> None:
    sample = DungeonSample().chest(gold=5, white=2).boss(BOSS).throw("red", "10", symbol=True)
    evening = Evening(open_screen, sample, (800, 480), language)
    panel = evening.panel
    assert isinstance(panel, ScorePanel)
    rank = {"en": "Average Heroes", "ru": None, "pl": None}[language]
    assert rank is None or rank in texts(panel)
    assert {"+10", "+3", "+4", "+2", "+5"} <= set(texts(panel))


def test_the_score_is_worked_out_anew_when_the_chest_is_corrected(open_screen: Open) -> None:
    sample = DungeonSample().chest(gold=5, white=2).boss(BOSS).throw("red", "10", symbol=True)
    evening = Evening(open_screen, sample)
    assert "24 points" in texts(evening.panel)
    sample.do(Adjust(0, "gold", 1))
    evening.hand.show(evening.view())
    assert "25 points" in texts(evening.panel)


def test_the_end_and_the_history_lead_to_the_charts(open_screen: Open) -> None:
    report = Report("health", ((9, 7), (9, 9)))
    fight = Evening(open_screen, DungeonSample().meet())
    fight.screen.open_report()
    assert fight.hand.table.wishes[-1] == ("ask_report",)
    fight.hand.show(replace(fight.view(), report=report))
    assert isinstance(fight.panel, ReportPanel)
    won = DungeonSample().chest(gold=5, white=2).boss(BOSS).throw("red", "10", symbol=True)
    evening = Evening(open_screen, won)
    assert "How it went" not in texts(evening.panel)
    evening.screen._ended = None
    evening.hand.show(replace(evening.view(), report=report))
    charts = saying(evening.panel, "How it went")
    assert charts is not None
    evening.hand.tap(charts)
    assert isinstance(evening.panel, ReportPanel)


def test_a_lost_adventure_says_so(open_screen: Open) -> None:
    sample = (
        DungeonSample(2).chest(white=0).boss().throw("red", "off").throw("green", "off").throw("blue", "off")
    )
    evening = Evening(open_screen, sample)
    assert "The dungeon has won" in texts(evening.panel)


def test_on_the_simulated_table_a_button_throws(open_screen: Open) -> None:
    hand = open_screen(DungeonSample().meet().view(simulated=True, state=TableState.EMPTY))
    button = hand.screen.screen.fight.hand
    hand.tap(button)
    assert hand.table.wishes == [("throw",)]
