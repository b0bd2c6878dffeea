"""A drawn picture is dear, a changed copy of it is cheap: show each several times, never twice the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Item = TypeVar("Item")


class Again(Generic[Item]):
    """Gives a fresh item with the chance `fresh`, and otherwise an altered one of the last `keep`."""

    def __init__(
        self,
        make: Callable[[Generator], Item],
        alter: Callable[[Item, Generator], Item],
        fresh: float,
        keep: int,
    ) -> None:
        self.make, self.alter, self.fresh, self.keep = make, alter, fresh, keep
        self.kept: list[Item] = []

    def next(self, rng: Generator) -> Item:
        if len(self.kept) < self.keep // 4 or rng.random() < self.fresh:
            item = self.make(rng)
            if len(self.kept) < self.keep:
                self.kept.append(item)
            else:
                self.kept[int(rng.integers(self.keep))] = item
            return item
        return self.alter(self.kept[int(rng.integers(len(self.kept)))], rng)


def relit(picture: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """Other exposure, contrast and colour of the light, by one table a colour."""
    levels = np.arange(256, dtype=np.float32) / 255
    gamma, gain = np.exp(rng.normal(0, 0.15)), np.exp(rng.normal(0, 0.12))
    tables = [levels**gamma * gain * np.exp(rng.normal(0, 0.05)) for _ in range(3)]
    order = rng.permutation(3) if rng.random() < 0.15 else np.arange(3)
    table = (np.clip(np.stack(tables, axis=1), 0, 1) * 255).astype(np.uint8)
    return np.stack([table[picture[..., order[k]], k] for k in range(3)], axis=2)
