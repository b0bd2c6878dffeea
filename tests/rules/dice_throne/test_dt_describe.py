"""Amounts in words: also those that the players told, which may be none at all."""

from __future__ import annotations

import pytest

from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.describe import amount_line
from companion.rules.text import Line


@pytest.mark.parametrize(("amount", "told"), [(3, 3), ("4", 4), ("0", 0)])
def test_a_number_alone_is_that_number(amount: int | str, told: int) -> None:
    assert amount_line(library(), amount) == told


def test_a_sum_is_told_part_by_part() -> None:
    told = amount_line(library(), "4 + 1 arrow")
    assert isinstance(told, Line)
    assert told.id == "dt.amount.plus"
    assert told.args["a"] == 4
