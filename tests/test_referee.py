"""The one place that changes the game: rolls and wishes in, views out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.dice import DieReading, Roll, Sight, TableState
from companion.journal.play import Play
from companion.journal.store import Store
from companion.locale import Translator
from companion.referee import Referee
from companion.rules.core import Adjust, Seat
from companion.rules.dice_throne import actions as dt
from companion.rules.dice_throne.state import Setup
from companion.rules.king_of_12 import state as king_of_12

SETUP = Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"), first=0)

KING = king_of_12.Setup(
    seats=(Seat("Lea"), Seat("Mia"), Seat("Tom")), places=((0.0, 0.0), (20.0, 0.0), (40.0, 0.0))
)


@pytest.fixture
def referee(tmp_path: Path) -> Referee:
    referee = Referee(Store.open(tmp_path / "games.db"))
    referee.new_game("dice_throne", SETUP)
    return referee


def reading(die: int, face: str, doubtful: bool = False) -> DieReading:
    sure = 0.4 if doubtful else 0.99
    return DieReading(
        die,
        "d6",
        face,
        sure,
        doubtful,
        ((face, sure),),
        (20.0 * die, 0),
        0,
        16,
        (255, 255, 255),
        (0, 0, 9, 9),
        b"jpg",
    )


def settled(
    faces: str,
    thrown: Sequence[int] | None = None,
    doubtful: Sequence[int] = (),
    turned: Sequence[int] = (),
    kind: str = "d6",
) -> Sight:
    dice = tuple(replace(reading(n, face, n in doubtful), kind=kind) for n, face in enumerate(faces))
    moved = frozenset(range(len(faces)) if thrown is None else thrown)
    return Sight(TableState.SETTLED, "", dice, Roll(1, 0.0, dice, moved, turned=frozenset(turned)))


def unclear(*seen: Any, **how: Any) -> Sight:
    """The same, with a die that cannot be told."""
    return replace(settled(*seen, **how), state=TableState.DOUBTFUL, reason="sight.die_unclear")


def go_on(referee: Referee) -> None:
    """Pass for the whole table."""
    offers = [o.action for o in referee.view().offers if isinstance(o.action, dt.Pass) and o.action.seat < 0]
    referee.do(offers[0])


def until_dice(referee: Referee) -> None:
    while referee.view().waiting.dice is None:
        go_on(referee)


def test_a_roll_that_fits_becomes_an_action_and_is_on_disk_before_it_is_shown(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11123"))
    view = referee.view()
    assert view.state.pools[0].values == (1, 1, 1, 2, 3)
    assert view.dice.entry is not None
    assert view.dice.held is None
    again = Play.resume(referee.store, view.game_id)
    assert again.state == view.state
    assert again.crops(view.dice.entry) == dict.fromkeys(range(5), b"jpg")


def test_a_roll_nobody_waits_for_is_held_and_shown(referee: Referee) -> None:
    before = referee.view().state
    referee.see(settled("11123"))
    view = referee.view()
    assert view.state == before
    assert [d.face for d in view.dice.dice] == list("11123")
    assert view.dice.entry is None
    assert view.dice.held is not None
    # Once the game waits for it, one touch takes it as it lies.
    until_dice(referee)
    referee.use_held_dice()
    assert referee.view().state.pools[0].values == (1, 1, 1, 2, 3)


def test_a_doubtful_roll_waits_for_a_player(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11123", doubtful=[4]))
    view = referee.view()
    assert view.state.pools[0].values == ()
    assert view.dice.held is not None
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    view = referee.view()
    assert view.state.pools[0].values == (1, 1, 1, 2, 6)
    assert view.dice.held is None
    assert not any(d.doubtful for d in view.dice.dice)


def test_what_the_players_have_told_is_no_longer_doubtful(referee: Referee) -> None:
    until_dice(referee)
    referee.see(unclear("11123", doubtful=[4]))
    assert referee.view().sight.state is TableState.DOUBTFUL
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    assert referee.view().sight.state is TableState.SETTLED
    assert referee.view().sight.reason == ""


def test_what_the_players_said_of_a_die_stands_while_it_lies_there(referee: Referee) -> None:
    until_dice(referee)
    referee.see(unclear("11124", doubtful=[4]))
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    # The others are thrown again, and the camera is as unsure of the one that was kept.
    referee.see(unclear("11354", thrown=[2, 3], doubtful=[4]))
    view = referee.view()
    assert view.state.pools[0].values == (1, 1, 3, 5, 6)
    assert view.sight.state is TableState.SETTLED
    assert [d.face for d in view.dice.dice] == list("11356")


def test_a_doubtful_roll_that_the_players_use_as_it_lies_is_their_word_too(referee: Referee) -> None:
    until_dice(referee)
    referee.see(unclear("11124", doubtful=[4]))
    referee.use_held_dice()
    view = referee.view()
    assert view.state.pools[0].values == (1, 1, 1, 2, 4)
    assert view.sight.state is TableState.SETTLED
    assert not any(d.doubtful for d in view.dice.dice)
    referee.see(unclear("11354", thrown=[2, 3], doubtful=[4]))
    assert referee.view().state.pools[0].values == (1, 1, 3, 5, 4)


def test_a_kept_die_that_reads_otherwise_than_before_is_asked_for_again(referee: Referee) -> None:
    until_dice(referee)
    referee.see(unclear("11124", doubtful=[4]))
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    referee.see(unclear("11355", thrown=[2, 3], doubtful=[4]))
    assert referee.view().dice.held is not None
    assert referee.view().state.pools[0].values == (1, 1, 1, 2, 6)


def test_a_die_that_is_thrown_again_is_no_longer_what_the_players_said(referee: Referee) -> None:
    until_dice(referee)
    referee.see(unclear("11124", doubtful=[4]))
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    referee.see(unclear("11124", thrown=[4], doubtful=[4]))
    assert referee.view().dice.held is not None
    assert referee.view().dice.dice[4].doubtful


def test_a_roll_is_used_once_it_became_an_action(referee: Referee) -> None:
    until_dice(referee)
    referee.see(unclear("11123", doubtful=[4]))
    assert referee.used == 0
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    assert referee.used == 1


def test_a_kept_die_that_reads_otherwise_is_no_attempt_and_can_be_corrected(referee: Referee) -> None:
    """A hand passed over; nobody turns dice in Dice Throne, so that one of the two readings is wrong."""
    until_dice(referee)
    referee.see(settled("11123"))
    before = referee.view()
    referee.see(unclear("11126", thrown=[4], doubtful=[4], turned=[4]))
    view = referee.view()
    assert view.state == before.state
    assert view.dice == before.dice
    assert view.sight.state is TableState.DOUBTFUL
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    assert referee.view().state.pools[0].values == (1, 1, 1, 2, 6)
    assert referee.view().dice.entry == before.dice.entry


def test_a_kept_die_that_reads_otherwise_is_none_of_those_that_were_thrown(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11123"))
    referee.see(unclear("11566", thrown=[2, 3, 4], doubtful=[4], turned=[4]))
    assert referee.view().dice.kept == {0, 1, 4}
    assert referee.view().dice.held is not None


def test_in_king_of_12_a_die_that_may_have_been_turned_is_held_and_asked_for(tmp_path: Path) -> None:
    referee = Referee(Store.open(tmp_path / "games.db"))
    referee.new_game("king_of_12", KING)
    referee.see(settled("375", kind="d12"))
    faces = [player.face for player in referee.view().state.players]
    referee.see(unclear("875", thrown=[0], doubtful=[0], turned=[0], kind="d12"))
    view = referee.view()
    assert [player.face for player in view.state.players] == faces
    assert view.dice.held is not None
    assert view.dice.held.id == "held.doubtful"
    assert [d.face for d in view.dice.dice] == list("875")
    assert view.dice.kept == {1, 2}


def test_a_used_roll_is_corrected_in_the_log(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11123"))
    entry = referee.view().dice.entry
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "1"), (4, "3")])
    view = referee.view()
    assert view.state.pools[0].values == (1, 1, 1, 1, 3)
    assert view.dice.entry == entry
    assert view.undo is not None


def test_what_no_longer_fits_after_a_correction_is_told(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11125"))
    announce = next(o.action for o in referee.view().offers if isinstance(o.action, dt.Announce))
    referee.do(announce)
    told = referee.view().notice_number
    referee.set_dice([(0, "4"), (1, "5"), (2, "6"), (3, "2"), (4, "5")])
    view = referee.view()
    assert view.notice_number == told + 1
    assert view.notice.id == "correction.dropped"
    assert view.state.announced != announce


def test_a_missed_die_can_be_added_and_a_false_one_left_out(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("1112"))
    assert referee.view().dice.entry is None
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (-1, "6")])
    assert referee.view().state.pools[0].values == (1, 1, 1, 2, 6)
    referee.undo()
    referee.see(settled("111235"))
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "3")])
    assert referee.view().state.pools[0].values == (1, 1, 1, 2, 3)


def test_kept_dice_stay_kept_over_a_second_attempt(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11256"))
    referee.see(settled("11434", thrown=[2, 3, 4]))
    view = referee.view()
    assert view.state.pools[0].values == (1, 1, 4, 3, 4)
    assert view.dice.kept == {0, 1}


def test_undo_says_what_it_undoes_and_redo_brings_it_back(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11123"))
    rolled = referee.view().state
    assert referee.view().undo is not None
    referee.undo()
    assert referee.view().state.pools[0].values == ()
    referee.redo()
    assert referee.view().state == rolled


def test_an_illegal_wish_is_refused_with_a_reason_and_changes_nothing(referee: Referee) -> None:
    before = referee.view()
    referee.do(dt.Announce("smack"))
    view = referee.view()
    assert view.state == before.state
    assert view.notice is not None
    assert view.notice_number == before.notice_number + 1


def test_a_player_can_overrule_any_counter(referee: Referee) -> None:
    referee.do(Adjust(1, "health", -7))
    assert next(c.value for c in referee.view().counters if (c.seat, c.name) == (1, "health")) == 43


def test_an_impossible_setup_is_refused(tmp_path: Path) -> None:
    referee = Referee(Store.open(tmp_path / "games.db"))
    referee.new_game("dice_throne", Setup(seats=(Seat("Mia"),), heroes=("barbarian",)))
    view = referee.view()
    assert view.game is None
    assert view.notice is not None
    assert view.saved == ()


def test_home_offers_the_saved_game_and_continues_where_it_was(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11123"))
    state, number = referee.view().state, referee.view().game_id
    referee.leave_game()
    view = referee.view()
    assert view.game is None
    assert view.saved[0].seats == ("Mia", "Tom")
    referee.continue_game(number)
    view = referee.view()
    assert view.state == state
    assert [(d.face, d.crop) for d in view.dice.dice] == [(face, b"jpg") for face in "11123"]
    # The last roll of the evening before can still be corrected.
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "1"), (4, "3")])
    assert referee.view().state.pools[0].values == (1, 1, 1, 1, 3)


def until_hit(referee: Referee) -> int:
    """Mia's Smack goes all its way; tells the entry of Tom's defence."""
    until_dice(referee)
    referee.see(settled("11145"))
    referee.do(next(o.action for o in referee.view().offers if isinstance(o.action, dt.Announce)))
    while referee.view().waiting.dice is None:
        go_on(referee)
    defence = referee.view().waiting.dice.count
    referee.see(settled("1" * defence))  # no heart: nothing is healed
    entry = referee.view().dice.entry
    assert entry is not None
    while health(referee)[1] == 50:
        go_on(referee)
    return entry


def health(referee: Referee) -> list[int]:
    return [counter.value for counter in referee.view().counters if counter.name == "health"]


def test_an_older_roll_is_corrected_and_only_the_difference_is_told(referee: Referee) -> None:
    entry = until_hit(referee)
    referee.do(Adjust(0, "cp", 1))
    lost = health(referee)[1]
    referee.look_at(entry)
    past = referee.view().past
    assert past is not None
    assert past.view.dice.entry == entry
    faces = ["4", *(die.face for die in past.view.dice.dice[1:])]  # a heart after all, which heals 2
    referee.set_dice([(die.die, face) for die, face in zip(past.view.dice.dice, faces, strict=True)])
    view = referee.view()
    assert view.past is None  # what came of it is shown in the present
    assert health(referee) == [50, lost + 2]
    assert view.notice is not None
    assert Translator("en").text(view.notice) == f"Corrected. Tom: health {lost + 2} (was {lost})."
    assert [die.face for die in view.dice.dice] == faces
    referee.undo()
    assert health(referee)[1] == lost


def test_a_roll_that_is_held_stays_while_an_older_one_is_corrected(referee: Referee) -> None:
    entry = until_hit(referee)
    referee.see(settled("66"))  # nobody asked for it
    held = referee.view().dice
    assert held.held is not None
    referee.look_at(entry)
    past = referee.view().past
    assert past is not None
    referee.set_dice([(die.die, "4") for die in past.view.dice.dice])
    assert referee.view().dice == held


def test_a_correction_that_the_rules_refuse_leaves_all_as_it_was(referee: Referee) -> None:
    entry = until_hit(referee)
    before = referee.view()
    referee.look_at(entry)
    referee.set_dice([(0, "4")])  # too few dice
    view = referee.view()
    assert view.state == before.state
    assert view.notice_number == before.notice_number + 1


def test_a_correction_that_changes_no_number_says_nothing(referee: Referee) -> None:
    until_dice(referee)
    referee.see(settled("11123"))
    told = referee.view().notice_number
    referee.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "1"), (4, "3")])
    assert referee.view().notice_number == told
