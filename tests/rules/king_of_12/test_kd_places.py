"""Where seats lie around a tray, and the die as a text for the settings."""

from __future__ import annotations

import math

import pytest

from companion.rules.king_of_12.adjacency import (
    TABLE_A,
    TABLE_B,
    UNKNOWN,
    as_text,
    every_way,
    from_text,
    learned,
)
from companion.rules.king_of_12.places import from_dice, of_table
from companion.rules.places import around

TRAY = ((-134.0, 79.0), (134.0, 79.0), (134.0, -79.0), (-134.0, -79.0))


def test_seats_go_round_to_the_left() -> None:
    south, west, north, east = around(TRAY, 4)
    assert south[1] < 0 < north[1]
    assert west[0] < 0 < east[0]  # whoever sits in the south has the west at the left hand
    assert around(TRAY, 4, 1) == (west, north, east, south)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_areas_lie_apart_and_in_the_tray(count: int) -> None:
    places = around(TRAY, count)
    assert all(abs(x) < 134 and abs(y) < 79 for x, y in places)
    assert all(math.dist(a, b) > 80 for a in places for b in places if a != b)


def test_seats_lie_where_the_table_was_set_up_with_them() -> None:
    moved = ((0.0, -70.0), (-120.0, 5.0), (10.0, 72.0), (99.0, 9.0))
    assert of_table(TRAY, moved, 4) == moved
    assert of_table(TRAY, moved, 4, quarter=5) == (*moved[1:], moved[0])
    assert of_table(TRAY, moved, 3) == around(TRAY, 3), "set up for four: three sit evenly around the tray"
    assert of_table((), (), 3) == ()


def test_places_are_taken_from_dice_in_a_picture() -> None:
    # The picture counts from the upper left; the table's axes may go another way.
    seen = [((640, 600), (1.0, 1.0)), ((900, 300), (2.0, 2.0)), ((300, 300), (3.0, 3.0))]
    assert from_dice(seen) == ((1.0, 1.0), (3.0, 3.0), (2.0, 2.0))
    assert from_dice(seen, 1) == ((3.0, 3.0), (2.0, 2.0), (1.0, 1.0))
    assert from_dice([]) == ()


def test_every_die_survives_being_written_down() -> None:
    for layout in (UNKNOWN, TABLE_A, TABLE_B, learned([(1, 2), (2, 3)])):
        assert from_text(as_text(layout)) == layout
    way = every_way()[77]
    taught = learned(sorted(way))
    assert from_text(as_text(taught)) == taught
    assert (as_text(UNKNOWN), as_text(TABLE_A), as_text(TABLE_B)) == ("", "a", "b")


@pytest.mark.parametrize("text", ["c", "1 2;3", "x;" * 11 + "x", ";".join(["2 3 4 5 6"] * 12)])
def test_a_text_that_is_no_die_is_an_unknown_die(text: str) -> None:
    assert from_text(text) == UNKNOWN
