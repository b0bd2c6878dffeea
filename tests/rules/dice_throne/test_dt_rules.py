"""Rules by their number, where no golden example covers them."""

from __future__ import annotations

import pytest
from dt_table import NAMES, Table

from companion.dice import Marks
from companion.locale import Translator
from companion.rules.core import Adjust, Seat, TableDie, games
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.damage import bills
from companion.rules.dice_throne.state import Setup
from companion.rules.errors import IllegalAction, UnexpectedRoll


def setup(count: int, mode: str, **more: object) -> Setup:
    seats = tuple(Seat(name) for name in NAMES[:count])
    return Setup(seats, ("barbarian",) * count, mode, **more)  # type: ignore[arg-type]


# Setup


@pytest.mark.parametrize(
    ("mode", "count", "health"),
    [
        ("duel", 2, 50),
        ("teams", 4, 50),
        ("teams", 6, 50),
        ("king_of_the_hill", 3, 35),
        ("king_of_the_hill", 6, 35),
    ],
)
def test_DT2_start_values(mode: str, count: int, health: int) -> None:  # X1, X2
    state = GAME.setup(setup(count, mode, first=0))
    assert set(state.health) == {health}
    assert len(state.health) == (2 if mode == "teams" else count)
    assert {(fighter.cp, fighter.hand, fighter.deck) for fighter in state.fighters} == {(2, 4, 29)}


@pytest.mark.parametrize(("mode", "count"), [("duel", 3), ("teams", 5), ("king_of_the_hill", 2), ("solo", 1)])
def test_a_setup_that_cannot_be_played_is_refused(mode: str, count: int) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.setup(setup(count, mode))
    assert refusal.value.line.id.startswith("dt.setup.")


def test_DT3_the_highest_die_starts_and_ties_roll_again() -> None:
    t = Table("barbarian", "barbarian", "barbarian", mode="king_of_the_hill", first=-1)
    t.roll(5).roll(2).roll(5)
    assert GAME.waits_for(t.state).seats == (0,)
    t.roll(1).roll(6)
    assert (t.state.active, t.state.turn) == (2, 1)


def test_DT1_everybody_has_a_hero_and_what_belongs_to_it() -> None:
    state = GAME.setup(Setup((Seat("Ann"), Seat("Ben")), ("ninja", "huntress"), first=0))
    assert [(f.hero, f.deck + f.hand) for f in state.fighters] == [("ninja", 32), ("huntress", 33)]
    with pytest.raises(IllegalAction):
        GAME.setup(Setup((Seat("Ann"), Seat("Ben")), ("ninja", "nobody"), first=0))


@pytest.mark.parametrize(
    ("hero", "tokens"),
    [
        ("cursed_pirate", {"cursed_doubloon": 2}),
        ("tactician", {"tactical_advantage": 2}),
        ("artificer", {"synth": 3}),
        ("huntress", {"nyra": 7}),
    ],
)
def test_DT4_what_a_leaflet_says_of_the_start(hero: str, tokens: dict[str, int]) -> None:
    t = Table("barbarian", hero)
    assert dict(t.state.fighters[1].tokens) == tokens
    assert t.state.fighters[1].side == ("human" if hero == "cursed_pirate" else "")


def test_DT78_on_the_hill_turns_go_clockwise_and_the_target_is_free() -> None:
    t = Table(*["barbarian"] * 5, mode="king_of_the_hill", first=2)
    assert t.state.order == (2, 3, 4, 0, 1)
    t.attack("smack", 1, 1, 2, 4, 5)
    assert [offer.seat for offer in GAME.legal_actions(t.state) if isinstance(offer, a.Target)] == [
        3,
        4,
        0,
        1,
    ]


# The turn


def test_DT6_the_phases_follow_each_other() -> None:
    t = Table("barbarian", "barbarian")
    seen = [t.state.phase]
    t.attack("smack", 1, 1, 2, 4, 5)
    while t.state.turn == 1:
        if t.state.phase != seen[-1]:
            seen.append(t.state.phase)
        t.go()
    assert seen == ["main1", "defence", "main2"]  # the others need nobody to act here
    assert t.state.active == 1


