"""A club evening: groups, the centre, new seats, the final round, standings."""

from __future__ import annotations

import csv
import io

import pytest
from kd_table import Club
from msgspec.structs import replace

from companion.rules.core import Adjust, Seat
from companion.rules.errors import UnexpectedRoll
from companion.rules.king_of_12 import GAME, seating, standings
from companion.rules.king_of_12 import actions as a


def nobody(club: Club) -> Club:
    """A play in which no group has a winner."""
    for number in range(len(club.state.groups)):
        club.do(a.Placed(number))
    return club


def test_KD32_the_groups_of_every_number_of_players() -> None:
    for players in range(5, 17):
        club = Club(players)
        assert tuple(sorted(len(group) for group in club.state.groups)) in seating.sizes(players)
        assert sorted(player for group in club.state.groups for player in group) == list(range(players))
    assert [len(group) for group in Club(12, groups=(3, 3, 3, 3)).state.groups] == [3, 3, 3, 3]


def test_KD33_the_second_of_a_group_takes_1_and_the_winner_goes_on() -> None:
    club = Club(6).do(a.Placed(0, 1, 2))
    assert club.points == (0, 0, 1, 0, 0, 0)
    assert GAME.waits_for(club.state).seats == (3, 4, 5)
    assert club.no(a.Placed(0, 1, 2)) == "kd.no.group_now"
    assert club.no(a.Placed(-1, 1)) == "kd.no.centre_now"
    club.do(a.Placed(1, 4))
    assert (club.state.stage, club.state.centre) == ("centre", (1, 4))
    assert GAME.waits_for(club.state).prompt.id == "kd.wait.centre"
    club.do(a.Placed(-1, 4, 1))
    assert club.points == (0, 1, 1, 0, 2, 0)
    assert (club.state.stage, club.state.play) == ("groups", 2)
    assert all(player.played == ("",) for player in club.state.players)


def test_KD33_a_cheater_counts_in_the_centre_and_not_in_the_group() -> None:
    cards = ("knight", "cheater", "golem", "machine", "parasite", "alchemist", "oracle")
    club = Club(6, cards)
    for player, (face, card) in enumerate(((12, "cheater"), (5, "knight"), (9, "knight"))):
        club.do(a.Show(player, face), a.Reveal(player, card))
    assert club.state.placed[0] == (0, 2)
    assert club.points[2] == 1  # whatever the Cheater says
    club.do(a.Placed(1, 4), a.Show(4, 6), a.Reveal(4, "golem"))  # Golem's 12 ties with 12
    assert club.points == (0, 0, 1, 0, 0, 0)
    club = Club(6, cards).do(a.Show(0, 12), a.Reveal(0, "cheater"), a.Show(4, 6), a.Reveal(4, "machine"))
    club.do(a.Placed(0, 0), a.Placed(1, 4))  # 12 with the Cheater against 13
    assert club.points[4] == 1
    assert club.points[0] == 2


def test_KD34_questions_are_asked_in_the_circle_they_belong_to() -> None:
    cards = ("knight", "sorcerer", "rebels", "machine", "lady", "alchemist", "oracle")
    club = Club(6, cards)
    for player, (face, card) in enumerate(((1, "sorcerer"), (5, "rebels"), (9, "lady"))):
        club.do(a.Show(player, face), a.Reveal(player, card))
    assert club.state.placed[0] == (2, 1)  # the Lady stops both
    for player, (face, card) in enumerate(((1, "sorcerer"), (5, "rebels"), (9, "knight")), start=3):
        club.do(a.Show(player, face), a.Reveal(player, card))
    assert GAME.waits_for(club.state).seats == (3,)
    assert [action.face for action in GAME.legal_actions(club.state)] == [3, 7, 8, 9, 11]  # type: ignore[union-attr]
    assert club.no(a.Show(4, 3)) == "kd.no.not_asked"
    assert club.no(a.Show(3, 4)) == "kd.no.not_touching"
    club.do(a.Show(3, 3))  # 3, 8, 4: lowest wins
    assert club.state.play == 2  # in the centre the Lady's 9 stops the Sorcerer's 3 without a question
    assert club.points == (0, 1, 2, 1, 0, 1)


