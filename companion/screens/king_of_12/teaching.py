"""Learning an owner's d12: face after face as the die is tipped over its edges, or pair after pair by touch."""

from __future__ import annotations

from companion.dice import D12, DieReading, TableState
from companion.rules.errors import IllegalAction
from companion.rules.king_of_12 import adjacency
from companion.rules.king_of_12.adjacency import Layout, Pair
from companion.rules.text import Line
from companion.screens.port import View

EDGES = 30


class Teaching:
    """What is known so far, and how it came about; the last step can be taken back."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.trail: list[int] = []  # faces on top, one after the other
        self.problem: Line | None = None  # why the last step was not believed
        self._before: list[tuple[Layout, tuple[int, ...]]] = []

    def start(self, layout: Layout) -> None:
        """From a preset, or from nothing."""
        self.layout, self.trail, self.problem, self._before = layout, [], None, []

    @property
    def known(self) -> int:
        """How many of the die's edges are known."""
        return sum(len(row) for row in self.layout) // 2

    @property
    def whole(self) -> bool:
        return adjacency.known(self.layout)

    @property
    def question(self) -> Pair | None:
        """Two faces of which it tells most whether they touch; None when nothing is left to ask."""
        return adjacency.next_pair(self.layout)

    def see(self, view: View) -> bool:
        """Take in what the camera sees. True when that was something new."""
        die = alone(view)
        if die is None or (self.trail and self.trail[-1] == int(die.face)):
            return False
        self.tipped(int(die.face))
        return True

    def tipped(self, face: int) -> None:
        """The die was tipped over one edge and shows this face now."""
        before = self.trail[-1] if self.trail else None
        if before is None:
            self._before.append((self.layout, tuple(self.trail)))
            self.trail.append(face)
        elif self.touch(before, face, trail=[*self.trail, face]) is False:
            self.trail.append(face)  # it lies there now, whatever was wrong: go on from it

    def touch(self, one: int, other: int, trail: list[int] | None = None) -> bool:
        """These two faces touch. False, and `problem` says why, when that cannot be."""
        try:
            learned = adjacency.learn(self.layout, one, other)
        except IllegalAction as refusal:
            self.problem = refusal.line
            return False
        self._before.append((self.layout, tuple(self.trail)))
        self.layout, self.problem = learned, None
        self.trail = self.trail if trail is None else trail
        return True

    @property
    def may_go_back(self) -> bool:
        return bool(self._before)

    def back(self) -> None:
        if self._before:
            self.layout, trail = self._before.pop()
            self.trail, self.problem = list(trail), None


def alone(view: View) -> DieReading | None:
    """The one d12 that lies there and is read without doubt."""
    dice = view.sight.dice
    if view.sight.state is not TableState.SETTLED or len(dice) != 1:
        return None
    die = dice[0]
    return die if die.kind == D12.name and not die.doubtful and die.face in D12.faces else None
