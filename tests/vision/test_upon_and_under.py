"""Dice that lie upon others, or under a card, a cup or a hand, as the tracker tells them."""

from __future__ import annotations

import pytest

from companion.vision.seen import SeenDie
from companion.vision.tracker import Tracker

from .fakes import seen
from .throws import FIVE, faces, throw, touch_all


def test_an_unclear_die_put_on_another_is_stacked_and_not_asked_for() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.bared(5)
    tracker.touched(1)
    unclear = seen(0, "5", (60.5, 102.9), confidence=0.6, doubtful=True, flaw="sight.die_unclear")
    match = tracker.match((unclear, *FIVE[1:4]))
    assert [die.flaw for die in match.dice if die.reading.die == 5] == ["sight.die_stacked"]


def test_a_die_of_the_same_looks_laid_on_the_spot_of_one_that_is_missing_is_stacked() -> None:
    """It lies just as the one below lay, and neither reading is sure: it is not told as turned over."""
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.3, 100.0), confidence=0.93), *FIVE[1:4]))
    assert "sight.die_stacked" in [die.flaw for die in match.dice]


def test_dice_under_a_card_are_hidden_and_no_throw_when_they_are_seen_again() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    covered = throw(tracker, FIVE[2:], told=False)
    assert covered.moved == frozenset()
    touch_all(tracker)
    assert tracker.match(FIVE).moved == frozenset()
    assert set(faces(tracker.match(FIVE))) == {1, 2, 3, 4, 5}


def test_what_is_left_to_see_of_a_die_under_a_card_is_no_die() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    corner = seen(0, "1", (65.0, 105.0), size_mm=7.0, box=(150.0, 250.0, 169.0, 269.0))
    assert tracker.whole((corner, *FIVE[1:])) == (corner, *FIVE[1:]), "nobody touched the first"
    touch_all(tracker)
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
    throw(tracker, FIVE)
    cup = seen(0, "1", (100.0, 105.0), size_mm=70.0, box=(80.0, 80.0, 430.0, 430.0), flaw="sight.die_cocked")
    touch_all(tracker)
    throw(tracker, (cup, *FIVE[3:]), told=False)
    touch_all(tracker)
    thrown = tuple(seen(0, face, (60.0 + 30 * n, 110.0), angle_deg=40.0) for n, face in enumerate("55326"))
    assert tracker.whole(thrown) == thrown, "a die that is thrown to its place is no rest of it"
    assert not any(die.flaw for die in throw(tracker, thrown).dice), "nor does it lie upon it"
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
    throw(tracker, FIVE)
    for _ in range(2):
        touch_all(tracker)
        match = throw(tracker, (*FIVE[:4], covered), told=False)
        assert match.thrown <= match.turned, "nobody threw it; a hand may have turned it at most"
    touch_all(tracker)
    tracker.uncover(FIVE)
    again = tracker.match(FIVE)
    assert not again.thrown
    assert not any(die.flaw or die.reading.doubtful for die in again.dice)


def test_a_die_that_shows_another_face_when_it_is_clear_again_was_turned() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    unclear = seen(0, "1", (222.0, 101.0), confidence=0.5, doubtful=True, flaw="sight.die_unclear")
    throw(tracker, (*FIVE[:4], unclear), told=False)
    touch_all(tracker)
    turned = (*FIVE[:4], seen(0, "6", (221.0, 100.0)))
    tracker.uncover(turned)
    assert faces(tracker.match(turned))[5] == "6"


def test_a_die_that_lacks_pips_under_a_card_stays_in_doubt_until_the_card_is_gone() -> None:
    """However often it is looked at: what is seen of it now is no surer than it was."""
    tracker = Tracker()
    throw(tracker, FIVE)
    lacks_two = seen(0, "1", (221.0, 100.0), box=(535.0, 230.0, 570.0, 270.0))
    for _ in range(3):
        touch_all(tracker)
        match = throw(tracker, (*FIVE[:4], lacks_two), told=False)
        assert match.dice[-1].reading.doubtful
        assert match.thrown <= match.turned
    touch_all(tracker)
    tracker.uncover(FIVE)
    again = tracker.match(FIVE)
    assert not again.thrown
    assert not any(die.flaw or die.reading.doubtful for die in again.dice)


def test_what_the_players_say_of_a_die_under_a_card_holds() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    turned = seen(0, "1", (221.0, 100.0), box=(535.0, 230.0, 570.0, 270.0))
    throw(tracker, (*FIVE[:4], turned), told=False)
    tracker.tell()
    touch_all(tracker)
    assert not tracker.match((*FIVE[:4], turned)).dice[-1].reading.doubtful


def test_a_die_under_a_card_that_was_thrown_from_there_was_thrown() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    throw(tracker, FIVE[1:], told=False)
    touch_all(tracker)
    match = tracker.match((seen(0, "5", (300.0, 160.0)), *FIVE[1:]))
    assert match.thrown == {1}


