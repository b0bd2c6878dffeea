"""Who is who: which die is which after a throw, and which were thrown."""

from __future__ import annotations

import pytest

from companion.vision.tracker import Tracker

from .fakes import seen
from .throws import FIVE, faces, throw, touch_all


def test_the_first_throw_names_the_dice() -> None:
    match = throw(Tracker(), FIVE)
    assert faces(match) == {1: "2", 2: "6", 3: "4", 4: "1", 5: "3"}
    assert match.thrown == match.moved == {1, 2, 3, 4, 5}


def test_after_a_new_start_the_dice_get_names_that_no_earlier_roll_has() -> None:
    match = throw(Tracker(first=4000), FIVE[:2])
    assert faces(match) == {4000: "2", 4001: "6"}


def test_a_reroll_of_three_of_five_keeps_the_other_two() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    for die in (1, 3, 4):  # picked up one after the other
        tracker.touched(die)
        tracker.bared(die)
    throw(tracker, (FIVE[1], FIVE[4]), told=False)
    again = (
        seen(0, "5", (90.0, 150.0)),
        FIVE[1],
        seen(0, "5", (300.0, 60.0)),
        FIVE[4],
        seen(0, "6", (60.0, 100.0)),
    )
    match = throw(tracker, again)
    assert {die: face for die, face in faces(match).items() if die in (2, 5)} == {2: "6", 5: "3"}
    assert match.thrown == {1, 3, 4}, "thrown dice take the names of those picked up"


def test_picking_up_is_no_throw() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    match = throw(tracker, FIVE[:3], told=False)
    assert match.moved == match.thrown == frozenset()
    assert list(faces(match)) == [1, 2, 3]


def test_a_die_that_came_back_to_its_place_was_thrown_if_its_place_lay_bare() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.touched(2)
    tracker.bared(2)
    match = tracker.match(FIVE)
    assert match.thrown == {2}
    assert faces(match)[2] == "6"


def test_a_hand_that_passed_over_throws_nothing() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    assert tracker.match(FIVE).thrown == frozenset()


def test_a_nudged_die_is_kept() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    nudged = (seen(0, "2", (63.0, 101.0), angle_deg=18.0), *FIVE[1:])
    assert tracker.match(nudged).thrown == frozenset()


def test_a_die_near_an_old_place_was_thrown_if_it_shows_another_face_or_lies_turned() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    other_face = (seen(0, "5", (63.0, 101.0)), *FIVE[1:])
    assert tracker.match(other_face).thrown == {1}
    turned = (seen(0, "2", (60.0, 100.0), angle_deg=52.0), *FIVE[1:])
    assert tracker.match(turned).thrown == {1}


def test_the_angle_of_a_d12_says_little() -> None:
    tracker = Tracker()
    throw(tracker, (seen(0, "11", (60.0, 100.0), kind="d12"),))
    tracker.touched(1)
    assert not tracker.match((seen(0, "11", (61.0, 101.0), kind="d12", angle_deg=52.0),)).thrown


def test_angles_of_a_square_wrap_round() -> None:
    tracker = Tracker()
    throw(tracker, (seen(0, "2", (60.0, 100.0), angle_deg=89.0),))
    tracker.touched(1)
    assert tracker.match((seen(0, "2", (60.0, 100.0), angle_deg=1.0),)).thrown == frozenset()


def test_what_nothing_came_near_reads_as_it_did() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    flickers = (
        seen(0, "5", (60.2, 100.0), confidence=0.4, doubtful=True, flaw="sight.die_unclear"),
        *FIVE[1:],
    )
    remembered = tracker.remember(flickers)
    assert (remembered[0].reading.face, remembered[0].flaw) == ("2", "")
    assert tracker.match(remembered).thrown == frozenset()


def test_what_was_touched_is_read_anew() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    assert tracker.remember(FIVE) == FIVE


def test_a_die_that_was_turned_over_on_the_spot_is_the_same_die_and_was_thrown() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0)), *FIVE[1:]))
    assert match.moved == match.thrown == {1}
    assert faces(match)[1] == "5"
    assert not match.dice[0].reading.doubtful


def test_a_die_turned_over_on_the_spot_is_not_taken_for_its_twin_in_a_hand() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    throw(tracker, FIVE[:4])  # the fifth was picked up
    touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0)), *FIVE[1:4]))
    assert match.thrown == {1}


