"""Killed processes and power cuts: a short run of `companion powercut`, and proof that it would notice a loss."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.powercut import cuts, kills
from companion.commands.powercut.cuts import cut_games
from companion.commands.powercut.disk import SECTOR, Disk
from companion.commands.powercut.sqlite import NotHereError, watched
from companion.commands.powercut.witness import Acknowledged, Findings, examine
from companion.journal import database
from companion.journal.store import Store


def nothing(_: Findings) -> None:
    pass


@pytest.fixture(autouse=True)
def can_be_watched(tmp_path: Path) -> None:
    try:
        with watched(tmp_path):
            pass
    except NotHereError as problem:
        pytest.skip(str(problem))


@pytest.fixture(autouse=True)
def short_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts, "WRITES", 120)
    monkeypatch.setattr(kills, "LONGEST_SECONDS", 0.5)


def test_six_games_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["powercut", "--games", "6", "--seed", "1", "--folder", str(tmp_path), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert code == (0 if told["good"] else 1)
    for half in ("killed", "power cut"):
        assert told[half]["games"] >= 3
        assert told[half]["actions"] > 10
        # How long it took is left out: a machine that runs all tests at once is no table companion.
        for failure in ("lost", "unopened", "different", "not_again"):
            assert told[half][failure] == 0, told
    assert told["power cut"]["troubles"] > 0
    assert list(tmp_path.iterdir()) == []  # it clears up after itself


def test_writes_that_are_not_synced_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = database.open_to_write

    def careless(path: Path) -> object:
        opened = honest(path)
        opened.execute("PRAGMA synchronous = NORMAL")
        return opened

    monkeypatch.setattr(database, "open_to_write", careless)
    assert any(cut_games(tmp_path, 1, seed, nothing).lost for seed in range(8))


def test_a_folder_that_is_not_synced_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_sync_folder", lambda folder: None)
    assert any(cut_games(tmp_path, 1, seed, nothing).lost for seed in range(8))


def test_an_entry_that_is_gone_and_one_that_nobody_played_are_found(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    Store.open(path).close()
    found = Findings()
    examine(path, {1: Acknowledged(["a print"], "a state")}, 1, found)
    assert (found.lost, found.good) == (1, False)


def test_the_whole_way_to_the_store_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(database, "_sync_folder", synced.append)
    Store.open(tmp_path / "share" / "companion" / "companion.db").close()
    assert synced == [tmp_path, tmp_path / "share", tmp_path / "share" / "companion"]


# The disk that forgets.


def images(disk: Disk, name: str = "file") -> set[bytes | None]:
    return {disk.after_power_cut(random.Random(seed)).get(name) for seed in range(200)}


def test_only_what_was_synced_is_certain() -> None:
    disk = Disk({"file": b"old"})
    disk.write("file", 0, b"new")
    assert images(disk) == {b"old", b"new"}
    disk.sync("file")
    assert images(disk) == {b"new"}
    disk.cut("file", 1)
    assert images(disk) == {b"new", b"n"}


def test_a_write_is_torn_where_sectors_end() -> None:
    disk = Disk({"file": b"a" * 1000})
    disk.write("file", 500, b"b" * 100)
    torn = images(disk)
    first = b"a" * 500 + b"b" * (SECTOR - 500) + b"a" * (1000 - SECTOR)
    last = b"a" * SECTOR + b"b" * (600 - SECTOR) + b"a" * 400
    assert {first, last} < torn
    assert len(torn) == 4


def test_a_file_is_there_for_certain_once_its_folder_is_synced() -> None:
    disk = Disk({})
    disk.make("file")
    disk.write("file", 2, b"x")
    disk.sync("file")
    assert images(disk) == {None, b"\0\0x"}
    disk.sync_folder()
    assert images(disk) == {b"\0\0x"}
    disk.remove("file")
    assert images(disk) == {None, b"\0\0x"}
    disk.make("file")
    assert images(disk) == {None, b"", b"\0\0x"}
