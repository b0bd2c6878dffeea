"""Measures the models in a folder on data that was never trained on, with the app's own reader."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.dice import DieReading
from companion.vision.finder import overlap
from companion.vision.reader import Reader
from models.training import photos, test_dice
from models.training.paths import MODELS, PHOTOS, held_out
from models.training.progress import Progress
from models.training.reading import BareReader

PARTS = ("crops", "rendered", "d6-board-dev", "d6-board-dev2", "d6-topface-dev", "clutter")


@dataclass
class Score:
    """Dice of one folder: found or not, right or not, doubtful or not."""

    name: str
    dice: int = 0
    found: int = 0
    right: int = 0
    silent: int = 0
    doubtful: int = 0
    false: int = 0
    pictures: int = 0
    sizes: list[tuple[float, bool]] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def line(self) -> str:
        large = [right for size, right in self.sizes if size >= 40]
        small = [right for size, right in self.sizes if size < 40]
        parts = [
            f"{self.name}: {self.pictures} pictures, {self.dice} dice",
            f"recall {_share(self.found, self.dice)}",
            f"precision {_share(self.found, self.found + self.false)}",
            f"read right {_share(self.right, self.dice)}",
            f"(40 px and more {_share(sum(large), len(large))}, smaller {_share(sum(small), len(small))})",
            f"silent errors {_share(self.silent, self.dice)}",
            f"doubtful {_share(self.doubtful, self.found)}",
            f"false a picture {self.false / max(1, self.pictures):.3f}",
        ]
        return (
            ", ".join(parts)
            + "\n   "
            + ", ".join(f"{a}→{b} {n}" for (a, b), n in self.confusions.most_common(8))
        )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} % ({part}/{whole})" if whole else "none"


def matches(label: photos.Labelled, die: DieReading, hugging: bool) -> bool:
    assert label.box is not None
    if hugging:
        # These labels hug the top face's pips: the die around them has their middle inside.
        x, y = (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2
        return die.box[0] <= x <= die.box[2] and die.box[1] <= y <= die.box[3]
    return overlap(label.box, die.box) >= 0.5


def folder(reader: Reader, root: Path, name: str, wrong: Path | None = None) -> Score:
    score = Score(name)
    hugging = "topface" in name
    listed = photos.folder(root, name)
    progress = Progress(name, len(listed), 30.0)
    for photo in listed:
        picture = photo.read()
        score.pictures += 1
        left = list(reader.read(picture))
        bad = False
        for label in photo.dice:
            assert label.box is not None
            score.dice += 1
            size = max(label.box[2] - label.box[0], label.box[3] - label.box[1]) * (1.6 if hugging else 1.0)
            fitting = [d for d in left if matches(label, d, hugging)]
            die = max(fitting, key=lambda d: (overlap(label.box or d.box, d.box), d.confidence), default=None)
            if die is None:
                score.sizes.append((size, False))
                score.confusions[label.face, "missed"] += 1
                bad = True
                continue
            left.remove(die)
            right = die.kind in ("d6", "d6-numerals") and die.face == label.face
            score.found += 1
            score.right += right
            score.doubtful += die.doubtful
            score.silent += not right and not die.doubtful
            score.sizes.append((size, right))
            if not right:
                bad = True
                score.confusions[label.face, f"{die.kind} {die.face}{'?' if die.doubtful else ''}"] += 1
        score.false += len(left)
        if wrong is not None and (bad or left):
            _draw(picture, photo, left, reader, wrong / f"{name}-{photo.path.stem}.png")
        progress.add()
    return score


def _draw(
    picture: photos.Picture, photo: photos.Photo, left: Sequence[DieReading], reader: Reader, to: Path
) -> None:
    shown = picture.copy()
    for label in photo.dice:
        assert label.box is not None
        a, b, c, d = (int(v) for v in label.box)
        cv2.rectangle(shown, (a, b), (c, d), (0, 255, 0), 1)
        cv2.putText(shown, label.face, (c + 1, d), 0, 0.5, (0, 255, 0), 1)
    for die in reader.read(picture):
        a, b, c, d = (int(v) for v in die.box)
        colour = (0, 0, 255) if die in left else (255, 0, 255)
        cv2.rectangle(shown, (a, b), (c, d), colour, 1)
        text = f"{die.face}{'?' if die.doubtful else ''} {die.confidence:.2f}"
        cv2.putText(shown, text, (a, b - 2), 0, 0.4, colour, 1)
    to.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(to), shown)


def clutter(reader: Reader, root: Path, wrong: Path | None = None) -> str:
    """False dice on real pictures without dice, those that were kept out of training."""
    kinds: Counter[str] = Counter()
    pictures = silent = 0
    for path in sorted((root / "clutter").glob("*.jpg")):
        if not held_out(path.name):
            continue
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        assert picture is not None
        pictures += 1
        found = reader.read(picture)
        kinds[path.stem[:5]] += len(found)
        silent += sum(not d.doubtful for d in found)
        if found and wrong is not None:
            _draw(picture, photos.Photo(path, ()), found, reader, wrong / f"clutter-{path.stem}.png")
    false = sum(kinds.values())
    return (
        f"clutter kept out: {pictures} pictures, false dice {false} ({false / pictures:.3f} a picture), "
        f"not doubtful {silent}, {dict(kinds)}"
    )


def face_crops(models: Path, root: Path) -> str:
    """The crops of faces-dev, each read as a whole picture, by the network's own best answer."""
    reader = BareReader(models)
    kept = [p for p in photos.folder(root, "faces-dev") if p.dice[0].face.isdigit()]
    crops = [cv2.resize(p.read(), (64, 64), interpolation=cv2.INTER_AREA) for p in kept]
    logits = reader.read(crops)
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for k, photo in enumerate(kept):
        head = "pips" if photo.dice[0].kind == "d6" else "numerals"
        total[photo.dice[0].die] += 1
        marks = int(logits["marks"][k].argmax()) == (0 if head == "pips" else 1)
        right[photo.dice[0].die] += marks and int(logits[head][k].argmax()) == int(photo.dice[0].face) - 1
    whole = _share(sum(right.values()), sum(total.values()))
    return f"faces-dev: right {whole}, " + ", ".join(
        f"{die} {_share(right[die], total[die])}" for die in total
    )


