"""The rules one by one (DF-1 to DF-41), abilities, monsters' abilities, items; corrections by hand."""

from __future__ import annotations

from typing import Any

import pytest
from df_table import GOBLIN, HELM, NOTHING, PLAIN, VENT, Table, hero, item, monster
from msgspec.structs import replace

from companion.rules.core import Adjust, Seat
from companion.rules.dungeon_fighter import GAME, look, score
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import COLOURS, Ability, Board, Hero, Item, Monster, Room
from companion.rules.dungeon_fighter.state import Setup
from companion.rules.errors import IllegalAction

SHOP = Room(id="shop", name="Shop", kind="shop")


def rooms(*ways: tuple[str, tuple[str, ...]]) -> tuple[Room, ...]:
    return tuple(Room(id=id, name=id, leads=leads) for id, leads in ways)


BOARDS = (
    Board(id="one", name="One", rooms=rooms(("a", ("b", "c")), ("b", ()), ("c", ()))),
    Board(id="two", name="Two", rooms=rooms(("d", ()))),
    Board(id="three", name="Three", boss=True, rooms=rooms(("e", ("f",)), ("f", ()))),
)


def won(table: Table) -> Table:
    """Beat the monster with one throw and go on."""
    return table.do(a.Meet(replace(monster(1), level=0))).throw("red", 1).do(a.Onward())


# Setup and the way


@pytest.mark.parametrize(
    ("fields", "id"),
    [
        ({"symbol_faces": 0}, "df.setup.symbol_faces"),
        ({"difficulty": "hard"}, "df.setup.difficulty"),
        ({"leader": 2}, "df.setup.leader"),
        ({"heroes": (hero(0), hero(0))}, "df.setup.heroes"),
        ({"zones": (1, 2, 3)}, "df.setup.zones"),
        ({"boards": BOARDS[:2]}, "df.setup.boards"),
        ({"boards": (BOARDS[2], BOARDS[1], BOARDS[0])}, "df.setup.boards"),
        ({"rules": {"luck": True}}, "df.setup.rule"),
        ({"heroes": (hero(0), replace(hero(1), weapons=-1))}, "df.no.card"),
    ],
)
def test_a_setup_that_cannot_be_played_says_why(fields: dict[str, Any], id: str) -> None:
    good = Setup((Seat("Ann"), Seat("Ben")), (hero(0), hero(1)), 2)
    with pytest.raises(IllegalAction) as refusal:
        GAME.setup(replace(good, **fields))
    assert refusal.value.line.id == id
    assert GAME.setup(good).stage == "move"


def test_DF4_DF6_DF7_the_party_begins_with_two_gold_and_a_white_die_and_the_leader_throws_first() -> None:
    table = Table(leader=1)
    assert (table.state.gold, table.state.white, table.health) == (2, 1, (9, 9, 9))
    assert table.meet().fight.turn == 1


def test_DF2_DF8_arrows_are_followed_and_never_back() -> None:
    table = Table(boards=BOARDS)
    a_room, b_room, c_room = BOARDS[0].rooms
    assert table.no(a.Enter(b_room)) == "df.no.no_arrow"
    won(table.do(a.Enter(a_room)))
    assert [action.room.id for action in GAME.legal_actions(table.state) if isinstance(action, a.Enter)] == [
        "b",
        "c",
    ]
    won(table.do(a.Enter(c_room)))
    assert table.no(a.Enter(a_room)) == "df.no.no_arrow"
    won(table.do(a.Enter(BOARDS[1].rooms[0])))
    assert table.state.level == 2
    assert table.no(a.FaceBoss()) == "df.no.boss_far"
    won(table.do(a.Enter(BOARDS[2].rooms[0])))
    assert table.no(a.FaceBoss()) == "df.no.boss_far"
    won(table.do(a.Enter(BOARDS[2].rooms[1])))
    assert table.do(a.FaceBoss()).state.boss


def test_DF3_DF8_without_boards_the_players_tell_the_way_and_who_the_boss_is() -> None:
    table = Table()
    assert table.no(a.Descend()) == "df.no.not_now", "there is a room on every level"
    for _ in range(2):
        won(table.do(a.Enter(PLAIN))).do(a.Descend())
    assert table.state.level == 3
    assert table.no(a.FaceBoss()) == "df.no.boss_far"
    won(table.do(a.Enter(PLAIN))).do(a.FaceBoss())
    assert table.no(a.Meet(GOBLIN)) == "df.no.boss_card"


