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
from models.training.tables import Tables
from models.training.tops import FOLDERS
from models.training.train_faces import FRESH, KEEP, altered
from models.training.training import Course, Run

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

    def loss_of(believed: Tensor, numeral: Tensor) -> Tensor:
        return functional.cross_entropy(believed, numeral, label_smoothing=0.02)

    numbered.learn(course, run, batches(course, run.step), loss_of)


COURSE = Course("numerals", 60000, 2e-3, FOLDERS, start_from="faces")

if __name__ == "__main__":
    train(COURSE.from_command_line(__doc__))
