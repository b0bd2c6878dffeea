"""Trains the reader of numerals that are seen from near. It goes on from the face reader, which knows how to look."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import torch
from torch import Tensor
from torch.nn import functional

from models.training import numbered
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


def batches(course: Course, step: int) -> Iterator[list[Tensor]]:
    crops = NumeralCrops(course.photos, Bank(), Tables(course.photos), course.sources, EASY)
    return numbered.batches(
        crops.crop, altered, attrgetter("numeral"), batch=BATCH, fresh=FRESH, keep=KEEP, seed=3000 + step
    )


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
