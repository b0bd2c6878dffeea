"""How fast the simulated table paints: `python -m companion.camera.simulation.bench`."""

from __future__ import annotations

import statistics
import time

import cv2

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import IVORY, RED, numeral_d12, pip_d6, symbol_d6

_HERO = ("sword", "heart", "burst", "moon", "shield", "skull")


def frames_a_second(throws: int = 4) -> dict[str, float]:
    """Frames a second that one core can paint: while five dice fly, and while they lie still.

    Counted by the time the core worked, so that other programs do not spoil the figure.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    table = SimulatedTable(seed=1, realtime=False)
    table.open()
    hero = symbol_d6("hero", [(name, name) for name in _HERO])
    dice = [pip_d6(IVORY), pip_d6(IVORY), pip_d6(RED), numeral_d12(), hero]
    moving: list[float] = []
    still: list[float] = []
    try:
        for _ in range(throws):
            table.throw(dice)
            while table.busy:
                took = _one(table)
                if any(not die.at_rest for die in table.truth.dice):
                    moving.append(took)
            still += [_one(table) for _ in range(30)]
            table.clear()
            while table.busy:
                table.read(0)
    finally:
        table.close()
        cv2.setNumThreads(threads)
    return {
        "five dice in motion": 1 / statistics.mean(moving),
        "five dice in motion, slowest tenth": 1 / statistics.quantiles(moving, n=10)[-1],
        "at rest": 1 / statistics.mean(still),
    }


def _one(table: SimulatedTable) -> float:
    began = time.thread_time()
    table.read(0)
    return time.thread_time() - began


def main() -> None:
    print("Frames a second of 1280 × 720 on one core:")
    for what, rate in frames_a_second().items():
        print(f"  {what}: {rate:.0f}")


if __name__ == "__main__":
    main()
