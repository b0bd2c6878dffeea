"""Trains the reader of numerals that are seen from near. It goes on from the face reader, which knows how to look."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.again import Again
from models.training.bank import Bank
from models.training.crops import EASY
from models.training.networks import Numerals
from models.training.numeral_crops import NumeralCrops
from models.training.progress import Progress
from models.training.tables import Tables
from models.training.tops import FOLDERS
from models.training.train_faces import FRESH, KEEP, altered
from models.training.training import Course, Run, half

BATCH = 96


class NumeralStream(IterableDataset[tuple[Tensor, Tensor]]):
    def __init__(self, crops: NumeralCrops, seed: int) -> None:
        self.crops, self.seed = crops, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        crops = Again(self.crops.crop, altered, FRESH, KEEP)
        while True:
            picture, truth = crops.next(rng)
            if truth.numeral >= 0:
                yield (
                    torch.from_numpy(picture[..., ::-1].transpose(2, 0, 1).copy()),
                    torch.tensor(truth.numeral),
                )


def batches(course: Course, step: int) -> Iterator[list[Tensor]]:
    """Endless, made by a process of their own."""
    cv2.setNumThreads(0)  # before the first worker is forked: OpenCV's threads do not survive it
    crops = NumeralCrops(course.photos, Bank(), Tables(course.photos), course.sources, EASY)
    stream = NumeralStream(crops, 3000 + step)
    return iter(DataLoader(stream, BATCH, num_workers=1, prefetch_factor=4, persistent_workers=True))


def train(course: Course) -> None:
    torch.manual_seed(4)
    torch.set_num_threads(course.threads)
    network = Numerals().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    run = Run(course, network)
    loader = batches(course, run.step)
    progress = Progress(course.name, course.steps, 20.0)
    progress.done = run.step
    network.train()
    lost = right = 0.0
    while run.done < 1.0:
        crops, numeral = next(loader)
        shown = (crops.float() / 255).contiguous(memory_format=torch.channels_last)
        with half():
            logits = network(shown).float()
        loss = functional.cross_entropy(logits, numeral, label_smoothing=0.02)
        run.descend(loss)
        share = max(0.01, 1 / (run.step + 1))
        lost += share * (loss.item() - lost)
        right += share * ((logits.argmax(1) == numeral).float().mean().item() - right)
        progress.add(1, f"loss {lost:.3f} right {right:.4f}")
        if run.step % 200 == 0:
            run.save()
    run.save()


COURSE = Course("numerals", 60000, 2e-3, FOLDERS, start_from="faces")

if __name__ == "__main__":
    train(COURSE.from_command_line(__doc__))
