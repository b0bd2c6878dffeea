"""A game in progress. The rules are asked first, then the disk, and only then does anything show.

play = Play.new(store, game, setup, now)      or Play.resume(store, game_id)
play.do(action, by="touch", now=now)          IllegalAction: nothing has changed
play.undo(now), play.redo(now)
play.correct(entry, action, now=now)          what an older roll was in truth
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
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
    What,
)
from companion.journal.fold import AnyGame, Folded, Happened, Step, after, begin, find, fold, game_of
from companion.journal.store import Store
from companion.rules.core import Adjust, Counter, Outcome, Waiting
from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line

BURST_SECONDS = 3.0  # taps on one counter that follow each other faster are one entry of the history


@dataclass(frozen=True, slots=True)
class Correction:
    """What became different when an older action was corrected."""

    changed: tuple[Happened, ...]  # actions that now say something else
    dropped: tuple[Happened, ...]  # actions that the rules now refuse; each tells why
    restored: tuple[Happened, ...]  # actions that were set aside and stand again
    counters: tuple[tuple[Counter, Counter], ...]  # before and after


class Play:
    """One game, its log in the store, and where it stands."""

    def __init__(self, store: Store, game_id: int, folded: Folded, newest: Entry) -> None:
        self.store = store
        self.game_id = game_id
        self._folded = folded
        self._newest = newest

    @classmethod
    def new(cls, store: Store, game: AnyGame, setup: Any, now: str) -> Play:
        """Raises IllegalAction where the setup cannot be played; then nothing was stored."""
        state = game.setup(setup)
        first = Entry(1, now, Began(game.name, game.version, FORMAT, game.encode_setup(setup)))
        seats = [seat.name for seat in game.seats(state)]
        return cls(store, store.begin(game.name, seats, [first]), begin(game, first), first)

    @classmethod
    def resume(cls, store: Store, game_id: int, known: Mapping[str, AnyGame] | None = None) -> Play:
        """Take up a game where it was left. Raises StoreError when it cannot be played on."""
        entries = store.entries(game_id)
        return cls(store, game_id, fold(game_of(entries, known), entries), entries[-1])

    @property
    def game(self) -> AnyGame:
        return self._folded.game

    @property
    def state(self) -> Any:
        return self._folded.state

    @property
    def waiting(self) -> Waiting:
        return self.game.waits_for(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def happened(self) -> tuple[Happened, ...]:
        """The history, oldest first; what was undone or set aside is in it and marked."""
        return self._folded.happened

    @property
    def folded(self) -> Folded:
        """The log as it stands, for those who tell how the game went."""
        return self._folded

    @property
    def undo_label(self) -> Line | None:
        """What undo would take back, in words; None when there is nothing."""
        return self._label(self._folded.done)

    @property
    def redo_label(self) -> Line | None:
        return self._label(self._folded.undone[0] if self._folded.undone else None)

    def state_before(self, entry: int) -> Any:
        """The state that an action was done in: to correct it, ask the rules about this one."""
        point = find(self._folded.newest, entry)
        if point is None:
            raise IllegalAction(line("journal.not_in_force", number=entry))
        return self._folded.state_before(point)

    def crops(self, entry: int) -> dict[int, bytes]:
        """The pictures an action's dice were read from, by die."""
        return self.store.crops(self.game_id, entry)

    def do(
        self,
        action: Any,
        *,
        by: By,
        now: str,
        seen: Sequence[DieSeen] = (),
        crops: Mapping[int, bytes] | None = None,
    ) -> Happened:
        """Raises IllegalAction when the rules refuse, and then nothing has changed."""
        data = self.game.encode_action(action)
        what = (by == "touch" and self._joined(action, now)) or Did(data, by, tuple(seen))
        entry, folded = self._try(what, now)
        assert folded.newest is not None
        refused = folded.newest.happened.dropped
        if refused is not None:
            raise IllegalAction(refused)
        self._keep(entry, folded, crops)
        return folded.newest.happened

    def undo(self, now: str) -> None:
        """Take back the newest action or correction; as often as there is one, also after the game's end."""
        if self._folded.undo_target is None:
            raise IllegalAction(line("journal.nothing_to_undo"))
        self._keep(*self._try(Undid(self._folded.undo_target), now))

    def redo(self, now: str) -> None:
        if self._folded.redo_target is None:
            raise IllegalAction(line("journal.nothing_to_redo"))
        self._keep(*self._try(Redid(self._folded.redo_target), now))

    def correct(self, entry: int, action: Any, *, now: str, seen: Sequence[DieSeen] = ()) -> Correction:
        """Put another action in an older one's place and play on from there. Raises IllegalAction."""
        self.state_before(entry)  # refuses an action that does not stand
        before = self._folded
        what = Corrected(entry, self.game.encode_action(action), tuple(seen))
        written, folded = self._try(what, now)
        corrected = find(folded.newest, entry)
        assert corrected is not None
        if corrected.happened.dropped is not None:
            raise IllegalAction(corrected.happened.dropped)
        self._keep(written, folded)
        return _difference(before, folded)

    def _try(self, what: What, now: str) -> tuple[Entry, Folded]:
        entry = Entry(self._folded.length + 1, now, what)
        return entry, after(self._folded, entry)

    def _keep(self, entry: Entry, folded: Folded, crops: Mapping[int, bytes] | None = None) -> None:
        over = folded.game.outcome(folded.state) is not None
        self.store.append(self.game_id, entry, over, crops)
        self._folded, self._newest = folded, entry

    def _joined(self, action: Any, now: str) -> Joined | None:
        """One more tap of a burst on the same counter grows the newest action, if that comes to the same."""
        newest = self._folded.newest
        if newest is None or not isinstance(self._newest.what, Did | Joined) or newest.happened.by != "touch":
            return None
        old = newest.happened.action
        if not (isinstance(old, Adjust) and isinstance(action, Adjust)):
            return None
        if (old.seat, old.counter) != (action.seat, action.counter) or old.by + action.by == 0:
            return None
        if not _within_burst(self._newest.at, now):
            return None
        sum = Adjust(old.seat, old.counter, old.by + action.by)
        try:
            one_by_one = self.game.resolve(newest.state, action).state
            at_once = self.game.resolve(self._folded.state_before(newest), sum).state
        except IllegalAction:
            return None
        # At a counter's limit, or where a number decides the game, each tap must stand for itself.
        return Joined(newest.happened.number, self.game.encode_action(sum)) if one_by_one == at_once else None

    def _label(self, step: Step | None) -> Line | None:
        if step is None:
            return None
        point = step.point
        if point.happened.dropped is not None:  # from other rules than these
            return line("journal.entry", number=point.happened.number)
        label = self.game.label(self._folded.state_before(point), point.happened.action)
        return line("journal.correction", of=label) if step.corrects else label


def _within_burst(then: str, now: str) -> bool:
    passed = (datetime.fromisoformat(now) - datetime.fromisoformat(then)).total_seconds()
    return 0 <= passed <= BURST_SECONDS  # a clock set back is no burst


def _says(happened: Happened) -> tuple[tuple[Line, ...], Line | None]:
    return happened.lines, happened.dropped


def _difference(before: Folded, now: Folded) -> Correction:
    old = {happened.number: happened for happened in before.happened}
    different = [h for h in now.happened if _says(h) != _says(old[h.number])]
    counted = {(counter.seat, counter.name): counter for counter in now.game.counters(before.state)}
    pairs = [(counted.get((new.seat, new.name)), new) for new in now.game.counters(now.state)]
    return Correction(
        changed=tuple(h for h in different if not h.dropped and not old[h.number].dropped),
        dropped=tuple(h for h in different if h.dropped and not old[h.number].dropped),
        restored=tuple(h for h in different if not h.dropped and old[h.number].dropped),
        counters=tuple((was, new) for was, new in pairs if was is not None and was.value != new.value),
    )
