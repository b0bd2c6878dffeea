"""The golden examples F1 to F24, by their ids."""

from __future__ import annotations

import pytest
from df_table import BEAR, GOBLIN, HELM, VENT, Table, hero, item, monster
from msgspec.structs import replace

from companion.rules.core import Seat
from companion.rules.dungeon_fighter import GAME, score
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.cards import COLOURS, Room
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.setup import TOWERS
from companion.rules.dungeon_fighter.state import Setup


def shipped(*ids: str) -> tuple[object, ...]:
    return tuple(next(card for card in library().heroes if card.id == id) for id in ids)


def test_F1_the_goblin() -> None:  # DF-18, DF-20, DF-27, DF-28
    table = Table(heroes=shipped("torm", "randolph", "goldfinga")).meet(GOBLIN)
    assert table.throw("red", 2).hp == 5
    assert table.throw("blue", 3).hp == 2
    table.throw("green", "off")
    assert table.health == (9, 9, 8)
    assert table.fight.turn == 0
    table.throw("white", 4)  # option A
    assert table.said.count("df.monster_dead") == 1
    assert table.state.stage == "cleanup"
    assert (table.state.white, table.state.gold) == (0, 3)
    assert table.state.first == 1, "the dice pass to Randolph"
    assert "df.bonus_dice" not in table.said


def test_F2_two_weapons_add_five() -> None:
    table = Table().put(0, items=(HELM, VENT)).meet(monster(20))
    table.throw("red", 3, weapons=(HELM.id, VENT.id))
    assert table.hp == 20 - 3 - 5


def test_F3_bear_room_and_helm_ask_for_three_attacks_in_one_throw() -> None:  # DF-37
    cave = Room(id="cave", name="Cave", attacks=("double_bounce",))
    table = Table().put(0, items=(HELM,)).meet(replace(BEAR, hp=20, damage=1, gold=0), cave)
    table.do(a.Say("weapon", HELM.id))
    assert table.attacks == {"catapult", "double_bounce", "blind"}
    table.do(a.Say("die", "red"), a.Say("rest", "3"), a.Say("done", "no"), a.Confirm())
    assert (table.hp, table.health[0]) == (20, 8)
    table.put(1, items=(HELM,)).throw("blue", 3, weapons=(HELM.id,))
    assert table.hp == 20 - 6


def test_F4_torm_doubles_before_the_helm_is_added() -> None:  # DF-26
    table = Table(heroes=(*shipped("torm"), hero(1), hero(2))).put(0, items=(HELM,)).meet(GOBLIN)
    table.throw("red", 3, symbol=True, weapons=(HELM.id,)).answer("yes")
    assert table.state.stage == "cleanup"
    table = Table(heroes=(*shipped("torm"), hero(1), hero(2))).put(0, items=(HELM,)).meet(monster(20))
    assert table.throw("red", 3, symbol=True, weapons=(HELM.id,)).answer("yes").hp == 20 - 9


def test_F5_goldfinga_carries_two_weapons_and_one_item() -> None:  # DF-38
    table = Table(heroes=(*shipped("goldfinga"), hero(1), hero(2)))
    swords = tuple(item("weapon", id=f"sword_{n}", attacks=("blind",), bonus=1) for n in range(3))
    potion, shield = item("item", "heal_all", 1), item("armour", "reduced_damage", 1)
    table.put(0, items=(*swords[:2], potion)).meet(monster(1)).throw("red", 1)
    table.do(a.Onward())
    for extra in (swords[2], shield, item("item", "no_damage")):
        table = Table(heroes=(*shipped("goldfinga"), hero(1), hero(2)))
        table.put(0, items=(*swords[:2], potion, extra)).meet(monster(1)).throw("red", 1)
        assert table.no(a.Onward()) == "df.no.slots"
        table.do(a.Give(0, 1, extra.id), a.Onward())


@pytest.mark.parametrize(
    ("difficulty", "tower"), [("easy", (4, 4, 4, 2)), ("normal", (3, 3, 3, 5)), ("hell", (2, 2, 2, 8))]
)
def test_F6_the_tower_has_fourteen_cards(difficulty: str, tower: tuple[int, ...]) -> None:  # DF-5
    assert TOWERS[difficulty] == tower
    assert sum(tower) == 14
    state = GAME.setup(Setup((Seat("Ann"),), (hero(0),), 2, difficulty))
    assert state.tower == tower


def test_F7_bullseye_is_ten_and_with_the_symbol_it_kills() -> None:  # DF-15, DF-16
    assert Table().meet(monster(50)).throw("red", 10).hp == 40
    table = Table().meet(monster(50)).throw("red", 10, symbol=True)
    assert table.state.stage == "cleanup"
    assert Table().boss(99).throw("red", 10, symbol=True).state.stage == "won"


def test_F8_a_disputed_line_counts_lower() -> None:
    assert Table().meet(monster(20)).throw("red", 3, against="2").hp == 18
    assert Table().meet(monster(20)).throw("red", 2, against="3").hp == 18


def test_F9_no_bounce_is_a_miss() -> None:  # DF-13
    table = Table().meet(monster(20, damage=2)).throw("red", 4, bounced=False)
    assert (table.hp, table.health) == (20, (7, 9, 9))


