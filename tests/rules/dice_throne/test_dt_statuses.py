"""Status effects and companions: the table of the rules, and what each of them does (DT-58 to DT-64)."""

from __future__ import annotations

import pytest
from dt_table import Table

from companion.rules.core import Adjust
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.damage import bills
from companion.rules.errors import IllegalAction

# id, kind, stack limit; those that stay until something removes them are PERSISTENT (DT-62)
TABLE = """
evasive + 3, reload + 2, knockdown - 1, bounty - 1, cursed_doubloon U 3, powder_keg - 1, wither - 2, parlay - 1,
burn - 1, fire_mastery + 5, stun - 1, concussion - 1, shadows + 1, sneak_attack + 1, poison - 3, crit + 1,
accuracy + 1, protect + 1, retribution + 1, blessing_of_divinity U 1, chi + 5, cleanse + 3, blind - 1, entangle - 1,
targeted - 1, delayed_poison - 2, ninjutsu + 3, smoke_bomb + 1, barbed_vine - 1, wellspring + 1, seedling C 3,
sapling C 2, dryad_spirit C 1, honor + 2, shame - 2, back_strike + 1, tactical_advantage + 5, constrict - 1,
bleed - 2, nyras_bond + 1, nyra C 7, synth + 7, nanite - 3, nanobot C 2, shock_bot C 2, heal_bot C 2, flight + 3,
holy_presence U 2, blinding_light - 1, blood_power + 4, mesmerize + 1, nyra_down C 1
"""
KINDS = {"+": "positive", "-": "negative", "U": "unique", "C": "companion"}
ROWS = [tuple(row.split()) for row in TABLE.replace("\n", " ").split(",")]
PERSISTENT = {"bounty", "cursed_doubloon", "wither", "burn", "targeted", "poison"}


def test_DT59_the_table_of_statuses() -> None:
    known = {status.id: (status.kind, status.limit) for status in library().statuses.values()}
    assert known == {id: (KINDS[kind], int(limit)) for id, kind, limit in ROWS}
    assert library().statuses["cursed_doubloon"].limit_for == {"cursed_pirate": 5}


@pytest.mark.parametrize(
    ("hero", "companions"),
    [
        ("treant", {"seedling", "sapling", "dryad_spirit"}),
        ("huntress", {"nyra", "nyra_down"}),
        ("artificer", {"nanobot", "shock_bot", "heal_bot"}),
        ("barbarian", set()),
    ],
)
def test_DT64_companions_belong_to_their_hero_alone(hero: str, companions: set[str]) -> None:
    t = Table("moon_elf", hero)
    kinds = {status.id: status.kind for status in library().statuses.values()}
    shown = {(c.seat, c.name[6:]) for c in GAME.counters(t.state) if c.name.startswith("token.")}
    assert {status for seat, status in shown if seat == 1 and kinds[status] == "companion"} == companions
    assert not any(kinds[status] == "companion" for seat, status in shown if seat == 0)
    t.put(0, tokens={"synth": 4}).until("main1")
    t.spend(0, "synth")  # a Moon Elf with Synth (a slip of the hand) builds nothing
    assert t.tokens(0, "nanobot") == 0


def test_DT62_persistent_statuses_stay() -> None:
    assert {status.id for status in library().statuses.values() if status.persistent} == PERSISTENT
    t = Table("barbarian", "barbarian").put(1, tokens=dict.fromkeys(PERSISTENT, 1))
    t.go().go().go().go().go().go()  # a whole turn of Ben's
    assert {status for status in PERSISTENT if t.tokens(1, status)} == PERSISTENT


def test_DT58_a_token_is_in_play_at_once() -> None:
    t = Table("moon_elf", "barbarian").attack("demising_shot", 1, 2, 3, 6, 6).until("defend")
    assert t.tokens(1, "targeted") == 1
    assert t.bill.subtotal == 4 + 2  # the Targeted it has just inflicted


def test_DT5_tokens_never_run_out() -> None:
    t = Table(*["barbarian"] * 6, mode="king_of_the_hill")
    for seat in range(6):
        t.do(Adjust(seat, "token.burn", 1))
    assert [t.tokens(seat, "burn") for seat in range(6)] == [1] * 6


def test_DT60_removing_one_status_removes_one_token() -> None:
    t = Table("barbarian", "barbarian").put(0, cp=5, tokens={"poison": 3, "burn": 1})
    t.play(0, "get_that_outta_here").choose("seat:0").choose("status:poison")
    assert (t.tokens(0, "poison"), t.tokens(0, "burn")) == (2, 1)


def test_DT61_a_status_may_be_spent_in_the_turn_of_another() -> None:
    t = Table("barbarian", "monk").put(1, tokens={"cleanse": 1, "burn": 1})
    t.spend(1, "cleanse")
    assert dict(t.state.fighters[1].tokens) == {}
    t = Table("barbarian", "tactician").put(1, cp=0, tokens={"tactical_advantage": 5}).go()
    t.spend(1, "tactical_advantage")  # at the limit: one goes, another may come
    t.do(Adjust(1, "token.tactical_advantage", 1))
    assert (t.cp(1), t.tokens(1, "tactical_advantage")) == (1, 5)


