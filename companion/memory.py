"""Printed numbers that the players told once, kept for the next game in `answers.toml` in the companion's home.

The file is plain, so that a number told wrong can be mended by hand:

    [dice_throne]
    "vampire_lord.gouge_damage_for_3" = 4
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

from companion.config import as_toml, write_whole
from companion.rules.files import read_text
from companion.rules.text import Line, line

FILE_NAME = "answers.toml"
LARGEST = 1_000_000


class Memory:
    """What is known, and where it is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: Line | None = None  # why the file could not be read; then it is left as it is
        self._known: dict[str, dict[str, int]] = {}
        try:
            self._known = _checked(tomllib.loads(read_text(path)))
        except FileNotFoundError:
            pass
        except OSError as error:
            self.problem = _broken(path, error.strerror or str(error))
        except (ValueError, RecursionError) as error:  # TOML's and Unicode's errors are ValueErrors
            self.problem = _broken(path, str(error))

    def known(self, game: str) -> Mapping[str, int]:
        return self._known.get(game, {})

    def learn(self, game: str, told: Mapping[str, int], forget: Collection[str] = ()) -> Line | None:
        """Keep these numbers. Returns what to tell the players when they could not be saved."""
        before = self.known(game)
        after = {name: n for name, n in before.items() if name not in forget} | dict(told)
        if after == before:
            return None
        self._known[game] = after
        if self.problem is not None:
            return self.problem
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, "\n".join(_table(name, self._known[name]) for name in sorted(self._known)))
        except OSError as error:
            return line("memory.not_saved", file=str(self.path), problem=error.strerror or str(error))
        return None


def _checked(found: Mapping[str, object]) -> dict[str, dict[str, int]]:
    known: dict[str, dict[str, int]] = {}
    for game, numbers in found.items():
        if not isinstance(numbers, dict):
            raise ValueError(f"{game}: expected a table of numbers")
        for name, n in numbers.items():
            if not isinstance(n, int) or isinstance(n, bool) or abs(n) > LARGEST:
                raise ValueError(f"{game}.{name}: expected a whole number as it may be printed on a card")
        known[game] = dict(numbers)
    return known


def _table(game: str, numbers: Mapping[str, int]) -> str:
    return f"[{game}]\n" + "".join(f"{as_toml(name)} = {n}\n" for name, n in sorted(numbers.items()))


def _broken(path: Path, problem: str) -> Line:
    return line("memory.broken", file=str(path), problem=problem)
