"""`companion teach`: pictures in, taught dice out; lists, files, names; every problem is a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.camera.simulation.die import BLUE, numeral_d12
from companion.camera.simulation.still import still
from companion.cli import main
from companion.dice import Shape
from companion.game_dice import simulated
from companion.vision.dice_box import read_file


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path


def _photo(folder: Path, kind: str, face: str, seed: int) -> Path:
    die = numeral_d12(BLUE) if kind == "d12" else simulated(kind)
    assert die is not None
    picture, _ = still([(die, face)], seed)
    path = folder / f"{seed}.png"
    cv2.imwrite(str(path), picture)
    return path


def _listed(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, object]]:
    capsys.readouterr()
    assert main(["teach", "--list", "--json"]) == 0
    return {row["name"]: row for row in json.loads(capsys.readouterr().out)}


@pytest.mark.timeout(600)
def test_a_die_is_taught_from_pictures_shared_renamed_and_deleted(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = _photo(home, "quarriors/ooze", "2/?/?", 3)
    assert main(["teach", "--die", "blob", "--face", "two", str(picture)]) == 0
    assert main(["teach", "--die", "quarriors/ooze", "--face", "2/?/?", str(picture)]) == 0
    assert "Not taught yet: q1, q2" in capsys.readouterr().out
    listed = _listed(capsys)
    assert (listed["blob"]["own"], listed["blob"]["faces"]) == (True, {"two": 1})
    assert listed["quarriors/ooze"]["faces"] == {"q1": 0, "q2": 0, "2/?/?": 1}
    assert not listed["quarriors/life"]["own"]

    assert main(["teach", "--rename", "blob", "slime"]) == 0
    file = home / "for Tom.dice"
    assert main(["teach", "--export", str(file), "slime"]) == 0
    assert main(["teach", "--delete", "slime"]) == 0
    assert "slime" not in _listed(capsys)
    assert main(["teach", "--import", str(file)]) == 0
    assert "Taken in: slime" in capsys.readouterr().out


@pytest.mark.timeout(600)
def test_a_useless_picture_spoils_no_other(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = _photo(home, "quarriors/ooze", "2/?/?", 3)
    broken = home / "broken.png"
    broken.write_bytes(b"no picture")
    assert main(["teach", "--die", "blob", "--face", "two", str(broken), str(good)]) == 1
    assert "broken.png" in capsys.readouterr().err
    assert _listed(capsys)["blob"]["faces"] == {"two": 1}


@pytest.mark.timeout(600)
def test_a_face_that_no_file_can_hold_costs_no_face_that_was_taught(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = _photo(home, "quarriors/ooze", "2/?/?", 3)
    assert main(["teach", "--die", "blob", "--face", "two", str(picture)]) == 0
    assert main(["teach", "--die", "blob", "--face", "y" * 41, str(picture)]) == 2
    assert "1 to 40 letters" in capsys.readouterr().err
    assert _listed(capsys)["blob"]["faces"] == {"two": 1}


@pytest.mark.timeout(600)
def test_the_shape_of_a_new_die_is_seen(home: Path) -> None:
    picture = _photo(home, "d12", "7", 5)
    assert main(["teach", "--die", "lump", "--face", "seven", str(picture)]) == 0
    assert main(["teach", "--die", "cube", "--face", "seven", "--shape", "d6", str(picture)]) == 0
    dice = {die.name: die for file in (home / "home" / "dice").glob("*.dice") for die in read_file(file)}
    assert (dice["lump"].shape, dice["cube"].shape) == (Shape.D12, Shape.D6)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["teach"], "Say which die"),
        (["teach", "--die", "x", "--face", "y"], "Name the pictures"),
        (["teach", "--die", "quarriors/ooze", "--face", "z", "nowhere.png"], "has no face 'z'"),
        (["teach", "--die", "x", "--face", "y", "nowhere.png"], "does not exist"),
        (["teach", "--die", "x", "--camera", "simulated"], "name its faces"),
        (["teach", "--die", " ", "--face", "y", "nowhere.png"], "Say which die"),
        (["teach", "--die", "x", "--face", " ", "nowhere.png"], "Say which face"),
        (["teach", "--die", "x" * 61, "--face", "y", "nowhere.png"], "1 to 60 letters"),
        (["teach", "--die", "x", "--faces", "y," + "z" * 41, "--camera", "simulated"], "1 to 40 letters"),
        (["teach", "--die", "x", "--faces", "y", "--camera", "simulated"], "from pictures"),
        (["teach", "--export", "mine.dice"], "taught no die yet"),
        (["teach", "--delete", "nobody"], "no taught die called 'nobody'"),
        (["teach", "--delete", "quarriors/ooze"], "comes with the companion"),
        (["teach", "--import", "nowhere.dice"], "does not exist"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert says in told
    assert len(told.strip().splitlines()) == 1
