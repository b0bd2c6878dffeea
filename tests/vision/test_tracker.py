from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.vision.seen import SeenDie
from companion.vision.tracker import Match, Tracker

from .fakes import seen

FIVE = tuple(seen(0, face, (60.0 + 40 * n, 100.0)) for n, face in enumerate("26413"))


def _throw(tracker: Tracker, dice: Sequence[SeenDie], told: bool = True) -> Match:
    match = tracker.match(dice)
    tracker.rest(match, told)
    return match


def _faces(match: Match) -> dict[int, str]:
    return {die.reading.die: die.reading.face for die in match.dice}


def _touch_all(tracker: Tracker) -> None:
    for die in tracker.lying:
        tracker.touched(die.reading.die)


def test_the_first_throw_names_the_dice() -> None:
    match = _throw(Tracker(), FIVE)
    assert _faces(match) == {1: "2", 2: "6", 3: "4", 4: "1", 5: "3"}
    assert match.thrown == match.moved == {1, 2, 3, 4, 5}


def test_after_a_new_start_the_dice_get_names_that_no_earlier_roll_has() -> None:
    match = _throw(Tracker(first=4000), FIVE[:2])
    assert _faces(match) == {4000: "2", 4001: "6"}


def test_a_reroll_of_three_of_five_keeps_the_other_two() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    for die in (1, 3, 4):  # picked up one after the other
        tracker.touched(die)
        tracker.bared(die)
    _throw(tracker, (FIVE[1], FIVE[4]), told=False)
    again = (
        seen(0, "5", (90.0, 150.0)),
        FIVE[1],
        seen(0, "5", (300.0, 60.0)),
        FIVE[4],
        seen(0, "6", (60.0, 100.0)),
    )
    match = _throw(tracker, again)
    assert {die: face for die, face in _faces(match).items() if die in (2, 5)} == {2: "6", 5: "3"}
    assert match.thrown == {1, 3, 4}, "thrown dice take the names of those picked up"


def test_picking_up_is_no_throw() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    match = _throw(tracker, FIVE[:3], told=False)
    assert match.moved == match.thrown == frozenset()
    assert list(_faces(match)) == [1, 2, 3]


def test_a_die_that_came_back_to_its_place_was_thrown_if_its_place_lay_bare() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.touched(2)
    tracker.bared(2)
    match = tracker.match(FIVE)
    assert match.thrown == {2}
    assert _faces(match)[2] == "6"


def test_a_hand_that_passed_over_throws_nothing() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    assert tracker.match(FIVE).thrown == frozenset()


def test_a_nudged_die_is_kept() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    nudged = (seen(0, "2", (63.0, 101.0), angle_deg=18.0), *FIVE[1:])
    assert tracker.match(nudged).thrown == frozenset()


def test_a_die_near_an_old_place_was_thrown_if_it_shows_another_face_or_lies_turned() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    other_face = (seen(0, "5", (63.0, 101.0)), *FIVE[1:])
    assert tracker.match(other_face).thrown == {1}
    turned = (seen(0, "2", (60.0, 100.0), angle_deg=52.0), *FIVE[1:])
    assert tracker.match(turned).thrown == {1}


def test_the_angle_of_a_d12_says_little() -> None:
    tracker = Tracker()
    _throw(tracker, (seen(0, "11", (60.0, 100.0), kind="d12"),))
    tracker.touched(1)
    assert not tracker.match((seen(0, "11", (61.0, 101.0), kind="d12", angle_deg=52.0),)).thrown


def test_angles_of_a_square_wrap_round() -> None:
    tracker = Tracker()
    _throw(tracker, (seen(0, "2", (60.0, 100.0), angle_deg=89.0),))
    tracker.touched(1)
    assert tracker.match((seen(0, "2", (60.0, 100.0), angle_deg=1.0),)).thrown == frozenset()


def test_what_nothing_came_near_reads_as_it_did() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    flickers = (
        seen(0, "5", (60.2, 100.0), confidence=0.4, doubtful=True, flaw="sight.die_unclear"),
        *FIVE[1:],
    )
    remembered = tracker.remember(flickers)
    assert (remembered[0].reading.face, remembered[0].flaw) == ("2", "")
    assert tracker.match(remembered).thrown == frozenset()


def test_what_was_touched_is_read_anew() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    assert tracker.remember(FIVE) == FIVE


def test_a_die_that_was_turned_over_on_the_spot_is_the_same_die_and_was_thrown() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0)), *FIVE[1:]))
    assert match.moved == match.thrown == {1}
    assert _faces(match)[1] == "5"
    assert not match.dice[0].reading.doubtful