def test_DT8_the_player_orders_what_happens_at_upkeep() -> None:
    t = Table("barbarian", "barbarian").put(1, tokens={"powder_keg": 1, "bleed": 1}).go().go().go()
    assert GAME.waits_for(t.state).prompt.id == "dt.wait.sort"
    assert [GAME.label(t.state, offer).id for offer in GAME.legal_actions(t.state)] == [
        "dt.status.powder_keg",
        "dt.status.bleed",
    ]
    t.choose("1").roll(6).leave().roll(3).leave()
    assert t.tokens(1, "bleed") == 0
    assert t.window == "main1"


def test_DT11_the_discard_pile_becomes_the_deck() -> None:
    t = Table("barbarian", "barbarian").put(1, deck=0, discard=5, hand=3, played=("six_it",)).go().go().go()
    assert (t.hand(1), t.state.fighters[1].deck, t.state.fighters[1].discard) == (4, 4, 0)
    assert t.state.fighters[1].played == ()
    assert "dt.shuffles" in t.said
    t = Table("barbarian", "barbarian").put(1, deck=0, discard=0, hand=3).go().go().go()
    assert t.hand(1) == 3


def test_DT13_main_phase_cards_only_in_the_own_main_phase() -> None:
    t = Table("barbarian", "barbarian").put(0, cp=5).put(1, cp=5)
    with pytest.raises(IllegalAction):
        t.play(1, "concuss")
    t.play(0, "concuss")
    assert (t.cp(0), t.hand(0), t.tokens(1, "concussion")) == (4, 3, 1)
    t.go()
    with pytest.raises(IllegalAction):
        t.play(0, "vegas_baby")


def test_DT14_a_card_is_paid_in_full_and_lies_in_the_discard_pile() -> None:
    t = Table("barbarian", "barbarian").put(0, cp=1)
    with pytest.raises(IllegalAction):
        t.play(0, "triple_up")
    t.play(0, "double_up")
    assert (t.cp(0), t.hand(0), t.state.fighters[0].discard) == (0, 5, 1)
    with pytest.raises(IllegalAction):
        t.play(0, "double_up")  # there is one of each


def test_concussion_skips_income() -> None:
    t = Table("barbarian", "barbarian").put(1, tokens={"concussion": 1}).go().go().go()
    assert (t.cp(1), t.hand(1), t.tokens(1, "concussion")) == (2, 4, 0)


# Offensive Roll Phase


def test_DT18_attempts_and_kept_dice() -> None:
    t = Table("barbarian", "barbarian").go()
    with pytest.raises(UnexpectedRoll):
        t.roll(1, 2, 3, 4, keep=0)
    t.roll(1, 2, 3, 4, 6)
    with pytest.raises(UnexpectedRoll):
        t.roll(1, 2, 3, 4, 6, keep=5)
    t.roll(1, 2, 3, 5, 6, keep=3).roll(1, 2, 3, 4, 6, keep=3)
    assert t.state.pools[0].values == (1, 2, 3, 4, 6)
    with pytest.raises(UnexpectedRoll):
        t.roll(1, 2, 3, 4, 5, keep=4)  # a fourth attempt


def test_a_kept_die_keeps_the_value_a_card_gave_it() -> None:
    t = Table("barbarian", "barbarian").put(0, cp=5).go().roll(1, 2, 3, 4, 6)
    t.play(0, "so_wild").choose("0:4:5")
    dice = [
        TableDie(i, "d6", face, i == 0) for i, face in enumerate("22346")
    ]  # the die was never turned over
    t.do(GAME.action_of_roll(t.state, dice))
    assert t.state.pools[0].values == (2, 2, 3, 4, 5)


def test_dice_of_somebody_else_beside_the_own_ones_do_not_count() -> None:
    t = Table("barbarian", "barbarian").go().roll(1, 2, 3, 4, 6)
    others = [TableDie(20 + i, "d6", "6", False) for i in range(5)]
    own = [TableDie(i, "d6", face, i >= 3) for i, face in enumerate("12355")]
    t.do(GAME.action_of_roll(t.state, [*others, *own]))
    assert t.state.pools[0].values == (1, 2, 3, 5, 5)


def test_DT18_extra_and_fewer_attempts() -> None:
    t = Table("barbarian", "barbarian").put(0, cp=5, tokens={"entangle": 1}).go()
    assert t.state.allowed == 2
    t.play(0, "one_more_time")
    assert t.state.allowed == 3
    t.roll(1, 2, 3, 4, 6).until("main2")
    assert t.tokens(0, "entangle") == 0


