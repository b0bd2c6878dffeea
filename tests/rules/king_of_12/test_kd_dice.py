"""What the camera sees: whose die it is, what was done with it, and whether the rules allow it."""

from __future__ import annotations

from typing import Any

import pytest
from kd_table import Table, die

from companion.rules.core import TableDie
from companion.rules.errors import UnexpectedRoll
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import TABLE_A, TABLE_B, learned

MIDDLE = (5.0, 5.0)


def rolled(*faces: int, **fields: Any) -> Table:
    """A table with places whose opening roll was read."""
    t = Table(places=True, players=len(faces), **fields)
    return t.see(*(die(seat, face) for seat, face in enumerate(faces)))


def refused(t: Table, *dice: TableDie) -> Any:
    before = t.state
    with pytest.raises(UnexpectedRoll) as refusal:
        GAME.action_of_roll(t.state, dice)
    assert t.state == before
    return refusal.value.line


# The opening roll


def test_a_die_belongs_to_the_seat_it_lies_before() -> None:
    t = Table(places=True, players=3)
    t.see(die(2, 9), die(0, 4), die(1, 12))
    assert (t.faces, t.state.stage) == ((4, 12, 9), "cards")


def test_players_may_roll_one_after_the_other() -> None:
    t = Table(places=True, players=3)
    t.see(die(1, 12))
    assert GAME.waits_for(t.state).seats == (0, 2)
    t.see(die(1, 12, thrown=False), die(0, 4))
    assert t.faces == (4, 12, 0)
    t.see(die(1, 12, thrown=False), die(0, 4, thrown=False), die(2, 9))
    assert t.state.stage == "cards"


def test_a_die_may_be_thrown_again_until_all_lie() -> None:
    t = Table(places=True, players=2).see(die(0, 4)).see(die(0, 7))
    assert t.faces == (7, 0)
    t.see(die(0, 7, thrown=False), die(1, 2))
    assert t.faces == (7, 2)


def test_a_die_between_the_seats_is_asked_for() -> None:
    t = Table(places=True, players=3).see(die(0, 4), die(1, 12, at=MIDDLE), die(2, 9, at=MIDDLE))
    assert t.faces == (4, 0, 0)
    assert GAME.waits_for(t.state).prompt.id == "kd.wait.whose"
    offers = GAME.legal_actions(t.state)
    assert offers[:2] == (a.Own(11, 1), a.Own(11, 2))
    t.do(a.Own(11, 2))  # one tap: the other die is left for Mia
    assert (t.faces, t.state.stage) == ((4, 9, 12), "cards")


def test_two_dice_before_one_seat_are_asked_for() -> None:
    t = Table(places=True, players=2).see(die(0, 4), die(1, 9, at=0))
    assert t.faces == (0, 0)
    t.do(a.Own(10, 1))
    assert t.faces == (9, 4)


def test_without_places_one_tap_less_than_there_are_players() -> None:
    t = Table(players=3).see(die(0, 4), die(1, 12), die(2, 9))
    t.do(a.Own(11, 0)).do(a.Own(12, 1))
    assert (t.faces, t.state.stage) == ((12, 9, 4), "cards")
    t = Table(players=2).see(die(0, 7), die(1, 7))
    assert t.faces == (7, 7)  # both show the same: nobody needs to tell


def test_dice_of_other_games_and_too_many_dice() -> None:
    t = Table(places=True, players=2)
    pips = TableDie(3, "d6", "4", True, (0.0, 0.0))
    assert refused(t, pips).id == "kd.roll.none"
    assert refused(t).id == "kd.roll.none"
    assert refused(t, die(0, 1), die(1, 2), die(2, 3)).id == "kd.roll.too_many"
    assert refused(t, TableDie(1, "d12", "13", True)).id == "kd.roll.faces"
    assert t.see(die(0, 4), die(1, 9), pips).faces == (4, 9)


def test_dice_that_were_not_thrown_in_the_new_round_do_not_count() -> None:
    t = rolled(5, 5)
    t.put(0, played=("alchemist", "machine", "parasite", "golem", "sorcerer"))
    t.put(1, played=("alchemist", "machine", "parasite", "golem", "sorcerer"))
    t.play("knight", "knight")
    assert t.state.stage == "roll"
    assert refused(t, die(0, 5, thrown=False), die(1, 5, thrown=False)).id == "kd.roll.missing"
    t.see(die(0, 5, thrown=False), die(1, 5))
    assert t.faces == (0, 5)


def test_a_die_that_the_camera_missed_is_added_by_touch() -> None:
    t = Table(places=True, players=2)
    t.see(die(0, 4), TableDie(-1, "d12", "9", True))
    assert t.faces == (4, 9)


# Turned dice


def test_a_sorcerers_die_is_seen_turning() -> None:
    t = rolled(1, 7, 3).play("sorcerer", "knight", "golem")
    assert refused(t, die(0, 1, thrown=False), die(1, 7, thrown=False), die(2, 3, thrown=False)).id == (
        "kd.roll.turn"
    )
    wrong = refused(t, die(0, 3), die(1, 7, thrown=False), die(2, 3, thrown=False))
    assert wrong.id == "kd.no.not_touching"
    assert (wrong.args["got"], wrong.args["face"], wrong.args["faces"]) == (3, 1, "2, 4, 5, 6, 10")
    t.see(die(0, 10), die(1, 7, thrown=False), die(2, 3, thrown=False))
    assert t.faces == (10, 7, 3)
    assert t.values == (10, 7, 12)