def test_DF9_the_topmost_level_is_drawn_first() -> None:
    table = Table(difficulty="hell").do(a.Enter(PLAIN))
    assert table.no(a.Meet(replace(GOBLIN, level=2))) == "df.no.level"
    assert table.no(a.Meet(Monster(id="b", name="B", boss=True, hp=1, damage=1))) == "df.no.monster_card"
    won(table)
    assert table.state.tower == (1, 2, 2, 8)
    won(table.do(a.Enter(PLAIN)))
    table.do(a.Enter(PLAIN), a.Meet(replace(GOBLIN, level=2)))
    assert table.state.tower == (0, 1, 2, 8)


def test_an_unknown_card_is_asked_for_number_by_number_and_remembered() -> None:  # DF-10
    medusa = Monster(id="medusa", name="Medusa", attacks=("blind",))
    table = Table().meet(medusa)
    assert (table.asks, table.state.stage) == ("hp", "encounter")
    assert table.no(a.Answer("hp", "0")) == "df.no.number"
    assert table.no(a.Answer("gold", "1")) == "df.no.not_asked"
    table.answer(120 - 60).answer(2).answer(3)
    assert (table.hp, table.fight.monster.damage, table.state.stage) == (60, 2, "fight")
    told = table.state.told.monsters
    assert [(card.id, card.hp, card.level) for card in told] == [("medusa", 60, 1)]
    assert Table().meet(Monster(id="unnamed")).answer(3).answer(1).answer(1).state.told.monsters == ()


# Throws


def test_DF11_fainted_heroes_are_skipped() -> None:
    table = Table().put(1, health=1).meet(monster(30))
    table.throw("red", 1).throw("green", "off")
    assert table.fight.turn == 2
    table.throw("blue", 1).do(a.Throw(0, "white", "1"))
    assert table.fight.turn == 2


def test_DF12_a_die_is_set_aside_whatever_happened() -> None:
    table = Table().meet(monster(30)).throw("red", "off")
    assert table.no(a.Throw(1, "red", "3")) == "df.no.die"
    assert table.no(a.Throw(0, "blue", "3")) == "df.no.turn"
    assert table.no(a.Throw(1, "white", "3")) == "df.no.die", "white dice only when the others are used up"


@pytest.mark.parametrize("rest", ["hole", "off", "joint"])
def test_DF14_misses(rest: str) -> None:
    table = Table().meet(monster(20, damage=2)).throw("red", rest)
    assert (table.hp, table.health[0]) == (20, 7)


def test_DF14_an_attack_not_done_is_a_miss() -> None:
    assert Table().meet(monster(20, attacks=("nose",))).throw("red", 3, done=False).hp == 20


def test_DF17_DF21_all_fainted_is_the_end() -> None:
    table = (
        Table(2).put(0, health=1).put(1, health=1).meet(monster(20)).throw("red", "off").throw("blue", "off")
    )
    assert table.outcome is not None
    assert table.outcome.reason.id == "df.end.lost"
    assert table.no(a.Recover()) == "df.no.over"


def test_DF19_a_white_die_takes_its_colour_after_the_throw() -> None:
    table = Table().ability(0, "green", "extra_damage", 3).meet(monster(30))
    for die in COLOURS:
        table.throw(die, 1)
    table.throw("white", 2, symbol=True)
    assert table.asks == "colour"
    assert table.answer("green").hp == 27 - 5
    assert (table.state.white, table.fight.whites) == (0, 1)


def test_DF20_option_b_needs_used_up_dice_and_comes_again() -> None:
    table = Table().meet(monster(40, damage=1))
    assert table.no(a.Recover()) == "df.no.dice_left"
    for _ in range(2):
        for die in COLOURS:
            table.throw(die, 1)
        table.do(a.Recover())
    assert table.health == (7, 7, 7)


def test_DF20_who_faints_by_recovering_passes_the_turn() -> None:
    for rule, turn in (("turn_passes", 1), ("throws_first", 0)):
        table = Table(rules={"fainted_by_recovery": rule}).put(0, health=1).meet(monster(40))
        for die in COLOURS:
            table.throw(die, 1)
        table.do(a.Recover())
        assert (table.fight.turn, table.fight.used) == (turn, ())
        table.throw("red", 1)
        assert table.fight.turn == (2 if turn else 1)


