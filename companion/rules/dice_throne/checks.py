"""What the types of a content file cannot see: formulas, conditions, names that do not exist."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.rules.dice_throne.amounts import WORDS, formula
from companion.rules.dice_throne.conditions import condition
from companion.rules.dice_throne.sentences import TYPES, WHO

MOMENTS = (
    "upkeep",
    "income",
    "before_offence",
    "offence_end",
    "activated",
    "attacking",
    "attacked",
    "roll_phase_end",
    "opponent_offence_over",
    "after_attack",
    "turn_end",
    "start",
)
WINDOWS = (
    "any",
    "main",
    "conclude",
    "attack",
    "hit",
    "roll_hit",
    "attacked",
    "placed",
    "dealt",
    "roll",
    "dice",
    "defend",
)
_CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    ("Hook", "at"): MOMENTS,
    ("Use", "window"): WINDOWS,
    ("Card", "when"): ("", *WINDOWS),
    ("Status", "kind"): ("positive", "negative", "unique", "companion"),
    ("Ability", "kind"): ("offensive", "defensive", "passive", "ultimate"),
    ("Card", "timing"): ("main", "roll", "instant"),
    ("Deal", "type"): TYPES,
    ("Become", "type"): TYPES,
    ("Attempts", "roll"): ("offence", "defence"),
    ("Skip", "phase"): ("income", "offence"),
    ("Steal", "what"): ("cp", "health"),
    ("SetDice", "whose"): ("any", "own", "opponent", "team"),
    ("Reroll", "whose"): ("any", "own", "opponent", "team"),
    ("", "to"): WHO,
}


class Checker:
    """Goes through a file, read already, and names the first field that is wrong."""

    def __init__(self, statuses: set[str], symbols: set[str]) -> None:
        self.statuses = statuses
        self.symbols = symbols  # of the hero's die; empty where a file belongs to no hero

    def first_problem(self, piece: Any, where: str = "") -> str:
        if isinstance(piece, tuple):
            for i, item in enumerate(piece):
                if problem := self.first_problem(item, f"{where}[{i}]"):
                    return problem
            return ""
        if not isinstance(piece, msgspec.Struct):
            return ""
        for field in piece.__struct_fields__:
            value = getattr(piece, field)
            place = f"{where}.{field}" if where else field
            if problem := self._field(piece, field, value):
                return f"{place}: {problem}"
            if problem := self.first_problem(value, place):
                return problem
        return ""

    def _field(self, piece: Any, field: str, value: Any) -> str:
        try:
            if field == "needs" and value:
                return self._condition(value)
            if field in ("n", "most") and isinstance(value, str):
                return self._formula(value)
        except ValueError as error:
            return str(error)
        if field in ("tokens", "price") and isinstance(value, dict):
            unknown = next((status for status in value if status not in self.statuses), None)
            if unknown is not None:
                return f"expected statuses that exist, got '{unknown}'"
        if field == "status" and value not in ("", "any", "negative", "positive", *self.statuses):
            return f"expected a status that exists, got '{value}'"
        expected = _CHOICES.get((type(piece).__name__, field)) or _CHOICES.get(("", field))
        if expected and isinstance(value, str) and value not in expected:
            return f"expected one of {', '.join(expected)}; got '{value}'"
        return ""

    def _condition(self, text: str) -> str:
        for symbol, _ in condition(text).symbols:
            if self.symbols and symbol not in self.symbols:
                return f"expected a symbol of the die ({', '.join(sorted(self.symbols))}), got '{symbol}'"
        return ""

    def _formula(self, text: str) -> str:
        for _, term in formula(text).terms:
            for word in term.split():
                bare = word.removeprefix("target.")
                known = word.startswith("?") or word in WORDS or bare in self.statuses or word in self.symbols
                if not known:
                    return f"expected a symbol, a status or one of {', '.join(WORDS)}; got '{word}'"
        return ""
