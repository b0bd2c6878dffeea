"""A die taken back to the view from straight above, and what the judge makes of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.dice import Shape
from companion.vision.above import SIDE, SPAN, FlatDie, LyingJudge, view
from companion.vision.lying import fit, flat_outline
from companion.vision.onnx import Tensor
from companion.vision.table import TablePlane

# A table of 300 × 200 mm seen from a camera that hangs 500 mm above its near edge.
PLANE = TablePlane(
    "test",
    "2026-01-31",
    0.2,
    (1280, 720),
    np.array([[0.25, 0.02, -10.0], [0.0, 0.28, -5.0], [0.0, 1e-4, 1.0]]),
    (),
    (150.0, 260.0, 500.0),
)


class Told:
    """A model that says what it is told to, and keeps what it was shown."""

    def __init__(self, logits: list[float], leans_from: float = 0.5) -> None:
        self.logits, self.leans_from = logits, leans_from
        self.shown: list[Tensor] = []

    def number(self, *keys: str) -> float:
        assert keys == ("leans_from",)
        return self.leans_from

    def run(self, views: Tensor) -> dict[str, Tensor]:
        self.shown.append(views)
        return {"leans": np.resize(np.array(self.logits, np.float32), (len(views), 1))}


def judge(model: Told) -> LyingJudge:
    return LyingJudge(model)  # type: ignore[arg-type]


def flat_die(place: tuple[float, float], angle: float = 0.0, shape: Shape = Shape.D6) -> FlatDie:
    outline = flat_outline(PLANE, place, 16.0, angle, shape)
    lies = fit(PLANE, (*outline.min(axis=0), *outline.max(axis=0)), angle, shape)
    return FlatDie(replace(lies, place_mm=place, size_mm=16.0), shape)


def drawn(place: tuple[float, float], angle: float) -> np.ndarray:
    """A white top face on a black die on a black table."""
    corners = flat_outline(PLANE, place, 16.0, angle, Shape.D6).reshape(4, 2, 2)[:, 1]
    picture = np.zeros((720, 1280, 3), np.uint8)
    cv2.fillConvexPoly(picture, cv2.convexHull(np.round(corners).astype(np.int32)), (255, 255, 255))
    return picture


@pytest.mark.parametrize("place", [(150.0, 100.0), (60.0, 60.0), (240.0, 150.0)])
@pytest.mark.parametrize("angle", [0.0, 30.0])
def test_the_top_face_of_a_flat_die_is_a_square_in_the_middle(
    place: tuple[float, float], angle: float
) -> None:
    seen = view(drawn(place, angle), PLANE, flat_die(place, angle))
    white = seen[:3].mean(axis=0) > 0.5
    edge = SIDE / SPAN[Shape.D6]
    assert white.sum() == pytest.approx(edge**2, rel=0.08)
    rows, columns = np.nonzero(white)
    assert (rows.mean(), columns.mean()) == pytest.approx(((SIDE - 1) / 2,) * 2, abs=1.0)
    assert rows.std() == pytest.approx(columns.std(), rel=0.06)  # not squeezed, however it is turned


@pytest.mark.parametrize("place", [(150.0, 100.0), (60.0, 60.0), (240.0, 150.0)])
def test_the_cameras_side_is_below(place: tuple[float, float]) -> None:
    lies = flat_die(place)
    picture = np.zeros((720, 1280, 3), np.uint8)
    away = np.array([150.0, 260.0]) - place
    nearer = np.array(place) + 6 * away / np.linalg.norm(away)
    x, y = PLANE.to_px(*PLANE.seen_from((float(nearer[0]), float(nearer[1])), 16.0))
    cv2.circle(picture, (round(x), round(y)), 6, (255, 255, 255), -1)
    rows, columns = np.nonzero(view(picture, PLANE, lies)[0] > 0.5)
    assert rows.mean() == pytest.approx(SIDE / 2 + 6 / 16 * SIDE / SPAN[Shape.D6], abs=1.5)
    assert columns.mean() == pytest.approx(SIDE / 2, abs=1.5)


def test_the_view_says_how_slanted_the_camera_looks() -> None:
    picture = np.zeros((720, 1280, 3), np.uint8)
    near, far = (view(picture, PLANE, flat_die(place))[3] for place in ((150.0, 250.0), (150.0, 50.0)))
    assert near.min() == near.max() == pytest.approx(10 / 484, abs=0.01)
    assert far.max() == pytest.approx(210 / 484, abs=0.01)


def test_all_dice_are_judged_in_one_run_and_other_solids_not_at_all() -> None:
    model = Told([3.0, -3.0])
    dice = [
        flat_die((150.0, 100.0)),
        flat_die((90.0, 100.0), shape=Shape.OTHER),
        flat_die((60.0, 60.0), shape=Shape.D12),
    ]
    leans = judge(model).leaning(np.zeros((720, 1280, 3), np.uint8), PLANE, dice)
    assert leans == pytest.approx([0.9526, 0.0, 0.0474], abs=1e-3)
    assert [shown.shape for shown in model.shown] == [
        (4, 4, SIDE, SIDE)
    ]  # each of the two, and its mirror image


def test_a_die_is_seen_in_the_mirror_too_and_both_have_their_say() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (720, 1280, 3), np.uint8)
    model = Told([1.0, 5.0])
    leans = judge(model).leaning(picture, PLANE, [flat_die((150.0, 100.0))])
    assert leans == pytest.approx([0.9526], abs=1e-3)  # of 3
    ((seen, mirrored),) = model.shown
    assert np.array_equal(mirrored, seen[..., ::-1])
    assert not np.array_equal(mirrored, seen)


def test_at_the_models_own_threshold_it_is_half_and_half() -> None:
    logit = float(np.log(0.9 / 0.1))
    dice = [flat_die((150.0, 100.0))]
    picture = np.zeros((720, 1280, 3), np.uint8)
    assert judge(Told([logit], leans_from=0.9)).leaning(picture, PLANE, dice) == pytest.approx([0.5])
    assert judge(Told([logit - 1], leans_from=0.9)).leaning(picture, PLANE, dice)[0] < 0.5
    assert judge(Told([logit + 1], leans_from=0.9)).leaning(picture, PLANE, dice)[0] > 0.5


def test_where_the_camera_is_not_known_nothing_is_told() -> None:
    model = Told([9.0])
    plane = replace(PLANE, camera_mm=None)
    picture = np.zeros((720, 1280, 3), np.uint8)
    assert judge(model).leaning(picture, plane, [flat_die((150.0, 100.0))]) == [0.0]
    assert judge(model).leaning(picture, PLANE, []) == []
    assert model.shown == []
