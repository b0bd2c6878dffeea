"""Faults of a picture, one by one, on pictures made for it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.camera.source import Frame, Picture
from companion.camera.tidy import small_of
from companion.vision.clarity import SAME_SECONDS, Clarity, Repeats, View
from companion.vision.motion import MotionGate

RANDOM = np.random.default_rng(7)
TABLE = np.full((360, 640, 3), 70, np.uint8)
for _x, _y in RANDOM.integers((20, 20), (620, 340), (90, 2)):
    cv2.rectangle(
        TABLE,
        (int(_x), int(_y)),
        (int(_x) + 18, int(_y) + 12),
        [int(c) for c in RANDOM.integers(20, 220, 3)],
        -1,
    )


def _frame(picture: Picture, at: float, noise: int = 3) -> Frame:
    noisy = cv2.add(picture, RANDOM.integers(0, noise, picture.shape, np.uint8))
    return Frame(round(30 * at), at, np.asarray(noisy, np.uint8), small_of(np.asarray(noisy, np.uint8)))


@pytest.fixture
def known() -> Clarity:
    clarity = Clarity()
    clarity.learn(_frame(TABLE, 0.0))
    return clarity


def _look(clarity: Clarity, picture: Picture, at: float = 1.0) -> View:
    return clarity.look(_frame(picture, at), quiet=False)


def test_a_good_picture_is_good(known: Clarity) -> None:
    assert _look(known, TABLE) == View()


@pytest.mark.parametrize(
    ("picture", "fault"),
    [
        (np.zeros_like(TABLE), "sight.black"),
        (cv2.convertScaleAbs(TABLE, alpha=4, beta=90), "sight.bright"),
        (cv2.GaussianBlur(TABLE, (0, 0), 3), "sight.blurred"),
    ],
)
def test_faults_are_told_apart(known: Clarity, picture: Picture, fault: str) -> None:
    assert _look(known, picture).fault == fault


def test_half_of_the_table_covered_is_not_out_of_focus(known: Clarity) -> None:
    covered = TABLE.copy()
    covered[:, :380] = 130
    assert _look(known, covered).fault == ""


def test_darker_is_not_out_of_focus(known: Clarity) -> None:
    assert _look(known, np.asarray(cv2.convertScaleAbs(TABLE, alpha=0.4), np.uint8)).fault == ""


def test_light_that_goes_is_told_and_forgotten_when_it_comes_back(known: Clarity) -> None:
    half = np.asarray(cv2.convertScaleAbs(TABLE, alpha=0.5), np.uint8)
    told = [known.look(_frame(half, n / 30), quiet=True).hint for n in range(30)]
    assert told[5] == ""
    assert told[-1] == "sight.dim"
    told = [known.look(_frame(TABLE, 1 + n / 30), quiet=True).hint for n in range(70)]
    assert told[-1] == ""


def test_a_sleeve_is_no_loss_of_light(known: Clarity) -> None:
    sleeve = TABLE.copy()
    sleeve[:, :400] = 20
    for n in range(20):
        known.look(_frame(sleeve, n / 30), quiet=False)
        known.hidden()
    assert known.look(_frame(TABLE, 0.7), quiet=False).hint == ""


def test_flicker_is_told_and_a_single_lamp_switched_on_is_not(known: Clarity) -> None:
    def hint(light: list[float], start: float) -> str:
        pictures = (np.asarray(cv2.convertScaleAbs(TABLE, alpha=a), np.uint8) for a in light)
        return [known.look(_frame(p, start + n / 30), quiet=True).hint for n, p in enumerate(pictures)][-1]

    assert hint([0.8] * 20 + [1.0] * 20, 0.0) == ""
    assert hint([0.8 + 0.2 * np.sin(n / 1.8) for n in range(40)], 2.0) == "sight.flicker"


def test_the_same_picture_again_is_noticed_and_a_living_camera_is_not() -> None:
    repeats, alive = Repeats(), Repeats()
    same = _frame(TABLE, 0.0)
    assert not repeats.again(same)
    assert repeats.again(same)
    assert not repeats.hangs(SAME_SECONDS - 0.1)
    assert repeats.hangs(SAME_SECONDS)
    assert not any(alive.again(_frame(TABLE, n / 30)) for n in range(10))


def test_a_place_that_only_grew_darker_was_not_touched() -> None:
    gate, place = MotionGate(), (slice(40, 80), slice(60, 110))
    gate.look(_frame(TABLE, 0.0).small)
    gate.look(_frame(np.asarray(cv2.convertScaleAbs(TABLE, alpha=0.6), np.uint8), 0.03).small)
    assert gate.only_light(place)
    hand = TABLE.copy()
    cv2.ellipse(hand, (150, 120), (90, 60), 0, 0, 360, (120, 150, 200), -1)
    gate.look(_frame(hand, 0.07).small)
    assert not gate.only_light(place)
