"""The owner's table as it was set up last; a broken profile is told and never keeps the companion from starting."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.source import Frame
from companion.table_profile import table_for
from companion.vision.table import TablePlane, save_plane


class SomeCamera:
    name = "some"

    def open(self) -> None: ...

    def read(self, timeout: float) -> Frame | None:
        return None

    def close(self) -> None: ...


@pytest.fixture
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    folder = tmp_path / "calibration"
    folder.mkdir()
    return folder


def keep(folder: Path, name: str, age: int) -> Path:
    path = folder / f"{name}.json"
    save_plane(TablePlane(name, "2026-01-31", 0.4, (1280, 720), np.eye(3), (), None), path)
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return path


def test_no_table_was_set_up_yet(profiles: Path) -> None:
    table = table_for(SomeCamera())
    assert (table.plane.known, table.watch, table.trouble) == (False, None, None)


def test_the_newest_profile_is_used(profiles: Path) -> None:
    keep(profiles, "kitchen", age=50)
    keep(profiles, "den", age=5)
    assert table_for(SomeCamera()).plane.name == "den"


def test_a_broken_profile_is_told_and_the_one_before_is_used(profiles: Path) -> None:
    keep(profiles, "kitchen", age=50)
    broken = keep(profiles, "den", age=5)
    broken.write_text("{")
    os.utime(broken, (1_000_000, 1_000_000))
    table = table_for(SomeCamera())
    assert table.plane.name == "kitchen"
    assert table.trouble is not None
    assert table.trouble.args["file"] == str(broken)
    broken.rename(profiles / "only.json")
    (profiles / "kitchen.json").unlink()
    table = table_for(SomeCamera())
    assert not table.plane.known
    assert table.trouble is not None


def test_the_simulated_table_knows_itself(profiles: Path) -> None:
    keep(profiles, "den", age=5).write_text("{")
    table = table_for(SimulatedTable())
    assert (table.plane.known, table.trouble) == (True, None)