def test_KD34_the_only_group_winner_wins_the_centre() -> None:
    club = Club(6).do(a.Placed(0))
    club.do(a.Show(4, 6), a.Reveal(4, "golem"), a.Placed(1, 4))
    assert club.points == (0, 0, 0, 0, 2, 0)
    assert (club.state.stage, club.state.play) == ("groups", 2)
    club.do(a.Placed(0), a.Placed(1))
    assert club.said[-1] == "kd.centre_nobody"
    assert club.state.play == 3


def test_KD35_a_round_ends_with_the_last_card_but_one() -> None:
    club = Club(6)
    for _ in range(5):
        nobody(club)
    assert (club.state.round, club.state.play) == (1, 6)
    club.do(a.Placed(0, 0, 1), a.Placed(1, 3), a.Placed(-1, 3))
    assert club.state.stage == "under"
    assert club.state.winners == (1, 3)  # per group: 1 point in the first, 2 in the second
    assert club.no(a.PutUnder(0)) == "kd.no.not_now"
    assert club.no(a.PutUnder(1, "wizard")) == "kd.no.card"
    club.do(a.PutUnder(3, "golem"))
    assert GAME.waits_for(club.state).seats == (1,)
    club.do(a.PutUnder(1))
    assert (club.state.round, club.state.play, club.state.stage) == (2, 1, "groups")
    assert club.state.totals == (0, 1, 0, 2, 0, 0)
    for _ in range(4):
        nobody(club)
    assert club.state.round == 2
    assert nobody(club).state.round == 3  # players with a card under the die have one card less


def test_KD35_eight_points_end_the_round_unless_the_house_says_otherwise() -> None:
    for rule, stage in ((True, "under"), (False, "groups")):
        club = Club(6, rules={"tournament_eight_points": rule}).put(4, twos=3)
        club.do(a.Placed(0, 0), a.Placed(1, 4), a.Placed(-1, 4))
        assert club.state.stage == stage