def test_DT63_a_unique_status_goes_its_own_way() -> None:
    t = Table("barbarian", "barbarian").put(0, cp=5).put(1, tokens={"cursed_doubloon": 2, "burn": 1})
    t.play(0, "what_status_effects").choose("seat:1")
    assert dict(t.state.fighters[1].tokens) == {"cursed_doubloon": 2}


# One by one


def test_DT9_an_isolated_source_is_applied_and_answered_by_itself() -> None:
    t = Table("barbarian", "moon_elf").put(1, tokens={"poison": 2, "powder_keg": 1, "evasive": 1})
    t.go().go().go().roll(1).leave()
    assert t.window == "hit"
    t.spend(1, "evasive").roll(2)  # against the Keg, not against the Poison
    assert (t.health(1), t.tokens(1, "powder_keg")) == (48, 0)


def test_DT10_roll_phase_cards_cannot_be_played_in_upkeep_but_instants_can() -> None:
    t = Table("barbarian", "moon_elf").put(1, cp=5, tokens={"powder_keg": 1, "burn": 1, "evasive": 1})
    t.go().go().go().roll(2)
    assert t.window == "altered"
    with pytest.raises(IllegalAction):
        t.play(1, "so_wild")
    t.play(1, "tip_it").choose("0:0:3").leave()
    assert t.tokens(1, "powder_keg") == 1  # 3: nothing happens
    assert t.window == "hit"
    with pytest.raises(IllegalAction):
        t.play(1, "not_this_time")
    t.go()
    assert t.health(1) == 48


def test_shadows_hide_from_collateral_damage_too() -> None:
    t = Table("pyromancer", "shadow_thief", "barbarian", mode="king_of_the_hill")
    t.put(1, tokens={"shadows": 1}).attack("burning_soul", 5, 5, 1, 4, 6).until("main2")
    assert (t.health(1), t.health(2)) == (35, 33)


def test_parlay_stops_collateral_damage_too() -> None:
    t = Table("pyromancer", "barbarian").put(0, tokens={"parlay": 1})
    t.attack("burning_soul", 5, 5, 1, 4, 6).until("main2")
    assert (t.health(1), t.tokens(0, "parlay"), t.tokens(0, "fire_mastery")) == (50, 0, 4)


@pytest.mark.parametrize(("die", "health"), [(1, 50), (2, 46), (3, 46), (4, 43)])
def test_blinding_light(die: int, health: int) -> None:
    t = Table("moon_elf", "barbarian").put(0, tokens={"blinding_light": 1})
    t.go().roll(1, 1, 4, 4, 5).announce("covered_shot").go().roll(die).leave().until("main2")
    assert (t.health(1), t.tokens(0, "blinding_light")) == (health, 0)


def test_a_die_for_blind_can_be_changed() -> None:
    t = Table("moon_elf", "barbarian").put(0, cp=5, tokens={"blind": 1})
    t.go().roll(1, 1, 4, 4, 5).announce("covered_shot").go().roll(2)
    t.play(0, "six_it").choose("1:0:6").leave()
    assert t.tokens(0, "evasive") == 1


def test_chi_of_this_turn_does_not_strengthen_the_attack() -> None:
    t = Table("monk", "barbarian").put(0, cp=5, tokens={"chi": 1}).play(0, "contemplate")
    t.attack("fist_strike", 1, 1, 2, 4, 5).until("last", "defend").go().until("last")
    t.spend(0, "chi", 1)
    assert (t.bill.subtotal, t.tokens(0, "chi")) == (5, 2)
    with pytest.raises(IllegalAction):
        t.spend(0, "chi", 1)


def test_delayed_poison_at_the_end_of_the_turn() -> None:
    t = Table("barbarian", "barbarian").put(0, tokens={"delayed_poison": 2}).go().go().go()
    assert (t.health(0), t.tokens(0, "delayed_poison"), t.state.active) == (44, 0, 1)


@pytest.mark.parametrize(("dice", "health"), [((6, 1), 50), ((5, 5), 46)])
def test_flight_ignores_all_damage_on_a_six(dice: tuple[int, int], health: int) -> None:
    t = Table("barbarian", "seraph").put(1, tokens={"flight": 1}).attack("sturdy_blow", 1, 1, 6, 6, 4)
    t.until("last").spend(1, "flight", 1).roll(*dice).until("main2")
    assert t.health(1) == health


def test_flight_is_no_use_in_upkeep() -> None:
    t = Table("barbarian", "seraph").put(1, tokens={"flight": 1, "burn": 1}).go().go().go()
    assert (t.health(1), t.tokens(1, "flight")) == (48, 1)


def test_wellspring_heals_half_the_die_in_the_own_main_phase() -> None:
    t = (
        Table("treant", "barbarian")
        .put(0, health=40, tokens={"wellspring": 1})
        .spend(0, "wellspring")
        .roll(5)
    )
    assert t.health(0) == 43


