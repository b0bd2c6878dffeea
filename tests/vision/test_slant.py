from __future__ import annotations

import numpy as np
import pytest

from companion.vision.slant import agreed_tops

WIDTH, HEIGHT, FOCAL = 1280, 960, 1400.0
MIDDLES = np.array([[300.0, 250.0], [900.0, 300.0], [640.0, 480.0], [250.0, 800.0], [1100.0, 760.0]])
LONG = 80.0
BOXES = [(x - LONG / 2, y - LONG / 2, x + LONG / 2, y + LONG / 2) for x, y in MIDDLES]
TRUST = np.ones(len(BOXES))


def _tops(slant_deg: float, roll_deg: float = 0.0) -> np.ndarray:
    """Where a real camera sees the top faces of d12s, in longer sides of their boxes: by projecting them."""
    slant, roll = np.radians([slant_deg, roll_deg])
    down = np.array([np.sin(slant) * np.sin(roll), np.sin(slant) * np.cos(roll), np.cos(slant)])
    found = []
    for middle in MIDDLES:
        ray = np.array([*(middle - (WIDTH / 2, HEIGHT / 2)) / FOCAL, 1.0])
        far = 30.0 / ray[2]  # die sizes
        centre = ray * far
        top = centre - 0.4 * down
        seen, at = (v[:2] / v[2] * FOCAL for v in (top, centre))
        found.append((seen - at) / (FOCAL / far))
    return np.array(found)


@pytest.mark.parametrize(("slant", "roll"), [(0, 0), (20, 0), (45, 0), (58, 0), (50, 90), (40, 180)])
def test_dice_that_agree_are_believed(slant: float, roll: float) -> None:
    tops = _tops(slant, roll)
    assert np.linalg.norm(agreed_tops((WIDTH, HEIGHT), BOXES, tops, TRUST) - tops, axis=1).max() < 0.06


@pytest.mark.parametrize("slant", [45, 55, 62])
def test_a_side_that_was_taken_for_the_top_is_outvoted(slant: float) -> None:
    true = _tops(slant)
    told = true.copy()
    told[2] = (0.0, 0.05)  # its front side is seen squarely, in the middle of the die
    agreed = agreed_tops((WIDTH, HEIGHT), BOXES, told, TRUST)
    assert np.linalg.norm(agreed - true, axis=1).max() < 0.08


def test_what_is_hardly_a_die_has_hardly_a_vote() -> None:
    told = _tops(50)
    told[[0, 3, 4]] = (0.0, 0.0)
    votes = np.array([0.1, 1.0, 1.0, 0.1, 0.1])
    agreed = agreed_tops((WIDTH, HEIGHT), BOXES, told, votes)
    assert np.linalg.norm(agreed - _tops(50), axis=1).max() < 0.08


def test_one_die_alone_is_believed() -> None:
    odd = np.array([[0.3, 0.3]])
    assert agreed_tops((WIDTH, HEIGHT), BOXES[:1], odd, TRUST[:1]) is odd
