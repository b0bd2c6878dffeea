"""What all training runs share: averaged weights, the learning rate, checkpoints to continue from."""

from __future__ import annotations

import argparse
import copy
import time
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path

import torch
from torch import nn

from models.training.paths import CACHE, PHOTOS

# PyTorch offers bfloat16 everywhere, and without the instructions for it some processors stop with an illegal one.
HALF = "avx512_bf16" in (Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else "")


def half() -> torch.autocast:
    """Numbers of half the length, where the processor reckons with them: nearly twice as fast."""
    return torch.autocast("cpu", torch.bfloat16, enabled=HALF)


@dataclass(frozen=True)
class Course:
    """How a network is trained: under which name, on which photo sets, for how long."""

    name: str
    steps: int
    rate: float  # of learning, at its highest
    sources: tuple[str, ...]
    photos: Path = PHOTOS
    start_from: str = ""  # the run whose averaged weights it begins with
    minutes: float = 0.0  # ends the course by the clock, if that is earlier
    threads: int = 1

    def from_command_line(self, description: str | None) -> Course:
        """This course, but for what the command line says."""
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--name", default=self.name)
        parser.add_argument("--steps", type=int, default=self.steps)
        parser.add_argument(
            "--minutes", type=float, default=0.0, help="end the course by the clock, if that is earlier"
        )
        parser.add_argument("--photos", type=Path, default=self.photos)
        parser.add_argument("--sources", nargs="*", default=list(self.sources))
        parser.add_argument("--rate", type=float, default=self.rate)
        parser.add_argument("--start-from", default="")
        parser.add_argument(
            "--threads", type=int, default=1, help="more than one only pays on an idle machine"
        )
        given = vars(parser.parse_args())
        return Course(**given | {"sources": tuple(given["sources"])})


class Run:
    """Steps, learning rate and averaged weights of one network; saved so that it can go on."""

    def __init__(self, course: Course, network: nn.Module) -> None:
        self.file: Path = CACHE / "runs" / f"{course.name}.pt"
        self.network, self.steps, self.rate = network, course.steps, course.rate
        self.average = copy.deepcopy(network).eval()
        parameters = list(network.parameters())
        decay = [p for p in parameters if p.ndim > 1]
        plain = [p for p in parameters if p.ndim <= 1]
        self.optimiser = torch.optim.AdamW(
            [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=self.rate
        )
        self.step = 0
        self.seconds, self.before = course.minutes * 60, 0.0
        self.started = time.monotonic()
        if course.start_from and not self.file.exists():
            self._start_from(course.start_from)
        self._restore()

    @property
    def done(self) -> float:
        """The part of the course that is behind us, by steps or, where a time was given, by the clock."""
        spent = self.before + time.monotonic() - self.started
        return max(self.step / self.steps, spent / self.seconds if self.seconds else 0.0)

    def _restore(self) -> None:
        if self.file.exists():
            stored = torch.load(self.file, weights_only=True)
            self.network.load_state_dict(stored["network"])
            self.average.load_state_dict(stored["average"])
            self.optimiser.load_state_dict(stored["optimiser"])
            self.step, self.before = int(stored["step"]), float(stored["seconds"])
            print(f"goes on from step {self.step} of {self.file.name}", flush=True)

    def _start_from(self, name: str) -> None:
        """Take the averaged weights of another run, and start its own course."""
        stored = torch.load(CACHE / "runs" / f"{name}.pt", weights_only=True)
        known = self.network.state_dict()
        shared = {key: value for key, value in stored["average"].items() if key in known}
        for key, value in shared.items():
            mine = known[key]
            if mine.shape != value.shape:
                # A layer that has grown wider keeps what it knew of its first inputs, and adds nothing of the others.
                wider = torch.zeros_like(mine)
                wider[tuple(slice(n) for n in value.shape)] = value
                shared[key] = wider
        # What the other run does not have starts anew.
        self.network.load_state_dict(shared, strict=False)
        self.average.load_state_dict(self.network.state_dict())
        print(f"starts from {name} at step {int(stored['step'])}", flush=True)

    def descend(self, loss: torch.Tensor) -> None:
        warm = min(1.0, (self.step + 1) / 100)
        left = 0.5 * (1 + cos(pi * min(1.0, self.done)))
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * warm * (0.01 + 0.99 * left)
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(0.998, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            for mine, theirs in zip(
                self.average.state_dict().values(), self.network.state_dict().values(), strict=True
            ):
                if mine.dtype.is_floating_point:
                    mine.lerp_(theirs, 1 - keep)
                else:
                    mine.copy_(theirs)

    def save(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "seconds": self.before + time.monotonic() - self.started,
        }
        temporary = self.file.with_suffix(".part")
        torch.save(state, temporary)
        temporary.rename(self.file)
