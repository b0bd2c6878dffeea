from __future__ import annotations

import numpy as np

from companion.vision.views import AS_IT_IS, QUARTERS, Eye, View, together


class Mirror:
    """A network that gives back the crop it was shown."""

    def run(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        return {"crop": crops.reshape(len(crops), -1)}


CROPS = list(np.random.default_rng(3).integers(0, 255, (2, 64, 64, 3), np.uint8))


def _shown(views: tuple[View, ...]) -> np.ndarray:
    seen = Eye(Mirror()).look(CROPS, views)["crop"]  # type: ignore[arg-type]
    return np.asarray(seen.reshape(len(views), len(CROPS), 3, 64, 64) * 255)


def test_red_comes_first_and_nothing_else_changes() -> None:
    (shown,) = _shown(AS_IT_IS)
    for crop, as_shown in zip(CROPS, shown, strict=True):
        assert np.abs(as_shown.transpose(1, 2, 0)[..., ::-1] - crop).max() < 0.01


def test_a_quarter_turn_is_the_whole_crop_turned() -> None:
    (upright,) = _shown(AS_IT_IS)
    for turns, turned in enumerate(_shown(QUARTERS), start=1):
        assert np.abs(turned - np.rot90(upright, turns, axes=(2, 3))).max() < 1.1


def test_from_farther_off_the_edge_repeats() -> None:
    (shown,) = _shown((View(zoom=0.5),))
    assert np.abs(shown[0][:, 0] - shown[0][:, 8]).max() < 1.1


def test_two_looks_are_one() -> None:
    eye = Eye(Mirror())  # type: ignore[arg-type]
    both = together(eye.look(CROPS, AS_IT_IS), eye.look(CROPS, QUARTERS))
    assert both["crop"].shape[:2] == (4, 2)
