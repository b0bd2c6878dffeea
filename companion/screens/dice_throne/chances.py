"""How likely each box of the board is: worked out beside the touch thread, which must not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from kivy.clock import Clock

from companion.rules.dice_throne.odds import Odds, board
from companion.rules.dice_throne.state import DiceThroneState

# One thread for all screens: what is worked out stays known, and two at once would only be slower.
_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="odds")


class Chances:
    """The odds of the newest state that asked; `ready` is called in the touch thread when they are there."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self.odds: tuple[Odds, ...] = ()
        self._ready = ready
        self._asked: object = None

    def ask(self, state: DiceThroneState | None) -> None:
        """None: nobody rolls to attack, so there are none."""
        key = None if state is None else _key(state)
        if key == self._asked:
            return
        self._asked, self.odds = key, ()
        if state is not None:
            _worker.submit(board, state).add_done_callback(
                lambda done: Clock.schedule_once(lambda _: self._take(key, done), 0)
            )

    def _take(self, key: object, done: Future[tuple[Odds, ...]]) -> None:
        if key == self._asked:  # else the dice were thrown again in the meantime
            self.odds = done.result()
            self._ready()


def _key(state: DiceThroneState) -> object:
    fighter = state.fighters[state.active]
    values = state.pools[0].values if state.pools else ()
    levels = tuple(sorted(fighter.levels.items()))
    return state.active, fighter.hero, fighter.side, levels, values, state.attempts, state.allowed
