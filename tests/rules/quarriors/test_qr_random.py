"""Random whole games: the invariants hold, the log folds to the state, illegal actions change nothing."""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from qr_random import Pick, any_action, any_setup, check, play

from companion.rules.core import Adjust, TableDie
from companion.rules.errors import IllegalAction, UnexpectedRoll
from companion.rules.quarriors import GAME
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.board import board
from companion.rules.quarriors.content import KIND, library
from tests.whole_games import folds_again, second_thoughts, wish

GAMES = int(os.environ.get("RANDOM_GAMES", "12"))  # whole games, each to its end or 2,000 actions
MOST = 2_000
CAREFUL = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
NOW = "2026-01-31T20:00:00.000+01:00"


@CAREFUL
@given(st.integers(0, 2**32), st.booleans())
def test_random_games_keep_the_invariants(seed: int, corrections: bool) -> None:
    """In every state: 130 dice, none in two zones, no pot below zero, and glory never falls (qr_random.py)."""
    pick = random.Random(seed).randrange
    setup = any_setup(pick)
    state, done = play(setup, pick, MOST, corrections)
    folds_again(GAME, setup, done, state, seed)


@CAREFUL
@given(st.integers(0, 2**32))
def test_illegal_actions_change_nothing(seed: int) -> None:
    pick = random.Random(seed).randrange
    state = GAME.setup(any_setup(pick))
    for _ in range(150):
        if GAME.outcome(state) is not None:
            break
        before = GAME.encode_state(state)
        wrong = nonsense(pick)
        with contextlib.suppress(IllegalAction):  # any other error is a bug
            check(GAME.resolve(state, wrong).state)
        if isinstance(wrong, a.Roll):
            with contextlib.suppress(UnexpectedRoll):
                GAME.action_of_roll(state, wrong.dice)
        GAME.label(state, wrong)
        board(state)
        assert GAME.encode_state(state) == before
        state = GAME.apply(state, any_action(state, pick))


def nonsense(pick: Pick) -> a.AnyAction:
    seat, die, other = pick(6) - 1, pick(132) - 1, pick(132) - 1
    classes = (*library().dice, "", "nothing")
    class_ = classes[pick(len(classes))]
    faces = ("q1", "d2", "1/1/2", "s", "", "nothing")
    shown = faces[pick(len(faces))]
    cards = (*library().cards, "nothing")
    places = ("bag:0", "pool:1", "ready:0", "used:1", "aside:0", "wilds", "box", "bag:9", "hat")
    dice = tuple(
        TableDie(number, (KIND, "")[pick(9) == 0] + class_, shown, bool(pick(3))) for number in range(pick(9))
    )
    return (
        a.Reveal(cards[pick(len(cards))]),
        a.Deal((cards[pick(len(cards))],)),
        a.Roll(dice),
        a.Show(class_, shown),
        a.Settle(
            ("drop", "is", "add", "used", "wilds", "box", "again", "no")[pick(8)], pick(9) - 1, class_, shown
        ),
        a.Use(die, ("card", "draw", "reroll", "turn", "no")[pick(5)]),
        a.Ready(die),
        a.Summon(die),
        a.Cast(seat, die, other),
        a.Change(seat, die, other),
        a.Defend(die),
        a.Cull(class_),
        a.Capture(class_),
        a.Discard(die),
        a.Choose(("none", "fall", f"die:{die}")[pick(3)]),
        a.Pass(),
        a.Put(class_, places[pick(9)], places[pick(9)], shown),
        Adjust(seat, ("glory", "quiddity", "captures", f"bag.{class_}", "luck")[pick(5)], pick(60) - 30),
    )[pick(18)]


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_a_game_with_second_thoughts_is_the_fold_of_its_log(tmp_path_factory, seed: int) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(seed)
    folder: Path = tmp_path_factory.mktemp("games")
    setup = any_setup(chance.randrange)
    second_thoughts(folder, GAME, setup, 250, lambda play: wish(chance, play, any_action, 0.02))