def test_a_dryad_spirit_prevents_a_status() -> None:
    t = Table("moon_elf", "treant").put(0, levels={"eclipse": 2}).put(1, tokens={"dryad_spirit": 1})
    t.attack("eclipse", 6, 6, 6, 1, 4, tier=0)  # statuses only, and still there is a moment to answer
    assert t.window == "last"
    t.spend(1, "dryad_spirit", 1).choose("status:blind").until("main2")
    assert (t.tokens(1, "blind"), t.tokens(1, "entangle"), t.tokens(1, "targeted")) == (0, 1, 1)


def test_honor_is_worth_more_together() -> None:
    t = Table("samurai", "barbarian").put(0, tokens={"honor": 2}).attack("katana_slice", 1, 1, 2, 4, 5)
    t.until("last", "defend").spend(0, "honor", 1)
    assert (t.bill.subtotal, t.tokens(0, "honor")) == (8, 0)


def test_nanites_go_off_together() -> None:
    for count, damage in ((1, 1), (2, 3), (3, 5)):
        t = Table("barbarian", "artificer").put(1, tokens={"nanobot": 2, "synth": 1})
        t.put(0, tokens={"nanite": count}).go().go().go().choose("yes")
        assert (t.health(0), t.tokens(0, "nanite")) == (50 - damage, 0)


def test_a_shock_bot_never_works_twice_a_turn() -> None:
    t = Table("artificer", "barbarian").put(0, tokens={"shock_bot": 2, "synth": 4})
    t.attack("overclock", 6, 6, 6, 6, 1).choose("shock_bot").until("last")
    assert t.bill.subtotal == 9
    assert a.Spend(0, "shock_bot", 1) not in GAME.legal_actions(t.state)


def test_nyra_takes_the_whole_attack_also_what_is_added_later() -> None:
    t = Table("barbarian", "huntress").put(0, tokens={"honor": 2})
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").spend(1, "nyra").until("last").spend(0, "honor", 1)
    t.until("main2")
    assert (t.health(1), t.tokens(1, "nyra"), t.tokens(1, "nyra_down")) == (50, 0, 1)


def test_nyra_comes_back_at_5() -> None:
    t = Table("barbarian", "huntress").put(1, tokens={"nyra": 4, "nyra_down": 1}).go().go().go()
    assert (t.tokens(1, "nyra"), t.tokens(1, "nyra_down")) == (5, 1)
    t = Table("barbarian", "huntress").put(1, tokens={"nyra": 5, "nyra_down": 1}).go().go().go()
    assert (t.tokens(1, "nyra"), t.tokens(1, "nyra_down")) == (5, 0)


def test_nyras_bond_shares_the_damage() -> None:
    t = Table("barbarian", "huntress").put(1, tokens={"nyra": 7, "nyras_bond": 1})
    t.attack("sturdy_blow", 1, 1, 6, 6, 4).until("defend").spend(1, "nyras_bond").choose("3").until("main2")
    assert (t.health(1), t.tokens(1, "nyra")) == (49, 4)


def test_tactical_advantage_buys_what_it_says() -> None:
    t = Table("tactician", "barbarian").put(0, cp=0, tokens={"tactical_advantage": 5})
    t.spend(0, "tactical_advantage", 4)
    assert (t.tokens(0, "protect"), t.tokens(0, "tactical_advantage")) == (1, 1)
    t.put(0, tokens={"tactical_advantage": 3}).spend(0, "tactical_advantage", 3)
    assert t.tokens(1, "targeted") == 1


def test_holy_presence_hurts_all_opponents() -> None:
    t = Table("barbarian", "seraph", "barbarian", mode="king_of_the_hill").put(1, tokens={"holy_presence": 2})
    t.go().go().go()
    assert [t.health(seat) for seat in range(3)] == [33, 35, 33]


def test_blood_power_heals_what_was_dealt() -> None:
    t = Table("barbarian", "barbarian").put(0, health=30, tokens={"blood_power": 4})
    t.attack("sturdy_blow", 1, 1, 6, 6, 4).until("last").spend(0, "blood_power", 3).until("main2")
    assert (t.health(0), t.health(1)) == (34, 46)


def test_mesmerize_makes_an_opponent_roll_again() -> None:
    t = Table("barbarian", "vampire_lord").put(1, tokens={"mesmerize": 1}).go().roll(1, 2, 3, 4, 6)
    t.spend(1, "mesmerize").roll(5).choose("0:4").roll(6)
    assert t.state.pools[0].values == (1, 2, 3, 4, 6)
    assert t.state.altered


def test_a_constricted_player_may_buy_the_attempt_back() -> None:
    t = Table("barbarian", "barbarian").put(0, cp=2, tokens={"constrict": 1}).go().choose("yes")
    assert (t.state.allowed, t.cp(0)) == (3, 1)


def test_damage_at_upkeep_has_no_type() -> None:
    t = Table("barbarian", "moon_elf").put(1, tokens={"burn": 1, "poison": 1, "evasive": 1}).go().go().go()
    [upkeep] = bills(t.state)
    assert (upkeep.packet.type, upkeep.final) == ("status", 3)
