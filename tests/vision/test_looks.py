"""One die is read now so, now otherwise, and lies still: what all looks at it say together."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.dice import TableState
from companion.vision.flaws import COCKED, OUTSIDE, UNCLEAR, UNKNOWN
from companion.vision.seen import SeenDie
from companion.vision.settling import AGREE, DISAGREE, PATIENCE, Agreed, Glance, Settling

from .fakes import reading

SURE = SeenDie(reading(0, "3", (80.0, 60.0)))
THRESHOLD = 0.9


def look(face: str, confidence: float, *others: tuple[str, float], flaw: str = "", **more: object) -> SeenDie:
    """The die that flickers, as one frame shows it; below its threshold it is in doubt."""
    doubtful = confidence < THRESHOLD
    die = reading(
        1,
        face,
        more.pop("at", (140.0, 90.0)),  # type: ignore[arg-type]
        confidence=confidence,
        doubtful=doubtful,
        alternatives=((face, confidence), *others),
        **more,
    )
    return SeenDie(die, doubt_below=THRESHOLD, flaw=flaw or (UNCLEAR if doubtful else ""))


def settled(frames: Iterable[tuple[SeenDie, ...]]) -> Agreed | None:
    """The frames of a table at rest, until it is told what lies there."""
    settling = Settling()
    settling.glance(Glance(9.9, moving=True))
    for number, dice in enumerate(frames):
        assert settling.glance(Glance(10 + number / 30, moving=False))
        agreed = settling.dice(dice)
        if agreed is not None:
            settling.accept(agreed)
            return agreed
    return None


def told(looks: Iterable[SeenDie]) -> Agreed:
    agreed = settled((SURE, die) for die in looks)
    assert agreed is not None
    return agreed


def flickering(*looks: SeenDie) -> list[SeenDie]:
    return [looks[number % len(looks)] for number in range(PATIENCE)]


def test_a_die_that_shows_two_faces_in_turn_is_that_die_in_doubt_with_both() -> None:
    agreed = told(flickering(look("5", 0.95, ("6", 0.04)), look("6", 0.92, ("5", 0.07))))
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, UNCLEAR)
    sure, unclear = agreed.dice
    assert sure == SURE, "the others are not touched"
    assert unclear.reading.doubtful
    assert unclear.flaw == UNCLEAR
    # Five looks at a 5 and four at a 6: the mean of what they say.
    (first, five), (second, six) = unclear.reading.alternatives
    assert (first, second) == ("5", "6")
    assert five == unclear.reading.confidence == pytest.approx((5 * 0.95 + 4 * 0.07) / 9)
    assert six == pytest.approx((5 * 0.04 + 4 * 0.92) / 9)


@pytest.mark.parametrize("last", ["clear", "doubtful"])
def test_what_the_last_frame_happens_to_show_decides_nothing(last: str) -> None:
    clear, unclear = look("5", 0.91), look("5", 0.88)
    looks = flickering(unclear, clear) if last == "doubtful" else flickering(clear, unclear)
    agreed = told(looks)
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, UNCLEAR)
    assert agreed.dice[1].reading.doubtful
    assert agreed.dice[1].reading.face == "5"


def test_a_die_that_most_looks_read_clearly_and_all_together_are_sure_of_is_not_in_doubt() -> None:
    agreed = told(flickering(look("5", 0.93), look("5", 0.94), look("5", 0.89)))
    assert (agreed.state, agreed.reason) == (TableState.SETTLED, "")
    assert not agreed.dice[1].reading.doubtful
    assert agreed.dice[1].reading.confidence == pytest.approx(0.92)


@pytest.mark.parametrize(
    "looks",
    [
        flickering(look("5", 0.91), look("5", 0.91), look("5", 0.80)),  # together they are not sure
        flickering(look("5", 0.99), look("5", 0.89)),  # sure together, but nearly half were in doubt
        flickering(
            look("5", 0.99), look("5", 0.99), look("6", 0.60, ("5", 0.39))
        ),  # one look saw another face
        [look("5", 0.99)] * 2 + [look("6", 0.99), look("5", 0.99)] * 2 + [look("5", 0.99)] * 3,  # as clearly
        flickering(look("5", 0.99), look("5", 0.99), look("5", 0.99, flaw=COCKED)),  # it may lean
        flickering(look("5", 0.99, flaw=UNCLEAR)),  # it perhaps leans, clearly as its face reads
        flickering(look("5", 0.99), look("5", 0.99, flaw=UNCLEAR)),
    ],
)
def test_whatever_speaks_against_it_leaves_the_die_in_doubt(looks: list[SeenDie]) -> None:
    agreed = told(looks)
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, UNCLEAR)
    assert agreed.dice[1].reading.face == "5"
    assert agreed.dice[1].reading.doubtful


def test_a_die_that_is_in_doubt_for_another_reason_stays_so() -> None:
    """Too many dice of its kind: its own face is clear enough."""
    counted = SeenDie(reading(1, "5", (140.0, 90.0), doubtful=True), doubt_below=THRESHOLD, flaw=UNCLEAR)
    agreed = told(flickering(look("5", 0.99), look("5", 0.99), counted))
    assert agreed.state is TableState.DOUBTFUL


def test_frames_that_agree_at_last_do_not_outvote_those_that_clearly_saw_another_face() -> None:
    looks = flickering(look("6", 0.97), look("5", 0.97))[:5] + [look("5", 0.97)] * 4
    assert settled((SURE, die) for die in looks[:-1]) is None, "the last three agree"
    agreed = told(looks)
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, UNCLEAR)
    assert [face for face, _ in agreed.dice[1].reading.alternatives] == ["5", "6"]


def test_a_die_that_rocked_on_the_spot_is_what_it_shows_for_long_enough() -> None:
    looks = [look("6", 0.97)] * 2 + [look("5", 0.97)] * 6
    assert settled((SURE, die) for die in looks[: AGREE + 2]) is None
    agreed = told(looks)
    assert (agreed.state, agreed.reason) == (TableState.SETTLED, "")
    assert agreed.dice[1].reading.face == "5"


def test_a_die_that_may_be_of_two_kinds_is_told_with_both() -> None:
    portal, life = look("q1", 0.95, kind="portal"), look("q2", 0.93, kind="life")
    agreed = told(flickering(portal, life))
    unclear = agreed.dice[1].reading
    assert (unclear.kind, unclear.face, unclear.doubtful) == ("portal", "q1", True)
    assert unclear.other_kinds == (("life", "q2", pytest.approx(4 * 0.93 / 9)),)


def test_a_die_that_nobody_may_have_taught_says_so_if_that_is_likeliest() -> None:
    strange = SeenDie(reading(1, "?", (140.0, 90.0), confidence=0.9, doubtful=True), flaw=UNKNOWN)
    assert told(flickering(strange, look("5", 0.6))).reason == UNKNOWN
    assert told(flickering(look("5", 0.95), strange)).reason == UNCLEAR


@pytest.mark.parametrize("flaw", [COCKED, OUTSIDE])
def test_a_die_that_hardly_ever_lies_right_stays_what_it_is(flaw: str) -> None:
    looks = [look("5", 0.99, flaw=flaw)] * PATIENCE
    looks[2] = looks[5] = look("5", 0.99)
    agreed = told(looks)
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, flaw)
    assert agreed.dice[1].flaw == flaw


def test_a_die_that_leans_in_some_looks_and_lies_flat_in_others_is_asked_for() -> None:
    leans, flat = look("6", 0.997, flaw=COCKED), look("6", 0.997)
    agreed = told(flickering(leans, flat))
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, UNCLEAR)
    assert agreed.dice[1].reading.doubtful
    assert agreed.dice[0] == SURE


def test_a_leaning_die_is_what_is_told_first_of_two_that_cannot_count() -> None:
    dice = (look("5", 0.6), SeenDie(reading(2, "2", (200.0, 60.0)), flaw=COCKED))
    agreed = settled([dice] * PATIENCE)
    assert agreed is not None
    assert agreed.reason == COCKED


@pytest.mark.parametrize("missing", [PATIENCE - 5, PATIENCE - 2])
def test_dice_that_come_and_go_are_not_pooled(missing: int) -> None:
    frames = [(SURE, die) for die in flickering(look("5", 0.6), look("6", 0.6))]
    agreed = settled([*frames[:missing], (SURE,), *frames[missing + 1 :]])
    assert agreed is not None
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, DISAGREE)


def test_a_die_that_lies_now_here_now_there_is_not_pooled() -> None:
    agreed = told(flickering(look("5", 0.95), look("5", 0.95, at=(143.0, 90.0))))
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, DISAGREE)


def test_a_die_that_came_to_rest_a_little_later_is_looked_at_from_then_on() -> None:
    rolled = [look("2", 0.97, at=(130.0 + 3 * n, 90.0)) for n in range(2)]
    agreed = told([*rolled, *flickering(look("5", 0.6), look("6", 0.5))])
    assert agreed.reason == UNCLEAR
    assert [face for face, _ in agreed.dice[1].reading.alternatives] == ["5", "6"], (
        "not what it showed before"
    )
