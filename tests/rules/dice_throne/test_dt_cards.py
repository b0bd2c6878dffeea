"""Cards, interrupts and the words of their texts (DT-65 to DT-74); each common card by its name."""

from __future__ import annotations

import pytest
from dt_table import Table

from companion.rules.core import Adjust
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.content import library
from companion.rules.errors import IllegalAction

# name, CP, timing, as the rules list them
COMMON = """
transference 2 main, what_status_effects 2 main, vegas_baby 0 main, get_that_outta_here 1 main, triple_up 2 instant,
double_up 1 instant, buh_bye 2 instant, tip_it 1 instant, getting_paid 0 instant, not_this_time 1 roll,
twice_as_wild 3 roll, try_try_again 1 roll, so_wild 2 roll, samesies 1 roll, one_more_time 1 roll, helping_hand 1 roll,
better_d 0 roll, six_it 1 roll
"""


def test_DT65_the_common_cards_with_cost_and_timing() -> None:
    rows = [tuple(row.split()) for row in COMMON.replace("\n", " ").split(",")]
    known = {c.id: (c.cost, c.timing) for c in library().common.values() if not c.many}
    assert known == {id: (int(cost), timing) for id, cost, timing in rows}


def table(*heroes: str) -> Table:
    heroes = heroes or ("barbarian", "barbarian")
    return Table(*heroes).put(0, cp=9).put(1, cp=9)


@pytest.mark.parametrize(("die", "cp"), [(1, 1), (3, 2), (6, 3)])
def test_vegas_baby(die: int, cp: int) -> None:
    t = table().put(0, cp=2).play(0, "vegas_baby").roll(die)
    assert (t.cp(0), t.window) == (2 + cp, "main1")


def test_drawing_and_cp_cards() -> None:
    t = table().play(0, "triple_up").play(1, "double_up").play(1, "getting_paid")
    assert (t.hand(0), t.cp(0)) == (4 - 1 + 3, 7)
    assert (t.hand(1), t.cp(1)) == (4 - 1 + 2 - 1, 9 - 1 + 2)


def test_buh_bye_removes_a_status_at_any_time() -> None:
    t = table().put(1, cp=9, tokens={"targeted": 1}).go().roll(1, 1, 2, 4, 5).announce("smack")
    t.play(1, "buh_bye").choose("seat:1").until("defend")
    assert (t.tokens(1, "targeted"), t.bill.subtotal, t.cp(1)) == (0, 4, 7)


def test_tip_it_stays_between_1_and_6() -> None:
    t = table().go().roll(1, 6, 3, 3, 3).play(1, "tip_it")
    assert [key for key in t.question if key[:3] in ("0:0", "0:1")] == ["0:0:2", "0:1:5"]


def test_twice_as_wild_changes_one_or_two_dice() -> None:
    t = table().go().roll(1, 2, 3, 4, 6).play(0, "twice_as_wild").choose("0:4:5")
    assert "no" in t.question
    t.choose("0:0:6")
    assert t.state.pools[0].values == (6, 2, 3, 4, 5)
    t = table().go().roll(1, 2, 3, 4, 6).play(0, "twice_as_wild").choose("0:4:5").choose("no")
    assert t.state.pools[0].values == (1, 2, 3, 4, 5)


def test_try_try_again_may_throw_the_same_die_twice() -> None:
    t = table().go().roll(1, 2, 3, 4, 6).play(0, "try_try_again").choose("0:4").roll(2).choose("0:4").roll(5)
    assert t.state.pools[0].values == (1, 2, 3, 4, 5)
    t = table().go().roll(1, 2, 3, 4, 6)
    with pytest.raises(IllegalAction):
        t.play(1, "try_try_again")  # not the dice of an opponent


def test_samesies_matches_another_own_die() -> None:
    t = table().go().roll(1, 2, 3, 4, 6).play(0, "samesies")
    assert {key.split(":")[2] for key in t.question if key.startswith("0:4")} == {"1", "2", "3", "4"}
    t.choose("0:4:3")
    assert t.state.pools[0].values == (1, 2, 3, 4, 3)


def test_helping_hand_makes_an_opponent_throw_a_die_again() -> None:
    t = table().go().roll(1, 2, 3, 4, 6)
    with pytest.raises(IllegalAction):
        t.play(0, "helping_hand")
    t.play(1, "helping_hand").choose("0:3").roll(1)
    assert t.state.pools[0].values == (1, 2, 3, 1, 6)


