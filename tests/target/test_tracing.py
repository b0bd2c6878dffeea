"""Tracing a target: what a finger does, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.target.profile import Circle, Marker, Markers, Polygon, load_target, save_target
from companion.target.traced import About, Joint, Shape, Traced, problem, profile_of, traced_of
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
    assert board.add_ring((120.0, 0.0)) == 3
    assert board.now.rings[3] == (120.0, 3)
    assert board.add_ring((121.0, 0.0)) is None
    board.value_ring(3, 7)
    assert board.now.rings[3] == (120.0, 7)
    assert board.remove_ring(0)
    assert board.now.rings[0] == (195.0, 2)
    board.drag_centre((2.0, -1.0))
    for change in ("moved", "removed", "valued", "added"):
        assert board.last == change
        assert board.undo()
    assert board.now == first
    assert not board.undo()


def test_the_last_ring_stays() -> None:
    board = Tracing.of([100.0])
    assert not board.remove_ring(0)
    assert board.now.rings == ((100.0, 10),)


def test_a_drag_is_one_change() -> None:
    board = traced()
    first = board.now
    board.hold()
    for y in (200.0, 205.0, 210.0):
        board.drag_ring(1, (0.0, y))
    board.let_go()
    assert board.now.rings[1] == (210.0, 2)
    board.undo()
    assert board.now == first
    board.hold()
    board.let_go()
    assert board.last is None  # a finger that moved nothing changed nothing


def test_holes_are_tapped_outlined_moved_sized_and_removed() -> None:
    board = traced()
    assert board.add_hole((100.0, 20.0)) == 0
    assert board.outline_hole([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]) == 1
    assert board.outline_hole([(0.0, 0.0), (10.0, 0.0)]) is None
    assert board.outline_hole([(0.0, 0.0), (10.0, 0.0), (20.0, 0.1)]) is None  # a line encloses nothing
    assert board.part_at("holes", (108.0, 22.0)) == 0
    assert board.part_at("holes", (3.0, 3.0)) == 1
    assert board.part_at("holes", (200.0, 0.0)) is None
    board.move_part("holes", 0, (5.0, -5.0))
    board.size_part("holes", 0, 3.0)
    assert board.now.holes[0].area == Circle((105.0, 15.0), 17.0)
    assert board.remove_part("holes", 0)
    (left,) = board.now.holes
    assert isinstance(left.area, Polygon)


def test_a_joint_runs_from_tap_to_tap() -> None:
    board = traced()
    assert board.add_joint((0.0, 200.0), (0.0, 245.0), 6.0) == 0
    assert board.add_joint((0.0, 200.0), (0.0, 201.0)) is None
    (joint,) = board.now.joints
    assert sorted(joint.area.points) == [(-3.0, 200.0), (-3.0, 245.0), (3.0, 200.0), (3.0, 245.0)]
    board.size_part("joints", 0, -2.0)
    board.move_part("joints", 0, (1.0, 0.0))
    assert board.now.joints == (Joint((1.0, 200.0), (1.0, 245.0), 4.0),)


def test_a_board_that_is_not_round_has_shapes_and_an_edge() -> None:
    edge = Polygon(((-200.0, -100.0), (200.0, -100.0), (200.0, 100.0), (-200.0, 100.0)))
    assert problem(Traced((), edge=None, shapes=(Shape(edge, 1),))) is not None
    board = Tracing(Traced((), edge=edge, shapes=(Shape(edge, 1),)))
    assert not board.remove_part("shapes", 0)  # a target has a zone
    assert board.outline_shape([(-50.0, -50.0), (50.0, -50.0), (0.0, 50.0)], 4) == 1
    board.value_shape(1, 5)
    assert board.remove_part("shapes", 0)
    profile = profile_of(board.now, About("Square", "2026-02-03"))
    assert [(zone.name, zone.value) for zone in profile.zones] == [("5", 5)]
    assert profile.outline == edge


def test_what_was_traced_is_saved_read_again_and_traced_on(tmp_path: Path) -> None:
    board = traced()
    board.value_ring(1, 1)
    board.add_hole((50.0, 50.0))
    board.add_joint((0.0, 200.0), (0.0, 245.0))
    board.outline_shape([(-50.0, -50.0), (-20.0, -50.0), (-20.0, -20.0)], 5)
    about = About(
        "My board", "2026-02-03", die_mm=15.0, picture="mine.jpg", picture_mm=(-250.0, -250.0, 250.0, 250.0)
    )
    profile = profile_of(board.now, about)
    assert [zone.name for zone in profile.zones] == ["1.1", "1.2", "3", "4", "10", "5"]
    assert [zone.bullseye for zone in profile.zones] == [False] * 4 + [True, False]
    save_target(profile, tmp_path / "mine.json")
    assert load_target(tmp_path / "mine.json") == profile
    assert problem(board.now) is None
    assert traced_of(profile) == board.now


def test_a_profile_counts_from_the_middle_of_its_rings() -> None:
    board = traced()
    board.add_hole((50.0, 50.0))
    board.drag_centre((3.0, 4.0))
    markers = Markers("4x4_50", 30.0, (Marker(0, (-280.0, -280.0)), Marker(1, (280.0, -280.0))))
    about = About(
        "mine", "2026-02-03", markers=markers, picture="x.jpg", picture_mm=(-255.0, -255.0, 255.0, 255.0)
    )
    profile = profile_of(board.now, about)
    assert profile.zones[0].area == Circle((0.0, 0.0), 245.0)
    assert profile.holes == (Circle((47.0, 46.0), 14.0),)
    assert profile.picture_mm == pytest.approx((-258.0, -259.0, 252.0, 251.0))
    assert profile.markers is not None
    assert profile.markers.places[0].centre == (-283.0, -284.0)
