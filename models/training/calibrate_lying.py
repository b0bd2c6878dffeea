"""Chooses from which probability on a die leans, and stamps it into the model.

By dice on simulated tables that were never trained on and that no figure is printed of, found and read as the app does
it: a detector that is off by little makes fewer mistakes than training expects. Those of harder views are told beside.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.commands.measure_leaning import matched, tables
from companion.vision.faces import ANY_KINDS
from companion.vision.onnx import LYING, Model
from companion.vision.reader import Reader
from models.training.export import PLAIN_LYING, stamp
from models.training.lying_views import RENDERED_KEPT, SIMULATED_KEPT, Stored, stored
from models.training.paths import MODELS

TABLES, SEEDS = 300, (2, 3)  # the model card tells of those of seed 1
# Of the flat dice so many may be told as leaning: each is a roll that must be thrown again. The rendered ones, in odd
# materials and hard light, stand for real dice, of which there are none.
WRONGLY = {"on tables": 0.002, "rendered views": 0.008}
GRID = np.arange(0.3, 1.0, 0.01)
BATCH = 128

Likely = tuple[NDArray[np.float64], NDArray[np.bool_]]  # how likely each leans, and whether it does


def threshold(sure: NDArray[np.float64], leans: NDArray[np.bool_], wrongly: float) -> float:
    """The lowest one at which few enough flat dice are told as leaning."""
    few = [t for t in GRID if (sure[~leans] > t).mean() <= wrongly]
    return round(float(min(few, default=GRID[-1])), 3)


def on_tables(models: Path, pictures: int) -> Likely:
    """Dice as the reader finds them; `leans_from` in the model is a half."""
    reader = Reader(models, 1)
    sure, leans = [], []
    for seed in SEEDS:
        for picture, plane, laid in tables(pictures, seed):
            for die, seen in matched(laid, reader.read_table(picture, plane, ANY_KINDS)):
                if seen is not None:
                    sure.append(seen.leans)
                    leans.append(die.true.cocked)
    return np.array(sure), np.array(leans)


def in_views(model: Model, views: Stored) -> Likely:
    """Dice as training cuts them; each is shown in the mirror too, as the reader does."""
    every = np.arange(len(views.leans))
    logits = []
    for at in range(0, len(every), BATCH):
        shown = views.tensors(every[at : at + BATCH])
        both = model.run(np.concatenate([shown, shown[..., ::-1]]))["leans"]
        logits.append(both.reshape(2, -1).mean(axis=0).astype(np.float64))
    return 1 / (1 + np.exp(-np.concatenate(logits))), views.leans


def calibrate(models: Path, pictures: int = TABLES) -> None:
    path = models / "dice-lying.onnx"
    stamp(path, "companion.lying", json.dumps(PLAIN_LYING))
    model = Model(path, LYING, 1)
    looks = {
        "on tables": on_tables(models, pictures),
        "simulated views": in_views(model, stored(SIMULATED_KEPT)),
        "rendered views": in_views(model, stored(RENDERED_KEPT)),
    }
    chosen = max(threshold(*looks[name], wrongly) for name, wrongly in WRONGLY.items())
    stamp(path, "companion.lying", json.dumps({"leans_from": chosen}))
    print(f"leans from {chosen}")
    for name, (sure, leans) in looks.items():
        told = sure > chosen
        print(
            f"{name}: of {leans.sum()} that lean {told[leans].mean():.4f} told, "
            f"of {(~leans).sum()} flat ones {told[~leans].mean():.4f}"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--tables", type=int, default=TABLES)
    given = parser.parse_args()
    calibrate(given.models, given.tables)
