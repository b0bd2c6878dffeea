"""The odds, against counting by hand and against all 7,776 throws."""

from __future__ import annotations

from itertools import product

import pytest
from dt_table import Table

from companion.rules.dice_throne import odds
from companion.rules.dice_throne.conditions import fulfils
from companion.rules.dice_throne.content import library

BARBARIAN = library().heroes["barbarian"].dice
NEEDS = ("3 sword", "2 sword 2 pow", "small straight", "large straight", "4 pow", "5 pow", "3 sword 2 pow")


@pytest.mark.parametrize("needs", NEEDS)
def test_one_throw_of_five_dice_is_all_throws_counted(needs: str) -> None:
    hits = sum(fulfils(needs, BARBARIAN, throw) for throw in product(range(1, 7), repeat=5))
    assert odds.chance(needs, BARBARIAN, (), 1)[0] == pytest.approx(hits / 6**5, abs=1e-12)


def test_five_of_a_symbol_in_three_attempts() -> None:
    """Keeping every Pow is best, so each die has three chances of one sixth."""
    assert odds.chance("5 pow", BARBARIAN, (), 3)[0] == pytest.approx((1 - (5 / 6) ** 3) ** 5, abs=1e-12)


def test_one_die_short_of_a_straight() -> None:
    likely, keep = odds.chance("large straight", BARBARIAN, (2, 3, 4, 5, 2), 1)
    assert likely == pytest.approx(2 / 6)
    assert sorted((2, 3, 4, 5, 2)[place] for place in keep) == [2, 3, 4, 5]
    assert odds.chance("large straight", BARBARIAN, (2, 3, 4, 5, 2), 2)[0] == pytest.approx(1 - (4 / 6) ** 2)


def test_keeping_is_never_worse_than_any_other_keeping() -> None:
    """Two attempts left, checked against the mean over all throws of each choice of dice."""
    shown = (1, 3, 4, 6, 6)
    needs = "small straight"
    best = 0.0
    for kept in product((False, True), repeat=5):
        base = [value for value, keep in zip(shown, kept, strict=True) if keep]
        free = 5 - len(base)
        total = sum(
            odds.chance(needs, BARBARIAN, (*base, *rest), 1)[0] for rest in product(range(1, 7), repeat=free)
        )
        best = max(best, total / 6**free)
    assert odds.chance(needs, BARBARIAN, shown, 2)[0] == pytest.approx(best, abs=1e-12)


def test_a_met_box_is_certain_and_keeps_everything() -> None:
    assert odds.chance("3 sword", BARBARIAN, (1, 1, 2, 4, 5), 2) == (1.0, (0, 1, 2, 3, 4))
    assert odds.chance("5 sword", BARBARIAN, (1, 1, 2, 4, 5), 0)[0] == 0.0


def test_the_board_of_a_game() -> None:
    t = Table("barbarian", "moon_elf").go().roll(1, 2, 3, 6, 6)
    board = {(box.ability, box.tier): box for box in odds.board(t.state)}
    assert board["smack", 0].met
    assert board["overpower", 0].chance == 1.0
    assert 0 < board["rage", 0].chance < board["crit_bash", 0].chance < 1
    assert board["rage", 0].keep == (3, 4)


def test_what_a_board_needs_is_worked_out_once() -> None:
    """The screen asks after every roll: a table a box and attempt, each a few milliseconds, and none of them twice."""
    for hero in library().heroes:
        t = Table(hero, "barbarian").until("main1").go()
        t.roll(1, 2, 4, 5, 6)
        odds.worth.cache_clear()
        boxes = odds.board(t.state)
        asked = odds.worth.cache_info().misses
        assert 0 < asked <= 3 * len(boxes)
        odds.board(t.state)
        assert odds.worth.cache_info().misses == asked