def test_DF22_no_option_b_against_the_boss() -> None:
    table = Table().chest(white=2).boss(50)
    for die in COLOURS:
        table.throw(die, 1)
    assert table.no(a.Recover()) == "df.no.recover_boss"
    assert table.no(a.Retreat()) == "df.no.retreat_boss"
    table.throw("white", 1)
    assert table.state.white == 1


# Abilities


def test_DF23_a_scar_covers_the_ability_but_not_the_kill() -> None:
    table = Table().ability(0, "red", "extra_damage", 5).put(0, scars=("red",), health=6).meet(monster(30))
    assert table.throw("red", 2, symbol=True).hp == 28
    table.throw("green", 2)
    table.put(2, scars=("blue",)).throw("blue", 10, symbol=True)
    assert table.state.stage == "cleanup"


def test_DF23_a_target_icon_needs_a_hit_and_others_do_not() -> None:
    table = Table().ability(0, "red", "extra_damage", 5).ability(1, "green", "pickpocket").meet(monster(30))
    table.throw("red", "off", symbol=True)
    assert (table.hp, table.state.gold) == (30, 2)
    table.throw("green", "off", symbol=True)
    assert table.state.gold == 4


def test_combo_adds_both_throws_once() -> None:
    table = Table().ability(0, "red", "combo").put(0, items=(HELM,)).meet(monster(40))
    table.throw("red", 3, symbol=True, weapons=(HELM.id,))
    assert table.fight.thrown is not None
    assert table.no(a.Throw(0, "blue", "3")) == "df.no.die"
    table.throw("red", 4, symbol=True)
    assert table.hp == 40 - 3 - 4 - 3
    each = Table(rules={"combo_bonuses": "each_throw"}).ability(0, "red", "combo").put(0, items=(HELM,))
    each.meet(monster(40)).throw("red", 3, symbol=True, weapons=(HELM.id,)).throw("red", 4)
    assert each.hp == 40 - 3 - 4 - 6


def test_combo_second_throw_misses() -> None:
    for rule, health in (("adds_nothing", 9), ("counts_as_miss", 8)):
        table = Table(rules={"combo_miss": rule}).ability(0, "red", "combo").meet(monster(40))
        table.throw("red", 3, symbol=True).throw("red", "off")
        assert (table.hp, table.health[0]) == (37, health)


def test_combo_second_throw_can_kill() -> None:
    table = Table().ability(0, "red", "combo").meet(monster(40)).throw("red", 1, symbol=True)
    assert table.throw("red", 10, symbol=True).state.stage == "cleanup"


@pytest.mark.parametrize("kind", ["combo", "reroll", "berserk", "sworn_enemy", "ballad", "beer"])
def test_DF16_a_kill_asks_for_nothing_more(kind: str) -> None:
    table = Table().ability(0, "red", kind, 4 if kind == "sworn_enemy" else 0)
    table.put(0, items=(item("item", "extra_damage", 4, once=True),)).meet(monster(40)).throw(
        "red", 10, symbol=True
    )
    assert (table.asks, table.state.stage) == ("", "cleanup")


def test_a_kill_still_steals_and_picks_pockets() -> None:
    table = Table().ability(0, "red", "steal").meet(monster(40)).throw("red", 10, symbol=True)
    assert table.open_chores() == ["steal"]


def test_a_white_die_thrown_again_takes_its_colour_anew() -> None:
    table = Table().ability(0, "green", "reroll").ability(0, "blue", "extra_damage", 3).meet(monster(40))
    for die in COLOURS:
        table.throw(die, 1)
    table.throw("white", "off", symbol=True).answer("green").answer("yes")
    assert table.throw("white", 2, symbol=True).answer("blue").hp == 37 - 5


def test_divine_intervention_heals_as_much_as_it_hits() -> None:
    for rule, hp in (("heals_and_hits", 26), ("only_heals", 30)):
        table = Table(rules={"divine": rule}).ability(0, "red", "divine").put(2, health=2).meet(monster(30))
        table.throw("red", 4, symbol=True).answer(2)
        assert (table.health[2], table.hp) == (6, hp)


