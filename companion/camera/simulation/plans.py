"""A throw is worked out by a thread of its own while the hand comes in, so that no frame waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.stage import prepare
from companion.camera.simulation.throws import Lying, Throw


class Plan:
    """A throw of these dice among whatever lies on the table when it begins."""

    def __init__(self, dice: Sequence[SimDie], work: Callable[[Sequence[Lying]], Throw]) -> None:
        self._dice = dice
        self._work = work
        self._future: Future[Throw] | None = None

    def begin(self, planner: Executor, lying: Sequence[Lying]) -> None:
        self._future = planner.submit(self._work_out, lying)

    def done(self) -> bool:
        return self._future is not None and self._future.done()

    def result(self) -> Throw:
        """The throw; waits for it where it is not done."""
        assert self._future is not None, "a plan is begun before its result is asked for"
        return self._future.result()

    def _work_out(self, lying: Sequence[Lying]) -> Throw:
        for die in set(self._dice):
            prepare(die)
        return self._work(lying)
