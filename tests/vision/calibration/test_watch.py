"""A bumped camera: noticed within a second at rest, mended where landmarks allow, else said."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import pip_d6
from companion.camera.simulation.scene import scene
from companion.camera.simulation.sensor import GOOD_LIGHT, Light, with_noise
from companion.camera.source import Frame
from companion.camera.tidy import small_of
from companion.dice import D6, Sight, TableState
from companion.vision.calibration.watch import CameraWatch, Holds, save_landmarks, watch_of
from companion.vision.pipeline import Pipeline
from companion.vision.table import TablePlane

from ..simulated import TruthReader
from .tables import bumped, noisy, off_exactly, true_plane, turned


@pytest.fixture(scope="module")
def empty() -> np.ndarray:
    return noisy(scene(0).background, 1)[0]


def watch(empty: np.ndarray) -> CameraWatch:
    return CameraWatch(true_plane(scene(0)), empty)


def test_a_camera_in_its_place_is_steady_in_any_light(empty: np.ndarray) -> None:
    eye = watch(empty)
    assert eye.able
    for light in (Light(), Light(0.3, 0.5), Light(1.8, -0.4)):
        assert eye.check(noisy(scene(0).background, 2, light)[1]) is Holds.STEADY
    assert eye.plane is eye._base


@pytest.mark.parametrize("turn", [(0.25, 0.0, 0.0), (0.0, 0.0, 1.0), (1.5, -1.0, 0.5), (2.5, 3.0, 6.0)])
def test_a_bump_is_mended(empty: np.ndarray, turn: tuple[float, float, float]) -> None:
    there = scene(0)
    way = turned(there, turn)
    eye = watch(empty)
    moved = noisy(bumped(there.background, way), 2)
    assert off_exactly(there, eye.plane, way) > 1
    assert eye.check(moved[0]) is Holds.MENDED
    assert off_exactly(there, eye.plane, way) < 0.6
    assert eye.plane.camera_mm is not None
    assert np.abs(np.array(eye.plane.camera_mm) - there.view.eye).max() < 12  # it was turned, not carried
    assert eye.check(moved[1]) is Holds.STEADY
    assert eye.check(empty) is Holds.MENDED  # somebody put it back
    assert off_exactly(there, eye.plane, np.eye(3)) < 0.3


def test_a_hand_and_dice_are_no_bump(empty: np.ndarray) -> None:
    eye = watch(empty)
    arm = empty.copy()
    cv2.line(arm, (900, 719), (700, 300), (120, 150, 200), 160)
    assert eye.check(arm) in (Holds.STEADY, Holds.UNSURE)
    black = np.full_like(empty, 3)
    assert eye.check(black) is Holds.UNSURE
    assert eye.plane is eye._base


def test_another_table_is_said(empty: np.ndarray) -> None:
    other = np.random.default_rng(3).integers(0, 255, (90, 160, 3)).astype(np.uint8)
    assert watch(empty).check(cv2.resize(other, (1280, 720))) is Holds.LOST


def test_the_picture_lies_beside_its_profile(tmp_path: Path, empty: np.ndarray) -> None:
    profile = tmp_path / "table.json"
    assert watch_of(true_plane(scene(0)), profile) is None
    save_landmarks(empty, profile)
    eye = watch_of(true_plane(scene(0)), profile)
    assert eye is not None
    assert eye.check(noisy(scene(0).background, 3)[2]) is Holds.STEADY
    save_landmarks(np.full_like(empty, 90), profile)  # nothing to hold on to
    assert watch_of(true_plane(scene(0)), profile) is None


class Bench:
    """A pipeline in front of the simulated table whose camera can be bumped."""

    def __init__(self, empty: np.ndarray) -> None:
        self.table = SimulatedTable(4, realtime=False)
        self.table.open()
        reader = _TruthElsewhere()
        reader.table = self.table
        self.reader = reader
        self.pipeline = Pipeline(reader, true_plane(scene(0)), (D6,), watch=watch(empty))
        self.sights: list[tuple[float, Sight]] = []
        self.now = 0.0

    def frames(self, count: int, way: np.ndarray | None = None, instead: np.ndarray | None = None) -> None:
        for _ in range(count):
            frame = self.table.read(1.0)
            assert frame is not None
            # The same picture to the last bit would be a frozen camera.
            picture = frame.picture if instead is None else with_noise(instead, GOOD_LIGHT, frame.number)
            if way is not None:
                picture = bumped(picture, way)
            self.reader.way = way
            self.now = frame.at
            sight = self.pipeline.see(Frame(frame.number, frame.at, picture, small_of(picture)))
            if sight is not None:
                self.sights.append((frame.at, sight))

    def play(self, way: np.ndarray | None = None) -> None:
        while self.table.busy:
            self.frames(1, way)
        self.frames(20, way)

    @property
    def rolls(self) -> list[tuple[str, ...]]:
        return [tuple(sorted(d.face for d in s.roll.dice)) for _, s in self.sights if s.roll is not None]


class _TruthElsewhere(TruthReader):
    """Tells each die at the place where the plane puts what is seen: a wrong plane puts it wrongly."""

    way: np.ndarray | None = None

    def read_table(self, picture, plane: TablePlane, kinds):  # type: ignore[no-untyped-def]
        from dataclasses import replace

        truth = true_plane(scene(0))
        found = []
        for die in super().read_table(picture, plane, kinds):
            x, y = truth.to_px(*die.reading.place_mm)
            if self.way is not None:
                x, y = (float(n) for n in cv2.perspectiveTransform(np.array([[(x, y)]]), self.way)[0, 0])
            found.append(replace(die, reading=replace(die.reading, place_mm=plane.to_mm(x, y))))
        return tuple(found)


def test_dice_keep_their_places_and_are_not_thrown_by_a_bump(empty: np.ndarray) -> None:
    bench = Bench(empty)
    bench.frames(10)
    bench.table.throw([pip_d6()] * 3, ["2", "4", "6"])
    bench.play()
    assert bench.rolls == [("2", "4", "6")]
    before = {d.die: d.place_mm for d in bench.sights[-1][1].dice}
    way = turned(scene(0), (1.2, -0.8, 1.5))
    at = bench.now
    bench.frames(30, way)
    assert bench.rolls == [("2", "4", "6")]  # nobody threw
    last_at, last = bench.sights[-1]
    assert last.state is TableState.SETTLED
    assert last_at - at <= 1.0
    assert {d.die for d in last.dice} == set(before)
    for die in last.dice:
        assert np.hypot(*np.subtract(die.place_mm, before[die.die])) < 1.0
    bench.table.rethrow(list(bench.table.lying)[:1], ["1"])
    bench.play(way)
    assert bench.rolls[-1] == tuple(sorted(("1", "4", "6")))
    assert len(bench.rolls) == 2


def test_what_cannot_be_mended_is_said_within_a_second_at_rest(empty: np.ndarray) -> None:
    bench = Bench(empty)
    bench.frames(20)
    assert bench.sights[-1][1].state is TableState.EMPTY
    other = np.random.default_rng(3).integers(0, 255, (90, 160, 3)).astype(np.uint8)
    at = bench.now
    bench.frames(45, instead=cv2.resize(other, (1280, 720)))
    told = next(when for when, sight in bench.sights if sight.reason == "sight.camera_moved")
    assert told - at <= 1.1
    assert bench.sights[-1][1].state is TableState.BLOCKED
    assert bench.rolls == []
    bench.frames(45)  # put back
    assert bench.sights[-1][1].state is TableState.EMPTY


def test_a_new_calibration_counts_from_the_next_frame_on(empty: np.ndarray) -> None:
    bench = Bench(empty)
    bench.frames(10)
    bench.pipeline.calibrate(TablePlane.unknown(), None)
    bench.frames(20)
    assert not bench.pipeline._plane.known
    assert bench.sights[-1][1].state is TableState.EMPTY
