"""`companion demo`: a whole game plays itself, in real time, on the real screen.

The table, the reader, the rules and the screen run in their own threads as they do on an evening; only the
players are made up. The time from rest to the number is measured to the moment the screen has drawn it.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.truth import Truth
from companion.commands.casts import Cast
from companion.commands.logs import translator
from companion.commands.player import Throw
from companion.commands.tally import Tally, Verdict, judge, put_right
from companion.dice import Roll, TableState
from companion.screens import remote
from companion.screens.port import View

if TYPE_CHECKING:
    from companion.app import Companion
    from companion.screens.touchscreen import Touchscreen

PATIENCE_SECONDS = 12.0  # without a roll: the players throw again
AFTER_SECONDS = 4.0  # hands have gone, and a roll was told before: perhaps there is a last one
START_SECONDS = 4.0  # the hands need a moment to begin
SAME_MOMENT = 0.05  # seconds
LONGEST_SECONDS = 900.0
CHART_SECONDS = 0.5
CHARTS = ("course", "harm", "dice", "fairness")
MOST_TAPS = 6  # on the way to one action


class LiveDemo:
    """The players, in a thread of their own: they watch the views and wish as touches would."""

    def __init__(
        self,
        companion: Companion,
        screen: Touchscreen,
        table: SimulatedTable,
        cast: Cast,
        seed: int,
        output: Path,
        pause: float,
    ) -> None:
        self.tally = Tally()
        self.transcript: list[str] = []
        self.finished = False
        self._companion = companion
        self._screen = screen
        self._table = table
        self._cast = cast
        self._player = cast.players(seed)
        self._touches = cast.touches()
        self.touched = 0  # actions that were done with a finger on the screen
        self._output = output
        self._pause = pause  # between two touches, so that people can follow
        self._views: queue.SimpleQueue[View] = queue.SimpleQueue()
        self._drawn: queue.SimpleQueue[tuple[Roll, float]] = queue.SimpleQueue()
        self._say = translator()
        self._told = 0
        self._sat = False  # a game is open
        self._last_roll = 0
        self._pictures: set[str] = set()
        self.thread = threading.Thread(target=self._run, name="players", daemon=True)

    def begin(self) -> None:
        """Sit down at the table, once the screen is there."""
        self._companion.watch(self.watch)
        self.thread.start()

    def watch(self, view: View) -> None:
        """Called by the referee's thread with every view, after the screen has got it."""
        self._views.put(view)
        if self._sat and view.game is None:
            remote.stop(self._screen)  # somebody who watched has touched Home
        self._sat = view.game is not None
        roll = view.sight.roll
        if roll is not None and roll.number != self._last_roll:
            self._last_roll = roll.number
            remote.when_drawn(lambda: self._drawn.put((roll, time.monotonic())))

    def _run(self) -> None:
        try:
            self._play()
        finally:
            remote.stop(self._screen)

    def _play(self) -> None:
        self._next(lambda v: v.sight.state is not TableState.LOST)
        self._picture("1-home")
        ends = time.monotonic() + LONGEST_SECONDS
        view = self._sit_down()
        while view.outcome is None and time.monotonic() < ends:
            wish = self._player.wish(view)
            if isinstance(wish, Throw):
                view = self._throw(view, wish)
            elif wish is not None:
                view = self._touch(view, wish.action)
            self._tell_news(view)
            self._take_pictures(view)
            time.sleep(self._pause)
        self.finished = view.outcome is not None
        if view.outcome is not None:
            self._print(self._say.text(view.outcome.reason))
        self._picture("9-game-over")
        self._show_charts()

    def _show_charts(self) -> None:
        """How it went: a finger opens one chart after the other."""
        opened = remote.tap(partial(remote.saying, self._screen, "report.title"))
        for name in CHARTS if opened else ():
            # What is asked for is counted, and people look at it.
            time.sleep(max(CHART_SECONDS, 4 * self._pause))
            if remote.tap(partial(remote.chart, self._screen, name)):
                self._picture(f"9-{name}")

    def _sit_down(self) -> View:
        """Through the setup screen where the players touch it, else at once."""
        touches = self._touches
        view = View()
        if touches is not None:
            for _ in range(MOST_TAPS):
                if remote.tap(partial(touches.to_start, self._screen)) is None:
                    break
                self._picture("1-setup")
            view = self._next(lambda v: v.game is not None)
        if view.game is None:
            self._companion.new_game(self._cast.game, self._cast.setup(self._table.profile.tray_mm))
            view = self._next(lambda v: v.game is not None)
        return view

    def _touch(self, view: View, action: Any) -> View:
        """With a finger on the screen where there is a way; else as if there had been one."""
        if self._touches is not None:
            find = partial(self._touches.to_do, self._screen, action)
            for _ in range(MOST_TAPS):
                tap = remote.tap(find)
                if tap is None:
                    break
                if tap.does:
                    self.touched += 1
                    return self._next(partial(_is_news, view))
        self._companion.do(action)
        return self._next(partial(_is_news, view))

    def _throw(self, view: View, wish: Throw) -> View:
        assert view.waiting is not None
        keep = [die.place_mm for die in view.dice.dice if die.die in wish.keep]
        who = ", ".join(view.seats[seat].name for seat in view.waiting.seats)
        self._companion.throw(keep)
        if not self._hands_begin():  # all dice lie as they should: nothing was thrown
            return self._by_touch(view, self._newest(view), self._table.truth)
        told = self._last_roll_drawn()
        truth = self._table.truth
        if told is None:
            self.tally.add(Verdict.MISSED, 0.0, 0)
            now = self._newest(view)
            why = now.sight.reason and self._say(now.sight.reason)
            self._print(f"{self.tally.throws:>4}. {who} threw, and no roll was told. {why}".rstrip())
            return self._by_touch(view, now, truth)
        roll, shown_at = told
        verdict = judge(roll, truth)
        seconds = shown_at - (truth.resting_since if truth.resting_since is not None else shown_at)
        self.tally.add(verdict, seconds, len(truth.faces))
        thrown, read = " ".join(sorted(truth.faces)), " ".join(sorted(die.face for die in roll.dice))
        took = f"{verdict.value}, {1000 * seconds:.0f} ms"
        self._print(f"{self.tally.throws:>4}. {who} threw {thrown}; read {read} ({took})")
        if verdict is not Verdict.READ:
            self._companion.set_dice(put_right(roll.dice, truth))
            time.sleep(1.0)
        return self._by_touch(view, self._newest(view), truth)

    def _hands_begin(self) -> bool:
        """Whether they do; what was drawn until then is of the dice before."""
        ends = time.monotonic() + START_SECONDS
        while not self._table.busy and time.monotonic() < ends:
            time.sleep(0.02)
        while not self._drawn.empty():
            self._drawn.get()
        return self._table.busy

    def _last_roll_drawn(self) -> tuple[Roll, float] | None:
        """The roll that was told of the dice as they lie when the hands have gone; else the last one before."""
        told: tuple[Roll, float] | None = None
        quiet_since = time.monotonic()
        while True:
            with contextlib.suppress(queue.Empty):
                told = self._drawn.get(timeout=0.1)
            now = time.monotonic()
            if self._table.busy:
                quiet_since = now
                continue
            resting_since = self._table.truth.resting_since
            if told is not None and resting_since is not None and told[0].at >= resting_since - SAME_MOMENT:
                return told
            if now - quiet_since > (AFTER_SECONDS if told else PATIENCE_SECONDS):
                return told

    def _by_touch(self, before: View, view: View, truth: Truth) -> View:
        """Nothing came of the dice that lie there: the players tell them, where the game lets them."""
        if len(view.history) == len(before.history):
            for action in self._cast.by_touch(view.state, truth):
                self._companion.do(action)
                view = self._next(partial(_is_news, view))
        return view

    def _next(self, fits: Callable[[View], bool]) -> View:
        """The newest view that fits; the last one that came when none does in time."""
        view = View()
        ends = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < ends:
            try:
                view = self._views.get(timeout=0.5)
            except queue.Empty:
                continue
            if fits(view):
                break
        return self._newest(view)

    def _newest(self, view: View) -> View:
        while not self._views.empty():
            view = self._views.get()
        return view

    def _take_pictures(self, view: View) -> None:
        """One of each state worth seeing."""
        name = self._player.picture(view) if view.state is not None else ""
        if name:
            self._picture(name)

    def _picture(self, name: str) -> None:
        if name not in self._pictures:
            self._pictures.add(name)
            remote.picture(self._screen, self._output / f"{name}.png")

    def _tell_news(self, view: View) -> None:
        for happened in view.history[self._told :]:
            for line in happened.lines:
                self._print(f"        {self._say.text(line)}")
        self._told = max(self._told, len(view.history))

    def _print(self, text: str) -> None:
        self.transcript.append(text)
        print(text, flush=True)


def _is_news(before: View, view: View) -> bool:
    """Something was done or undone, or a wish was refused."""
    return (len(view.history), view.notice_number) != (len(before.history), before.notice_number)


def tell(demo: LiveDemo, as_json: bool, output: Path) -> int:
    """Leave the transcript, print the count; 0 when the game came to its end."""
    (output / "transcript.txt").write_text("\n".join(demo.transcript) + "\n", encoding="utf-8")
    print(json.dumps(demo.tally.as_data()) if as_json else "\n" + demo.tally.as_text())
    print(f"Transcript, log and pictures of the screens are in {output}.")
    return 0 if demo.finished else 1
