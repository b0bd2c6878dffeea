"""The file on disk: what it keeps, and what happens when the disk or the file fails."""

from __future__ import annotations

import random
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from duel import GAMES, EndTurn, Hit, Rolled
from playing import any_wish, clock, new_play, not_synced

from companion.journal import database
from companion.journal.errors import LogError, StoreError
from companion.journal.play import Play
from companion.journal.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "companion.db"


@pytest.fixture
def open_store(path: Path) -> Iterator[Callable[[], Store]]:
    opened: list[Store] = []

    def open_it() -> Store:
        opened.append(Store.open(path))
        return opened[-1]

    yield open_it
    for store in opened:
        store.close()


OpenStore = Callable[[], Store]


def a_turn(play: Play, at: float) -> None:
    for number, action in enumerate([Rolled(4), Hit(4), EndTurn()]):
        play.do(action, by="touch", now=clock(at + number))


def kept_aside(path: Path) -> list[Path]:
    return sorted(p for p in path.parent.glob("*.broken-*") if not p.name.endswith(("-wal", "-shm")))


def test_games_are_listed_with_the_one_played_last_first(open_store: OpenStore) -> None:
    store = open_store()
    first, second = new_play(store), new_play(store)
    a_turn(second, 10)
    a_turn(first, 20)
    store.close()
    again = open_store()
    assert [(g.id, g.game, g.seats, g.over) for g in again.games()] == [
        (first.game_id, "duel", ("Mia", "Leo"), False),
        (second.game_id, "duel", ("Mia", "Leo"), False),
    ]
    assert again.games()[0].began == clock(0)
    assert again.games()[0].played == clock(22)


def test_writing_is_safe_against_power_cuts(open_store: OpenStore, path: Path) -> None:
    store = open_store()
    ask = store._database.execute
    assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ask("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert ask("PRAGMA foreign_keys").fetchone() == (1,)
    assert ask("PRAGMA user_version").fetchone() == (database.VERSION,)


def test_one_companion_at_a_time_and_the_other_gets_a_sentence(open_store: OpenStore, path: Path) -> None:
    store = open_store()
    play = new_play(store)
    with pytest.raises(StoreError) as error:
        Store.open(path)
    assert error.value.line.id == "store.locked"
    looking = Store.open_to_read(path)  # looking is allowed meanwhile, and sees what is being played
    a_turn(play, 1)
    assert len(looking.entries(play.game_id)) == 4
    looking.close()
    store.close()
    assert len(open_store().entries(play.game_id)) == 4


def test_two_plays_of_one_game_cannot_write_over_each_other(open_store: OpenStore, path: Path) -> None:
    store = open_store()
    first = new_play(store)
    second = Play.resume(store, first.game_id, GAMES)
    a_turn(first, 1)
    with pytest.raises(ValueError, match="out of turn"):
        a_turn(second, 5)
    assert not store.in_memory
    assert kept_aside(path) == []
    a_turn(first, 9)
    assert len(store.entries(first.game_id)) == 7


def test_looking_makes_no_file(path: Path) -> None:
    store = Store.open_to_read(path)
    assert store.games() == ()
    store.close()
    assert not path.parent.exists()


def test_a_newer_file_is_refused_and_not_touched(open_store: OpenStore, path: Path) -> None:
    new_play(open_store()).store.close()
    raw = sqlite3.connect(path)
    raw.execute(f"PRAGMA user_version = {database.VERSION + 1}")
    raw.close()
    before = path.read_bytes()
    for opening in (Store.open, Store.open_to_read):
        with pytest.raises(StoreError) as error:
            opening(path)
        assert error.value.line.id == "store.newer"
    assert path.read_bytes() == before
    assert kept_aside(path) == []


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"This is not a database at all. " * 200, id="text"),
        pytest.param(b"SQLite format 3\0" + bytes(4080), id="only a beginning"),
        pytest.param(b"x", id="one byte"),
        pytest.param(bytes(8192), id="zeros"),
    ],
)
def test_a_broken_file_is_kept_aside_and_a_new_one_begun(
    open_store: OpenStore, path: Path, content: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError) as error:
        Store.open_to_read(path)
    assert error.value.line.id == "store.unreadable"
    assert path.read_bytes() == content
    store = open_store()
    assert [kept.read_bytes() for kept in kept_aside(path)] == [content]
    assert store.notice is not None
    assert store.notice.id == "store.broken"
    assert store.notice.args["file"] == kept_aside(path)[0].name
    a_turn(new_play(store), 1)
    store.close()
    assert open_store().notice is None


