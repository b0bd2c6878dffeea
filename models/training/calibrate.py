"""Fits what the networks' numbers mean, on data that was never trained on.

The temperatures of the face network's answers, how detector and faces together tell a die from what is none, the
detector's thresholds for a table, and below which confidence a reading is doubtful.
"""

from __future__ import annotations

import argparse
import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import Shape
from companion.vision.faces import ANY_KINDS, DOUBTS, FaceReader, die_evidence
from companion.vision.finder import FAMILIES, FoundDie, overlap, same_place
from companion.vision.onnx import Model
from companion.vision.views import Seen
from models.training import calibrate_taught, photos, test_dice
from models.training.export import stamp
from models.training.paths import MODELS, PHOTOS, held_out
from models.training.progress import Progress
from models.training.reading import BareReader, Logits, softmax

HEADS = {"pips": 0, "numerals": 1}
# Of all dice so many may be read wrong without doubt. Rendered numerals are harder than most: some nobody could read.
SILENT = {"pips": 0.003, "numerals": 0.01}
LEAST_DOUBT = 0.5
FALSE_A_PICTURE = 0.04  # false dice on a picture without any, doubtful ones too
FALSE_DIE_COSTS = 0.05  # a false die a table, against missing every die
BANDS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)


@dataclass
class Found:
    """Everything that was found or cut out, with the truth where there is one."""

    logits: list[Logits] = field(default_factory=list)
    dice: list[FoundDie] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)  # how the face is marked; -1: it is no die
    values: list[int] = field(default_factory=list)
    photo: list[bool] = field(default_factory=list)  # a detector found it; otherwise it is a crop of one die
    real: list[bool] = field(default_factory=list)
    clutter: list[int] = field(default_factory=list)  # the photo without any dice that it was found on, or -1
    missed: int = 0
    pictures: int = 0
    without_dice: int = 0  # of the pictures

    def add(
        self,
        logits: Logits,
        dice: list[FoundDie],
        marks: list[int],
        values: list[int],
        photo: bool,
        real: bool,
        empty: bool = False,
    ) -> None:
        self.logits.append(logits)
        self.dice += dice
        self.marks += marks
        self.values += values
        self.photo += [photo] * len(dice)
        self.real += [real] * len(dice)
        self.clutter += [self.pictures if empty else -1] * len(dice)

    def seen(self) -> Seen:
        """The logits as one look at everything."""
        return {name: np.concatenate([part[name] for part in self.logits])[None] for name in self.logits[0]}


class Figures:
    """Stands in for the model where only its figures are asked for."""

    def __init__(self, figures: dict[str, object]) -> None:
        self.figures = figures

    def number(self, *keys: str) -> float:
        value: object = self.figures
        for key in keys:
            value = cast("dict[str, object]", value)[key]
        return float(cast(float, value))


def look(reader: BareReader, root: Path) -> Found:
    """The dev folders and the clutter that was kept out, through detector and faces; crops and rendered dice."""
    all_found = Found()
    listed = [p for name in ("d6-board-dev", "d6-board-dev2") for p in photos.folder(root, name)]
    listed += photos.folder(root, "d6-topface-dev")[::3]  # one kind of dice: a third of it says enough
    listed += [
        photos.Photo(path, ()) for path in sorted((root / "clutter").glob("*.jpg")) if held_out(path.name)
    ]
    progress = Progress("calibrate", len(listed))
    for photo in listed:
        picture = photo.read()
        found = list(reader.find(picture))
        marks, values, missed = _matched(photo, found)
        logits = reader.read_boxes(picture, [die.box for die in found])
        # A few dev photos carry no labels although dice lie there: only the clutter is sure to have none.
        empty = photo.path.parent.name == "clutter"
        all_found.add(logits, found, marks, values, photo=True, real=True, empty=empty)
        all_found.missed += missed
        all_found.pictures += 1
        all_found.without_dice += empty
        progress.add()
    kept = [p for p in photos.folder(root, "faces-dev") if p.dice[0].face.isdigit()]
    for kind, mark, shape in (("d6", 0, Shape.D6), ("d8", 1, Shape.OTHER)):
        mine = [p for p in kept if p.dice[0].kind == kind]
        crops = [cv2.resize(p.read(), (64, 64), interpolation=cv2.INTER_AREA) for p in mine]
        _add_crops(all_found, reader.read(crops), mark, shape, [p.dice[0].face for p in mine], True)
    for kind, shape in (("d12", Shape.D12), ("d6-numerals", Shape.D6)):
        crops, names = test_dice.crops(kind)
        _add_crops(all_found, reader.read(crops), 1, shape, names, False)
    return all_found


