"""A whole adventure from the first room to the end, every action by a tap on the real screen: the demo's players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.commands.dungeon_player import DungeonPlayer
from companion.commands.player import Throw, Touch
from companion.dice import TableState
from companion.rules.core import TableDie
from companion.rules.dungeon_fighter import GAME, target
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.draft import drafted_die
from companion.screens.dungeon_fighter import touches
from companion.screens.dungeon_fighter.samples import DungeonSample, heroes

from .test_looks import clipped, too_small

MOST = 400  # actions


@pytest.mark.parametrize(
    ("seed", "language", "size", "count"),
    [(1, "en", (800, 480), 3), (2, "ru", (800, 480), 6), (3, "pl", (1280, 720), 1)],
)
def test_an_adventure_by_touch_alone(
    open_screen: Callable[..., Any], seed: int, language: str, size: tuple[int, int], count: int
) -> None:
    sample = DungeonSample(count, heroes=heroes(count))
    hand = open_screen(sample.view(simulated=False, state=TableState.EMPTY), size, language)
    player = DungeonPlayer(seed)
    problems: set[str] = set()
    by_hand = 0
    for _ in range(MOST):
        view = sample.view(simulated=False, state=TableState.EMPTY)
        hand.show(view)
        if by_hand % 10 == 0:
            problems |= {*clipped(hand.screen), *too_small(hand.screen)}
        if view.outcome is not None:
            break
        wish = player.wish(view)
        if isinstance(wish, Throw):  # the camera sees the die and its face; where it rests, people tell
            b = Bench(sample.state)
            kind = target.die_kind(drafted_die(b)).name
            sample.do(GAME.action_of_roll(sample.state, [TableDie(1, kind, target.SYMBOL, True)]))
            continue
        assert isinstance(wish, Touch)
        for action in done_by_taps(hand, wish.action):
            sample.do(action)
        by_hand += 1
    assert GAME.outcome(sample.state) is not None
    assert not problems, "\n".join(problems)


def done_by_taps(hand: Any, wanted: Any) -> list[Any]:
    """What the table was asked for, after as many taps as it takes."""
    for _ in range(6):
        tap = touches.to_do(hand.screen, wanted)
        assert tap is not None, f"no way to {wanted}"
        hand.tap(tap.widget, tap.across, tap.up)
        done = [wish[1] for wish in hand.table.wishes if wish[0] == "do"]
        hand.table.wishes.clear()
        if done:
            if tap.does and "/" not in getattr(wanted, "value", ""):
                assert done == [wanted] or isinstance(wanted, a.Throw), (done, wanted)
            return done
    raise AssertionError(f"nothing came of {wanted}")
