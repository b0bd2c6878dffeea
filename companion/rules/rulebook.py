"""The rules behind what happens, by their names: each game's `rulebook.toml` says which lines of the log come from
which rule. The words are the locale's: `dt.book.income` is the name of a rule, `dt.book.income.text` what it says.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from companion.rules.files import read_toml
from companion.rules.text import Line, line

FILE_NAME = "rulebook.toml"


class Rule(msgspec.Struct, frozen=True):
    """One rule that the players can look up."""

    rules: str  # its numbers, as the rules core has them beside its own: "DT-11"
    lines: tuple[str, ...]  # ids of what it explains; a star stands for any ending
    id: str = ""

    @property
    def name(self) -> Line:
        return line(self.id)

    @property
    def text(self) -> Line:
        return line(f"{self.id}.text")

    def explains(self, told: str) -> bool:
        return any(told.startswith(id[:-1]) if id.endswith("*") else told == id for id in self.lines)


BY_HAND = Rule("", (), "book.by_hand")  # a player's correction: the same in every game


@cache
def rulebook(game: str) -> tuple[Rule, ...]:
    """Every rule of a game that can be looked up; none for a game without a rulebook."""
    file = Path(__file__).parent / game / FILE_NAME
    if not file.is_file():
        return ()
    found: dict[str, Rule] = read_toml(file, dict[str, Rule])
    prefix = next(iter(found.values())).lines[0].split(".")[0] if found else ""
    return tuple(msgspec.structs.replace(rule, id=f"{prefix}.book.{name}") for name, rule in found.items())


def behind(game: str, told: Iterable[Line]) -> tuple[Rule, ...]:
    """The rules that these lines come from, each once, in the order of the lines."""
    found: dict[str, Rule] = {}
    for said in told:
        if ".adjust" in said.id:
            found.setdefault(BY_HAND.id, BY_HAND)
            continue
        for rule in rulebook(game):
            if rule.explains(said.id):
                found.setdefault(rule.id, rule)
    return tuple(found.values())
