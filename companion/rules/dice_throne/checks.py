"""What the types of a content file cannot see: formulas, conditions, names that do not exist, missing parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.rules.dice_throne.amounts import WORDS, formula
from companion.rules.dice_throne.conditions import condition
from companion.rules.dice_throne.houserules import DEFAULTS
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
_WHOSE = ("any", "own", "opponent", "team")
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
    ("SetDice", "whose"): _WHOSE,
    ("TipDie", "whose"): _WHOSE,
    ("Reroll", "whose"): _WHOSE,
    ("", "to"): WHO,
}
# Lowest and highest number of a field.
_RANGES = {
    ("Hero", "complexity"): (1, 6),
    ("Hero", "deck"): (4, 99),
    ("Level", "cost"): (0, 15),
    ("Card", "cost"): (0, 15),
    ("Status", "limit"): (1, 99),
    ("RollDice", "dice"): (1, 5),
    ("SetDice", "dice"): (1, 5),
    ("SetDice", "face"): (0, 6),
    ("Reroll", "dice"): (1, 5),
    ("Level", "rerolls"): (0, 5),
    ("Use", "tokens"): (0, 99),
    ("Use", "cp"): (0, 15),
    ("Use", "times"): (0, 99),
    ("May", "tokens"): (1, 99),
    ("May", "cp"): (0, 15),
    ("Deal", "recoil"): (0, 99),
    ("RaiseLimit", "by"): (1, 99),
    ("Sacrifice", "most"): (1, 99),
    ("Attempts", "n"): (-3, 3),
    ("", "n"): (0, 99),
    ("", "most"): (0, 99),
}
_NAME = re.compile(r"^[a-z][a-z0-9_]*$")
_SYMBOL = re.compile(r"^[a-z][a-z_]*$")


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
        if problem := self._piece(piece):
            return f"{where}: {problem}" if where else problem
        for field in piece.__struct_fields__:
            value = getattr(piece, field)
            place = f"{where}.{field}" if where else field
            if problem := self._field(piece, field, value):
                return f"{place}: {problem}"
            if problem := self.first_problem(value, place):
                return problem
        return ""

    def _piece(self, piece: Any) -> str:
        """What a part must have as a whole."""
        kind = type(piece).__name__
        if kind == "Hero":
            return _hero(piece)
        if kind == "Ability":
            return _ability(piece)
        if kind in ("Card", "Use") and not piece.then:
            return "expected at least one effect in 'then'; 'by_hand' where the text is not known"
        if kind == "Or" and len(piece.options) < 2:
            return "expected at least two 'options'"
        return ""

    def _field(self, piece: Any, field: str, value: Any) -> str:
        kind = type(piece).__name__
        try:
            if field == "needs" and (value or kind not in ("Card", "Use")):
                return self._condition(kind, value)
            if field in ("n", "most") and isinstance(value, str):
                return self._formula(value)
        except ValueError as error:
            return str(error)
        if field in ("tokens", "price") and isinstance(value, dict):
            few = next((status for status, n in value.items() if n < 1), None)
            return self._known(tuple(value)) or (few and f"expected at least 1 {few}") or ""
        if field == "statuses" and kind == "Sacrifice":
            return self._known(value)
        if field == "status" and isinstance(value, str) and value not in self._statuses(kind):
            return f"expected a status that exists, got '{value}'"
        if field == "id" and value and not _NAME.match(value):
            return f"expected lower-case letters, numbers and _, got '{value}'"
        expected = _CHOICES.get((kind, field)) or _CHOICES.get(("", field))
        if expected and isinstance(value, str) and value not in expected:
            return f"expected one of {', '.join(expected)}; got '{value}'"
        if isinstance(value, int):
            low, high = _RANGES.get((kind, field)) or _RANGES.get(("", field)) or (value, value)
            if not low <= value <= high:
                return f"expected a number from {low} to {high}, got {value}"
        return ""

    def _statuses(self, kind: str) -> set[str]:
        if kind == "Remove":
            return {"any", "negative", "positive", *self.statuses}
        return {"", *self.statuses} if kind == "May" else self.statuses

    def _known(self, statuses: Sequence[str]) -> str:
        unknown = next((status for status in statuses if status not in self.statuses), None)
        return "" if unknown is None else f"expected statuses that exist, got '{unknown}'"

    def _condition(self, kind: str, text: str) -> str:
        parsed = condition(text)
        if kind == "Tier" and not parsed.of_dice:
            return f"expected what five dice can show, got '{text}'"
        if kind == "Every" and not parsed.symbols:
            return f"expected symbols, such as '2 arrow', got '{text}'"
        for symbol, _ in parsed.symbols:
            if self.symbols and symbol not in self.symbols:
                return f"expected a symbol of the die ({', '.join(sorted(self.symbols))}), got '{symbol}'"
        words = parsed.table.split()
        if words and words[0] == "rule" and words[1] not in DEFAULTS:
            return f"expected a house rule that exists, got '{words[1]}'"
        if words and words[0] == "level" and not words[-1].isdigit():
            return f"expected 'level ability 2', got '{text}'"
        return ""

    def _formula(self, text: str) -> str:
        for _, term in formula(text).terms:
            for word in term.split():
                bare = word.removeprefix("target.")
                known = word.startswith("?") or word in WORDS or bare in self.statuses or word in self.symbols
                if not known:
                    return f"expected a symbol, a status or one of {', '.join(WORDS)}; got '{word}'"
        return ""


def _hero(hero: Any) -> str:
    for i, symbol in enumerate(hero.dice):
        if not _SYMBOL.match(symbol):
            return f"dice[{i}]: expected lower-case letters and _, got '{symbol}'"
    if not any(ability.kind == "offensive" for ability in hero.abilities):
        return "abilities: expected at least one of the kind 'offensive'"
    for field in ("abilities", "statuses", "cards"):
        ids = Counter(part.id for part in getattr(hero, field))
        twice = next((id for id, count in ids.items() if count > 1), None)
        if twice is not None:
            return f"{field}: '{twice}' is there twice"
    return ""


def _ability(ability: Any) -> str:
    if not ability.levels:
        return "levels: expected at least level I"
    for i, level in enumerate(ability.levels):
        if ability.kind in ("offensive", "ultimate") and not level.tiers:
            return f"levels[{i}].tiers: expected at least one box with 'needs' and 'effects'"
        if ability.kind == "defensive" and not (1 <= level.dice <= 5 and level.effects):
            return f"levels[{i}]: expected 'dice' from 1 to 5 and 'effects'"
    return ""
