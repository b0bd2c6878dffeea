"""A round step by step and card by card, each rule under its own number. Lea, Mia and Tom sit round to the left."""

from __future__ import annotations

import pytest
from kd_table import Table

from companion.rules.core import Seat
from companion.rules.errors import IllegalAction
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import TABLE_A, TABLE_B
from companion.rules.king_of_12.state import KingOf12State, Setup

FIRST = ("knight", "sorcerer", "oracle", "alchemist", "machine", "parasite", "golem")


# Setup and the steps of a play


def test_KD2_the_first_game_is_played_with_these_seven() -> None:
    assert GAME.setup(Setup((Seat("Lea"), Seat("Mia")))).cards == FIRST


def test_KD6_everybody_rolls_before_cards_are_chosen_and_not_again_between_plays() -> None:
    t = Table(players=3)
    assert GAME.waits_for(t.state).seats == (0, 1, 2)
    with pytest.raises(IllegalAction):
        t.do(a.Reveal(0, "knight"))
    t.show(2, 9).show(0, 4)
    assert GAME.waits_for(t.state).seats == (1,)
    t.show(1, 7)
    assert t.state.stage == "cards"
    t.play("machine", "alchemist", "parasite")
    assert (t.state.stage, t.state.play, t.faces) == ("cards", 2, (4, 7, 9))


def test_KD7_six_steps_follow_each_other_without_a_tap_between_them() -> None:
    t = Table(4, 7, 9)
    t.said.clear()
    t.play("machine", "machine", "parasite")
    assert t.said == [
        *["kd.reveals"] * 3,  # 1 choose and reveal
        "kd.cards_cancelled",  # 2 cancel; 3 effects: the Parasite's value says it
        "kd.values",  # 4 compare
        "kd.wins_play",  # 5 points
        "kd.second",
    ]
    assert all(len(player.played) == 1 for player in t.state.players)  # 6 discard


def test_KD8_cards_are_told_in_any_order_and_nothing_happens_before_the_last() -> None:
    t = Table(4, 7, 9)
    t.do(a.Reveal(2, "parasite")).do(a.Reveal(0, "machine"))
    assert (t.state.stage, t.points) == ("cards", (0, 0, 0))
    assert GAME.waits_for(t.state).seats == (1,)
    t.do(a.Reveal(1, "golem"))
    assert t.state.play == 2


def test_KD9_all_copies_of_a_card_are_cancelled_and_out() -> None:
    t = Table(4, 7, 9, 12).play("machine", "machine", "machine", "parasite")
    assert t.values == (4, 7, 9, 5)
    assert [player.played for player in t.state.players] == [("machine",)] * 3 + [("parasite",)]


def test_KD11_a_virtual_value_is_gone_after_the_play_and_a_turned_face_stays() -> None:
    t = Table(4, 7, 9).play("machine", "reverser", "parasite")
    assert t.values == (11, 6, 2)
    assert t.faces == (4, 6, 9)
    assert [player.value for player in t.state.players] == [4, 6, 9]


def test_KD12_dice_of_players_whose_card_was_cancelled_still_count() -> None:
    t = Table(4, 11, 9).play("machine", "knight", "knight")  # 4 + 7 equals Mia's 11
    assert t.state.last is not None
    assert (t.state.last.live, t.state.last.out) == ((0,), (0, 1))
    assert t.points == (0, 0, 2)


def test_KD13_the_highest_gets_2_and_the_next_1_in_tokens() -> None:
    t = Table(4, 7, 9).play("oracle", "oracle", "alchemist")
    assert (t.tokens(2), t.tokens(1), t.tokens(0)) == ((0, 1), (1, 0), (0, 0))
    t = Table(4, 4).play("oracle", "oracle")
    assert (t.points, t.said[-1]) == ((0, 0), "kd.play_nobody")


def test_KD15_a_round_ends_with_eight_points_and_not_with_seven() -> None:
    t = Table(12, 5, 9).put(0, ones=1, twos=2).play("golem", "sorcerer", "sorcerer")  # the Golem's 12 is 1
    assert (t.points[0], t.state.stage) == (5, "cards")
    t = Table(12, 5, 9).put(0, ones=1, twos=2).play("oracle", "oracle", "golem")  # Tom's 12 ties hers
    assert (t.points[0], t.state.stage) == (5, "cards")
    t = Table(12, 5, 9).put(0, twos=2, ones=1).play("oracle", "oracle", "parasite")
    assert (t.points[0], t.state.stage) == (7, "cards")
    t.play("sorcerer", "sorcerer", "alchemist")  # Tom's 18 wins, Lea is second: her eighth point
    assert (t.state.stage, t.state.winner) == ("under", 0)


