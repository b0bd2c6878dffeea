"""Real photographs with labels, and what is known to be odd about each folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]

# Photos on which dice lie that carry no label.
INCOMPLETE = {
    "d6-board-dev": ("0010.jpg", "0014.jpg", "0020.jpg", "0079.jpg", "0086.jpg"),
    "d6-board-dev2": ("0019.jpg",),
}


@dataclass(frozen=True)
class Labelled:
    kind: str
    face: str
    box: Box | None
    die: str = ""  # the name of the die, where the folder gives it


@dataclass(frozen=True)
class Photo:
    path: Path
    dice: tuple[Labelled, ...]

    @property
    def complete(self) -> bool:
        return self.path.name not in INCOMPLETE.get(self.path.parent.name, ())

    def read(self) -> Picture:
        picture = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        assert picture is not None, self.path
        return picture


def folder(photos: Path, name: str) -> list[Photo]:
    found = []
    for line in (photos / name / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        dice = tuple(
            Labelled(d["kind"], str(d["face"]), tuple(d["box"]) if "box" in d else None, d.get("die", ""))
            for d in row["dice"]
        )
        found.append(Photo(photos / name / row["image"], dice))
    return sorted(found, key=lambda photo: photo.path.name)


def is_grey(picture: Picture) -> bool:
    small = cv2.resize(picture, (64, 64), interpolation=cv2.INTER_AREA).astype(np.int16)
    return bool((small.max(axis=2) - small.min(axis=2)).mean() < 6)


def around(picture: Picture, box: Box, wider: float, side: int) -> Picture:
    """The square about a box, `wider` times its longer side, as side × side pixels; beyond the edge it repeats."""
    x0, y0, x1, y1 = box
    reach = max(x1 - x0, y1 - y0) * wider / 2
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    scale = side / (2 * reach)
    if scale < 0.7:
        # Shrinking by a warp alone would skip pixels: average first.
        left, top = max(0, int(cx - reach) - 2), max(0, int(cy - reach) - 2)
        part = picture[top : int(cy + reach) + 3, left : int(cx + reach) + 3]
        fx = max(1, round(part.shape[1] * scale)) / part.shape[1]
        fy = max(1, round(part.shape[0] * scale)) / part.shape[0]
        picture = cv2.resize(part, None, fx=fx, fy=fy, interpolation=cv2.INTER_AREA)
        matrix = np.array([[scale / fx, 0, 0], [0, scale / fy, 0]])
        matrix[:, 2] = side / 2 - np.array([(cx - left) * fx, (cy - top) * fy]) * np.array(
            [scale / fx, scale / fy]
        )
    else:
        matrix = np.array([[scale, 0, side / 2 - cx * scale], [0, scale, side / 2 - cy * scale]])
    return cv2.warpAffine(
        picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