def test_F10_option_b() -> None:
    table = Table().put(0, health=5).put(1, health=2).meet(monster(7, damage=2))
    for die in COLOURS:
        table.throw(die, 1)
    table.do(a.Recover())
    assert table.health == (3, 0, 7)
    assert [fellow.fainted for fellow in table.state.party] == [False, True, False]
    assert (table.fight.used, table.fight.defeated, table.fight.turn) == ((), True, 0)
    table.throw("red", 4)
    assert (table.state.stage, table.state.white) == ("cleanup", 1), "no bonus dice after a defeat"


def test_F11_unused_dice_give_white_dice() -> None:
    table = Table().meet(monster(3)).throw("red", 3)
    assert table.state.white == 1 + 2


def test_F12_the_frog_bites_less_but_not_on_option_b() -> None:
    table = Table().ability(0, "red", "frog").meet(monster(20, damage=3))
    table.throw("red", "off", symbol=True)
    assert table.health == (8, 9, 9)
    table.throw("green", "hole").throw("blue", 1).do(a.Recover())
    assert table.health == (5, 5, 6)


def test_F13_a_frog_never_heals() -> None:
    table = Table().ability(0, "red", "frog").meet(monster(20, damage=1)).throw("red", "off", symbol=True)
    assert table.health == (9, 9, 9)


def test_F14_tracer_adds_one_for_everybody() -> None:
    table = Table().ability(0, "red", "tracer").meet(monster(20)).throw("red", 2, symbol=True)
    assert table.hp == 17
    assert table.throw("green", 2).hp == 14


def test_F15_precision_and_berserk() -> None:
    table = Table().ability(0, "red", "precision").put(0, items=(HELM,)).meet(monster(20))
    assert table.throw("red", 1, symbol=True, weapons=(HELM.id,)).hp == 12
    table = Table().ability(0, "red", "berserk").meet(monster(20)).throw("red", 4, symbol=True)
    assert table.asks == "berserk"
    assert (table.answer("yes").hp, table.health[0]) == (12, 8)


def test_F16_scars() -> None:
    table = Table(2)
    for most, colour in ((6, "red"), (3, "blue")):
        table.put(0, health=1, fainted=False).meet(monster(4, damage=1))
        if table.fight.turn != 0:
            table.throw("green", 1)
        table.throw("red", "off").throw("blue", 4)
        assert table.no(a.Onward()) == "df.no.scar_first"
        table.do(a.PutScar(0, colour), a.Onward())  # type: ignore[arg-type]
        assert (table.health[0], table.fellow(0).most_health, table.fellow(0).out) == (most, most, False)
    table.put(0, health=1).meet(monster(4))
    if table.fight.turn != 0:
        table.throw("green", 1)
    table.throw("red", "off").throw("blue", 4)
    assert table.fellow(0).out
    assert table.state.leader == 1


def test_F17_the_shop_shows_three_cards_and_one_for_each_hero() -> None:
    table = Table(3).meet(monster(1), Room(id="shop", name="Shop", kind="shop")).throw("red", 1)
    assert [chore.n for chore in table.state.chores if chore.what == "shop"] == [6]


def test_F18_healing_in_the_shop() -> None:
    table = Table(3).put(0, health=5).put(1, health=9).put(2, health=5, scars=("red",))
    table.meet(monster(1, gold=0), Room(id="shop", name="Shop", kind="shop")).throw("green", 1)
    table.do(a.BuyHealing())
    assert (table.health, table.state.gold) == ((6, 9, 6), 1)
    table.do(a.BuyHealing())
    assert table.health == (7, 9, 6), "capped by the scar"


def test_F19_score_of_a_clean_victory() -> None:
    state = Table(3).chest(white=2, gold=5).state
    assert score.total(state) == 10 + 3 + 4 + 2 + 5 == 24
    assert score.rank(24) == 6  # 21 to 25


def test_F20_score_of_a_costly_victory() -> None:
    table = Table(4, difficulty="easy").chest(white=0, gold=1).put(3, scars=COLOURS, health=0)
    assert score.total(table.state) == 5 + 4 + 0 + 0 + 0 - 3 - 5 == 1
    assert score.rank(1) == 2  # 1 to 5


def test_F21_a_small_target() -> None:
    table = Table().meet(monster(20, small_target=True)).throw("red", 1)
    assert (table.hp, table.health[0]) == (20, 8)
    assert table.throw("green", 2).hp == 18


def test_F22_a_banned_die() -> None:
    table = Table().meet(monster(20, bans=("red",)))
    assert table.no(a.Throw(0, "red", "3")) == "df.no.die"
    table.throw("green", 1).throw("blue", 1)
    legal = GAME.legal_actions(table.state)
    assert a.Recover() in legal
    assert [action.value for action in legal if isinstance(action, a.Say) and action.what == "die"] == []
    assert a.Say("rest", "3") in legal, "the white die is the only one left"


def test_F23_no_dice_against_the_boss() -> None:
    table = Table().chest(white=1).boss(50)
    for die in (*COLOURS, "white"):
        assert table.outcome is None
        table.throw(die, 1)
    assert table.state.stage == "lost"
    assert table.outcome is not None
    assert table.outcome.winners == ()


def test_F24_counter_attack() -> None:
    table = Table().put(0, items=(item("armour", "counter_attack"),)).meet(monster(20, damage=2))
    table.throw("red", "off")
    assert (table.hp, table.health[0]) == (18, 7)
