"""Where the top face lies on photographs of numeral dice, which no label tells: where a reader sees what it must show.

Around the middle of each die the face network looks for the numeral that the label names, from near and any way up;
where it sees it best, the top face is. A die on which it is seen nowhere is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.vision.finder import Box
from companion.vision.onnx import FACES, Model
from companion.vision.views import QUARTERS, ROOM, Eye, near_crop
from models.training import photos, relabel, simulated
from models.training.paths import CACHE, folders_asked_for
from models.training.reading import softmax
from models.training.real_crops import RealCrop, truth_of

STORED = CACHE / "tops.json"
ABOVE = "faces-train"  # seen from straight above: the top face is in the middle
FOLDERS = (ABOVE, "d20-numerals-train")
SIMULATED = "simulated"
FARTHEST, STEP = 0.24, 0.06  # from the die's middle, in its lengths
SEEN = 0.5  # how likely the numeral must look there
SHOWN = 1.3  # a stored crop shows so many lengths of the die
SIDE = 128

Numeral = tuple[str, photos.Picture, Box, str]  # where from, the photo, the die's box, what it shows


def numerals(root: Path, name: str) -> Iterator[Numeral]:
    """Every die with a numeral of a folder, or of the simulated table."""
    if name == SIMULATED:
        for labels in sorted(simulated.folder().glob("*.json")):
            for row in json.loads(labels.read_text()):
                picture = cv2.imread(str(labels.parent / row["image"]), cv2.IMREAD_COLOR)
                assert picture is not None
                for k, die in enumerate(row["dice"]):
                    if die["kind"] in ("d12", "d6-numerals") and die["face"] is not None:
                        yield f"{name}/{row['image']}/{k}", picture, tuple(die["box"]), die["face"]
        return
    found = relabel.boxes()
    for photo in photos.folder(root, name):
        (die,) = photo.dice
        if die.kind == "d6" or not die.face.isdigit():
            continue
        picture = photo.read()
        height, width = picture.shape[:2]
        place = f"{name}/{photo.path.name}"
        box = (width * 0.1, height * 0.1, width * 0.9, height * 0.9)
        if name != ABOVE:
            (better,) = found.get(place, [None])
            if better is None:
                continue
            box = better
        yield place, picture, box, die.face


def make(models: Path, root: Path) -> None:
    model = Model(models / "dice-faces.onnx", FACES, 2)
    eye = Eye(model, model, model)
    steps = np.arange(-FARTHEST, FARTHEST + STEP / 2, STEP)
    around = [(x, y) for x in steps for y in steps if np.hypot(x, y) <= FARTHEST]
    tops: dict[str, tuple[float, float]] = {}
    count = 0
    for name in (*FOLDERS[1:], SIMULATED):
        for place, picture, box, face in numerals(root, name):
            count += 1
            numeral = truth_of("numerals", face).numeral
            if numeral > 11:
                continue  # "another number" is seen anywhere
            crops = [near_crop(picture, box, np.array(at, np.float32) / ROOM) for at in around]
            seen = eye.look(crops, QUARTERS)["numerals"].mean(axis=0)
            likely = softmax(seen)[:, numeral]
            if likely.max() > SEEN:
                # Not the best place alone, which is a matter of luck: the middle of all good ones.
                good = likely > 0.7 * likely.max()
                middle = np.average(np.array(around)[good], axis=0, weights=likely[good])
                tops[place] = (round(float(middle[0]), 3), round(float(middle[1]), 3))
    STORED.write_text(json.dumps(tops))
    print(f"the top face of {len(tops)} of {count} dice was seen")


def close_ups(root: Path, name: str) -> list[RealCrop]:
    """The top faces of a folder's numeral dice, with some room around, to be shown any way up."""
    if not STORED.exists():
        return []
    tops = json.loads(STORED.read_text())
    found = []
    for place, picture, box, face in numerals(root, name):
        if place not in tops and name != ABOVE:
            continue
        x, y = tops.get(place, (0.0, 0.0))
        long = max(box[2] - box[0], box[3] - box[1])
        moved = (box[0] + x * long, box[1] + y * long, box[2] + x * long, box[3] + y * long)
        crop = photos.around(picture, moved, SHOWN, SIDE)
        # On a d20 a numeral is half as large as on a d12: it is shown as large, too.
        for nearer in (1.0,) if name != "d20-numerals-train" else (1.0, 0.65):
            size = SIDE / SHOWN * nearer
            found.append(RealCrop(crop, truth_of("numerals", face), 1.0, size, near=True))
    return found


if __name__ == "__main__":
    make(*folders_asked_for(__doc__))
