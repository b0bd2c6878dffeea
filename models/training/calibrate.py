"""Fits the temperatures and the threshold of doubt on data that was never trained on."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import overlap
from models.training import photos, test_dice
from models.training.export import stamp
from models.training.paths import MODELS, PHOTOS
from models.training.reading import Eye, Logits, softmax

HEADS = {"pips": 0, "numerals": 1}
SILENT = 0.003  # of all dice may be read wrong without doubt
LEAST_DOUBT = 0.5


def dev_dice(eye: Eye, root: Path) -> tuple[Logits, NDArray[np.int64], NDArray[np.int64]]:
    """Logits of every dev die as it was found, its kind of marks, and its value (from 0)."""
    parts: list[Logits] = []
    marks: list[int] = []
    values: list[int] = []

    def add(logits: Logits, mark: int, wanted: list[int]) -> None:
        parts.append(logits)
        marks.extend([mark] * len(wanted))
        values.extend(wanted)

    for name in ("d6-board-dev", "d6-board-dev2", "d6-topface-dev"):
        for photo in photos.folder(root, name):
            picture = photo.read()
            found = [die.box for die in eye.find(picture)]
            pairs = []
            for label in photo.dice:
                assert label.box is not None
                x, y = (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2
                near = [b for b in found if b[0] <= x <= b[2] and b[1] <= y <= b[3]]
                if near:
                    pairs.append((max(near, key=lambda b: overlap(b, label.box or b)), int(label.face) - 1))
            add(eye.read_boxes(picture, [box for box, _ in pairs]), 0, [value for _, value in pairs])
    kept = [p for p in photos.folder(root, "faces-dev") if p.dice[0].face.isdigit()]
    for kind, mark in (("d6", 0), ("d8", 1)):
        mine = [p for p in kept if p.dice[0].kind == kind]
        crops = [cv2.resize(p.read(), (64, 64), interpolation=cv2.INTER_AREA) for p in mine]
        add(eye.read(crops), mark, [int(p.dice[0].face) - 1 for p in mine])
    for kind in ("d12", "d6-numerals"):
        crops, names = test_dice.crops(kind)
        add(eye.read(crops), 1, [int(n) - 1 for n in names])
    logits = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return logits, np.array(marks), np.array(values)


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


def calibrate(models: Path, root: Path, turns: int) -> None:
    eye = Eye(models, turns)
    logits, marks, values = dev_dice(eye, root)
    fitted = {"marks": temperature(logits["marks"], marks)}
    sure = np.zeros(len(marks))
    right = np.zeros(len(marks), bool)
    for head, number in HEADS.items():
        mine = marks == number
        fitted[head] = temperature(logits[head][mine], values[mine])
    among = softmax(logits["marks"], fitted["marks"])
    for head, number in HEADS.items():
        chance = softmax(logits[head], fitted[head])
        told = among[:, number] * chance.max(axis=1)
        better = told > sure
        sure = np.where(better, told, sure)
        right = np.where(better, (marks == number) & (chance.argmax(axis=1) == values), right)
    below = doubt(sure, right)
    calibration = {"temperature": {k: round(v, 3) for k, v in fitted.items()}, "doubt_below": below}
    stamp(models / "dice-faces.onnx", "companion.calibration", json.dumps(calibration))
    stamp(models / "dice-faces.onnx", "companion.turns", str(turns))
    print(
        f"{len(marks)} dice, right {right.mean():.4f}, doubtful {(sure < below).mean():.4f}, "
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
            print(
                f"  said {low:.2f} to {min(high, 1.0):.2f}: {inside.sum()} dice, mean {sure[inside].mean():.3f}, "
                f"right {right[inside].mean():.3f}"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--turns", type=int, default=4)
    given = parser.parse_args()
    calibrate(given.models, given.photos, given.turns)
