"""How long frames took, counted by tenths of a millisecond: an hour of them weighs no more than one."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

STEP = 1e-4  # seconds
STEPS = 20_000  # two seconds; what takes longer counts as that, but for the longest


@dataclass
class Times:
    """Of many frames, in seconds."""

    count: int = 0
    total: float = 0.0
    longest: float = 0.0
    steps: array[int] = field(
        default_factory=lambda: array("L", bytes(STEPS * array("L").itemsize)), repr=False
    )

    def add(self, seconds: float) -> None:
        self.count += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)
        self.steps[min(STEPS - 1, max(0, int(seconds / STEP)))] += 1

    def over(self, seconds: float) -> int:
        """How many took longer."""
        return sum(self.steps[round(seconds / STEP) :])

    def median(self) -> float:
        """The time that half of them did not exceed."""
        left = (self.count + 1) // 2
        for step, frames in enumerate(self.steps):
            left -= frames
            if frames and left <= 0:
                return (step + 0.5) * STEP
        return 0.0


@dataclass
class Frames:
    """How long each lasted, and how much of that the touch thread worked."""

    lengths: Times = field(default_factory=Times)
    work: Times = field(default_factory=Times)

    def add(self, length: float, work: float) -> None:
        self.lengths.add(length)
        self.work.add(work)
