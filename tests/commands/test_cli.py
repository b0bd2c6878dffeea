"""The commands as a player types them: what they print, and what they say when something is wrong."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli, config
from companion.cli.sentences import sentence_of
from companion.journal.store import Store
from tests.commands.refusing import refused

COMMANDS = [
    "demo",
    "read",
    "measure",
    "bench",
    "soak",
    "replay",
    "games",
    "export",
    "import",
    "cards",
    "calibrate",
    "report",
    "doctor",
    "gallery",
    "powercut",
    "speed",
    "stats",
    "target",
    "teach",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([command, "--help"])
    assert end.value.code == 0
    assert len(capsys.readouterr().out) > 100


def test_help_is_quick_because_it_loads_neither_kivy_nor_the_models() -> None:
    code = (
        "import sys, companion.cli; sys.exit(any(m in sys.modules for m in ('kivy', 'cv2', 'onnxruntime')))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    ("library", "loads"),
    [
        ("msgspec", "os.kill(os.getpid(), signal.SIGINT)"),
        # As libraries in C do it.
        ("onnxruntime", "raise ImportError('initialization failed') from KeyboardInterrupt()"),
    ],
)
def test_ctrl_c_ends_quietly_also_while_libraries_load(library: str, loads: str, tmp_path: Path) -> None:
    (tmp_path / f"{library}.py").write_text(f"import os, signal\n{loads}\n")
    ran = subprocess.run(
        [sys.executable, "-m", "companion", "read", "x.png"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


# The store and its logs.


def test_games_lists_what_is_saved(saved: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    assert "Dice Throne: Mia, Tom (goes on)" in capsys.readouterr().out
    assert cli.main(["games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["saved"][0]["seats"] == ["Mia", "Tom"]


def test_games_without_a_store(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    assert "No games are saved yet." in capsys.readouterr().out


def test_a_log_goes_out_is_replayed_and_comes_in_again(
    saved: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "evening.jsonl"
    assert cli.main(["export", str(saved), str(log)]) == 0
    capsys.readouterr()
    assert cli.main(["replay", str(log), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["state"]["health"] == [50, 43]
    assert told["winners"] is None
    assert cli.main(["replay", str(log)]) == 0
    assert "Tom: health 43" in capsys.readouterr().out
    assert cli.main(["import", str(log)]) == 0
    assert cli.main(["games", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out.splitlines()[-1])["saved"]) == 2


def test_a_log_from_a_newer_companion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "new.jsonl"
    log.write_text('{"log":"table companion game","format":99}\n')
    assert "newer" in refused(capsys, "replay", str(log))
    assert "newer" in refused(capsys, "import", str(log))


@pytest.mark.parametrize("text", ["", "hello\n", '{"log":"table companion game","format":1}\n{"number":1}\n'])
def test_a_file_that_is_no_log(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "no.jsonl"
    log.write_text(text)
    refused(capsys, "replay", str(log))


def test_a_log_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nowhere.jsonl" in refused(capsys, "replay", "nowhere.jsonl")


def test_a_game_that_is_not_there(saved: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "export", "77", str(tmp_path / "x.jsonl"))


def test_a_place_that_cannot_be_written(saved: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no-such-folder" in refused(capsys, "export", str(saved), "/no-such-folder/x.jsonl")


def test_an_error_of_a_library_is_no_sentence_of_ours() -> None:
    problem = cv2.error("Assertion failed")
    problem.line = 550
    assert sentence_of(problem) is None


def test_a_corrupt_store_is_kept_aside_and_a_new_one_begun(home: Path, saved: int, tmp_path: Path) -> None:
    store = home / config.STORE_FILE
    store.write_bytes(b"not a database at all" * 100)
    opened = Store.open(store)
    assert opened.notice is not None
    assert opened.notice.id == "store.broken"
    opened.close()
    assert [p for p in home.iterdir() if ".broken-" in p.name]
    with sqlite3.connect(store) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (0,)


# Settings, display, camera.


def test_an_unknown_setting_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir()
    (home / config.FILE_NAME).write_text('langauge = "ru"\n')
    said = refused(capsys, "read", "x.png")
    assert "langauge" in said
    assert "language" in said


def test_no_display(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from companion import starting

    monkeypatch.setattr(starting, "has_display", lambda: False)
    assert "no display" in refused(capsys)
    assert "--offscreen" in refused(capsys, "demo")


def test_no_such_camera(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from companion import starting

    monkeypatch.setattr(starting, "has_display", lambda: True)
    refused(capsys, "--camera", "gramophone")


# Reading.


def test_an_unknown_kind_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "d7" in refused(capsys, "read", "x.png", "--kinds", "d7")


def test_files_that_are_no_pictures_do_not_stop_the_batch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import cv2

    good, bad, empty = tmp_path / "good.png", tmp_path / "bad.jpg", tmp_path / "empty.png"
    cv2.imwrite(str(good), np.full((300, 400, 3), 90, np.uint8))
    bad.write_bytes(b"this is no picture")
    empty.write_bytes(b"")
    missing = tmp_path / "missing.png"
    assert cli.main(["read", "--json", *map(str, (bad, empty, missing, good))]) == 1
    out = capsys.readouterr()
    told = [json.loads(line) for line in out.out.splitlines()]
    assert [Path(line["image"]).name for line in told] == ["bad.jpg", "empty.png", "missing.png", "good.png"]
    assert told[3]["dice"] == []
    assert all("error" in line for line in told[:3])
    assert len(out.err.splitlines()) == 3


def test_options_may_stand_between_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["read", "a.jpg", "--json", "b.jpg", "--kinds", "d6", "c.jpg"]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["image"] for one in told] == ["a.jpg", "b.jpg", "c.jpg"]
    assert cli.main(["read", "--json", "--", "-d.jpg"]) == 1
    assert json.loads(capsys.readouterr().out)["image"] == "-d.jpg"
    with pytest.raises(SystemExit):
        cli.main(["read", "a.jpg", "--jsn", "b.jpg"])
    assert "--jsn" in capsys.readouterr().err


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"photo-\xff.jpg")
    command = [sys.executable, "-m", "companion", "read", "--json", name]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True)
    assert done.returncode == 1
    assert json.loads(done.stdout)["image"] == name
    assert b"does not exist" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"", b"rubbish" * 1000])
def test_a_model_that_cannot_be_read(
    content: bytes, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    models = tmp_path / "models"
    models.mkdir()
    (models / "dice-detector.onnx").write_bytes(content)
    home.mkdir()
    (home / config.FILE_NAME).write_text(f'models = "{models}"\n')
    assert "dice-detector.onnx" in refused(capsys, "read", "x.png")


def test_a_models_folder_that_is_not_there(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir()
    (home / config.FILE_NAME).write_text('models = "/no-such-folder"\n')
    assert "/no-such-folder" in refused(capsys, "read", "x.png")


# The doctor.


def test_the_doctor_looks_at_everything_and_says_what_to_do(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / config.FILE_NAME).write_text('camera = "simulated"\n')
    assert cli.main(["doctor", "--json"]) == 0
    found = {finding["what"]: finding for finding in json.loads(capsys.readouterr().out)}
    assert set(found) == {
        *("companion", "settings", "models", "camera", "calibration", "store", "own content", "screen"),
        *("touch", "heat", "memory"),
    }
    assert found["models"]["state"] == "good"


def test_the_doctor_goes_on_after_a_bad_finding(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.mkdir()
    (home / config.FILE_NAME).write_text('models = "/no-such-folder"\ncamera = "video:/no-such-file.avi"\n')
    assert cli.main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "/no-such-folder" in said
    assert "/no-such-file.avi" in said
    assert "ok    store" in said
