"""What may stand on the command line: counts, shares, places and sizes, each refused in a sentence."""

from __future__ import annotations

import argparse
from math import isfinite
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class Command(argparse.ArgumentParser):
    """Options may stand anywhere, also between a command's files: argparse alone would refuse the files behind them."""

    _mixed = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def,override]
        found, rest = super().parse_known_args(args, namespace)
        if self._mixed or not rest or "--" in args:
            return found, rest
        self._mixed = True  # what follows calls this again
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixed = False


def count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def bar(text: str) -> float:
    """How long a printer can have made the page's bar of 100 mm."""
    number = float(text)
    if not 50 <= number <= 200:
        raise argparse.ArgumentTypeError("the length of the printed bar in mm, from 50 to 200")
    return number


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return number


def clock(text: str) -> float:
    """Seconds, of a time that is written as the reports print it."""
    parts = text.split(":")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        raise argparse.ArgumentTypeError("a time is H:MM:SS, such as 6:33:01")
    hours, minutes, seconds = map(int, parts)
    return float(3600 * hours + 60 * minutes + seconds)


def place(text: str) -> tuple[float, float]:
    return _two(text, ",", "a place is X,Y in pixels, such as 120,80")


def size(text: str) -> tuple[float, float]:
    return _two(text.lower().replace("×", "x"), "x", "a size is WxD in mm, such as 300x200")


def share(text: str) -> float:
    share = float(text)
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError("more than 0, at most 1")
    return share


def _two(text: str, between: str, expected: str) -> tuple[float, float]:
    try:
        one, other = (float(part) for part in text.split(between))
    except ValueError:
        raise argparse.ArgumentTypeError(expected) from None
    if not (isfinite(one) and isfinite(other)):
        raise argparse.ArgumentTypeError(expected)
    return one, other


# Each command's code is loaded when it is asked for, so that --help is quick and `read` needs no screen.
