"""Frames of the app's own simulated table, with their truth: the reader must be at home there too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation import die as kinds
from companion.camera.simulation.die import SimDie
from companion.camera.simulation.symbols import DRAWINGS
from companion.camera.source import Frame
from models.training.paths import CACHE
from models.training.progress import Progress

TABLES = 120
THROWS = 3
LEANING_FROM = 60  # from this table on, a die or two of each throw leans
LOOKS = (kinds.IVORY, kinds.RED, kinds.BLUE, kinds.BLACK, kinds.GREEN, kinds.AMBER, kinds.VIOLET)


def folder() -> Path:
    return CACHE / "simulated"


def make(tables: int = TABLES) -> None:
    """Writes pictures and `labels.jsonl` in the form of the photo folders, one file of labels a table."""
    folder().mkdir(parents=True, exist_ok=True)
    progress = Progress("simulated table", tables)
    for number in range(tables):
        labels = folder() / f"{number:03d}.json"
        if not labels.exists():
            temporary = labels.with_suffix(".part")
            temporary.write_text(json.dumps(_frames(number)))
            temporary.rename(labels)
        progress.add()


def _frames(number: int) -> list[dict[str, object]]:
    rng = np.random.default_rng(number)
    # The plain table is the one players meet first: every third is that one.
    table = SimulatedTable(seed=number, realtime=False, table=0 if number % 3 == 0 else number)
    table.open()
    rows: list[dict[str, object]] = []
    for throw in range(THROWS):
        dice = [_die(rng) for _ in range(int(rng.integers(2, 10)))]
        if rng.random() < 0.6:
            dice = [_die(rng, rng.choice(["pips", "d12", "symbols"]))] * len(dice)
        thrown = table.throw(dice)
        table.light(float(rng.uniform(0.5, 1.2)), float(rng.uniform(-0.3, 0.3)))
        frame = _at_rest(table)
        if number >= LEANING_FROM and len(thrown) > 1:
            # Some dice come to lean on others: there is a die, but no face of it is up.
            for id in rng.choice(thrown, min(2, len(thrown) - 1), replace=False):
                table.cock(int(id))
                frame = _at_rest(table)
        truth = table.truth
        if not truth.hand_in_view and truth.dice:
            name = f"{number:03d}-{throw}.jpg"
            cv2.imwrite(str(folder() / name), frame.picture, [cv2.IMWRITE_JPEG_QUALITY, 93])
            rows.append({"image": name, "dice": [_label(die) for die in truth.dice]})
        table.clear()
        for _ in range(200):
            table.read(timeout=1.0)
            if not table.busy:
                break
    table.close()
    return rows


def _at_rest(table: SimulatedTable) -> Frame:
    """The first frame in which everything lies still."""
    for _ in range(400):
        frame = table.read(timeout=1.0)
        if frame is not None and table.truth.resting_since is not None and not table.busy:
            return frame
    raise RuntimeError("the dice of the simulated table do not come to rest")


def _label(die: object) -> dict[str, object]:
    return {name: getattr(die, name) for name in ("kind", "face", "box", "angle_deg", "cocked")}


def _die(rng: np.random.Generator, sort: str | None = None) -> SimDie:
    look = LOOKS[int(rng.integers(len(LOOKS)))]
    if rng.random() < 0.5:
        look = replace(look, body=tuple(int(v) for v in rng.integers(10, 245, 3)))
        bright = sum(look.body) > 380
        look = replace(look, mark=(25, 22, 24) if bright else (245, 242, 236))
    sort = sort or str(rng.choice(["pips", "numerals", "d12", "symbols"], p=[0.5, 0.1, 0.25, 0.15]))
    if sort == "pips":
        return kinds.pip_d6(look)
    if sort == "numerals":
        return kinds.numeral_d6(look)
    if sort == "d12":
        return kinds.numeral_d12(look, str(rng.choice(["A", "B"])))
    names = [str(n) for n in rng.choice(sorted(DRAWINGS), 6, replace=False)]
    return kinds.symbol_d6("symbols", [(n, n) for n in names], look)


if __name__ == "__main__":
    make()