def test_a_die_put_on_another_is_flagged_and_stays_flagged() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.bared(5)
    tracker.touched(1)
    stack = (seen(0, "5", (60.5, 102.9)), *FIVE[1:4])
    match = throw(tracker, stack, told=False)
    assert [die.flaw for die in match.dice if die.reading.die == 5] == ["sight.die_stacked"]
    assert all(not die.flaw for die in match.dice if die.reading.die != 5)
    assert "sight.die_stacked" in [die.flaw for die in tracker.match(stack).dice]
    # Taken down: the one below lies as it lay, and only the upper one was moved.
    touch_all(tracker)
    tracker.bared(5)
    down = tracker.match((*FIVE[:4], seen(0, "2", (200.0, 160.0))))
    assert down.moved == {5}
    assert not any(die.flaw for die in down.dice)


def test_a_die_put_on_one_like_it_is_flagged_though_nobody_saw_where_it_came_from() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    touch_all(tracker)
    match = tracker.match((seen(0, "5", (60.5, 104.5)), *FIVE[1:4]))
    assert "sight.die_stacked" in [die.flaw for die in match.dice]


def test_a_die_turned_over_on_the_spot_is_not_stacked_while_all_are_there() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.touched(1)
    match = tracker.match((seen(0, "5", (60.5, 104.5)), *FIVE[1:]))
    assert not any(die.flaw for die in match.dice)
    assert match.moved == {1}


def test_a_die_put_on_its_twin_is_flagged_until_it_is_taken_down() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    # The fifth shows a two as well, and lies nearly as the first; it is only nearer to the camera.
    raised = seen(0, "2", (61.0, 101.0), size_mm=16.9, angle_deg=14.0)
    stack = (raised, *FIVE[1:4])
    match = throw(tracker, stack, told=False)
    assert [die.flaw for die in match.dice] == ["", "", "", "sight.die_stacked"]
    assert match.dice[-1].reading.die == 5, "the first is below, as it was"
    assert throw(tracker, stack, told=False).dice[-1].flaw, "a second look finds it as it lies"
    touch_all(tracker)
    assert tracker.match(stack).dice[-1].flaw, "and so it does when a hand has passed over"
    down = throw(tracker, FIVE[:4], told=False)
    assert not down.thrown
    assert not any(die.flaw for die in down.dice)
    assert {die.reading.die for die in tracker.lying} == {1, 2, 3, 4}


def test_a_die_put_just_upon_another_is_not_that_one_turned_over() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    match = tracker.match((seen(0, "6", (60.5, 100.5), size_mm=16.1), *FIVE[1:4]))
    assert [die.flaw for die in match.dice] == ["", "", "", "sight.die_stacked"]
    tracker.rest(match, told=False)
    touch_all(tracker)
    assert not tracker.match(FIVE[:4]).thrown, "the one below shows what it showed"


def test_a_die_slid_aside_was_not_put_upon_one_that_seems_larger() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    larger = seen(0, "2", (60.0, 100.0), size_mm=16.9)
    match = tracker.match((larger, *FIVE[1:4], seen(0, "3", (150.0, 180.0))))
    assert match.moved == match.unturned == {5}
    assert not any(die.flaw for die in match.dice)


def test_a_die_that_lacks_a_pip_under_the_edge_of_a_cup_was_not_surely_turned_over() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.touched(5)
    cut = seen(0, "2", (221.0, 100.0), box=(535.0, 230.0, 570.0, 270.0))
    match = tracker.match((*FIVE[:4], cut))
    assert match.turned == {5}
    assert match.dice[-1].reading.doubtful


def test_a_die_nudged_while_another_is_picked_up_is_not_stacked() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.touched(1)
    tracker.bared(5)
    match = tracker.match((seen(0, "2", (63.0, 101.0)), *FIVE[1:4]))
    assert not any(die.flaw for die in match.dice)


def test_a_die_taken_down_from_another_is_gone() -> None:
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.bared(5)
    tracker.touched(1)
    stack = (seen(0, "5", (60.5, 102.9)), *FIVE[1:4])
    for _ in range(2):
        throw(tracker, stack, told=False)
    assert {die.reading.die for die in tracker.lying} == {1, 2, 3, 4, 5}, "the one below is hidden"
    touch_all(tracker)
    assert not throw(tracker, FIVE[:4], told=False).moved
    assert {die.reading.die for die in tracker.lying} == {1, 2, 3, 4}


def test_a_die_taken_down_that_leaned_on_another_is_gone() -> None:
    """The other one is slid aside: it is that one, and nobody threw it."""
    tracker = Tracker()
    throw(tracker, FIVE)
    tracker.bared(5)
    tracker.touched(1)
    leaning = seen(0, "2", (61.5, 103.0), size_mm=18.5, flaw="sight.die_cocked")
    throw(tracker, (leaning, *FIVE[1:4]), told=False)
    touch_all(tracker)
    throw(tracker, FIVE[:4], told=False)
    assert {die.reading.die for die in tracker.lying} == {1, 2, 3, 4}
    tracker.bared(1)
    match = tracker.match((seen(0, "2", (60.0, 160.0)), *FIVE[1:4]))
    assert match.moved == match.unturned == {1}
