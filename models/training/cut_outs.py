"""Dice cut out of photographs: real plastic and real light, to be laid on other tables than their own.

A train folder shows its dice on one or two tables, which a network soon knows by heart. Cut out, the same dice lie on
cloth, maps and boards. What was cut badly is left out by its size and shape: better few than frayed ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training import photos, relabel
from models.training.bank import Bank
from models.training.paths import CACHE, PHOTOS
from models.training.photos import Box, Picture
from models.training.progress import Progress
from models.training.renderer import SIDE

KIND = "cut-outs"
FOLDERS = ("d6-board-train", "d6-mixed-train", "d20-numerals-train")
ROOM = 1.5  # a cut-out is so much longer than its die
SLANT = 40.0  # degrees from straight down, as most of these photos look at their tables
LEAST = 40.0  # px of a die in its photo: smaller ones have too little of an edge
ROUNDS = 4
FILLS = (0.55, 0.93)  # of its box: a square on its tip, and a cube seen from its side
SPREADS = 0.02  # of what was cut out, outside its box
OTHERS = 4  # of what is no d6, every fourth
APART = 0.12  # of the box may lie under that of another die


Layers = NDArray[np.uint8]  # as a sprite of the bank has them: colour times cover, cover, shadow


def make(root: Path) -> None:
    """Cuts out the dice of the train folders, once; what each is stands beside them."""
    better = relabel.boxes()
    sprites, rows = [], []
    for name in FOLDERS:
        listed = photos.folder(root, name)
        progress = Progress(f"cut-outs of {name}", len(listed))
        for photo in listed:
            progress.add()
            picture = photo.read()
            if name == "d6-mixed-train" and photos.is_grey(picture):
                continue
            boxes = better.get(f"{name}/{photo.path.name}") or [die.box for die in photo.dice]
            for die, box in zip(photo.dice, boxes, strict=True):
                cut = cut_out(picture, box) if box is not None and _alone(box, boxes) else None
                if cut is not None:
                    sprites.append(cut[0])
                    rows.append(_row(name, die, cut[1]))
    np.save(_files()[0], np.stack(sprites))
    _files()[1].write_text(json.dumps(rows))


def lay_in(bank: Bank, sources: tuple[str, ...]) -> None:
    """Adds those of these sources to the bank, as a kind of their own; nothing where none were cut out."""
    data, index = _files()
    if index.exists():
        rows = json.loads(index.read_text())
        chosen = [k for k, row in enumerate(rows) if row["source"] in sources]
        # A few d20s were photographed over and over: all of them would crowd out the others.
        chosen = [k for k in chosen if rows[k]["shape"] == "d6" or k % OTHERS == 0]
        bank.add(KIND, np.load(data, mmap_mode="r"), [(k, rows[k]) for k in chosen])


def _files() -> tuple[Path, Path]:
    return CACHE / "cut-outs.npy", CACHE / "cut-outs.json"


def _row(source: str, die: photos.Labelled, box: tuple[int, int, int, int]) -> dict[str, object]:
    marks = "pips" if die.kind == "d6" else "numerals"
    told = {"source": source, "shape": die.kind, "marks": marks, "value": die.face, "box": box}
    # How it is turned, and where exactly its top face is, no label says.
    return told | {"angle": None, "top": None, "tilt": 0.0, "off_vertical": SLANT}


def _alone(box: Box, boxes: Sequence[Box | None]) -> bool:
    """Is it large enough, and free of the others?"""
    large = max(box[2] - box[0], box[3] - box[1]) >= LEAST
    return large and all(_covered(box, other) < APART for other in boxes if other not in (None, box))


def cut_out(picture: Picture, box: Box) -> tuple[Layers, tuple[int, int, int, int]] | None:
    """The die in this box without its table; None where the two could not be told apart."""
    view = photos.around(picture, box, ROOM, SIDE)
    long = max(box[2] - box[0], box[3] - box[1])
    wide, high = ((side * SIDE / (ROOM * long)) for side in (box[2] - box[0], box[3] - box[1]))
    x, y = round((SIDE - wide) / 2), round((SIDE - high) / 2)
    inside = (slice(y, SIDE - y), slice(x, SIDE - x))
    mask = np.full((SIDE, SIDE), cv2.GC_BGD, np.uint8)
    mask[inside] = cv2.GC_PR_FGD
    middle = (SIDE // 2, SIDE // 2)
    cv2.ellipse(mask, middle, (int(wide * 0.33), int(high * 0.33)), 0, 0, 360, cv2.GC_FGD, -1)
    models = np.zeros((2, 1, 65))
    try:
        cv2.grabCut(view, mask, None, models[0], models[1], ROUNDS, cv2.GC_INIT_WITH_MASK)
    except cv2.error:
        return None  # one colour only
    die = ((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)).astype(np.uint8)
    outline, _ = cv2.findContours(die, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = cv2.convexHull(max(outline, key=cv2.contourArea))
    hull = cv2.fillConvexPoly(np.zeros_like(die), whole, (1,))
    area = float(hull.sum())
    fills = area / (wide * high)
    # A die has no dents: what was cut must fill its hull, and reach all sides of its box.
    if (
        not FILLS[0] < fills < FILLS[1]
        or die.sum() < 0.93 * area
        or hull[inside].sum() < (1 - SPREADS) * area
    ):
        return None
    x0, y0, w, h = cv2.boundingRect(hull)
    if w < 0.9 * wide or h < 0.9 * high:
        return None
    cover = cv2.GaussianBlur(cv2.erode(hull, np.ones((3, 3), np.uint8)).astype(np.float32), (0, 0), 1.0)
    shadow = cv2.GaussianBlur(np.roll(hull, SIDE // 24, axis=0).astype(np.float32), (0, 0), SIDE / 22)
    colour = view.astype(np.float32) * cover[..., None]
    layers = np.dstack([colour, 255 * cover, 180 * shadow]).astype(np.uint8)
    return layers, (x0, y0, x0 + w, y0 + h)


def _covered(box: Box, other: Box) -> float:
    """The share of a box that lies under the other."""
    wide = max(0.0, min(box[2], other[2]) - max(box[0], other[0]))
    high = max(0.0, min(box[3], other[3]) - max(box[1], other[1]))
    return wide * high / ((box[2] - box[0]) * (box[3] - box[1]) + 1e-6)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    make(parser.parse_args().photos)
