"""What there is to show of a game: its newest state, an earlier one that is looked at, and how it went.

Sights come thirty times a second. What only changes with the log is worked out once for each log.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.dice import Sight
from companion.dice_records import roll_until
from companion.journal.fold import Folded, chain, find
from companion.journal.play import Play
from companion.journal.store import Store
from companion.reporting import report_of
from companion.screens.port import Happening, Offer, Past, Report, SavedGame, View


class Showing:
    """Makes views of the game in progress, and of Home where there is none."""

    def __init__(self, store: Store, simulated: bool) -> None:
        self._store = store
        self._simulated = simulated
        self._drawn: tuple[Folded | None, View] | None = None  # a log, and what there is to show of it
        self._looked: tuple[Folded, Past] | None = None  # a log, and the look back at it
        self._reported: tuple[Any, Report] | None = None  # a state, and how the game came to it
        self._report_asked: Any = None  # the state for which the players asked it

    def ask_report(self, play: Play) -> None:
        self._report_asked = play.state

    def view(self, play: Play | None, looking_at: int | None, sight: Sight) -> View:
        """`looking_at` is the entry whose state the players look at."""
        now = self._of_log(play)
        if play is None:
            return replace(now, sight=sight)
        return replace(
            now, sight=sight, report=self._report(play), past=self._past(now, play, looking_at, sight)
        )

    def _of_log(self, play: Play | None) -> View:
        log = play.folded if play is not None else None
        if self._drawn is None or log is None or self._drawn[0] is not log:
            games = self._store.games()
            saved = tuple(SavedGame(g.id, g.game, g.seats, _in_words(g.began), g.over) for g in games)
            view = View(simulated=self._simulated, saved=saved)
            self._drawn = (log, _of_play(view, play) if play is not None else view)
        return self._drawn[1]

    def _past(self, now: View, play: Play, at: int | None, sight: Sight) -> Past | None:
        """The game as it was after the entry that the players look at."""
        log = play.folded
        point = find(log.newest, at) if at is not None else None
        if at is None or point is None:
            return None
        if self._looked is None or self._looked[0] is not log or self._looked[1].number != at:
            told = [p.happened.number for p in chain(log.newest) if p.happened.lines]
            view = replace(
                _of_state(View(simulated=now.simulated, saved=now.saved), play, point.state),
                dice=roll_until(play, at),
                history=tuple(happening for happening in now.history if happening.number <= at),
            )
            earlier = max((number for number in told if number < at), default=None)
            later = min((number for number in told if number > at), default=None)
            self._looked = (log, Past(at, point.happened.lines, view, earlier, later))
        past = self._looked[1]
        return replace(past, view=replace(past.view, sight=replace(sight, dice=(), roll=None)))

    def _report(self, play: Play) -> Report | None:
        """How the game went, at its end or when asked; told once for each state, since it looks at every action."""
        if play.game.outcome(play.state) is None and self._report_asked is not play.state:
            self._reported = None
        elif self._reported is None or self._reported[0] is not play.state:
            self._reported = (play.state, report_of(play.folded))
        return None if self._reported is None else self._reported[1]


def _of_play(base: View, play: Play) -> View:
    """The game in progress: what there is to show of it, and what can be done."""
    game, state = play.game, play.state
    return replace(
        _of_state(base, play, state),
        offers=tuple(Offer(a, game.label(state, a)) for a in game.legal_actions(state)),
        history=tuple(Happening(h.number, h.lines, h.undone) for h in play.happened),
        undo=play.undo_label,
        redo=play.redo_label,
    )


def _of_state(base: View, play: Play, state: Any) -> View:
    """What there is to show of a state, of the newest or of an earlier one."""
    game = play.game
    return replace(
        base,
        game=game.name,
        game_id=play.game_id,
        state=state,
        seats=game.seats(state),
        waiting=game.waits_for(state),
        counters=game.counters(state),
        outcome=game.outcome(state),
    )


def _in_words(stamp: str) -> str:
    return datetime.fromisoformat(stamp).strftime("%Y-%m-%d %H:%M")
