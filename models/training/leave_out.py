"""Leaves out one source of real photographs at a time, and measures on it: an honest forecast for a stranger's table.

Each network is trained for the same short time, so the figures lie below those of the shipped models; the same course
on all sources says by how much. Rendered dice, clutter and the sources that nobody leaves out are always in: what they
teach is learned once (`base`), and every course begins there. A source without a dev folder is measured on its train
folder, which was not trained on then.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import replace
from pathlib import Path

from companion.vision.measure import measure_folders
from companion.vision.reader import Reader
from models.training import calibrate, export, train_detector, train_faces
from models.training.paths import CACHE, MODELS, PHOTOS
from models.training.training import Course

# What is left out, and where it is then measured.
SOURCES = {
    "": ("d6-board-dev", "d6-board-dev2"),  # nothing: what the short course can do
    "d6-board-train": ("d6-board-dev", "d6-board-dev2"),
    "d6-mixed-train": ("d6-mixed-train",),
    "d6-rig-train": ("d6-rig-train",),
}


BASE = "base"  # leaves out all of them


def without(left_out: str, course: Course, minutes: float, photos: Path) -> Course:
    """The course but for one source, or for all that are left out at some time."""
    base = f"{course.name}-without-any"
    if left_out == BASE:
        sources = tuple(source for source in course.sources if source not in SOURCES)
        return replace(course, name=base, sources=sources, minutes=minutes, photos=photos)
    name = f"{course.name}-without-{left_out or 'nothing'}"
    sources = tuple(source for source in course.sources if source != left_out)
    return replace(course, name=name, sources=sources, minutes=minutes, photos=photos, start_from=base)


def train(left_out: str, network: str, minutes: float, photos: Path) -> None:
    """One network's short course; the two can run at the same time, each in its own process."""
    if network == "detector":
        train_detector.train(without(left_out, train_detector.COURSE, minutes, photos))
    else:
        train_faces.train(without(left_out, train_faces.COURSE, minutes, photos))


def measure(left_out: str, photos: Path) -> str:
    """The report on the folders of the source that was left out."""
    models = CACHE / "left-out" / (left_out or "nothing")
    models.mkdir(parents=True, exist_ok=True)
    detector, faces = (without(left_out, m.COURSE, 0, photos).name for m in (train_detector, train_faces))
    export.detector(detector, "0", export.PLAIN_THRESHOLD, models / "dice-detector.onnx")
    export.faces(faces, "0", export.PLAIN_CALIBRATION, models / "dice-faces.onnx")
    # These saw none of those photographs; the reader asks for all five.
    for name in ("dice-numerals", "dice-symbols", "dice-lying"):
        shutil.copy(MODELS / f"{name}.onnx", models)
    calibrate.calibrate(models, photos)
    return measure_folders([photos / name for name in SOURCES[left_out]], Reader(models), workers=2).text()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("left_out", choices=(*SOURCES, BASE), help="the source; '' for none")
    parser.add_argument("step", choices=("detector", "faces", "measure"))
    parser.add_argument("--minutes", type=float, default=30.0, help="of this training course")
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    given = parser.parse_args()
    if given.step == "measure":
        print(measure(given.left_out, given.photos))
    else:
        train(given.left_out, given.step, given.minutes, given.photos)
