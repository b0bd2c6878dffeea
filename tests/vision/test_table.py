from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.dice import Shape
from companion.vision import flaws
from companion.vision.lying import fit, flat_outline
from companion.vision.seen import SeenDie
from companion.vision.table import ProfileError, TablePlane, distance_inside, load_plane, save_plane

from .fakes import plane, reading

TILTED = TablePlane(
    name="tilted",
    date="2026-01-31",
    error_mm=0.4,
    picture=(1280, 720),
    px_to_mm=np.linalg.inv(np.array([[2.9, 0.2, 60.0], [0.1, 2.6, 30.0], [0.0001, 0.0006, 1.0]])),
    tray_mm=((0.0, 0.0), (300.0, 0.0), (300.0, 200.0), (0.0, 200.0)),
    camera_mm=(150.0, 180.0, 600.0),
)


def test_there_and_back() -> None:
    for place in [(0.0, 0.0), (150.0, 90.0), (290.0, 10.0)]:
        assert TILTED.to_mm(*TILTED.to_px(*place)) == pytest.approx(place)
        assert TILTED.at_height(TILTED.seen_from(place, 16.0), 16.0) == pytest.approx(place)


def test_a_high_point_is_seen_further_from_the_camera() -> None:
    assert TILTED.seen_from((250.0, 180.0), 60.0)[0] > 250
    assert TILTED.seen_from((150.0, 180.0), 60.0) == pytest.approx((150.0, 180.0))


def test_the_same_table_in_a_smaller_picture() -> None:
    half = TILTED.for_picture(640, 360)
    x, y = TILTED.to_px(120.0, 70.0)
    assert half.to_px(120.0, 70.0) == pytest.approx((x / 2, y / 2))


def test_the_tray() -> None:
    assert TILTED.inside_tray((150.0, 100.0))
    assert not TILTED.inside_tray((-3.0, 100.0))
    assert TILTED.inside_tray((-3.0, 100.0), margin=5.0)
    assert distance_inside(TILTED.tray_mm, (10.0, 100.0)) == pytest.approx(10)
    assert distance_inside(TILTED.tray_mm, (-3.0, -4.0)) == pytest.approx(-5)
    assert TablePlane.unknown().inside_tray((-1e6, 0.0))


@pytest.mark.parametrize("shape", [Shape.D6, Shape.D12])
@pytest.mark.parametrize("place", [(40.0, 30.0), (150.0, 100.0), (270.0, 180.0)])
@pytest.mark.parametrize("size", [12.0, 16.0, 25.0])
@pytest.mark.parametrize("angle", [0.0, 20.0, 45.0])
def test_the_box_of_a_flat_die_tells_its_place_and_size(
    shape: Shape, place: tuple[float, float], size: float, angle: float
) -> None:
    outline = flat_outline(TILTED, place, size, angle, shape)
    box = (*outline.min(axis=0), *outline.max(axis=0))
    here, there = (
        TILTED.to_px(*place),
        TILTED.to_px(place[0] + np.cos(np.radians(angle)), place[1] + np.sin(np.radians(angle))),
    )
    in_picture = np.degrees(np.arctan2(there[1] - here[1], there[0] - here[0]))
    lies = fit(TILTED, box, float(in_picture), shape)
    assert lies.place_mm == pytest.approx(place, abs=0.3)
    assert lies.size_mm == pytest.approx(size, abs=0.3)
    assert lies.misfit < 0.02


def test_a_die_that_leans_has_a_flaw_where_it_is_known_from_where_the_camera_looks() -> None:
    flat = SeenDie(reading(at=(150.0, 100.0)), leans=0.02)
    dice = [flat, replace(flat, leans=0.49), replace(flat, leans=0.51)]
    assert [die.flaw for die in flaws.judge(dice, TILTED, {})] == ["", flaws.UNCLEAR, flaws.COCKED]
    unknown = replace(TILTED, camera_mm=None)
    assert [die.flaw for die in flaws.judge(dice, unknown, {})] == ["", "", ""]


def test_a_box_that_no_flat_die_has() -> None:
    outline = flat_outline(TILTED, (150.0, 100.0), 16.0, 0.0, Shape.D6)
    left, top, right, bottom = (*outline.min(axis=0), *outline.max(axis=0))
    assert fit(TILTED, (left, top, right + 14, bottom), 0.0, Shape.D6).misfit > 0.2


def test_without_a_profile_a_millimetre_is_a_pixel() -> None:
    lies = fit(TablePlane.unknown(), (100.0, 100.0, 140.0, 140.0), 0.0, Shape.D6)
    assert lies.place_mm == pytest.approx((120.0, 120.0))
    assert lies.size_mm == pytest.approx(40)


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    save_plane(TILTED, path)
    back = load_plane(path)
    assert np.allclose(back.px_to_mm, TILTED.px_to_mm)
    assert (
        replace(back, px_to_mm=TILTED.px_to_mm) != back
    )  # planes are told apart by identity, so compare by field
    for field in ("name", "date", "error_mm", "picture", "tray_mm", "camera_mm"):
        assert getattr(back, field) == getattr(TILTED, field)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("px_to_mm", [[1, 0, 0], [0, 1, 0]], "three rows"),
        ("px_to_mm", [[1, 0, 0], [1, 0, 0], [0, 0, 1]], "turned round"),
        ("px_to_mm", "wide", "px_to_mm"),
        ("tray_mm", [[0, 0], [1, 1]], "three corners"),
        ("camera_mm", [1, 2, 0], "height"),
        ("error_mm", -1, "negative"),
        ("picture", [0, 720], "width and height"),
        ("format", "a-recipe", "format"),
        ("version", 2, "newer companion"),
        ("colour", "green", "colour"),
    ],
)
def test_a_profile_with_a_mistake(tmp_path: Path, field: str, value: object, says: str) -> None:
    path = tmp_path / "table.json"
    save_plane(plane(), path)
    content = json.loads(path.read_text())
    path.write_text(json.dumps(content | {field: value}))
    with pytest.raises(ProfileError, match=says) as refusal:
        load_plane(path)
    assert str(path) in str(refusal.value)
    assert "companion calibrate" in str(refusal.value)


def test_a_profile_without_a_field(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    save_plane(plane(), path)
    content = json.loads(path.read_text())
    del content["error_mm"]
    path.write_text(json.dumps(content))
    with pytest.raises(ProfileError, match="error_mm"):
        load_plane(path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]"])
def test_a_profile_that_is_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    with pytest.raises(ProfileError, match="cannot be used"):
        load_plane(path)
    with pytest.raises(ProfileError, match="no table profile"):
        load_plane(tmp_path / "none.json")
