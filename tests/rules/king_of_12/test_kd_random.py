"""Random whole games: the invariants hold, the log folds to the state, illegal actions change nothing."""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kd_random import Pick, any_action, any_setup, camera, play

from companion.rules.core import Adjust, TableDie
from companion.rules.errors import IllegalAction, UnexpectedRoll
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.content import library
from tests.whole_games import folds_again, second_thoughts, wish

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
    folds_again(GAME, setup, done, state, seed)


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


def roll(state: Any, pick: Pick) -> a.AnyAction:
    return GAME.action_of_roll(state, camera(state, pick))


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_a_game_with_second_thoughts_is_the_fold_of_its_log(tmp_path_factory, seed: int) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(seed)
    folder: Path = tmp_path_factory.mktemp("games")
    setup = any_setup(chance.randrange)
    second_thoughts(folder, GAME, setup, 1_500, lambda play: wish(chance, play, any_action, 0.04, roll))
