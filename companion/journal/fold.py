"""Log → state. Pure: the same entries always give the same game, and nothing here writes anything.

    folded = fold(game, entries)
    folded = after(folded, entry)      the same, one entry further

Undo takes back the newest *step*: an action, or a correction of an older one. Every step remembers the
chain of actions that stood after it, so undo and redo only pick another chain up, and the state after an
undo is the very state from before. A correction plays all later actions again; one that the rules then
refuse is set aside with the reason, stays in the history, and comes back when the correction is undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.journal.entries import (
    FORMAT,
    Began,
    By,
    Corrected,
    Did,
    DieSeen,
    Entry,
    Joined,
    Redid,
    Undid,
)
from companion.journal.errors import LogError
from companion.rules.core import Game, games
from companion.rules.errors import RulesError
from companion.rules.text import Line, line

AnyGame = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Happened:
    """One action of the history, as it stands now."""

    number: int  # of the entry that did it
    at: str
    by: By
    action: Any  # None when these rules cannot read it
    lines: tuple[Line, ...]
    seen: tuple[DieSeen, ...] = ()
    undone: bool = False
    dropped: Line | None = None  # why the rules refuse it since an older action was corrected
    corrected: int | None = None  # the entry that corrected it


# Chains can be thousands long: comparing or printing one must not walk down it.
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Point:
    """The game after one action in force."""

    before: Point | None
    data: Any  # the action as the log has it
    happened: Happened
    state: Any


def chain(newest: Point | None) -> Iterator[Point]:
    """The actions in force, newest first."""
    while newest is not None:
        yield newest
        newest = newest.before


def find(newest: Point | None, number: int) -> Point | None:
    """The action in force that this entry did."""
    return next((point for point in chain(newest) if point.happened.number == number), None)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step:
    """Something that undo can take back, and the chain of actions that stands with it."""

    before: Step | None
    number: int
    corrects: int | None  # the action's entry, when the step is a correction
    newest: Point

    @property
    def point(self) -> Point:
        """The action that was done or corrected."""
        found = find(self.newest, self.corrects or self.number)
        assert found is not None
        return found


@dataclass(frozen=True, eq=False, repr=False)
class Folded:
    """A log folded to its last entry."""

    game: AnyGame
    began: Began
    start: Any  # the state before the first action
    length: int  # entries so far
    done: Step | None = None
    undone: tuple[Step, ...] = ()  # what redo would restore, next first
    closed: tuple[Happened, ...] = ()  # undone for good, since something else was done then
    work: int = 0  # how often the rules were asked; a hostile file is stopped by it

    @property
    def newest(self) -> Point | None:
        return self.done.newest if self.done else None

    @property
    def state(self) -> Any:
        return self.newest.state if self.newest else self.start

    @property
    def undo_target(self) -> int | None:
        return self.done.number if self.done else None

    @property
    def redo_target(self) -> int | None:
        return self.undone[0].number if self.undone else None

    @property
    def joinable(self) -> bool:
        """Whether the newest step is an action that one more tap can still grow."""
        return self.done is not None and self.done.corrects is None and not self.undone

    @cached_property
    def happened(self) -> tuple[Happened, ...]:
        """The whole history, oldest first, with what was undone or dropped marked as such."""
        history = [point.happened for point in chain(self.newest)]
        history += [*_taken_back(self.undone), *self.closed]
        return tuple(sorted(history, key=lambda happened: happened.number))

    @property
    def dropped(self) -> tuple[Happened, ...]:
        return tuple(happened for happened in self.happened if happened.dropped and not happened.undone)

    def state_before(self, point: Point) -> Any:
        return point.before.state if point.before else self.start


def game_of(entries: Sequence[Entry], known: Mapping[str, AnyGame] | None = None) -> AnyGame:
    """The rules that a log was played by."""
    first = entries[0].what if entries else None
    if not isinstance(first, Began):
        raise LogError(line("log.empty"))
    game = (games() if known is None else known).get(first.game)
    if game is None:
        raise LogError(line("log.unknown_game", game=first.game))
    return game


def fold(game: AnyGame, entries: Iterable[Entry]) -> Folded:
    """The game that this log is. Raises LogError where the entries contradict each other."""
    rest = iter(entries)
    first = next(rest, None)
    if first is None:
        raise LogError(line("log.empty"))
    folded = begin(game, first)
    for entry in rest:
        folded = after(folded, entry)
    return folded


def begin(game: AnyGame, first: Entry) -> Folded:
    """The game before its first action."""
    began = first.what
    if first.number != 1 or not isinstance(began, Began) or began.game != game.name:
        raise LogError(line("log.contradicts", number=first.number))
    if began.format > FORMAT or began.rules > game.version:
        raise LogError(line("log.newer"))
    try:
        start = game.setup(game.decode_setup(began.setup))
    except RulesError as refusal:
        raise LogError(line("log.setup", problem=refusal.line)) from refusal
    return Folded(game, began, start, length=1)


def after(folded: Folded, entry: Entry) -> Folded:
    """The game one entry later. Raises LogError where the entry contradicts the log before it."""
    folded = replace(folded, length=folded.length + 1)
    if entry.number == folded.length:
        match entry.what:
            case Did() as did:
                return _did(folded, entry, did)
            case Corrected(number) as correction if (point := find(folded.newest, number)) is not None:
                return _corrected(folded, entry, point, correction)
            case Undid(number) if folded.done and number == folded.undo_target:
                return replace(folded, done=folded.done.before, undone=(folded.done, *folded.undone))
            case Redid(number) if number == folded.redo_target:
                return replace(folded, done=folded.undone[0], undone=folded.undone[1:])
            case Joined(number, action) if folded.done and folded.joinable and number == folded.undo_target:
                return _joined(folded, folded.done, action)
    raise LogError(line("log.contradicts", number=entry.number))


def _did(folded: Folded, entry: Entry, did: Did) -> Folded:
    happened = Happened(entry.number, entry.at, did.by, None, (), did.seen)
    point = _play(folded.game, folded.newest, folded.state, did.action, happened)
    return _with_step(folded, Step(folded.done, entry.number, None, point), work=1)


def _corrected(folded: Folded, entry: Entry, wrong: Point, correction: Corrected) -> Folded:
    happened = replace(wrong.happened, seen=correction.seen or wrong.happened.seen, corrected=entry.number)
    state = folded.state_before(wrong)
    point = _play(folded.game, wrong.before, state, correction.action, happened)
    later = []
    for old in chain(folded.newest):
        if old is wrong:
            break
        later.append(old)
    for old in reversed(later):
        point = _play(folded.game, point, point.state, old.data, old.happened)
    step = Step(folded.done, entry.number, correction.entry, point)
    return _with_step(folded, step, work=1 + len(later))


def _joined(folded: Folded, step: Step, action: Any) -> Folded:
    old = step.newest
    point = _play(folded.game, old.before, folded.state_before(old), action, old.happened)
    return replace(folded, done=replace(step, newest=point), work=folded.work + 1)


def _with_step(folded: Folded, step: Step, work: int) -> Folded:
    """Something new was done: what redo could have restored stays undone for good."""
    closed = (*folded.closed, *_taken_back(folded.undone))
    return replace(folded, done=step, undone=(), closed=closed, work=folded.work + work)


def _taken_back(steps: Iterable[Step]) -> Iterator[Happened]:
    """The actions among them, marked; a correction is no action of its own."""
    return (replace(step.newest.happened, undone=True) for step in steps if step.corrects is None)


def _play(game: AnyGame, before: Point | None, state: Any, data: Any, happened: Happened) -> Point:
    """Ask the rules. What they refuse is set aside, and the state stays as it was."""
    action = None
    try:
        action = game.decode_action(data)
        result = game.resolve(state, action)
    except RulesError as refusal:
        return Point(before, data, replace(happened, action=action, lines=(), dropped=refusal.line), state)
    return Point(
        before, data, replace(happened, action=action, lines=tuple(result.lines), dropped=None), result.state
    )
