"""Undo, redo, corrections: what a log comes to."""

from __future__ import annotations

import random

import msgspec
import pytest
from duel import DUEL, EndTurn, Hit, Rolled, Setup
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import any_wish, clock, entry, new_play, not_synced, written

from companion.journal.entries import FORMAT, Began, Corrected, Did, Joined, Redid, Undid
from companion.journal.errors import LogError
from companion.journal.fold import Folded, after, fold
from companion.journal.store import Store
from companion.rules.core import Adjust
from companion.rules.errors import IllegalAction
from companion.rules.text import line

TURN = [Rolled(4), Hit(4), EndTurn()]


def correct(number: int, action: object) -> Corrected:
    return Corrected(number, DUEL.encode_action(action))


def test_the_state_is_what_the_rules_make_of_the_actions() -> None:
    folded = fold(DUEL, written(*TURN))
    assert folded.state.health == (20, 16)
    assert folded.state.turn == 1
    assert [h.number for h in folded.happened] == [2, 3, 4]
    assert folded.happened[1].lines == (line("duel.hit", who="Mia", n=4),)
    assert (folded.undo_target, folded.redo_target) == (4, None)


def test_undo_goes_back_one_action_at_a_time_and_redo_restores_them_in_order() -> None:
    log = written(*TURN, Undid(4), Undid(3))
    folded = fold(DUEL, log)
    assert folded.state == fold(DUEL, written(Rolled(4))).state
    assert [(h.number, h.undone) for h in folded.happened] == [(2, False), (3, True), (4, True)]
    assert (folded.undo_target, folded.redo_target) == (2, 3)
    again = fold(DUEL, [*log, entry(7, Redid(3)), entry(8, Redid(4))])
    assert again.state == fold(DUEL, written(*TURN)).state
    assert not any(h.undone for h in again.happened)


def test_a_new_action_after_an_undo_closes_redo_but_the_undone_stays_in_the_history() -> None:
    folded = fold(DUEL, written(*TURN, Undid(4), Undid(3), Hit(2)))
    assert folded.redo_target is None
    assert folded.state.health == (20, 18)
    assert [(h.number, h.undone) for h in folded.happened] == [(2, False), (3, True), (4, True), (7, False)]


def test_undo_works_past_the_end_of_the_game() -> None:
    log = written(Adjust(1, "health", -19), Rolled(4), Hit(4))
    assert DUEL.outcome(fold(DUEL, log).state) is not None
    folded = fold(DUEL, [*log, entry(5, Undid(4))])
    assert DUEL.outcome(folded.state) is None


def test_a_corrected_roll_plays_the_later_actions_again() -> None:
    folded = fold(DUEL, written(*TURN, Rolled(3), correct(2, Rolled(5))))
    assert folded.state.health == (20, 16)
    assert folded.happened[0].action == Rolled(5)
    assert folded.happened[0].corrected == 6
    assert folded.dropped == ()


def test_what_the_rules_now_refuse_is_set_aside_with_the_reason_and_not_lost() -> None:
    log = written(*TURN, correct(2, Rolled(3)))
    folded = fold(DUEL, log)
    assert folded.state.health == (20, 20)  # a 3 cannot hit for 4
    assert folded.state.turn == 1
    assert [(h.number, h.dropped) for h in folded.dropped] == [(3, line("duel.no"))]
    back = fold(DUEL, [*log, entry(6, correct(2, Rolled(6)))])
    assert back.dropped == ()
    assert back.state.health == (20, 16)


def test_a_set_aside_action_can_be_corrected_itself() -> None:
    folded = fold(DUEL, written(*TURN, correct(2, Rolled(3)), correct(3, Hit(3))))
    assert folded.state.health == (20, 17)
    assert folded.dropped == ()


def test_undo_takes_a_correction_back_and_then_goes_on_with_what_was_before_it() -> None:
    log = written(*TURN, correct(2, Rolled(3)))
    assert fold(DUEL, log).undo_target == 5
    folded = fold(DUEL, [*log, entry(6, Undid(5))])
    assert folded.state == fold(DUEL, written(*TURN)).state
    assert folded.happened[0].corrected is None
    assert (folded.undo_target, folded.redo_target) == (4, 5)
    redone = fold(DUEL, [*log, entry(6, Undid(5)), entry(7, Redid(5))])
    assert [h.number for h in redone.dropped] == [3]


def test_a_joined_tap_stands_in_the_place_of_the_action_it_grew() -> None:
    log = written(Adjust(0, "health", -1), Joined(2, DUEL.encode_action(Adjust(0, "health", -2))))
    folded = fold(DUEL, log)
    assert folded.state.health == (18, 20)
    assert [h.action for h in folded.happened] == [Adjust(0, "health", -2)]
    assert fold(DUEL, [*log, entry(4, Undid(2))]).state.health == (20, 20)


