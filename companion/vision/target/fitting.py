"""Least squares for a handful of numbers, with outliers held back: how poses and footprints are fitted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


def fit(
    residuals: Callable[[Vector], Vector],
    start: Vector,
    steps: Vector,
    rounds: int = 12,
    held: int = 0,
    outlier: float = 2.0,
) -> tuple[Vector, float]:
    """The numbers with the smallest residuals near `start`, and the root of their mean square.

    `steps` are small changes of each number, to feel the slope. Residuals beyond `outlier` count less and less;
    the last `held` of them are what is known beforehand and always count in full.
    """
    x = start.astype(np.float64)
    damping = 1e-3
    now = residuals(x)
    cost = _cost(now, held, outlier)
    for _ in range(rounds):
        slope = np.stack([(residuals(x + step) - now) / step.sum() for step in np.diag(steps)], axis=1)
        weight = _weights(now, held, outlier)
        normal = slope.T @ (weight[:, None] * slope)
        push = slope.T @ (weight * now)
        better = False
        for _ in range(4):
            move = np.linalg.solve(normal + damping * np.diag(normal.diagonal() + 1e-9), -push)
            there = residuals(x + move)
            new = _cost(there, held, outlier)
            if new < cost:
                better = True
                break
            damping *= 8
        if not better:
            break
        gained = cost - new
        x, now, cost = x + move, there, new
        damping = max(1e-7, damping / 5)
        if gained < 1e-5 * cost + 1e-12:
            break
    seen = now[: len(now) - held]
    weight = _weights(seen, 0, outlier)
    return x, float(np.sqrt((weight * seen * seen).sum() / max(1e-9, weight.sum())))


def _weights(residuals: Vector, held: int, outlier: float) -> Vector:
    weight = 1 / (1 + (residuals / outlier) ** 2) ** 2  # Geman and McClure's
    if held:
        weight[-held:] = 1
    return np.asarray(weight)


def _cost(residuals: Vector, held: int, outlier: float) -> float:
    square = residuals**2
    bent = square / (1 + square / outlier**2)
    if held:
        bent[-held:] = square[-held:]
    return float(bent.sum())