def test_berserk_needs_health_to_spare() -> None:
    table = Table().ability(0, "red", "berserk").put(0, health=1).meet(monster(30))
    assert table.throw("red", 4, symbol=True).hp == 26
    table = Table().ability(0, "red", "berserk").meet(monster(30)).throw("red", 4, symbol=True).answer("no")
    assert (table.hp, table.health[0]) == (26, 9)


def test_heal_all_steal_seduction_and_no_damage() -> None:  # DF-30
    table = (
        Table().ability(0, "red", "heal_all", 2).ability(1, "green", "steal").ability(2, "blue", "seduction")
    )
    table.put(1, health=3).put(2, health=8).meet(monster(4, damage=3))
    table.throw("red", "off", symbol=True)
    assert table.health == (6, 5, 9)
    table.throw("green", 1, symbol=True).throw("blue", 3, symbol=True)
    assert table.fellow(2).charmed[0].id == "test"
    assert table.open_chores() == ["steal"]
    table.do(a.Gain(VENT))
    assert table.fellow(1).items == (VENT,)
    safe = Table().ability(0, "red", "no_damage").meet(monster(30, damage=3)).throw("red", "off", symbol=True)
    assert safe.health[0] == 9


def test_a_charmed_monster_adds_its_damage_to_a_throw() -> None:
    table = Table().put(0, charmed=(monster(4, damage=3),)).meet(monster(30)).throw("red", 2)
    assert table.asks == "items"
    table.answer("charm:test")
    assert (table.hp, table.fellow(0).charmed) == (25, ())


def test_sworn_enemy() -> None:
    orc = monster(30, type="Orc")
    table = Table().ability(0, "red", "sworn_enemy", 4, "orc").meet(orc).throw("red", "off", symbol=True)
    assert (table.hp, table.health[0]) == (26, 8), "literally: it works on a miss"
    strict = Table(rules={"sworn_on_miss": "needs_hit"}).ability(0, "red", "sworn_enemy", 4, "orc")
    assert strict.meet(orc).throw("red", "off", symbol=True).hp == 30
    other = Table().ability(0, "red", "sworn_enemy", 4, "elf").meet(orc).throw("red", 2, symbol=True)
    assert other.hp == 28
    asked = Table().ability(0, "red", "sworn_enemy", 4).meet(orc).throw("red", 2, symbol=True)
    assert asked.answer("yes").hp == 24


def test_reroll_ignores_the_first_result_and_works_once() -> None:
    for rule, second in (("once", ""), ("every_time", "reroll")):
        table = Table(rules={"reroll": rule}).ability(0, "red", "reroll").meet(monster(30))
        table.throw("red", "off", symbol=True)
        assert table.answer("yes").fight.turn == 0
        table.throw("red", 4, symbol=True)
        assert table.asks == second
        if second:
            table.answer("no")
        assert (table.hp, table.health[0]) == (26, 9)


def test_beer_protects_but_not_from_option_b() -> None:
    table = (
        Table().ability(0, "red", "beer").meet(monster(30, damage=2)).throw("red", 1, symbol=True).answer(1)
    )
    table.throw("green", "off").throw("blue", 1)
    assert table.health == (9, 9, 9)
    assert table.do(a.Recover()).health == (7, 7, 7)


def test_a_ballad_takes_all_special_abilities() -> None:
    table = Table().ability(0, "green", "ballad")
    table.meet(monster(30, attacks=("blind",), bans=("red",), small_target=True)).throw(
        "green", 2, symbol=True
    )
    table.answer("yes")
    assert (table.state.gold, table.attacks) == (1, set())
    table.throw("red", 1)
    assert table.hp == 27


def test_an_ability_that_nobody_typed_is_asked_for_once() -> None:
    table = Table(heroes=(Hero(id="new", name="New"), hero(1), hero(2))).meet(monster(30))
    table.throw("red", 2, symbol=True)
    assert table.asks == "ability"
    table.answer("extra_damage").answer(3)
    assert table.hp == 25
    assert table.fellow(0).hero.red == Ability("extra_damage", 3)
    assert table.state.told.heroes[0].red.n == 3
    table.throw("green", 1).throw("blue", 1).throw("white", 1, symbol=True).answer("blue").answer("none")
    assert table.fellow(0).hero.blue.kind == "unknown"


