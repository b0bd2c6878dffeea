"""What may stand on the command line: counts, shares, places and sizes, each refused in a sentence."""

from __future__ import annotations

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return number


def place(text: str) -> tuple[float, float]:
    x, y = text.split(",")
    return float(x), float(y)


def size(text: str) -> tuple[float, float]:
    width, depth = text.lower().replace("×", "x").split("x")
    return float(width), float(depth)


def share(text: str) -> float:
    share = float(text)
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError("more than 0, at most 1")
    return share


# Each command's code is loaded when it is asked for, so that --help is quick and `read` needs no screen.
