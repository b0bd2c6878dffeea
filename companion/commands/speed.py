"""`companion speed`: is the touchscreen quick, and does it stay as it is over an evening?

Three figures, on a virtual screen of 800×480 with the simulated table behind it: how many frames a second can be
drawn with the camera's picture running; the longest frame while dice roll and are read; how fast the memory grows
while made-up players play game after game. Other programs on the machine make all of them worse.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.camera.simulated import SimulatedTable
from companion.commands.casts import Cast
from companion.commands.player import Throw
from companion.screens.port import View

if TYPE_CHECKING:
    from companion.app import Companion
    from companion.screens.frame_watch import Frames, FrameWatch

FRAMES_WANTED = 60.0
LONGEST_MS = 100.0
WARM_UP = 0.25  # of the time: models, textures and caches are filled in it, and the memory is not judged
RACE_SECONDS = 60.0  # at most, to tell how many frames can be drawn
ROLL_SECONDS = 12.0  # without a roll: the players throw again
ANSWER_SECONDS = 4.0
STEADY_MB_AN_HOUR = 5.0  # less than this cannot be told from noise

Sample = tuple[float, float]  # seconds, megabytes


@dataclass
class Speed:
    """What was measured."""

    seconds: float
    drawn: Frames
    reading: Frames
    resting: Frames
    memory: list[Sample] = field(default_factory=list)
    rolls: int = 0
    games: int = 0

    def figures(self) -> dict[str, Any]:
        lengths = self.drawn.lengths
        steady = [sample for sample in self.memory if sample[0] >= WARM_UP * self.memory[-1][0]]
        grows, give = slope(steady)
        return {
            "size": [800, 480],
            "seconds": round(self.seconds, 1),
            "frames_a_second": round(len(lengths) / sum(lengths), 1) if lengths else 0.0,
            "frame_work_ms": _ms(self.drawn.work, 0.5),
            "while_reading": _told(self.reading),
            "at_rest": _told(self.resting),
            "rolls": self.rolls,
            "games": self.games,
            "memory_mb": round(self.memory[-1][1], 1) if self.memory else 0.0,
            "memory_mb_an_hour": round(grows, 2),
            "memory_give_or_take": round(give, 2) if math.isfinite(give) else None,
        }

    def text(self) -> str:
        told = self.figures()
        enough = "met" if told["frames_a_second"] >= FRAMES_WANTED else "not met"
        give = told["memory_give_or_take"]
        around = f"± {give}" if give is not None else "± unknown"
        flat = give is not None and told["memory_mb_an_hour"] - give < STEADY_MB_AN_HOUR
        return "\n".join(
            [
                f"800 × 480, {told['seconds']} s of play, {told['rolls']} rolls, {told['games']} games finished:",
                f"  frames a second     {told['frames_a_second']:9.1f}     each drawn anew with a new picture "
                f"(target {FRAMES_WANTED:.0f}: {enough})",
                f"  work for a frame    {told['frame_work_ms']:9.1f} ms  of the touch thread, median",
                _frames("while dice are read", told["while_reading"]),
                _frames("at rest", told["at_rest"]),
                f"  memory              {told['memory_mb']:9.1f} MB, {told['memory_mb_an_hour']:+.2f} {around} "
                f"MB an hour ({'flat' if flat else 'grows'}; a short run tells little)",
                "Lengths are of this machine at this moment: other programs make them longer. The touch thread's",
                "own work is counted by its processor clock, which others hardly disturb.",
            ]
        )


def _frames(when: str, told: dict[str, Any]) -> str:
    return (
        f"  {when:<19} {told['longest_ms']:9.1f} ms  the longest of {told['frames']} frames, "
        f"{told['over']} over {LONGEST_MS:.0f} ms; the touch thread worked {told['longest_work_ms']:.1f} ms at most"
    )


def measure(
    companion: Companion, watch: FrameWatch, table: SimulatedTable, cast: Cast, seconds: float
) -> Speed:
    """From a thread of its own, with the screen running. When the players have played, the frames race for a while.

    Only then: where the processor draws, frames that wait for it can take hundreds of megabytes, as on no evening.
    """
    players = Players(companion, table, cast)
    players.sit_down()
    time.sleep(1.0)  # the play screen stands
    watch.play()
    began, memory = time.monotonic(), [(0.0, _megabytes())]
    while (passed := time.monotonic() - began) < seconds:
        players.turn()
        if passed - memory[-1][0] >= 1.0:
            memory.append((passed, _megabytes()))
    watch.race()
    time.sleep(min(RACE_SECONDS, max(1.0, seconds / 4)))
    watch.stop()
    return Speed(seconds, watch.drawn, watch.reading, watch.resting, memory, players.rolls, players.games)


class Players:
    """They watch the views and wish as touches would, game after game."""

    def __init__(self, companion: Companion, table: SimulatedTable, cast: Cast) -> None:
        self.rolls = self.games = 0
        self._companion, self._table, self._cast = companion, table, cast
        self._player = cast.players(1)
        self._view = View()
        self._news = threading.Condition()
        companion.watch(self._watch)

    def _watch(self, view: View) -> None:
        with self._news:
            self._view = view
            self._news.notify()

    def sit_down(self) -> None:
        self._companion.new_game(self._cast.game, self._cast.setup(self._table.profile.tray_mm))
        self._wait(lambda view: view.game is not None, ANSWER_SECONDS)

    def turn(self) -> None:
        """One wish, and what comes of it."""
        view = self._view
        if view.outcome is not None:
            self.games += 1
            self._companion.leave_game()
            self._wait(lambda view: view.game is None, ANSWER_SECONDS)
            self.sit_down()
            return
        wish = self._player.wish(view)
        before = len(view.history)
        if isinstance(wish, Throw):
            self._companion.throw([die.place_mm for die in view.dice.dice if die.die in wish.keep])
            if self._wait(lambda view: len(view.history) != before, ROLL_SECONDS):
                self.rolls += 1
            elif self._view.dice.held is not None:
                self._companion.use_held_dice()
                self._wait(lambda view: len(view.history) != before, ANSWER_SECONDS)
        elif wish is not None:
            self._companion.do(wish.action)
            self._wait(lambda view: len(view.history) != before, ANSWER_SECONDS)
        time.sleep(0.05)

    def _wait(self, fits: Any, seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: fits(self._view), seconds)


def slope(samples: Sequence[Sample]) -> tuple[float, float]:
    """How the memory grows in megabytes an hour, and the half width of its 95 % interval."""
    if len(samples) < 3:
        return 0.0, math.inf
    seconds, megabytes = zip(*samples, strict=True)
    line = statistics.linear_regression(seconds, megabytes)
    middle = statistics.fmean(seconds)
    spread = sum((at - middle) ** 2 for at in seconds)
    left = sum((mb - line.intercept - line.slope * at) ** 2 for at, mb in samples)
    error = math.sqrt(left / (len(samples) - 2) / spread) if spread else math.inf
    return line.slope * 3600, 1.96 * error * 3600


def _megabytes() -> float:
    """What this process holds in memory; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _told(frames: Frames) -> dict[str, Any]:
    return {
        "frames": len(frames.lengths),
        "median_ms": _ms(frames.lengths, 0.5),
        "longest_ms": _ms(frames.lengths, 1.0),
        "over": sum(1000 * length > LONGEST_MS for length in frames.lengths),
        "longest_work_ms": _ms(frames.work, 1.0),
    }


def _ms(times: Sequence[float], share: float) -> float:
    """The time that this share of them does not exceed."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else 0.0


def tell(speed: Speed, as_json: bool) -> int:
    print(json.dumps(speed.figures()) if as_json else speed.text())
    return 0