def _matched(photo: photos.Photo, found: list[FoundDie]) -> tuple[list[int], list[int], int]:
    """Marks and values of what was found, -1 for what is no die, and how many dice were missed."""
    marks, values, missed = [-1] * len(found), [-1] * len(found), 0
    for label in photo.dice:
        box = label.box
        assert box is not None
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        near = [
            k
            for k, die in enumerate(found)
            if marks[k] < 0 and die.box[0] <= x <= die.box[2] and die.box[1] <= y <= die.box[3]
        ]
        if not near:
            missed += 1
            continue
        best = max(near, key=lambda k: (overlap(found[k].box, box), found[k].score))
        marks[best], values[best] = 0, int(label.face) - 1
    return marks, values, missed


def _add_crops(found: Found, logits: Logits, mark: int, shape: Shape, faces: list[str], real: bool) -> None:
    heat = tuple(float(family is shape) for family in FAMILIES)
    die = FoundDie((0.0, 0.0, 64.0, 64.0), 0.0, cast("tuple[float, float, float]", heat), 1.0)
    count = len(faces)
    found.add(logits, [die] * count, [mark] * count, [int(f) - 1 for f in faces], photo=False, real=real)


def temperature(logits: NDArray[np.float32], wanted: NDArray[np.int64]) -> float:
    """The one number that makes the probabilities most likely, found on a fine grid."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(4.0), 120))

    def cost(t: float) -> float:
        return float(-np.log(softmax(logits, t)[np.arange(len(wanted)), wanted] + 1e-9).mean())

    return float(min(grid, key=cost))


def die_or_not(evidence: NDArray[np.float64], die: NDArray[np.bool_]) -> dict[str, float]:
    """How detector and faces together tell a die: a logistic regression, by Newton's steps."""
    weights = np.zeros(evidence.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-evidence @ weights))
        slope = evidence.T @ (chance - die) + 0.1 * weights
        bend = (evidence * (chance * (1 - chance))[:, None]).T @ evidence + 0.1 * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    names = ("bias", "found", "seen", "read")
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True)}


def least_chance(found: Found, chance: NDArray[np.float64]) -> float:
    """From which chance on a find is told: as low as pictures without dice allow; below a half it is in doubt."""
    told: list[int] = []
    for n in sorted(np.flatnonzero(np.array(found.clutter) >= 0), key=lambda n: -chance[n]):
        # As the reader tells them: of two at one place the likelier.
        beside = [m for m in told if found.clutter[m] == found.clutter[n]]
        if not any(same_place(found.dice[m].box, found.dice[n].box) for m in beside):
            told.append(int(n))
    allowed = int(FALSE_A_PICTURE * found.without_dice)
    least = chance[told[allowed]] + 0.005 if len(told) > allowed else 0.0
    return round(float(np.clip(least, 0.2, 0.6)), 3)


def table_thresholds(found: Found) -> dict[str, float]:
    """On a table the detector alone says what lies there; families without real dev dice follow the d6."""
    marks, photo = np.array(found.marks), np.array(found.photo)
    scores = np.array([die.score for die in found.dice])
    families = np.array([FAMILIES.index(die.family) for die in found.dice])
    true = (marks >= 0) & photo
    labelled = int(true.sum()) + found.missed
    chosen: dict[str, float] = {}
    for number, family in enumerate(FAMILIES):
        false = (marks < 0) & photo & (families == number)
        best, lowest = 0.5, np.inf
        for threshold in np.arange(0.3, 0.8, 0.02):
            missing = 1 - (true & (scores >= threshold)).sum() / labelled
            cost = missing + FALSE_DIE_COSTS * (false & (scores >= threshold)).sum() / found.pictures
            if cost < lowest:
                best, lowest = float(threshold), float(cost)
        chosen[family.value] = round(max(best, chosen.get("d6", 0.0)), 2)
    return chosen


