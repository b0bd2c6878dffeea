"""How good the reader is, on labelled photos: what was found, what was read right, what it was sure of.

A die that was missed counts as read wrong. A silent error is a wrong reading that was not doubtful: the one
kind of mistake that a game cannot see. Each face is read once more from its true place, without the detector;
the place of a label without a box is its whole picture. Symbols are taught from a few looks, and then read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import cv2

from companion.camera.source import Picture
from companion.dice import UNKNOWN_FACE, DieKind, DieReading
from companion.vision.batch import in_order
from companion.vision.faces import ANY_KINDS
from companion.vision.finder import Box, overlap
from companion.vision.labels import Label, LabelledPicture, load_labels
from companion.vision.pictures import PictureError, load_picture
from companion.vision.reader import Reader
from companion.vision.scores import FolderScore, Outcome, Report
from companion.vision.turning import ANGLES, read_turned
from companion.vision.views import detail, inside

SAME_BOX = 0.4  # intersection over union of a label and a reading that are one die
HUGGED = 0.7  # share of a label inside the reading's box, where labels hug the pips and not the die


def measure_folders(
    folders: Iterable[Path],
    reader: Reader,
    kinds: Sequence[DieKind] = ANY_KINDS,
    wrong_to: Path | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    workers: int = 1,
    every: int = 1,
    angles: bool = False,
) -> Report:
    """Read every picture of every folder. `every` and `angles` are those of the command. Raises LabelError."""
    listed = [(folder, load_labels(folder, every)) for folder in folders]
    names = [folder.name for folder, _ in listed]
    scores = []
    for folder, pictures in listed:
        # Two folders of one name, such as a/dev and b/dev, are told apart by their whole paths.
        score = FolderScore(folder.name if names.count(folder.name) == 1 else str(folder))
        work = partial(measure_picture, reader=reader, kinds=kinds, wrong_to=wrong_to, angles=angles)
        for number, part in enumerate(in_order(partial(work, name=score.name), pictures, workers), 1):
            score.add(part)
            if progress is not None:
                progress(score.name, number, len(pictures))
        scores.append(score)
    return Report(scores)


def measure_picture(
    labelled: LabelledPicture,
    reader: Reader,
    kinds: Sequence[DieKind],
    wrong_to: Path | None,
    angles: bool,
    name: str,
) -> FolderScore:
    """The score of one picture, which is saved with boxes where something went wrong."""
    score = FolderScore(name)
    try:
        picture = load_picture(labelled.path)
    except PictureError as problem:
        score.unreadable.append(str(problem))
        return score
    score.pictures = 1
    height, width = picture.shape[:2]
    readings = reader.read(picture, kinds)
    score.outcomes, score.false = match(labelled.dice, readings, (width / 2, height / 2))
    whole = not score.false and all(outcome.right for outcome in score.outcomes if outcome.counts)
    score.whole = int(whole)
    if not whole and wrong_to is not None:
        _save(picture, score.outcomes, score.false, wrong_to / name / f"{labelled.path.stem}.png")
    for label in labelled.dice:
        box = label.box or inside(width, height)
        if label.readable is None:
            if label.face != UNKNOWN_FACE:
                score.looks.append((label, reader.faces.embeddings([detail(picture, box)])[0]))
            continue
        (read,) = reader.read_known(picture, [(box, label.shape)], kinds)
        score.in_place.append(Outcome(label, read))
        if angles:
            for angle, read in zip(
                ANGLES, read_turned(reader, picture, box, label.shape, kinds), strict=True
            ):
                score.turned.setdefault(angle, []).append(Outcome(label, read))
    return score


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
