"""Fits thresholds, temperatures and the threshold of doubt on data that was never trained on."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import FAMILIES, overlap
from models.training import photos, test_dice
from models.training.export import stamp
from models.training.paths import MODELS, PHOTOS, held_out
from models.training.progress import Progress
from models.training.reading import BareReader, Logits, softmax

HEADS = {"pips": 0, "numerals": 1}
LOWEST = 0.2  # what is surely too low for the detector
SILENT = 0.003  # of all dice may be read wrong without doubt
LEAST_DOUBT = 0.5
CROP, RENDERED = -1, -2  # in place of a family: dice that no detector found, real and rendered
FALSE_DIE_COSTS = (
    0.05  # a false die a picture, against missing every die; the faces and the players see it too
)
NOT_A_DIE = 0.5  # from here on the reader drops what was found


@dataclass
class Seen:
    """Everything that was found, with the truth where there is one."""

    logits: list[Logits] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)  # how the face is marked; -1: it is no die
    values: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    families: list[int] = field(default_factory=list)
    missed: int = 0
    pictures: int = 0

    def add(
        self, logits: Logits, marks: list[int], values: list[int], scores: list[float], families: list[int]
    ) -> None:
        self.logits.append(logits)
        self.marks += marks
        self.values += values
        self.scores += scores
        self.families += families

    def stacked(self) -> Logits:
        return {name: np.concatenate([part[name] for part in self.logits]) for name in self.logits[0]}


def look(reader: BareReader, root: Path) -> Seen:
    """The dev folders and the clutter that was kept out, through detector and faces; crops and rendered dice."""
    seen = Seen()
    listed = [p for name in ("d6-board-dev", "d6-board-dev2") for p in photos.folder(root, name)]
    listed += photos.folder(root, "d6-topface-dev")[::3]  # one kind of dice: a third of it says enough
    listed += [
        photos.Photo(path, ()) for path in sorted((root / "clutter").glob("*.jpg")) if held_out(path.name)
    ]
    progress = Progress("calibrate", len(listed))
    for photo in listed:
        picture = photo.read()
        found = list(reader.find(picture))
        marks, values = [-1] * len(found), [-1] * len(found)
        for label in photo.dice:
            assert label.box is not None
            x, y = (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2
            near = [
                k
                for k, die in enumerate(found)
                if marks[k] < 0 and die.box[0] <= x <= die.box[2] and die.box[1] <= y <= die.box[3]
            ]
            if not near:
                seen.missed += 1
                continue
            best = max(near, key=lambda k: (overlap(found[k].box, label.box or found[k].box), found[k].score))
            marks[best], values[best] = 0, int(label.face) - 1
        families = [FAMILIES.index(die.family) for die in found]
        logits = reader.read_boxes(picture, [die.box for die in found])
        seen.add(logits, marks, values, [die.score for die in found], families)
        seen.pictures += 1
        progress.add()
    kept = [p for p in photos.folder(root, "faces-dev") if p.dice[0].face.isdigit()]
    for kind, mark in (("d6", 0), ("d8", 1)):
        mine = [p for p in kept if p.dice[0].kind == kind]
        crops = [cv2.resize(p.read(), (64, 64), interpolation=cv2.INTER_AREA) for p in mine]
        _add_crops(seen, reader.read(crops), mark, [int(p.dice[0].face) - 1 for p in mine])
    for kind in ("d12", "d6-numerals"):
        crops, names = test_dice.crops(kind)
        _add_crops(seen, reader.read(crops), 1, [int(n) - 1 for n in names], RENDERED)
    return seen


def _add_crops(seen: Seen, logits: Logits, mark: int, values: list[int], family: int = CROP) -> None:
    seen.add(logits, [mark] * len(values), values, [1.0] * len(values), [family] * len(values))


def temperature(logits: NDArray[np.float32], wanted: NDArray[np.int64]) -> float:
    """The one number that makes the probabilities most likely, found on a fine grid."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(4.0), 120))

    def cost(t: float) -> float:
        return float(-np.log(softmax(logits, t)[np.arange(len(wanted)), wanted] + 1e-9).mean())

    return float(min(grid, key=cost))