def doubt(confidence: NDArray[np.float64], right: NDArray[np.bool_], silent: float) -> float:
    """The lowest threshold at which silent errors are as rare as they must be."""
    for threshold in np.arange(LEAST_DOUBT, 0.995, 0.005):
        if (~right & (confidence >= threshold)).mean() <= silent:
            return round(float(threshold), 3)
    return 0.995


def calibrate(models: Path, root: Path) -> None:
    found = look(BareReader(models), root)
    seen, marks, values = found.seen(), np.array(found.marks), np.array(found.values)
    photo, real = np.array(found.photo), np.array(found.real)
    dice = marks >= 0
    # What is no die has its own regression; among dice the marks are told apart.
    fitted = {"marks": temperature(seen["marks"][0][dice, :3], marks[dice])}
    for head, number in HEADS.items():
        fitted[head] = temperature(seen[head][0][marks == number], values[marks == number])
    likely = [
        softmax(seen[head][0], fitted[head]).astype(np.float64) for head in ("marks", "pips", "numerals")
    ]
    evidence = die_evidence(np.array([die.score for die in found.dice]), *likely)
    figures: dict[str, object] = {
        "temperature": {head: round(t, 3) for head, t in fitted.items()},
        "doubt_below": dict.fromkeys(HEADS, LEAST_DOUBT),
        "die": die_or_not(evidence[photo], dice[photo]) | {"least": 0.5},
    }
    reader = FaceReader(cast(Model, Figures(figures)))
    chance = reader.chance_of_die(found.dice, seen)
    least = least_chance(found, chance)
    cast("dict[str, float]", figures["die"])["least"] = least
    no_die = np.where(photo, 1 - chance, likely[0][:, 3])
    readings = reader.weigh(found.dice, seen, ANY_KINDS, None, no_die)
    sure = np.array([reading.confidence for reading in readings])
    right = np.array([r.face == str(value + 1) for r, value in zip(readings, values, strict=True)])
    told = np.where(photo, chance >= least, no_die < 0.5)
    below = {}
    for head, number in HEADS.items():
        # Pips are judged by real dice alone; of numerals there are too few of those.
        mine = told & (marks == number) & (real | (head == "numerals"))
        below[head] = doubt(sure[mine], right[mine], SILENT[head])
    figures["doubt_below"] = below
    stamp(models / "dice-detector.onnx", "companion.threshold", json.dumps(table_thresholds(found)))
    stamp(models / "dice-faces.onnx", "companion.calibration", json.dumps(figures))
    calibrate_taught.calibrate(models, root)  # with what was just stored
    print(f"on a table {json.dumps(table_thresholds(found))}, {json.dumps(figures)}")
    doubtful = sure < np.array([below[DOUBTS.get(reading.kind.marks, "pips")] for reading in readings])
    for name, among in (("real", real), ("rendered", ~real)):
        among = among & told & dice
        _tell(name, sure[among], right[among], doubtful[among])
    missed = found.missed + int((photo & dice & ~told).sum())
    false = photo & ~dice & told
    print(
        f"photos: {missed} dice missed, {int(false.sum())} false ones in {found.pictures} pictures, "
        f"{int((false & ~doubtful).sum())} of them not doubtful"
    )


def _tell(
    name: str, sure: NDArray[np.float64], right: NDArray[np.bool_], doubtful: NDArray[np.bool_]
) -> None:
    print(
        f"{len(sure)} {name}: right {right.mean():.4f}, doubtful {doubtful.mean():.4f}, "
        f"silent errors {(~right & ~doubtful).mean():.4f}"
    )
    for low, high in itertools.pairwise(BANDS):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            was = f"said {sure[inside].mean():.3f}, right {right[inside].mean():.3f}"
            print(f"  {low:.2f} to {min(high, 1.0):.2f}: {inside.sum()} dice, {was}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    given = parser.parse_args()
    calibrate(given.models, given.photos)
