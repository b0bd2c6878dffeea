"""What the game knows of how many dice of a kind there can be helps the reading, and never forces it."""

from __future__ import annotations

from companion.dice import DieReading
from companion.vision.counts import within
from companion.vision.seen import SeenDie

from .fakes import reading


def _die(kind: str, sure: float, *others: tuple[str, float]) -> SeenDie:
    other_kinds = tuple((other, "q1", chance) for other, chance in others)
    return SeenDie(reading(face="q1", kind=kind, confidence=sure, other_kinds=other_kinds))


def _judged(dice: list[SeenDie], most: dict[str, int], kept: tuple[int, ...] = ()) -> list[DieReading]:
    return [die.reading for die in within(dice, most, kept)]


def test_of_two_where_one_can_be_the_less_sure_one_is_asked_for() -> None:
    dice = [_die("portal", 0.93, ("life", 0.06)), _die("portal", 0.99)]
    asked, sure = _judged(dice, {"portal": 1, "life": 2})
    assert (asked.doubtful, sure.doubtful) == (True, False)
    assert (asked.kind, asked.other_kinds[0][0]) == ("portal", "life"), (
        "shown as seen, with what else it may be"
    )


def test_as_many_as_there_can_be_are_believed() -> None:
    dice = [_die("portal", 0.93, ("life", 0.06)), _die("portal", 0.99)]
    assert not any(die.doubtful for die in _judged(dice, {"portal": 2, "life": 2}))
    assert not any(die.doubtful for die in _judged(dice, {})), "the game says nothing of it"


def test_dice_that_were_not_thrown_do_not_count() -> None:
    dice = [_die("portal", 0.93, ("life", 0.06)), _die("portal", 0.99)]
    assert not any(die.doubtful for die in _judged(dice, {"portal": 1, "life": 2}, kept=(1,)))


def test_a_kind_that_has_no_room_is_no_way_out() -> None:
    dice = [_die("portal", 0.93, ("life", 0.06)), _die("portal", 0.99), _die("life", 0.99)]
    assert not any(die.doubtful for die in _judged(dice, {"portal": 1, "life": 1}))


def test_what_can_be_nothing_else_is_left_to_the_game() -> None:
    dice = [_die("portal", 0.99), _die("portal", 0.98)]
    assert not any(die.doubtful for die in _judged(dice, {"portal": 1, "life": 2}))


def test_the_likeliest_kind_with_room_comes_first() -> None:
    dice = [_die("portal", 0.8, ("life", 0.1), ("death", 0.05)), _die("portal", 0.99)]
    asked = _judged(dice, {"portal": 1, "life": 0, "death": 1})[0]
    assert [other[0] for other in asked.other_kinds] == ["death", "life"]
