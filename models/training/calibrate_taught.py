"""Measures the figures of taught reading for the networks, and stores them: `companion.comparing`.

Each group weighs the same: the dice of the simulated table, whose symbols no network is trained on, of which two
thirds are taught and the others are strangers; rendered dice on other tables and seen from aside, taught and strange in
the same way; and each real symbol die of the photo folder `faces-train`, to which the others are strangers. Measuring
uses none of them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from companion.camera.simulation.sensor import Light
from companion.camera.simulation.still import still
from companion.game_dice import kinds, simulated
from companion.vision.faces import body_colour
from companion.vision.reader import Reader
from companion.vision.taught_fit import Group, fit, near_share, weighed
from companion.vision.taught_scores import Look, embedded, looks_in
from companion.vision.views import detail
from models.training import owned_dice
from models.training.paths import MODELS, PHOTOS

LOOKS = 6  # at each face
DICE = 15  # in a picture
TABLES = 4
EVERY = 40  # of the real photos: many are frames of one film
SILENT = 0.003  # silent errors, at most


def simulated_looks(reader: Reader, seed: int = 0) -> list[Look]:
    """Every face of every die of the games, some times, all mixed."""
    faces = [(kind.name, face) for kind in kinds() for face in kind.faces]
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(LOOKS):
        order = rng.permutation(len(faces))
        for at in range(0, len(order), DICE):
            part = [faces[int(n)] for n in order[at : at + DICE]]
            dice = [(die, face) for name, face in part if (die := simulated(name)) is not None]
            light = Light(float(rng.uniform(0.5, 1.4)), float(rng.uniform(-0.4, 0.4)))
            picture, truth = still(dice, int(rng.integers(1 << 30)), light, int(rng.integers(TABLES)))
            for (name, face), true in zip(part, truth, strict=True):
                found.append((name, face, detail(picture, true.box), body_colour(picture, true.box)))
    return embedded(found, reader)


def rendered(reader: Reader, seed: int = 0) -> list[Look]:
    """Every face of a dozen dice with symbols that were never trained, some times."""
    return embedded(
        [
            (die, face, detail(photo, box), body_colour(photo, box))
            for die, face, photo, box in owned_dice.photos(seed)
        ],
        reader,
    )


def taught_and_strange(seen: Sequence[Look], seed: int = 0) -> Group:
    """Two thirds of the dice are taught."""
    names = sorted({look.die for look in seen})
    np.random.default_rng(seed).shuffle(names)
    taught = set(names[: 2 * len(names) // 3])
    return [look for look in seen if look.die in taught], [look for look in seen if look.die not in taught]


def real(reader: Reader, photos: Path) -> list[Group]:
    """Each real symbol die in turn, and the others as strangers; nothing where the photos are not there."""
    folder = photos / "faces-train"
    if not folder.is_dir():
        return []
    seen = looks_in(folder, reader, every=EVERY)
    dice = sorted({look.die for look in seen})
    return [
        ([look for look in seen if look.die == die], [look for look in seen if look.die != die])
        for die in dice
    ]


def figures(models: Path, photos: Path = PHOTOS, seed: int = 0) -> dict[str, object]:
    """What the networks in a folder are to carry: how much the near look counts, and the figures of reading."""
    reader = Reader(models)
    drawn = (simulated_looks(reader, seed), rendered(reader, seed))
    groups = [*(taught_and_strange(seen, seed) for seen in drawn), *real(reader, photos)]
    near = near_share(groups)
    return {"near": near, "taught": asdict(fit(weighed(groups, near), SILENT))}


def calibrate(models: Path, photos: Path) -> None:
    """Store them with the network that compares."""
    from models.training.export import stamp

    known = json.dumps(figures(models, photos))
    stamp(models / "dice-symbols.onnx", "companion.comparing", known)
    print(f"taught dice: {known}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--print", action="store_true", help="only tell the figures, store nothing")
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    given = parser.parse_args()
    if given.print:
        print(json.dumps(figures(given.models, given.photos)))
    else:
        calibrate(given.models, given.photos)