def test_without_places_the_turned_die_is_the_one_that_moved() -> None:
    t = Table(players=3).see(die(0, 1), die(1, 7), die(2, 3)).do(a.Own(10, 0)).do(a.Own(11, 1))
    t.play("sorcerer", "knight", "golem")
    t.see(die(1, 7, thrown=False, at=()), die(0, 5, at=(), id=99), die(2, 3, thrown=False, at=()))
    assert t.faces == (5, 7, 3)


def test_dice_that_were_only_tidied_up_are_known_by_their_faces() -> None:
    t = Table(players=3).see(die(0, 1), die(1, 7), die(2, 3)).do(a.Own(10, 0)).do(a.Own(11, 1))
    t.play("sorcerer", "knight", "golem")
    t.see(die(0, 3, at=(), id=50), die(1, 6, at=(), id=51), die(2, 7, at=(), id=52))
    assert t.faces == (6, 7, 3)


def test_a_die_whose_layout_is_known_in_part_may_turn_to_what_is_possible() -> None:
    t = rolled(1, 7, layouts=(learned([(1, 2), (1, 4)]),)).play("sorcerer", "knight")
    assert (
        refused(t, die(0, 11), die(1, 7, thrown=False)).id == "kd.no.not_touching"
    )  # 2 touches, so 11 does not
    t.see(die(0, 8), die(1, 7, thrown=False))  # may touch or not: nobody can tell yet
    assert t.faces == (8, 7)


def test_every_die_may_have_its_own_layout_and_keeps_it_when_passed_on() -> None:
    t = Table(5, 1, layouts=(TABLE_B, TABLE_A)).play("merchants", "sorcerer")
    assert t.faces == (1, 5)
    assert t.state.players[1].die == 0
    offered = [action.face for action in GAME.legal_actions(t.state) if isinstance(action, a.Show)]
    assert offered == [1, 3, 4, 6, 11]  # Table B: Lea's die lies before Mia now


def test_turned_over_dice_are_compared_with_what_they_should_show() -> None:
    t = rolled(3, 7).play("reverser", "golem")
    assert t.faces == (10, 7)
    assert t.state.stage == "cards"  # the result is known: nobody is kept waiting
    line = refused(t, die(0, 3, thrown=False), die(1, 7, thrown=False))
    assert (line.id, line.args["face"], line.args["got"]) == ("kd.roll.should_show", 10, 3)
    assert refused(t, die(0, 9), die(1, 7, thrown=False)).args["got"] == 9
    t.see(die(0, 10), die(1, 7, thrown=False))
    assert t.said[-1] == "kd.agrees"
    assert refused(t, die(0, 10, thrown=False), die(1, 7, thrown=False)).id == "kd.roll.nothing"


def test_rebels_turn_one_die_after_the_other() -> None:
    t = rolled(3, 7, 1).play("rebels", "golem", "cheater")
    assert t.faces == (10, 6, 12)
    half = refused(t, die(0, 10), die(1, 7, thrown=False), die(2, 1, thrown=False))
    assert half.args["who"] == "Mia"
    t.see(die(0, 10, thrown=False), die(1, 6), die(2, 12))
    assert t.said[-1] == "kd.agrees"


def test_a_faun_is_compared_as_well() -> None:
    t = rolled(12, 11, 11).play("alchemist", "collector", "faun")
    assert t.faces == (12, 11, 10)
    assert refused(t, *(die(seat, face, thrown=False) for seat, face in enumerate((12, 11, 11)))).args == {
        "who": "Tom",
        "face": 10,
        "got": 11,
    }


# Passed dice


def test_merchants_dice_are_seen_at_their_new_places() -> None:
    t = rolled(2, 7, 12).play("cheater", "merchants", "knight")
    assert t.state.passing
    assert refused(t, *(die(seat, face, thrown=False) for seat, face in enumerate((2, 7, 12)))).id == (
        "kd.roll.pass"
    )
    t.see(die(0, 2, at=1), die(1, 7, at=2), die(2, 12, at=0))
    assert t.said[-1] == "kd.agrees"
    assert not t.state.passing
    assert [player.track for player in t.state.players] == [12, 10, 11]


def test_a_die_that_was_not_passed_yet_is_no_sorcerers_turn() -> None:
    t = rolled(2, 7, 1).play("sorcerer", "merchants", "knight")
    assert t.faces == (1, 2, 7)
    # Lea's own 2 touches 1, but it still lies there because nobody has passed anything
    assert refused(t, *(die(seat, face, thrown=False) for seat, face in enumerate((2, 7, 1)))).id == (
        "kd.roll.pass"
    )
    t.see(die(0, 2, at=1), die(1, 7, at=2), die(2, 6, at=0))
    assert t.faces == (6, 2, 7)


