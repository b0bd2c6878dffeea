from __future__ import annotations

import numpy as np
import pytest

from companion.vision.taught import TaughtSet


def _near(axis: int, likeness: float, other: int = 100) -> np.ndarray:
    """A unit vector this like to an axis."""
    embedding = np.zeros(128, np.float32)
    embedding[axis] = likeness
    embedding[other] = np.sqrt(1 - likeness**2)
    return embedding


@pytest.fixture
def heroes() -> TaughtSet:
    taught = TaughtSet()
    for axis, face in enumerate(("sword", "shield", "heart")):
        taught.add("hero", face, _near(axis, 1.0))
    taught.add("monster", "claw", _near(3, 1.0))
    return taught


def test_the_nearest_face_wins(heroes: TaughtSet) -> None:
    likely = heroes.probabilities(_near(1, 0.95), ["hero"])
    assert max(likely, key=lambda key: likely[key]) == ("hero", "shield")
    assert likely["hero", "shield"] > 0.95


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
    assert heroes.probabilities(odd, ["hero"])["hero", "sword"] > max(0.95, before)


def test_nothing_taught() -> None:
    assert TaughtSet().probabilities(_near(0, 1.0), ["hero"]) == {}


def test_forget(heroes: TaughtSet) -> None:
    heroes.forget("hero")
    assert {face.kind for face in heroes.faces} == {"monster"}


def test_an_empty_look_is_refused() -> None:
    with pytest.raises(ValueError, match="gave no embedding"):
        TaughtSet().add("hero", "sword", np.zeros(128, np.float32))
