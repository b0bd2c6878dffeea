"""Boxes for photographs that have none, or that have only the top face's: found by an earlier detector.

In the grey frames of d6-mixed-train and in d6-rig-train the labelled box is not that of the whole die, and
d20-numerals-train has no boxes. A detector trained on the rest finds the die around each label.
"""

from __future__ import annotations

import json
from pathlib import Path

from companion.vision.finder import Box, Finder
from companion.vision.onnx import DETECTOR, Model
from models.training import photos
from models.training.paths import CACHE, folders_asked_for
from models.training.progress import Progress

FOLDERS = ("d6-mixed-train", "d6-rig-train", "d20-numerals-train")
SURE = 0.4
STORED = CACHE / "boxes.json"


def boxes() -> dict[str, list[Box | None]]:
    """The found boxes of `folder/image`, one for each label; empty where this was never run."""
    if not STORED.exists():
        return {}
    stored = json.loads(STORED.read_text())
    return {name: [tuple(b) if b else None for b in found] for name, found in stored.items()}


def make(models: Path, root: Path) -> None:
    finder = Finder(Model(models / "dice-detector.onnx", DETECTOR, 1))
    result: dict[str, list[Box | None]] = {}
    for folder in FOLDERS:
        listed = photos.folder(root, folder)
        progress = Progress(f"boxes of {folder}", len(listed))
        for photo in listed:
            progress.add()
            picture = photo.read()
            if folder == "d6-mixed-train" and not photos.is_grey(picture):
                continue
            found = [die for die in finder.find_in_photo(picture) if die.score >= SURE]
            result[f"{folder}/{photo.path.name}"] = [
                _box_of(label, [die.box for die in found], [die.score for die in found])
                for label in photo.dice
            ]
    STORED.write_text(json.dumps(result))
    every = [box for found in result.values() for box in found]
    print(f"{sum(b is not None for b in every)} of {len(every)} dice found")


def _box_of(label: photos.Labelled, found: list[Box], scores: list[float]) -> Box | None:
    """The found box around a label's middle, of a believable size; without a label box the surest."""
    if label.box is None:
        return found[max(range(len(found)), key=lambda k: scores[k])] if found else None
    x, y = (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2
    size = max(label.box[2] - label.box[0], label.box[3] - label.box[1])
    for box in found:
        grown = max(box[2] - box[0], box[3] - box[1]) / size
        if box[0] < x < box[2] and box[1] < y < box[3] and 0.6 < grown < 2.2:
            return box
    return None


if __name__ == "__main__":
    make(*folders_asked_for(__doc__))
