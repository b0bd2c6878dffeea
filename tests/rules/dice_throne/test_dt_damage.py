"""Damage by the number of its rule: types, modifiers, the arithmetic, Ultimates, defeat (DT-34 to DT-57)."""

from __future__ import annotations

import pytest
from dt_table import Table

from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.amounts import half_up
from companion.rules.dice_throne.damage import bill, bills
from companion.rules.dice_throne.state import Entry, Packet
from companion.rules.errors import IllegalAction
from companion.rules.text import line

# An attack of each type: hero, ability, tier, levels, the dice, and what the ability rolls.
ATTACKS = {
    "normal": ("barbarian", "smack", 0, {}, (1, 1, 2, 4, 5), ()),
    "undefendable": ("barbarian", "sturdy_blow", 0, {}, (1, 1, 6, 6, 4), ()),
    "pure": ("ninja", "walk_the_line", 0, {"walk_the_line": 2}, (4, 4, 5, 1, 2), (5,)),
    "collateral": ("pyromancer", "burning_soul", 0, {}, (5, 5, 1, 4, 6), ()),
    "ultimate": ("barbarian", "rage", 0, {}, (6, 6, 6, 6, 6), ()),
}


def attack(kind: str, **victim: object) -> Table:
    hero, ability, tier, levels, dice, rolled = ATTACKS[kind]
    t = Table(hero, "moon_elf").put(0, levels=levels, tokens={"honor": 1}).put(1, **victim)  # type: ignore[arg-type]
    t.attack(ability, *dice, tier=tier)
    if rolled:
        t.roll(*rolled)
    return t.until("defend", "last")


@pytest.mark.parametrize(
    ("kind", "defendable", "avoidable", "enhanceable", "is_attack"),
    [
        ("normal", True, True, True, True),
        ("undefendable", False, True, True, True),
        ("pure", False, True, False, True),
        ("collateral", False, True, False, False),
        ("ultimate", False, False, True, True),
    ],
)
def test_DT40_what_each_damage_type_allows(
    kind: str, defendable: bool, avoidable: bool, enhanceable: bool, is_attack: bool
) -> None:
    t = attack(kind, tokens={"evasive": 1})
    [packet] = [bill.packet for bill in bills(t.state)]
    legal = GAME.legal_actions(t.state)
    assert packet.type == kind
    assert (t.window == "defend") == defendable
    assert (a.Spend(1, "evasive") in legal) == avoidable  # DT-41
    assert (a.Spend(0, "honor") in legal) == enhanceable
    assert packet.attack == is_attack
    assert t.state.attacked == is_attack


def test_DT34_the_last_chance_comes_before_everything_is_applied() -> None:
    t = Table("barbarian", "moon_elf").put(1, cp=5)
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(1, 1, 6, 6, 6).until("last")
    assert (t.health(0), t.health(1)) == (50, 50)
    t.play(1, "not_this_time").choose("seat:1").until("main2")
    assert (t.health(0), t.health(1)) == (49, 50)  # Missed Me: two Arrows deal 1


def test_DT35_damage_of_a_defence_is_no_attack_and_can_be_avoided() -> None:
    t = Table("moon_elf", "pyromancer").put(0, tokens={"evasive": 1})
    t.attack("longbow", 1, 1, 2, 4, 5).until("defend").roll(1, 2, 3, 6, 6).until("last")
    back = next(bill.packet for bill in bills(t.state) if bill.packet.to == 0)
    assert (back.base, back.type, back.attack) == (3, "status", False)
    t.spend(0, "evasive").roll(1).until("main2")
    assert (t.health(0), t.health(1)) == (50, 47)


def test_DT37_no_defence_where_the_ability_deals_nothing() -> None:
    t = Table("moon_elf", "barbarian").put(0, levels={"eclipse": 2})
    t.attack("eclipse", 6, 6, 6, 1, 4, tier=0).until("main2")  # Moon Shadow: statuses only
    assert "dt.defends" not in t.said
    assert (t.state.attacked, t.tokens(1, "blind")) == (False, 1)


def test_DT39_an_ability_that_deals_nothing_is_no_attack() -> None:  # X11
    t = Table("ninja", "barbarian").put(0, tokens={"ninjutsu": 1})
    t.attack("death_blossom", 1, 2, 3, 4, 5).roll(6, 6, 6, 6, 6).until("main2")  # five Masks: 0 damage
    assert (t.state.attacked, t.health(1), t.tokens(0, "ninjutsu")) == (False, 50, 1)


