"""One line of progress with the time that is left, for a person and for a log file alike."""

from __future__ import annotations

import sys
import time


class Progress:
    def __init__(self, name: str, total: int, every: float = 10.0) -> None:
        self.name, self.total, self.done, self.every = name, max(1, total), 0, every
        self.started = self.shown = time.monotonic()

    def add(self, count: int = 1, note: str = "") -> None:
        self.done += count
        now = time.monotonic()
        if now - self.shown >= self.every or self.done >= self.total:
            self.shown = now
            speed = self.done / max(1e-6, now - self.started)
            left = (self.total - self.done) / max(1e-6, speed)
            print(
                f"{self.name} {self.done}/{self.total} ({100 * self.done / self.total:.0f} %), {speed:.1f}/s, "
                f"{left / 60:.1f} min left {note}".rstrip(),
                flush=True,
            )

    def close(self) -> None:
        sys.stdout.flush()
