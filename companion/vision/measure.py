"""How good the reader is, on labelled photos: what was found, what was read right, what it was sure of.

    python -m companion.vision.measure FOLDER… [--json] [--pictures OUT] [--models FOLDER]

A die that was missed counts as read wrong. A silent error is a wrong reading that was not doubtful: the one
kind of mistake that a game cannot see.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import cv2

from companion.camera.source import Picture
from companion.dice import DieKind, DieReading
from companion.vision.faces import ANY_KINDS
from companion.vision.finder import Box, overlap
from companion.vision.labels import Label, LabelError, LabelledPicture, load_labels
from companion.vision.onnx import ModelError
from companion.vision.pictures import PictureError, load_picture
from companion.vision.reader import Reader
from companion.vision.scores import FolderScore, Outcome, Report

SAME_BOX = 0.4  # intersection over union of a label and a reading that are one die
HUGGED = 0.7  # share of a label inside the reading's box, where labels hug the pips and not the die


def measure_folders(
    folders: Iterable[Path],
    reader: Reader,
    kinds: Sequence[DieKind] = ANY_KINDS,
    wrong_to: Path | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Report:
    """Read every picture of every folder. Raises LabelError."""
    listed = [(folder, load_labels(folder)) for folder in folders]
    scores = []
    for folder, pictures in listed:
        score = FolderScore(folder.name)
        for number, labelled in enumerate(pictures):
            if progress is not None:
                progress(folder.name, number, len(pictures))
            try:
                picture = load_picture(labelled.path)
            except PictureError as problem:
                score.unreadable.append(str(problem))
                continue
            measure_picture(picture, labelled, reader.read(picture, kinds), score, wrong_to)
        scores.append(score)
    return Report(scores)


def measure_picture(
    picture: Picture,
    labelled: LabelledPicture,
    readings: Sequence[DieReading],
    score: FolderScore,
    wrong_to: Path | None = None,
) -> None:
    """Count one picture's dice into a score, and save it with boxes where something went wrong."""
    outcomes, false = match(labelled.dice, readings, (picture.shape[1] / 2, picture.shape[0] / 2))
    whole = not false and all(outcome.right for outcome in outcomes if outcome.counts)
    score.pictures += 1
    score.whole += whole
    score.outcomes += outcomes
    score.false += false
    if not whole and wrong_to is not None:
        _save(picture, outcomes, false, wrong_to / score.name / f"{labelled.path.stem}.png")


def match(
    labels: Sequence[Label], readings: Sequence[DieReading], middle: tuple[float, float]
) -> tuple[list[Outcome], list[DieReading]]:
    """Each label with its reading, nearest pairs first, and the readings that are no die.

    A label without a box is the die in the `middle` of its picture.
    """
    pairs = []
    for index, label in enumerate(labels):
        for other, reading in enumerate(readings):
            fit = _fit(label.box, reading.box, middle)
            if fit > 0:
                pairs.append((fit * (1 + reading.confidence), index, other))
    taken: dict[int, int] = {}
    for _, index, other in sorted(pairs, reverse=True):
        if index not in taken and other not in taken.values():
            taken[index] = other
    outcomes = [
        Outcome(label, readings[taken[index]] if index in taken else None)
        for index, label in enumerate(labels)
    ]
    return outcomes, [reading for other, reading in enumerate(readings) if other not in taken.values()]


def _fit(label: Box | None, reading: Box, middle: tuple[float, float]) -> float:
    if label is None:
        inside = reading[0] <= middle[0] <= reading[2] and reading[1] <= middle[1] <= reading[3]
        return 1.0 if inside else 0.0
    x, y = (label[0] + label[2]) / 2, (label[1] + label[3]) / 2
    if not (reading[0] <= x <= reading[2] and reading[1] <= y <= reading[3]):
        return 0.0
    share = overlap(label, reading)
    area = max(1e-9, (label[2] - label[0]) * (label[3] - label[1]))
    width = min(label[2], reading[2]) - max(label[0], reading[0])
    height = min(label[3], reading[3]) - max(label[1], reading[1])
    hugged = width * height / area >= HUGGED
    return share if share >= SAME_BOX or hugged else 0.0


def _save(picture: Picture, outcomes: Sequence[Outcome], false: Sequence[DieReading], path: Path) -> None:
    """Labels in green, right readings in blue, wrong and false ones in red."""
    shown = picture.copy()
    for outcome in outcomes:
        if outcome.label.box is not None:
            _draw(shown, outcome.label.box, outcome.label.face, (60, 200, 60), below=True)
        if outcome.reading is not None:
            colour = (230, 120, 40) if outcome.right else (40, 40, 230)
            _draw(shown, outcome.reading.box, _says(outcome.reading), colour)
    for reading in false:
        _draw(shown, reading.box, "false: " + _says(reading), (40, 40, 230))
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), shown)


def _says(reading: DieReading) -> str:
    return f"{reading.kind} {reading.face} {reading.confidence:.2f}{' doubtful' if reading.doubtful else ''}"


def _draw(picture: Picture, box: Box, text: str, colour: tuple[int, int, int], below: bool = False) -> None:
    left, top, right, bottom = (round(side) for side in box)
    cv2.rectangle(picture, (left, top), (right, bottom), colour, 1)
    place = (left, bottom + 12) if below else (left, max(10, top - 3))
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="measure", description="Scores the reader on labelled photos.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="print figures for programs")
    parser.add_argument(
        "--pictures", type=Path, metavar="OUT", help="save the wrong pictures here, with boxes"
    )
    parser.add_argument("--models", type=Path, default=Path("models"), help="folder of the two networks")
    given = parser.parse_args(arguments)

    def progress(name: str, done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{name}: {done} of {of}   ", end="", file=sys.stderr, flush=True)

    try:
        report = measure_folders(
            given.folders, Reader(given.models), wrong_to=given.pictures, progress=progress
        )
    except (LabelError, ModelError) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(report.json() if given.json else report.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
