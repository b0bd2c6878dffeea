"""`companion measure --target`: how well dice on a target are called, on drawn scenes."""

from __future__ import annotations

import json
import sys
import time

from companion import config, resources
from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import pip_d6
from companion.camera.source import Frame
from companion.commands.target import profile_named
from companion.dice import PLAIN_KINDS
from companion.vision.reader import Reader
from companion.vision.table import TablePlane
from companion.vision.target import measuring


def run(throws: int, seed: int, as_json: bool) -> int:
    settings = config.load()
    profile, _ = profile_named("default")
    reader = Reader(resources.models_folder(settings.models), settings.threads)
    frame, plane = _one_die(), TablePlane.unknown()
    began = time.monotonic()

    def progress(done: int, of: int) -> None:
        left = (time.monotonic() - began) / done * (of - done) / 60
        print(f"\rtarget: {done} of {of}, {left:.0f} min left  ", end="", file=sys.stderr, flush=True)

    tally = measuring.measure(
        profile, throws, seed, lambda: void(reader.read_table(frame.picture, plane, PLAIN_KINDS)), progress
    )
    print(file=sys.stderr)
    told = measuring.figures(tally)
    print(json.dumps(told) if as_json else measuring.text(told))
    return 0


def void(_: object) -> None:
    """What was read does not matter here, only how long it took."""


def _one_die() -> Frame:
    """A die at rest in the tray."""
    table = SimulatedTable(seed=8, realtime=False)
    table.open()
    try:
        table.throw([pip_d6()])
        still = 0
        while still < 3:
            frame = table.read(1.0)
            assert frame is not None
            still = 0 if table.busy else still + 1
        return frame
    finally:
        table.close()
