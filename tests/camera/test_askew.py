"""Pictures of dice at rest of which some lean: as many as asked, as far as asked, and the truth says so."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera.simulation.askew import askew
from companion.camera.simulation.die import numeral_d12, pip_d6


@pytest.mark.parametrize("die", [pip_d6(), numeral_d12()])
def test_the_last_ones_lean_and_the_others_lie_flat(die: object) -> None:
    _, laid = askew([die] * 6, 2, seed=3)  # type: ignore[list-item]
    assert [one.true.cocked for one in laid] == [False] * 4 + [True] * 2
    assert all(one.tilt_deg < 0.1 for one in laid[:4])
    assert all(24 <= one.tilt_deg <= 34.1 for one in laid[4:])
    assert all(one.true.in_tray for one in laid)
    assert [one.true.face is None for one in laid] == [False] * 4 + [True] * 2


def test_how_far_they_lean_can_be_asked_for() -> None:
    _, laid = askew([pip_d6()] * 5, 2, seed=4, tilt_deg=(40.0, 41.0))
    assert [round(one.tilt_deg) for one in laid[3:]] == pytest.approx([40, 40], abs=1)


def test_the_same_seed_gives_the_same_picture_and_another_one_does_not() -> None:
    dice = [pip_d6()] * 4
    first, again, other = (askew(dice, 1, seed=seed)[0] for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_the_picture_shows_the_dice_where_the_truth_has_them() -> None:
    dice = [pip_d6()] * 4
    picture, laid = askew(dice, 1, seed=7)
    elsewhere, _ = askew(dice, 1, seed=8)
    changed = np.abs(picture.astype(int) - elsewhere).max(axis=2) > 40
    for one in laid:
        x0, y0, x1, y1 = (round(v) for v in one.true.box)
        assert changed[y0:y1, x0:x1].mean() > 0.5
