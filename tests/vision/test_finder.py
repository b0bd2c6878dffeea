from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.dice import Shape
from companion.vision.finder import CUT_OUT_SCORE, Finder, FoundDie, decode, merge, overlap
from companion.vision.reader import Reader

from .fakes import TABLE, DrawnTable, colour_of


def _maps(
    peaks: dict[tuple[int, int], tuple[float, float, float]],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    heat = np.zeros((3, 12, 20), np.float32)
    for (x, y), families in peaks.items():
        heat[:, y, x] = families
    sides = np.tile(np.array([10, 12, 14, 16], np.float32)[:, None, None], (1, 12, 20))
    turned = np.radians(4 * 30)
    angle = np.tile(np.array([np.cos(turned), np.sin(turned)], np.float32)[:, None, None], (1, 12, 20))
    return heat, sides, angle


def test_a_peak_becomes_a_die() -> None:
    (die,) = decode(*_maps({(4, 6): (0.9, 0.1, 0.2)}), least=0.5)
    assert die.box == (36 - 10, 52 - 12, 36 + 14, 52 + 16)
    assert die.angle_deg == pytest.approx(30, abs=1e-3)
    assert die.family is Shape.D6
    assert die.score == pytest.approx(1 - 0.1 * 0.9 * 0.8)  # any die, whichever


def test_each_family_has_its_own_threshold() -> None:
    class Thresholds:
        def number(self, family: str) -> float:
            return {"d12": 0.4}.get(family, 0.5)

    maps = _maps({(4, 6): (0.45, 0, 0), (12, 6): (0, 0.45, 0), (16, 3): (0, 0, 0.45)})
    finder = Finder(Thresholds())  # type: ignore[arg-type]
    assert [die.family for die in decode(*maps, least=0.3) if finder.sure(die)] == [Shape.D12]


def test_only_the_strongest_of_neighbours_is_a_die() -> None:
    found = decode(*_maps({(4, 6): (0.9, 0, 0), (5, 6): (0.8, 0, 0), (5, 7): (0.7, 0, 0)}), least=0.5)
    assert [die.score for die in found] == [pytest.approx(0.9)]


def _die(box: tuple[float, float, float, float], score: float) -> FoundDie:
    return FoundDie(box, 0.0, (score, 0.0, 0.0), score)


def test_boxes_that_cover_each_other_are_one_die() -> None:
    twice = [_die((0, 0, 40, 40), 0.8), _die((3, 3, 43, 43), 0.9), _die((10, 10, 26, 26), 0.7)]
    assert [die.score for die in merge(twice)] == [0.9]


def test_dice_that_touch_stay_two() -> None:
    assert len(merge([_die((0, 0, 40, 40), 0.8), _die((36, 8, 76, 48), 0.9)])) == 2


class _Model:
    """A detector that sees this heat of d6 at one place, or nothing."""

    def __init__(self, heat: float, at: tuple[int, int] = (5, 5)) -> None:
        self._heat, self._at = heat, at

    def number(self, family: str) -> float:
        return 0.5

    def run(self, blob: np.ndarray) -> dict[str, np.ndarray]:
        rows, columns = blob.shape[2] // 8, blob.shape[3] // 8
        heat = np.zeros((1, 3, rows, columns), np.float32)
        x, y = (n * columns // 12 for n in self._at)
        heat[0, 0, min(y, rows - 1), min(x, columns - 1)] = self._heat
        sides = np.full((1, 4, rows, columns), blob.shape[3] * 0.35, np.float32)
        return {"heat": heat, "sides": sides, "angle": np.ones((1, 2, rows, columns), np.float32)}


def test_a_picture_that_was_cut_out_around_a_die_has_one_in_its_middle() -> None:
    small, large = np.zeros((96, 96, 3), np.uint8), np.zeros((480, 640, 3), np.uint8)
    (guess,) = Finder(_Model(0.0)).find_in_photo(small)  # type: ignore[arg-type]
    assert guess.box == pytest.approx((9.6, 9.6, 86.4, 86.4))
    assert guess.score == CUT_OUT_SCORE
    assert len(set(guess.heat)) == 1  # which solid, nobody knows
    assert Finder(_Model(0.0)).find_in_photo(large) == ()  # type: ignore[arg-type]


def test_a_die_that_is_found_there_keeps_its_box_and_its_solid() -> None:
    small = np.zeros((96, 96, 3), np.uint8)
    (die,) = Finder(_Model(0.4)).find_in_photo(small)  # type: ignore[arg-type]
    assert (die.family, die.score) == (Shape.D6, CUT_OUT_SCORE)
    assert die.box != pytest.approx((9.6, 9.6, 86.4, 86.4))
    sure = max(die.score for die in Finder(_Model(0.95)).find_in_photo(small))  # type: ignore[arg-type]
    assert sure == pytest.approx(0.95)


def test_overlap() -> None:
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 10, 10), (20, 0, 30, 10)) == 0


