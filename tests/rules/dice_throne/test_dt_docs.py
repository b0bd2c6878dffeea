"""The examples in the documentation are run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import companion.rules.dice_throne as room


def test_the_example_of_the_front_page() -> None:
    result = doctest.testmod(room)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_house_rules_are_documented_with_their_answers() -> None:
    page = (Path(__file__).parents[3] / "docs" / "dice_throne.md").read_text(encoding="utf-8")
    rows = {row.split("`")[1]: row.split("|")[3] for row in page.splitlines() if row.startswith("| `")}
    assert list(rows) == [rule.name for rule in room.GAME.house_rules]
    for rule in room.GAME.house_rules:
        answers = [str(choice).lower() for choice in rule.choices]
        assert re.findall(r"`([^`]+)`", rows[rule.name]) == answers
