"""The golden examples of the rules, each under its own id."""

from __future__ import annotations

import pytest
from dt_table import Table

from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.amounts import half_up
from companion.rules.dice_throne.conditions import fulfils
from companion.rules.dice_throne.content import library
from companion.rules.errors import IllegalAction, UnexpectedRoll


def test_G1_the_worked_example_of_final_damage() -> None:  # X4, X5, X6, X7, X8, X12
    t = Table("barbarian", "paladin")
    t.put(0, cp=5).put(1, cp=5, tokens={"retribution": 1, "protect": 1}, levels={"divine_defense": 3})
    t.attack("overpower", 1, 2, 3, 6, 6).roll(6, 6, 6).until("defend")
    assert t.tokens(1, "concussion") == 1  # 18 is at least 14
    t.spend(1, "retribution").spend(1, "protect")
    t.roll(3, 3, 4, 6).until("last")  # three Helmets and a Prayer: prevent 3, gain Protect
    assert t.tokens(1, "protect") == 1
    t.play(0, "get_some").roll(1, 1, 2, 2, 3)  # five Swords: +5; a second Concussion has no room
    t.play(1, "absolution").roll(3)  # a Helmet: prevent 3
    t.spend(1, "protect")
    assert t.bill.subtotal == 17
    assert t.bill.half == 9
    assert t.bill.final == 0
    t.until("main2")
    assert t.health(1) == 50
    assert t.health(0) == 50 - 9
    assert (t.tokens(1, "protect"), t.tokens(1, "retribution"), t.tokens(1, "concussion")) == (0, 0, 1)


def test_G2_a_card_changes_the_dice_an_ability_rolled() -> None:  # X10
    t = Table("barbarian", "barbarian").put(0, cp=5)
    t.attack("overpower", 1, 2, 3, 6, 6).roll(3, 4, 6)
    assert t.window == "altered"
    t.play(0, "six_it").choose("1:0:6")
    t.until("defend")
    assert t.bill.packet.base == 16
    assert t.tokens(1, "concussion") == 1

    untouched = Table("barbarian", "barbarian")
    untouched.attack("overpower", 1, 2, 3, 6, 6).roll(3, 4, 6).until("defend")
    assert untouched.bill.packet.base == 13
    assert untouched.tokens(1, "concussion") == 0


def test_G3_a_card_turns_a_lost_duel() -> None:
    t = Table("barbarian", "gunslinger").put(1, cp=5)
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(1).roll(4)
    assert t.window == "altered"
    t.play(1, "so_wild").choose("1:0:6").until_not("altered")
    assert t.question == ("0", "1")  # won: deal 3 or prevent half


def test_G4_no_more_tokens_than_the_stack_limit() -> None:
    t = Table("cursed_pirate", "gunslinger").put(0, side="cursed")
    t.attack("black_soul", 6, 6, 6, 6, 1).until("main2")
    assert (t.tokens(1, "powder_keg"), t.tokens(1, "wither")) == (1, 1)
    t.put(1, tokens={"wither": 2})
    t.until("attempts").go().until("attempts")
    t.roll(6, 6, 6, 6, 1).announce("black_soul").until("main2")
    assert t.tokens(1, "wither") == 2  # a third is not placed
    limits = library().statuses
    assert limits["poison"].limit == 3  # a third is legal, a fourth is not
    thief = Table("shadow_thief", "pyromancer").put(1, tokens={"poison": 2})
    thief.attack("dagger_strike", 1, 1, 2, 6, 6, tier=0).until("defend")
    assert thief.tokens(1, "poison") == 3


def test_G5_attacking_a_leader_on_the_hill_draws_a_card() -> None:  # DT-79
    def hand_after(ann: int, ben: int, cid: int) -> int:
        t = Table("barbarian", "barbarian", "barbarian", mode="king_of_the_hill")
        t.put(0, health=ann).put(1, health=ben).put(2, health=cid)
        t.attack("smack", 1, 1, 2, 4, 5).until("target").do(a.Target(1))
        return t.hand(0)

    assert hand_after(30, 30, 20) == 5  # co-leader attacks co-leader
    assert hand_after(20, 30, 25) == 5
    assert hand_after(30, 25, 20) == 4  # a sole leader never draws
    assert hand_after(20, 25, 30) == 4


