from __future__ import annotations

import numpy as np
import pytest

from companion.dice import Shape
from companion.vision.taught import MOST_VIEWS, Figures, TaughtDie, TaughtFace, TaughtSet


def _near(axis: int, likeness: float, other: int = 100) -> np.ndarray:
    """A unit vector this like to an axis."""
    embedding = np.zeros(256, np.float32)
    embedding[axis] = likeness
    embedding[other] = np.sqrt(1 - likeness**2)
    return embedding


@pytest.fixture
def heroes() -> TaughtSet:
    figures = Figures(sharpness=0.03, colour=12.0, unknown_at=0.8, unknown_sharpness=0.03, doubt_below=0.9)
    taught = TaughtSet(figures=figures)
    for axis, face in enumerate(("sword", "shield", "heart")):
        taught.add("hero", face, _near(axis, 1.0))
    taught.add("monster", "claw", _near(3, 1.0))
    return taught


def test_the_nearest_face_wins(heroes: TaughtSet) -> None:
    likely = heroes.probabilities(_near(1, 0.95), ["hero"])
    assert max(likely, key=lambda key: likely[key]) == ("hero", "shield")
    assert likely["hero", "shield"] > 0.9


def test_other_kinds_do_not_count(heroes: TaughtSet) -> None:
    assert ("monster", "claw") not in heroes.probabilities(_near(3, 1.0), ["hero"])
    assert max(heroes.probabilities(_near(3, 1.0), ["hero"]).values()) < 0.01


def test_far_from_everything_is_unknown(heroes: TaughtSet) -> None:
    assert sum(heroes.probabilities(_near(50, 1.0), ["hero"]).values()) < 0.01


def test_between_two_faces_neither_is_sure(heroes: TaughtSet) -> None:
    both = (_near(0, 1.0) + _near(1, 1.0)) / np.sqrt(2)
    likely = heroes.probabilities(both, ["hero"])
    assert likely["hero", "sword"] == pytest.approx(likely["hero", "shield"])
    assert max(likely.values()) < 0.6


def test_a_second_look_helps(heroes: TaughtSet) -> None:
    odd = _near(0, 0.62, other=90)
    before = heroes.probabilities(odd, ["hero"])["hero", "sword"]
    heroes.add("hero", "sword", _near(0, 0.7, other=90))
    assert heroes.probabilities(odd, ["hero"])["hero", "sword"] > max(0.9, before)


def test_what_was_imagined_of_a_face_is_known_too(heroes: TaughtSet) -> None:
    odd = _near(0, 0.62, other=90)
    assert sum(heroes.probabilities(odd, ["hero"]).values()) < 0.1
    heroes.add("hero", "sword", _near(0, 1.0), imagined=np.stack([_near(0, 0.9), odd]))
    assert heroes.probabilities(odd, ["hero"])["hero", "sword"] > 0.9


def test_nothing_taught() -> None:
    assert TaughtSet().probabilities(_near(0, 1.0), ["hero"]) == {}


def test_forget(heroes: TaughtSet) -> None:
    heroes.forget("hero")
    assert set(heroes.dice) == {"monster"}
    assert heroes.probabilities(_near(1, 1.0), ["hero"]) == {}


def test_an_empty_look_is_refused() -> None:
    with pytest.raises(ValueError, match="gave no embedding"):
        TaughtSet().add("hero", "sword", np.zeros(256, np.float32))


def test_the_colour_tells_twins_apart(heroes: TaughtSet) -> None:
    heroes.add("red", "one", _near(7, 1.0), colour=(180, 30, 30))
    heroes.add("blue", "one", _near(7, 1.0), colour=(30, 60, 170))
    likely = heroes.probabilities(_near(7, 0.97), ["red", "blue"], colour=(165, 40, 35))
    assert likely["red", "one"] > 0.9
    darker = heroes.probabilities(_near(7, 0.97), ["red", "blue"], colour=(120, 20, 22))
    assert darker["red", "one"] > 0.9


def test_the_colour_alone_never_decides(heroes: TaughtSet) -> None:
    heroes.add("red", "one", _near(7, 1.0), colour=(180, 30, 30))
    heroes.add("red", "two", _near(8, 1.0), colour=(30, 60, 170))
    likely = heroes.probabilities(_near(7, 1.0), ["red"], colour=(30, 60, 170))
    assert likely["red", "one"] > likely["red", "two"]


def test_of_very_many_views_the_oldest_goes_and_corrections_first() -> None:
    die = TaughtDie("hero", Shape.D6, ("sword",))
    for number in range(MOST_VIEWS):
        die = die.with_view(TaughtFace("sword", _near(number, 1.0), corrected=number == 4))
    fifth, first = die.views[4], die.views[0]
    die = die.with_view(TaughtFace("sword", _near(50, 1.0), corrected=True))
    assert len(die.views) == MOST_VIEWS
    assert fifth not in die.views
    assert first in die.views
    die = die.with_view(TaughtFace("sword", _near(51, 1.0)))
    assert first in die.views  # the other correction went


def test_a_face_is_taught_anew() -> None:
    die = TaughtDie("hero", Shape.D6, ("sword", "heart"))
    for face in die.faces:
        die = die.with_view(TaughtFace(face, _near(1, 1.0)))
    assert die.missing == ()
    die = die.without_face("sword")
    assert die.missing == ("sword",)
    assert [view.face for view in die.views] == ["heart"]


def test_figures_come_from_the_model_as_far_as_it_has_them() -> None:
    assert Figures.of(None) == Figures()
    assert Figures.of({"unknown_at": 0.7, "sharpness": "no", "more": 1}) == Figures(unknown_at=0.7)