def test_better_d_in_a_duel() -> None:
    t = table("barbarian", "gunslinger").attack("smack", 1, 1, 2, 4, 5).until("defend").roll(2).roll(4)
    t.play(1, "better_d").roll(5).leave()
    assert t.question == ("0", "1")  # won after all


def test_DT67_the_next_one_clockwise_is_asked() -> None:
    t = Table(*["barbarian"] * 4, mode="teams").attack("sturdy_blow", 1, 1, 6, 6, 4).roll(1).until("last")
    asked = []
    while t.window == "last":
        asked.append(GAME.waits_for(t.state).seats[0])
        t.go(asked[-1])
    assert asked == [0, 1, 2, 3]


def test_DT66_a_card_and_a_spent_status_cannot_be_interrupted() -> None:
    t = table("barbarian", "moon_elf").put(1, cp=9, tokens={"evasive": 1})
    t.attack("smack", 1, 1, 2, 4, 5).until("defend").spend(1, "evasive")
    with pytest.raises(IllegalAction):
        t.play(0, "getting_paid")
    t.roll(3)
    assert t.window == "defend"  # no moment in between to change that die
    t.play(0, "get_some")
    with pytest.raises(IllegalAction):
        t.play(1, "getting_paid")
    t.roll(1, 1, 2, 4, 4)
    assert t.bill.subtotal == 4 + 3


def test_DT17_any_player_may_play_after_every_step() -> None:
    t = table().go()
    t.play(1, "getting_paid").roll(1, 1, 2, 4, 5)
    t.play(1, "tip_it").choose("0:0:2").announce("smack")
    t.play(1, "double_up").until("defend")
    t.play(1, "triple_up").roll(1, 1, 1)
    assert t.window == "defended"
    t.play(0, "double_up").until("last").play(0, "getting_paid")


def test_DT68_a_transfer_may_be_answered_too() -> None:
    t = table("barbarian", "tactician").put(1, cp=0, tokens={"tactical_advantage": 1, "protect": 1})
    t.play(0, "transference").choose("1:tactical_advantage")
    assert (t.window, GAME.waits_for(t.state).seats) == ("answer", (1,))
    t.spend(1, "tactical_advantage")
    assert t.question == ("1:protect",)
    t.choose("1:protect")
    assert (t.tokens(0, "protect"), t.tokens(0, "tactical_advantage"), t.cp(1)) == (1, 0, 1)


def test_DT68_the_active_player_may_answer_the_card_of_another() -> None:
    t = table("tactician", "barbarian").put(0, cp=0, tokens={"tactical_advantage": 2, "protect": 1})
    t.play(1, "buh_bye").choose("seat:0").choose("status:tactical_advantage")
    assert (t.window, GAME.waits_for(t.state).seats) == ("answer", (0,))
    t.spend(0, "tactical_advantage").go()
    assert (t.cp(0), t.tokens(0, "tactical_advantage")) == (1, 0)


def test_DT68_everything_may_be_spent_before_all_is_removed() -> None:
    t = table("barbarian", "tactician").put(1, cp=0, tokens={"tactical_advantage": 2, "burn": 1})
    t.play(0, "what_status_effects").choose("seat:1").spend(1, "tactical_advantage").go()
    assert (t.cp(1), dict(t.state.fighters[1].tokens)) == (1, {})


# The words of a text


def test_DT69_dice_of_a_text_serve_all_its_lines() -> None:
    t = table().attack("overpower", 1, 2, 3, 6, 6).roll(5, 5, 4).until("defend")
    assert (t.bill.packet.base, t.tokens(1, "concussion")) == (
        14,
        1,
    )  # their total, and what it is compared with


def test_DT70_once_and_for_every() -> None:
    t = table("barbarian", "moon_elf").attack("mighty_blow", 1, 2, 3, 4, 6).until("defend")
    t.roll(4, 4, 5, 5, 6).until("last")
    assert len(t.bill.packet.halves) == 1  # on 2 Foot: once, though there are four
    t = (
        table("barbarian", "tactician")
        .attack("smack", 1, 1, 2, 4, 5)
        .until("defend")
        .roll(1, 1, 2, 3)
        .until("main2")
    )
    assert t.health(0) == 50 - 2  # for every 2 Sabers: twice


def test_DT71_so_many_times_the_count() -> None:
    t = table().put(1, health=30).attack("smack", 1, 1, 2, 4, 5).until("defend").roll(4, 5, 1).until("main2")
    assert t.health(1) == 30 - 4 + 2 * 2


