"""Tracing a target: what a finger does, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.target.profile import Polygon, load_target, save_target
from companion.target.tracing import Tracing


def traced() -> Tracing:
    return Tracing.of([45.0, 245.0, 95.0, 195.0, 145.0])


def test_rings_are_valued_from_the_outside_in() -> None:
    assert traced().now.rings == ((245.0, 1), (195.0, 2), (145.0, 3), (95.0, 4), (45.0, 10))
    assert [value for _, value in Tracing.of([30.0, 60.0]).now.rings] == [4, 10]
    assert [value for _, value in Tracing.of(range(10, 80, 10)).now.rings] == [1, 1, 1, 2, 3, 4, 10]


def test_a_finger_grabs_the_nearest_line_and_drags_it_between_its_neighbours() -> None:
    board = traced()
    assert board.ring_at((0.0, 100.0)) == 3
    assert board.ring_at((0.0, 70.0)) is None
    board.drag_ring(3, (60.0, 80.0))
    assert board.now.rings[3] == (100.0, 4)
    board.drag_ring(3, (0.0, 300.0))
    assert board.now.rings[3][0] == 141.0  # not past the ring around it
    board.drag_ring(4, (0.0, 0.0))
    assert board.now.rings[4][0] == 4.0


def test_rings_are_added_removed_and_valued_and_all_of_it_is_undone() -> None:
    board = traced()
    first = board.now
    assert board.add_ring((120.0, 0.0))
    assert board.now.rings[3] == (120.0, 3)
    assert not board.add_ring((121.0, 0.0))
    board.value_ring(3, 7)
    assert board.now.rings[3] == (120.0, 7)
    assert board.remove_ring(0)
    assert board.now.rings[0] == (195.0, 2)
    board.drag_centre((2.0, -1.0))
    for _ in range(4):
        assert board.undo()
    assert board.now == first
    assert not board.undo()


def test_the_last_ring_stays() -> None:
    board = Tracing.of([100.0])
    assert not board.remove_ring(0)
    assert board.now.rings == ((100.0, 10),)


def test_holes_and_joints() -> None:
    board = traced()
    board.add_hole((100.0, 20.0))
    assert board.outline_hole([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)])
    assert not board.outline_hole([(0.0, 0.0), (10.0, 0.0)])
    assert board.add_joint((0.0, 200.0), (0.0, 245.0), 6.0)
    assert not board.add_joint((0.0, 200.0), (0.0, 201.0))
    (joint,) = board.now.joints
    assert isinstance(joint, Polygon)
    assert sorted(joint.points) == [(-3.0, 200.0), (-3.0, 245.0), (3.0, 200.0), (3.0, 245.0)]
    assert board.remove_hole((108.0, 22.0))
    assert len(board.now.holes) == 1
    assert not board.remove_hole((200.0, 0.0))


def test_what_was_traced_is_saved_and_read_again(tmp_path: Path) -> None:
    board = traced()
    board.drag_centre((3.0, 4.0))
    board.value_ring(1, 1)
    board.add_hole((50.0, 50.0))
    profile = board.profile("My board", "2026-02-03", die_mm=15.0, picture="mine.jpg")
    assert [zone.name for zone in profile.zones] == ["1a", "1b", "3", "4", "10"]
    assert profile.zones[-1].bullseye
    assert profile.picture_mm == pytest.approx((-252.0, -251.0, 258.0, 259.0))
    save_target(profile, tmp_path / "mine.json")
    assert load_target(tmp_path / "mine.json") == profile
    assert board.problem() is None
