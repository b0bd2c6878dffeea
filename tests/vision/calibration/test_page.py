"""The printed page: read back from the simulated table, whose truth is known."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.simulation.scene import scene
from companion.camera.simulation.sensor import Light
from companion.vision.calibration import solve
from companion.vision.calibration.errors import CalibrationError
from companion.vision.calibration.light import judge_light
from companion.vision.calibration.page import corners_of_page, draw_page, print_page
from companion.vision.calibration.tray import propose_tray
from companion.vision.table import ReadingLight, load_plane, save_plane

from .tables import noisy, off, tray_corners, with_page


@pytest.mark.parametrize(
    ("table", "turn", "shift"), [(0, 0.0, (0.0, 0.0)), (1, 7.0, (5.0, -8.0)), (3, -93.0, (0.0, 0.0))]
)
def test_plane_scale_and_camera_from_the_page(table: int, turn: float, shift: tuple[float, float]) -> None:
    there = scene(table)
    plane, markers = solve.from_page(noisy(with_page(there, turn, shift)), "table", "2026-01-31")
    assert markers >= 10
    assert off(there, plane) < 0.2
    assert plane.error_mm <= 0.3
    assert solve.in_words(plane.error_mm) == "good"
    assert plane.camera_mm is not None
    assert plane.camera_error_mm is not None
    assert abs(plane.camera_mm[2] - there.view.height_mm) < 2 * plane.camera_error_mm
    assert plane.focal == pytest.approx(there.view.focal_px / 1280, rel=0.06)
    # x runs to the right of the picture, y away from the player.
    left, right, above = plane.to_mm(400, 360), plane.to_mm(800, 360), plane.to_mm(400, 100)
    assert right[0] - left[0] > 100
    assert above[1] - left[1] > 50


def test_the_empty_tray_is_found_and_becomes_the_middle() -> None:
    there = scene(0)
    plane, _ = solve.from_page(noisy(with_page(there)), "table", "2026-01-31")
    empty = noisy(there.background, 3)
    corners = propose_tray(empty[0], plane)
    assert corners is not None
    assert np.abs(np.array(corners) - tray_corners()).max() < 8
    placed = solve.with_light(solve.with_tray(plane, corners), empty)
    assert np.allclose(np.mean(placed.tray_mm, axis=0), 0, atol=0.1)
    assert off(there, placed) < 0.1
    assert placed.light is not None
    assert judge_light(placed.light) == "calibrate.light.good"
    assert placed.to_mm(640, 360)[0] == pytest.approx(0, abs=4)


def test_a_wooden_table_without_a_tray_is_not_taken_for_one() -> None:
    there = scene(0)
    plane, _ = solve.from_page(noisy(with_page(there)), "table", "2026-01-31")
    rug = np.random.default_rng(1).integers(0, 255, (45, 80, 3)).astype(np.uint8)
    assert propose_tray(cv2.resize(rug, (1280, 720), interpolation=cv2.INTER_NEAREST), plane) is None


def test_a_page_that_was_printed_too_small_is_made_up_for() -> None:
    pictures = noisy(with_page(scene(0)), 2)
    usual, _ = solve.from_page(pictures, "table", "2026-01-31")
    small, _ = solve.from_page(pictures, "table", "2026-01-31", bar_mm=97.0)
    assert small.px_per_mm((0, 0)) == pytest.approx(usual.px_per_mm((0, 0)) / 0.97, rel=1e-3)


def test_what_cannot_be_read_says_what_to_do() -> None:
    with pytest.raises(CalibrationError, match=r"calibrate\.no_page"):
        solve.from_page(noisy(scene(0).background, 1), "table", "2026-01-31")
    page = with_page(scene(0))
    page[:, :915] = 30  # a newspaper lies over most of it
    page[230:] = 30
    with pytest.raises(CalibrationError, match=r"calibrate\.few_markers") as told:
        solve.from_page([page], "table", "2026-01-31")
    assert told.value.gaps["needed"] == solve.FEWEST_MARKERS


def test_a_bent_page_is_refused() -> None:
    page = with_page(scene(0))
    rows, columns = np.mgrid[0:720, 0:1280].astype(np.float32)
    wave = cv2.remap(page, columns, rows + 16 * np.sin(columns / 130), cv2.INTER_LINEAR)
    with pytest.raises(CalibrationError, match=r"calibrate\.bent"):
        solve.from_page([np.asarray(wave, np.uint8)], "table", "2026-01-31")


def test_four_corners_and_a_size_do_without_a_page() -> None:
    there = scene(1)
    truth = there.view.project(np.array([(x, y, 0.0) for x, y in tray_corners()]))
    shaky = truth + np.array([(2.0, -1.0), (-1.5, 1.0), (1.0, 2.0), (0.0, -2.0)])
    told = [(float(x), float(y)) for x, y in shaky[[2, 0, 3, 1]]]  # touched in any order
    plane = solve.from_corners(told, (268.0, 158.0), (1280, 720), "table", "2026-01-31")
    assert off(there, plane) < 1.2
    assert off(there, plane) <= 1.5 * plane.error_mm
    assert plane.tray_mm[0] == (-134.0, 79.0)
    assert plane.by == "corners"
    for wrong in (told[:3], [(10, 10), (20, 10), (30, 10), (15, 40)]):
        with pytest.raises(CalibrationError, match=r"calibrate\.four_corners"):
            solve.from_corners(wrong, (268.0, 158.0), (1280, 720), "table", "2026-01-31")
    with pytest.raises(CalibrationError, match=r"calibrate\.tray_size"):
        solve.from_corners(told, (268.0, 8.0), (1280, 720), "table", "2026-01-31")


def test_bad_light_is_named() -> None:
    assert judge_light(ReadingLight(20.0, 0.9, 0.0)) == "calibrate.light.dim"
    assert judge_light(ReadingLight(90.0, 0.9, 0.05)) == "calibrate.light.glare"
    assert judge_light(ReadingLight(90.0, 0.3, 0.0)) == "calibrate.light.uneven"
    assert judge_light(ReadingLight(240.0, 0.9, 0.0)) == "calibrate.light.bright"
    there = scene(0)
    plane, _ = solve.from_page(noisy(with_page(there), 2), "table", "2026-01-31")
    plane = solve.with_tray(plane, tray_corners())
    dark = solve.with_light(plane, noisy(there.background, 2, Light(0.1))).light
    assert dark is not None
    assert judge_light(dark) == "calibrate.light.dim"


def test_a_profile_keeps_all_of_it(tmp_path: Path) -> None:
    there = scene(0)
    plane, _ = solve.from_page(noisy(with_page(there), 2), "table", "2026-01-31")
    plane = solve.with_light(solve.with_tray(plane, tray_corners()), noisy(there.background, 1))
    save_plane(plane, tmp_path / "table.json")
    again = load_plane(tmp_path / "table.json")
    assert (again.error_mm, again.camera_mm, again.camera_error_mm) == (
        plane.error_mm, plane.camera_mm, plane.camera_error_mm,
    )  # fmt: skip
    assert (again.focal, again.by, again.light, again.tray_mm) == (
        plane.focal, "page", plane.light, plane.tray_mm,
    )  # fmt: skip
    assert np.allclose(again.px_to_mm, plane.px_to_mm)


def test_the_printed_page_is_true_to_size(tmp_path: Path) -> None:
    print_page(tmp_path / "page.pdf")
    data = (tmp_path / "page.pdf").read_bytes()
    assert b"/PrintScaling/None" in data
    assert b"/MediaBox[0 0 841.890 595.276]" in data  # A4 in points, lying
    stream = re.search(rb"stream\n(.*)\nendstream", data, re.DOTALL)
    assert stream is not None
    content = zlib.decompress(stream[1]).decode()
    squares = [
        [float(n) for n in found] for found in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", content)
    ]
    left = min(x for x, _, _, _ in squares) / 72 * 25.4 - 297 / 2
    true_left = min(float(corners[:, 0].min()) for corners in corners_of_page().values())
    assert left == pytest.approx(true_left, abs=0.01)
    bar = re.search(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", content)
    assert bar is not None
    assert (float(bar[3]) - float(bar[1])) / 72 * 25.4 == pytest.approx(100, abs=0.01)

    print_page(tmp_path / "page.png")
    png = (tmp_path / "page.png").read_bytes()
    assert png[33 + 4 : 33 + 8] == b"pHYs"
    assert int.from_bytes(png[41:45], "big") == 11811  # dots a metre: 300 an inch
    picture = cv2.imread(str(tmp_path / "page.png"))
    assert picture.shape[1] / 300 * 25.4 == pytest.approx(297, abs=0.1)
    with pytest.raises(CalibrationError, match=r"calibrate\.page_kind"):
        print_page(tmp_path / "page.doc")
    with pytest.raises(CalibrationError, match=r"calibrate\.not_written"):
        print_page(tmp_path / "nowhere" / "page.pdf")


def test_every_marker_has_white_around_it() -> None:
    page = draw_page(4.0)
    found = solve.find_page([page])
    assert found.markers == len(corners_of_page()) == 24
    assert np.abs(found.px / 4.0 - (297 / 2, 210 / 2) - found.mm).max() < 0.3
