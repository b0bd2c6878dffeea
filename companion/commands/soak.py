"""`companion soak`: hours of table life, as fast as the machine can, and a count of everything that went wrong.

The simulated table's frames go through the real pipeline, its rolls through the rules and into a journal. Time is the
table's own. Ctrl-C ends the run with what it has.
"""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from companion import config, resources
from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.onlooker import FRAMES_A_SECOND
from companion.camera.simulation.truth import Truth
from companion.commands.casts import cast_of
from companion.commands.player import Touch
from companion.commands.soak_count import Count, clock, figures, table
from companion.commands.table_life import Act, Expect, TableLife
from companion.commands.tally import matched
from companion.commands.truth import TruthReader
from companion.commands.vitals import Vitals
from companion.dice import D6, D12, DieReading, Roll, TableState
from companion.journal.store import Store
from companion.referee import Referee
from companion.vision.calibration.watch import CameraWatch
from companion.vision.pipeline import Pipeline, TableReader
from companion.vision.reader import Reader
from companion.vision.table import load_plane

SETTLE_SECONDS = 1.0  # after an act: enough for a roll or for doubt
SAMPLE_SECONDS = 60.0  # of table time between two looks at the memory
TABLE_SECONDS = 1800.0  # of table time between two printed tables
TELL_SECONDS = 20.0  # of real time between two lines of progress
GAME_SECONDS = 1200.0  # of table time; then a new game begins, as on an evening
MOST_TOUCHES = 12  # after one act


NAMES = {"cocked": "sight.die_cocked", "stacked": "sight.die_stacked", "off tray": "sight.die_outside"}


class Soak:
    """One run."""

    def __init__(self, seed: int, folder: Path, truth: bool = False) -> None:
        settings = config.load()
        self.count, self.vitals = Count(), Vitals()
        self.now = 0.0  # table time, in seconds
        self._table = SimulatedTable(seed, realtime=False)
        self._table.open()
        plane = load_plane(resources.calibration_folder() / "simulated.json")
        reader: TableReader
        if truth:
            reader = TruthReader(self._table)
        else:
            models = resources.models_folder(settings.models)
            reader = Reader(models, settings.threads, doubt_below=settings.doubt_below)
        empty = self._table.read(0)
        assert empty is not None
        self._pipeline = Pipeline(reader, plane, (D6, D12), watch=CameraWatch(plane, empty.picture))
        self._life = TableLife(self._table, seed)
        self._store = Store.open(folder / config.STORE_FILE)
        self._referee = Referee(self._store, simulated=True)
        self._cast = cast_of("dice_throne")
        self._setup = self._cast.setup(plane.tray_mm)
        self._player = self._cast.players(seed)
        self._game_until = 0.0
        self._state, self._reason = TableState.LOST, ""
        self._rolls: list[tuple[Roll, Truth, float]] = []
        self._told = 0  # rolls of the act that were judged

    def close(self) -> None:
        self._table.close()
        self._store.close()

    def step(self) -> None:
        """One act, and the quiet after it."""
        self._play()
        before = {d.die: d.face for d in self._shown()}
        self._rolls = []
        act = self._life.next()
        while self._table.busy:
            self._frame()
        self._frames(SETTLE_SECONDS)
        self._judge(act, before)
        self._frames(self._life.idle_seconds())
        if len(self._rolls) > self._told:
            self._false(act, "a roll while nothing happened")

    def skip(self, until: float) -> None:
        """The same evening up to this second of it, while nobody looks: to see again soon what once went wrong.

        It goes on until no die lies there: what lay there already would be a roll that nobody saw thrown.
        """
        while self.now < until or self._table.lying:
            self._life.next()
            while self._table.busy:
                self.now = self._table.look_away()
            for seconds in (SETTLE_SECONDS, self._life.idle_seconds()):
                for _ in range(round(seconds * FRAMES_A_SECOND)):
                    self.now = self._table.look_away()

    def _frames(self, seconds: float) -> None:
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            self._frame()

    def _frame(self) -> None:
        frame = self._table.read(0)
        assert frame is not None
        if not self.vitals.hours or self.now - 3600 * self.vitals.hours[-1] >= SAMPLE_SECONDS:
            self.vitals.sample(self.now / 3600)
        self.now = frame.at
        reads = self._pipeline.frames_read
        began = time.perf_counter()
        sight = self._pipeline.see(frame)
        if sight is not None:
            self._referee.see(sight)
            self._referee.view()
        took = 1000 * (time.perf_counter() - began)
        if self._pipeline.frames_read > reads:
            self.count.frame_ms.append(took)
        if sight is not None:
            self._state, self._reason = sight.state, sight.reason
            roll = sight.roll.without_turned() if sight.roll is not None else None  # no hand turns dice here
            if roll is not None:
                truth = self._table.truth_at(frame.number)
                rested = truth.resting_since
                waited = 1000 * (frame.at - rested) + took if rested is not None else 0.0
                self._rolls.append((roll, truth, waited))

    def _shown(self) -> tuple[DieReading, ...]:
        return self._referee.sight.dice

    def _play(self) -> None:
        """The players of a game touch what they would touch, so that rules and journal have their work too."""
        if self.now >= self._game_until or self._referee.view().outcome is not None:
            self._referee.new_game(self._cast.game, self._setup)
            self._game_until = self.now + GAME_SECONDS
        for _ in range(MOST_TOUCHES):
            wish = self._player.wish(self._referee.view())
            if not isinstance(wish, Touch):
                return
            self._referee.do(wish.action)

    # What came of it.

    def _judge(self, act: Act, before: dict[int, str]) -> None:
        count = self.count
        count.acts[act.name] += 1
        self._told = len(self._rolls)
        if act.expect is Expect.ROLL:
            self._judge_throw(act, before)
            return
        if act.expect is Expect.FLAG:
            self._judge_askew(act)
        if any(not (act.slid and roll.laid) for roll, _, _ in self._rolls):
            self._false(act, "a roll that nobody threw")

    def _judge_throw(self, act: Act, before: dict[int, str]) -> None:
        count, truth = self.count, self._table.truth
        cocked = any(die.cocked or not die.in_tray for die in truth.dice)
        if cocked:
            # A throw that ended askew is no throw; it must be flagged like one that a hand laid so.
            self._judge_askew(Act("cocked", Expect.FLAG))
            if any(not roll.doubtful for roll, _, _ in self._rolls):
                self._false(act, "a die askew counted")
            return
        count.throws += 1
        count.dice += len(truth.dice)
        if not self._rolls:
            count.missed += 1
            self._story(act, f"no roll; {self._state.value} {self._reason}")
            return
        if len(self._rolls) > 1:
            self._false(act, "more rolls than throws", len(self._rolls) - 1)
        roll, seen, waited = self._rolls[-1]
        count.wait_ms.append(waited)
        bad = self._wrong(roll, seen)
        count.wrong_dice += len(bad)
        if bad:
            count.wrong += 1
            self._story(act, "; ".join(bad))
        elif roll.doubtful or roll.laid:
            count.asked += 1
        else:
            count.read += 1
        if act.kept:
            count.rerolls += 1
            kept = {d.die: d.face for d in roll.dice if d.die not in roll.thrown}
            right = len(kept) == act.kept and all(before.get(die) == face for die, face in kept.items())
            count.kept += right
            if not right:
                self._story(act, f"kept {sorted(kept)} of {sorted(before)}, thrown {sorted(roll.thrown)}")

    def _wrong(self, roll: Roll, truth: Truth) -> list[str]:
        bad = []
        lying = [die for die in truth.dice if die.in_tray]
        for reading, die in zip(roll.dice, matched(roll.dice, truth), strict=True):
            if die is None and not reading.doubtful:
                bad.append(f"no die at {reading.place_mm[0]:.0f}, {reading.place_mm[1]:.0f}")
            elif die is not None and die.face != reading.face and not reading.doubtful:
                bad.append(f"{die.kind} {die.face} read as {reading.face} ({reading.confidence:.3f})")
        if len(roll.dice) < len(lying) and not roll.doubtful:
            bad.append(f"{len(lying) - len(roll.dice)} dice not seen")
        return bad

    def _judge_askew(self, act: Act) -> None:
        count = self.count
        odd = next((die for die in self._table.truth.dice if die.id == act.odd), None)
        if odd is not None and not (min(odd.box) > 0 and odd.box[2] < 1280 and odd.box[3] < 720):
            return  # it fell out of the picture: no camera can flag it
        count.askew[act.name] += 1
        if self._state is TableState.DOUBTFUL:
            count.flagged[act.name] += 1
            count.named[act.name] += self._reason == NAMES[act.name]
        else:
            self._story(act, f"not flagged: {self._state.value} {self._reason}")

    def _false(self, act: Act, why: str, number: int = 1) -> None:
        self.count.false_rolls += number
        told = [" ".join(d.face for d in roll.dice) for roll, _, _ in self._rolls]
        self._story(act, f"{why}: {' | '.join(told)}")

    def _story(self, act: Act, what: str) -> None:
        if len(self.count.stories) < 200:
            self.count.stories.append(f"{clock(self.now)} {act.name}: {what}")

    def figures(self) -> dict[str, Any]:
        return figures(self.count, self.vitals, self.now)

    def table(self) -> str:
        return table(self.count, self.vitals, self.now)


