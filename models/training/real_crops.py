"""Crops of photographs: dice of the train folders, what a detector once took for dice, and simulated dice."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.symbols import DRAWINGS
from models.training import mistakes, photos, relabel, simulated

Picture = NDArray[np.uint8]
STORED = 128  # side of a stored real crop, which shows twice the die
SIMULATED = 100_000  # from here on symbols are those of the simulated table
PHOTOGRAPHED = 200_000  # from here on they are the pips and numerals of photographs

# How often a crop may be turned any way. A slanted view mostly may not: what is up tells which face is on top.
FREE = {
    "d6-board-train": 0.05,
    "d6-mixed-train": 0.3,
    "d6-rig-train": 1.0,
    "faces-train": 1.0,
    "d20-numerals-train": 0.5,
}
MARKS = {"pips": 0, "numerals": 1, "symbol": 2, "none": 3}
SOLIDS = {"d6": 0, "d12": 1}  # all others are one family


@dataclass(frozen=True)
class Truth:
    """What a crop shows; -1 where a part of the answer is not known or has no meaning."""

    marks: int
    pips: int = -1
    numeral: int = -1
    symbol: int = -1
    solid: int = -1
    spot: tuple[float, float] | None = None  # the top face's middle, from the crop's, in sides of the crop


@dataclass(frozen=True)
class RealCrop:
    picture: Picture
    truth: Truth
    free: float  # the chance that the crop may be turned any way, which a slanted view mostly may not
    size: float  # the die's length in the stored crop, px
    near: bool = False  # the crop's middle is the top face's


def truth_of(marks: str, value: str) -> Truth:
    if marks == "pips":
        return Truth(0, pips=int(value) - 1)
    if marks == "numerals":
        number = int(value) if value.isdigit() else 0
        return Truth(1, numeral=number - 1 if 1 <= number <= 12 and value == str(number) else 12)
    return Truth(2)


def real_crops(folder: Path, name: str) -> list[RealCrop]:
    """All dice of a train folder, cut with as much again around them."""
    better = relabel.boxes()
    found = []
    for photo in photos.folder(folder, name):
        picture = photo.read()
        height, width = picture.shape[:2]
        corrected = better.get(f"{name}/{photo.path.name}", [None] * len(photo.dice))
        for die, corrected_box in zip(photo.dice, corrected, strict=True):
            box = corrected_box or die.box
            if name == "faces-train":
                box = (width * 0.1, height * 0.1, width * 0.9, height * 0.9)
            if box is None or max(box[2] - box[0], box[3] - box[1]) < 12 or not die.face.isdigit():
                continue  # among the last: the symbol dice of faces-train, which are for measuring
            truth = truth_of("pips" if die.kind == "d6" else "numerals", die.face)
            truth = replace(truth, solid=SOLIDS.get(die.kind, 2))
            crop = photos.around(picture, box, 2.0, STORED)
            found.append(RealCrop(crop, truth, FREE[name], STORED / 2))
    return found


def mistaken_crops(folder: Path, sources: tuple[str, ...]) -> list[RealCrop]:
    """What a detector once took for dice and is none; nothing from a source that is left out."""
    found = mistakes.mistakes()[::4]  # all of them would fill the memory
    if mistakes.LABELLED not in sources:
        found = [mistake for mistake in found if not mistake.image.startswith(mistakes.LABELLED)]
    pictures = mistakes.pictures(folder, found)
    crops = []
    for mistake in found:
        picture, shrunk = pictures[mistake.image]
        box = tuple(v * shrunk for v in mistake.box)
        crops.append(RealCrop(photos.around(picture, box, 2.0, STORED), Truth(3), 0.5, STORED / 2))
    return crops


def simulated_crops() -> list[RealCrop]:
    """Dice of the app's simulated table; its symbols are classes of their own."""
    found = []
    for labels in sorted(simulated.folder().glob("*.json")):
        for row in json.loads(labels.read_text()):
            picture = cv2.imread(str(labels.parent / row["image"]), cv2.IMREAD_COLOR)
            assert picture is not None
            for die in row["dice"]:
                marks = {"d6": "pips", "d6-numerals": "numerals", "d12": "numerals"}.get(
                    die["kind"], "symbol"
                )
                if die["face"] is None:
                    truth = Truth(-1)  # it leans: no face is up
                elif marks == "symbol":
                    truth = Truth(2, symbol=SIMULATED + sorted(DRAWINGS).index(die["face"]))
                else:
                    truth = truth_of(marks, die["face"])
                truth = replace(truth, solid=SOLIDS["d12" if die["kind"] == "d12" else "d6"])
                found.append(
                    RealCrop(photos.around(picture, tuple(die["box"]), 2.0, STORED), truth, 0.6, STORED / 2)
                )
    return found


def by_truth(crops: list[RealCrop]) -> list[list[RealCrop]]:
    groups: dict[Truth, list[RealCrop]] = {}
    for crop in crops:
        groups.setdefault(crop.truth, []).append(crop)
    return list(groups.values())


def face_class(truth: Truth) -> int:
    """The number a photographed face has among the symbols; -1 where one answer stands for several faces."""
    if truth.pips >= 0:
        return PHOTOGRAPHED + truth.pips
    return PHOTOGRAPHED + 10 + truth.numeral if 0 <= truth.numeral < 12 else -1
