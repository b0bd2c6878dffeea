"""The commands and the files they write and take in: a full disk, an output that takes nothing, what an editor left."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion import cli, config
from companion.files import write_whole
from tests.commands.refusing import refused


@pytest.mark.parametrize("text", [None, "", "hello\n", '{"log":"table companion game","format":99}\n'])
def test_a_log_that_cannot_be_taken_in_leaves_nothing(
    text: str | None, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "evening.jsonl"
    if text is not None:
        log.write_text(text)
    refused(capsys, "import", str(log))
    assert not home.exists()


def test_a_log_is_not_said_to_be_saved_when_the_disk_took_nothing(
    home: Path,
    saved: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = tmp_path / "evening.jsonl"
    assert cli.main(["export", str(saved), str(log)]) == 0

    def full(path: Path) -> sqlite3.Connection:
        problem = sqlite3.OperationalError("database or disk is full")
        problem.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise problem

    monkeypatch.setattr("companion.journal.database.open_to_write", full)
    assert str(home) in refused(capsys, "import", str(log))
    monkeypatch.undo()


@pytest.mark.parametrize(
    "command", [["export", "1"], ["cards", "--export"], ["teach", "--export"], ["report", "--what", "a 6"]]
)
def test_a_file_that_is_there_already_is_not_written_over(
    command: list[str], saved: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.zip"
    file.write_text("of before")
    assert f"{file} is there already. Choose another name" in refused(capsys, *command, str(file))
    assert file.read_text() == "of before"


def test_a_photo_is_not_taken_for_the_name_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "photo.jpg"
    assert "Name the report first" in refused(capsys, "report", str(photo))
    assert not photo.exists()
    with pytest.raises(SystemExit):
        cli.main(["report"])
    assert "required: FILE\n" in capsys.readouterr().err


def test_a_report_goes_out_also_with_settings_that_cannot_be_read(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.commands import report

    monkeypatch.setattr(
        report.doctor, "examine", lambda: (report.doctor._looked_at("settings", config.load),)
    )
    home.mkdir()
    (home / config.FILE_NAME).write_text('langauge = "ru"\n')
    assert cli.main(["report", str(tmp_path / "wrong.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "wrong.zip") as bundle:
        assert b"langauge" in bundle.read("doctor.json")


def test_a_place_that_is_none_is_told_with_what_to_do(
    saved: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Name a file in it." in refused(capsys, "export", str(saved), str(tmp_path))
    nowhere = tmp_path / "no-such-folder" / "x.jsonl"
    assert "Check its name and its folder." in refused(capsys, "export", str(saved), str(nowhere))


def test_where_there_is_nothing_to_write_or_count_that_is_said(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no cards yet" in refused(capsys, "cards", "--export", str(tmp_path / "cards.toml"))
    assert list(tmp_path.iterdir()) == []
    assert cli.main(["stats"]) == 0
    assert capsys.readouterr().out == "No games are saved yet, so there is nothing to count.\n"
    assert not home.exists()


def test_a_file_with_nothing_in_it_is_no_loss(saved: int, tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    log.touch()
    assert cli.main(["export", str(saved), str(log)]) == 0
    assert log.read_text().startswith('{"log":')


def no_room(_: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_export_to_a_full_disk_leaves_no_half_of_a_file(
    saved: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "evening.jsonl"
    monkeypatch.setattr("companion.files.os.fsync", no_room)
    assert f"{log}: No space left on device. Make room" in refused(capsys, "export", str(saved), str(log))
    assert list(tmp_path.iterdir()) == [tmp_path / "home"]


def test_a_full_disk_leaves_the_file_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("of before")
    monkeypatch.setattr("companion.files.os.fsync", no_room)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"new")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["of before"]


def test_an_export_to_a_device_writes_into_it(saved: int) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "companion", "export", str(saved), "/dev/stdout"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith('{"log":')
    assert Path("/dev/stdout").is_symlink()


@pytest.mark.parametrize(
    ("output", "says"), [(">/dev/full", "Make room"), (">&-", ""), ("2>&- >&-", ""), (">/dev/null 2>&-", "")]
)
def test_an_output_that_takes_nothing_is_no_fault_of_ours(home: Path, output: str, says: str) -> None:
    command = f"{sys.executable} -m companion games {output}"
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2 if says else 0, "")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == bool(says)


def test_cards_of_no_such_name_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cards", "zzz"]) == 0
    assert "No card is called 'zzz'" in capsys.readouterr().out


def test_a_mark_at_the_beginning_of_a_file_is_no_fault(home: Path, saved: int, tmp_path: Path) -> None:
    log, cards = tmp_path / "evening.jsonl", tmp_path / "cards.toml"
    assert cli.main(["export", str(saved), str(log)]) == 0
    log.write_text(log.read_text("utf-8"), "utf-8-sig")
    cards.write_text('[[heroes]]\nid = "innkeeper"\nname = "The Innkeeper"\n', "utf-8-sig")
    (home / "settings.toml").write_text('language = "pl"\n', "utf-8-sig")
    assert cli.main(["replay", str(log)]) == 0
    assert cli.main(["cards", "--import", str(cards)]) == 0
    assert config.load().language == "pl"


def test_a_wrong_file_of_cards_asks_for_no_start_of_the_companion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text("x = [")
    said = refused(capsys, "cards", "--import", str(cards))
    assert str(cards) in said
    assert "Nothing was taken in: mend the file and try again." in said


def test_a_file_without_cards_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cards.toml").write_text("")
    assert cli.main(["cards", "--import", str(tmp_path / "cards.toml")]) == 0
    assert "There are no cards in" in capsys.readouterr().out


def test_a_store_that_may_not_be_opened_is_not_called_damaged(
    saved: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("companion.journal.database._look_at_header", closed)
    said = refused(capsys, "games")
    assert "Permission denied" in said
    assert "damaged" not in said


def test_a_reader_of_the_output_that_goes_away_is_no_fault(home: Path) -> None:
    command = [sys.executable, "-m", "companion", "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1