def taught(models: Path, root: Path, shots: int = 3) -> str:
    """Symbol dice of faces-dev, enrolled from a few crops of faces-train, read by the nearest embedding."""
    reader = BareReader(models)
    rng = np.random.default_rng(7)
    parts = []
    for die in ("xwing_red", "xwing_green"):
        stored, names = [], []
        train = [p for p in photos.folder(root, "faces-train") if p.dice[0].die == die]
        for face in sorted({p.dice[0].face for p in train}):
            mine = [p for p in train if p.dice[0].face == face]
            for k in rng.choice(len(mine), shots, replace=False):
                stored.append(cv2.resize(mine[k].read(), (64, 64), interpolation=cv2.INTER_AREA))
                names.append(face)
        test = [p for p in photos.folder(root, "faces-dev") if p.dice[0].die == die]
        known = reader.embeddings(stored)
        seen = reader.embeddings([cv2.resize(p.read(), (64, 64), interpolation=cv2.INTER_AREA) for p in test])
        nearest = (seen @ known.T).argmax(axis=1)
        right = sum(names[int(n)] == p.dice[0].face for n, p in zip(nearest, test, strict=True))
        parts.append(f"{die} {_share(right, len(test))}")
    return f"taught from {shots} crops a face: " + ", ".join(parts)


def rendered(models: Path) -> list[str]:
    """Rendered dice with fonts and symbols that were never trained on."""
    reader = BareReader(models)
    lines = []
    for kind in ("pips", "d6-numerals", "d12", "symbols"):
        crops, values = test_dice.crops(kind)
        if kind == "symbols":
            retrieved = test_dice.symbol_retrieval(reader.embeddings(crops), values)
            lines.append("rendered symbols never trained: " + retrieved)
            continue
        logits = reader.read(crops)
        head = "pips" if kind == "pips" else "numerals"
        answers = logits[head].argmax(axis=1) + 1
        wanted = np.array([int(v) for v in values])
        right = int((answers == wanted).sum())
        mixed = int((((answers == 6) & (wanted == 9)) | ((answers == 9) & (wanted == 6))).sum())
        family = int((logits["marks"].argmax(axis=1) == (0 if kind == "pips" else 1)).sum())
        wrong = Counter(f"{w}→{a}" for w, a in zip(wanted, answers, strict=True) if w != a)
        lines.append(
            f"rendered {kind}: right {_share(right, len(wanted))}, marks {_share(family, len(wanted))}, 6↔9 {mixed}, "
            + ", ".join(f"{k} {n}" for k, n in wrong.most_common(6))
        )
    return lines


def everything(models: Path, root: Path, wrong: Path | None, only: Sequence[str]) -> None:
    reader = Reader(models, threads=1)
    print(f"{reader.versions}, doubtful below {reader.faces.doubt_below}", flush=True)
    if "crops" in only:
        print(face_crops(models, root), flush=True)
        print(taught(models, root), flush=True)
    if "rendered" in only:
        print("\n".join(rendered(models)), flush=True)
    for name in ("d6-board-dev", "d6-board-dev2", "d6-topface-dev"):
        if name in only:
            print(folder(reader, root, name, wrong).line(), flush=True)
    if "clutter" in only:
        print(clutter(reader, root, wrong), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--wrong", type=Path, help="save the pictures with mistakes here")
    parser.add_argument("--only", nargs="*", default=list(PARTS), choices=PARTS)
    given = parser.parse_args()
    everything(given.models, given.photos, given.wrong, given.only)
