"""Random whole games: the invariants hold, the log folds to the state, illegal actions change nothing.

`RANDOM_GAMES=50 pytest tests/rules/dice_throne/test_dt_random.py` plays more of them; dt_soak.py many more.
"""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path

import msgspec
import pytest
from dt_random import HEROES, TABLES, Pick, any_action, any_setup, check, play
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal.play import Play
from companion.journal.store import Store
from companion.locale import Translator
from companion.rules.core import Adjust, Seat, TableDie
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.state import Setup
from companion.rules.errors import IllegalAction

GAMES = int(os.environ.get("RANDOM_GAMES", "2"))  # of each kind of table, each to its end or 1,500 actions
MOST = 1_500
WHEN = "2026-01-01T18:00:00+00:00"
CAREFUL = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
SEEDS = st.integers(0, 2**32)


def picker(seed: int) -> Pick:
    return random.Random(seed).randrange


def names(table: tuple[str, int]) -> str:
    return f"{table[0]}-{table[1]}"


@pytest.mark.parametrize("table", TABLES, ids=names)
@CAREFUL
@given(seed=SEEDS)
def test_random_games_keep_the_invariants(table: tuple[str, int], seed: int) -> None:
    pick = picker(seed)
    setup = any_setup(pick, table)
    state, done = play(setup, pick, MOST)  # checks every state on its way

    folded = GAME.setup(setup)
    states = [folded]
    for action in done:
        # as the log keeps it: through JSON and back
        line = msgspec.json.encode(GAME.encode_action(action))
        folded = GAME.apply(folded, GAME.decode_action(msgspec.json.decode(line)))
        states.append(folded)
    assert folded == state

    # undo is folding without the last actions, redo is folding them again; and a state is all there is
    back = picker(seed + 1)(len(done) + 1)
    saved = msgspec.json.encode(GAME.encode_state(states[back]))
    again = GAME.decode_state(msgspec.json.decode(saved))
    assert again == states[back]
    for action in done[back:]:
        again = GAME.apply(again, action)
    assert again == state


@pytest.mark.parametrize("hero", HEROES)
def test_every_hero_plays_a_whole_game(hero: str) -> None:
    pick = picker(HEROES.index(hero))
    other = HEROES[pick(len(HEROES))]
    state, _ = play(Setup((Seat("Ann"), Seat("Ben")), (hero, other)), pick, 3 * MOST)
    assert state.outcome is not None


@CAREFUL
@given(seed=SEEDS)
def test_undo_of_anything_then_redo_is_the_same_state(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    """Through the journal, as at the table: on disk, with corrections of counters among the actions."""
    pick = picker(seed)
    path: Path = tmp_path_factory.mktemp("undo") / "games.db"
    store = Store.open(path)
    game = Play.new(store, GAME, any_setup(pick), WHEN)
    states = [game.state]
    while game.outcome is None and len(states) < 120:
        game.do(any_action(game.state, pick), by="touch", now=WHEN)
        states.append(game.state)
    # corrections of one counter that follow each other are one entry, and one step back
    steps = 0
    while game.undo_label is not None and steps < 60:
        game.undo(WHEN)
        steps += 1
        assert game.state in states
        check(game.state)
    for _ in range(steps):
        game.redo(WHEN)
    assert game.state == states[-1]
    assert Play.resume(store, game.game_id).state == states[-1]
    store.close()


@pytest.mark.parametrize("table", TABLES, ids=names)
@CAREFUL
@given(seed=SEEDS)
def test_illegal_actions_change_nothing(table: tuple[str, int], seed: int) -> None:
    pick = picker(seed)
    state = GAME.setup(any_setup(pick, table))
    for _ in range(60):
        if state.outcome is not None:
            break
        before = GAME.encode_state(state)
        wrong = _nonsense(pick)
        with contextlib.suppress(IllegalAction):  # any other error is a bug
            GAME.resolve(state, wrong)
        assert GAME.encode_state(state) == before
        state = GAME.apply(state, any_action(state, pick))


@CAREFUL
@given(seed=SEEDS)
def test_every_offer_is_legal_and_everything_said_has_its_words(seed: int) -> None:
    pick = picker(seed)
    english = Translator()
    state = GAME.setup(any_setup(pick))
    for _ in range(80):
        if state.outcome is not None:
            break
        waiting = GAME.waits_for(state)
        assert waiting.seats or waiting.dice
        english.text(waiting.prompt)
        for action in GAME.legal_actions(state):
            english.text(GAME.label(state, action))
            for line in GAME.resolve(state, action).lines:
                english.text(line)
        state = GAME.apply(state, any_action(state, pick))
    assert english.missing == set()


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
