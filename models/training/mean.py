"""The mean of two courses, the second of which went on from the first: often better on photos than either.

python -m models.training.mean NAME FIRST SECOND --share 0.6
"""

from __future__ import annotations

import argparse

import torch

from models.training.paths import CACHE


def mean(name: str, first: str, second: str, share: float) -> None:
    """Writes the run `name`: the averaged weights of both, `share` of them the second's."""
    runs = CACHE / "runs"
    one, other = (torch.load(runs / f"{run}.pt", weights_only=True)["average"] for run in (first, second))
    mixed = {
        key: torch.lerp(value, other[key], share) if value.dtype.is_floating_point else other[key]
        for key, value in one.items()
    }
    torch.save({"average": mixed, "step": 0}, runs / f"{name}.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="of the run that is written")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--share", type=float, default=0.5, help="of the second course")
    given = parser.parse_args()
    mean(given.name, given.first, given.second, given.share)