# The cards


def test_KD18_the_alchemist_doubles() -> None:
    assert Table(9, 7).play("alchemist", "knight").values == (18, 7)


def test_KD19_the_machine_adds_7() -> None:
    assert Table(9, 7).play("machine", "knight").values == (16, 7)


def test_KD20_the_parasite_takes_7() -> None:
    assert Table(9, 7).play("parasite", "knight").values == (2, 7)


def test_KD21_the_golem_looks_at_the_face_after_merchants_and_rebels() -> None:
    t = Table(5, 12, 3).play("merchants", "knight", "golem")  # Tom is given Mia's 12
    assert t.values[2] == 1
    t = Table(5, 12, 3, 1).play("merchants", "rebels", "golem", "knight")  # and it is turned over to 1
    assert (t.faces[2], t.values[2]) == (1, 12)


def test_KD22_each_seat_may_have_a_die_of_its_own_and_it_goes_with_the_merchants() -> None:
    t = Table(1, 1, 1, layouts=(TABLE_A, TABLE_B, TABLE_A)).play("knight", "sorcerer", "machine")
    assert [action.face for action in GAME.legal_actions(t.state)] == [5, 6, 9, 10, 11]  # type: ignore[union-attr]
    t = Table(1, 1, 1, layouts=(TABLE_A, TABLE_B, TABLE_A)).play("merchants", "knight", "sorcerer")
    assert [action.face for action in GAME.legal_actions(t.state)] == [5, 6, 9, 10, 11]  # type: ignore[union-attr]


def test_KD23_the_oracle_rolls_last_and_the_new_face_counts() -> None:
    t = Table(4, 7, 9).play("oracle", "sorcerer", "rebels")
    assert t.asks == ("turn", 1)  # first what is turned
    t.show(1, GAME.legal_actions(t.state)[0].face)  # type: ignore[union-attr]
    assert t.asks == ("reroll", 0)
    t.show(0, 2)
    assert (t.faces[0], t.values[0]) == (2, 2)


def test_KD24_one_lady_stops_every_other_card() -> None:
    for card in ("alchemist", "golem", "sorcerer", "oracle", "reverser", "rebels", "merchants", "faun"):
        t = Table(4, 7, 9).play("lady", card, "knight")
        assert (t.faces, t.values, t.points) == ((4, 7, 9), (4, 7, 9), (0, 1, 2))
    assert Table(4, 9, 9).play("lady", "collector", "knight").points == (2, 0, 0)


def test_KD25_the_knight_makes_the_lowest_win() -> None:
    assert Table(4, 7, 9).play("knight", "machine", "parasite").points == (1, 0, 2)


def test_KD26_the_cheater_gives_the_winner_1_and_the_second_2() -> None:
    assert Table(4, 7, 9).play("cheater", "oracle", "oracle").points == (0, 2, 1)


def test_KD27_merchants_of_two_players_pass_nothing() -> None:
    assert Table(4, 7, 9).play("merchants", "merchants", "machine").faces == (4, 7, 9)


def test_KD29_rebels_turn_every_die_also_of_players_whose_card_is_cancelled() -> None:
    assert Table(4, 7, 9).play("rebels", "knight", "knight").faces == (9, 6, 4)


def test_KD30_the_collector_comes_after_knight_and_cheater() -> None:
    # Lea and Mia have 9 each.
    t = Table(9, 9, 4, 6).play("collector", "knight", "oracle", "oracle")
    assert t.points == (2, 0, 1, 0)  # 4, the lowest, would have won
    t = Table(9, 9, 4, 6).play("collector", "cheater", "oracle", "oracle")
    assert t.points == (1, 0, 0, 2)  # 6 would have won


def test_KD30_a_collector_whose_die_is_not_cancelled_does_nothing() -> None:
    assert Table(9, 8, 4).play("collector", "oracle", "oracle").points == (2, 1, 0)
    assert Table(4, 8, 9).play("collector", "oracle", "oracle").points == (0, 1, 2)


def test_KD31_the_faun_turns_a_real_die_that_must_then_be_laid_so() -> None:
    t = Table(7, 7, 3).play("faun", "knight", "oracle").show(2, 12)
    assert t.faces == (11, 7, 12)  # 12 lies before Tom
    state: KingOf12State = t.state
    assert (state.players[0].face, state.players[0].seen) == (11, 7)  # the table still shows 7


def test_KD31_a_faun_whose_die_is_not_cancelled_stays() -> None:
    assert Table(7, 8, 3).play("faun", "knight", "machine").faces == (7, 8, 3)
