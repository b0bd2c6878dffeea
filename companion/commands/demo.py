"""`companion demo --throws N`: nothing but throws, as fast as they go, with the truth beside each reading.

Everything is real but the clock: the simulated table's frames go through the pipeline, the rules and the
journal, one after the other in one thread, and time is counted in frames.
"""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from companion import config, resources
from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.truth import Truth
from companion.commands.casts import Cast, cast_of
from companion.commands.logs import translator
from companion.commands.player import Throw
from companion.commands.tally import Tally, Verdict, judge, put_right
from companion.commands.truth import TruthReader
from companion.dice import Roll
from companion.journal import transfer
from companion.journal.store import Store
from companion.referee import Referee
from companion.screens.port import View
from companion.table_profile import plane_for
from companion.targeting import aim_of
from companion.thrower import DEFAULT, Thrower
from companion.vision.dice_box import box_of
from companion.vision.pipeline import Pipeline, TableReader
from companion.vision.reader import Reader
from companion.vision.table import load_plane

PATIENCE_FRAMES = 90  # three seconds at rest without a roll: the players would throw again
MOST_FRAMES = 1800
AFTER_FRAMES = 45  # hands have gone, and a roll was told before: perhaps there is a last one


def throws(
    count: int, seed: int, as_json: bool, output: Path | None, game: str = "dice_throne", truth: bool = False
) -> int:
    """Throw `count` times and tell how many were read, doubtful and wrong."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / config.STORE_FILE)
        demo = Demo(seed, store, cast_of(game), truth, quiet=as_json)
        demo.play(count)
        if output is not None:
            output.mkdir(parents=True, exist_ok=True)
            (output / "transcript.txt").write_text("\n".join(demo.transcript) + "\n", encoding="utf-8")
            for record in store.games():
                (output / f"game-{record.id}.jsonl").write_text(
                    "".join(transfer.export(store, record.id)), encoding="utf-8"
                )
        store.close()
    print(json.dumps(demo.tally.as_data()) if as_json else "\n" + demo.tally.as_text())
    return 1 if demo.tally.wrong else 0


@dataclass
class Demo:
    """One evening at the simulated table, in frames."""

    seed: int
    store: Store
    cast: Cast = field(default_factory=lambda: cast_of("dice_throne"))
    truth: bool = False  # the table says itself what lies on it; the networks stay out of it
    quiet: bool = False
    transcript: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        settings = config.load()
        self._table = SimulatedTable(self.seed, realtime=False)
        self._table.open()
        plane = load_plane(resources.calibration_folder() / "simulated.json")
        reader: TableReader
        if self.truth:
            reader = TruthReader(self._table)
        else:
            reader = Reader(
                resources.models_folder(settings.models), settings.threads, doubt_below=settings.doubt_below
            )
            box_of(reader, config.home()).load()
        self._referee = Referee(self.store, simulated=True)
        self._thrower = Thrower(self._table)
        if self.cast.at_target:
            self._thrower.lay_target(True)
            reader, plane = aim_of(reader, DEFAULT, self._referee.say).table, plane_for(self._table)
        self._pipeline = Pipeline(reader, plane)
        self._setup = self.cast.setup(plane.tray_mm)
        self._player = self.cast.players(self.seed)
        self._say = translator()
        self._told = 0

    def play(self, count: int) -> None:
        """Game after game, until so many throws were made."""
        while self.tally.throws < count:
            view = self._referee.view()
            if view.game is None or view.outcome is not None:
                self._referee.new_game(self.cast.game, self._setup)
                self._told = 0
                continue
            wish = self._player.wish(view)
            if isinstance(wish, Throw):
                self._throw(view, [d.place_mm for d in view.dice.dice if d.die in wish.keep])
            elif wish is not None:
                self._referee.do(wish.action)
            self._tell_news()
        self._table.close()

    def _throw(self, view: View, keep: list[tuple[float, float]]) -> None:
        assert view.waiting is not None
        wanted = view.waiting.dice
        kinds = [kind for kind in self._referee.die_kinds() if wanted is None or kind.name in wanted.names]
        most = {kind.kind: kind.most for kind in wanted.kinds} if wanted else {}
        self._pipeline.expect(kinds or self._referee.die_kinds(), wanted.count if wanted else None, most)
        self._pipeline.used(self._referee.used)
        self._thrower.serve(view.state, view.waiting, keep)
        if not self._table.busy:  # all dice lie as they should: the hands leave them, and nothing was thrown
            self._by_touch(self._table.truth)
            return
        roll, truth, seconds = self._watch()
        verdict = judge(roll, truth)
        self.tally.add(verdict, seconds, len(truth.faces))
        who = ", ".join(view.seats[seat].name for seat in view.waiting.seats)
        thrown = " ".join(sorted(truth.faces)) or "something that lies askew"
        read = " ".join(sorted(die.face for die in roll.dice)) if roll else self._why_not()
        took = f"{verdict.value}, {1000 * seconds:.0f} ms"
        self._print(f"{self.tally.throws:>4}. {who} threw {thrown}; read {read} ({took})")
        held = self._referee.view().dice.held
        if held is not None:
            self._print(f"        {self._say.text(held)}")
        if verdict is not Verdict.READ:
            self._put_right(truth, roll)
        if len(self._referee.view().history) == len(view.history):
            self._by_touch(truth)

    def _why_not(self) -> str:
        sight = self._referee.sight
        return f"nothing, {sight.state.value}" + (f": {self._say(sight.reason)}" if sight.reason else "")

    def _watch(self) -> tuple[Roll | None, Truth, float]:
        """Frames, until a roll settles or patience ends; with the seconds from rest to the number."""
        quiet = 0
        told: tuple[Roll, Truth, float] | None = None
        for _ in range(MOST_FRAMES):
            frame = self._table.read(timeout=0)
            assert frame is not None
            began = time.perf_counter()
            sight = self._pipeline.see(frame)
            if sight is not None:
                self._referee.see(sight)
                self._referee.view()
            took = time.perf_counter() - began
            truth = self._table.truth_at(frame.number)
            if sight is not None and sight.roll is not None:
                waited = frame.at - truth.resting_since if truth.resting_since is not None else 0.0
                told = (sight.roll, truth, waited + took)
                if not self._table.busy:
                    return told
            quiet = 0 if self._table.busy else quiet + 1
            if quiet > (AFTER_FRAMES if told else PATIENCE_FRAMES):
                break
        return told or (None, self._table.truth, 0.0)

    def _put_right(self, truth: Truth, roll: Roll | None) -> None:
        """What people do: say what lies there when the companion asks or errs; else throw again."""
        if roll is None or len(roll.dice) != len(truth.faces):
            return
        self._referee.set_dice(put_right(roll.dice, truth))

    def _by_touch(self, truth: Truth) -> None:
        """Nothing came of the dice that lie there: the players tell them, where the game lets them."""
        for action in self.cast.by_touch(self._referee.view().state, truth):
            self._referee.do(action)

    def _tell_news(self) -> None:
        history = self._referee.view().history
        for happened in history[self._told :]:
            for line in happened.lines:
                self._print(f"        {self._say.text(line)}")
        self._told = len(history)

    def _print(self, text: str) -> None:
        self.transcript.append(text)
        if not self.quiet:
            print(text, flush=True)
