"""King of 12 on the simulated table, from the hands to the score, with a reader that knows the truth."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from companion.camera.simulation.die import numeral_d12
from companion.commands.casts import cast_of
from companion.commands.demo import Demo
from companion.commands.king_player import by_touch
from companion.commands.tally import Verdict
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import TABLE_A, UNKNOWN, learned
from companion.screens.king_of_12.teaching import Teaching
from companion.screens.port import View


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    return Demo(2, Store.open(tmp_path / "games.db"), cast_of("king-of-12"), truth=True, quiet=True)


@pytest.mark.timeout(300)
def test_rolled_turned_and_passed_dice_become_the_score_without_a_tap_for_any_die(evening: Demo) -> None:
    evening.play(6)
    counts = evening.tally.counts
    assert counts[Verdict.READ] == evening.tally.throws  # what was told is what lay there
    play = Play.resume(evening.store, evening.store.games()[0].id)
    dice = [h for h in play.happened if isinstance(h.action, a.Roll)]
    assert len(dice) >= 4
    assert not any(isinstance(h.action, a.Show | a.Own) for h in play.happened)
    evening.store.close()


def test_hands_leave_dice_that_lie_as_they_should_and_that_is_no_throw(evening: Demo) -> None:
    evening._referee.new_game("king_of_12", evening._setup)
    evening._throw(evening._referee.view(), [])
    assert evening._referee.view().state.stage == "cards"
    evening._throw(evening._referee.view(), [])
    assert evening.tally.counts[Verdict.READ] == evening.tally.throws == 1
    evening._table.close()
    evening.store.close()


def test_a_new_game_begins_with_every_die_before_its_owner(evening: Demo) -> None:
    evening._referee.new_game("king_of_12", evening._setup)
    evening._throw(evening._referee.view(), [])
    for id, place in zip((1, 2, 3), evening._setup.places[1:] + evening._setup.places[:1], strict=True):
        evening._table.lay(id, *place)  # as Merchants pass them on
    evening._watch()
    evening._referee.new_game("king_of_12", evening._setup)
    evening._throw(evening._referee.view(), [])
    view = evening._referee.view()
    assert view.state.stage == "cards"
    hands = evening._thrower._king
    for seat, player in enumerate(view.state.players):
        lies = hands.die_before(view.state, seat)
        assert lies is not None
        assert lies.face == str(player.face)
    evening._table.close()
    evening.store.close()


def test_players_tell_the_dice_that_the_camera_cannot(evening: Demo) -> None:
    evening._referee.new_game("king_of_12", evening._setup)
    state = evening._referee.view().state
    assert list(by_touch(state, evening._table.truth)) == []  # nothing lies there yet
    evening._thrower.serve(state, evening._referee.view().waiting)
    while evening._table.busy:
        evening._table.read(0)
    evening._table.read(0)
    told = list(by_touch(state, evening._table.truth))
    assert [action.seat for action in told] == [0, 1, 2]
    for action in told:
        evening._referee.do(action)
    assert evening._referee.view().state.stage == "cards"
    evening._table.close()
    evening.store.close()


@pytest.mark.timeout(300)
def test_a_die_is_learned_as_a_hand_tips_it_under_the_camera(evening: Demo) -> None:
    table, pipeline = evening._table, evening._pipeline
    teaching = Teaching(UNKNOWN)
    view = View()

    def watch() -> None:
        nonlocal view
        rest = 0
        while rest < 12:
            sight = pipeline.see(table.read(0))
            rest = 0 if table.busy else rest + 1
            if sight is not None:
                view = replace(view, sight=sight)
                teaching.see(view)

    watch()
    die = table.roll_at(numeral_d12(), 0.0, 0.0, "1")
    watch()
    for face in ("2", "7", "8", "3"):
        table.lay(die, 0.0, 0.0, face)
        watch()
    assert (teaching.trail, teaching.problem) == ([1, 2, 7, 8, 3], None)
    assert teaching.layout == learned(pairwise([1, 2, 7, 8, 3]))
    table.close()
    evening.store.close()


def test_the_button_tips_the_simulated_die_over_its_true_edges(evening: Demo) -> None:
    table, thrower = evening._table, evening._thrower
    seen: list[int] = []
    for _ in range(8):
        thrower.tip()
        thrower.tip()  # while the hand is at work, nothing is added
        while table.busy:
            table.read(0)
        table.read(0)
        (die,) = table.truth.dice
        seen.append(int(die.face))
    assert all(after in TABLE_A[before - 1] for before, after in pairwise(seen))
    assert len(set(seen)) > 3
    table.close()
    evening.store.close()


def test_games_are_known_by_either_spelling() -> None:
    assert cast_of("king-of-12") is cast_of("king_of_12")
    assert cast_of("dice-throne").game == "dice_throne"
