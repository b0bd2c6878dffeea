"""How a long run keeps: memory with its slope, threads, open files, and whether it grew slower."""

from __future__ import annotations

import math
import os
import statistics
import threading
from array import array
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

WARM_UP = 0.15  # of a run: caches fill, and the memory is not judged


def memory_mb() -> float:
    """Of this process, in main memory; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6  # a Pi 5 has pages of 16 kB


def open_files() -> int:
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return 0


@dataclass
class Vitals:
    """Samples over table time; numbers only, so that the record itself does not grow the memory it measures."""

    hours: array[float] = field(default_factory=lambda: array("d"))
    memory: array[float] = field(default_factory=lambda: array("d"))
    threads: array[int] = field(default_factory=lambda: array("l"))
    files: array[int] = field(default_factory=lambda: array("l"))

    def sample(self, hours: float) -> None:
        self.hours.append(hours)
        self.memory.append(memory_mb())
        self.threads.append(threading.active_count())
        self.files.append(open_files())

    def slope(self) -> tuple[float, float, float] | None:
        """Megabytes an hour of table time, with its 95 % interval; None with too few samples."""
        skip = int(WARM_UP * len(self.hours))
        return slope(self.hours[skip:], self.memory[skip:])

    def figures(self) -> dict[str, Any]:
        found = self.slope()
        return {
            "samples": len(self.hours),
            "memory_mb": {
                "first": round(self.memory[0], 1),
                "last": round(self.memory[-1], 1),
                "most": round(max(self.memory), 1),
            },
            "memory_mb_an_hour": None if found is None else [round(value, 2) for value in found],
            "threads": [self.threads[0], self.threads[-1], max(self.threads)],
            "open_files": [self.files[0], self.files[-1], max(self.files)],
        }


def slope(x: array[float], y: array[float]) -> tuple[float, float, float] | None:
    """Of the straight line through the points: the slope, and the ends of its 95 % interval.

    Neighbouring samples of memory are alike, so each tells less than one on its own: the interval is widened by how
    alike neighbours are.
    """
    count = len(x)
    if count < 8 or x[0] == x[-1]:
        return None
    line = statistics.linear_regression(x, y)
    off = [b - (line.slope * a + line.intercept) for a, b in zip(x, y, strict=True)]
    spread = math.fsum((a - statistics.fmean(x)) ** 2 for a in x)
    power = math.fsum(e * e for e in off)
    alike = math.fsum(a * b for a, b in pairwise(off)) / power if power else 0.0
    alike = min(0.95, max(0.0, alike))
    error = math.sqrt(power / (count - 2) / spread) * math.sqrt((1 + alike) / (1 - alike))
    return line.slope, line.slope - 1.96 * error, line.slope + 1.96 * error


def ends(times: array[float]) -> tuple[float, float]:
    """The medians of the first and of the last quarter; 0 where there are none."""
    quarter = max(1, len(times) // 4)
    if not times:
        return 0.0, 0.0
    return statistics.median(times[:quarter]), statistics.median(times[-quarter:])
