"""Crops of which a network learns one number each, drawn without end by a process of their own; and the learning."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.again import Again
from models.training.progress import Progress
from models.training.real_crops import Picture, Truth
from models.training.training import Course, Run, half

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


def learn(
    course: Course, run: Run, crops: Iterator[list[Tensor]], loss_of: Callable[[Tensor, Tensor], Tensor]
) -> None:
    """To the end of the course. `loss_of` is told how much each number is believed, and which one is true."""
    progress = Progress(course.name, course.steps, 20.0)
    progress.done = run.step
    run.network.train()
    lost = right = 0.0
    while run.done < 1.0:
        given, number = next(crops)
        shown = (given.float() / 255).contiguous(memory_format=torch.channels_last)
        with half():
            believed = run.network(shown)
        believed = believed.float()
        loss = loss_of(believed, number)
        run.descend(loss)
        share = max(0.005, 1 / (run.step + 1))
        lost += share * (loss.item() - lost)
        right += share * ((believed.argmax(1) == number).float().mean().item() - right)
        progress.add(1, f"loss {lost:.3f} right {right:.4f}")
        if run.step % 200 == 0:
            run.save()
    run.save()
