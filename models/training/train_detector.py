"""Trains the detector. Stops and continues where it was; the averaged weights are what is exported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.again import Again, relit
from models.training.bank import Bank
from models.training.networks import STRIDE, Detector
from models.training.progress import Progress
from models.training.reframed import flipped
from models.training.scene import Scene
from models.training.scenes import Scenes
from models.training.tables import Tables
from models.training.training import Course, Run, half

SIDE = 320
FRESH, KEEP = 0.3, 2500  # chance of a new picture, and how many are kept to be shown again
BATCH = 8
# In d6-rig-train some dice carry no label, which would teach that they are none.
SOURCES = ("d6-board-train", "d6-mixed-train", "d20-numerals-train")


def targets(scene: Scene, side: int) -> tuple[Tensor, ...]:
    """Heat (3), weight of the heat (1), sides (4), where sides count (1), angle (2), where the angle counts (1)."""
    cells = side // STRIDE
    heat = np.zeros((3, cells, cells), np.float32)
    weight = np.ones((1, cells, cells), np.float32)
    sides = np.ones((4, cells, cells), np.float32)
    sided = np.zeros((1, cells, cells), np.float32)
    angle = np.zeros((2, cells, cells), np.float32)
    angled = np.zeros((1, cells, cells), np.float32)
    middle = (np.arange(cells, dtype=np.float32) + 0.5) * STRIDE
    for die in scene.dice:
        x0, y0, x1, y1 = die.box
        if die.family < 0:
            a, b = int(x0 // STRIDE), int(y0 // STRIDE)
            weight[0, b : int(y1 // STRIDE) + 1, a : int(x1 // STRIDE) + 1] = 0
            continue
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        spread_x, spread_y = max(5.0, 0.11 * (x1 - x0)), max(5.0, 0.11 * (y1 - y0))
        bump = np.exp(
            -((middle[None, :] - cx) ** 2) / (2 * spread_x**2)
            - (middle[:, None] - cy) ** 2 / (2 * spread_y**2)
        )
        column, row = min(cells - 1, int(cx // STRIDE)), min(cells - 1, int(cy // STRIDE))
        bump[row, column] = 1.0
        near = (bump > 0.4) & (bump > sided[0])
        heat[die.family] = np.maximum(heat[die.family], bump)
        if die.sided:
            sided[0][near] = bump[near]
            sides[0][near] = (np.broadcast_to(middle[None, :], bump.shape) - x0)[near]
            sides[1][near] = (np.broadcast_to(middle[:, None], bump.shape) - y0)[near]
            sides[2][near] = (x1 - np.broadcast_to(middle[None, :], bump.shape))[near]
            sides[3][near] = (y1 - np.broadcast_to(middle[:, None], bump.shape))[near]
        if die.angle is not None:
            angle[0][near], angle[1][near] = np.cos(4 * die.angle), np.sin(4 * die.angle)
            angled[0][near] = 1.0
    # A place where nothing is taught must not hide a die that is taught.
    weight[0][heat.max(axis=0) >= 1.0] = 1.0
    return tuple(torch.from_numpy(a) for a in (heat, weight, sides, sided, angle, angled))


def loss_of(network: Detector, batch: list[Tensor]) -> tuple[Tensor, str]:
    picture, heat, weight, sides, sided, angle, angled = batch
    with half():
        raw, found, turned = (out.float() for out in network.raw(picture))
    chance = torch.sigmoid(raw).clamp(1e-5, 1 - 1e-5)
    peak = heat.ge(0.999).float()
    right = -torch.log(chance) * (1 - chance) ** 2 * peak
    wrong = -torch.log(1 - chance) * chance**2 * (1 - heat) ** 4 * (1 - peak)
    count = peak.sum().clamp(min=4)
    heat_loss = ((right + wrong) * weight).sum() / count

    sides = sides.clamp(min=0.1)
    shared = torch.minimum(found, sides)
    inter = (shared[:, 0] + shared[:, 2]) * (shared[:, 1] + shared[:, 3])
    union = (
        (found[:, 0] + found[:, 2]) * (found[:, 1] + found[:, 3])
        + (sides[:, 0] + sides[:, 2]) * (sides[:, 1] + sides[:, 3])
        - inter
    )
    overlap = inter / union.clamp(min=1e-3)
    logs = (torch.log(found) - torch.log(sides)).abs().sum(1)
    box_loss = ((1 - overlap + 0.1 * logs) * sided[:, 0]).sum() / sided.sum().clamp(min=1)

    turned = functional.normalize(turned, dim=1)
    angle_loss = ((1 - (turned * angle).sum(1)) * angled[:, 0]).sum() / angled.sum().clamp(min=1)
    total = heat_loss + 2.0 * box_loss + 0.15 * angle_loss
    return total, f"heat {heat_loss.item():.3f} box {box_loss.item():.3f} angle {angle_loss.item():.3f}"


def altered(scene: Scene, rng: np.random.Generator) -> Scene:
    copy = Scene(relit(scene.picture, rng), [replace(die) for die in scene.dice])
    return flipped(copy, rng, 0.5)


class Pictures(IterableDataset[tuple[Tensor, ...]]):
    def __init__(self, photos: Path, sources: tuple[str, ...], seed: int) -> None:
        self.scenes = Scenes(photos, Bank(), Tables(photos), sources)
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        scenes = Again(lambda r: self.scenes.scene(r, SIDE), altered, FRESH, KEEP)
        while True:
            scene = scenes.next(rng)
            picture = scene.picture[..., ::-1].astype(np.float32).transpose(2, 0, 1) / 255
            yield (torch.from_numpy(np.ascontiguousarray(picture)), *targets(scene, SIDE))


def batches(course: Course, step: int) -> Iterator[list[Tensor]]:
    """Endless, made by a process of their own; other ones for every step that a course goes on from."""
    cv2.setNumThreads(0)  # before the first worker is forked: OpenCV's threads do not survive it
    data = Pictures(course.photos, course.sources, 1000 + step)
    return iter(DataLoader(data, BATCH, num_workers=1, prefetch_factor=4, persistent_workers=True))


def train(course: Course) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(course.threads)
    network = Detector().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    run = Run(course, network)
    loader = batches(course, run.step)
    progress = Progress(course.name, course.steps, 20.0)
    progress.done = run.step
    network.train()
    shown = 0.0
    while run.done < 1.0:
        batch = next(loader)
        batch[0] = batch[0].contiguous(memory_format=torch.channels_last)
        loss, note = loss_of(network, batch)
        run.descend(loss)
        shown = loss.item() if shown == 0.0 else 0.98 * shown + 0.02 * loss.item()
        progress.add(1, f"loss {shown:.3f} ({note})")
        if run.step % 200 == 0:
            run.save()
    run.save()


COURSE = Course("detector", 24000, 2e-3, SOURCES)

if __name__ == "__main__":
    train(COURSE.from_command_line(__doc__))