def test_DT19_only_what_the_dice_show_can_be_announced() -> None:
    t = Table("barbarian", "barbarian").go().roll(1, 2, 3, 4, 6)
    with pytest.raises(IllegalAction):
        t.announce("rage")
    announced = [offer for offer in GAME.legal_actions(t.state) if isinstance(offer, a.Announce)]
    assert announced == [a.Announce("mighty_blow", 0), a.Announce("smack", 0)]


def test_DT20_altered_dice_reopen_the_announcement() -> None:
    t = Table("barbarian", "barbarian").put(1, cp=5).go().roll(1, 2, 3, 4, 6).announce("mighty_blow")
    t.play(1, "tip_it").choose("0:3:5")  # no straight any more
    assert t.state.announced is None
    assert t.window == "attempts"
    t.announce("smack")
    assert t.window == "announced"

    t = Table("barbarian", "barbarian").put(1, cp=5).go().roll(1, 2, 3, 4, 6).announce("smack")
    t.play(1, "tip_it").choose("0:3:5")
    assert t.window == "announced"  # it still stands, but may be changed
    t.roll(1, 2, 3, 4, 4, keep=3)
    assert (t.window, t.state.attempts, t.state.announced) == ("attempts", 2, None)


def test_DT16_every_upgrade_belongs_to_a_box_of_the_board() -> None:
    t = Table("pyromancer", "barbarian").put(0, cp=15)
    kinds = {
        t.state.fighters[0].hero: {library().abilities["pyromancer", o.ability].kind for o in _upgrades(t)},
    }
    assert kinds == {"pyromancer": {"offensive", "defensive"}}
    paladin = Table("paladin", "barbarian").put(0, cp=15)
    assert "tithe" in {offer.ability for offer in _upgrades(paladin)}  # a passive one


def _upgrades(t: Table) -> list[a.Upgrade]:
    return [offer for offer in GAME.legal_actions(t.state) if isinstance(offer, a.Upgrade)]


def test_DT21_what_needs_no_target_happens_at_once() -> None:
    t = Table("moon_elf", "barbarian", "barbarian", mode="king_of_the_hill")
    t.attack("blinding_shot", 1, 2, 3, 4, 5)
    assert (t.window, t.tokens(0, "evasive")) == ("target", 1)
    assert [t.tokens(seat, "blind") for seat in (1, 2)] == [0, 0]


def test_DT29_what_has_its_own_target_needs_no_targeting_roll() -> None:
    t = Table("gunslinger", *["barbarian"] * 3, mode="teams").put(0, levels={"take_cover": 2})
    t.attack("take_cover", 4, 4, 5, 1, 6, tier=0)  # Mark the Target: a chosen opponent
    assert t.question == ("seat:2", "seat:3")
    t.choose("seat:3").until("main2")
    assert (t.tokens(3, "bounty"), "dt.targets" in t.said) == (1, False)


def test_up_to_two_targets_may_be_one() -> None:
    t = Table("gunslinger", *["barbarian"] * 2, mode="king_of_the_hill").put(0, levels={"deadeye": 2})
    t.attack("deadeye", 6, 6, 6, 1, 1, tier=0)
    assert t.question == ("seat:1,2", "seat:1", "seat:2")
    t.choose("seat:2").until("main2")
    assert (t.tokens(1, "bounty"), t.tokens(2, "bounty")) == (0, 1)


def test_DT22_a_lower_tier_may_be_chosen() -> None:
    t = Table("barbarian", "barbarian").attack("smack", 1, 1, 2, 2, 3, tier=0)
    assert t.bill.packet.base == 4


def test_DT24_after_activation_the_attack_dice_are_out_of_reach() -> None:
    t = Table("barbarian", "barbarian").put(1, cp=5).attack("smack", 1, 1, 2, 4, 5).until("defend")
    with pytest.raises(IllegalAction):
        t.play(1, "tip_it")


def test_blind_may_stop_everything() -> None:
    t = Table("moon_elf", "barbarian").put(0, tokens={"blind": 1})
    t.go().roll(1, 1, 4, 4, 5).announce("covered_shot").go().roll(2).leave()
    assert (t.window, t.tokens(0, "evasive"), t.tokens(0, "blind")) == ("main2", 0, 0)
    t = Table("moon_elf", "barbarian").put(0, tokens={"blind": 1})
    t.go().roll(1, 1, 4, 4, 5).announce("covered_shot").go().roll(3).leave()
    assert t.tokens(0, "evasive") == 1