def test_DT42_added_damage_takes_the_type_of_the_attack() -> None:
    t = Table("barbarian", "moon_elf").put(0, tokens={"honor": 2}).attack("sturdy_blow", 1, 1, 6, 6, 4)
    t.until("last").spend(0, "honor", 1)
    assert (t.bill.packet.type, t.bill.final) == ("undefendable", 4 + 3)


def test_DT42_some_modifiers_only_at_the_end_of_the_offensive_roll_phase() -> None:
    t = Table("barbarian", "moon_elf").put(0, tokens={"sneak_attack": 1}).attack("smack", 1, 1, 2, 4, 5)
    assert t.window == "conclude"
    t.go()
    with pytest.raises(IllegalAction):
        t.spend(0, "sneak_attack")
    t.roll(1, 1, 6, 6, 6).until("last")
    with pytest.raises(IllegalAction):
        t.spend(0, "sneak_attack")


def test_DT44_damage_of_a_card_is_applied_at_once() -> None:
    t = Table("gunslinger", "barbarian").put(0, cp=5).play(0, "roulette").roll(1)
    assert (t.window, t.health(1)) == ("main1", 48)
    t = Table("barbarian", "paladin").put(1, cp=5).attack("smack", 1, 1, 2, 4, 5).until("defend")
    t.play(1, "absolution").roll(1)
    assert (t.window, t.health(0), t.bill.final) == ("defend", 47, 4)


def test_DT44_even_so_it_can_be_prevented_in_a_roll_phase() -> None:
    t = Table("moon_elf", "paladin").put(0, cp=5, tokens={"evasive": 1}).put(1, cp=5)
    t.attack("longbow", 1, 1, 2, 4, 5).until("defend").play(1, "absolution").roll(1)
    assert t.window == "hit"  # 3 to the Moon Elf, who has an Evasive
    t.play(0, "not_this_time").choose("seat:0").go()
    assert t.health(0) == 50


def packet(base: int, **more: object) -> Packet:
    return Packet(1, 0, "normal", line("dt.targeting"), base, attack=True, **more)  # type: ignore[arg-type]


def test_DT45_the_order_of_cards_and_tokens_does_not_matter() -> None:
    name = line("dt.targeting")
    one = packet(8, adds=(Entry(name, 4), Entry(name, 1)), prevents=(Entry(name, 2),), halves=(name, name))
    other = packet(8, adds=(Entry(name, 1), Entry(name, 4)), prevents=(Entry(name, 2),), halves=(name, name))
    assert bill(one).final == bill(other).final == 11 - 6 - 6 + 1 == 0
    assert bill(packet(8, adds=(Entry(name, 3),), halves=(name,))).final == 5


def test_DT46_every_half_rounds_up() -> None:
    assert [half_up(n) for n in range(6)] == [0, 1, 1, 2, 2, 3]


def test_DT47_reflection_looks_at_the_subtotal() -> None:
    name = line("dt.targeting")
    halved = bill(packet(9, halves=(name,), reflects=(name,)))
    assert (halved.final, halved.reflected) == (4, 5)  # a half does not lower what is reflected
    prevented = bill(packet(9, prevents=(Entry(name, 3),), reflects=(name,)))
    assert (prevented.final, prevented.reflected) == (6, 3)
    avoided = bill(packet(9, avoided=name, reflects=(name,)))
    assert (avoided.final, avoided.reflected) == (0, 0)


def test_DT48_avoiding_leaves_the_other_effects() -> None:
    t = Table("moon_elf", "moon_elf").put(1, tokens={"evasive": 1})
    t.attack("entangling_shot", 1, 2, 3, 4, 6).until("defend").spend(1, "evasive").roll(2).until("main2")
    assert (t.health(1), t.tokens(1, "entangle")) == (50, 1)


def test_DT48_of_several_sources_the_player_picks_one() -> None:
    t = Table("pyromancer", "paladin", "barbarian", mode="king_of_the_hill")
    t.put(0, tokens={"fire_mastery": 3}).put(1, tokens={"protect": 1, "evasive": 1})
    t.attack("meteorite", 6, 6, 6, 6, 1).until("target").do(a.Target(1)).until("last")
    t.put(1, tokens={"protect": 1, "evasive": 1})  # awake, for the example
    t.spend(1, "evasive").roll(1)
    assert t.question == ("source:0", "source:1")  # 5 undefendable, 2 collateral
    t.choose("source:1").spend(1, "protect")  # one source is left: nothing to ask
    finals = {bill.packet.type: bill.final for bill in bills(t.state) if bill.packet.to == 1}
    assert finals == {"undefendable": 2, "collateral": 0}


