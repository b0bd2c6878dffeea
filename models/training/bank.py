"""The bank of rendered dice: shards of sprites on disk, made by several processes; it can be continued."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Collection, Sequence
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.fonts import training_fonts
from models.training.inks import seed_of
from models.training.looks import look
from models.training.paths import CACHE
from models.training.pieces import piece
from models.training.progress import Progress
from models.training.renderer import SIDE, Renderer, top_face
from models.training.symbols import symbols

PER_SHARD = 250
# How many shards of each kind a whole bank has, of dice and of pieces that are none; a part of it has the same
# mixture.
SHARDS = {
    "pips": 48,
    "d6-numerals": 24,
    "d12": 64,
    "other": 24,
    "symbols": 120,
    "other-symbols": 40,
    "pieces": 20,
    "leaning": 40,
}
DOMINOES = 0.5  # of the pieces that are shown, beside those that come by chance


def folder() -> Path:
    return CACHE / "bank"


def plan(part: float) -> list[tuple[str, int]]:
    """Shards in the order they are made, so that the mixture is right whenever one stops."""
    wanted = [(n / max(1, count - 1), kind, n) for kind, count in SHARDS.items() for n in range(count)]
    return [(kind, n) for place, kind, n in sorted(wanted) if place <= part]


def make(part: float = 1.0, processes: int = 2, kinds: Collection[str] = SHARDS.keys()) -> None:
    folder().mkdir(parents=True, exist_ok=True)
    for left in folder().glob("*.part"):
        left.unlink()
    missing = [job for job in plan(part) if job[0] in kinds and not _files(*job)[1].exists()]
    # Drawn and fetched here, once: several processes would be in each other's way.
    symbols()
    training_fonts()
    with get_context("spawn").Pool(processes, initializer=_single_thread) as pool:
        progress = Progress("render", len(missing) * PER_SHARD)
        for _ in pool.imap_unordered(make_shard, missing):
            progress.add(PER_SHARD)
    progress.close()


def _single_thread() -> None:
    os.environ["LP_NUM_THREADS"] = "1"
    os.nice(5)


_renderer: list[Renderer] = []


def make_shard(job: tuple[str, int]) -> None:
    kind, number = job
    if not _renderer:
        _renderer.append(Renderer())
    sprites = np.zeros((PER_SHARD, SIDE, SIDE, 5), np.uint8)
    rows = []
    for k in range(PER_SHARD):
        seed = seed_of("bank", kind, number, k)
        chosen = piece(seed) if kind == "pieces" else look(kind, seed)
        sprite = _renderer[0].draw(chosen, seed + 1)
        sprites[k] = sprite.layers
        rows.append(
            {
                "shape": chosen.shape,
                "marks": chosen.marks,
                "value": chosen.value,
                "box": sprite.box,
                "angle": chosen.angle,
                "tilt": chosen.tilt,
                "off_vertical": chosen.off_vertical,
                "top": top_face(chosen, seed + 1),
            }
        )
    data, index = _files(kind, number)
    np.save(data, sprites)
    temporary = index.with_suffix(".part")
    temporary.write_text(json.dumps(rows))
    temporary.rename(index)


def _files(kind: str, number: int) -> tuple[Path, Path]:
    return folder() / f"{kind}-{number:03d}.npy", folder() / f"{kind}-{number:03d}.json"


class Bank:
    """The sprites that exist now, by kind. Pictures stay on disk until they are asked for."""

    def __init__(self) -> None:
        self.shards: list[NDArray[np.uint8]] = []
        self.rows: list[dict[str, object]] = []
        self.where: list[tuple[int, int]] = []
        self.by_kind: dict[str, NDArray[np.int64]] = {}
        groups: dict[str, list[int]] = {}
        for kind, number in plan(1.0):
            data, index = _files(kind, number)
            if not index.exists():
                continue
            self.shards.append(np.load(data, mmap_mode="r"))
            for k, row in enumerate(json.loads(index.read_text())):
                groups.setdefault(kind, []).append(len(self.rows))
                self.rows.append(row)
                self.where.append((len(self.shards) - 1, k))
        self.by_kind = {kind: np.array(numbers) for kind, numbers in groups.items()}
        self.dominoes = [int(k) for k in self.by_kind.get("pieces", ()) if self.rows[k]["value"] == "domino"]
        self.off_vertical = np.array([float(r["off_vertical"]) for r in self.rows])  # type: ignore[arg-type]

    def add(
        self, kind: str, sprites: NDArray[np.uint8], rows: Sequence[tuple[int, dict[str, object]]]
    ) -> None:
        """Takes in sprites from elsewhere: where each stands among `sprites`, and what it is."""
        self.by_kind[kind] = np.arange(len(self.rows), len(self.rows) + len(rows))
        self.where += [(len(self.shards), place) for place, _ in rows]
        self.shards.append(sprites)
        self.rows += [row for _, row in rows]
        slants = [float(row["off_vertical"]) for _, row in rows]  # type: ignore[arg-type]
        self.off_vertical = np.append(self.off_vertical, slants)

    def piece(self, rng: Generator) -> int:
        """Something that is no die; often a domino, whose halves are most like one."""
        among = self.dominoes if len(self.dominoes) and rng.random() < DOMINOES else self.by_kind["pieces"]
        return int(among[int(rng.integers(len(among)))])

    def sprite(self, number: int) -> NDArray[np.uint8]:
        shard, place = self.where[number]
        return self.shards[shard][place]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(SHARDS), help="of dice; all without any")
    started = time.time()
    make(kinds=parser.parse_args().kinds)
    print(f"{time.time() - started:.0f} s")
