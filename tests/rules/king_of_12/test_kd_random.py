"""Random whole games: the invariants hold, the log folds to the state, illegal actions change nothing."""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kd_random import Pick, any_action, any_setup, camera, play

from companion.journal import transfer
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import Adjust, TableDie
from companion.rules.errors import IllegalAction, RulesError, UnexpectedRoll
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.state import KingOf12State

GAMES = int(os.environ.get("RANDOM_GAMES", "40"))  # whole games, each to its end or 3,000 actions
MOST = 3_000
CAREFUL = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
NOW = "2026-01-31T20:00:00.000+01:00"


@CAREFUL
@given(st.integers(0, 2**32), st.booleans())
def test_random_games_keep_the_invariants(seed: int, tournament: bool) -> None:
    pick = random.Random(seed).randrange
    setup = any_setup(pick, tournament)
    state, done = play(setup, pick, MOST)

    again = GAME.decode_setup(msgspec.json.decode(msgspec.json.encode(GAME.encode_setup(setup))))
    assert again == setup
    folded = GAME.setup(again)
    states = [folded]
    for action in done:
        # as the log keeps it: through JSON and back
        line = msgspec.json.encode(GAME.encode_action(action))
        folded = GAME.apply(folded, GAME.decode_action(msgspec.json.decode(line)))
        states.append(folded)
    assert folded == state

    saved = msgspec.json.encode(GAME.encode_state(state))
    assert GAME.decode_state(msgspec.json.decode(saved)) == state

    # undo is folding without the last actions, redo is folding them again
    back = random.Random(seed + 1).randrange(len(done) + 1)
    redone = states[back]
    for action in done[back:]:
        redone = GAME.apply(redone, action)
    assert redone == state


@CAREFUL
@given(st.integers(0, 2**32), st.booleans())
def test_illegal_actions_change_nothing(seed: int, tournament: bool) -> None:
    pick = random.Random(seed).randrange
    state = GAME.setup(any_setup(pick, tournament))
    for _ in range(60):
        if GAME.outcome(state) is not None:
            break
        before = GAME.encode_state(state)
        wrong = _nonsense(pick)
        with contextlib.suppress(IllegalAction):  # any other error is a bug
            GAME.resolve(state, wrong)
        if isinstance(wrong, a.Roll):
            with contextlib.suppress(UnexpectedRoll):
                GAME.action_of_roll(state, wrong.dice)
        GAME.label(state, wrong)
        assert GAME.encode_state(state) == before
        state = GAME.apply(state, any_action(state, pick))


def _nonsense(pick: Pick) -> a.AnyAction:
    seat = pick(8) - 1
    card = (*library().cards, "", "nothing")[pick(16)]
    dice = tuple(
        TableDie(pick(6) - 1, ("d12", "d6")[pick(5) == 0], str(pick(14)), bool(pick(2)))
        for _ in range(pick(6))
    )
    return (
        a.Roll(dice),
        a.Show(seat, pick(15) - 1),
        a.Own(pick(5), seat),
        a.Reveal(seat, card),
        a.Order(seat, ("rebels", "card", "")[pick(3)]),
        a.Take(seat, pick(4)),
        a.PutUnder(seat, card),
        a.Placed(pick(6) - 1, pick(8) - 1, pick(8) - 1, bool(pick(2))),
        Adjust(seat, ("points", "ones", "twos", "face", "wins", "luck")[pick(6)], pick(60) - 30),
    )[pick(9)]


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_a_game_with_second_thoughts_is_the_fold_of_its_log(tmp_path_factory, seed: int) -> None:  # type: ignore[no-untyped-def]
    """Through the journal: undone, redone, corrected, left and taken up, exported and brought in."""
    chance = random.Random(seed)
    folder: Path = tmp_path_factory.mktemp("games")
    store = Store.open(folder / "companion.db")
    store._database.execute("PRAGMA synchronous = OFF")
    setup = any_setup(chance.randrange)
    game = Play.new(store, GAME, setup, NOW)
    for _ in range(1_500):
        if game.outcome is not None:
            break
        with contextlib.suppress(
            RulesError
        ):  # such as dice that mean nothing, or a correction of what was undone
            _wish(chance, game)
    again = Play.resume(store, game.game_id)
    assert (again.state, again.happened) == (game.state, game.happened)
    brought = Play.resume(store, transfer.bring_in(store, transfer.export(store, game.game_id)))
    assert (brought.state, brought.happened) == (game.state, game.happened)
    steps = 0
    while again.undo_label is not None:
        again.undo(NOW)
        steps += 1
    assert again.state == GAME.setup(setup)
    for _ in range(steps):
        again.redo(NOW)
    assert again.state == game.state
    store.close()


def _wish(chance: random.Random, game: Play) -> None:
    what = chance.random()
    assert isinstance(game.state, KingOf12State)
    if what < 0.05:
        game.undo(NOW)
    elif what < 0.08:
        game.redo(NOW)
    elif what < 0.12 and game.happened:
        number = chance.choice(game.happened).number
        before = game.state_before(number)
        game.correct(number, any_action(before, chance.randrange), now=NOW)
    elif what < 0.4:
        game.do(GAME.action_of_roll(game.state, camera(game.state, chance.randrange)), by="camera", now=NOW)
    else:
        game.do(any_action(game.state, chance.randrange), by="touch", now=NOW)
