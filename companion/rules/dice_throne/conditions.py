"""What dice must show: "3 sword 2 pow", "small straight", "4 of a kind", "total >= 14", "value 1-2".

Also what the table must show, for cards and statuses: "win", "win or tie", "base >= 5", "dealt >= 8",
"has shadows", "target has keg", "attempts < 3", "tokens nyra >= 5", "attacked", "nyra active".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

_SYMBOLS = re.compile(r"^(?:\d+ [a-z_]+)(?:,? \d+ [a-z_]+)*$")
_TABLE_WORDS = (
    "win",
    "win or tie",
    "attacked",
    "not attacked",
    "nyra active",
    "status to remove",
    "enemy dice",
)
_STRAIGHTS = {
    "small": tuple(frozenset(range(low, low + 4)) for low in (1, 2, 3)),
    "large": tuple(frozenset(range(low, low + 5)) for low in (1, 2)),
}


class Condition(msgspec.Struct, frozen=True):
    """A condition, read. Exactly one of its parts says something."""

    text: str
    symbols: tuple[tuple[str, int], ...] = ()
    straight: str = ""
    of_a_kind: int = 0
    compare: tuple[str, str, int] | None = None  # what, how, number
    values: tuple[int, int] | None = None  # the first die lies between these
    any_die: int = 0
    table: str = ""  # a question only the table can answer

    @property
    def of_dice(self) -> bool:
        """Can be told from the dice alone."""
        return not self.table and (self.compare is None or self.compare[0] == "total")


@cache
def condition(text: str) -> Condition:
    """Read a condition. Raises ValueError that says what was expected."""
    words = text.strip()
    if _SYMBOLS.match(words):
        parts = words.replace(",", "").split()
        return Condition(text, symbols=tuple((parts[i + 1], int(parts[i])) for i in range(0, len(parts), 2)))
    if words in ("small straight", "large straight"):
        return Condition(text, straight=words.split()[0])
    if match := re.match(r"^([2-5]) of a kind$", words):
        return Condition(text, of_a_kind=int(match[1]))
    if match := re.match(r"^(total|base|dealt|attempts|tokens [a-z_]+) (>=|<=|<|>|=) (\d+)$", words):
        return Condition(text, compare=(match[1], match[2], int(match[3])))
    if match := re.match(r"^value ([1-6])(?:-([1-6]))?$", words):
        return Condition(text, values=(int(match[1]), int(match[2] or match[1])))
    if match := re.match(r"^any ([1-6])$", words):
        return Condition(text, any_die=int(match[1]))
    if words in _TABLE_WORDS or re.match(
        r"^((target )?(has|lacks)|is|is not|began|announced|rule [a-z_]+|level [a-z_]+) [a-z_0-9]+$", words
    ):
        return Condition(text, table=words)
    raise ValueError(
        "expected '3 sword 2 pow', 'small straight', '4 of a kind', 'total >= 14', 'value 1-2', 'has shadows'"
        f" or one of {', '.join(_TABLE_WORDS)}; got '{text}'"
    )


def compares(value: int, how: str, number: int) -> bool:
    if how == ">=":
        return value >= number
    if how == "=":
        return value == number
    if how == "<=":
        return value <= number
    return value < number if how == "<" else value > number


@lru_cache(maxsize=4_000)  # a few turns of a game: whoever asks once asks again for the same dice
def fulfils(text: str, faces: tuple[str, ...], values: tuple[int, ...]) -> bool:
    """Do these dice fulfil the condition? `faces` are the six symbols of the die (DT-23)."""
    needs = condition(text)
    if needs.symbols:
        shown = [faces[value - 1] for value in values]
        return all(shown.count(symbol) >= n for symbol, n in needs.symbols)
    if needs.straight:
        numbers = frozenset(values)
        return any(run <= numbers for run in _STRAIGHTS[needs.straight])
    if needs.of_a_kind:
        return any(values.count(value) >= needs.of_a_kind for value in set(values))
    if needs.values:
        return bool(values) and needs.values[0] <= values[0] <= needs.values[1]
    if needs.any_die:
        return needs.any_die in values
    if needs.compare and needs.compare[0] == "total":
        return compares(sum(values), needs.compare[1], needs.compare[2])
    raise ValueError(f"'{text}' cannot be told from the dice alone")


def sets(text: str, faces: Sequence[str], values: Sequence[int]) -> int:
    """How many full sets the dice show, for "for every 2 arrow" (DT-70)."""
    shown = [faces[value - 1] for value in values]
    return min(shown.count(symbol) // n for symbol, n in condition(text).symbols)