# Targeting


def test_DT26_no_targeting_where_nobody_is_targeted() -> None:
    t = Table(*["barbarian"] * 4, mode="teams").put(0, health=40)
    t.attack("fortitude", 4, 4, 4, 1, 2)
    assert t.window == "main2"
    assert t.health(0) == 44


def test_DT28_the_targeting_die_may_be_altered() -> None:
    t = Table(*["barbarian"] * 4, mode="teams").put(2, cp=5)
    t.attack("smack", 1, 1, 2, 4, 5).roll(2)
    assert t.window == "targeted"
    t.play(2, "tip_it").choose("1:0:3").until_not("targeted")
    assert t.state.target == 3


def test_DT30_stun_gives_another_attack_on_the_same_opponent() -> None:
    t = Table("barbarian", "barbarian", "barbarian", mode="king_of_the_hill")
    t.attack("crit_bash", 6, 6, 6, 6, 1).until("target").do(a.Target(2))
    assert t.tokens(2, "stun") == 1
    with pytest.raises(IllegalAction):
        t.play(2, "getting_paid")  # stunned
    t.until("attempts")
    assert (t.tokens(2, "stun"), t.health(2), t.state.attempts) == (0, 30, 0)
    hand = t.hand(0)
    t.roll(1, 1, 2, 4, 5).announce("smack").until("defend")
    assert (t.state.target, t.hand(0)) == (2, hand)  # no choice, and no card for a Leader
    t.until("main2")


def test_who_was_stunned_by_a_fallen_attacker_wakes() -> None:
    t = Table("barbarian", "paladin", "barbarian", mode="king_of_the_hill")
    t.put(0, health=2).put(1, tokens={"retribution": 1})
    t.attack("overpower", 1, 2, 3, 6, 6).roll(1, 1, 2).until("target").do(a.Target(1)).until("defend")
    t.spend(1, "retribution").roll(1, 1, 1).until("last").put(1, tokens={"stun": 1})
    while not t.state.fighters[0].out:
        t.go()
    assert t.state.fighters[0].out
    assert t.tokens(1, "stun") == 0
    assert t.state.active == 1


# Defence and damage


def test_DT31_statuses_come_before_the_defence() -> None:
    t = Table("moon_elf", "moon_elf").attack("entangling_shot", 1, 2, 3, 4, 6).until("defend")
    assert (t.tokens(1, "entangle"), t.state.defence) == (1, "")


def test_DT32_of_two_defences_one_is_chosen_before_rolling() -> None:
    t = Table("barbarian", "shadow_thief").attack("smack", 1, 1, 2, 4, 5).until("defend")
    with pytest.raises(UnexpectedRoll):
        t.roll(1, 1, 2, 3)
    t.do(a.Defend("counter_strike")).roll(1, 1, 2, 3, 3).until("main2")
    assert t.health(0) == 47


def test_DT33_better_d_gives_the_defence_another_attempt() -> None:
    t = Table("barbarian", "barbarian").put(1, health=40)
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").roll(1, 2, 4)
    t.play(1, "better_d").roll(4, 5, 4, keep=0)
    assert t.state.pools[-1].values == (4, 5, 4)
    with pytest.raises(UnexpectedRoll):
        t.roll(1, 1, 1)
    t.until("main2")
    assert t.health(1) == 40 - 4 + 6


def test_DT36_no_defence_against_undefendable_damage() -> None:
    t = Table("barbarian", "barbarian").attack("sturdy_blow", 1, 1, 6, 6, 4)
    assert t.window == "last"
    t.until("main2")
    assert t.health(1) == 46


def test_DT36_accuracy_before_the_defence() -> None:
    t = Table("barbarian", "barbarian").put(0, tokens={"accuracy": 1}).attack("smack", 1, 1, 2, 4, 5)
    assert t.window == "conclude"
    t.spend(0, "accuracy")
    assert t.bill.packet.type == "undefendable"
    t.until("main2")
    assert t.health(1) == 46


