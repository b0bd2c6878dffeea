"""The golden examples of the rules, each under its own id. Lea, Mia, Tom and Bob sit round to the left."""

from __future__ import annotations

import pytest
from kd_table import Table

from companion.rules.core import Seat
from companion.rules.errors import IllegalAction
from companion.rules.king_of_12 import GAME, seating, tokens
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.state import Setup, TournamentState


def test_K1_alchemists_cancel_and_the_reverser_ties() -> None:
    t = Table(10, 7, 3).play("alchemist", "alchemist", "reverser")
    assert t.faces == (10, 7, 10)
    assert t.values == (10, 7, 10)
    assert t.state.last is not None
    assert t.state.last.out == (0, 2)
    assert t.points == (0, 2, 0)
    assert (t.state.last.winner, t.state.last.second) == (1, -1)


def test_K2_an_alchemist_doubles_the_value_and_not_the_face() -> None:
    t = Table(10, 7, 3).play("alchemist", "cheater", "reverser")
    assert t.values[0] == 20
    assert t.faces[0] == 10


FOUR = ("alchemist", "machine", "parasite", "golem")


def test_K3_equal_totals_cancel_and_the_lowest_wins_the_round() -> None:
    t = Table(6, 6, 6).put(0, ones=1, twos=1).put(1, twos=3).put(2, ones=2, twos=2, under=("",))
    for seat in range(3):
        t.put(seat, played=FOUR)
    t.play("knight", "knight", "knight")  # nobody gets a point; now Lea and Mia have 2 cards and Tom has 1
    assert t.said[-3:] == ["kd.round_over", "kd.totals_cancelled", "kd.round_won"]
    assert (t.state.stage, t.state.winner) == ("under", 0)  # Mia and Tom have 6 each, Lea wins with 3
    t.do(a.PutUnder(0, "golem"))
    assert t.state.players[0].under == ("golem",)
    assert (t.state.stage, t.state.round, t.points) == ("roll", 2, (0, 0, 0))
    assert all(player.played == () for player in t.state.players)


def test_K4_the_second_round_won_wins_the_game() -> None:
    t = Table(12, 5, 9).put(0, under=("golem",), twos=3).put(2, under=("",), twos=3)
    t.play("machine", "knight", "lady")  # Lea 12, Tom 9, Mia 5
    assert t.points == (0, 0, 0)
    assert t.outcome is not None
    assert t.outcome.winners == (0,)
    with pytest.raises(IllegalAction):
        t.show(0, 4)


def test_K5_sorcerer_and_rebels_meet_on_one_die() -> None:
    t = Table(1, 5, 9).play("sorcerer", "rebels", "machine")
    assert t.faces[0] == 12
    assert t.asks == ("turn", 0)
    with pytest.raises(IllegalAction):
        t.show(0, 4)  # touches 1, but the die shows 12 now
    t.show(0, 11)
    assert t.faces[0] == 11


def test_K6_the_lower_lady_takes_a_token_of_her_choice() -> None:
    t = Table(4, 6, 9).put(2, ones=2, twos=1)
    t.play("golem", "lady", "lady")
    assert t.asks == ("steal", 1)
    t.do(a.Take(1, 2))
    assert t.tokens(1)[1] == 1
    assert t.tokens(2)[1] == 0
    assert t.said.count("kd.steals") == 1


def test_K7_opposite_faces() -> None:
    assert Table(9, 1).play("reverser", "oracle").faces[0] == 4
    assert Table(10, 1).play("reverser", "oracle").faces[0] == 3
    assert Table(9, 3, 5).play("rebels", "cheater", "lady").faces == (9, 3, 5)
    assert Table(9, 3, 5).play("rebels", "cheater", "knight").faces == (4, 10, 8)


def test_K8_group_winners_play_once_more_in_the_centre() -> None:
    names = ["Lea", "A", "B", "Tom", "C", "D", "E", "Bob", "F", "G", "H", "Mia", "I", "J", "K"]
    cards = ("knight", "machine", "reverser", "oracle", "golem", "parasite", "alchemist")
    state = GAME.setup(Setup(tuple(Seat(name) for name in names), cards))
    assert isinstance(state, TournamentState)
    lea, tom, bob, mia = (names.index(name) for name in ("Lea", "Tom", "Bob", "Mia"))
    for seat, face, card in (
        (lea, 3, "machine"),
        (tom, 10, "reverser"),
        (bob, 10, "oracle"),
        (mia, 4, "oracle"),
    ):
        state = GAME.apply(state, a.Show(seat, face))
        state = GAME.apply(state, a.Reveal(seat, card))
    for group, winner in enumerate((lea, tom, bob, mia)):
        assert winner in state.groups[group]
        state = GAME.apply(state, a.Placed(group, winner))
    points = [player.points for player in state.players]
    assert (points[mia], points[tom], points[lea], points[bob]) == (2, 1, 0, 0)
    assert state.players[tom].face == 3
    assert (state.play, state.stage) == (2, "groups")


def test_K9_groups_as_equal_as_possible() -> None:
    split = {count: seating.sizes(count) for count in range(5, 17)}
    assert split[5] == ((2, 3),)
    assert split[12] == ((4, 4, 4), (3, 3, 3, 3))
    assert split[13] == ((3, 3, 3, 4),)
    for count, ways in split.items():
        for way in ways:
            assert sum(way) == count
            assert set(way) <= {2, 3, 4}
            assert max(way) - min(way) <= 1
    assert seating.sizes(4) == seating.sizes(17) == ()


