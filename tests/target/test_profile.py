"""Target profiles: what is read, what is refused, and what the refusal says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import resources
from companion.target.profile import (
    Circle,
    Polygon,
    TargetError,
    TargetProfile,
    Zone,
    load_target,
    save_target,
    size,
)

DEFAULT = resources.calibration_folder() / "targets" / "default.json"


def changed(tmp_path: Path, **fields: Any) -> Path:
    data = msgspec.json.decode(DEFAULT.read_bytes())
    data.update(fields)
    file = tmp_path / "target.json"
    file.write_bytes(msgspec.json.encode(data))
    return file


def test_the_default_has_five_zones_and_markers() -> None:
    profile = load_target(DEFAULT)
    assert [zone.name for zone in profile.zones] == ["1", "2", "3", "4", "10"]
    assert [zone.value for zone in profile.zones if zone.bullseye] == [10]  # DF-15
    assert profile.markers is not None
    assert len(profile.markers.places) == 4
    assert profile.values["hole"] == profile.values["joint"] == profile.values["off"] == 0  # DF-14


def test_a_profile_is_written_and_read_back(tmp_path: Path) -> None:
    profile = load_target(DEFAULT)
    square = Polygon(((-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)))
    other = msgspec.structs.replace(profile, holes=(square,), zones=(*profile.zones, Zone("7", 7, square)))
    save_target(other, tmp_path / "deep" / "mine.json")
    assert load_target(tmp_path / "deep" / "mine.json") == other


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"format": "companion-table"}, "format"),
        ({"zones": []}, "zones"),
        ({"die_mm": 0}, "die_mm"),
        ({"error_mm": -1}, "error_mm"),
        ({"colour": "blue"}, "colour"),
        ({"outline": {"shape": "circle", "centre": [0, 0], "radius": -3}}, "outline"),
        ({"holes": [{"shape": "polygon", "points": [[0, 0], [1, 1]]}]}, "holes[0]"),
        ({"joints": [{"shape": "star", "points": []}]}, "joints"),
        ({"picture": "../secret.jpg", "picture_mm": [0, 0, 1, 1]}, "picture"),
        ({"focal": 0.01}, "focal"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, fields: dict[str, Any], told: str) -> None:
    with pytest.raises(TargetError) as error:
        load_target(changed(tmp_path, **fields))
    assert told in str(error.value)
    assert "target.json" in str(error.value)


def test_two_zones_of_one_name_and_a_zone_called_hole_are_refused(tmp_path: Path) -> None:
    zones = msgspec.json.decode(DEFAULT.read_bytes())["zones"]
    zones[1]["name"] = "1"
    with pytest.raises(TargetError, match="two zones"):
        load_target(changed(tmp_path, zones=zones))
    zones[1]["name"] = "hole"
    with pytest.raises(TargetError, match="hole"):
        load_target(changed(tmp_path, zones=zones))


def test_a_newer_file_asks_for_an_update(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="Update the companion"):
        load_target(changed(tmp_path, version=99))


def test_a_file_that_is_not_there_or_no_json_is_told(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="--print"):
        load_target(tmp_path / "none.json")
    (tmp_path / "text.json").write_text("rings")
    with pytest.raises(TargetError, match="not JSON"):
        load_target(tmp_path / "text.json")


def test_nothing_wrong_is_saved(tmp_path: Path) -> None:
    profile: TargetProfile = msgspec.structs.replace(load_target(DEFAULT), zones=())
    with pytest.raises(TargetError):
        save_target(profile, tmp_path / "empty.json")
    assert not list(tmp_path.iterdir())


def test_areas_are_measured() -> None:
    assert size(Circle((5.0, 5.0), 10.0)) == pytest.approx(314.159, abs=0.01)
    assert size(Polygon(((0.0, 0.0), (4.0, 0.0), (0.0, 3.0)))) == 6.0