def test_the_database_of_another_program_is_kept_aside_whole(open_store: OpenStore, path: Path) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (cake TEXT)")
    other.commit()
    other.close()
    content = path.read_bytes()
    assert open_store().notice is not None
    assert kept_aside(path)[0].read_bytes() == content


def test_an_empty_file_is_a_new_store(open_store: OpenStore, path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert Store.open_to_read(path).games() == ()
    assert open_store().notice is None


@pytest.mark.parametrize("seed", [*range(30), 71, 1407, 3040, 3169])
def test_a_cut_or_garbled_file_always_opens(open_store: OpenStore, path: Path, seed: int) -> None:
    """Whatever is left of the file: the companion starts, and either has the games or kept the file."""
    chance = random.Random(seed)
    store = not_synced(open_store())
    plays = [new_play(store, health=30) for _ in range(4)]
    for number in range(40):
        any_wish(chance, chance.choice(plays), clock(number))
    logs = {play.game_id: store.entries(play.game_id) for play in plays}
    store.close()
    content = bytearray(path.read_bytes())
    if chance.random() < 0.4:
        del content[chance.randrange(len(content)) :]
    else:
        for _ in range(chance.choice([1, 3, 30])):
            where = chance.choice([chance.randrange(100), chance.randrange(len(content))])
            if where not in range(60, 64):  # the version: that has a test of its own
                content[where] = chance.randrange(256)
    path.write_bytes(content)
    if chance.random() < 0.3:
        path.with_name(path.name + "-wal").write_bytes(chance.randbytes(5000))

    again = open_store()
    assert not again.in_memory
    if again.notice is not None:
        assert [kept.read_bytes() for kept in kept_aside(path)] == [content]
    for game in again.games():
        try:
            assert again.entries(game.id) == logs[game.id][: len(again.entries(game.id))]
            Play.resume(again, game.id, GAMES)
        except (LogError, StoreError):
            pass  # damage is told, never played
    a_turn(new_play(again), 100)
    assert not again.in_memory


def test_a_changed_letter_is_noticed_and_costs_only_that_game(open_store: OpenStore, path: Path) -> None:
    store = open_store()
    hurt, whole = new_play(store), new_play(store)
    a_turn(hurt, 1)
    a_turn(whole, 1)
    store.close()
    raw = sqlite3.connect(path)
    raw.execute(
        "UPDATE entries SET what = replace(what, '4', '5') WHERE game = ? AND number = 2", (hurt.game_id,)
    )
    raw.commit()
    raw.close()
    again = open_store()
    with pytest.raises(LogError) as error:
        Play.resume(again, hurt.game_id, GAMES)
    assert error.value.line.args == {"number": 2}
    assert Play.resume(again, whole.game_id, GAMES).state == whole.state


def test_a_damaged_row_of_the_list_still_leads_to_its_game(open_store: OpenStore, path: Path) -> None:
    play = new_play(open_store())
    play.store.close()
    raw = sqlite3.connect(path)
    raw.execute("UPDATE games SET seats = 'x', began = CAST(x'ff' AS TEXT), game = x'ff'")
    raw.commit()
    raw.close()
    again = open_store()
    assert (again.games()[0].seats, again.games()[0].began[:4]) == ((), "1970")
    assert Play.resume(again, play.game_id, GAMES).state == play.state


# The disk fails while a game is played.


def full(store: Store, limit: bool) -> None:
    """A disk with no room left, or with room again."""
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count = {pages if limit else 1_000_000}")


def read_only(store: Store, limit: bool) -> None:
    store._database.execute(f"PRAGMA query_only = {int(limit)}")


BIG = bytes(20_000)


@pytest.mark.parametrize("fail", [full, read_only])
def test_play_goes_on_in_memory_and_is_saved_when_the_disk_allows_it(
    open_store: OpenStore, path: Path, fail: Callable[[Store, bool], None]
) -> None:
    store = open_store()
    play = new_play(store)
    a_turn(play, 1)
    fail(store, True)
    play.do(Rolled(2), by="camera", crops={1: BIG}, now=clock(5))
    assert store.in_memory
    assert store.notice is not None
    assert store.notice.id == "store.not_saving"
    play.do(Hit(2), by="touch", now=clock(6))
    assert play.state.health == (18, 16)
    second = new_play(store)  # even a new game
    assert not store.save_unsaved()
    looking = Store.open_to_read(path)
    assert len(looking.entries(play.game_id)) == 4  # what was saved before is unharmed
    assert len(looking.games()) == 1
    looking.close()
    # In memory everything can still be had.
    assert Play.resume(store, play.game_id, GAMES).state == play.state
    assert Play.resume(store, second.game_id, GAMES).state == second.state
    assert play.crops(5) == {1: BIG}
    assert len(store.games()) == 2

    fail(store, False)
    play.do(EndTurn(), by="touch", now=clock(7))
    assert not store.in_memory
    assert store.notice.id == "store.saving_again"
    store.close()
    again = open_store()
    assert Play.resume(again, play.game_id, GAMES).happened == play.happened
    assert Play.resume(again, second.game_id, GAMES).state == second.state
    assert again.crops(play.game_id, 5) == {1: BIG}


def test_saving_resumes_without_a_further_action(open_store: OpenStore) -> None:
    store = open_store()
    play = new_play(store)
    read_only(store, True)
    a_turn(play, 1)
    read_only(store, False)
    assert store.save_unsaved()
    assert not store.in_memory


def test_a_folder_that_cannot_be_written_is_told_and_play_goes_on(tmp_path: Path) -> None:
    in_the_way = tmp_path / "home"
    in_the_way.write_text("a file where the folder should be")
    store = Store.open(in_the_way / "companion.db")
    assert store.in_memory
    assert store.notice is not None
    assert store.notice.id == "store.not_saving"
    play = new_play(store)
    a_turn(play, 1)
    assert store.in_memory
    in_the_way.unlink()
    play.do(Rolled(1), by="camera", now=clock(9))
    assert not store.in_memory
    store.close()
    again = Store.open(in_the_way / "companion.db")
    assert Play.resume(again, play.game_id, GAMES).state == play.state
    again.close()


def test_games_on_a_disk_that_became_read_only_can_be_continued(
    open_store: OpenStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = new_play(open_store())
    a_turn(play, 1)
    play.store.close()

    def refuse(_: Path) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as disk:
        disk.setattr(database, "take_lock", refuse)
        store = open_store()
        assert store.in_memory
        again = Play.resume(store, play.game_id, GAMES)
        a_turn(again, 10)
        other = new_play(store)
    assert other.game_id != play.game_id
    assert store.save_unsaved()
    store.close()
    assert Play.resume(open_store(), play.game_id, GAMES).state == again.state


def test_a_file_that_breaks_under_the_game_is_kept_and_the_game_saved_anew(
    open_store: OpenStore, path: Path
) -> None:
    store = open_store()
    play = new_play(store)
    a_turn(play, 1)
    store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store._database.execute("PRAGMA cache_size = 0")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    play.do(Rolled(4), by="camera", now=clock(9))
    assert not store.in_memory
    assert store.notice is not None
    assert store.notice.id == "store.broken"
    assert len(kept_aside(path)) == 1
    store.close()
    assert Play.resume(open_store(), play.game_id, GAMES).happened == play.happened


# A disk that is really full: a process that may not make its files larger.

ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from duel import *
from playing import clock, new_play
from companion.journal.store import Store

store = Store.open(Path(sys.argv[2]))
play = new_play(store, health=30)
number = 0
def acts(times):
    global number
    for _ in range(times):
        number += 1
        action = Rolled(1) if play.state.face is None else EndTurn()
        play.do(action, by="touch", now=clock(number), crops={1: bytes(3000)})
acts(20)
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, unlimited[1]))
acts(20)
assert store.in_memory and store.notice.id == "store.not_saving", store.notice
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
assert store.save_unsaved() and not store.in_memory
print(play.game_id, number)
"""


def test_a_disk_that_is_really_full(open_store: OpenStore, path: Path) -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    command = [sys.executable, "-c", ON_A_FULL_DISK, str(Path(__file__).parent), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    game, number = map(int, done.stdout.split())
    store = open_store()
    assert store.notice is None
    assert len(store.entries(game)) == number + 1
    assert len(Play.resume(store, game, GAMES).happened) == number
    assert store.crops(game, number + 1) == {1: bytes(3000)}
