"""What the game knows of how many dice of a kind there can be helps the reading, and never forces it."""

from __future__ import annotations

from companion.dice import DieReading
from companion.vision.counts import within
from companion.vision.seen import SeenDie

from .fakes import reading

DOUBT_BELOW = 0.95


def _die(kind: str, sure: float, *others: tuple[str, float], doubt_below: float = 1.0) -> SeenDie:
    other_kinds = tuple((other, "q1", chance) for other, chance in others)
    doubtful = doubt_below < 1 and sure < doubt_below
    told = reading(
        face="q1", kind=kind, confidence=sure, doubtful=doubtful, alternatives=(("q1", sure),),
        other_kinds=other_kinds,
    )  # fmt: skip
    return SeenDie(told, doubt_below=doubt_below)


def _asked(kind: str, sure: float, *others: tuple[str, float]) -> SeenDie:
    """A die as the reader tells it, with the threshold below which the players are asked."""
    return _die(kind, sure, *others, doubt_below=DOUBT_BELOW)


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


def test_a_die_like_a_rare_one_and_a_common_one_is_the_common_one() -> None:
    dice = [_asked("quiddity", 0.93, ("portal", 0.06))]
    assert dice[0].reading.doubtful, "by its looks alone"
    told = _judged(dice, {"quiddity": 8, "portal": 1})[0]
    assert (told.kind, told.doubtful) == ("quiddity", False)
    assert told.confidence > 0.97
    assert told.other_kinds[0][2] < 0.02
    rare = _judged([_asked("portal", 0.93, ("quiddity", 0.06))], {"quiddity": 8, "portal": 1})[0]
    assert (rare.kind, rare.doubtful) == ("portal", True), "shown as seen, and asked about"


def test_two_that_could_change_places_are_told_by_each_other() -> None:
    dice = [_asked("portal", 0.8, ("quiddity", 0.18)), _asked("quiddity", 0.93, ("portal", 0.06))]
    alone = [_judged([die], {"quiddity": 1, "portal": 1})[0] for die in dice]
    assert [die.doubtful for die in alone] == [True, True]
    together = _judged(dice, {"quiddity": 1, "portal": 1})
    assert [(die.kind, die.doubtful) for die in together] == [("portal", False), ("quiddity", False)]


def test_a_face_in_doubt_stays_so_whatever_the_kind() -> None:
    unsure = reading(
        face="q1", kind="hag", confidence=0.6, doubtful=True, alternatives=(("q1", 0.6), ("q2", 0.39)),
        other_kinds=(("portal", "q1", 0.01),),
    )  # fmt: skip
    told = within([SeenDie(unsure, doubt_below=DOUBT_BELOW)], {"hag": 9, "portal": 1}, ())[0].reading
    assert told.doubtful
    assert told.confidence < 0.62


def test_what_is_in_doubt_for_another_reason_stays_so() -> None:
    odd = reading(kind="hag", confidence=0.97, doubtful=True, other_kinds=(("portal", "3", 0.02),))
    told = within([SeenDie(odd, doubt_below=DOUBT_BELOW)], {"hag": 9, "portal": 1}, ())[0].reading
    assert told.doubtful


def test_a_table_full_of_look_alikes_takes_no_time() -> None:
    kinds = [f"kind-{n}" for n in range(18)]
    dice = [
        _asked(kinds[n], 0.4, *((kinds[(n + k) % 18], 0.19) for k in (1, 2, 3))) for n in range(12)
    ]  # four to the twelfth ways to name them
    assert len(_judged(dice, dict.fromkeys(kinds, 1))) == 12
