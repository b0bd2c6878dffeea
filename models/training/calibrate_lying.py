"""Chooses from which probability on a die leans, by dice that were never trained on, and stamps it into the model.

Simulated tables count: a camera that hangs above a tray, as the app's does. The kept sprites are told beside them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.onnx import LYING, Model
from models.training.export import stamp
from models.training.lying_views import RENDERED_KEPT, SIMULATED_KEPT, Stored, stored
from models.training.paths import MODELS

WRONGLY = 0.001  # of the flat dice may be told as leaning: each is a roll that must be thrown again
GRID = np.concatenate([np.arange(0.05, 0.95, 0.05), [0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999]])
BATCH = 128


def likely(model: Model, shown: Stored) -> NDArray[np.float64]:
    """How likely each leans."""
    every = np.arange(len(shown.leans))
    parts = [
        model.run(shown.tensors(every[at : at + BATCH]))["leans"][:, 0] for at in range(0, len(every), BATCH)
    ]
    return np.asarray(1 / (1 + np.exp(-np.concatenate(parts).astype(np.float64))))


def threshold(sure: NDArray[np.float64], leans: NDArray[np.bool_]) -> float:
    """The lowest one at which few enough flat dice are told as leaning."""
    few = [t for t in GRID if (sure[~leans] > t).mean() <= WRONGLY]
    return round(float(min(few, default=GRID[-1])), 3)


def calibrate(models: Path) -> None:
    path = models / "dice-lying.onnx"
    model = Model(path, LYING, 1)
    parts = {"simulated": stored(SIMULATED_KEPT), "rendered": stored(RENDERED_KEPT)}
    sure = {name: likely(model, part) for name, part in parts.items()}
    chosen = threshold(sure["simulated"], parts["simulated"].leans)
    stamp(path, "companion.lying", json.dumps({"leans_from": chosen}))
    print(f"leans from {chosen}")
    for name, part in parts.items():
        for kind in sorted(set(part.kinds)):
            mine = part.kinds == kind
            _tell(f"{name} {kind}", sure[name][mine], part.leans[mine], chosen)
        _tell(name, sure[name], part.leans, chosen)


def _tell(name: str, sure: NDArray[np.float64], leans: NDArray[np.bool_], chosen: float) -> None:
    told = sure > chosen
    print(
        f"{name}: of {leans.sum()} that lean {told[leans].mean():.4f} told, "
        f"of {(~leans).sum()} flat ones {told[~leans].mean():.4f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    calibrate(parser.parse_args().models)
