"""Training the judge of leaning dice: what is kept apart, what is drawn, and how its threshold is chosen."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the training extra")
pytest.importorskip("moderngl", reason="needs the training extra")

import torch

from companion.camera.simulation.scene import scene
from companion.commands import measure_leaning
from models.training import calibrate_lying, lying_views, train_lying
from models.training.lying_views import RENDERED, RENDERED_KEPT, SIMULATED, SIMULATED_KEPT, Stored


def stored(leans: list[bool]) -> Stored:
    """Flat ones are black, leaning ones white."""
    views = np.stack([np.full((64, 64, 3), 255 if one else 0, np.uint8) for one in leans])
    count = len(leans)
    return Stored(
        views,
        np.linspace(0, 0.4, count).astype(np.float32),
        np.array(leans),
        np.zeros(count, np.float32),
        np.array(["d6"] * count),
    )


def test_no_table_is_trained_on_measured_and_calibrated_by() -> None:
    trained, kept = (
        set(
            range(
                part.first_seed,
                part.first_seed + max(part.shards, part.shards * lying_views.PICTURES_A_TABLE),
            )
        )
        for part in (SIMULATED, SIMULATED_KEPT)
    )
    assert not trained & kept
    assert max(trained | kept) < measure_leaning.FIRST_SEED
    assert RENDERED.first_seed != RENDERED_KEPT.first_seed


def test_a_simulated_view_knows_whether_its_die_leans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lying_views, "PICTURES_A_TABLE", 2)
    shown = list(lying_views._simulated(SIMULATED_KEPT, 0))
    assert {one.leans for one in shown} == {True, False}
    assert all((one.tilt_deg > 20) == one.leans for one in shown)
    assert all(one.view.shape == (64, 64, 3) for one in shown)
    assert all(0 <= one.slant < 0.6 for one in shown)  # the simulated camera hangs nearly above


def test_a_calibration_is_off_by_little() -> None:
    plane = lying_views.calibrated(scene(0), np.random.default_rng(1))
    assert plane.camera_mm is not None
    off = np.array(plane.camera_mm) - scene(0).profile.camera_mm
    assert 0 < np.abs(off).max() < 5 * lying_views.CAMERA_SLACK


def test_a_batch_has_both_and_says_which_is_which() -> None:
    deck = train_lying.Deck(stored([True, False, False, False]))
    views, leans = deck.draw(np.random.default_rng(2), 200)
    assert views.shape == (200, 4, 64, 64)
    assert 0.3 < leans.mean() < 0.6
    np.testing.assert_array_equal(views[:, 0, 0, 0], leans)


def test_a_view_in_another_light_is_still_one() -> None:
    views = torch.zeros(8, 4, 64, 64)
    views[:, :3, :, :32], views[:, 3] = 1.0, 0.2
    changed = train_lying.altered(views.clone(), torch.Generator().manual_seed(1))
    assert changed.min() >= 0
    assert changed[:, :3].max() <= 1
    left, right = changed[:, :3, :, 4:28].mean((1, 2, 3)), changed[:, :3, :, 36:60].mean((1, 2, 3))
    assert ((left > right) == torch.tensor([False, True] * 4)).all()  # every second one is mirrored
    assert changed[:, 3].mean() == pytest.approx(0.2, abs=0.02)


def test_the_threshold_leaves_flat_dice_in_peace() -> None:
    sure = np.concatenate([np.linspace(0, 0.5, 998), [0.95, 0.96], np.linspace(0.6, 1, 100)])
    leans = np.array([False] * 1000 + [True] * 100)
    chosen = calibrate_lying.threshold(sure, leans, 0.002)
    assert 0.5 <= chosen < 0.6
    assert (sure[~leans] > chosen).mean() <= 0.002
    # One more such flat die, and it must be higher.
    assert calibrate_lying.threshold(np.append(sure, 0.9), np.append(leans, False), 0.002) >= 0.9
