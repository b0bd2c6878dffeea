"""The SQLite file: opened so that a power cut loses nothing, checked, and set aside when it is broken.

A broken file is never repaired or deleted here: it is renamed with the date, together with its `-wal`,
and a new one begins. A file from a newer companion is left as it is.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

from companion.journal.errors import StoreError
from companion.rules.text import line

APPLICATION = 0x7AB1E  # stands in the file's header and says that it is ours
VERSION = 1  # of the tables; stands in the header too
ABSURD_VERSION = 1000  # no companion will ever write this; the header is damaged

# What turns the tables of one version into the next; the first entry makes version 1 from nothing.
UPGRADES = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        seats TEXT NOT NULL,
        began TEXT NOT NULL,
        over INTEGER NOT NULL
    );
    CREATE TABLE entries (
        game INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        what TEXT NOT NULL,
        crc INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE crops (
        game INTEGER NOT NULL,
        entry INTEGER NOT NULL,
        die INTEGER NOT NULL,
        jpeg BLOB NOT NULL,
        PRIMARY KEY (game, entry, die),
        FOREIGN KEY (game, entry) REFERENCES entries (game, number)
    );
    """,
)

# Pictures are by far the largest part: reading them all at every start would take seconds on a Pi.
CHECKED_TABLES = ("games", "entries")

# The disk's or the system's fault, and perhaps a passing one. Anything else found on opening is damage.
PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


class DamagedError(Exception):
    """This is not a store that can be trusted."""


def is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF not in PASSING


def take_lock(path: Path) -> IO[bytes]:
    """One companion writes at a time. The lock goes when the process ends, however it ends."""
    _make_folder(path.parent)
    lock = path.with_name(path.name + ".lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise StoreError(line("store.locked")) from error
    except OSError:
        lock.close()
        raise
    return lock


def open_to_write(path: Path) -> sqlite3.Connection:
    """Raises DamagedError, StoreError for a newer file, sqlite3.Error or OSError for a disk that fails."""
    _look_at_header(path)
    with _damage_noticed():
        database = _connect(path)
        try:
            _look_inside(database)  # before anything is changed
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")  # a commit returns when the disk has it
            database.execute("PRAGMA foreign_keys = ON")
            _upgrade(database)
            _check(database)
        except BaseException:
            database.close()
            raise
    _sync_folder(path.parent)
    return database


def open_to_read(path: Path) -> sqlite3.Connection:
    """The same, but nothing is written: another companion may be at work, or the disk is read-only."""
    if not path.exists() or path.stat().st_size == 0:
        return open_nothing()
    _look_at_header(path)
    with _damage_noticed():
        try:
            return _checked(f"{path.absolute().as_uri()}?mode=ro")
        except sqlite3.OperationalError as error:
            if is_damage(error):
                raise
        newest = path.with_name(path.name + "-wal")  # a read-only disk: SQLite wants to write beside it
        if newest.exists() and newest.stat().st_size:
            return _copied(path, newest)
        return _checked(f"{path.absolute().as_uri()}?immutable=1")


def _checked(address: str) -> sqlite3.Connection:
    database = _connect(address, uri=True)
    try:
        _check(database)
    except BaseException:
        database.close()
        raise
    return database


def _copied(path: Path, newest: Path) -> sqlite3.Connection:
    """In memory, with what stands in the -wal only: without it, games would be shown as they were some moves ago."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(newest, copy.with_name(newest.name))
        with closing(_connect(copy)) as there:
            _check(there)
            database = _connect(":memory:")
            there.backup(database)
    return database


def open_nothing() -> sqlite3.Connection:
    """A store with nothing in it, where there is none to read."""
    database = _connect(":memory:")
    _upgrade(database)
    return database


def set_aside(path: Path) -> Path:
    """Keep a broken file under another name, with what belongs to it."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    kept = path.with_name(f"{path.name}.broken-{stamp}")
    again = 2
    while kept.exists():
        kept = path.with_name(f"{path.name}.broken-{stamp}-{again}")
        again += 1
    for suffix in ("-wal", "-shm", ""):  # the file itself last: cut off in between, it is still found broken
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.replace(kept.with_name(kept.name + suffix))
    _sync_folder(path.parent)
    return kept


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All of it is on disk afterwards, or none of it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _connect(where: Path | str, uri: bool = False) -> sqlite3.Connection:
    # Used by one thread at a time (the store has a mutex), though not always by the one that opened it.
    database = sqlite3.connect(where, timeout=2.0, isolation_level=None, check_same_thread=False, uri=uri)
    # A damaged text is found by its checksum, not by being no text any more.
    database.text_factory = lambda raw: raw.decode(errors="replace")
    return database


@contextmanager
def _damage_noticed() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if is_damage(error):
            raise DamagedError(str(error)) from error
        raise
    except UnicodeDecodeError as error:  # SQLite complains about a table whose name is no text any more
        raise DamagedError("garbled") from error


def _look_at_header(path: Path) -> None:
    """Judge by the first bytes, before SQLite touches the file: that could already change it."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        return
    if not header:
        return
    known = len(header) == 100 and header[:16] == b"SQLite format 3\0" and {*header[18:20]} <= {1, 2}
    if not known:
        raise DamagedError("not a database")
    version, application = int.from_bytes(header[60:64], "big"), int.from_bytes(header[68:72], "big")
    _judge(version, application)


def _judge(version: int, application: int) -> None:
    if application not in (0, APPLICATION):  # 0: its first transaction is still in the -wal
        raise DamagedError("the file of another program")
    if VERSION < version < ABSURD_VERSION:
        raise StoreError(line("store.newer"))
    if not 0 <= version <= VERSION:
        raise DamagedError("no such version")


def _look_inside(database: sqlite3.Connection) -> None:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    _judge(version, database.execute("PRAGMA application_id").fetchone()[0])
    if version == 0 and database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise DamagedError("the file of another program")


def _upgrade(database: sqlite3.Connection) -> None:
    """Bring the tables up to date, or make them in an empty file."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    with transaction(database):  # fails at once where nothing can be written
        for step in UPGRADES[version:]:
            for statement in step.split(";"):  # executescript would commit on its own
                database.execute(statement)
        if version < VERSION:
            database.execute(f"PRAGMA user_version = {VERSION}")
            database.execute(f"PRAGMA application_id = {APPLICATION}")


def _check(database: sqlite3.Connection) -> None:
    """The tables are exactly those that a new file gets, and what is in them hangs together."""
    with closing(open_nothing()) as fresh:
        if _tables(database) != _tables(fresh):
            raise DamagedError("other tables than expected")
    for table in CHECKED_TABLES:
        found = database.execute(f"PRAGMA quick_check({table})").fetchone()[0]
        if found != "ok":
            raise DamagedError(found)


def _tables(database: sqlite3.Connection) -> list[tuple[str, str | None]]:
    return database.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def _make_folder(folder: Path) -> None:
    """With all above it, each written into the one above: else a power cut takes the folder and all that is in it."""
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for part in reversed(missing):
        _sync_folder(part.parent)


def _sync_folder(folder: Path) -> None:
    """A new or renamed file survives a power cut only once its folder is written too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