def test_G6_straights() -> None:  # DT-23
    faces = library().heroes["barbarian"].dice
    assert fulfils("small straight", faces, (2, 3, 4, 5, 2))
    assert fulfils("large straight", faces, (1, 2, 3, 4, 5))
    assert fulfils("large straight", faces, (6, 5, 4, 3, 2))
    assert fulfils("small straight", faces, (2, 3, 4, 5, 6))  # a large one is a small one, too
    assert not fulfils("large straight", faces, (1, 2, 3, 4, 6))
    assert not fulfils("small straight", faces, (1, 2, 3, 5, 6))


def test_G7_defence_roll_1_is_one_die_once() -> None:
    t = Table("barbarian", "gunslinger")
    t.attack("smack", 1, 1, 2, 4, 5).until("defend")
    with pytest.raises(UnexpectedRoll):
        t.roll(3, 4)
    t.roll(3).roll(4)
    with pytest.raises(UnexpectedRoll):
        t.roll(5)


def test_G8_a_modifier_counts_before_the_half() -> None:
    t = Table("barbarian", "moon_elf").put(0, cp=5)
    t.attack("smack", 1, 1, 1, 2, 2, tier=2).until("defend").roll(4, 4, 6, 6, 6).until("last")
    assert t.bill.packet.base == 8
    t.play(0, "get_some").roll(1, 1, 2, 3, 6)  # +4
    assert (t.bill.subtotal, t.bill.half, t.bill.final) == (12, 6, 6)


def test_G9_income_and_selling_stop_at_15_cp() -> None:  # DT-12
    t = Table("barbarian", "barbarian").put(1, cp=14, hand=4)
    t.go().go().go()  # Ann does nothing; Ben's turn begins
    assert (t.cp(1), t.hand(1)) == (15, 5)
    t = Table("barbarian", "barbarian").put(1, cp=15, hand=4)
    t.go().go().go()
    assert (t.cp(1), t.hand(1)) == (15, 5)
    t.do(a.Sell())
    assert (t.cp(1), t.hand(1)) == (15, 4)


@pytest.mark.parametrize(("hand", "cp", "sold", "after"), [(9, 3, 3, 6), (8, 14, 2, 15), (6, 3, 0, 3)])
def test_G10_selling_down_to_six(hand: int, cp: int, sold: int, after: int) -> None:  # DT-38
    t = Table("barbarian", "barbarian").put(0, hand=hand, cp=cp)
    t.go().go().go()
    for _ in range(sold):
        with pytest.raises(IllegalAction):
            t.go()
        t.do(a.Sell())
    if sold:
        assert t.window == "discard"
        t.go()
    assert t.state.active == 1
    assert (t.hand(0), t.cp(0)) == (6, after)


def test_G11_upgrades_cost_the_difference() -> None:  # DT-15
    t = Table("barbarian", "barbarian").put(0, cp=10)
    t.do(a.Upgrade("smack", 2))
    assert (t.cp(0), t.hand(0)) == (8, 3)
    t.do(a.Upgrade("smack", 3))
    assert t.cp(0) == 7
    with pytest.raises(IllegalAction):
        t.do(a.Upgrade("smack", 2))
    straight = Table("barbarian", "barbarian").put(0, cp=10).do(a.Upgrade("smack", 3))
    assert straight.cp(0) == 7
    blow = (
        Table("barbarian", "barbarian")
        .put(0, cp=10)
        .do(a.Upgrade("sturdy_blow", 2))
        .do(a.Upgrade("sturdy_blow", 3))
    )
    assert blow.cp(0) == 10 - 1 - 1


def test_G12_the_first_player_skips_the_first_income() -> None:  # DT-7
    t = Table("barbarian", "barbarian")
    assert (t.cp(0), t.hand(0)) == (2, 4)
    t.go().go().go()
    assert (t.cp(1), t.hand(1)) == (3, 5)