def test_a_die_that_nothing_came_near_cannot_have_been_turned_over() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    match = tracker.match((seen(0, "5", (60.3, 100.0)), *FIVE[1:]))
    assert match.thrown == frozenset()
    assert match.dice[0].reading.doubtful


@pytest.mark.parametrize(("before", "now"), [(0.99, 0.93), (0.93, 0.99), (0.93, 0.93)])
def test_a_die_that_a_hand_may_have_turned_on_the_spot_is_thrown_in_doubt(before: float, now: float) -> None:
    """Both readings are clear, but not so sure that neither can be wrong."""
    tracker = Tracker()
    throw(tracker, (seen(0, "2", (60.0, 100.0), confidence=before), *FIVE[1:]))
    touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0), confidence=now), *FIVE[1:]))
    assert match.moved == match.thrown == match.turned == {1}
    assert match.dice[0].flaw == "sight.die_unclear"
    assert match.dice[0].reading.doubtful
    assert not any(die.flaw or die.reading.doubtful for die in match.dice[1:])


def test_a_die_that_may_have_been_turned_is_none_of_the_next_throw() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    throw(tracker, (seen(0, "5", (60.3, 100.0), confidence=0.93), *FIVE[1:]), told=False)
    tracker.bared(5)
    match = tracker.match(
        (seen(0, "5", (60.3, 100.0), confidence=0.93), *FIVE[1:4], seen(0, "1", (300.0, 60.0)))
    )
    assert match.thrown == {5}


def test_colour_tells_thrown_dice_apart() -> None:
    tracker = Tracker()
    throw(
        tracker,
        (
            seen(0, "2", (60.0, 100.0), colour=(220, 30, 30)),
            seen(0, "3", (90.0, 100.0), colour=(30, 30, 220)),
        ),
    )
    swapped = (
        seen(0, "4", (60.0, 100.0), colour=(30, 30, 215)),
        seen(0, "1", (200.0, 100.0), colour=(225, 32, 35)),
    )
    assert faces(tracker.match(swapped)) == {1: "1", 2: "4"}


def test_a_new_kind_of_die_is_a_new_die() -> None:
    tracker = Tracker()
    throw(tracker, FIVE[:1])
    match = throw(tracker, (seen(0, "11", (200.0, 60.0), kind="d12", size_mm=20.0),))
    assert list(faces(match)) == [2]


def test_dice_that_were_never_told_stay_thrown() -> None:
    """A throw that ended in doubt: the cocked die is thrown again, and all five are the roll."""
    tracker = Tracker()
    throw(tracker, FIVE, told=False)
    tracker.bared(1)
    match = tracker.match((seen(0, "5", (200.0, 160.0)), *FIVE[1:]))
    assert match.moved == {1}
    assert match.thrown == {1, 2, 3, 4, 5}
    tracker.tell()
    assert tracker.match((seen(0, "5", (200.0, 160.0)), *FIVE[1:])).thrown == {1}


def test_a_cleared_table_and_a_new_throw() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    for die in range(1, 6):
        tracker.bared(die)
    assert throw(tracker, (), told=False).thrown == frozenset()
    match = throw(tracker, FIVE)
    assert match.thrown == {1, 2, 3, 4, 5}


def test_which_dice_are_missing() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.bared(3)
    assert [reading.die for reading in tracker.missing(FIVE[3:])] == [1, 2]


def test_a_die_that_could_not_count_is_judged_anew_at_every_look() -> None:
    tracker = Tracker()
    leaning = seen(0, "4", (60.0, 100.0), flaw="sight.die_cocked")
    throw(tracker, (leaning,), told=False)
    assert tracker.remember((leaning,)) == (leaning,)


def test_a_die_slid_aside_is_the_one_that_went_just_now() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.bared(1)
    throw(tracker, FIVE[1:], told=False)  # picked up, as like the others as can be
    tracker.bared(2)
    match = tracker.match((seen(0, "6", (200.0, 160.0)), *FIVE[2:]))
    assert match.moved == match.unturned == {2}


def test_a_die_pushed_so_little_that_its_place_never_lay_bare_is_the_same_die() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.bared(1)
    throw(tracker, FIVE[1:], told=False)
    tracker.touched(2)
    match = tracker.match((seen(0, "6", (100.0, 112.0)), *FIVE[2:]))
    assert match.moved == match.unturned == {2}
    assert not any(die.flaw for die in match.dice)
