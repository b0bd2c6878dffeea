"""What does not fit a flat die is looked at again, and believed only where it fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.camera.source import Picture
from companion.vision.closer import LENGTHS, PAIR_LENGTH, closer
from companion.vision.finder import Box, FoundDie
from companion.vision.table import TablePlane

PICTURE = np.zeros((100, 200, 3), np.uint8)
PLANE = TablePlane.unknown()


def die(left: float, top: float, right: float, bottom: float) -> FoundDie:
    return FoundDie((left, top, right, bottom), 0.0, (0.9, 0.0, 0.0), 0.9)


FLAT, ODD = die(20, 20, 60, 60), die(20, 20, 66, 60)
LEFT, RIGHT = die(20, 20, 60, 60), die(61, 20, 101, 60)
BOTH = die(20, 20, 101, 60)


class Looks:
    """A finder that sees at each length what the test says, and counts its looks."""

    def __init__(self, sees: Mapping[int, tuple[FoundDie, ...]], near: tuple[FoundDie, ...] = ()) -> None:
        self._sees = sees
        self._near = near
        self.lengths: list[int] = []
        self.near_looks = 0

    def sure(self, die: FoundDie) -> bool:
        return die.score >= 0.6

    def find_near(self, picture: Picture, box: Box) -> tuple[Box, tuple[FoundDie, ...]]:
        self.near_looks += 1
        return (0.0, 0.0, 200.0, 100.0), self._near

    def find_closer(self, picture: Picture, box: Box, length: int) -> tuple[FoundDie, ...]:
        self.lengths.append(length)
        return self._sees.get(length, ())


def seen(finder: Looks, *found: FoundDie) -> tuple[FoundDie, ...]:
    return closer(finder, PICTURE, PLANE, found)  # type: ignore[arg-type]


def test_a_die_that_fits_is_not_looked_at_again() -> None:
    finder = Looks({})
    assert seen(finder, FLAT) == (FLAT,)
    assert finder.lengths == []


def test_of_two_dice_that_touch_the_second_is_found_from_near() -> None:
    """Each hides the other's edge, so that one of them is found faintly and the other not at all."""
    finder = Looks({}, near=(LEFT, RIGHT))
    assert set(seen(finder, replace(LEFT, score=0.4))) == {LEFT, RIGHT}
    assert finder.near_looks == 1


def test_a_faint_box_around_two_dice_gives_way_to_them_however_faint_they_are() -> None:
    left, right = replace(LEFT, score=0.35), replace(RIGHT, score=0.3)
    assert set(seen(Looks({}, near=(left, right)), replace(BOTH, score=0.5))) == {left, right}


def test_a_faint_die_that_is_not_seen_from_near_is_not_lost() -> None:
    faint = replace(FLAT, score=0.4)
    assert seen(Looks({}), faint) == (faint,)


def test_a_hint_of_a_die_is_one_only_if_it_is_seen_from_near() -> None:
    hint = replace(FLAT, score=0.15)
    assert seen(Looks({}), hint) == ()
    assert seen(Looks({}, near=(FLAT,)), hint) == (FLAT,)


def test_places_that_lie_together_are_looked_at_once() -> None:
    finder = Looks({}, near=(LEFT, RIGHT))
    seen(finder, replace(LEFT, score=0.4), replace(RIGHT, score=0.3))
    assert finder.near_looks == 1


def test_an_odd_die_that_is_flat_from_near_is_believed_without_the_dearest_look() -> None:
    finder = Looks(dict.fromkeys(LENGTHS, (FLAT,)))
    assert seen(finder, ODD) == (FLAT,)
    assert finder.lengths == list(LENGTHS)


def test_one_look_that_sees_a_cocked_die_as_flat_is_chance() -> None:
    finder = Looks({LENGTHS[0]: (FLAT,), LENGTHS[1]: (ODD,), PAIR_LENGTH: (ODD,)})
    assert seen(finder, ODD) == (ODD,)
    assert finder.lengths == [*LENGTHS, PAIR_LENGTH], "the third look decides"
    finder = Looks({LENGTHS[0]: (FLAT,), LENGTHS[1]: (ODD,), PAIR_LENGTH: (FLAT,)})
    assert seen(finder, ODD) == (FLAT,)


def test_a_cocked_die_stays_as_it_was_seen() -> None:
    finder = Looks(dict.fromkeys(LENGTHS, (ODD,)))
    assert seen(finder, ODD) == (ODD,)
    assert finder.lengths == list(LENGTHS), "a third look could change nothing"


def test_two_dice_that_looked_like_one() -> None:
    finder = Looks({PAIR_LENGTH: (LEFT, RIGHT)})
    assert set(seen(finder, BOTH)) == {LEFT, RIGHT}


def test_no_die_gets_lost_by_looking_closer() -> None:
    finder = Looks(dict.fromkeys((*LENGTHS, PAIR_LENGTH), (LEFT,)))
    assert seen(finder, BOTH) == (BOTH,)