@pytest.mark.parametrize(("die", "more"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_G13_reload_adds_half_the_die(die: int, more: int) -> None:
    assert half_up(die) == more
    t = Table("gunslinger", "barbarian")
    assert t.tokens(0, "reload") == 1  # Quick Draw at Upkeep
    t.attack("revolver", 1, 1, 2, 4, 5)
    assert t.window == "conclude"
    t.spend(0, "reload").roll(die)
    assert t.bill.subtotal == 3 + more


def test_G14_evasive() -> None:
    def after(*dice: int) -> Table:
        t = Table("barbarian", "moon_elf").put(1, tokens={"evasive": 3})
        t.attack("smack", 1, 1, 1, 2, 2, tier=2).until("defend")
        for die in dice:
            t.spend(1, "evasive").roll(die)
        return t

    t = after(5, 4, 2)
    assert t.bill.final == 0
    assert t.tokens(1, "evasive") == 0
    assert after(3, 4, 5).bill.final == 8
    ultimate = Table("barbarian", "moon_elf").put(1, tokens={"evasive": 3})
    ultimate.go().roll(6, 6, 6, 6, 6).announce("rage").go()
    with pytest.raises(IllegalAction):
        ultimate.spend(1, "evasive")


def test_G15_knockdown() -> None:  # DT-25
    poor = Table("barbarian", "barbarian").put(0, cp=1, tokens={"knockdown": 1}).go()
    assert poor.window == "main2"
    assert poor.tokens(0, "knockdown") == 0
    t = Table("barbarian", "barbarian").put(0, cp=2, tokens={"knockdown": 1}).go()
    assert t.question == ("yes", "no")
    paid = Table("barbarian", "barbarian").put(0, cp=2, tokens={"knockdown": 1}).go().choose("yes")
    assert (paid.cp(0), paid.window, paid.tokens(0, "knockdown")) == (0, "attempts", 0)
    t.choose("no")
    assert (t.cp(0), t.window, t.tokens(0, "knockdown")) == (2, "main2", 0)


def test_G16_bounty() -> None:
    t = Table("gunslinger", "moon_elf").put(0, cp=0).put(1, tokens={"bounty": 1, "evasive": 1})
    t.attack("take_cover", 1, 1, 4, 4, 5).until("defend")
    assert t.bill.subtotal == 6
    assert t.cp(0) == 1
    t.spend(1, "evasive").roll(1)
    assert t.bill.final == 0
    assert t.cp(0) == 1


def test_G17_wither_weakens_but_not_an_ultimate() -> None:
    t = Table("gunslinger", "barbarian").put(0, tokens={"wither": 2})
    t.attack("deadeye", 6, 6, 6, 6, 1).until("last")
    assert t.bill.final == 4
    t = Table("gunslinger", "barbarian").put(0, tokens={"wither": 2})
    t.attack("fill_em_with_lead", 6, 6, 6, 6, 6).until("main2")
    assert t.health(1) == 50 - 10 - 1  # the Bounty it inflicted adds 1


def test_G18_parlay() -> None:
    t = Table("gunslinger", "barbarian").put(0, tokens={"parlay": 1})
    t.attack("fan_the_hammer", 1, 2, 3, 4, 5).until("main2")
    assert t.tokens(0, "evasive") == 2
    assert t.health(1) == 50
    assert t.tokens(0, "parlay") == 0


def _ben_upkeep(**put: object) -> Table:
    t = Table("barbarian", "gunslinger").put(1, **put)  # type: ignore[arg-type]
    return t.go().go().go()


def test_G19_powder_keg() -> None:
    t = _ben_upkeep(tokens={"powder_keg": 1}).roll(2).leave()
    assert (t.health(1), t.tokens(1, "powder_keg")) == (47, 0)
    t = _ben_upkeep(tokens={"powder_keg": 1}).roll(4).leave()
    assert (t.health(1), t.tokens(1, "powder_keg")) == (50, 1)
    t = _ben_upkeep(tokens={"powder_keg": 1}).roll(6).leave()
    t.choose("yes").choose("seat:0")
    assert (t.tokens(1, "powder_keg"), t.tokens(0, "powder_keg")) == (0, 1)
    t = Table("cursed_pirate", "gunslinger").put(1, tokens={"powder_keg": 1})
    t.attack("light_the_fuse", 1, 2, 3, 4, 6).until("defend")
    assert (t.health(1), t.tokens(1, "powder_keg")) == (47, 1)


def test_G20_doubloons() -> None:
    t = _ben_upkeep(tokens={"cursed_doubloon": 3})
    assert t.health(1) == 47
    t = Table("barbarian", "cursed_pirate").put(1, tokens={"cursed_doubloon": 3}).go().go().go()
    assert t.health(1) == 50


def test_G21_upkeep_damage_is_one_source_and_net_of_healing() -> None:
    t = _ben_upkeep(tokens={"poison": 3, "burn": 1})
    assert t.health(1) == 45
    t = _ben_upkeep(tokens={"poison": 3, "burn": 1, "evasive": 1})
    assert t.window == "hit"
    t.spend(1, "evasive").roll(2).until("main1")
    assert t.health(1) == 50
    t = Table("barbarian", "treant").put(
        1, health=5, tokens={"poison": 3, "burn": 1, "sapling": 1, "evasive": 1}
    )
    t.go().go().go().choose("seedling")
    t.spend(1, "sapling").go()
    assert t.health(1) == 1
    assert t.state.outcome is None


def test_G22_both_fall_together() -> None:
    t = Table("gunslinger", "pyromancer").put(0, health=3).put(1, health=5)
    t.attack("take_cover", 1, 1, 4, 4, 5).until("defend").roll(1, 2, 3, 6, 6)  # three Flames: 3 back
    while t.state.outcome is None:
        t.go()
    assert (t.health(0), t.health(1)) == (0, 0)
    assert t.state.outcome.winners == ()
    assert t.state.outcome.reason.id == "dt.draw"


@pytest.mark.parametrize(("hearts", "health"), [(0, 0), (1, 0), (2, 2), (3, 4)])
def test_G23_thick_skin_at_3_health(hearts: int, health: int) -> None:
    t = Table("barbarian", "barbarian").put(0, levels={"smack": 2}).put(1, health=3)
    t.attack("smack", 1, 2, 3, 4, 6).until("defend")
    assert t.bill.final == 5
    t.roll(*([4] * hearts + [1] * (3 - hearts)))
    while t.state.outcome is None and t.window != "main2":
        t.go()
    assert t.health(1) == health


def test_G24_healing_stops_at_the_cap() -> None:
    t = Table("barbarian", "barbarian").put(0, health=58)
    t.attack("fortitude", 4, 4, 4, 5, 5, tier=2).until("main2")
    assert t.health(0) == 60
    t = Table("barbarian", "barbarian", "barbarian", mode="king_of_the_hill").put(0, health=44, cp=0)
    t.play(0, "feelin_good").roll(1, 1, 4)
    assert t.health(0) == 45


def test_G25_missed_me() -> None:
    t = Table("barbarian", "moon_elf")
    t.attack("mighty_blow", 1, 2, 3, 4, 6).until("defend").roll(4, 4, 5, 5, 6).until("last")
    assert (t.bill.half, t.bill.final) == (5, 4)

    def counter(*dice: int) -> int:
        t = Table("barbarian", "moon_elf")
        t.attack("mighty_blow", 1, 2, 3, 4, 6).until("defend").roll(*dice).until("main2")
        return 50 - t.health(0)

    assert counter(1, 2, 3, 6, 6) == 1
    assert counter(1, 2, 3, 1, 6) == 2


def test_G26_showdown_and_duel_ties() -> None:
    def showdown(mine: int, theirs: int) -> int:
        t = Table("gunslinger", "barbarian")
        t.attack("showdown", 1, 2, 3, 4, 6).until_not("conclude").roll(mine).roll(theirs).until("defend")
        return t.bill.packet.base

    assert showdown(3, 3) == 7
    assert showdown(2, 3) == 5
    t = Table("barbarian", "gunslinger")
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(4).roll(4).until("last", "main2").until("main2")
    assert t.health(0) == 49
    t = Table("barbarian", "gunslinger").put(1, levels={"duel": 2})
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(4).roll(4).until_not("altered")
    assert t.question == ("0", "1")


def test_G27_fire_mastery() -> None:
    def attack(ability: str, mastery: int, *dice: int) -> Table:
        tokens = {"fire_mastery": mastery} if mastery else {}
        t = Table("pyromancer", "barbarian").put(0, tokens=tokens)
        t.go().roll(*dice).announce(ability)
        while t.window in ("announced", "altered", "then"):
            t.go()
        return t

    t = attack("hot_streak", 3, 1, 2, 3, 4, 6)
    assert (t.tokens(0, "fire_mastery"), t.bill.packet.base) == (5, 10)
    assert attack("hot_streak", 4, 1, 2, 3, 4, 6).bill.packet.base == 10
    assert attack("ignite", 4, 1, 2, 3, 4, 5).bill.packet.base == 14
    t = attack("combustion", 5, 1, 4, 5, 6, 1).choose("4").until_not("then")
    assert (t.bill.packet.base, t.bill.packet.type, t.tokens(0, "fire_mastery")) == (12, "undefendable", 1)
    t = attack("meteorite", 0, 6, 6, 6, 6, 1)
    assert t.bill.final == 2
    others = [packet for packet in t.state.packets if not packet.attack]
    assert [(packet.type, packet.base) for packet in others] == [("collateral", 2)]
    teams = Table("pyromancer", "barbarian", "barbarian", "barbarian", mode="teams")
    teams.attack("burning_soul", 5, 5, 1, 4, 6).until("main2")
    assert teams.health(2) == 50 - 2 * 2  # 2 to each of two opponents on one dial


def test_G28_smack_ii_and_four_of_a_kind() -> None:
    t = Table("barbarian", "barbarian").put(0, levels={"smack": 2})
    t.attack("smack", 1, 1, 1, 1, 3, tier=2)
    assert (t.bill.packet.base, t.bill.packet.type) == (9, "undefendable")
    t = Table("barbarian", "barbarian").put(0, levels={"smack": 2})
    t.attack("smack", 1, 2, 3, 1, 2, tier=2)
    assert (t.bill.packet.base, t.bill.packet.type) == (9, "normal")


def test_G29_stealing_takes_what_is_there() -> None:
    t = Table("shadow_thief", "barbarian").put(0, cp=0).put(1, cp=2)
    t.attack("pickpocket", 3, 3, 4, 1, 6, tier=1)
    t.choose("0").until("main2")
    assert (t.cp(0), t.cp(1)) == (2, 0)


@pytest.mark.parametrize("die", range(1, 7))
def test_G30_the_targeting_die(die: int) -> None:  # DT-27, X3
    t = Table("barbarian", "barbarian", "barbarian", "barbarian", mode="teams")
    t.attack("smack", 1, 1, 2, 4, 5).roll(die).until_not("targeted")
    if die <= 4:
        assert t.state.target == (2 if die <= 2 else 3)  # left, right
    else:
        assert t.question == ("seat:2", "seat:3")
        assert GAME.waits_for(t.state).seats == ((2,) if die == 5 else (0,))
    six = Table(*["barbarian"] * 6, mode="teams")
    six.attack("smack", 1, 1, 2, 4, 5).roll(die).until_not("targeted")
    assert six.state.target == (3, 3, 4, 4, 5, 5)[die - 1]


def test_G31_crit_looks_at_the_base() -> None:
    t = Table("paladin", "barbarian").put(0, tokens={"crit": 1})
    t.attack("holy_attack", 1, 2, 3, 4, 6).spend(0, "crit")
    assert t.bill.subtotal == 9
    t = Table("barbarian", "barbarian").put(0, tokens={"crit": 1})
    t.attack("smack", 1, 1, 2, 4, 5)
    with pytest.raises(IllegalAction):
        t.spend(0, "crit")


def test_G32_reckless_hurts_only_when_it_hits() -> None:
    t = Table("barbarian", "moon_elf").put(1, tokens={"evasive": 1})
    t.attack("reckless", 1, 2, 3, 4, 5).until("defend").spend(1, "evasive").roll(1).until("main2")
    assert (t.health(0), t.health(1)) == (50, 50)
    t = Table("barbarian", "paladin").put(1, cp=15, hand=6)
    t.attack("reckless", 1, 2, 3, 4, 5).until("defend").roll(5, 3, 6).until("last")  # prevents 3
    t.play(1, "not_this_time").choose("seat:1")  # 6
    t.play(1, "absolution").roll(5)  # a Life: 5
    assert t.bill.final == 1
    t.until("main2")
    assert (t.health(0), t.health(1)) == (46, 49)


def test_G33_pure_damage_takes_no_modifier() -> None:
    t = Table("ninja", "barbarian").put(0, levels={"walk_the_line": 2}, tokens={"ninjutsu": 1, "honor": 1})
    t.attack("walk_the_line", 4, 4, 5, 1, 2, tier=0).roll(3).until("last")
    assert (t.bill.packet.type, t.bill.final) == ("pure", 3)
    with pytest.raises(IllegalAction):
        t.spend(0, "honor")
    assert t.bill.final == 3


def test_G34_protect_halves_once_for_each() -> None:
    def final(tokens: int) -> int:
        t = Table("barbarian", "paladin").put(0, levels={"smack": 2}).put(1, tokens={"protect": tokens})
        t.attack("smack", 1, 2, 3, 1, 6, tier=1).until("defend")
        for _ in range(tokens):
            t.spend(1, "protect")
        assert t.bill.subtotal == 7
        assert t.bill.half == 4
        return t.bill.final

    assert final(1) == 3
    assert final(2) == 0
