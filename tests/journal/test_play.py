"""A game in progress: rules, disk, then the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from duel import DUEL, GAMES, EndTurn, Hit, Rolled, Setup
from playing import clock, new_play

from companion.journal.entries import Did, DieSeen, Joined
from companion.journal.errors import LogError, StoreError
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import Adjust
from companion.rules.errors import IllegalAction
from companion.rules.text import line

SEEN = DieSeen(
    die=3, kind="d6", face="4", thrown=True, confidence=0.97, alternatives=(("4", 0.97),), place_mm=(1.5, 2)
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "companion.db")
    yield store
    store.close()


def test_an_action_is_on_disk_with_its_dice_and_pictures_when_it_shows(store: Store, tmp_path: Path) -> None:
    play = new_play(store)
    happened = play.do(Rolled(4), by="camera", seen=[SEEN], crops={3: b"jpeg"}, now=clock(5))
    assert (happened.number, happened.seen) == (2, (SEEN,))
    reader = Store.open_to_read(tmp_path / "companion.db")
    assert reader.entries(play.game_id)[1].what == Did({"do": "rolled", "face": 4}, "camera", (SEEN,))
    assert reader.crops(play.game_id, 2) == {3: b"jpeg"}
    reader.close()
    assert play.crops(2) == {3: b"jpeg"}


def test_a_refused_action_changes_nothing(store: Store) -> None:
    play = new_play(store)
    before = (play.state, play.happened, store.entries(play.game_id))
    with pytest.raises(IllegalAction) as refusal:
        play.do(EndTurn(), by="touch", now=clock(1))
    assert refusal.value.line == line("duel.no")
    assert (play.state, play.happened, store.entries(play.game_id)) == before


def test_a_refused_setup_stores_nothing(store: Store) -> None:
    with pytest.raises(IllegalAction):
        Play.new(store, DUEL, Setup(names=("Mia",)), clock(0))
    assert store.games() == ()


def test_a_game_is_taken_up_where_it_was_left(store: Store) -> None:
    play = new_play(store)
    play.do(Rolled(4), by="camera", now=clock(1))
    play.do(Hit(4), by="touch", now=clock(2))
    play.undo(clock(3))
    again = Play.resume(store, play.game_id, GAMES)
    assert (again.state, again.happened) == (play.state, play.happened)
    assert again.redo_label == play.redo_label == line("duel.label", what="Hit")
    again.redo(clock(4))
    assert again.state.health == (20, 16)


def test_undo_and_redo_say_what_they_would_do(store: Store) -> None:
    play = new_play(store)
    assert (play.undo_label, play.redo_label) == (None, None)
    play.do(Rolled(4), by="camera", now=clock(1))
    play.do(Hit(2), by="touch", now=clock(2))
    assert play.undo_label == line("duel.label", what="Hit")
    play.correct(2, Rolled(5), now=clock(3))
    assert play.undo_label == line("journal.correction", of=line("duel.label", what="Rolled"))
    play.undo(clock(4))
    assert play.redo_label == line("journal.correction", of=line("duel.label", what="Rolled"))
    assert play.undo_label == line("duel.label", what="Hit")


def test_nothing_to_undo_or_redo_is_a_refusal_with_a_sentence(store: Store) -> None:
    play = new_play(store)
    with pytest.raises(IllegalAction):
        play.undo(clock(1))
    with pytest.raises(IllegalAction):
        play.redo(clock(1))
    assert len(store.entries(play.game_id)) == 1


def test_a_correction_tells_only_what_changed(store: Store) -> None:
    play = new_play(store)
    for number, action in enumerate([Rolled(4), Hit(4), EndTurn(), Rolled(2)]):
        play.do(action, by="touch", now=clock(number))
    correction = play.correct(2, Rolled(3), seen=[SEEN], now=clock(9))
    assert [h.number for h in correction.changed] == [2]
    assert correction.changed[0].lines == (line("duel.rolled", who="Mia", n=3),)
    assert [(h.number, h.dropped) for h in correction.dropped] == [(3, line("duel.no"))]
    assert [(was.value, now.value) for was, now in correction.counters] == [(16, 20)]
    assert play.happened[0].seen == (SEEN,)
    back = play.correct(2, Rolled(6), now=clock(10))
    assert [h.number for h in back.restored] == [3]
    assert back.dropped == ()
    assert play.state.health == (20, 16)


def test_a_correction_that_the_rules_refuse_changes_nothing(store: Store) -> None:
    play = new_play(store)
    play.do(Rolled(4), by="camera", now=clock(1))
    before = (play.state, play.happened, store.entries(play.game_id))
    for number, action in [(2, EndTurn()), (1, Rolled(3)), (99, Rolled(3))]:
        with pytest.raises(IllegalAction):
            play.correct(number, action, now=clock(2))
    assert (play.state, play.happened, store.entries(play.game_id)) == before


def test_an_undone_action_cannot_be_corrected(store: Store) -> None:
    play = new_play(store)
    play.do(Rolled(4), by="camera", now=clock(1))
    play.undo(clock(2))
    with pytest.raises(IllegalAction) as refusal:
        play.correct(2, Rolled(3), now=clock(3))
    assert refusal.value.line.id == "journal.not_in_force"


def test_the_state_an_action_was_done_in_can_be_had(store: Store) -> None:
    play = new_play(store)
    play.do(Rolled(4), by="camera", now=clock(1))
    play.do(Hit(4), by="touch", now=clock(2))
    assert play.state_before(2) == DUEL.setup(Setup())
    assert play.state_before(3).face == 4


def test_the_store_knows_when_a_game_is_over_and_when_no_longer(store: Store) -> None:
    play = new_play(store, health=3)
    play.do(Rolled(4), by="camera", now=clock(1))
    play.do(Hit(4), by="touch", now=clock(2))
    assert play.outcome is not None
    assert store.record(play.game_id).over
    play.undo(clock(3))
    assert not store.record(play.game_id).over


# Taps in a row on one counter.


def tap(play: Play, by: int, at: float, seat: int = 0) -> None:
    play.do(Adjust(seat, "health", by), by="touch", now=clock(at))


def test_a_burst_of_taps_is_one_entry_of_the_history_and_one_undo(store: Store) -> None:
    play = new_play(store)
    for second in (1, 2, 4.9, 7.5, 8, 8.1, 8.2):
        tap(play, -1, second)
    assert play.state.health == (13, 20)
    assert [h.lines for h in play.happened] == [(line("duel.adjusted", by=-7),)]
    assert [type(e.what) for e in store.entries(play.game_id)[1:]] == [Did] + [Joined] * 6
    again = Play.resume(store, play.game_id, GAMES)
    assert again.happened == play.happened
    play.undo(clock(20))
    assert play.state.health == (20, 20)


@pytest.mark.parametrize("second", [4.01, 0.5])
def test_a_tap_after_a_pause_or_a_clock_set_back_begins_anew(store: Store, second: float) -> None:
    play = new_play(store)
    tap(play, -1, 1)
    tap(play, -1, second)
    assert len(play.happened) == 2


def test_taps_on_another_counter_or_after_something_else_are_their_own_entries(store: Store) -> None:
    play = new_play(store)
    tap(play, -1, 1)
    tap(play, -1, 1.1, seat=1)
    play.do(Rolled(3), by="camera", now=clock(1.2))
    tap(play, -1, 1.3, seat=1)
    play.do(Adjust(1, "health", -1), by="camera", now=clock(1.4))
    tap(play, -1, 1.5, seat=1)
    assert len(play.happened) == 6


def test_a_tap_after_an_undo_does_not_grow_what_undo_left(store: Store) -> None:
    play = new_play(store)
    tap(play, -1, 1)
    tap(play, -1, 1.1, seat=1)
    play.undo(clock(1.2))
    tap(play, -1, 1.3)
    assert play.state.health == (18, 20)
    assert len(play.happened) == 3


def test_at_a_limit_each_tap_counts_for_itself(store: Store) -> None:
    play = new_play(store, health=30)
    for number, by in enumerate([1, 1, -1, -1]):  # it cannot go above 30, and the sum must not pretend so
        tap(play, by, number / 10)
    assert play.state.health == (28, 30)


def test_there_and_back_is_not_an_adjustment_by_nothing(store: Store) -> None:
    play = new_play(store)
    tap(play, -1, 1)
    tap(play, 1, 1.5)
    assert play.state.health == (20, 20)
    assert len(play.happened) == 2


# What cannot be taken up.


def test_a_game_that_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError) as error:
        Play.resume(store, 7)
    assert error.value.line == line("store.no_game", number=7)


def test_a_game_whose_rules_this_companion_does_not_have(store: Store) -> None:
    play = new_play(store)
    with pytest.raises(LogError) as error:
        Play.resume(store, play.game_id, {})
    assert error.value.line == line("log.unknown_game", game="duel")
