"""Trains the network that tells a die that leans from one that lies flat. Stops and continues where it was."""

from __future__ import annotations

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.training.lying_views import LEANING_SHARE, RENDERED, SIMULATED, Stored, stored
from models.training.networks import Lying
from models.training.progress import Progress
from models.training.training import Course, Run, half

BATCH = 128
SIMULATED_SHARE = 0.65  # the camera there hangs as the app tells people to hang theirs
GREY, SOFT = 0.1, 0.3  # shares of views without colour, and out of focus

_GRAIN = torch.randn(
    (8 * BATCH, 3, 64, 64), generator=torch.Generator().manual_seed(5)
)  # noise is dear to draw anew


class Deck:
    """Views of one part, flat ones and leaning ones, drawn at random."""

    def __init__(self, views: Stored) -> None:
        self.views = views
        self._which = {leans: np.flatnonzero(views.leans == leans) for leans in (False, True)}

    def draw(self, rng: Generator, count: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        leaning = int(rng.binomial(count, LEANING_SHARE))
        which = np.concatenate(
            [rng.choice(self._which[leans], n) for leans, n in ((True, leaning), (False, count - leaning))]
        )
        return self.views.tensors(which), self.views.leans[which].astype(np.float32)


def altered(views: Tensor, chance: torch.Generator) -> Tensor:
    """Every second one mirrored, all in another light and moved by a pixel or not, some grey or out of focus."""
    count = len(views)

    def any_of(channels: int = 1) -> Tensor:
        return torch.rand((count, channels, 1, 1), generator=chance)

    def normal(channels: int = 1) -> Tensor:
        return torch.randn((count, channels, 1, 1), generator=chance)

    views[::2] = views[::2].flip(3)
    down, right = (int(n) for n in torch.randint(-1, 2, (2,), generator=chance))
    views = views.roll((down, right), (2, 3))
    colours = views[:, :3]
    grey, soft = any_of().flatten() < GREY, any_of().flatten() < SOFT
    colours[grey] = colours[grey].mean(1, keepdim=True)
    around = functional.pad(colours[soft], (1, 1, 1, 1), mode="replicate")
    colours[soft] = torch.lerp(colours[soft], functional.avg_pool2d(around, 3, 1), any_of()[soft])
    # Contrast around the middle, brightness and colour of the light, all in one factor and one summand.
    contrast, light = torch.exp(0.15 * normal()), torch.exp(0.15 * normal() + 0.07 * normal(3))
    lift = (1 - contrast) * colours.mean((1, 2, 3), keepdim=True) * light + 0.03 * normal()
    first = int(torch.randint(len(_GRAIN) - count, (), generator=chance))
    noise = torch.addcmul(lift, _GRAIN[first : first + count], 0.04 * any_of() ** 2)
    views[:, :3] = torch.addcmul(noise, colours, contrast * light).clamp_(0, 1)
    views[:, 3:] *= torch.exp(0.04 * normal())
    return views


def train(course: Course) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(course.threads)
    network = Lying()
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # a third faster
    run = Run(course, network)
    rng, chance = np.random.default_rng(run.step), torch.Generator().manual_seed(run.step)
    decks = _decks()
    progress = Progress(course.name, course.steps, 20.0)
    progress.done = run.step
    network.train()
    told = 0.0
    while run.done < 1.0:
        simulated = int(rng.binomial(BATCH, SIMULATED_SHARE))
        drawn = [deck.draw(rng, n) for deck, n in zip(decks, (simulated, BATCH - simulated), strict=True)]
        views, leans = (torch.from_numpy(np.concatenate(part)) for part in zip(*drawn, strict=True))
        with half():
            shown = altered(views, chance).contiguous(memory_format=torch.channels_last)
            logits = network(shown)[:, 0].float()
        loss = functional.binary_cross_entropy_with_logits(logits, leans)
        run.descend(loss)
        told = loss.item() if told == 0.0 else 0.98 * told + 0.02 * loss.item()
        progress.add(1, f"loss {told:.4f}")
        if run.step % 200 == 0:
            run.save()
            decks = _decks()  # they may still be being made
    run.save()


def _decks() -> tuple[Deck, Deck]:
    return Deck(stored(SIMULATED)), Deck(stored(RENDERED))


COURSE = Course("lying", 12_000, 2e-3, ())

if __name__ == "__main__":
    train(COURSE.from_command_line(__doc__))
