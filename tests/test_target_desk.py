"""Tracing a target: from one picture of the empty board to a kept profile, as the touchscreen asks for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.camera.source import Picture
from companion.rules.text import Line
from companion.screens.target_port import (
    BeginTracing,
    FindHole,
    KeepTarget,
    LeaveTracing,
    LookAtBoard,
    TracingView,
    UseTarget,
)
from companion.target.profile import Circle, Polygon, load_target
from companion.target.tracing import Tracing
from companion.target_desk import TargetDesk
from companion.vision.target.drawing import draw_target
from companion.vision.target.holes import hole_at
from companion.vision.target.propose import propose, propose_corners
from companion.vision.target.scenes import render
from tests.vision.target.scene import CARDBOARD, PROFILE, setting


class Evening:
    """A desk, and all that it asked for."""

    def __init__(self, pictures: list[Picture]) -> None:
        self.used: list[str] = []
        self.said: list[Line] = []
        self.desk = TargetDesk("default", lambda: pictures, self.used.append, self.said.append)

    @property
    def tracing(self) -> TracingView:
        tracing = self.desk.view().tracing
        assert tracing is not None
        return tracing


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    return tmp_path / "calibration" / "targets"


def test_from_one_picture_to_a_kept_target_and_on(own_home: Path) -> None:
    evening = Evening([render(setting(seed=9, elevation=65.0, markers=False), [])])
    desk = evening.desk
    assert [row.name for row in desk.view().targets] == ["default"]
    desk.do(BeginTracing())
    assert evening.tracing.step == "look"
    assert desk.tracing
    desk.do(LookAtBoard((490.0, 490.0), 15.0))
    assert evening.tracing.step == "looking"  # a view before the work
    desk.look()
    found = evening.tracing
    assert found.step == "trace"
    assert found.flat[:2] == b"\xff\xd8"
    assert found.start is not None
    radii = [radius for radius, _ in found.start.rings]
    assert radii == pytest.approx([245.0, 195.0, 145.0, 95.0, 45.0], abs=1.5)
    desk.do(FindHole((2000.0, 0.0)))
    assert evening.tracing.hole is not None
    assert evening.tracing.hole.area is None  # beside the board
    traced = Tracing(found.start)
    traced.value_ring(0, 5)
    traced.add_hole((70.0, -95.0))
    desk.do(KeepTarget("My board", traced.now))
    profile = load_target(own_home / "My board.json")
    assert [zone.value for zone in profile.zones] == [5, 2, 3, 4, 10]
    assert profile.die_mm == 15.0
    assert profile.error_mm >= 0.5
    assert profile.date
    assert (own_home / profile.picture).is_file()
    assert evening.used == ["My board"]
    assert evening.said[-1].id == "trace.kept"
    assert not desk.tracing
    assert [row.name for row in desk.view().targets if row.own] == ["My board"]
    # Traced on, as it is known.
    desk.do(BeginTracing("My board"))
    assert evening.tracing.name == "My board"
    assert evening.tracing.start == traced.now
    desk.do(LeaveTracing())
    desk.do(UseTarget(""))
    assert evening.used[-1] == ""
    assert desk.view().used == ""


def test_what_cannot_be_done_is_told() -> None:
    evening = Evening([np.full((360, 640, 3), 120, np.uint8)])
    evening.desk.do(BeginTracing())
    evening.desk.do(LookAtBoard((490.0, 490.0), 16.0))
    evening.desk.look()
    assert evening.tracing.step == "look"
    assert evening.tracing.problem is not None
    assert evening.tracing.problem.id == "trace.no_board"
    evening.desk.do(
        LookAtBoard((490.0, 490.0), 16.0, ((10.0, 10.0), (12.0, 10.0), (14.0, 10.0), (10.0, 12.0)))
    )
    evening.desk.look()
    assert evening.tracing.problem is not None
    assert evening.tracing.problem.id == "trace.no_corners"
    blind = Evening([])
    blind.desk.do(BeginTracing())
    blind.desk.do(LookAtBoard((490.0, 490.0), 16.0))
    blind.desk.look()
    assert blind.tracing.problem is not None
    assert blind.tracing.problem.id == "calibrate.no_frames"
    blind.desk.do(BeginTracing("nowhere"))
    assert blind.tracing.problem is not None
    assert blind.tracing.problem.id == "trace.unreadable"


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", ".hidden", "a\\b"])
def test_a_name_that_is_no_name_is_refused(name: str, own_home: Path) -> None:
    flat = np.full((720, 1280, 3), 90, np.uint8)
    evening = Evening([flat])
    evening.desk.do(BeginTracing())
    corners = ((340.0, 60.0), (940.0, 60.0), (940.0, 660.0), (340.0, 660.0))
    evening.desk.do(LookAtBoard((400.0, 400.0), 16.0, corners))
    evening.desk.look()
    start = evening.tracing.start
    assert start is not None
    assert start.edge is not None
    evening.desk.do(KeepTarget(name, start))
    assert evening.said[-1].id == "trace.bad_name"
    assert not own_home.exists()


def test_markers_on_the_board_are_taken_over() -> None:
    found = propose(render(setting(seed=4, elevation=65.0), []), 490.0)
    assert found is not None
    assert found.markers is not None
    assert PROFILE.markers is not None
    assert found.markers.family == PROFILE.markers.family
    assert found.markers.side_mm == pytest.approx(PROFILE.markers.side_mm, rel=0.03)
    assert len(found.markers.places) == len(PROFILE.markers.places)


def test_four_corners_lay_a_board_flat() -> None:
    scene = setting(seed=3, elevation=60.0)
    corners = scene.camera.pose.to_px(
        np.array([(-245.0, -245.0), (245.0, -245.0), (245.0, 245.0), (-245.0, 245.0)])
    )
    found = propose_corners(render(scene, []), [(float(x), float(y)) for x, y in corners], (490.0, 490.0))
    assert found is not None
    off = found.board.pose.to_mm(scene.camera.pose.to_px(np.array([(0.0, 0.0), (100.0, -150.0)])))
    assert np.abs(off - [(0.0, 0.0), (100.0, -150.0)]).max() < 1.5


def test_a_hole_is_outlined_where_it_is_tapped() -> None:
    span = (-250.0, -250.0, 250.0, 250.0)
    flat = draw_target(CARDBOARD, 2.0, span)
    found = hole_at(flat, span, (74.0, -92.0))  # not in its middle
    assert isinstance(found, Circle)
    assert found.centre == pytest.approx((70.0, -95.0), abs=1.0)
    assert found.radius == pytest.approx(13.0, abs=1.0)
    flat[600:640, 300:420] = 20  # a slot: 60 × 20 mm
    slot = hole_at(flat, span, (-70.0, 60.0))
    assert isinstance(slot, Polygon)
    assert len(slot.points) == 4
    assert hole_at(flat, span, (0.0, 220.0)) is None  # a whole ring is no hole
