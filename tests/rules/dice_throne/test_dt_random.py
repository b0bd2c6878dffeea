"""Random whole games: the invariants hold, the log folds to the state, illegal actions change nothing."""

from __future__ import annotations

import contextlib
import os
import random

import msgspec
from dt_random import Pick, any_action, any_setup, play
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.core import Adjust, TableDie
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.errors import IllegalAction

GAMES = int(os.environ.get("RANDOM_GAMES", "8"))  # whole games, each to its end or 1,500 actions
MOST = 1_500
CAREFUL = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))


def picker(seed: int) -> random.Random:
    return random.Random(seed)


@CAREFUL
@given(st.integers(0, 2**32))
def test_random_games_keep_the_invariants(seed: int) -> None:
    pick = picker(seed).randrange
    setup = any_setup(pick)
    state, done = play(setup, pick, MOST)

    folded = GAME.setup(setup)
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
    back = picker(seed + 1).randrange(len(done) + 1)
    again = states[back]
    for action in done[back:]:
        again = GAME.apply(again, action)
    assert again == state


@CAREFUL
@given(st.integers(0, 2**32))
def test_illegal_actions_change_nothing(seed: int) -> None:
    pick = picker(seed).randrange
    state = GAME.setup(any_setup(pick))
    for _ in range(60):
        if state.outcome is not None:
            break
        before = GAME.encode_state(state)
        wrong = _nonsense(pick)
        with contextlib.suppress(IllegalAction):  # any other error is a bug
            GAME.resolve(state, wrong)
        assert GAME.encode_state(state) == before
        state = GAME.apply(state, any_action(state, pick))


def _nonsense(pick: Pick) -> a.AnyAction:
    seat = pick(8) - 1
    dice = tuple(TableDie(i, "d6", str(pick(8)), bool(pick(2))) for i in range(pick(7)))
    return (
        a.Roll(dice),
        a.Pass(seat),
        a.Announce("smack", pick(4)),
        a.Target(seat),
        a.Defend("thick_skin"),
        a.Spend(seat, ("evasive", "chi", "tithe", "nothing")[pick(4)], pick(3)),
        a.Play(seat, ("six_it", "get_some", "nothing", "triple_up")[pick(4)]),
        a.Upgrade("smack", pick(5)),
        a.Sell(),
        a.Choose(("yes", "0", "seat:1")[pick(3)]),
        a.Tell(pick(200) - 50),
        Adjust(seat, ("health", "cp", "token.burn", "token.nothing", "luck")[pick(5)], pick(200) - 100),
    )[pick(12)]