def test_a_die_turned_over_on_the_spot_is_not_taken_for_its_twin_in_a_hand() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _throw(tracker, FIVE[:4])  # the fifth was picked up
    _touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0)), *FIVE[1:4]))
    assert match.thrown == {1}


def test_a_die_that_nothing_came_near_cannot_have_been_turned_over() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    match = tracker.match((seen(0, "5", (60.3, 100.0)), *FIVE[1:]))
    assert match.thrown == frozenset()
    assert match.dice[0].reading.doubtful


@pytest.mark.parametrize(("before", "now"), [(0.99, 0.93), (0.93, 0.99), (0.93, 0.93)])
def test_a_die_that_a_hand_may_have_turned_on_the_spot_is_thrown_in_doubt(before: float, now: float) -> None:
    """Both readings are clear, but not so sure that neither can be wrong."""
    tracker = Tracker()
    _throw(tracker, (seen(0, "2", (60.0, 100.0), confidence=before), *FIVE[1:]))
    _touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0), confidence=now), *FIVE[1:]))
    assert match.moved == match.thrown == match.turned == {1}
    assert match.dice[0].flaw == "sight.die_unclear"
    assert match.dice[0].reading.doubtful
    assert not any(die.flaw or die.reading.doubtful for die in match.dice[1:])


def test_a_die_that_may_have_been_turned_is_none_of_the_next_throw() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    _throw(tracker, (seen(0, "5", (60.3, 100.0), confidence=0.93), *FIVE[1:]), told=False)
    tracker.bared(5)
    match = tracker.match(
        (seen(0, "5", (60.3, 100.0), confidence=0.93), *FIVE[1:4], seen(0, "1", (300.0, 60.0)))
    )
    assert match.thrown == {5}


def test_an_unclear_die_put_on_another_is_stacked_and_not_asked_for() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.bared(5)
    tracker.touched(1)
    unclear = seen(0, "5", (60.5, 102.9), confidence=0.6, doubtful=True, flaw="sight.die_unclear")
    match = tracker.match((unclear, *FIVE[1:4]))
    assert [die.flaw for die in match.dice if die.reading.die == 5] == ["sight.die_stacked"]


def test_a_die_of_the_same_looks_laid_on_the_spot_of_one_that_is_missing_is_stacked() -> None:
    """It lies just as the one below lay, and neither reading is sure: it is not told as turned over."""
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0), confidence=0.93), *FIVE[1:4]))
    assert "sight.die_stacked" in [die.flaw for die in match.dice]


def test_colour_tells_thrown_dice_apart() -> None:
    tracker = Tracker()
    _throw(
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
    assert _faces(tracker.match(swapped)) == {1: "1", 2: "4"}


def test_a_new_kind_of_die_is_a_new_die() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE[:1])
    match = _throw(tracker, (seen(0, "11", (200.0, 60.0), kind="d12", size_mm=20.0),))
    assert list(_faces(match)) == [2]


def test_dice_that_were_never_told_stay_thrown() -> None:
    """A throw that ended in doubt: the cocked die is thrown again, and all five are the roll."""
    tracker = Tracker()
    _throw(tracker, FIVE, told=False)
    tracker.bared(1)
    match = tracker.match((seen(0, "5", (200.0, 160.0)), *FIVE[1:]))
    assert match.moved == {1}
    assert match.thrown == {1, 2, 3, 4, 5}
    tracker.tell()
    assert tracker.match((seen(0, "5", (200.0, 160.0)), *FIVE[1:])).thrown == {1}


def test_a_cleared_table_and_a_new_throw() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    for die in range(1, 6):
        tracker.bared(die)
    assert _throw(tracker, (), told=False).thrown == frozenset()
    match = _throw(tracker, FIVE)
    assert match.thrown == {1, 2, 3, 4, 5}


def test_dice_under_a_card_are_hidden_and_no_throw_when_they_are_seen_again() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    covered = _throw(tracker, FIVE[2:], told=False)
    assert covered.moved == frozenset()
    _touch_all(tracker)
    assert tracker.match(FIVE).moved == frozenset()
    assert set(_faces(tracker.match(FIVE))) == {1, 2, 3, 4, 5}


