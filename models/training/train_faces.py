"""Trains the face reader. Stops and continues where it was; the averaged weights are what is exported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import nan

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.again import Again, relit
from models.training.bank import Bank
from models.training.crops import EASY, Crops
from models.training.cutting import SIDE, moved
from models.training.networks import EMBEDDING, Faces
from models.training.progress import Progress
from models.training.real_crops import Picture, Truth
from models.training.tables import Tables
from models.training.training import Course, Run, half

BATCH = 64
FRESH, KEEP = 0.5, 20000  # chance of a new crop, and how many are kept to be shown again
# Symbols in a batch, each of them twice; the rest is everything else. Few: taught faces are compared from near, by a
# network of their own, and how alike two whole dice are counts little beside that.
PAIRS = 5
SHARPNESS = 14.0
REMEMBERED = 2400  # embeddings of batches before, which the new ones are kept away from
SPOT_COUNTS, SYMBOLS_COUNT = 9.0, 0.15
SOURCES = ("d6-board-train", "d6-mixed-train", "d6-rig-train", "faces-train", "d20-numerals-train")


class Memory:
    """Embeddings of the symbols seen lately: a batch holds too few of them to show how alike two can be."""

    def __init__(self) -> None:
        self.names, self.symbols = torch.zeros(0, EMBEDDING), torch.zeros(0, dtype=torch.long)

    def add(self, names: Tensor, symbols: Tensor) -> None:
        self.names = torch.cat([names.detach(), self.names])[:REMEMBERED]
        self.symbols = torch.cat([symbols, self.symbols])[:REMEMBERED]


def names_loss(names: Tensor, symbols: Tensor, memory: Memory) -> Tensor:
    """Draws embeddings of the same symbol together and pushes those of all others away."""
    itself = torch.eye(len(names), dtype=torch.bool)
    same = (symbols[:, None] == symbols[None, :]) & ~itself
    likeness = (SHARPNESS * names @ names.T).masked_fill(itself, -1e4)
    # The network has changed since it saw what is remembered: that may only push away.
    again = symbols[:, None] == memory.symbols[None, :]
    before = (SHARPNESS * names @ memory.names.T).masked_fill(again, -1e4)
    share = likeness - torch.logsumexp(torch.cat([likeness, before], dim=1), dim=1, keepdim=True)
    memory.add(names, symbols)
    paired = same.any(dim=1)
    if not paired.any():
        return names.sum() * 0
    each = (share * same).sum(dim=1) / same.sum(dim=1).clamp(min=1)
    return -each[paired].mean()


def loss_of(network: Faces, batch: list[Tensor], memory: Memory) -> tuple[Tensor, dict[str, float]]:
    crops, truth, spot = batch
    with half():
        marks, pips, numerals, names, spots, solids = (out.float() for out in network(crops))
    which, pip, numeral, symbol, solid = truth.unbind(1)

    def part(logits: Tensor, wanted: Tensor) -> Tensor:
        known = wanted >= 0
        if not known.any():
            return logits.sum() * 0
        return functional.cross_entropy(logits[known], wanted[known], label_smoothing=0.02)

    losses = {"marks": part(marks, which), "pips": part(pips, pip), "numerals": part(numerals, numeral)}
    losses["solids"] = part(solids, solid)
    known = symbol >= 0
    losses["symbols"] = names_loss(names[known], symbol[known], memory) if known.any() else names.sum() * 0
    placed = ~spot.isnan().any(dim=1)
    far = (
        functional.smooth_l1_loss(spots[placed], spot[placed], beta=0.03) if placed.any() else spots.sum() * 0
    )
    total = 0.5 * losses["marks"] + losses["pips"] + losses["numerals"] + SYMBOLS_COUNT * losses["symbols"]
    total = total + SPOT_COUNTS * far + 0.5 * losses["solids"]
    near = placed & (spot.abs().amax(dim=1) < 0.07)
    with torch.no_grad():
        right = {
            "marks": (marks.argmax(1) == which)[which >= 0].float().mean().item(),
            "pips": (pips.argmax(1) == pip)[pip >= 0].float().mean().item(),
            "numerals": (numerals.argmax(1) == numeral)[numeral >= 0].float().mean().item(),
            "near": (numerals.argmax(1) == numeral)[(numeral >= 0) & near].float().mean().item(),
            "spot": (spots - spot)[placed & ~near].abs().mean().item(),
            "solids": (solids.argmax(1) == solid)[solid >= 0].float().mean().item(),
            "loss": total.item(),
            "symbols": losses["symbols"].item() if known.any() else nan,
        }
    return total, right


def altered(item: tuple[Picture, Truth], rng: np.random.Generator) -> tuple[Picture, Truth]:
    picture, truth = item
    if truth.marks == 0 and rng.random() < 0.5:  # pips look the same in a mirror
        picture = picture[:, ::-1]
        truth = replace(truth, spot=None if truth.spot is None else (-truth.spot[0], truth.spot[1]))
    middle = (SIDE - 1) / 2
    matrix = cv2.getRotationMatrix2D(
        (middle, middle), float(rng.normal(0, 7)), float(np.exp(rng.normal(0, 0.05)))
    )
    matrix[:, 2] += rng.normal(0, 1.2, 2)
    turned = cv2.warpAffine(
        np.ascontiguousarray(picture), matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE
    )
    return relit(turned, rng), moved(truth, matrix)


class CropStream(IterableDataset[tuple[Tensor, Tensor, Tensor]]):
    def __init__(self, crops: Crops, seed: int) -> None:
        self.crops, self.seed = crops, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        crops = Again(self.crops.crop, altered, FRESH, KEEP)
        while True:
            # One worker fills the batches in order, so what is yielded together is learnt together.
            for _ in range(PAIRS):
                for picture, truth in self.crops.symbol_twice(rng):
                    yield _tensors(picture, truth)
            for _ in range(BATCH - 2 * PAIRS):
                picture, truth = crops.next(rng)
                yield _tensors(picture, replace(truth, symbol=-1))


def _tensors(picture: Picture, truth: Truth) -> tuple[Tensor, Tensor, Tensor]:
    values = picture[..., ::-1].transpose(2, 0, 1).copy()
    shows = torch.tensor([truth.marks, truth.pips, truth.numeral, truth.symbol, truth.solid])
    return torch.from_numpy(values), shows, torch.tensor(truth.spot or (nan, nan))


def batches(course: Course, step: int, behind: int) -> Iterator[list[Tensor]]:
    """Endless, made by a process of their own; `behind` is how many crops the network has seen."""
    cv2.setNumThreads(0)  # before the first worker is forked: OpenCV's threads do not survive it
    crops = Crops(course.photos, Bank(), Tables(course.photos), course.sources, behind)
    stream = CropStream(crops, 2000 + step)
    return iter(DataLoader(stream, BATCH, num_workers=1, prefetch_factor=4, persistent_workers=True))


def train(course: Course) -> None:
    torch.manual_seed(2)
    torch.set_num_threads(course.threads)
    network = Faces().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    run = Run(course, network)
    loader = batches(course, run.step, EASY if course.start_from else int(run.step * BATCH * FRESH))
    progress = Progress(course.name, course.steps, 20.0)
    progress.done = run.step
    network.train()
    memory = Memory()
    shown: dict[str, float] = {}
    while run.done < 1.0:
        crop, *truth = next(loader)
        batch = [(crop.float() / 255).contiguous(memory_format=torch.channels_last), *truth]
        loss, right = loss_of(network, batch, memory)
        run.descend(loss)
        for key, value in right.items():
            if value == value:
                shown[key] = 0.97 * shown.get(key, value) + 0.03 * value
        progress.add(1, " ".join(f"{k} {v:.3f}" for k, v in shown.items()))
        if run.step % 200 == 0:
            run.save()
    run.save()


COURSE = Course("faces", 60000, 3e-3, SOURCES)

if __name__ == "__main__":
    train(COURSE.from_command_line(__doc__))