def test_DT37_a_defence_is_rolled_even_against_nothing() -> None:
    t = Table("barbarian", "moon_elf").put(0, tokens={"shame": 2}, levels={})
    t.attack("smack", 1, 1, 2, 4, 5).until("defend")
    t.put(1, cp=5).play(1, "not_this_time").choose("seat:1")
    assert t.bill.final == 0
    t.roll(1, 1, 2, 2, 6).until("main2")
    assert (t.health(0), t.health(1)) == (48, 50)


def test_DT45_the_arithmetic_is_laid_open_before_it_is_applied() -> None:
    t = Table("barbarian", "moon_elf").put(0, tokens={"wither": 1}).put(1, tokens={"targeted": 1})
    t.attack("mighty_blow", 1, 2, 3, 4, 6).until("defend").roll(4, 4, 6, 6, 6).until("last")
    said = [(line.id, line.args.get("n")) for line in t.bill.lines()]
    assert said == [
        ("dt.bill.base", 9),
        ("dt.bill.add", 2),
        ("dt.bill.prevent", 1),
        ("dt.bill.subtotal", 10),
        ("dt.bill.half", 5),
        ("dt.bill.final", 5),
    ]
    assert t.health(1) == 50
    t.until("main2")
    assert t.health(1) == 45


def test_DT43_collateral_hits_everybody_and_is_no_attack() -> None:
    t = Table("pyromancer", "barbarian", "barbarian", mode="king_of_the_hill")
    t.attack("burning_soul", 5, 5, 1, 4, 6)
    assert [(bill.packet.to, bill.packet.type, bill.final) for bill in bills(t.state)] == [
        (1, "collateral", 2),
        (2, "collateral", 2),
    ]
    t.until("main2")
    assert (t.health(1), t.health(2), t.state.attacked) == (33, 33, False)


def test_DT51_an_ultimate_silences_the_opponents_but_not_the_own_side() -> None:
    t = Table("barbarian", "paladin").put(0, cp=5).put(1, cp=5, tokens={"protect": 1})
    t.attack("rage", 6, 6, 6, 6, 6)
    assert t.window == "last"
    for card in ("not_this_time", "getting_paid"):
        with pytest.raises(IllegalAction):
            t.play(1, card)
    with pytest.raises(IllegalAction):
        t.spend(1, "protect")
    t.play(0, "get_some").roll(1, 1, 4, 4, 6)
    assert (t.bill.packet.type, t.bill.final) == ("ultimate", 17)


def test_DT52_shame_goes_but_does_not_weaken_an_ultimate() -> None:
    t = Table("barbarian", "paladin").put(0, tokens={"shame": 2}).attack("rage", 6, 6, 6, 6, 6)
    assert (t.bill.final, t.tokens(0, "shame")) == (15, 0)


def test_shadows_hide_from_attacks_until_the_end_of_the_next_own_turn() -> None:
    t = Table("barbarian", "shadow_thief").put(1, tokens={"shadows": 1})
    t.attack("smack", 1, 1, 2, 4, 5).until("main2")
    assert t.health(1) == 50
    t.go()
    assert (t.state.active, t.tokens(1, "shadows")) == (1, 1)
    t.go().go().go()
    assert (t.state.active, t.tokens(1, "shadows")) == (0, 0)


def test_blessing_of_divinity_saves_once() -> None:
    t = Table("barbarian", "seraph").put(1, health=4, tokens={"blessing_of_divinity": 1})
    t.attack("sturdy_blow", 1, 1, 6, 6, 4).until("main2")
    assert (t.health(1), t.tokens(1, "blessing_of_divinity")) == (1, 0)


def test_back_strike_hits_the_attacker() -> None:
    t = Table("barbarian", "samurai").put(1, tokens={"back_strike": 1})
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").spend(1, "back_strike").roll(5).go().until("main2")
    assert (t.health(0), t.health(1)) == (47, 46)


def test_ninjutsu_cannot_make_an_attack_undefendable_after_the_defence() -> None:
    t = Table("ninja", "barbarian").put(0, tokens={"ninjutsu": 2})
    t.attack("slash", 1, 1, 2, 4, 5).spend(0, "ninjutsu").roll(6).choose("2")
    assert t.bill.packet.type == "undefendable"
    t = Table("ninja", "barbarian").put(0, tokens={"ninjutsu": 2})
    t.attack("slash", 1, 1, 2, 4, 5).until("defend").roll(1, 1, 1).until("last").spend(0, "ninjutsu").roll(6)
    t.choose("2")
    assert t.bill.packet.type == "normal"