def test_what_is_left_to_see_of_a_die_under_a_card_is_no_die() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    corner = seen(0, "1", (65.0, 105.0), size_mm=7.0, box=(150.0, 250.0, 169.0, 269.0))
    assert tracker.whole((corner, *FIVE[1:])) == (corner, *FIVE[1:]), "nobody touched the first"
    _touch_all(tracker)
    assert tracker.whole((corner, *FIVE[1:])) == FIVE[1:]
    assert tracker.whole((corner, *FIVE)) == (corner, *FIVE), "the first is seen whole beside it"
    half = seen(0, "2", (60.0, 95.0), size_mm=12.0, box=(130.0, 230.0, 170.0, 256.0))
    assert tracker.whole((half, *FIVE[1:])) == FIVE[1:], "though it may pass for the first, pushed a little"
    straight = seen(0, "2", (60.0, 100.0), box=(134.0, 234.0, 166.0, 266.0))
    assert tracker.whole((straight, *FIVE[1:])) == (straight, *FIVE[1:]), "a whole die in a smaller box"
    tracker.bared(1)
    assert tracker.whole((corner, *FIVE[1:])) == (corner, *FIVE[1:]), "the first is gone"


def test_a_cup_that_looked_like_a_die_covers_no_throw() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    cup = seen(0, "1", (100.0, 105.0), size_mm=70.0, box=(80.0, 80.0, 430.0, 430.0), flaw="sight.die_cocked")
    _touch_all(tracker)
    _throw(tracker, (cup, *FIVE[3:]), told=False)
    _touch_all(tracker)
    thrown = tuple(seen(0, face, (60.0 + 30 * n, 110.0), angle_deg=40.0) for n, face in enumerate("55326"))
    assert tracker.whole(thrown) == thrown, "a die that is thrown to its place is no rest of it"
    assert not any(die.flaw for die in _throw(tracker, thrown).dice), "nor does it lie upon it"
    assert len(tracker.lying) == len(thrown), "and nobody needs to see it go"


@pytest.mark.parametrize(
    "covered",
    [
        seen(0, "1", (222.0, 101.0), confidence=0.5, doubtful=True, flaw="sight.die_unclear"),
        seen(0, "1", (223.0, 103.0), angle_deg=60.0, size_mm=13.0, flaw="sight.die_cocked"),
    ],
)
def test_a_die_under_the_edge_of_a_cup_is_what_it_was_when_the_cup_is_gone(covered: SeenDie) -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    for _ in range(2):
        _touch_all(tracker)
        match = _throw(tracker, (*FIVE[:4], covered), told=False)
        assert match.thrown <= match.turned, "nobody threw it; a hand may have turned it at most"
    _touch_all(tracker)
    tracker.uncover(FIVE)
    again = tracker.match(FIVE)
    assert not again.thrown
    assert not any(die.flaw or die.reading.doubtful for die in again.dice)


def test_a_die_that_shows_another_face_when_it_is_clear_again_was_turned() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    unclear = seen(0, "1", (222.0, 101.0), confidence=0.5, doubtful=True, flaw="sight.die_unclear")
    _throw(tracker, (*FIVE[:4], unclear), told=False)
    _touch_all(tracker)
    turned = (*FIVE[:4], seen(0, "6", (221.0, 100.0)))
    tracker.uncover(turned)
    assert _faces(tracker.match(turned))[5] == "6"


def test_which_dice_are_missing() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.bared(3)
    assert [reading.die for reading in tracker.missing(FIVE[3:])] == [1, 2]


def test_a_die_under_a_card_that_was_thrown_from_there_was_thrown() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    _throw(tracker, FIVE[1:], told=False)
    _touch_all(tracker)
    match = tracker.match((seen(0, "5", (300.0, 160.0)), *FIVE[1:]))
    assert match.thrown == {1}


def test_a_die_put_on_another_is_flagged_and_stays_flagged() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.bared(5)
    tracker.touched(1)
    stack = (seen(0, "5", (60.5, 102.9)), *FIVE[1:4])
    match = _throw(tracker, stack, told=False)
    assert [die.flaw for die in match.dice if die.reading.die == 5] == ["sight.die_stacked"]
    assert all(not die.flaw for die in match.dice if die.reading.die != 5)
    assert "sight.die_stacked" in [die.flaw for die in tracker.match(stack).dice]
    # Taken down: the one below lies as it lay, and only the upper one was moved.
    _touch_all(tracker)
    tracker.bared(5)
    down = tracker.match((*FIVE[:4], seen(0, "2", (200.0, 160.0))))
    assert down.moved == {5}
    assert not any(die.flaw for die in down.dice)