def test_DT72_then_is_a_pause_in_which_anybody_may_act() -> None:  # X13
    t = table("pyromancer", "barbarian").put(0, tokens={"fire_mastery": 3})
    t.go().roll(1, 2, 3, 4, 6).announce("hot_streak").until_not("announced")
    assert (t.window, t.tokens(0, "fire_mastery")) == ("then", 5)
    t.play(1, "buh_bye").choose("seat:0").until("defend")  # takes one away before the damage is counted
    assert (t.tokens(0, "fire_mastery"), t.bill.packet.base) == (4, 9)


def test_DT72_then_after_a_status_pauses_once_it_is_there() -> None:
    t = (
        table("moon_elf", "barbarian")
        .go()
        .roll(1, 2, 3, 6, 6)
        .announce("demising_shot")
        .until_not("announced")
    )
    assert (t.window, t.state.phase, t.tokens(1, "targeted")) == ("then", "defence", 1)
    t.play(1, "buh_bye").choose("seat:1").until("defend")
    assert t.bill.subtotal == 4  # the Targeted went before it counted


def test_DT72_the_pause_is_left_out_when_nobody_can_act() -> None:
    t = Table("pyromancer", "barbarian").put(0, cp=0, hand=0).put(1, cp=0, hand=0)
    t.go().roll(1, 2, 3, 4, 6).announce("hot_streak")
    assert t.window == "defend"


def test_DT72_or_is_a_choice_and_additionally_comes_last() -> None:  # X14
    t = table("monk", "barbarian").attack("meditate", 4, 4, 5, 1, 1)
    assert t.question == ("0", "1")
    t.choose("1")
    assert (t.tokens(0, "chi"), t.tokens(0, "cleanse"), t.tokens(0, "evasive")) == (5, 1, 0)
    boxes = library().abilities["pyromancer", "scorch_the_earth"].levels[0].tiers[0].effects
    assert getattr(boxes[-1], "type", "") == "collateral"


def test_DT74_discarding_gives_no_cp() -> None:
    t = table("shadow_thief", "barbarian").put(0, cp=2).play(0, "card_trick")
    assert (t.hand(1), t.cp(1)) == (3, 9)
    assert (t.hand(0), t.cp(0)) == (4, 0)


# Cards of the heroes


def test_head_bash_looks_at_what_was_dealt() -> None:
    t = table("barbarian", "moon_elf").attack("mighty_blow", 1, 2, 3, 4, 6)
    with pytest.raises(IllegalAction):
        t.until("defend").play(0, "head_bash")
    t.roll(1, 1, 6, 6, 6).until("dealt").play(0, "head_bash").until("main2")
    assert (t.health(1), t.tokens(1, "concussion")) == (41, 1)
    t = table("barbarian", "moon_elf").attack("mighty_blow", 1, 2, 3, 4, 6).until("defend")
    t.roll(4, 4, 6, 6, 6).until("dealt", "main2")
    assert t.window == "main2"  # only 4 were dealt


def test_a_card_whose_text_is_not_known_is_paid_and_done_by_hand() -> None:
    t = Table("huntress", "barbarian").put(0, cp=5)
    t.play(0, "another_card").choose("3")
    assert (t.cp(0), t.hand(0), t.state.fighters[0].discard) == (2, 3, 1)
    assert "dt.by_hand" in t.said
    t.do(Adjust(1, "token.bleed", 2))
    t.play(0, "another_card").choose("0")  # there may be more than one of them
    assert (t.hand(0), t.tokens(1, "bleed")) == (2, 2)
    t.put(0, cp=0).play(0, "another_card")
    assert t.hand(0) == 1


def test_wild_shadow_may_change_two_dice_in_shadows() -> None:
    t = table("shadow_thief", "barbarian").put(0, cp=9, tokens={"shadows": 1}).go().roll(1, 2, 3, 4, 6)
    t.play(0, "wild_shadow").choose("0:4:5").choose("0:0:6")
    assert t.state.pools[0].values == (6, 2, 3, 4, 5)


def test_the_first_offer_is_the_natural_next_step() -> None:
    t = table()
    assert GAME.legal_actions(t.state)[0] == a.Pass()  # to the attack
    t.go().roll(1, 1, 2, 4, 5)
    assert GAME.legal_actions(t.state)[0] == a.Announce("smack", 0)
    t.announce("smack")
    assert GAME.legal_actions(t.state)[0] == a.Pass()
    t.until("defend")
    assert GAME.legal_actions(t.state)[:2] == (a.Defend("thick_skin"), a.Pass())
    t.roll(1, 1, 1).until("last")
    assert GAME.legal_actions(t.state)[:2] == (a.Pass(), a.Pass(0))
    t.until("main2").put(0, hand=7).go()
    assert GAME.legal_actions(t.state)[0] == a.Sell()
