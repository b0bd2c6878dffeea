"""The app's own finder and crops, with the network's bare answers: what calibration and measuring need."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.faces import cut
from companion.vision.finder import Box, Finder, FoundDie
from companion.vision.onnx import DETECTOR, FACES, Model

Picture = NDArray[np.uint8]
Logits = dict[str, NDArray[np.float32]]
BATCH = 64


class Eye:
    """Both networks in a folder."""

    def __init__(self, models: Path, turns: int = 4, threads: int = 1) -> None:
        self.finder = Finder(Model(models / "dice-detector.onnx", DETECTOR, threads))
        self.faces = Model(models / "dice-faces.onnx", FACES, threads)
        self.turns = turns

    def find(self, picture: Picture) -> tuple[FoundDie, ...]:
        return self.finder.find_in_photo(picture)

    def read_boxes(self, picture: Picture, boxes: list[Box]) -> Logits:
        return self.read([cut(picture, box) for box in boxes])

    def read(self, crops: list[Picture]) -> Logits:
        """Logits and embedding, averaged over quarter turns, one row a crop of 64 × 64."""
        if not crops:
            return {name: np.zeros((0, width), np.float32) for name, width in FACES.gives.items()}
        stack = np.stack(crops)[..., ::-1].astype(np.float32) / 255
        sums: Logits = {}
        for turn in range(self.turns):
            turned = np.rot90(stack, turn, axes=(1, 2)).transpose(0, 3, 1, 2)
            for name, rows in self._run(np.ascontiguousarray(turned)).items():
                sums[name] = rows if name not in sums else sums[name] + rows
        result = {name: rows / self.turns for name, rows in sums.items()}
        result["embedding"] /= np.linalg.norm(result["embedding"], axis=1, keepdims=True)
        return result

    def _run(self, crops: NDArray[np.float32]) -> Logits:
        parts = [self.faces.run(crops[k : k + BATCH]) for k in range(0, len(crops), BATCH)]
        return {name: np.concatenate([part[name] for part in parts]) for name in FACES.gives}


def softmax(logits: NDArray[np.float32], temperature: float = 1.0) -> NDArray[np.float32]:
    scaled = logits / temperature
    scaled = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True), np.float32)