@pytest.mark.parametrize("players", range(5, 17))
def test_KD36_every_third_player_moves_and_the_groups_mix(players: int) -> None:
    for sizes in seating.sizes(players):
        before = seating.groups(sizes)
        after = seating.reseated(before)
        assert [len(group) for group in after] == list(sizes)
        assert sorted(player for group in after for player in group) == list(range(players))
        moves = seating.moves(before, after)
        assert len(moves) == max(2, players // 3)
        if players > 5:
            assert {move.player for move in moves} == set(range(2, players, 3))
        assert any(set(old) != set(new) for old, new in zip(before, after, strict=True))
        for move in moves:
            assert after[move.group][move.seat] == move.player


def test_KD36_the_new_seats_are_told() -> None:
    club = Club(6).put(0, twos=4)
    nobody(club).do(a.PutUnder(0))
    assert club.state.groups == ((0, 1, 5), (3, 4, 2))
    assert [(move.player, move.group, move.seat) for move in club.state.moves] == [(5, 0, 2), (2, 1, 2)]
    assert club.said[-2:] == ["kd.moves", "kd.moves"]


def test_KD37_the_first_with_two_cards_wins() -> None:
    club = Club(6).put(0, twos=4, under=("golem",))
    nobody(club)
    assert club.state.outcome is not None
    assert club.state.outcome.winners == (0,)
    assert club.said[-1] == "kd.wins_tournament"
    assert club.no(a.Placed(0)) == "kd.no.over"


def finalists() -> Club:
    club = Club(7).put(0, twos=4, under=("",)).put(4, twos=4, under=("golem",)).put(5, ones=1)
    return nobody(club)


def test_KD37_several_at_once_play_four_more_plays() -> None:
    club = finalists()
    assert (club.state.stage, club.state.groups) == ("final", ((0, 4),))
    for number in range(1, 5):
        assert club.state.play == number
        assert GAME.waits_for(club.state).prompt.id == "kd.wait.final"
        club.do(a.Placed(0, 0, 4, swapped=number == 1))
    assert club.state.outcome is not None
    assert club.state.outcome.winners == (0,)
    assert club.state.totals[0] == 8 + 1 + 2 + 2 + 2
    assert club.state.totals[4] == 8 + 2 + 1 + 1 + 1


def test_KD37_a_final_of_equals_is_played_again() -> None:
    club = finalists()
    for _ in range(4):
        club.do(a.Placed(0))
    assert club.said[-1] == "kd.final_again"
    assert (club.state.stage, club.state.play, club.state.outcome) == ("final", 1, None)
    for player, (face, card) in zip((0, 4), ((5, "machine"), (9, "knight")), strict=True):
        club.do(a.Show(player, face), a.Reveal(player, card))  # worked out as at one table
    assert club.points[4] == 2
    assert club.no(a.Reveal(4, "golem")) == "kd.no.not_in_hand"  # lies under the die
    assert club.no(a.Show(1, 3)) == "kd.no.not_playing"


def test_what_a_group_cannot_tell() -> None:
    club = Club(6)
    assert club.no(a.Placed(0, 3)) == "kd.no.not_in_group"
    assert club.no(a.Placed(0, 1, 1)) == "kd.no.both_places"
    assert club.no(a.Placed(0, -1, 1)) == "kd.no.second_alone"
    assert club.no(a.Placed(7, 1)) == "kd.no.group_now"
    assert club.no(a.Roll(())) == "kd.no.not_now"
    assert club.no(a.Own(1, 1)) == "kd.no.not_now"
    assert club.no(a.Show(99, 1)) == "kd.no.seat"
    club.do(a.Show(0, 4))
    assert club.no(a.Show(0, 5)) == "kd.no.has_rolled"
    assert club.do(Adjust(0, "face", 1)).state.players[0].face == 5
    with pytest.raises(UnexpectedRoll):
        GAME.action_of_roll(club.state, ())


def test_faces_and_cards_stay_with_their_players() -> None:
    cards = ("knight", "merchants", "golem", "machine", "parasite", "alchemist", "oracle")
    club = Club(6, cards)
    for player, (face, card) in enumerate(((12, "merchants"), (5, "knight"), (9, "golem"))):
        club.do(a.Show(player, face), a.Reveal(player, card))
    assert [player.face for player in club.state.players] == [9, 12, 5, 0, 0, 0]
    assert [player.die for player in club.state.players] == [2, 0, 1, 3, 4, 5]


# Standings


def test_standings_put_rounds_before_points() -> None:
    club = Club(6).put(2, under=("",)).put(4, twos=2).put(5, ones=4)
    rows = standings.standings(club.state)
    assert [(row.place, row.name) for row in rows[:3]] == [(1, "P2"), (2, "P4"), (2, "P5")]
    assert [row.place for row in rows[3:]] == [4, 4, 4]
    assert (rows[1].wins, rows[1].points, rows[1].total, rows[1].group, rows[1].seat) == (0, 4, 4, 2, 2)


def test_the_champion_stands_first() -> None:
    club = finalists()
    for _ in range(4):
        club.do(a.Placed(0, 4))
    rows = standings.standings(club.state)
    assert [(row.place, row.name, row.wins) for row in rows[:2]] == [(1, "P4", 2), (2, "P0", 2)]
    assert rows[2].group == 0  # not at the final table


def test_standings_as_a_file_for_a_spreadsheet() -> None:
    club = Club(5).put(0, twos=1)
    seats = (Seat('Ann "the 12", Lee'), Seat("=2+3"), *club.state.seats[2:])
    text = standings.csv_text(replace(club.state, seats=seats))
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == list(standings.HEADINGS)
    assert rows[1] == ["1", 'Ann "the 12", Lee', "0", "2", "2", "1", "1"]
    assert rows[2][1] == "'=2+3"  # a name, never a formula
    assert len(rows) == 6
    assert standings.csv_text(club.state, ["a"] * 7).startswith("a,a,a,a,a,a,a\n")
