"""Nothing of the rules is forgotten: each number stands beside code, and in the name of a test or beside it."""

from __future__ import annotations

import re
from pathlib import Path

import companion.rules.dungeon_fighter as room

CODE = Path(room.__file__).parent
TESTS = Path(__file__).parent
RULES = set(range(1, 42))  # DF-1 to DF-41
THE_TABLE_DOES_IT = {1}  # DF-1: the target is put together by hand
EXAMPLES = set(range(1, 25))  # F1 to F24
QUESTIONS = set(range(1, 14))  # the list of ambiguities


def numbers(folder: Path, pattern: str) -> set[int]:
    found: set[int] = set()
    for file in folder.rglob("*.py"):
        if file != Path(__file__):
            found |= {int(number) for number in re.findall(pattern, file.read_text(encoding="utf-8"))}
    return found


def test_every_rule_stands_beside_the_code_that_keeps_it() -> None:
    assert sorted(RULES - numbers(CODE, r"DF-(\d+)")) == []


def test_every_rule_has_a_test() -> None:
    assert sorted(RULES - THE_TABLE_DOES_IT - numbers(TESTS, r"DF-?(\d+)")) == []


def test_every_golden_example_has_its_test() -> None:
    assert sorted(EXAMPLES - numbers(TESTS, r"def test_F(\d+)_")) == []


def test_every_open_question_is_answered() -> None:
    text = (CODE / "houserules.py").read_text(encoding="utf-8")
    assert sorted(QUESTIONS - {int(number) for number in re.findall(r"\b(\d+)\b", text)}) == []