def test_a_modifier_that_can_wait_is_not_asked_for_twice() -> None:
    t = Table("monk", "barbarian").put(0, tokens={"chi": 2}).attack("fist_strike", 1, 1, 2, 4, 5)
    assert t.window == "defend"
    t.roll(1, 1, 1).until("last").spend(0, "chi", 1)
    assert t.bill.subtotal == 5


def test_barbed_vine_hurts_for_further_attempts() -> None:
    t = Table("barbarian", "treant").put(0, tokens={"barbed_vine": 1}).go()
    t.roll(1, 2, 3, 4, 6).roll(1, 2, 3, 4, 6, keep=4).roll(1, 2, 3, 4, 6, keep=4).until("main2")
    assert (t.health(0), t.tokens(0, "barbed_vine")) == (48, 0)


def test_nyra_takes_the_damage_and_goes_down() -> None:
    t = Table("barbarian", "huntress").put(1, tokens={"nyra": 4})
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").spend(1, "nyra").until("main2")
    assert (t.health(1), t.tokens(1, "nyra"), t.tokens(1, "nyra_down")) == (50, 0, 1)


def test_spirits_grow() -> None:
    t = Table("treant", "barbarian")
    assert t.tokens(0, "seedling") == 1  # Fertilize at Upkeep
    t.attack("tend", 4, 4, 6, 6, 1)
    t.choose("sapling").choose("seedling").choose("dryad_spirit")
    assert dict(t.state.fighters[0].tokens) == {"dryad_spirit": 1, "seedling": 1}


def test_the_prompt_says_how_many_dice() -> None:
    t = Table("barbarian", "gunslinger").attack("smack", 1, 1, 2, 4, 5).until("defend")
    waiting = GAME.waits_for(t.state)
    assert (waiting.prompt.id, waiting.prompt.args["n"]) == ("dt.wait.defend", 1)
    assert waiting.dice is not None
    assert (waiting.dice.count, waiting.dice.fewest) == (1, 1)


# Cards and statuses


def test_DT59_a_raised_limit_holds_for_the_rest_of_the_game() -> None:
    t = Table("pyromancer", "pyromancer").put(0, cp=5, tokens={"fire_mastery": 5}).play(0, "fire_up")
    assert (t.tokens(0, "fire_mastery"), t.tokens(1, "fire_mastery")) == (6, 0)
    counters = {(c.seat, c.name): c.high for c in GAME.counters(t.state)}
    assert (counters[0, "token.fire_mastery"], counters[1, "token.fire_mastery"]) == (6, 5)


def test_DT64_cards_cannot_touch_companions() -> None:
    t = Table("barbarian", "treant").put(0, cp=5).put(1, tokens={"seedling": 2, "burn": 1})
    t.play(0, "what_status_effects").choose("seat:1")
    assert dict(t.state.fighters[1].tokens) == {"seedling": 2}


def test_DT68_a_removal_may_be_answered_by_spending_the_token() -> None:
    t = (
        Table("barbarian", "tactician")
        .put(0, cp=5)
        .put(1, cp=0, tokens={"tactical_advantage": 1, "protect": 1})
    )
    t.play(0, "get_that_outta_here").choose("seat:1").choose("status:tactical_advantage")
    assert t.window == "answer"
    t.spend(1, "tactical_advantage")
    assert t.cp(1) == 1
    assert t.question == ("status:protect",)


def test_transference_moves_a_token() -> None:
    t = (
        Table("barbarian", "barbarian")
        .put(0, cp=5, tokens={"burn": 1})
        .play(0, "transference")
        .choose("0:burn")
    )
    assert (t.tokens(0, "burn"), t.tokens(1, "burn")) == (0, 1)


def test_DT73_stealing_at_15_cp_still_takes() -> None:
    t = Table("shadow_thief", "barbarian").put(0, cp=15).put(1, cp=5).attack("pickpocket", 3, 3, 1, 1, 6)
    t.choose("0").until("main2")
    assert (t.cp(0), t.cp(1)) == (15, 3)


# Teams, defeat, corrections