def test_K10_values_below_one_can_place() -> None:
    t = Table(3, 5, 5).play("parasite", "cheater", "machine")
    assert t.values == (-4, 5, 12)
    assert t.points == (0, 2, 1)  # −4 is third, and the Cheater swaps the points
    t = Table(3, 5, 5).play("parasite", "alchemist", "alchemist")  # 5 and 5 are cancelled
    assert (t.values, t.points) == ((-4, 5, 5), (2, 0, 0))
    t = Table(7, 5, 5).play("parasite", "alchemist", "alchemist")
    assert (t.values, t.points) == ((0, 5, 5), (2, 0, 0))


@pytest.mark.parametrize(
    ("face", "other", "value"), [(12, "knight", 1), (5, "knight", 12), (1, "rebels", 1), (12, "rebels", 12)]
)
def test_K11_golem_counts_12_unless_its_die_shows_12(face: int, other: str, value: int) -> None:
    assert Table(face, 6, 8).play("golem", other, "cheater").values[0] == value


def test_K12_knight_alone_and_with_cheater() -> None:
    assert Table(2, 5, 9).play("knight", "merchants", "merchants").points == (2, 1, 0)
    assert Table(2, 5, 9).play("knight", "cheater", "golem").values == (2, 5, 12)
    assert Table(2, 5, 9).play("knight", "cheater", "golem").points == (1, 2, 0)


def test_K13_cheater_with_one_die_left() -> None:
    assert Table(4, 9, 9).play("cheater", "oracle", "oracle").points == (1, 0, 0)


def test_K14_the_lady_stops_knight_and_cheater() -> None:
    assert Table(4, 8, 11).play("lady", "knight", "cheater").points == (0, 1, 2)


def test_K15_merchants_pass_to_the_left() -> None:
    t = Table(2, 7, 12).play("cheater", "merchants", "knight")
    assert t.faces == (12, 2, 7)
    assert [player.die for player in t.state.players] == [2, 0, 1]


def test_K16_merchants_before_the_machine() -> None:
    t = Table(2, 7, 4).play("machine", "merchants", "knight")
    assert t.faces == (4, 2, 7)
    assert t.values == (11, 2, 7)


def test_K17_a_virtual_12_equals_a_real_one() -> None:
    t = Table(5, 12, 3).play("machine", "knight", "oracle").show(2, 8)
    assert t.values == (12, 12, 8)
    assert t.state.last is not None
    assert t.state.last.out == (0, 1)


def test_K18_the_sorcerer_turns_to_a_face_that_touches() -> None:
    t = Table(1, 7).play("sorcerer", "knight")
    offered = [action.face for action in GAME.legal_actions(t.state) if isinstance(action, a.Show)]
    assert offered == [2, 4, 5, 6, 10]
    for face in (3, 12, 1):
        with pytest.raises(IllegalAction) as refusal:
            t.show(0, face)
        assert refusal.value.line.args["faces"] == "2, 4, 5, 6, 10"
    assert t.show(0, 10).faces == (10, 7)


def test_K19_the_faun_turns_to_the_highest_free_face() -> None:
    t = Table(12, 11, 11).play("alchemist", "collector", "faun")
    assert t.faces == (12, 11, 10)
    assert t.values == (24, 11, 10)
    assert t.points == (2, 1, 0)


def test_K20_the_collector_wins_with_a_cancelled_die() -> None:
    assert Table(9, 9, 4).play("oracle", "collector", "oracle").points == (0, 2, 1)


def test_K21_eight_points_end_the_round() -> None:
    t = Table(12, 5, 9).put(0, twos=3)
    for seat in range(3):
        t.put(seat, played=FOUR[:3])
    t.play("golem", "knight", "lady")  # the fourth play
    assert (t.state.stage, t.state.winner) == ("under", 0)


def test_K22_nobody_wins_a_round_of_equals() -> None:
    t = Table(5, 5, 7, 7)
    for seat in range(4):
        t.put(seat, ones=1 if seat else 3, twos=1 if seat else 0, played=(*FOUR, "sorcerer"))
    t.play("knight", "oracle", "oracle", "knight")  # every die is cancelled: nobody gets a point
    assert t.said[-3:] == ["kd.round_over", "kd.totals_cancelled", "kd.round_nobody"]
    assert (t.state.stage, t.state.round, t.points) == ("roll", 2, (0, 0, 0, 0))
    assert all(player.under == () for player in t.state.players)


def test_K23_twenty_one_points_in_tokens() -> None:
    ones, twos = tokens.left(Table(1, 2).state.players)
    assert (ones, twos, ones + 2 * twos) == (9, 6, 21)


@pytest.mark.parametrize(("first", "value"), [("rebels", 20), ("card", 10)])
def test_K24_the_owner_chooses_what_comes_first(first: str, value: int) -> None:
    t = Table(3, 1, 6).play("alchemist", "rebels", "oracle")
    assert t.asks == ("order", 0)
    t.order(0, first).show(2, 4)
    assert t.values[0] == value
    assert t.faces[0] == 10
