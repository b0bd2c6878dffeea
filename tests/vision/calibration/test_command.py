"""`companion calibrate` and `companion report`, with pictures of the simulated table."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli, config
from companion.calibrator import Calibrator
from companion.camera.simulation.scene import scene
from companion.camera.source import Picture
from companion.rules.places import around
from companion.rules.text import line
from companion.vision.calibration.watch import CameraWatch, Holds, watch_of
from companion.vision.table import TablePlane, load_plane

from .tables import noisy, off, with_page


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="module")
def page_and_empty() -> tuple[Picture, Picture]:
    there = scene(0)
    return noisy(with_page(there), 1)[0], noisy(there.background, 1)[0]


def saved(folder: Path, name: str, picture: Picture) -> str:
    cv2.imwrite(str(folder / name), picture)
    return str(folder / name)


def test_from_pictures_to_a_profile_with_its_error_in_words(
    tmp_path: Path, home: Path, page_and_empty: tuple[Picture, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    page, empty = (saved(tmp_path, f"{n}.png", p) for n, p in zip("ab", page_and_empty, strict=True))
    assert cli.main(["calibrate", page, "--empty", empty]) == 0
    said = capsys.readouterr().out
    for words in (
        "Table: good (0.1\u00a0mm)",
        "Camera: 5",
        "Tray: 26",
        "Light: good",
        "table.json",
        "Done in ",
    ):
        assert words in said, said
    assert "Seats: 4 areas around the tray, good" in said
    plane = load_plane(home / "calibration/table.json")
    assert plane.seats_mm == around(plane.tray_mm, 4)
    assert off(scene(0), plane) < 0.2
    eye = watch_of(plane, home / "calibration/table.json")
    assert eye is not None
    assert eye.check(page_and_empty[1]) is Holds.STEADY


def test_four_corners_and_a_size(
    tmp_path: Path, page_and_empty: tuple[Picture, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    empty = saved(tmp_path, "empty.png", page_and_empty[1])
    out = tmp_path / "own.json"
    corners = ["194,100", "1086,100", "1107,631", "173,631"]
    command = ["calibrate", empty, "--corners", *corners, "--size", "268x158", "--output", str(out), "--json"]
    command += ["--seats", "3"]
    assert cli.main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(out)
    assert told["tray_mm"][0] == [-134.0, 79.0]
    assert len(told["seats_mm"]) == 3
    assert 0 < told["seconds"] < 300
    assert off(scene(0), load_plane(out)) < 1.0


def test_what_is_wrong_is_a_sentence(
    tmp_path: Path, page_and_empty: tuple[Picture, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["calibrate", saved(tmp_path, "empty.png", page_and_empty[1])]) == 2
    assert "The page is not seen" in capsys.readouterr().err
    assert cli.main(["calibrate", "--print", str(tmp_path / "page.txt")]) == 2
    assert "should end in .pdf" in capsys.readouterr().err
    assert cli.main(["calibrate", "--print", str(tmp_path / "page.pdf")]) == 0
    assert "measure the bar" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--bar", "0"], "from 50 to 200"),
        (["--bar", "-100"], "from 50 to 200"),
        (["--bar", "nan"], "from 50 to 200"),
        (["--size", "300"], "such as 300x200"),
        (["--size", "nanx200"], "such as 300x200"),
        (["--corners", "1,2", "3", "4,5", "6,7"], "such as 120,80"),
    ],
)
def test_a_number_that_no_table_has_is_refused(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["calibrate", "page.png", *words])
    assert end.value.code == 2
    assert says in capsys.readouterr().err


def test_a_size_without_corners_asks_for_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["calibrate", "tray.png", "--size", "300x200"]) == 2
    said = capsys.readouterr().err
    assert "Four corners are needed" in said
    assert "--corners X,Y" in said


def test_where_nobody_can_touch_the_option_is_told(
    tmp_path: Path, page_and_empty: tuple[Picture, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    page = saved(tmp_path, "page.png", page_and_empty[0])
    coaster = cv2.circle(
        page_and_empty[1].copy(), (640, 360), 100, (30, 30, 200), -1
    )  # and no tray is so small
    bare = saved(tmp_path, "bare.png", coaster)
    assert cli.main(["calibrate", page, "--empty", bare]) == 2
    said = capsys.readouterr().err
    assert "--corners X,Y" in said
    assert "Touch" not in said
    corners = ["194,100", "1086,100", "1107,631", "173,631"]
    assert cli.main(["calibrate", page, "--corners", *corners, "--size", "3x2"]) == 2
    assert "--size 300x200" in capsys.readouterr().err


def test_the_wizard_goes_from_page_to_kept_table(
    tmp_path: Path, page_and_empty: tuple[Picture, Picture]
) -> None:
    shown: list[Picture] = []
    used: list[tuple[TablePlane, CameraWatch | None]] = []
    now = [100.0]
    wizard = Calibrator(tmp_path, lambda: shown, lambda *table: used.append(table), lambda: now[0])
    wizard.begin("page")
    assert wizard.setup is not None
    wizard.look()
    assert wizard.setup.problem is not None  # the camera sends nothing
    shown.append(page_and_empty[1])
    wizard.look()
    assert wizard.setup.problem is not None
    assert wizard.setup.problem.id == "calibrate.no_page"
    shown[:] = [page_and_empty[0]]
    wizard.look()
    assert wizard.setup.step == "tray"
    assert wizard.keep() is None  # a table without a tray is not kept
    shown[:] = [page_and_empty[1]]
    wizard.look()
    assert wizard.setup.step == "check"
    assert len(wizard.setup.corners) == 4
    nudged = [(194.0, 100.0), (1086.0, 100.0), (1107.0, 631.0), (173.0, 631.0)]
    wizard.corners(nudged, (0, 0))
    assert np.abs(np.array(wizard.setup.corners) - nudged).max() < 3
    wizard.seats(3)
    assert (wizard.setup.step, len(wizard.setup.seats)) == ("seats", 3)
    dragged = [(640.0, 580.0), *wizard.setup.seats[1:]]
    wizard.seats(3, dragged)
    assert np.abs(np.array(wizard.setup.seats) - dragged).max() < 1
    now[0] += 24.4
    said = wizard.keep()
    assert said == line("calibrate.kept", s=24)
    assert wizard.setup is None
    plane = load_plane(tmp_path / "table.json")
    assert plane.seats_mm == used[0][0].seats_mm
    assert plane.to_px(*plane.seats_mm[0]) == pytest.approx((640, 580), abs=1)
    assert (tmp_path / "table.json").exists()
    assert used[0][1] is not None
    assert off(scene(0), used[0][0]) < 0.2


def test_a_report_is_one_file_without_names(
    tmp_path: Path, home: Path, page_and_empty: tuple[Picture, Picture], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.commands import report
    from companion.commands.doctor import Finding

    found = Finding("settings", "good", "/home/mia/.local/share/settings.toml")
    monkeypatch.setattr(report.doctor, "examine", lambda: (found,))
    config.save(config.Settings(facing={"Mia": 90}, d12_of_player={"Mia": "a"}))
    monkeypatch.setattr(report.Path, "home", lambda: Path("/home/mia"))
    monkeypatch.setattr(report, "_log", lambda: "read /home/mia/dice.png\n")
    photo = saved(tmp_path, "Mia and Tom.png", page_and_empty[1])
    out = tmp_path / "wrong.zip"
    assert cli.main(["report", str(out), photo, "--what", "a 6 read as 5"]) == 0
    with zipfile.ZipFile(out) as bundle:
        names = set(bundle.namelist())
        assert {"pictures/01.jpg", "read.json", "about.json", "doctor.json", "log.txt"} <= names
        everything = b"".join(bundle.read(name) for name in names if not name.endswith(".jpg"))
        assert json.loads(bundle.read("about.json"))["what_lay_there"] == "a 6 read as 5"
    assert b"mia" not in everything.lower()
    assert not any("Mia" in name for name in names)
