"""The app's own finder, crops and views, with the network's bare answers: what calibration and measuring need."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.faces import cut
from companion.vision.finder import Box, Finder, FoundDie
from companion.vision.onnx import DETECTOR, FACES, Model
from companion.vision.views import AROUND, AS_IT_IS, QUARTERS, Eye

Picture = NDArray[np.uint8]
Logits = dict[str, NDArray[np.float32]]


class BareReader:
    """Both networks in a folder; it looks at every crop from all sides, as the app does at those of a photo."""

    def __init__(self, models: Path, threads: int = 1) -> None:
        self.finder = Finder(Model(models / "dice-detector.onnx", DETECTOR, threads))
        self.eye = Eye(Model(models / "dice-faces.onnx", FACES, threads))

    def find(self, picture: Picture) -> tuple[FoundDie, ...]:
        return self.finder.find_in_photo(picture)

    def read_boxes(self, picture: Picture, boxes: list[Box]) -> Logits:
        return self.read([cut(picture, box) for box in boxes])

    def read(self, crops: list[Picture]) -> Logits:
        """The logits of each crop of 64 × 64, averaged over the views."""
        if not crops:
            return {name: np.zeros((0, width), np.float32) for name, width in FACES.gives.items()}
        seen = self.eye.look(crops, (*AS_IT_IS, *AROUND))
        return {name: says.mean(axis=0) for name, says in seen.items()}

    def embeddings(self, crops: list[Picture]) -> NDArray[np.float32]:
        """As they are taught: averaged over the quarter turns, of length one."""
        mean = self.eye.look(crops, (*AS_IT_IS, *QUARTERS))["embedding"].mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean, axis=1, keepdims=True), np.float32)


def softmax(logits: NDArray[np.float32], temperature: float = 1.0) -> NDArray[np.float32]:
    scaled = logits / temperature
    scaled = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True), np.float32)