def test_dice_on_a_table_frame(fake_reader: Reader) -> None:
    frame = DrawnTable().frame([(100, 60, 3), (300, 200, 5), (420, 90, 1)])
    found = fake_reader.finder.find_on_table(frame.picture)
    middles = sorted((round((d.box[0] + d.box[2]) / 2), round((d.box[1] + d.box[3]) / 2)) for d in found)
    expected = [(250, 150), (750, 500), (1050, 225)]
    for middle, truth in zip(middles, expected, strict=True):
        assert middle == pytest.approx(truth, abs=9)  # half a cell of the heat map


def test_a_closer_look_finds_the_die_in_its_box_and_no_other(fake_reader: Reader) -> None:
    photo = _photo(640, 360, 40, (200, 180), (260, 180))
    (die,) = fake_reader.finder.find_closer(photo, (178, 158, 222, 202), length=40)
    assert (die.box[0] + die.box[2]) / 2 == pytest.approx(200, abs=5)


def _photo(width: int, height: int, die: int, *places: tuple[int, int]) -> np.ndarray:
    photo = np.full((height, width, 3), TABLE, np.uint8)
    photo[: height // 20, : width // 4], photo[: height // 20, width // 4 : width // 2] = (
        0,
        255,
    )  # in good light
    for x, y in places:
        cv2.rectangle(photo, (x - die // 2, y - die // 2), (x + die // 2, y + die // 2), colour_of(2), -1)
    return photo


@pytest.mark.parametrize(
    ("width", "height", "die"),
    [
        (640, 480, 20),
        (480, 640, 80),
        (4000, 3000, 31),
        (200, 150, 40),
        (100, 100, 12),
        (1280, 64, 20),
    ],
)
def test_every_picture_size(fake_reader: Reader, width: int, height: int, die: int) -> None:
    place = (width // 2 + 5, height // 2 + 3)
    found = fake_reader.finder.find_in_photo(_photo(width, height, die, place))
    assert found
    best = found[0].box
    assert best[0] < place[0] < best[2]
    assert best[1] < place[1] < best[3]
    assert all(0 <= d.box[0] < d.box[2] <= width and 0 <= d.box[1] < d.box[3] <= height for d in found)


def test_a_die_on_the_seam_of_two_tiles_is_found_once(fake_reader: Reader) -> None:
    places = [(x, 700) for x in range(100, 2500, 75)]
    photo = _photo(2560, 1440, 20, *places)
    # Looks of different sizes may see it larger and smaller; the reader tells it once.
    assert len(merge(fake_reader.finder.find_in_photo(photo))) == len(places)
    assert len(fake_reader.read(photo)) == len(places)


def test_a_picture_without_dice(fake_reader: Reader) -> None:
    assert fake_reader.finder.find_in_photo(_photo(800, 600, 20)) == ()
    assert fake_reader.finder.find_in_photo(np.zeros((1, 1, 3), np.uint8)) == ()