def test_an_ability_can_still_be_told_when_a_scar_was_laid_on_it_meanwhile() -> None:
    table = Table(heroes=(Hero(id="new", name="New"), hero(1), hero(2))).meet(monster(30))
    table.throw("red", 2, symbol=True)
    table.adjust(0, "token.scar_red", 1)
    assert table.asks == "ability"
    table.answer("extra_damage").answer(3)
    assert table.fellow(0).hero.red == Ability("extra_damage", 3)


# Weapons, conditions, monsters


def test_DF24_weapons_are_chosen_for_each_throw() -> None:
    table = Table().put(0, items=(HELM, VENT)).meet(monster(40))
    table.do(a.Say("weapon", HELM.id), a.Say("weapon", VENT.id), a.Say("weapon", HELM.id))
    assert table.attacks == {"spin"}
    table.do(a.Say("die", "red"), a.Say("rest", "2"), a.Confirm())
    assert table.hp == 36
    assert table.no(a.Throw(1, "green", "3", weapons=(HELM.id,))) == "df.no.not_owned"
    assert Table().put(0, items=(HELM,)).meet(monster(40)).throw("red", 2).hp == 38


def test_DF25_equal_conditions_do_not_double_and_each_tells_who_wants_it() -> None:
    cave = Room(id="cave", name="Cave", attacks=("blind", "jump"))
    table = (
        Table().put(0, items=(HELM,)).meet(monster(40, attacks=("blind",)), cave).do(a.Say("weapon", HELM.id))
    )
    found = {demand.attack: len(demand.wanted_by) for demand in look.demands(table.state)}
    assert found == {"blind": 3, "jump": 1}


def test_monsters_that_punish_a_miss() -> None:
    table = Table().meet(monster(30, heals_on_miss=2, gold_on_miss=1)).throw("red", 3).throw("blue", "off")
    assert (table.hp, table.state.gold) == (29, 1)
    table.throw("green", "off")
    assert table.hp == 30, "never more than it had"
    table = Table().meet(monster(30, damage=2, critical_miss=True)).throw("red", "off")
    assert table.health == (7, 7, 7)
    table = Table().put(0, items=(HELM, VENT)).meet(monster(30, discard_on_miss=True)).throw("red", "off")
    assert table.asks == "discard"
    assert table.answer(VENT.id).fellow(0).items == (HELM,)


# Armour and items


def test_armour_lessens_a_miss_but_not_option_b() -> None:
    table = Table().put(0, items=(item("armour", "reduced_damage", 1),)).meet(monster(30, damage=2))
    table.throw("red", "off").throw("blue", 1).throw("green", 1)
    assert table.health[0] == 8
    assert table.do(a.Recover()).health[0] == 6


def test_counter_attack_answers_all_damage_if_the_house_says_so() -> None:
    for rule, hp in (("misses", 27), ("all_damage", 25)):
        table = Table(rules={"counter_attack": rule}).put(0, items=(item("armour", "counter_attack"),))
        table.meet(monster(30, damage=2)).throw("red", 1).throw("blue", 1).throw("green", 1).do(a.Recover())
        assert table.hp == hp


def test_a_counter_attack_can_win_with_the_last_breath() -> None:
    table = Table(1).put(0, health=2, items=(item("armour", "counter_attack"),)).meet(monster(2, damage=2))
    table.throw("red", "off")
    assert table.state.stage == "cleanup"
    assert table.do(a.PutScar(0, "red")).health == (6,)


def test_items_used_on_a_throw() -> None:
    bomb, luck = item("item", "extra_damage", 4, once=True), item("item", "reroll", once=True)
    cloak = item("item", "no_damage")
    table = Table().put(0, items=(bomb, luck, cloak)).meet(monster(30, damage=3)).throw("red", "off")
    table.answer(luck.id).throw("red", 2)
    assert table.answer(bomb.id).hp == 24, "nothing else is left to ask"
    assert table.fellow(0).items == (cloak,)
    table.throw("green", 1).throw("blue", 1).throw("white", "off").answer(cloak.id)
    assert (table.health[0], table.fellow(0).items) == (9, ())
    ring = Table().put(0, items=(item("item", "extra_damage", 1),)).meet(monster(30))
    assert ring.throw("red", 2).hp == 27, "every time, without asking"


