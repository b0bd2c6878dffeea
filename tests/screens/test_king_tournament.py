"""A club evening: groups, the centre, standings and new seats on one screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.dice import TableState
from companion.rules.core import Adjust
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.tournament import CENTRE
from companion.screens.king_of_12.gallery import _hall_rounds
from companion.screens.king_of_12.group_panel import GroupPanel
from companion.screens.king_of_12.samples import KingSample
from companion.screens.king_of_12.standings_panel import StandingsPanel
from companion.screens.king_of_12.tournament import TournamentScreen
from companion.screens.port import View
from companion.screens.widgets.text import Text

Open = Callable[..., Any]


def view_of(sample: KingSample) -> View:
    return sample.view(state=TableState.EMPTY)


def hall(hand: Any) -> TournamentScreen:
    assert isinstance(hand.screen.screen, TournamentScreen)
    return hand.screen.screen


def texts(widget: Any) -> list[str]:
    return [w.text for w in widget.walk(restrict=True) if isinstance(w, Text) and w.text]


def opened(hand: Any, number: int) -> GroupPanel:
    hand.tap(hall(hand).groups[number])
    panel = hall(hand).panels.panel
    assert isinstance(panel, GroupPanel)
    return panel


def test_everybody_finds_the_own_seat(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    hand = open_screen(view_of(KingSample(16)), both_sizes)
    assert list(hall(hand).groups) == [0, 1, 2, 3]
    members = [name for name in texts(hall(hand).groups[1]) if name in ("Ann", "Ben", "Cid", "Dot")]
    assert sorted(members) == ["Ann", "Ben", "Cid", "Dot"]
    assert len(hall(hand).table.rows) == 16


def test_a_group_tells_its_winner_and_its_second_in_three_taps(
    open_screen: Open, both_sizes: tuple[int, int]
) -> None:
    sample = KingSample(9)
    hand = open_screen(view_of(sample), both_sizes)
    panel = opened(hand, 1)
    hand.tap(panel.people[4])
    assert panel.question.text == "Who is second?"
    hand.tap(panel.people[3])
    assert hand.table.wishes == [("do", a.Placed(1, 4, 3))]
    sample.told(a.Placed(1, 4, 3))
    hand.show(view_of(sample))
    assert not hall(hand).groups[1].enabled  # it is ready; the others still play
    hand.tap(hall(hand).groups[1])
    assert hall(hand).panels.panel is None


def test_nobody_may_win_and_a_slip_is_taken_back(open_screen: Open) -> None:
    hand = open_screen(view_of(KingSample(9)))
    panel = opened(hand, 0)
    hand.tap(panel.people[1])
    hand.tap(panel.people[1])
    assert panel.winner is None
    hand.tap(panel.nobody)
    assert hand.table.wishes.pop() == ("do", a.Placed(0))
    panel = opened(hand, 0)
    hand.tap(panel.people[2])
    hand.tap(panel.nobody)
    assert hand.table.wishes.pop() == ("do", a.Placed(0, 2))


def test_a_group_may_tell_every_die_and_every_card(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    sample = KingSample(9)
    hand = open_screen(view_of(sample), both_sizes)
    panel = opened(hand, 0)
    hand.tap(panel.switch)
    for action in (
        *(a.Show(seat, face) for seat, face in enumerate((3, 7, 12))),
        *(a.Reveal(seat, card) for seat, card in enumerate(("knight", "machine", "golem"))),
    ):
        hand.tap(panel.columns[action.seat].buttons[action])
        assert hand.table.wishes.pop() == ("do", action)
        sample.do(action)
        hand.show(view_of(sample))
    assert sample.state.placed[0] is not None
    assert hall(hand).panels.panel is None  # the group is ready


def test_a_panel_opens_where_the_group_left_off(open_screen: Open) -> None:
    sample = KingSample(9).told(a.Show(0, 3), a.Reveal(0, "golem"))
    assert opened(open_screen(view_of(sample)), 0).telling


def test_the_group_winners_meet_in_the_centre(open_screen: Open) -> None:
    sample = KingSample(9).told(*(a.Placed(group, 3 * group, 3 * group + 1) for group in range(3)))
    hand = open_screen(view_of(sample))
    assert CENTRE in hall(hand).groups
    assert {"Lea", "Bob", "Cid"} <= set(texts(hall(hand).groups[CENTRE]))
    panel = opened(hand, CENTRE)
    hand.tap(panel.cheater)
    hand.tap(panel.people[3])
    hand.tap(panel.people[0])
    assert hand.table.wishes == [("do", a.Placed(CENTRE, 3, 0, swapped=True))]


def test_new_seats_are_told(open_screen: Open) -> None:
    under, moved = _hall_rounds()
    hand = open_screen(view_of(under))
    panel = opened(hand, 0)
    hand.tap(panel.columns[0].buttons[a.PutUnder(0)])
    assert hand.table.wishes == [("do", a.PutUnder(0))]
    hand.show(view_of(moved))
    assert hall(hand).moved.text == "New seats: Eve, Tom, Ben"
    moved.told(*(a.Placed(group, members[0]) for group, members in enumerate(moved.state.groups)))
    moved.told(a.Placed(CENTRE))
    hand.show(view_of(moved))
    assert hall(hand).moved.text == ""


def test_standings_are_saved_as_a_file(open_screen: Open, both_sizes: tuple[int, int]) -> None:
    sample = KingSample(9).told(a.Placed(0, 1, 2))
    hand = open_screen(view_of(sample), both_sizes, language="pl")
    hand.tap(hall(hand).whole)
    panel = hall(hand).panels.panel
    assert isinstance(panel, StandingsPanel)
    hand.tap(panel.save)
    wish, name, text = hand.table.wishes.pop()
    assert (wish, name) == ("save_text", "tournament-7.csv")
    lines = text.splitlines()
    assert len(lines) == 10
    assert lines[1] == "1,Tom,0,1,1,1,3"
    assert lines[0].split(",")[1] == hand.screen.look.say("kd.heading.player")


def test_who_won_two_rounds_at_the_same_time_plays_a_final_round(open_screen: Open) -> None:
    sample = KingSample(9).told(*(Adjust(player, "wins", 1) for player in range(9)))
    while sample.state.stage != "final":
        circles = (
            list(enumerate(sample.state.groups))
            if sample.state.stage == "groups"
            else [(CENTRE, sample.state.centre)]
        )
        for number, members in circles:
            sample.told(a.Placed(number, members[0], members[1]))
    hand = open_screen(view_of(sample))
    assert list(hall(hand).groups) == [0]
    assert "Final round" in texts(hall(hand).groups[0])
    first, second = sample.state.groups[0][:2]
    panel = opened(hand, 0)
    hand.tap(panel.people[first])
    hand.tap(panel.people[second])
    assert hand.table.wishes == [("do", a.Placed(0, first, second))]
