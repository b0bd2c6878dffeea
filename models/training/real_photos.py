"""Photographs with dice, and frames of the simulated table, as the detector learns from them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2

from models.training import photos, relabel, simulated
from models.training.scene import Die, Picture

WHOLE_BOXES = ("d6-board-train", "d6-mixed-train")  # folders whose labels are boxes of whole dice, mostly


@dataclass
class RealPhoto:
    picture: Picture
    dice: list[Die]


def real_photos(folder: Path, name: str) -> list[RealPhoto]:
    """A train folder as the detector needs it: whole dice, and places where nothing is taught."""
    better = relabel.boxes()
    found = []
    for photo in photos.folder(folder, name):
        key = f"{name}/{photo.path.name}"
        picture = photo.read()
        if key in better or name not in WHOLE_BOXES:
            corrected = better.get(key, [None] * len(photo.dice))
            family = 2 if name == "d20-numerals-train" else 0
            dice = [
                Die(family, box)
                if box
                else Die(-1, _wider(label.box, 2.0) if label.box else (0, 0, 999, 999))
                for label, box in zip(photo.dice, corrected, strict=True)
            ]
        elif name == "d6-mixed-train" and photos.is_grey(picture):
            # Boxes here are those of the top face: the die is somewhere around.
            dice = [Die(-1, _wider(label.box, 2.0)) for label in photo.dice if label.box]
        else:
            dice = [Die(0, label.box) for label in photo.dice if label.box]
        if any(d.family >= 0 for d in dice):
            found.append(RealPhoto(picture, dice))
    return found


def simulated_photos() -> list[RealPhoto]:
    """Frames of the app's simulated table, where they were made."""
    found = []
    for labels in sorted(simulated.folder().glob("*.json")):
        for row in json.loads(labels.read_text()):
            picture = cv2.imread(str(labels.parent / row["image"]), cv2.IMREAD_COLOR)
            assert picture is not None
            dice = [Die(1 if die["kind"] == "d12" else 0, tuple(die["box"])) for die in row["dice"]]
            found.append(RealPhoto(picture, dice))
    return found


def _wider(box: tuple[float, float, float, float], times: float) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    cx, cy, w, h = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) * times / 2, (y1 - y0) * times / 2
    return cx - w, cy - h, cx + w, cy + h