def doubt(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The lowest threshold at which silent errors are as rare as they must be."""
    for threshold in np.arange(LEAST_DOUBT, 0.995, 0.005):
        if (~right & (confidence >= threshold)).mean() <= SILENT:
            return round(float(threshold), 3)
    return 0.995


def detector_thresholds(seen: Seen, kept: NDArray[np.bool_]) -> dict[str, float]:
    """Where a missed die and a false one weigh the same; families without real dev dice follow the d6."""
    marks, scores, families = np.array(seen.marks), np.array(seen.scores), np.array(seen.families)
    true = (marks == 0) & (families >= 0)
    labelled = int(true.sum()) + seen.missed
    chosen: dict[str, float] = {}
    for number, family in enumerate(FAMILIES):
        false = (marks < 0) & kept & (families == number)
        best, least = 0.5, np.inf
        for threshold in np.arange(LOWEST, 0.8, 0.02):
            missing = 1 - (true & kept & (scores >= threshold)).sum() / labelled
            cost = missing + FALSE_DIE_COSTS * (false & (scores >= threshold)).sum() / seen.pictures
            if cost < least:
                best, least = float(threshold), float(cost)
        chosen[family.value] = round(max(best, chosen.get("d6", 0.0)), 2)
    return chosen


def calibrate(models: Path, root: Path) -> None:
    seen = look(BareReader(models, LOWEST), root)
    logits, marks, values = seen.stacked(), np.array(seen.marks), np.array(seen.values)
    # What the detector's threshold lets through counts for the marks: what is no die must be told from the rest.
    thresholds = detector_thresholds(seen, softmax(logits["marks"])[:, 3] < NOT_A_DIE)
    least = np.array([thresholds[family.value] for family in FAMILIES] + [0.0, 0.0])  # crops have no score
    passed = np.array(seen.scores) >= least[np.array(seen.families)]
    fitted = {"marks": temperature(logits["marks"][passed], np.where(marks < 0, 3, marks)[passed])}
    for head, number in HEADS.items():
        mine = marks == number
        fitted[head] = temperature(logits[head][mine], values[mine])
    among = softmax(logits["marks"], fitted["marks"])
    dice = (marks >= 0) & passed & (among[:, 3] < NOT_A_DIE)
    sure = np.zeros(len(marks))
    right = np.zeros(len(marks), bool)
    for head, number in HEADS.items():
        chance = softmax(logits[head], fitted[head])
        told = among[:, number] * chance.max(axis=1)
        better = told > sure
        sure = np.where(better, told, sure)
        right = np.where(better, (marks == number) & (chance.argmax(axis=1) == values), right)
    # The threshold of doubt is for real dice.
    real = dice & (np.array(seen.families) > RENDERED)
    below = doubt(sure[real], right[real])
    shares = [(sure[real] < below).mean(), (~right[real] & (sure[real] >= below)).mean()]
    sure, right = sure[dice], right[dice]
    calibration = {"temperature": {k: round(v, 3) for k, v in fitted.items()}, "doubt_below": below}
    stamp(models / "dice-detector.onnx", "companion.threshold", json.dumps(thresholds))
    stamp(models / "dice-faces.onnx", "companion.calibration", json.dumps(calibration))
    print(f"thresholds {json.dumps(thresholds)}")
    print(f"{real.sum()} real dice: doubtful {shares[0]:.4f}, silent errors {shares[1]:.4f}")
    print(
        f"{len(sure)} dice read: right {right.mean():.4f}, doubtful {(sure < below).mean():.4f}, "
        f"silent errors {(~right & (sure >= below)).mean():.4f}, {json.dumps(calibration)}"
    )
    for low, high in (
        (0.0, 0.5),
        (0.5, 0.7),
        (0.7, 0.8),
        (0.8, 0.9),
        (0.9, 0.95),
        (0.95, 0.99),
        (0.99, 1.01),
    ):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            said, was = sure[inside].mean(), right[inside].mean()
            print(
                f"  said {low:.2f} to {min(high, 1.0):.2f}: {inside.sum()} dice, {said:.3f}, right {was:.3f}"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    given = parser.parse_args()
    calibrate(given.models, given.photos)
