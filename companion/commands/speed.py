"""`companion speed`: is the touchscreen quick, and does it stay as it is over an evening?

Three figures, on a virtual screen of 800×480 with the simulated table behind it: how many frames a second can be
drawn with the camera's picture running; the longest frame while dice roll and are read; how fast the memory grows
while made-up players play game after game. Other programs on the machine make all of them worse.
"""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.camera.simulated import SimulatedTable
from companion.commands.casts import Cast
from companion.commands.player import Throw
from companion.commands.vitals import Vitals
from companion.screens.frame_times import Frames
from companion.screens.port import View

if TYPE_CHECKING:
    from companion.app import Companion
    from companion.screens.frame_watch import FrameWatch

FRAMES_WANTED = 60.0
LONGEST_MS = 100.0
RACE_SECONDS = 60.0  # at most, to tell how many frames can be drawn
ROLL_SECONDS = 12.0  # without a roll: the players throw again
ANSWER_SECONDS = 4.0
SAMPLE_SECONDS = 1.0  # between two looks at the memory
STEADY_MB_AN_HOUR = 5.0  # less than this cannot be told from noise


@dataclass
class Speed:
    """What was measured."""

    seconds: float
    drawn: Frames
    reading: Frames
    resting: Frames
    vitals: Vitals = field(default_factory=Vitals)
    rolls: int = 0
    games: int = 0

    def figures(self) -> dict[str, Any]:
        lengths = self.drawn.lengths
        return {
            "size": [800, 480],
            "seconds": round(self.seconds, 1),
            "frames_a_second": round(lengths.count / lengths.total, 1) if lengths.count else 0.0,
            "frame_work_ms": _ms(self.drawn.work.median()),
            "while_reading": _told(self.reading),
            "at_rest": _told(self.resting),
            "rolls": self.rolls,
            "games": self.games,
            "memory": self.vitals.figures(),
        }

    def text(self) -> str:
        told = self.figures()
        enough = "met" if told["frames_a_second"] >= FRAMES_WANTED else "not met"
        memory = told["memory"]
        grows, low, high = memory["memory_mb_an_hour"] or (0.0, 0.0, float("inf"))
        flat = "flat" if low < STEADY_MB_AN_HOUR else "grows"
        return "\n".join(
            [
                f"800 × 480, {told['seconds']} s of play, {told['rolls']} rolls, {told['games']} games finished:",
                f"  frames a second     {told['frames_a_second']:9.1f}     each drawn anew with a new picture "
                f"(target {FRAMES_WANTED:.0f}: {enough})",
                f"  work for a frame    {told['frame_work_ms']:9.1f} ms  of the touch thread, median",
                _frames("while dice are read", told["while_reading"]),
                _frames("at rest", told["at_rest"]),
                f"  memory              {memory['memory_mb']['last']:9.1f} MB, {grows:+.2f} MB an hour "
                f"({low:+.2f} to {high:+.2f}: {flat}; a short run tells little)",
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
    began, vitals = time.monotonic(), Vitals()
    sampled = -SAMPLE_SECONDS
    while (passed := time.monotonic() - began) < seconds:
        if passed - sampled >= SAMPLE_SECONDS:
            vitals.sample(passed / 3600)
            sampled = passed
        players.turn()
    watch.race()
    time.sleep(min(RACE_SECONDS, max(1.0, seconds / 4)))
    watch.stop()
    return Speed(seconds, watch.drawn, watch.reading, watch.resting, vitals, players.rolls, players.games)


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


def _told(frames: Frames) -> dict[str, Any]:
    return {
        "frames": frames.lengths.count,
        "median_ms": _ms(frames.lengths.median()),
        "longest_ms": _ms(frames.lengths.longest),
        "over": frames.lengths.over(LONGEST_MS / 1000),
        "longest_work_ms": _ms(frames.work.longest),
    }


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def tell(speed: Speed, as_json: bool) -> int:
    print(json.dumps(speed.figures()) if as_json else speed.text())
    return 0
