"""The printable target: true to size, with markers that are found again."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion import resources
from companion.target.profile import Circle, Marker, Markers, TargetError, load_target
from companion.vision.target.board import find_board
from companion.vision.target.drawing import dictionary, draw_target
from companion.vision.target.places import Places
from companion.vision.target.sheet import PAGE, POINT, pdf, png, print_target

PROFILE = load_target(resources.calibration_folder() / "targets" / "default.json")


def test_the_picture_is_true_to_size_and_says_so() -> None:
    data = png(PROFILE)
    width, height = struct.unpack_from(">II", data, 16)
    at = data.index(b"pHYs")
    per_metre = struct.unpack_from(">I", data, at + 4)[0]
    left, top, right, bottom = PROFILE.reach()
    assert width / per_metre * 1000 == pytest.approx(right - left, abs=0.3)
    assert height / per_metre * 1000 == pytest.approx(bottom - top, abs=0.3)


def test_the_board_is_found_on_its_own_print() -> None:
    flat = draw_target(PROFILE, 2.0)
    board = find_board(flat, PROFILE)
    assert board is not None
    assert board.by == "markers"
    assert board.error_mm < 0.2
    left, top, _, _ = PROFILE.reach()
    middle = board.pose.to_mm(np.array([-left * 2 - 0.5, -top * 2 - 0.5]))
    assert np.abs(middle).max() < 0.3


def test_the_pages_are_a4_and_cover_the_board() -> None:
    data, pages = pdf(PROFILE)
    assert pages == 6
    boxes = re.findall(rb"MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert all([float(n) / POINT for n in box] == pytest.approx(list(PAGE), abs=0.01) for box in boxes)
    assert data.count(b"/Type/Page/") == pages
    places = [int(n) for n in re.findall(rb"\n(\d{10}) 00000 n", data)]
    assert all(data[place:].startswith(b"%d 0 obj" % number) for number, place in enumerate(places, 1))
    shifts = []
    for part in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL):
        text = zlib.decompress(part).decode("latin-1")
        shifts += re.findall(r"1 0 0 1 (-?[\d.]+) (-?[\d.]+) cm /B Do", text)
    xs, ys = ({round(float(n) / POINT, 1) for n in way} for way in zip(*shifts, strict=True))
    left, top, right, bottom = PROFILE.reach()
    # The last page's part ends where the board ends: the first and the last shift are a board less a page apart.
    assert max(xs) - min(xs) == pytest.approx(right - left - 190, abs=0.2)
    assert max(ys) - min(ys) == pytest.approx(bottom - top - 277, abs=0.2)


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="pdf"):
        print_target(PROFILE, tmp_path / "target.doc")
    with pytest.raises(TargetError, match="cannot be written"):
        print_target(PROFILE, tmp_path / "nowhere" / "target.pdf")


def test_the_drawing_has_every_zone_where_the_places_are() -> None:
    flat = draw_target(PROFILE, 1.0)
    left, top, _, _ = PROFILE.reach()
    places = Places(PROFILE)
    for radius, name in ((20.0, "10"), (70.0, "4"), (120.0, "3"), (170.0, "2"), (220.0, "1"), (248.0, "off")):
        place = np.array([radius * np.cos(0.2), radius * np.sin(0.2)])
        assert places.names[places.at(place)] == name
        if name != "off":
            x, y = (int(n) for n in place - (left, top))
            zone = next(zone for zone in PROFILE.zones if zone.name == name)
            assert zone.colour is not None
            assert np.abs(flat[y, x][::-1].astype(int) - zone.colour).max() < 4


def test_unknown_markers_are_told() -> None:
    with pytest.raises(TargetError, match="4x4_50"):
        dictionary(Markers("7x7", 50.0, (Marker(0, (0.0, 0.0)),)))
    with pytest.raises(TargetError, match="0 to 49"):
        dictionary(Markers("4x4_50", 50.0, (Marker(50, (0.0, 0.0)),)))


def test_a_small_target_fits_on_one_page() -> None:
    small = msgspec.structs.replace(
        PROFILE,
        zones=(msgspec.structs.replace(PROFILE.zones[0], area=Circle((0.0, 0.0), 80.0)),),
        outline=Circle((0.0, 0.0), 80.0),
        markers=None,
    )
    assert pdf(small)[1] == 1
    assert cv2.imdecode(np.frombuffer(png(small), np.uint8), cv2.IMREAD_COLOR).shape[0] > 900