def test_a_die_put_on_one_like_it_is_flagged_though_nobody_saw_where_it_came_from() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    _touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.5, 104.5)), *FIVE[1:4]))
    assert "sight.die_stacked" in [die.flaw for die in match.dice]


def test_a_die_turned_over_on_the_spot_is_not_stacked_while_all_are_there() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.touched(1)
    match = tracker.match((seen(0, "5", (60.5, 104.5)), *FIVE[1:]))
    assert not any(die.flaw for die in match.dice)
    assert match.moved == {1}


def test_a_die_put_on_its_twin_is_flagged_until_it_is_taken_down() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    # The fifth shows a two as well, and lies nearly as the first; it is only nearer to the camera.
    raised = seen(0, "2", (61.0, 101.0), size_mm=16.9, angle_deg=14.0)
    stack = (raised, *FIVE[1:4])
    match = _throw(tracker, stack, told=False)
    assert [die.flaw for die in match.dice] == ["", "", "", "sight.die_stacked"]
    assert match.dice[-1].reading.die == 5, "the first is below, as it was"
    assert _throw(tracker, stack, told=False).dice[-1].flaw, "a second look finds it as it lies"
    _touch_all(tracker)
    assert tracker.match(stack).dice[-1].flaw, "and so it does when a hand has passed over"
    down = _throw(tracker, FIVE[:4], told=False)
    assert not down.thrown
    assert not any(die.flaw for die in down.dice)
    assert {die.reading.die for die in tracker.lying} == {1, 2, 3, 4}


def test_a_die_put_just_upon_another_is_not_that_one_turned_over() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    match = tracker.match((seen(0, "6", (60.5, 100.5), size_mm=16.1), *FIVE[1:4]))
    assert [die.flaw for die in match.dice] == ["", "", "", "sight.die_stacked"]
    tracker.rest(match, told=False)
    _touch_all(tracker)
    assert not tracker.match(FIVE[:4]).thrown, "the one below shows what it showed"


def test_a_die_slid_aside_was_not_put_upon_one_that_seems_larger() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    larger = seen(0, "2", (60.0, 100.0), size_mm=16.9)
    match = tracker.match((larger, *FIVE[1:4], seen(0, "3", (150.0, 180.0))))
    assert match.moved == match.unturned == {5}
    assert not any(die.flaw for die in match.dice)


def test_a_die_that_lacks_a_pip_under_the_edge_of_a_cup_was_not_surely_turned_over() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.touched(5)
    cut = seen(0, "2", (221.0, 100.0), box=(535.0, 230.0, 570.0, 270.0))
    match = tracker.match((*FIVE[:4], cut))
    assert match.turned == {5}
    assert match.dice[-1].reading.doubtful


def test_a_die_nudged_while_another_is_picked_up_is_not_stacked() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    match = tracker.match((seen(0, "2", (63.0, 101.0)), *FIVE[1:4]))
    assert not any(die.flaw for die in match.dice)


def test_a_die_taken_down_from_another_is_gone() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.bared(5)
    tracker.touched(1)
    stack = (seen(0, "5", (60.5, 102.9)), *FIVE[1:4])
    for _ in range(2):
        _throw(tracker, stack, told=False)
    assert {die.reading.die for die in tracker.lying} == {1, 2, 3, 4, 5}, "the one below is hidden"
    _touch_all(tracker)
    assert not _throw(tracker, FIVE[:4], told=False).moved
    assert {die.reading.die for die in tracker.lying} == {1, 2, 3, 4}


def test_a_die_that_could_not_count_is_judged_anew_at_every_look() -> None:
    tracker = Tracker()
    leaning = seen(0, "4", (60.0, 100.0), flaw="sight.die_cocked")
    _throw(tracker, (leaning,), told=False)
    assert tracker.remember((leaning,)) == (leaning,)


def test_a_die_slid_aside_is_the_one_that_went_just_now() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.bared(1)
    _throw(tracker, FIVE[1:], told=False)  # picked up, as like the others as can be
    tracker.bared(2)
    match = tracker.match((seen(0, "6", (200.0, 160.0)), *FIVE[2:]))
    assert match.moved == match.unturned == {2}


def test_a_die_pushed_so_little_that_its_place_never_lay_bare_is_the_same_die() -> None:
    tracker = Tracker()
    _throw(tracker, FIVE)
    tracker.bared(1)
    _throw(tracker, FIVE[1:], told=False)
    tracker.touched(2)
    match = tracker.match((seen(0, "6", (100.0, 112.0)), *FIVE[2:]))
    assert match.moved == match.unturned == {2}
    assert not any(die.flaw for die in match.dice)
