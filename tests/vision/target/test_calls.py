"""The call: DF-14 and DF-15, on footprints of known places."""

from __future__ import annotations

import msgspec
import pytest

from companion.target.profile import Circle, Polygon, Zone
from companion.vision.target.calls import Call, call
from companion.vision.target.footprint import Footprint
from companion.vision.target.places import Places
from tests.vision.target.scene import PROFILE

HOLE = Circle((120.0, 0.0), 14.0)
JOINT = Polygon(((-2.0, 200.0), (2.0, 200.0), (2.0, 245.0), (-2.0, 245.0)))
PLACES = Places(msgspec.structs.replace(PROFILE, holes=(HOLE,), joints=(JOINT,)))


def called(x: float, y: float, error: float = 0.5, misfit: float = 0.1, angle: float = 0.0) -> Call:
    return call(PLACES, Footprint((x, y), angle, 16.0, misfit), error)


@pytest.mark.parametrize(
    ("x", "zone", "value"), [(0, "10", 10), (70, "4", 4), (-120, "3", 3), (170, "2", 2), (220, "1", 1)]
)
def test_a_die_inside_a_zone_counts_it(x: float, zone: str, value: int) -> None:
    told = called(x, 0.0, angle=30.0)
    assert (told.zone, told.value, told.disputed, told.rest) == (zone, value, False, zone)
    assert told.shares == {zone: 1.0}


def test_on_a_line_the_larger_part_counts() -> None:
    told = called(-95.0 - 3.0, 0.0)  # three millimetres more in 3 than in 4
    assert (told.zone, told.disputed) == ("3", False)
    assert told.shares["3"] == pytest.approx(0.69, abs=0.03)
    assert sum(told.shares.values()) == pytest.approx(1.0, abs=0.001)


def test_a_disputed_line_counts_lower_and_shows_both() -> None:
    told = called(-95.0, 0.0)
    assert told.disputed
    assert (told.zone, told.against, told.value) == ("3", "4", 3)  # DF-15: if disputed, the lower value
    assert told.rest == "4/3"
    assert set(told.shares) == {"3", "4"}


def test_what_is_measured_better_is_disputed_less() -> None:
    assert called(-95.0 - 0.9, 0.0, error=1.2).disputed
    assert not called(-95.0 - 0.9, 0.0, error=0.3).disputed


def test_in_a_hole_is_a_miss() -> None:
    assert called(120.0, 0.0).rest == "hole"
    assert called(120.0, 0.0).value == 0


def test_half_in_a_hole_is_in_it_when_it_leans_into_it() -> None:
    beside = (120.0, 18.0)  # a part of it over the hole, the larger one on zone 3
    assert called(*beside).zone == "3"
    assert called(*beside, misfit=2.5).zone == "hole"


def test_on_or_against_a_joint_is_a_miss() -> None:
    assert called(7.0, 220.0).rest == "joint"
    assert called(30.0, 220.0).rest == "1"


def test_off_the_target_is_a_miss_and_so_is_a_die_that_leans_over_its_edge() -> None:
    assert called(0.0, -260.0).rest == "off"
    assert called(0.0, -241.0).rest == "1"
    assert called(0.0, -241.0, misfit=2.5).rest == "off"  # DF-14: it touches the table


def test_a_dispute_with_a_miss_is_a_miss_for_the_rules() -> None:
    told = called(0.0, -245.0)
    assert told.disputed
    assert (told.zone, told.against, told.rest) == ("off", "1", "off")


def test_zones_that_count_the_same_are_one_to_the_rules() -> None:
    """Two rings may both count 3: nobody argues about the line between them, and the game knows a 3 only."""
    zones = (
        Zone("3.1", 3, Circle((0.0, 0.0), 100.0)),
        Zone("3.2", 3, Circle((0.0, 0.0), 60.0)),
        Zone("0", 0, Circle((0.0, 0.0), 20.0)),
    )
    profile = msgspec.structs.replace(
        PROFILE, zones=zones, outline=Circle((0.0, 0.0), 100.0), holes=(), joints=()
    )
    places = Places(profile)
    on_line = call(places, Footprint((60.0, 0.0), 0.0, 16.0, 0.0), 2.0)
    assert not on_line.disputed
    assert on_line.rest == "3"
    assert (
        call(places, Footprint((0.0, 0.0), 0.0, 16.0, 0.0), 0.5).rest == "off"
    )  # what counts nothing is a miss