def test_items_that_heal() -> None:
    table = (
        Table()
        .put(0, health=3, items=(item("item", "heal_one", 3),))
        .put(1, health=1, items=(item("item", "heal_all", 1),))
    )
    table.meet(monster(30)).do(a.Use(0, "item_heal_one", 1), a.Use(1, "item_heal_all"))
    assert table.health == (4, 5, 9)
    assert table.no(a.Use(0, "item_heal_one", 1)) == "df.no.not_owned"


# Clean-up


def test_DF29_scars_lower_the_maximum_and_waking_follows_the_house() -> None:
    for rule, health in (("maximum", 6), ("one", 1)):
        table = Table(rules={"wake_health": rule}).put(0, health=1).meet(monster(4)).throw("red", "off")
        table.throw("blue", 4)
        assert table.no(a.PutScar(1, "red")) == "df.no.not_now"
        table.do(a.PutScar(0, "green"))
        assert (table.health[0], table.fellow(0).scars) == (health, ("green",))


def test_DF31_DF32_white_dice_never_exceed_nine() -> None:
    table = Table().chest(white=9).meet(monster(3)).throw("red", 3)
    assert table.state.white == 9


def test_DF33_equipment_changes_hands_between_fights_only() -> None:
    table = Table().put(0, items=(HELM,)).meet(monster(1))
    assert table.no(a.Give(0, 1, HELM.id)) == "df.no.give_now"
    table.throw("red", 1).do(a.Give(0, 1, HELM.id))
    assert table.fellow(1).items == (HELM,)


def test_DF34_the_shop() -> None:
    table = Table().chest(gold=6, white=0).meet(monster(1, gold=0), SHOP).throw("red", 1)
    table.chest(white=0).do(a.BuyDie())
    assert (table.state.gold, table.state.white) == (4, 1)
    table.do(a.Buy(HELM))
    assert table.asks == "cost"
    table.answer(3)
    assert (table.asks, table.state.gold) == ("owner", 1)
    table.answer(2)
    assert table.fellow(2).items[0].cost == 3
    assert table.no(a.Buy(replace(VENT, cost=2))) == "df.no.gold"
    table.do(a.Buy(VENT)).answer(5)
    assert (table.asks, table.state.gold) == ("", 1)
    assert [card.cost for card in table.state.told.items] == [3, 5]
    assert table.no(a.BuyHealing()) == "df.no.all_healthy"
    assert Table().meet(monster(1)).throw("red", 1).no(a.BuyDie()) == "df.no.no_shop"


def test_a_card_that_is_not_in_the_library_is_asked_for() -> None:
    table = Table().chest(gold=9).meet(monster(1), SHOP).throw("red", 1)
    table.do(a.Buy(Item(id="unnamed_weapon", kind="weapon", provisional=True))).answer(1).answer(0)
    table.answer("elbow").answer(4)
    assert (table.fellow(0).items[0].attacks, table.fellow(0).items[0].bonus) == (("elbow",), 4)
    table.do(a.Buy(Item(id="unnamed_item", kind="item", provisional=True))).answer(1).answer(0)
    table.answer("extra_damage_once").answer(2)
    assert table.fellow(0).items[1].once
    assert table.asks == ""


def test_DF35_the_fountain_heals_everybody_to_the_maximum() -> None:
    table = Table().put(0, health=1).put(1, health=2, scars=("red",))
    table.meet(monster(4), Room(id="f", name="F", kind="fountain")).throw("red", "off").throw("blue", 4)
    assert table.do(a.PutScar(0, "blue")).health == (6, 6, 9)


def test_DF36_treasure() -> None:
    chest = Room(id="t", name="T", kind="treasure", gold=3, white=1, equipment=1)
    table = Table().meet(monster(1, gold=0), chest).throw("red", 1)
    assert (table.state.gold, table.state.white) == (5, 1 + 2 + 1)
    assert table.do(a.Gain(HELM)).answer(1).fellow(1).items == (HELM,)
    asked = Table().meet(monster(1), Room(id="t", name="T", kind="treasure")).throw("red", 1)
    asked.do(a.Reward(gold=4))
    assert asked.state.gold == 7
    assert asked.no(a.Reward(gold=4)) == "df.no.not_now"


