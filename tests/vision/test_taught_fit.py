"""The figures of taught reading come from looks whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.taught import LENGTH, unit
from companion.vision.taught_fit import NEAR_SHARES, Group, Session, fit, near_share, shares, weighed
from companion.vision.taught_scores import Look

HALF = LENGTH // 2
FACES = ("sword", "shield", "moon", "skull", "heart", "burst")


def _group(whole: float, near: float, seed: int = 0) -> Group:
    """Six faces that look the same again but for the noise that is given, of the whole die and of its top alone."""
    rng = np.random.default_rng(seed)
    names = {face: rng.normal(size=(2, HALF)) for face in (*FACES, "stranger")}

    def look(face: str) -> Look:
        halves = unit(names[face] + rng.normal(size=(2, HALF)) * [[whole], [near]])
        return Look("hero", face, np.asarray(halves.reshape(LENGTH) / np.sqrt(2), np.float32), None)

    return [look(face) for face in FACES for _ in range(8)], [look("stranger") for _ in range(40)]


def _lengths(row: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.linalg.norm(row.reshape(2, HALF), axis=1)


def test_the_look_that_tells_more_counts_more() -> None:
    assert near_share([_group(whole=2.5, near=0.3)]) == max(NEAR_SHARES)
    assert near_share([_group(whole=0.3, near=2.5)]) == min(NEAR_SHARES)


def test_looks_are_weighed_anew_whatever_they_were_weighed_before() -> None:
    looks, _ = weighed(weighed([_group(0.3, 0.3)], 0.92), 0.25)[0]
    np.testing.assert_allclose(_lengths(looks[0].embedding), np.sqrt([0.75, 0.25]), rtol=1e-5)
    assert looks[0].imagined.shape == (0, LENGTH)


@pytest.mark.parametrize("seed", [1, 2])
def test_known_faces_are_known_and_strangers_are_not(seed: int) -> None:
    figures = fit([_group(0.4, 0.4, seed)], silent=0.003)
    looks, strangers = _group(0.4, 0.4, seed + 10)
    session = Session(looks, 3, strangers)
    likely, unknown = shares(session.asked(figures), figures)
    assert (likely.argmax(axis=1) == session.wanted).all()
    assert (unknown < 0.5).mean() > 0.95
    _, strange = shares(session.strangers(figures), figures)
    assert (strange > 0.5).mean() > 0.95
