"""The examples in the documentation are run."""

from __future__ import annotations

import doctest

import companion.rules.dice_throne as room


def test_the_example_of_the_front_page() -> None:
    result = doctest.testmod(room)
    assert result.attempted > 10
    assert result.failed == 0
