"""The face network's eye: a crop looked at as it is, and again a little turned, nearer and from farther off.

What is up in the picture tells the top face of a slanted die from its sides, so a reading never turns a crop far.
An embedding is meant to be the same however a die is turned, so it is taken from eight turns all around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.onnx import Model

CROP = 64  # pixels, each way
BATCH = 64  # crops in one run, so that a tray full of dice does not need more memory than a few

Seen = dict[str, NDArray[np.float32]]  # of each output: views × crops × what it says


@dataclass(frozen=True, slots=True)
class View:
    """How a crop is changed before the network sees it."""

    turn_deg: float = 0.0
    zoom: float = 1.0


AS_IT_IS = (View(),)
AROUND = (View(12.0), View(-12.0), View(zoom=0.92), View(zoom=1.08))
QUARTERS = (View(90.0), View(180.0), View(270.0))
ALL_AROUND = (*AS_IT_IS, *QUARTERS, View(45.0), View(135.0), View(225.0), View(315.0))


class Eye:
    """Shows crops to the network."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def look(self, crops: Sequence[Picture], views: Sequence[View]) -> Seen:
        """What the network says of each crop in each view."""
        shown = [_seen_so(crop, view) for view in views for crop in crops]
        parts = [self._run(shown[at : at + BATCH]) for at in range(0, len(shown), BATCH)]
        return {
            name: np.concatenate([part[name] for part in parts]).reshape(len(views), len(crops), -1)
            for name in parts[0]
        }

    def _run(self, crops: Sequence[Picture]) -> Seen:
        blob = cv2.dnn.blobFromImages(list(crops), 1 / 255, swapRB=True)
        return self._model.run(np.asarray(blob, dtype=np.float32))


def together(one: Seen, other: Seen) -> Seen:
    """The views of two looks at the same crops, as one look."""
    return {name: np.concatenate([one[name], other[name]]) for name in one}


def part(seen: Seen, which: Sequence[int]) -> Seen:
    """The same look at some of its crops."""
    return {name: says[:, list(which)] for name, says in seen.items()}


def _seen_so(crop: Picture, view: View) -> Picture:
    if view == View():
        return crop
    middle = (CROP - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), view.turn_deg, view.zoom)
    return np.asarray(
        cv2.warpAffine(crop, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
    )
