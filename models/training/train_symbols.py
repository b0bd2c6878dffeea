"""Trains the network that compares taught faces from near. It goes on from the face reader, which knows how to look.

It learns to name some fifteen thousand faces, each with a margin. The names are thrown away afterwards: what is kept is
the direction in which it sees a face, which then also tells faces apart that nobody has named.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.training import numbered
from models.training.bank import Bank
from models.training.crops import EASY
from models.training.networks import EMBEDDING, Symbols
from models.training.symbol_crops import SymbolCrops, turned
from models.training.tables import Tables
from models.training.tops import FOLDERS
from models.training.training import Course, Run

BATCH = 128
FRESH, KEEP = 0.4, 40000  # chance of a new crop, and how many are kept to be shown again
SHARPNESS = 24.0
MARGIN = 0.25  # the lead that a face must have over all others
GROWS = 3000  # steps in which it grows to that


class Naming(Symbols):
    """The network with the direction of every named face, which only training needs."""

    def __init__(self, faces: int) -> None:
        super().__init__()
        self.named = nn.Parameter(functional.normalize(torch.randn(faces, EMBEDDING), dim=1))

    def forward(self, crops: Tensor) -> Tensor:
        """How alike each crop and each named face are."""
        return super().forward(crops).float() @ functional.normalize(self.named, dim=1).T


def crops(course: Course) -> SymbolCrops:
    return SymbolCrops(course.photos, Bank(), Tables(course.photos), course.sources, EASY)


def batches(shown: SymbolCrops, step: int) -> Iterator[list[Tensor]]:
    return numbered.batches(
        shown.crop, turned, attrgetter("symbol"), batch=BATCH, fresh=FRESH, keep=KEEP, seed=5000 + step
    )


def train(course: Course) -> None:
    torch.manual_seed(5)
    torch.set_num_threads(course.threads)
    shown = crops(course)
    network = Naming(shown.numbers).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    run = Run(course, network)

    def loss_of(alike: Tensor, face: Tensor) -> Tensor:
        margin = MARGIN * min(1.0, run.step / GROWS)
        lead = functional.one_hot(face, alike.shape[1]).to(alike.dtype) * margin
        return functional.cross_entropy(SHARPNESS * (alike - lead), face)

    numbered.learn(course, run, batches(shown, run.step), loss_of)


COURSE = Course("symbols", 60000, 2e-3, FOLDERS, start_from="faces")

if __name__ == "__main__":
    train(COURSE.from_command_line(__doc__))
