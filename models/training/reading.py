"""The app's own finder, crops and views, with the networks' bare answers: what calibration needs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import Box, Finder, FoundDie
from companion.vision.onnx import DETECTOR, FACES, NUMERALS, Model
from companion.vision.views import AROUND, AS_IT_IS, NEAR_AROUND, QUARTERS, Eye, cut, inside

Picture = NDArray[np.uint8]
Logits = dict[str, NDArray[np.float32]]
GIVEN = {**FACES.gives, "near": NUMERALS.gives["numerals"]}


class BareReader:
    """The networks that find and read; it looks at every crop from all sides, as the app does at those of a photo."""

    def __init__(self, models: Path, threads: int = 1) -> None:
        self.finder = Finder(Model(models / "dice-detector.onnx", DETECTOR, threads))
        numerals = Model(models / "dice-numerals.onnx", NUMERALS, threads)
        faces = Model(models / "dice-faces.onnx", FACES, threads)
        self.eye = Eye(faces, numerals, faces)  # taught faces are calibrated by themselves

    def find(self, picture: Picture) -> tuple[FoundDie, ...]:
        return self.finder.find_in_photo(picture)

    def read_boxes(self, picture: Picture, boxes: list[Box]) -> Logits:
        """The logits of each die, averaged over the views; `near` are those of the numeral seen from near."""
        if not boxes:
            return {name: np.zeros((0, width), np.float32) for name, width in GIVEN.items()}
        seen = self.eye.look([cut(picture, box) for box in boxes], (*AS_IT_IS, *AROUND))
        seen["near"] = self.eye.look_nearer(picture, boxes, seen, (*AS_IT_IS, *NEAR_AROUND))
        return {name: seen[name].mean(axis=0) for name in GIVEN}

    def read_crops(self, pictures: list[Picture]) -> Logits:
        """The same of pictures that show one die each, cut as the reader would, however large."""
        read = [self.read_boxes(p, [inside(p.shape[1], p.shape[0])]) for p in pictures]
        return {name: np.concatenate([one[name] for one in read]) for name in GIVEN}

    def embeddings(self, crops: list[Picture]) -> NDArray[np.float32]:
        """As they are taught: averaged over the quarter turns, of length one."""
        mean = self.eye.look(crops, (*AS_IT_IS, *QUARTERS))["embedding"].mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean, axis=1, keepdims=True), np.float32)


def softmax(logits: NDArray[np.float32], temperature: float = 1.0) -> NDArray[np.float32]:
    scaled = logits / temperature
    scaled = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True), np.float32)