def test_DT49_healing_of_the_same_phase_saves_a_life() -> None:
    t = Table("barbarian", "barbarian").put(1, health=3).attack("smack", 1, 1, 2, 4, 5).until("defend")
    t.roll(4, 4, 1).until("main2")
    assert (t.health(1), t.state.outcome) == (3 - 4 + 4, None)


def test_DT50_an_amount_is_fixed_when_the_ability_is_activated() -> None:
    t = Table("pyromancer", "barbarian").put(0, cp=5, tokens={"fire_mastery": 3})
    t.attack("hot_streak", 1, 2, 3, 4, 6).until("defend")
    assert t.bill.packet.base == 10
    t.put(0, tokens={"fire_mastery": 1})
    assert t.bill.packet.base == 10


def test_DT51_a_teammate_may_act_in_an_ultimate_and_change_the_targeting_die() -> None:
    t = Table(*["barbarian"] * 4, mode="teams").put(1, cp=5).put(2, cp=5)
    t.attack("rage", 6, 6, 6, 6, 6).roll(2)
    assert t.window == "targeted"
    with pytest.raises(IllegalAction):
        t.play(2, "tip_it")
    t.play(1, "tip_it").choose("1:0:3").until_not("targeted")
    assert t.state.target == 3


@pytest.mark.parametrize("status", ["shadows", "evasive", "smoke_bomb", "protect"])
def test_DT53_what_does_not_work_against_an_ultimate(status: str) -> None:
    t = Table("barbarian", "paladin").put(1, tokens={status: 1}).attack("rage", 6, 6, 6, 6, 6).until("last")
    assert a.Spend(1, status) not in GAME.legal_actions(t.state)
    t.until("attempts")  # Stun: another attack
    assert t.health(1) == 35


def test_DT53_what_still_works_against_an_ultimate() -> None:
    t = Table("barbarian", "paladin").put(0, tokens={"barbed_vine": 1})
    t.put(1, health=9, tokens={"blessing_of_divinity": 1}).go()
    t.roll(6, 6, 6, 6, 1).roll(6, 6, 6, 6, 6, keep=4).announce("rage").until("attempts")
    assert (t.health(0), t.health(1), t.tokens(1, "blessing_of_divinity")) == (49, 1, 0)


def test_DT52_blind_and_parlay_do_not_stop_an_ultimate() -> None:
    t = Table("moon_elf", "barbarian").put(0, tokens={"blind": 1, "parlay": 1})
    t.attack("lunar_eclipse", 6, 6, 6, 6, 6).until("main2")
    assert (t.health(1), t.tokens(0, "blind"), t.tokens(0, "parlay")) == (50 - 12 - 2, 0, 0)


def test_DT54_health_is_never_below_0_and_0_loses_at_once() -> None:
    t = Table("barbarian", "barbarian").put(1, health=3).attack("sturdy_blow", 1, 1, 6, 6, 4)
    while t.state.outcome is None:
        t.go()
    assert (t.health(1), t.state.fighters[1].out) == (0, True)
    assert t.state.outcome.winners == (0,)  # DT-57
    with pytest.raises(IllegalAction):
        t.go()


def test_DT55_all_who_are_left_fall_together() -> None:
    t = Table("pyromancer", "barbarian", "barbarian", mode="king_of_the_hill")
    t.put(0, health=4, tokens={"barbed_vine": 1}).put(1, health=2).put(2, health=2).go()
    t.roll(5, 5, 1, 4, 6).roll(5, 5, 1, 4, 6, keep=4).announce("burning_soul").until("last").put(0, health=1)
    while t.state.outcome is None:
        t.go()
    assert t.state.outcome.winners == ()


def test_DT56_statuses_of_a_fallen_player_stay() -> None:
    t = Table("moon_elf", "barbarian", "barbarian", mode="king_of_the_hill").put(0, health=1)
    t.put(1, tokens={"targeted": 1}).put(0, tokens={"burn": 1})
    t.go().go().go().go().go().go().go().go().go()  # three turns without an attack, then Ann burns
    assert t.state.fighters[0].out
    assert t.tokens(1, "targeted") == 1


def test_stealing_the_last_health_is_no_damage_but_a_blessing_saves() -> None:
    t = Table("seraph", "vampire_lord").put(0, health=2, tokens={"blessing_of_divinity": 1})
    t.attack("holy_blade", 1, 1, 2, 4, 5).until("defend").roll(6, 6, 6, 1).until_not("defended")
    t.do(a.Tell(1))
    assert (t.health(0), t.tokens(0, "blessing_of_divinity")) == (1, 0)
