"""Nothing of the rules is forgotten: each number stands beside code, and in the name or beside a test."""

from __future__ import annotations

import re
from pathlib import Path

import companion.rules.king_of_12 as room
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.houserules import HOUSE_RULES

CODE = Path(room.__file__).parent
TESTS = Path(__file__).parent
RULES = range(1, 38)  # KD-1 to KD-37
EXAMPLES = range(1, 25)  # K1 to K24
QUESTIONS = set(range(1, 16)) - {11, 13}  # the list of ambiguities; these two leave nothing to choose


def numbers(folder: Path, pattern: str) -> set[int]:
    found: set[int] = set()
    for file in (*folder.rglob("*.py"), *folder.rglob("*.toml")):
        if file != Path(__file__):
            for first, last in re.findall(pattern, file.read_text(encoding="utf-8")):
                found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_rule_stands_beside_the_code_that_keeps_it() -> None:
    assert sorted(set(RULES) - numbers(CODE, r"KD-(\d+)(?: to KD-(\d+))?")) == []


def test_every_rule_has_a_test() -> None:
    assert sorted(set(RULES) - numbers(TESTS, r"KD-?(\d+)()")) == []


def test_every_golden_example_has_its_test() -> None:
    assert sorted(set(EXAMPLES) - numbers(TESTS, r"def test_K(\d+)()_")) == []


def test_every_open_question_is_a_house_rule_with_a_test() -> None:
    text = (CODE / "houserules.py").read_text(encoding="utf-8")
    assert sorted(QUESTIONS - {int(number) for number in re.findall(r"# (\d+)\b", text)}) == []
    tests = "".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_kd_*.py"))
    untested = [rule.name for rule in HOUSE_RULES if rule.name not in tests]
    assert untested == []


def test_every_card_of_the_box_is_played_in_a_test() -> None:
    """Twelve cards and two promo cards (KD-18 to KD-31)."""
    assert len(library().cards) == 14
    told = (TESTS / "test_kd_golden.py").read_text(encoding="utf-8")
    assert [card for card in library().cards if f'"{card}"' not in told] == []
