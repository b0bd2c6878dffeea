"""`companion bench`: how long each stage of reading takes, beside yardsticks of the same run, and how that grows.

Milliseconds tell little of another machine, or of one that does something else too. So the reader and the
yardstick take turns, in one process and with the same number of threads, and their ratio is what counts.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion import config, resources
from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import BLACK, BLUE, IVORY, RED, SimDie, numeral_d6, numeral_d12, pip_d6
from companion.camera.source import Frame
from companion.commands import bench_growth, bench_table
from companion.dice import PLAIN_KINDS
from companion.vision import cost, yardstick
from companion.vision.above import SIDE
from companion.vision.finder import WORKING, FoundDie
from companion.vision.onnx import Network
from companion.vision.reader import Reader, known_die
from companion.vision.table import TablePlane, load_plane
from companion.vision.views import CROP

TARGET = 0.5  # of the yardstick's time, for the detector and the faces of eight dice together
WARM_UP = 2


def dice() -> list[SimDie]:
    """Eight, as they lie about in a game: pips, numerals, a d12 or two."""
    pips = [pip_d6(IVORY), pip_d6(RED), pip_d6(BLUE), pip_d6(BLACK), pip_d6(IVORY)]
    return [*pips, numeral_d6(), numeral_d12(), numeral_d12()]


@dataclass
class Bench:
    """The times of all rounds, in milliseconds."""

    found: int
    find: list[float]
    faces: list[float]
    yardstick: list[float]
    cpu: list[float]  # ratios of the time the cores worked, which other programs disturb less
    macs: dict[str, int]
    threads: int
    table: dict[str, Any] = field(default_factory=dict)  # the way of a roll, and idleness
    growth: dict[str, Any] = field(default_factory=dict)

    def figures(self) -> dict[str, Any]:
        reader = [find + faces for find, faces in zip(self.find, self.faces, strict=True)]
        ratios = sorted(mine / other for mine, other in zip(reader, self.yardstick, strict=True))
        return {
            "frame": [1280, 720],
            "dice": len(dice()),
            "found": self.found,
            "threads": self.threads,
            "rounds": len(ratios),
            "ms": {
                "find": _ms(self.find),
                "faces": _ms(self.faces),
                "find_and_faces": _ms(reader),
                "yardstick": _ms(self.yardstick),
            },
            "ratio": round(statistics.median(ratios), 4),
            "ratio_low": round(ratios[len(ratios) // 10], 4),
            "ratio_high": round(ratios[-1 - len(ratios) // 10], 4),
            "ratio_of_cpu_time": round(statistics.median(self.cpu), 4),
            "target": TARGET,
            "macs": self.macs,
            **self.table,
            "growth": self.growth,
        }

    def text(self) -> str:
        told = self.figures()
        ms, macs = told["ms"], told["macs"]
        met = "met" if told["ratio"] <= TARGET else "not met"
        crops = macs["dice-faces"] / 1e6
        return "\n".join(
            [
                f"{told['dice']} dice in a frame of 1280 × 720, {told['threads']} threads, "
                f"{told['rounds']} rounds, medians ({told['found']} dice found):",
                f"  find                {ms['find']:9.2f} ms",
                f"  faces               {ms['faces']:9.2f} ms",
                f"  find and faces      {ms['find_and_faces']:9.2f} ms",
                f"  yardstick           {ms['yardstick']:9.2f} ms",
                f"  ratio               {told['ratio']:9.3f}     (most rounds {told['ratio_low']:.3f} to "
                f"{told['ratio_high']:.3f}; target {TARGET}: {met})",
                f"  ratio of core time  {told['ratio_of_cpu_time']:9.3f}     (what counts where other programs run)",
                "Cost, counted from the files:",
                f"  dice-detector       {macs['dice-detector'] / 1e9:9.3f} GMAC at "
                f"{WORKING[0]} × {WORKING[1]}",
                f"  dice-faces          {crops:9.2f} MMAC a crop of {CROP} × {CROP}",
                f"  dice-numerals       {macs['dice-numerals'] / 1e6:9.2f} MMAC a top face with a numeral",
                f"  dice-symbols        {macs['dice-symbols'] / 1e6:9.2f} MMAC a look at a taught face, four a die",
                f"  dice-lying          {macs['dice-lying'] / 1e6:9.2f} MMAC a view, two a die on a known table",
                f"  yardstick           {macs['yardstick'] / 1e9:9.3f} GMAC at "
                f"{yardstick.SIDE} × {yardstick.SIDE}",
                *bench_table.text(self.table),
                *bench_growth.text(self.growth),
            ]
        )


def run(rounds: int, threads: int, as_json: bool) -> int:
    models = resources.models_folder(config.load().models)
    bench = measure(models, rounds, threads)
    print(json.dumps(bench.figures()) if as_json else bench.text())
    return 0


def measure(models: Path, rounds: int, threads: int) -> Bench:
    """Time everything, with the networks in the folder `models`. Raises ModelError."""
    reader = Reader(models, threads)
    frame, true = _throw(reader)
    model = yardstick.build()
    other = Network(model, threads)
    picture = np.random.default_rng(1).random((1, 3, yardstick.SIDE, yardstick.SIDE), dtype=np.float32)

    bench = Bench(0, [], [], [], [], _macs(models, model), threads)
    for number in range(WARM_UP + rounds):
        # The faces of the eight dice that are there, so that a die the detector missed saves no time.
        find, find_cpu = _timed(lambda: reader.finder.find_on_table(frame.picture))
        faces, faces_cpu = _timed(lambda: reader.faces.read(frame.picture, true, PLAIN_KINDS))
        against, against_cpu = _timed(lambda: other.run(None, {"picture": picture}))
        if number >= WARM_UP:
            bench.find.append(find)
            bench.faces.append(faces)
            bench.yardstick.append(against)
            bench.cpu.append((find_cpu + faces_cpu) / against_cpu)
    bench.found = len(reader.finder.find_on_table(frame.picture))
    plane = load_plane(resources.calibration_folder() / "simulated.json")
    bench.table = bench_table.play(reader, plane, max(2, rounds // 4), 15 * rounds)
    bench.growth = bench_growth.growth(reader, plane, threads, max(1, rounds // 8))
    return bench


def _throw(reader: Reader) -> tuple[Frame, list[FoundDie]]:
    """Eight dice at rest on the simulated table, and where they lie."""
    table = SimulatedTable(seed=8, realtime=False)
    table.open()
    try:
        table.throw(dice())
        while table.busy:
            table.read(0)
        frame = table.read(0)
        assert frame is not None
        reader.read_table(frame.picture, TablePlane.unknown(), PLAIN_KINDS)  # warm
        # With their solids, as a good detector tells them: a die in doubt is looked at longer.
        shapes = {kind.name: kind.shape for kind in PLAIN_KINDS}
        lying = [known_die(die.box, shapes[die.kind]) for die in table.truth.dice]
    finally:
        table.close()
    return frame, lying


def _macs(models: Path, other: bytes) -> dict[str, int]:
    width, height = WORKING
    return {
        name: cost.macs(file, np.zeros(shape, np.float32))
        for name, file, shape in (
            ("dice-detector", (models / "dice-detector.onnx").read_bytes(), (1, 3, height, width)),
            ("dice-faces", (models / "dice-faces.onnx").read_bytes(), (1, 3, CROP, CROP)),
            ("dice-numerals", (models / "dice-numerals.onnx").read_bytes(), (1, 3, CROP, CROP)),
            ("dice-symbols", (models / "dice-symbols.onnx").read_bytes(), (1, 3, CROP, CROP)),
            ("dice-lying", (models / "dice-lying.onnx").read_bytes(), (1, 4, SIDE, SIDE)),
            ("yardstick", other, (1, 3, yardstick.SIDE, yardstick.SIDE)),
        )
    }


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds on the clock, and milliseconds that the cores worked for this process."""
    began, worked = time.perf_counter(), time.process_time()
    work()
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - worked)


def _ms(times: list[float]) -> float:
    return round(statistics.median(times), 3)
