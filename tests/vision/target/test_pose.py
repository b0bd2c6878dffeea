"""The camera's pose from points of the board: whatever the camera, never the pose that fits a few points alone."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.target.drawing import marker_corners
from companion.vision.target.pose import from_points
from companion.vision.target.scene_setting import random_setting

from .scene import PROFILE

assert PROFILE.markers is not None
MARKS = np.concatenate(list(marker_corners(PROFILE.markers).values()))


@pytest.mark.parametrize("seed", range(40))
def test_four_markers_tell_the_pose(seed: int) -> None:
    rng = np.random.default_rng([1, seed])  # of these, the eleventh was once seen from the other side
    camera = random_setting(PROFILE, rng).camera
    px = camera.pose.to_px(MARKS) + rng.normal(0, 0.2, MARKS.shape)
    found = from_points(MARKS, px, camera.pose.picture)
    assert found is not None
    off = np.linalg.norm(found[0].to_mm(px) - MARKS, axis=1)
    assert float(off.max()) < 2.5
