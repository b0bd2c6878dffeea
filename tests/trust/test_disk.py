"""A disk that is full, or takes no writes: play goes on, the players are told, nothing saved is harmed, saving resumes.

SQLite is told so by the layer under it (`powercut/sqlite.py`), so that no other user, mount or disk is needed.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import wishes
from companion.app import Companion
from companion.camera.source import Frame
from companion.commands.powercut.sqlite import NotHereError, Watched, watched
from companion.dice import Sight
from companion.journal import database
from companion.journal.play import Play
from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Adjust, Seat, games
from companion.rules.dice_throne.state import Setup
from companion.screens.port import View
from tests.views import view_that

SETUP = Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"), first=0)
FAILURES = {"full": 13, "read-only": 8, "write failed": 778, "sync failed": 1034}  # SQLite's numbers for them


class NoCamera:
    name = "none"

    def open(self) -> None:
        pass

    def read(self, timeout: float) -> Frame | None:
        threading.Event().wait(timeout)
        return None

    def close(self) -> None:
        pass


class NoPipeline:
    def tick(self, now: float) -> Sight | None:
        return None

    def expect(self, *wanted: object) -> None:
        pass

    def used(self, number: int) -> None:
        pass


class House:
    """A companion without a camera, on a disk that can fail."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.companion = Companion(NoCamera(), NoPipeline(), Referee(store))  # type: ignore[arg-type]
        self.views: queue.SimpleQueue[View] = queue.SimpleQueue()
        self.companion.watch(self.views.put)
        self.companion.start()

    def view(self, fits: Callable[[View], bool]) -> View:
        return view_that(fits, self.views)

    def cp(self, by: int) -> View:
        """Tap a counter, each player in turn, and see what the screen is told."""
        before = len(self.newest.history)
        self.companion.do(Adjust(before % 2, "cp", by))
        self.newest = self.view(lambda view: len(view.history) > before)
        return self.newest

    def begin(self) -> None:
        self.companion.new_game("dice_throne", SETUP)
        self.newest = self.view(lambda view: view.game is not None)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Watched]:
    try:
        with watched(tmp_path) as watch:
            yield watch
    except NotHereError as problem:
        pytest.skip(str(problem))


@pytest.fixture
def house(disk: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(wishes, "SAVE_AGAIN_SECONDS", 0.2)
    house = House(Store.open(tmp_path / "companion.db"))
    yield house
    house.companion.close()
    house.store.close()


def told(view: View) -> str:
    return view.notice.id if view.notice is not None else ""


@pytest.mark.parametrize("failure", FAILURES)
def test_a_disk_that_fails_in_the_middle_of_a_game(
    house: House, disk: Watched, tmp_path: Path, failure: str
) -> None:
    house.begin()
    house.cp(1)
    disk.before = lambda: FAILURES[failure]

    view = house.cp(-2)  # play goes on, and the screen says that it is not saved
    assert told(view) == "store.not_saving"
    assert house.store.in_memory
    house.cp(3)
    counters = house.newest.counters
    with sqlite3.connect(f"file:{tmp_path / 'companion.db'}?mode=ro", uri=True) as saved:
        assert saved.execute("SELECT count(*) FROM entries").fetchone() == (2,)
        assert saved.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    disk.before = lambda: 0
    view = house.view(lambda view: told(view) == "store.saving_again")  # by itself, without a touch
    assert not house.store.in_memory
    house.companion.close()
    house.store.close()
    again = Store.open(tmp_path / "companion.db")
    assert again.notice is None
    assert games()["dice_throne"].counters(Play.resume(again, view.game_id or 0).state) == counters
    again.close()


def test_the_players_are_reminded_while_nothing_is_saved(
    house: House, disk: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wishes, "REMIND_SECONDS", 0.5)
    house.begin()
    disk.before = lambda: FAILURES["full"]
    first = house.cp(1)
    again = house.view(lambda view: view.notice_number > first.notice_number)
    assert told(again) == "store.not_saving"


def test_saving_resumes_while_the_camera_never_rests(house: House, disk: Watched) -> None:
    """Each sight of the table is a wish of its own; there may be no quiet moment between two."""
    house.begin()
    disk.before = lambda: FAILURES["full"]
    house.cp(1)
    disk.before = lambda: 0
    sights: list[None] = []

    def see() -> None:
        time.sleep(0.01)
        sights.append(None)

    for _ in range(200):
        house.companion.later(see)
    house.view(lambda view: told(view) == "store.saving_again")
    assert len(sights) < 200


def test_a_start_on_a_disk_that_takes_nothing(disk: Watched, tmp_path: Path) -> None:
    first = Store.open(tmp_path / "companion.db")
    play = Play.new(first, games()["dice_throne"], SETUP, "2026-01-31T20:00:00+01:00")
    first.close()
    disk.before = lambda: FAILURES["read-only"]
    store = Store.open(tmp_path / "companion.db")
    assert store.in_memory
    again = Play.resume(store, play.game_id)
    again.do(Adjust(0, "cp", 1), by="touch", now="2026-01-31T20:01:00+01:00")
    disk.before = lambda: 0
    assert store.save_unsaved()
    store.close()
    last = Store.open(tmp_path / "companion.db")
    assert Play.resume(last, play.game_id).state == again.state
    last.close()


def test_a_read_only_disk_hides_no_move_that_was_made_before_the_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite cannot read beside a -wal where it may write nothing. Then a copy is read, and not an older game."""
    there, here = tmp_path / "there", tmp_path / "here"
    store = Store.open(there / "companion.db")
    play = Play.new(store, games()["dice_throne"], SETUP, "2026-01-31T20:00:00+01:00")
    here.mkdir()
    for part in ("companion.db", "companion.db-wal"):  # as a power cut leaves it
        (here / part).write_bytes((there / part).read_bytes())
    store.close()
    connect = database._connect

    def refuse(where: Path | str, uri: bool = False) -> sqlite3.Connection:
        if "mode=ro" in str(where):
            where = (
                f"{(tmp_path / 'nowhere').as_uri()}?mode=ro"  # fails as a read-only disk does: cannot open
            )
        return connect(where, uri)

    monkeypatch.setattr(database, "_connect", refuse)
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    looking = Store.open_to_read(here / "companion.db")
    assert Play.resume(looking, play.game_id).state == play.state
    looking.close()
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before
