"""Places that an earlier detector took for dice, in photographs without any: shown often, they are unlearnt.

The pictures are the trained part of the clutter; in the photographs of d6-board-train, with all their printed
hexagons and harbours, a find that no label touches is a mistake too, unless it is so sure that the label is missing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import Box, Finder, overlap
from companion.vision.onnx import DETECTOR, Model
from models.training import photos
from models.training.paths import CACHE, folders_asked_for, held_out
from models.training.progress import Progress

Picture = NDArray[np.uint8]
LABELLED = "d6-board-train"
FAINT, TOO_SURE = 0.22, 0.6
STORED = CACHE / "mistakes.json"


@dataclass(frozen=True)
class Mistake:
    """A box in a picture (its path under the photo sets) where no die is."""

    image: str
    box: Box


def mistakes() -> list[Mistake]:
    """What was found; empty where this was never run."""
    if not STORED.exists():
        return []
    return [Mistake(row["image"], tuple(row["box"])) for row in json.loads(STORED.read_text())]


def pictures(root: Path, found: list[Mistake], longest: int = 1400) -> dict[str, tuple[Picture, float]]:
    """The pictures that mistakes lie in, and how much each was shrunk to be kept at hand."""
    read = {}
    for image in sorted({mistake.image for mistake in found}):
        picture = cv2.imread(str(root / image), cv2.IMREAD_COLOR)
        assert picture is not None, image
        scale = min(1.0, longest / max(picture.shape[:2]))
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        read[image] = (picture, scale)
    return read


def make(models: Path, root: Path) -> None:
    finder = Finder(Model(models / "dice-detector.onnx", DETECTOR, 1))
    rows = []
    clutter = [p for p in sorted((root / "clutter").glob("*.jpg")) if not held_out(p.name)]
    progress = Progress("mistakes in clutter", len(clutter))
    for path in clutter:
        progress.add()
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        assert picture is not None, path
        rows += [
            {"image": f"clutter/{path.name}", "box": list(die.box)}
            for die in finder.find_in_photo(picture, FAINT)
        ]
    listed = photos.folder(root, LABELLED)
    progress = Progress(f"mistakes in {LABELLED}", len(listed))
    for photo in listed:
        progress.add()
        labels = [label.box for label in photo.dice if label.box]
        for die in finder.find_in_photo(photo.read(), FAINT):
            if die.score < TOO_SURE and all(overlap(die.box, box) == 0 for box in labels):
                rows.append({"image": f"{LABELLED}/{photo.path.name}", "box": list(die.box)})
    STORED.write_text(json.dumps(rows))
    print(f"{len(rows)} mistakes")


if __name__ == "__main__":
    make(*folders_asked_for(__doc__))
