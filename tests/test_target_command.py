"""`companion target`, as a player types it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.target.profile import load_target
from companion.vision.target.scenes import render
from tests.vision.target.scene import die, setting


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_one_line_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "throw.png"
    cv2.imwrite(str(file), render(setting(elevation=70.0), [die((120.0, 10.0), "blue", face=0)]))
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), np.full((360, 640, 3), 120, np.uint8))
    code = main(["target", str(file), str(bare), str(tmp_path / "none.png"), "--json"])
    found, empty, missing = (json.loads(text) for text in capsys.readouterr().out.splitlines())
    assert code == 1  # one of them is no picture
    assert found["image"] == str(file)
    assert found["board"]["found"] is True
    assert found["board"]["error_mm"] < 1
    (seen,) = found["dice"]
    assert set(seen) == {"zone", "value", "shares", "disputed", "colour", "face", "centre_mm", "box"}
    assert (seen["zone"], seen["value"], seen["colour"], seen["face"]) == ("3", 3, "blue", "symbol")
    assert seen["centre_mm"] == pytest.approx([120.0, 10.0], abs=1.5)
    assert len(seen["box"]) == 4
    assert empty["board"]["found"] is False
    assert empty["dice"] == []
    assert "does not exist" in missing["error"]


def test_a_board_is_traced_and_its_dice_are_called(
    tmp_path: Path, own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = setting(seed=9, elevation=65.0, markers=False)
    cv2.imwrite(str(tmp_path / "empty.png"), render(scene, []))
    assert main(["target", str(tmp_path / "empty.png"), "--trace", "mine", "490"]) == 0
    profile = load_target(own_home / "calibration" / "targets" / "mine.json")
    assert [zone.value for zone in profile.zones] == [1, 2, 3, 4, 10]
    # What was mended in it by hand stays.
    assert main(["target", str(tmp_path / "empty.png"), "--trace", "mine", "490"]) == 2
    assert "already" in capsys.readouterr().err
    assert main(["target", str(tmp_path / "empty.png"), "--trace", "..", "490"]) == 2
    capsys.readouterr()
    cv2.imwrite(str(tmp_path / "throw.png"), render(scene, [die((0.0, 120.0), "red")], 3))
    assert main(["target", str(tmp_path / "throw.png"), "--profile", "mine", "--json"]) == 0
    (seen,) = json.loads(capsys.readouterr().out)["dice"]
    assert seen["zone"] == "3"


@pytest.mark.parametrize(
    "words", [["--profile", "nope"], ["--print", "x.doc"], [], ["a.png", "--trace", "b", "wide"]]
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["target", *words]) != 0
    told = capsys.readouterr().err
    assert told.startswith("companion: ")
    assert "Traceback" not in told