def test_dice_may_be_passed_one_after_the_other() -> None:
    t = rolled(2, 7, 12).play("cheater", "merchants", "knight")
    first = refused(t, die(0, 2, at=1), die(1, 7, thrown=False), die(2, 12, thrown=False))
    assert first.id == "kd.roll.pass"  # Lea's die lies beside Mia's, which nobody has passed on yet
    assert refused(t, die(0, 2, at=1, thrown=False), die(1, 7, at=2), die(2, 12, thrown=False)).id == (
        "kd.roll.pass"
    )
    t.see(die(0, 2, at=1, thrown=False), die(1, 7, at=2, thrown=False), die(2, 12, at=0))
    assert t.said[-1] == "kd.agrees"


def test_equal_dice_that_nobody_passed_are_not_taken_for_passed() -> None:
    t = rolled(5, 5).play("merchants", "knight")
    assert refused(t, die(0, 5, thrown=False), die(1, 5, thrown=False)).id == "kd.roll.pass"


# Re-rolled dice


def test_an_oracle_rolls_last() -> None:
    t = rolled(4, 8).play("oracle", "machine")
    wanted = GAME.waits_for(t.state).dice
    assert wanted is not None
    assert (wanted.kind, wanted.count, wanted.fewest) == ("d12", 2, 1)
    assert refused(t, die(0, 4, thrown=False), die(1, 8, thrown=False)).id == "kd.wait.reroll"
    t.see(die(0, 4), die(1, 8, thrown=False))  # thrown, and the same face again
    assert t.values == (4, 15)


def test_turning_dice_over_for_rebels_is_not_the_oracles_roll() -> None:
    t = rolled(4, 8, 3).play("oracle", "rebels", "cheater")
    assert t.faces == (9, 5, 10)
    assert refused(t, die(0, 9), die(1, 8, thrown=False), die(2, 3, thrown=False)).id == "kd.wait.reroll"
    t.see(die(0, 9), die(1, 5), die(2, 10))
    assert t.said[-1] == "kd.agrees"
    assert t.asks == ("reroll", 0)
    t.see(die(0, 6), die(1, 5, thrown=False), die(2, 10, thrown=False))
    assert t.values == (6, 5, 10)


def test_passing_dice_is_not_the_oracles_roll() -> None:
    t = rolled(4, 8).play("oracle", "merchants")
    t.see(die(0, 4, at=1), die(1, 8, at=0))
    assert (t.said[-1], t.asks) == ("kd.agrees", ("reroll", 0))
    t.see(die(1, 8, at=0), die(0, 4, at=1, thrown=False))
    assert t.values == (8, 4)


def test_the_oracle_may_roll_before_the_others_have_turned() -> None:
    t = rolled(4, 8, 3).play("oracle", "rebels", "cheater")
    t.see(die(0, 6), die(1, 8, thrown=False), die(2, 3, thrown=False))
    assert t.values == (6, 5, 10)
    assert refused(t, die(0, 6, thrown=False), die(1, 8, thrown=False), die(2, 3, thrown=False)).args[
        "who"
    ] == ("Mia")


def test_a_sorcerer_and_an_oracle_may_move_at_the_same_time() -> None:
    t = rolled(1, 7, 3).play("sorcerer", "oracle", "golem")
    t.see(die(0, 10), die(1, 4), die(2, 3, thrown=False))
    assert t.values == (10, 4, 12)


def test_an_oracles_die_that_was_only_pushed_is_still_asked_for() -> None:
    t = rolled(1, 7, 3).play("sorcerer", "oracle", "golem")
    t.see(die(0, 10), die(1, 7), die(2, 3, thrown=False))
    assert t.asks == ("reroll", 1)


def test_dice_that_were_moved_before_all_cards_are_told_count_when_they_are() -> None:
    t = rolled(1, 7, 3)
    early = (die(0, 10), die(1, 7), die(2, 3, thrown=False))  # Mia's was pushed
    assert refused(t, *early).id == "kd.roll.should_show"
    assert GAME.action_of_held(t.state, early) is None
    t.play("sorcerer", "oracle", "golem")
    action = GAME.action_of_held(t.state, early)
    assert action is not None
    t.do(action)
    assert (t.faces[0], t.asks) == (10, ("reroll", 1))


# By touch alone


def test_a_whole_play_by_touch_is_one_tap_for_each_face_and_card() -> None:
    t = Table(players=3)
    taps = 0
    for action in (
        *(a.Show(seat, face) for seat, face in enumerate((3, 7, 12))),
        *(a.Reveal(seat, card) for seat, card in enumerate(("knight", "machine", "golem"))),
    ):
        assert action in GAME.legal_actions(t.state)
        t.do(action)
        taps += 1
    assert (taps, t.state.play, t.points) == (6, 2, (1, 0, 2))


def test_no_camera_and_no_dice_when_nobody_plays() -> None:
    t = Table(12, 5).put(0, under=("",), twos=4).put(1, ones=1).play("machine", "sorcerer").show(1, 1)
    assert t.outcome is not None
    assert refused(t, die(0, 3)).id == "kd.no.over"
    assert GAME.legal_actions(t.state) == ()
