"""Random whole adventures: the invariants hold, the log folds to the state, illegal actions change nothing."""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path
from typing import Any

from df_random import Pick, any_action, any_hero, any_item, any_monster, any_room, any_setup, camera, play
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.core import Adjust
from companion.rules.dungeon_fighter import GAME
from companion.rules.dungeon_fighter import actions as a
from companion.rules.errors import IllegalAction, UnexpectedRoll
from tests.whole_games import folds_again, second_thoughts, wish

ADVENTURES = int(os.environ.get("RANDOM_GAMES", "30"))  # whole ones, each to its end or 2,000 actions
MOST = 2_000
CAREFUL = settings(max_examples=ADVENTURES, deadline=None, suppress_health_check=list(HealthCheck))
NOW = "2026-01-31T20:00:00.000+01:00"


@CAREFUL
@given(st.integers(0, 2**32))
def test_random_adventures_keep_the_invariants(seed: int) -> None:
    pick = random.Random(seed).randrange
    setup = any_setup(pick)
    state, done = play(setup, pick, MOST)
    folds_again(GAME, setup, done, state, seed)


@CAREFUL
@given(st.integers(0, 2**32))
def test_every_action_that_is_offered_can_be_done(seed: int) -> None:
    pick = random.Random(seed).randrange
    state = GAME.setup(any_setup(pick))
    for step in range(120):
        if GAME.outcome(state) is not None:
            break
        if step % 6 == 0:
            for action in GAME.legal_actions(state):
                GAME.resolve(state, action)
                GAME.label(state, action)
        state = GAME.apply(state, any_action(state, pick))


@CAREFUL
@given(st.integers(0, 2**32))
def test_illegal_actions_change_nothing(seed: int) -> None:
    pick = random.Random(seed).randrange
    state = GAME.setup(any_setup(pick))
    for _ in range(60):
        if GAME.outcome(state) is not None:
            break
        before = GAME.encode_state(state)
        for wrong in (_nonsense(pick), _nonsense(pick)):
            with contextlib.suppress(IllegalAction):  # any other error is a bug
                GAME.resolve(state, wrong)
            GAME.label(state, wrong)
        with contextlib.suppress(UnexpectedRoll):
            GAME.action_of_roll(state, camera(state, pick))
        assert GAME.encode_state(state) == before
        state = GAME.apply(state, any_action(state, pick))


WORDS = (
    "",
    "red",
    "white",
    "3",
    "3/2",
    "7",
    "off",
    "yes",
    "no",
    "0",
    "5",
    "-1",
    "blind",
    "go",
    "combo",
    "item_1",
    "²",
)


def _nonsense(pick: Pick) -> a.AnyAction:
    seat = pick(8) - 1
    word, other = WORDS[pick(len(WORDS))], WORDS[pick(len(WORDS))]
    what = ("die", "rest", "weapon", "symbol", "done", "luck")[pick(6)]
    asks = ("hp", "gold", "owner", "leader", "ability", "number", "reroll", "items", "beer", "cost", "amount")
    counters = (
        "health",
        "gold",
        "white",
        "monster_hp",
        "scar_red",
        "token.beer",
        "die_red",
        "tower_1",
        "luck",
    )
    return (
        a.Enter(any_room(pick, "somewhere", ("nowhere",) * pick(2))),
        a.Descend(),
        a.FaceBoss(),
        a.Meet(any_monster(pick, pick(2) == 0, 1 + pick(5))),
        a.Answer(asks[pick(len(asks))], word),
        a.Say(what, word),
        a.Seen(word, other, word, pick(2) == 0),
        a.Confirm(),
        a.Throw(seat, word, other, "", pick(2) == 0, weapons=(word,) * pick(3)),
        a.Recover(),
        a.Retreat(),
        a.Use(seat, word, pick(8) - 1),
        a.PutScar(seat, "red"),
        a.Reward(pick(4) - 1, pick(4) - 1, pick(30)),
        a.Gain(any_item(pick)),
        a.Buy(any_item(pick)),
        a.BuyDie(),
        a.BuyHealing(),
        a.Give(seat, pick(8) - 1, word),
        a.Drop(seat, word),
        a.Onward(),
        a.Mark(("blind", "bans_red", "small_target", "heals_on_miss", "luck")[pick(5)], pick(12) - 1),
        a.Retype(any_monster(pick, pick(2) == 0, 1)),
        a.Sheet(seat, any_hero(pick, 1)),
        Adjust(seat, counters[pick(len(counters))], pick(60) - 30),
    )[pick(25)]


def roll(state: Any, pick: Pick) -> a.AnyAction:
    return GAME.action_of_roll(state, camera(state, pick))


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_an_adventure_with_second_thoughts_is_the_fold_of_its_log(tmp_path_factory, seed: int) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(seed)
    folder: Path = tmp_path_factory.mktemp("games")
    setup = any_setup(chance.randrange)
    second_thoughts(folder, GAME, setup, 250, lambda play: wish(chance, play, any_action, 0.04, roll))
