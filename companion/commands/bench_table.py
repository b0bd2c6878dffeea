"""The way of a roll, timed on the simulated table; and what it costs while nothing happens. For `companion bench`.

Painting the table is left out: only what the companion would do with a camera's frames is timed.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from typing import Any

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import IVORY, RED, pip_d6
from companion.camera.simulation.onlooker import FRAMES_A_SECOND
from companion.camera.source import Frame
from companion.camera.tidy import small_of
from companion.commands.vitals import memory_mb
from companion.dice import D6
from companion.vision.calibration.watch import CameraWatch
from companion.vision.pipeline import Pipeline, TableReader
from companion.vision.table import TablePlane

IDLE_TARGET = 0.05  # of one core, at FRAMES_A_SECOND
KEPT = 24  # frames of a table at rest, shown again and again with new times
REST_FRAMES = 20  # after a throw: enough for a roll


def play(reader: TableReader, plane: TablePlane, throws: int, idle_frames: int) -> dict[str, Any]:
    """Throw five dice so often, and then let the table rest."""
    table = SimulatedTable(seed=8, realtime=False)
    table.open()
    try:
        empty = _read(table)
        pipeline = Pipeline(reader, plane, (D6,), watch=CameraWatch(plane, empty.picture))
        stages: dict[str, list[float]] = {}
        waits, computes = [], []
        ids = table.throw([pip_d6(IVORY)] * 3 + [pip_d6(RED)] * 2)
        for turn in range(throws):
            if turn:
                table.rethrow(ids)
            waited = _one_throw(table, pipeline, stages)
            if waited is not None:
                waits.append(waited[0])
                computes.append(waited[1])
        idle = _idle(table, pipeline, idle_frames)
    finally:
        table.close()
    return {
        "stages_ms": {name: spread(took) for name, took in stages.items()},
        "rolls": len(waits),
        "rest_to_number_ms": spread(waits),
        "compute_per_roll_ms": spread(computes),
        "idle": idle,
        "memory_mb": round(memory_mb(), 1),
    }


def _one_throw(
    table: SimulatedTable, pipeline: Pipeline, stages: dict[str, list[float]]
) -> tuple[float, float] | None:
    """Milliseconds from rest to the number, and that the cores worked for it; None when there was no roll."""
    still, worked = 0, 0.0
    while still < REST_FRAMES:
        frame = _read(table)
        began, core = time.perf_counter(), time.process_time()
        sight = pipeline.see(frame)
        took, cores = 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - core)
        for name, ms in pipeline.timings.items():
            stages.setdefault(name, []).append(ms)
        rested = table.truth_at(frame.number).resting_since
        worked = worked + cores if rested is not None else 0.0
        if sight is not None and sight.roll is not None and rested is not None:
            return 1000 * (frame.at - rested) + took, worked
        still = 0 if table.busy else still + 1
    return None


def _idle(table: SimulatedTable, pipeline: Pipeline, count: int) -> dict[str, Any]:
    """What a still table costs, a frame; the same frames come again in turn, as their noise differs."""
    while table.busy:
        pipeline.see(_read(table))
    kept = [_read(table) for _ in range(KEPT)]
    for frame in kept:
        pipeline.see(frame)
    reads, at, number = pipeline.frames_read, kept[-1].at, kept[-1].number
    cores = shrinking = 0.0
    for step in range(count):
        at, number = at + 1 / FRAMES_A_SECOND, number + 1
        frame = replace(kept[step % KEPT], at=at, number=number)
        began = time.process_time()
        pipeline.see(frame)
        between = time.process_time()
        small_of(frame.picture)
        cores += between - began
        shrinking += time.process_time() - between
    each, small = 1000 * cores / max(1, count), 1000 * shrinking / max(1, count)
    return {
        "frames": count,
        "inferences": pipeline.frames_read - reads,
        "ms_a_frame": round(each, 3),
        "core_share": round(each * FRAMES_A_SECOND / 1000, 4),
        "small_picture_ms": round(small, 3),
        "core_share_with_small_picture": round((each + small) * FRAMES_A_SECOND / 1000, 4),
        "target": IDLE_TARGET,
    }


def spread(times: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    ordered = sorted(times)
    if not ordered:
        return {"median": 0.0, "p95": 0.0}
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"median": round(statistics.median(ordered), 3), "p95": round(late, 3)}


def text(told: dict[str, Any]) -> list[str]:
    idle = told["idle"]
    met = "met" if idle["core_share"] <= IDLE_TARGET and not idle["inferences"] else "not met"
    return [
        "Every stage, on the frames of throws where it ran (median, 95th percentile):",
        *(f"  {name:<19} {ms['median']:9.2f} {ms['p95']:9.2f} ms" for name, ms in told["stages_ms"].items()),
        f"{told['rolls']} rolls of five dice:",
        "  rest to number      {median:9.0f} {p95:9.0f} ms".format(**told["rest_to_number_ms"]),
        "  core time a roll    {median:9.1f} {p95:9.1f} ms".format(**told["compute_per_roll_ms"]),
        f"Idle, at {FRAMES_A_SECOND:.0f} frames a second: {100 * idle['core_share']:.1f} % of one core, "
        f"{idle['inferences']} inferences in {idle['frames']} frames (target {100 * IDLE_TARGET:.0f} %, none: {met}); "
        f"{100 * idle['core_share_with_small_picture']:.1f} % where the camera makes no small picture itself",
        f"Memory: {told['memory_mb']:.0f} MB",
    ]


def _read(table: SimulatedTable) -> Frame:
    frame = table.read(0)
    assert frame is not None
    return frame
