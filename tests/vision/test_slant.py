from __future__ import annotations

import numpy as np
import pytest

from companion.vision.slant import agreed_tops

WIDTH, HEIGHT, FOCAL = 1280, 960, 1400.0
MIDDLES = np.array([[300.0, 250.0], [900.0, 300.0], [640.0, 480.0], [250.0, 800.0], [1100.0, 760.0]])
TRUST = np.ones(len(MIDDLES))
D12 = np.ones(len(MIDDLES))
Boxes = list[tuple[float, float, float, float]]


def _photo(slant_deg: float, roll_deg: float = 0.0) -> tuple[Boxes, np.ndarray]:
    """d12s of one size as a real camera sees them, by projecting them: boxes, and top faces in their longer sides."""
    slant, roll = np.radians([slant_deg, roll_deg])
    down = np.array([np.sin(slant) * np.sin(roll), np.sin(slant) * np.cos(roll), np.cos(slant)])
    boxes, tops = [], []
    for x, y in MIDDLES:
        ray = np.array([(x - WIDTH / 2) / FOCAL, (y - HEIGHT / 2) / FOCAL, 1.0])
        centre = ray * 20.0 / (ray @ down)  # the table is 20 dice away
        seen, at = (v[:2] / v[2] * FOCAL for v in (centre - 0.4 * down, centre))
        long = FOCAL / centre[2]
        boxes.append((x - long / 2, y - long / 2, x + long / 2, y + long / 2))
        tops.append((seen - at) / long)
    return boxes, np.array(tops)


@pytest.mark.parametrize(("slant", "roll"), [(0, 0), (20, 0), (45, 0), (58, 0), (50, 90), (40, 180)])
@pytest.mark.parametrize("d12", [D12, 1 - D12])
def test_dice_that_agree_are_believed(slant: float, roll: float, d12: np.ndarray) -> None:
    boxes, tops = _photo(slant, roll)
    agreed = agreed_tops((WIDTH, HEIGHT), boxes, tops, TRUST, d12)
    assert np.linalg.norm(agreed - tops, axis=1).max() < 0.06


@pytest.mark.parametrize("slant", [45, 55, 62])
def test_a_side_that_was_taken_for_the_top_is_outvoted(slant: float) -> None:
    boxes, tops = _photo(slant)
    told = tops.copy()
    told[2] = (0.0, 0.05)  # its front side is seen squarely, in the middle of the die
    agreed = agreed_tops((WIDTH, HEIGHT), boxes, told, TRUST, D12)
    assert np.linalg.norm(agreed - tops, axis=1).max() < 0.08


def test_sizes_tell_where_most_d12s_showed_a_side_for_their_top() -> None:
    boxes, tops = _photo(50)
    told = tops.copy()
    told[[0, 2, 4]] = (0.0, 0.09)  # the front side, which looks 13 degrees below the camera
    agreed = agreed_tops((WIDTH, HEIGHT), boxes, told, TRUST, D12)
    assert np.linalg.norm(agreed - tops, axis=1).max() < 0.08
    # From straight above they would all be as large, and the middle is the top.
    level, _ = _photo(0)
    agreed = agreed_tops((WIDTH, HEIGHT), level, np.zeros_like(told), TRUST, D12)
    assert np.linalg.norm(agreed, axis=1).max() < 0.15


def test_what_is_hardly_a_die_has_hardly_a_vote() -> None:
    boxes, told = _photo(50)
    tops = told.copy()
    told[[0, 3, 4]] = (0.0, 0.0)
    votes = np.array([0.1, 1.0, 1.0, 0.1, 0.1])
    agreed = agreed_tops((WIDTH, HEIGHT), boxes, told, votes, 1 - D12)
    assert np.linalg.norm(agreed - tops, axis=1).max() < 0.08


def test_one_die_alone_is_believed() -> None:
    odd = np.array([[0.3, 0.3]])
    boxes, _ = _photo(0)
    assert agreed_tops((WIDTH, HEIGHT), boxes[:1], odd, TRUST[:1], D12[:1]) is odd