def run(hours: float, speed: float, seed: int, as_json: bool, truth: bool = False, begin: float = 0.0) -> int:
    """Table life for so many hours of table time, at most `speed` times as fast as real (0: as fast as it goes).

    With `begin` nobody looks for so many seconds.
    """
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # a run that is told to end says what it has, too
    told = time.monotonic()
    printed, end = begin, begin + 3600 * hours
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(seed, Path(folder), truth)
        try:
            if begin:
                print(
                    f"Nobody looks until {clock(begin)}; that takes some minutes.",
                    file=sys.stderr,
                    flush=True,
                )
            soak.skip(begin)
            began, skipped = time.monotonic(), soak.now
            while soak.now < end:
                soak.step()
                spent = time.monotonic() - began
                ahead = (soak.now - skipped) / speed - spent if speed > 0 else 0.0
                time.sleep(max(0.0, ahead))
                if time.monotonic() - told >= TELL_SECONDS:
                    told = time.monotonic()
                    print(_progress(soak, skipped, end, told - began), file=sys.stderr, flush=True)
                if soak.now - printed >= TABLE_SECONDS:
                    printed = soak.now
                    print(soak.table() + "\n", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("Stopped; this is what it has so far.", file=sys.stderr)
        finally:
            soak.vitals.sample(soak.now / 3600)
            soak.close()
        print(json.dumps(soak.figures()) if as_json else soak.table())
    return 1 if soak.count.false_rolls or soak.count.wrong else 0


def _progress(soak: Soak, skipped: float, end: float, spent: float) -> str:
    pace = (soak.now - skipped) / max(1e-6, spent)
    left = (end - soak.now) / max(1e-6, pace)
    count = soak.count
    return (
        f"{clock(soak.now)} of {clock(end)} table time, {pace:.1f} times real, {clock(left)} left: "
        f"{count.throws} throws, {count.false_rolls} false, {count.missed} missed, {count.wrong} wrong"
    )
