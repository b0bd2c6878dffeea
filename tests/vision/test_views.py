from __future__ import annotations

import numpy as np
import pytest

from companion.vision.views import AS_IT_IS, CROP, DETAIL, QUARTERS, Eye, View, detail, together

NEAR = 0.55  # of the likeness is that of the top faces


class Mirror:
    """A network that gives back the crop it was shown."""

    def run(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        return {"crop": crops.reshape(len(crops), -1)}


CROPS = list(np.random.default_rng(3).integers(0, 255, (2, 64, 64, 3), np.uint8))


def _eye(model: Mirror) -> Eye:
    """One model stands in for all networks."""
    return Eye(model, model, model)  # type: ignore[arg-type]


def _shown(views: tuple[View, ...]) -> np.ndarray:
    seen = _eye(Mirror()).look(CROPS, views)["crop"]
    return np.asarray(seen.reshape(len(views), len(CROPS), 3, 64, 64) * 255)


def test_red_comes_first_and_nothing_else_changes() -> None:
    (shown,) = _shown(AS_IT_IS)
    for crop, as_shown in zip(CROPS, shown, strict=True):
        assert np.abs(as_shown.transpose(1, 2, 0)[..., ::-1] - crop).max() < 0.01


def test_a_quarter_turn_is_the_whole_crop_turned() -> None:
    (upright,) = _shown(AS_IT_IS)
    for turns, turned in enumerate(_shown(QUARTERS)):
        assert np.abs(turned - np.rot90(upright, turns, axes=(2, 3))).max() < 1.1


def test_from_farther_off_the_edge_repeats() -> None:
    (shown,) = _shown((View(zoom=0.5),))
    assert np.abs(shown[0][:, 0] - shown[0][:, 8]).max() < 1.1


def test_two_looks_are_one() -> None:
    eye = _eye(Mirror())
    both = together(eye.look(CROPS, AS_IT_IS), eye.look(CROPS, QUARTERS))
    assert both["crop"].shape[:2] == (5, 2)


class Pointer(Mirror):
    """A network that finds every top face in the lower right, and tells how much of a crop is bright and dark."""

    def __init__(self, solid: int) -> None:
        self.solid = np.eye(3, dtype=np.float32)[solid]

    def run(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        bright = crops.mean(axis=(1, 2, 3))
        spot = np.full((len(crops), 2), 0.2, np.float32)
        solid = np.repeat(self.solid[None], len(crops), axis=0)
        return {"embedding": np.stack([bright, 1 - bright], axis=1), "spot": spot, "solid": solid}


def test_the_top_face_alone_is_looked_at_too() -> None:
    crop = np.zeros((100, 100, 3), np.uint8)
    crop[50:90, 50:90] = 255  # the top face: its middle is at 0.7 of the crop
    ((whole, dark, near, dark_near),) = _eye(Pointer(0)).look_all_around([crop], NEAR)
    assert whole / (whole + dark) == pytest.approx(0.16, abs=0.02)  # of the whole die
    assert near / (near + dark_near) > 0.35  # of the near look, 40 of 60 px each way, less where it is turned
    assert whole**2 + dark**2 == pytest.approx(1 - NEAR, abs=1e-5)


def test_of_a_rounder_die_the_middle_is_looked_at() -> None:
    crop = np.zeros((100, 100, 3), np.uint8)
    crop[40:60, 40:60] = 255
    ((*_, near, dark_near),) = _eye(Pointer(1)).look_all_around([crop], NEAR)
    ((*_, aside, dark_aside),) = _eye(Pointer(0)).look_all_around([crop], NEAR)
    assert near / (near + dark_near) > 1.5 * aside / (aside + dark_aside)


def test_a_crop_is_kept_as_large_as_it_was_seen() -> None:
    picture = np.zeros((600, 600, 3), np.uint8)
    for long, side in ((20, CROP), (80, 96), (400, DETAIL)):
        assert detail(picture, (100, 100, 100 + long, 100 + long)).shape == (side, side, 3)
