"""Earlier states of a game: looked at without changing anything, and undone to."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.dice import Sight, TableState
from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Adjust, Seat
from companion.rules.dice_throne.state import Setup

SETUP = Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"), first=0)


@pytest.fixture
def referee(tmp_path: Path) -> Referee:
    """Five corrections, one after the other: Mia's health, then Tom's, in turns."""
    referee = Referee(Store.open(tmp_path / "games.db"))
    referee.new_game("dice_throne", SETUP)
    for step in range(5):
        referee.do(Adjust(step % 2, "health", -3))
    return referee


def health(referee: Referee) -> list[int]:
    return [c.value for c in referee.view().counters if c.name == "health"]


def test_an_earlier_state_is_shown_as_it_was_and_nothing_changes(referee: Referee) -> None:
    before = referee.view()
    second = before.history[1].number
    referee.look_at(second)
    past = referee.view().past
    assert past is not None
    assert [c.value for c in past.view.counters if c.name == "health"] == [47, 47]
    assert [happening.number for happening in past.view.history] == [before.history[0].number, second]
    assert (past.earlier, past.later) == (before.history[0].number, before.history[2].number)
    assert past.view.offers == ()  # nothing can be done in the past
    assert health(referee) == [41, 44]
    referee.look_at(None)
    assert referee.view().past is None


def test_whatever_is_done_ends_the_look_back(referee: Referee) -> None:
    referee.look_at(referee.view().history[0].number)
    referee.do(Adjust(0, "cp", 1))
    assert referee.view().past is None


def test_an_entry_that_does_not_stand_cannot_be_looked_at(referee: Referee) -> None:
    newest = referee.view().history[-1].number
    referee.undo()
    referee.look_at(newest)
    assert referee.view().past is None
    referee.look_at(999)
    assert referee.view().past is None


def test_undo_to_an_entry_takes_back_all_that_came_after_it(referee: Referee) -> None:
    entries = referee.view().history
    referee.look_at(entries[1].number)
    referee.undo_to(entries[1].number)
    view = referee.view()
    assert health(referee) == [47, 47]
    assert [h.undone for h in view.history] == [False, False, True, True, True]
    assert (view.past, view.notice and view.notice.args["n"]) == (None, 3)
    for _ in range(3):
        referee.redo()
    assert health(referee) == [41, 44]


def test_undo_to_the_newest_entry_changes_nothing(referee: Referee) -> None:
    before = referee.view()
    referee.undo_to(before.history[-1].number)
    assert referee.view().history == before.history
    assert referee.view().notice_number == before.notice_number


def test_how_it_goes_is_told_when_asked_until_something_is_done(referee: Referee) -> None:
    assert referee.view().report is None
    referee.ask_report()
    report = referee.view().report
    assert report is not None
    assert report.course == ((50, 47, 47, 44, 44, 41), (50, 50, 47, 47, 44, 44))
    referee.do(Adjust(0, "cp", 1))
    assert referee.view().report is None


def test_what_the_log_does_not_change_is_not_worked_out_again(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While dice roll, thirty sights come in a second."""
    first = referee.view()
    assert referee.play is not None
    monkeypatch.setattr(type(referee.play.game), "legal_actions", None)  # whoever asks it fails
    referee.see(Sight(TableState.MOVING, "", ()))
    moving = referee.view()
    assert moving.sight.state is TableState.MOVING
    assert moving.offers is first.offers
    assert moving.history is first.history
    monkeypatch.undo()
    referee.undo()
    assert referee.view().history[-1].undone