def test_a_leader_who_becomes_an_angel_is_followed_by_another() -> None:
    table = (
        Table().put(0, health=1, scars=("red", "blue")).meet(monster(4)).throw("red", "off").throw("blue", 4)
    )
    assert table.asks == "leader"
    assert table.answer(2).state.leader == 2
    assert table.no(a.PutScar(0, "green")) == "df.no.not_now"
    table.do(a.Onward()).meet(monster(1))
    assert table.fight.turn == 1


def test_DF39_retreat() -> None:
    table = Table(difficulty="hell").meet(monster(30)).throw("red", 1)
    table.do(a.Retreat())
    assert (table.health, table.state.tower, table.state.stage) == ((8, 8, 8), (2, 2, 2, 8), "encounter")
    table.do(a.Meet(monster(1))).throw("red", 1).do(a.Onward())
    table.meet(monster(30)).do(a.Retreat())
    assert table.no(a.Meet(monster(1))) == "df.no.level", "the last card of its level: draw from the next"
    table.do(a.Meet(replace(monster(1), level=2))).throw("red", 1).do(a.Onward())
    assert table.state.tower == (1, 1, 2, 8)
    table.meet(monster(1))
    strict = Table(rules={"retreat": False}).meet(monster(30))
    assert strict.no(a.Retreat()) == "df.no.retreat_rule"


def test_an_empty_tower() -> None:
    table = Table().chest(tower=(0, 0, 0, 0)).meet(replace(monster(1), level=4))  # type: ignore[arg-type]
    assert table.state.tower == (0, 0, 0, 0)
    peace = Table(rules={"tower_empty": "no_monster"}).chest(tower=(0, 0, 0, 0))  # type: ignore[arg-type]
    assert peace.do(a.Enter(SHOP)).open_chores() == ["shop"]


def test_white_dice_at_any_time_if_the_house_says_so() -> None:
    table = Table(rules={"white_any_time": True}).meet(monster(30)).throw("white", 4)
    assert (table.hp, table.fight.used, table.state.white) == (26, (), 0)


# The end


@pytest.mark.parametrize(
    ("points", "rank"),
    [(-9, 1), (0, 1), (1, 2), (5, 2), (6, 3), (11, 4), (16, 5), (25, 6), (26, 7), (35, 8), (39, 9), (40, 10)],
)
def test_DF41_ranks_leave_no_gap(points: int, rank: int) -> None:
    assert score.rank(points) == rank


def test_DF40_victory_and_a_chest_corrected_after_the_end() -> None:
    table = Table().boss(3).throw("red", 3)
    assert table.outcome is not None
    assert table.outcome.winners == (0, 1, 2)
    before = score.total(table.state)
    assert before == 10 + 3 + 2 + 1 + 5
    table.adjust(0, "gold", 2)
    assert score.total(table.state) == before + 1
    assert len(look.score_lines(table.state)) == 8


def test_a_faint_in_the_boss_fight_costs_the_bonus() -> None:
    table = Table().put(0, health=1).boss(3, damage=1).throw("red", "off").throw("blue", 3)
    assert [entry.points for entry in score.sheet(table.state) if entry.what == "unharmed"] == [0]


# Corrections by hand


def test_counters_can_be_overruled_and_the_fight_goes_on_from_there() -> None:
    table = Table().meet(monster(30))
    table.adjust(0, "monster_hp", -25).adjust(1, "health", -3).adjust(0, "token.used_red", 1)
    assert (table.hp, table.health, table.fight.used) == (5, (9, 6, 9), ("red",))
    assert table.adjust(0, "health", -9).fight.turn == 1, "who is made to faint cannot throw"
    assert table.adjust(0, "monster_hp", -99).state.stage == "cleanup"


def test_a_loss_that_was_none_is_taken_back_by_a_correction() -> None:
    table = Table(1).put(0, health=1).meet(monster(30)).throw("red", "off")
    assert table.outcome is not None
    table.adjust(0, "health", 3)
    assert (table.outcome, table.fight.turn) == (None, 0)


def test_scars_can_be_corrected() -> None:
    table = Table().adjust(1, "token.scar_red", 1)
    assert (table.health[1], table.fellow(1).most_health) == (6, 6)
    table.adjust(1, "token.scar_red", -1).adjust(1, "health", 9)
    assert table.health[1] == 9
    alone = Table(1).adjust(0, "token.scar_red", 1).adjust(0, "token.scar_blue", 1)
    assert alone.no(Adjust(0, "token.scar_green", 1)) == "df.no.last_hero"