@pytest.mark.parametrize(
    "log",
    [
        [],
        written(Rolled(1))[1:],
        [entry(1, Began("chess", 1, FORMAT, {}))],
        written(Rolled(1), Rolled(1))[::2],
        written(Undid(1)),
        written(Redid(2)),
        written(*TURN, Undid(3)),
        written(*TURN, Undid(4), Redid(3)),
        written(correct(1, Rolled(1))),
        written(*TURN, Undid(4), correct(4, EndTurn())),
        written(*TURN, Undid(4), Joined(3, {})),
        [*written(), entry(2, written()[0].what)],
    ],
)
def test_entries_that_contradict_each_other_are_an_error(log: list) -> None:
    with pytest.raises(LogError):
        fold(DUEL, log)


@pytest.mark.parametrize("began", [Began("duel", 2, FORMAT, {}), Began("duel", 1, FORMAT + 1, {})])
def test_a_log_of_newer_rules_or_a_newer_format_is_refused_with_a_sentence(began: Began) -> None:
    with pytest.raises(LogError) as error:
        fold(DUEL, [entry(1, began)])
    assert error.value.line.id == "log.newer"


@pytest.mark.parametrize("setup", [{"names": ["Mia"]}, {"names": 5}, None])
def test_a_setup_that_cannot_be_played_is_an_error(setup: object) -> None:
    with pytest.raises(LogError) as error:
        fold(DUEL, [entry(1, Began("duel", 1, FORMAT, setup))])
    assert error.value.line.id == "log.setup"


def test_an_action_that_these_rules_cannot_read_is_set_aside() -> None:
    log = written(Rolled(4))
    strange = msgspec.structs.replace(
        log[1], what=msgspec.structs.replace(log[1].what, action={"do": "dance"})
    )
    folded = fold(DUEL, [log[0], strange])
    assert folded.state == DUEL.setup(Setup())
    assert folded.dropped[0].dropped.id == "core.unreadable"


def played_naively(log: list) -> tuple:
    """The same by another way: first settle which actions stand, then play them all from the start."""
    steps: list = []
    taken_back: list = []
    for written_entry in log[1:]:
        match written_entry.what:
            case Did(action):
                steps.append((written_entry.number, written_entry.number, action))
                taken_back = []
            case Corrected(number, action):
                steps.append((written_entry.number, number, action))
                taken_back = []
            case Joined(number, action):
                steps[-1] = (number, number, action)
            case Undid():
                taken_back.append(steps.pop())
            case Redid():
                steps.append(taken_back.pop())
    standing = {number: action for _, number, action in steps}
    state, refused = DUEL.setup(Setup()), []
    for number in sorted(standing):
        try:
            state = DUEL.apply(state, DUEL.decode_action(standing[number]))
        except IllegalAction:
            refused.append(number)
    return state, refused


def picture(folded: Folded) -> tuple:
    return folded.state, folded.happened, folded.undo_target, folded.redo_target


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), wishes=st.integers(1, 60))
def test_step_by_step_equals_from_scratch_and_undo_then_redo_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, seed: int, wishes: int
) -> None:
    chance = random.Random(seed)
    store = not_synced(Store.open(tmp_path_factory.mktemp("store") / "companion.db"))
    play = new_play(store)
    log = store.entries(play.game_id)
    pictures = [picture(fold(DUEL, log))]
    for number in range(wishes):
        any_wish(chance, play, clock(number))
        log = store.entries(play.game_id)
        assert (play.state, play.happened) == (fold(DUEL, log).state, fold(DUEL, log).happened)
        assert (play.state, [h.number for h in fold(DUEL, log).dropped]) == played_naively(log)
        if len(log) > len(pictures):
            pictures.append(picture(fold(DUEL, log)))
    store.close()

    # Going on entry by entry shows, after each, just what folding from scratch shows.
    folded = fold(DUEL, log[:1])
    for number, next_entry in enumerate(log[1:], start=1):
        folded = after(folded, next_entry)
        assert picture(folded) == pictures[number]

    # All the way back, and forth again.
    whole = folded
    back = []
    while folded.undo_target:
        back.append(folded.undo_target)
        folded = after(folded, entry(folded.length + 1, Undid(folded.undo_target)))
    assert folded.state == DUEL.setup(Setup())
    assert all(h.undone for h in folded.happened)
    for number in reversed(back):
        assert folded.redo_target == number
        folded = after(folded, entry(folded.length + 1, Redid(number)))
    assert folded.state == whole.state
    assert folded.happened == whole.happened
