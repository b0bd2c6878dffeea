"""Crops of which a network learns one number each, drawn without end by a process of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.again import Again
from models.training.real_crops import Picture, Truth

Crop = tuple[Picture, Truth]


class Numbered(IterableDataset[tuple[Tensor, Tensor]]):
    """Pictures and numbers, as torch wants them; what has no number (below 0) teaches nothing and is left out."""

    def __init__(self, crops: Again[Crop], number: Callable[[Truth], int], seed: int) -> None:
        self.crops, self.number, self.seed = crops, number, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            picture, truth = self.crops.next(rng)
            if self.number(truth) >= 0:
                yield (
                    torch.from_numpy(picture[..., ::-1].transpose(2, 0, 1).copy()),
                    torch.tensor(self.number(truth)),
                )


def batches(
    make: Callable[[Generator], Crop],
    alter: Callable[[Crop, Generator], Crop],
    number: Callable[[Truth], int],
    *,
    batch: int,
    fresh: float,
    keep: int,
    seed: int,
) -> Iterator[list[Tensor]]:
    cv2.setNumThreads(0)  # before the first worker is forked: OpenCV's threads do not survive it
    stream = Numbered(Again(make, alter, fresh, keep), number, seed)
    return iter(DataLoader(stream, batch, num_workers=1, prefetch_factor=4, persistent_workers=True))