def test_icons_and_cards_are_corrected_in_the_fight() -> None:
    table = Table().meet(monster(10)).throw("red", 4).do(a.Mark("blind"), a.Mark("bans_blue"))
    assert table.attacks == {"blind"}
    assert table.no(a.Throw(1, "blue", "2")) == "df.no.die"
    table.do(a.Mark("blind", 0), a.Retype(monster(15, damage=3)))
    assert (table.hp, table.attacks, table.fight.monster.damage) == (11, set(), 3)
    assert table.do(a.Retype(monster(4))).state.stage == "cleanup", "four were taken already"
    assert table.no(a.Mark("blind")) == "df.no.no_fight"


def test_a_sheet_can_be_typed_anew() -> None:
    table = Table().do(a.Sheet(0, replace(hero(0), red=Ability("tracer"), blue=NOTHING)))
    assert table.fellow(0).hero.red.kind == "tracer"
    assert table.state.told.heroes[0].id == "hero_0"


def test_every_counter_can_be_set_and_says_so() -> None:
    table = Table().meet(monster(30))
    for counter in GAME.counters(table.state):
        if counter.name in ("health", "monster_hp") or counter.name.startswith("token.scar"):
            continue
        by = 1 if counter.value < counter.high else -1
        after = GAME.apply(table.state, Adjust(counter.seat, counter.name, by))
        found = {(c.seat, c.name): c.value for c in GAME.counters(after)}
        assert found[counter.seat, counter.name] == counter.value + by, counter.name
        assert GAME.label(table.state, Adjust(counter.seat, counter.name, by)).id == "df.label.adjust"
    assert table.no(Adjust(0, "luck", 1)) == "df.no.counter"
    assert table.no(Adjust(7, "gold", 1)) == "df.no.seat"


def test_a_hero_made_an_angel_by_hand_leads_no_more() -> None:
    table = Table().meet(monster(30))
    for colour in COLOURS:
        table.adjust(0, f"token.scar_{colour}", 1)
    assert (table.state.leader, table.state.first, table.fight.turn) == (1, 1, 1)
    table.adjust(0, "token.scar_red", -1)
    assert (table.fellow(0).out, table.health[0]) == (False, 3)


def test_the_last_hero_becomes_an_angel() -> None:
    table = Table(1).put(0, health=1, scars=("red", "blue"), items=(item("armour", "counter_attack"),))
    table.meet(monster(1)).throw("red", "off")
    assert table.outcome is not None
    assert "df.lost_all_out" in table.said


def test_a_weapon_thrown_away_is_not_in_the_hand_any_more() -> None:
    table = (
        Table().put(0, items=(HELM, VENT)).meet(monster(30)).do(a.Say("weapon", HELM.id), a.Drop(0, HELM.id))
    )
    assert table.attacks == set()
    assert table.no(a.Say("weapon", "nothing")) == "df.no.not_owned"


def test_a_retreat_can_be_the_end_and_used_white_dice_stay_used() -> None:
    table = Table(1).put(0, health=2).meet(monster(30))
    for die in (*COLOURS, "white"):
        table.throw(die, 1)
    table.do(a.Retreat())
    assert (table.state.white, table.health) == (0, (1,))
    assert table.do(a.Meet(monster(9)), a.Retreat()).outcome is not None


def test_what_is_not_verified_is_told() -> None:
    assert not look.provisional(Table().state)
    assert look.provisional(Table().meet(GOBLIN).state)
    assert look.provisional(Table().put(0, items=(HELM,)).state)


def test_a_shop_sells_what_it_shows() -> None:
    table = Table(1).chest(gold=50).meet(monster(1), SHOP).throw("red", 1)
    for n in range(4):
        table.do(a.Buy(item("armour", "counter_attack", id=f"plate_{n}", cost=1)))
    assert table.no(a.Buy(item("armour", "counter_attack", id="plate_9", cost=1))) == "df.no.sold_out"
    table.chest(white=9)
    assert table.no(a.BuyDie()) == "df.no.bank"
    assert table.no(a.Gain(HELM)) == "df.no.nothing_to_draw"
