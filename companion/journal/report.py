"""How a game went: the course of a counter, what did how much harm, who threw what, and how lucky that was.

Told from the actions in force: what was undone is not part of it, and what was corrected counts as corrected.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.journal.fold import Folded, Point, chain
from companion.rules.text import Line

FEWEST_DICE = 10  # with fewer, nobody can be called lucky


@dataclass(frozen=True, slots=True)
class Luck:
    """The dice of one seat against what dice show on average."""

    dice: int
    mean: float
    expected: float
    better_than: float  # the share of players who would have thrown less with as many dice


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice of one kind that one seat threw."""

    seat: int
    kind: str
    faces: tuple[str, ...]


def course(folded: Folded, counter: str) -> tuple[tuple[int, ...], ...]:
    """The counter of each seat: at the start, and after every action that changed it for anybody."""
    game = folded.game
    found: list[tuple[int, ...]] = []
    for state in (folded.start, *(point.state for point in _oldest_first(folded))):
        now = tuple(c.value for c in game.counters(state) if c.name == counter)
        if now and (not found or now != found[-1]):
            found.append(now)
    return tuple(zip(*found, strict=True))


def harm(folded: Folded) -> tuple[tuple[Line, int], ...]:
    """What did harm, the most first."""
    sums: dict[str, int] = {}
    lines: dict[str, Line] = {}
    for point in _oldest_first(folded):
        for told in point.happened.lines:
            found = folded.game.harm_told(told)
            if found is not None and found[1] > 0:
                key = repr(found[0])
                lines[key] = found[0]
                sums[key] = sums.get(key, 0) + found[1]
    return tuple((lines[key], sums[key]) for key in sorted(sums, key=lambda key: -sums[key]))


def thrown(folded: Folded) -> tuple[Thrown, ...]:
    """Who threw which faces. Of dice that several players threw at once, the log tells whose they were, or nobody."""
    found: dict[tuple[int, str], list[str]] = {}
    game = folded.game
    names = [seat.name for seat in game.seats(folded.start)]
    for point in _oldest_first(folded):
        seen = [die for die in point.happened.seen if die.thrown]
        told = [throw for throw in map(game.throw_told, point.happened.lines) if throw is not None]
        if told:
            kind = seen[0].kind if seen else game.die_kinds(point.state)[0].name
            for who, face in told:
                if who in names:
                    found.setdefault((names.index(who), kind), []).append(face)
        elif seen and len(seats := game.waits_for(folded.state_before(point)).seats) == 1:
            for die in seen:
                found.setdefault((seats[0], die.kind), []).append(die.face)
    return tuple(Thrown(seat, kind, tuple(faces)) for (seat, kind), faces in sorted(found.items()))


def luck(faces: Iterable[str], sides: int) -> Luck | None:
    """High faces are rarer or stronger in every game here, so high is lucky; None with too few dice."""
    values = [int(face) for face in faces]
    if len(values) < FEWEST_DICE:
        return None
    mean, expected = sum(values) / len(values), (sides + 1) / 2
    spread = math.sqrt((sides * sides - 1) / 12 / len(values))
    return Luck(len(values), mean, expected, math.erfc((expected - mean) / spread / math.sqrt(2)) / 2)


def counted(faces: Sequence[str], known: Sequence[str]) -> Mapping[str, int]:
    """How often each face came up."""
    counts = Counter(faces)
    return {face: counts[face] for face in known}


def _oldest_first(folded: Folded) -> list[Point]:
    return list(chain(folded.newest))[::-1]