@pytest.mark.parametrize(("count", "order"), [(4, (0, 2, 1, 3)), (6, (0, 3, 1, 4, 2, 5))])
def test_DT75_teams_take_turns_zig_zag(count: int, order: tuple[int, ...]) -> None:
    assert GAME.setup(setup(count, "teams", first=0)).order == order


def test_DT76_teammates_share_a_dial() -> None:
    t = Table(*["barbarian"] * 4, mode="teams").put(3, health=4)
    t.attack("smack", 1, 1, 2, 4, 5).roll(1).until("last", "defend").go().until("last")
    t.go()
    assert t.state.outcome is not None
    assert t.state.outcome.winners == (0, 1)


def test_DT77_a_teammate_can_help_only_where_a_text_says_a_chosen_player() -> None:
    t = Table(*["barbarian"] * 4, mode="teams").put(3, cp=5, tokens={"protect": 1, "evasive": 1})
    t.attack("sturdy_blow", 1, 1, 6, 6, 4).roll(1).until("last")
    for status in ("protect", "evasive"):
        with pytest.raises(IllegalAction):
            t.spend(3, status)
    t.play(3, "not_this_time").choose("seat:2")
    assert t.bill.final == 0


def test_DT56_an_eliminated_player_is_out_and_the_others_go_on() -> None:
    t = Table(*["barbarian"] * 3, mode="king_of_the_hill").put(1, health=3)
    t.attack("sturdy_blow", 1, 1, 6, 6, 4).until("target").do(a.Target(1)).until("main2")
    assert t.state.fighters[1].out
    t.go()
    assert t.state.active == 2
    t.attack("smack", 1, 1, 2, 4, 5).until("defend", "target")
    assert t.state.target == 0  # only one is left


def test_every_counter_can_be_corrected_at_any_time() -> None:
    t = Table("barbarian", "moon_elf").go().roll(1, 1, 2, 4, 5)
    for counter in GAME.counters(t.state):
        t.do(Adjust(counter.seat, counter.name, 1))
    after = {(c.seat, c.name): c.value for c in GAME.counters(t.state)}
    assert after[0, "health"] == 51
    assert after[1, "cp"] == 3
    assert after[1, "token.evasive"] == 1
    t.do(Adjust(1, "health", -100))
    assert t.state.outcome is not None
    t.do(Adjust(1, "health", 10))  # overruled: the game goes on
    assert t.state.outcome is None
    assert t.window == "attempts"


def test_a_number_printed_nowhere_is_asked_once() -> None:
    t = Table("vampire_lord", "barbarian").go().roll(1, 1, 2, 4, 5).announce("gouge").go()
    assert GAME.waits_for(t.state).prompt.id == "dt.wait.number"
    t.do(a.Tell(6)).until("defend")
    assert t.bill.packet.base == 6
    assert t.state.answers == {"vampire_lord.gouge_damage_for_3": 6}
    t.go().until("main2").go().go().go().go()
    t.go().roll(1, 1, 2, 4, 5).announce("gouge").until("defend")
    assert t.bill.packet.base == 6
    again = GAME.setup(setup(2, "duel", answers=t.state.answers))
    assert again.answers == t.state.answers


def test_a_number_that_was_told_stands_on_the_button() -> None:
    t = Table("vampire_lord", "barbarian").go().roll(1, 1, 2, 4, 5)
    words = Translator()
    assert words.text(GAME.label(t.state, a.Announce("gouge", 0))) == "Gouge: deal ? (unchecked)"
    t.announce("gouge").go().do(a.Tell(6)).until("main2").go().go().go().go().go()
    t.roll(1, 1, 2, 4, 5)
    assert words.text(GAME.label(t.state, a.Announce("gouge", 0))) == "Gouge: deal 6 (unchecked)"


def test_the_game_is_found_by_its_name_and_names_its_dice() -> None:
    assert games()["dice_throne"] is GAME
    with pytest.raises(IllegalAction):
        GAME.setup(setup(2, "duel", dice="d12"))
    plain = GAME.setup(setup(2, "duel", dice="d6-numerals"))
    assert [kind.name for kind in GAME.die_kinds(plain)] == ["d6-numerals"]
    state = GAME.setup(setup(2, "duel", dice="hero"))
    assert [(kind.name, kind.marks) for kind in GAME.die_kinds(state)] == [
        ("dice_throne.barbarian", Marks.TAUGHT)
    ]
