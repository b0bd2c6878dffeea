"""Nothing of the rules is forgotten: each number stands beside code, and in the name or beside a test."""

from __future__ import annotations

import re
from pathlib import Path

import companion.rules.dice_throne as room

CODE = Path(room.__file__).parent
TESTS = Path(__file__).parent
RULES = range(1, 80)  # DT-1 to DT-79
EXAMPLES = range(1, 35)  # G1 to G34
QUESTIONS = range(1, 16)  # the list of ambiguities
CONTRADICTIONS = set(range(1, 15)) - {9}  # between the rulebooks; the ninth is about a picture


def numbers(folder: Path, pattern: str) -> set[int]:
    found: set[int] = set()
    for file in folder.rglob("*.py"):
        if file != Path(__file__):
            found |= {int(number) for number in re.findall(pattern, file.read_text(encoding="utf-8"))}
    return found


def test_every_rule_stands_beside_the_code_that_keeps_it() -> None:
    assert sorted(set(RULES) - numbers(CODE, r"DT-(\d+)")) == []


def test_every_rule_has_a_test() -> None:
    assert sorted(set(RULES) - numbers(TESTS, r"DT-?(\d+)")) == []


def test_every_golden_example_has_its_test() -> None:
    assert sorted(set(EXAMPLES) - numbers(TESTS, r"def test_G(\d+)_")) == []


def test_every_open_question_is_a_house_rule() -> None:
    text = (CODE / "houserules.py").read_text(encoding="utf-8")
    assert sorted(set(QUESTIONS) - {int(number) for number in re.findall(r"# (\d+)\b", text)}) == []


def test_every_contradiction_of_the_rulebooks_is_settled_by_a_test() -> None:
    assert sorted(CONTRADICTIONS - numbers(TESTS, r"\bX(\d+)\b")) == []
