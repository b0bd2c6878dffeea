"""What is drawn on the faces: countable pips, upright numerals, symbols that differ."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from companion.camera.simulation.marks import (
    SYMBOLS,
    DieLook,
    NumeralStyle,
    PipStyle,
    coloured,
    numeral,
    pips,
    symbol,
)


def parts(mask: np.ndarray) -> int:
    return cv2.connectedComponents((mask > 0.5).astype(np.uint8))[0] - 1


@pytest.mark.parametrize(
    "style", [PipStyle(), PipStyle(two="straight"), PipStyle(mirrored=True, six=(0.7, 1.0))]
)
def test_pips_can_be_counted(style: PipStyle) -> None:
    for n in range(7):
        mask = pips(n, style)
        assert parts(mask) == n
        assert mask.dtype == np.float32
        assert mask.shape == (128, 128)
        assert np.allclose(mask, mask[::-1, ::-1], atol=1e-5)  # a die's pips look the same upside down


def test_pip_layouts_differ() -> None:
    plain, straight, mirrored = (
        pips(2, s) for s in (PipStyle(), PipStyle(two="straight"), PipStyle(mirrored=True))
    )
    assert np.abs(plain - straight).max() == 1
    assert np.allclose(plain, mirrored[:, ::-1], atol=1e-4)
    assert pips(1, PipStyle(one=2.0)).sum() == pytest.approx(4 * pips(1).sum(), rel=0.05)


def test_first_row_is_up_and_first_column_left() -> None:
    rows = np.flatnonzero(numeral("6").sum(axis=1))
    underline = numeral("6")[rows[-1] - 2]
    assert underline.sum() > 20  # the line under the 6 is at the bottom
    top_of_seven, bottom_of_seven = (np.average(np.arange(128), weights=r) for r in _ends(numeral("7")))
    assert bottom_of_seven < top_of_seven  # a 7 runs down to the left


def _ends(mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    rows = np.flatnonzero(mask.sum(axis=1) > 1)
    return mask[rows[4]], mask[rows[-4]]


def test_six_is_not_nine() -> None:
    assert parts(numeral("6")) == parts(numeral("9")) == 2
    assert parts(numeral("6", NumeralStyle(six_and_nine="dot"))) == 2
    assert parts(numeral("6", NumeralStyle(six_and_nine="none"))) == 1
    assert np.abs(numeral("6") - numeral("9")[::-1, ::-1]).sum() > 100


@pytest.mark.parametrize("n", range(21))
def test_every_numeral_stays_on_its_face(n: int) -> None:
    mask = numeral(str(n))
    assert mask.sum() > 200
    y, x = np.nonzero(mask > 0.1)
    assert np.hypot(x - 63.5, y - 63.5).max() < 64


def test_letters_need_a_font() -> None:
    with pytest.raises(ValueError, match="font"):
        numeral("K")


def test_symbols_are_many_and_tell_apart() -> None:
    assert len(SYMBOLS) >= 20
    for one, other in itertools.combinations(SYMBOLS, 2):
        a, b = symbol(one), symbol(other)
        shared = float(np.minimum(a, b).sum() / np.maximum(a, b).sum())
        assert shared < 0.8, (one, other)
    for name in SYMBOLS:
        assert 0.08 < symbol(name).mean() < 0.6, name
    with pytest.raises(ValueError, match="sword"):
        symbol("unicorn")


def test_colours_of_body_and_mark() -> None:
    look = DieLook(body=(255, 0, 0), mark=(0, 0, 255))
    face = coloured(pips(1), look)
    assert face[64, 64].tolist() == [0, 0, 1]
    assert face[2, 2].tolist() == [1, 0, 0]


def test_shared_masks_cannot_be_spoilt() -> None:
    with pytest.raises(ValueError, match="read-only"):
        pips(3)[0, 0] = 1.0
