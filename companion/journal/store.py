"""Games and their entries on disk. What `append` has returned from as saved survives any power cut.

While the disk fails (full, read-only, pulled out) the game goes on: what could not be written waits in
memory, `in_memory` says so, `notice` tells the players, and every further write tries again.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

import msgspec

from companion.journal import database as db
from companion.journal.entries import Entry, What
from companion.journal.errors import LogError
from companion.journal.errors import StoreError as StoreError
from companion.rules.text import Line, line


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game in the store, in short."""

    id: int
    game: str
    seats: tuple[str, ...]
    began: str
    over: bool
    played: str  # when its newest entry was written


@dataclass(frozen=True, slots=True)
class _Write:
    """Something to be saved, whole or not at all."""

    record: GameRecord
    entries: tuple[Entry, ...]
    crops: Mapping[int, bytes]  # by die, of the last of the entries


class Store:
    """Open with `Store.open(path)`, or `Store.open_to_read(path)` while a companion may be running."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice: Line | None = None  # something the players must be told; set it to None when they were
        self._mutex = threading.RLock()
        self.in_memory = False  # True while something is not on disk
        self._lock: IO[bytes] | None = None
        self._database = db.open_nothing()
        self._writable = False
        self._records: dict[int, GameRecord] = {}
        self._unsaved: list[_Write] = []
        self._current: tuple[int, list[Entry]] = (0, [])  # the game in play, should the file break under it

    @classmethod
    def open(cls, path: Path) -> Store:
        """Raises StoreError when another companion has it open or a newer one wrote it."""
        store = cls(path)
        try:
            store._open_to_write()
        except StoreError:
            store.close()
            raise
        except (db.DamagedError, sqlite3.Error, OSError):
            store._tell_not_saving()
            store._read_what_can_be_read()
        return store

    @classmethod
    def open_to_read(cls, path: Path) -> Store:
        """For looking only. Raises StoreError when the file is damaged, closed to us, or of a newer companion."""
        store = cls(path)
        try:
            store._use(db.open_to_read(path))
        except StoreError:
            store.close()
            raise
        except OSError as error:
            store.close()
            problem = error.strerror or str(error)
            raise StoreError(line("store.not_opened", file=str(path), problem=problem)) from error
        except (db.DamagedError, sqlite3.Error) as error:
            store.close()
            raise StoreError(line("store.unreadable", file=str(path))) from error
        return store

    def games(self) -> tuple[GameRecord, ...]:
        """Every game, the one played last first."""
        with self._mutex:
            return tuple(sorted(self._records.values(), key=lambda r: (r.played, r.id), reverse=True))

    def record(self, game: int) -> GameRecord:
        with self._mutex:
            if game not in self._records:
                raise StoreError(line("store.no_game", number=game))
            return self._records[game]

    def entries(self, game: int) -> tuple[Entry, ...]:
        """A game's log. Raises LogError where an entry is damaged."""
        with self._mutex:
            self.record(game)
            try:
                rows = self._database.execute(
                    "SELECT number, at, what, crc FROM entries WHERE game = ? ORDER BY number", (game,)
                ).fetchall()
            except sqlite3.Error as error:
                raise StoreError(line("store.unreadable", file=str(self.path))) from error
            saved = [_entry(game, wanted, *row) for wanted, row in enumerate(rows, start=1)]
            return (*saved, *(e for write in self._unsaved if write.record.id == game for e in write.entries))

    def crops(self, game: int, entry: int) -> dict[int, bytes]:
        """The pictures that an entry's dice were read from, by die; a damaged one is left out."""
        with self._mutex:
            try:
                rows = self._database.execute(
                    "SELECT die, jpeg FROM crops WHERE game = ? AND entry = ?", (game, entry)
                ).fetchall()
            except sqlite3.Error:
                rows = []
            found = dict(rows)
            for write in self._unsaved:
                if write.record.id == game and write.entries[-1].number == entry:
                    found.update(write.crops)
            return found

    def begin(self, game: str, seats: Sequence[str], entries: Sequence[Entry], over: bool = False) -> int:
        """A new game with these entries, saved whole. Returns its number."""
        with self._mutex:
            number = max(self._records, default=0) + 1
            if not self._writable and not self._records:
                number = secrets.randbits(40)  # games that cannot be seen now must not get the same number
            record = GameRecord(number, game, tuple(seats), entries[0].at, over, entries[-1].at)
            self._current = (number, list(entries))
            self._save(_Write(record, tuple(entries), {}))
            return number

    def append(self, game: int, entry: Entry, over: bool, crops: Mapping[int, bytes] | None = None) -> bool:
        """Save one entry; True when it is on disk, False when it waits in memory."""
        with self._mutex:
            old = self.record(game)
            if self._current[0] != game:
                self._current = (game, list(self.entries(game)))
            if (
                entry.number != len(self._current[1]) + 1
            ):  # two plays of one game: a fault of ours, not the disk's
                raise ValueError(f"entry {entry.number} of game {game} is out of turn")
            record = GameRecord(old.id, old.game, old.seats, old.began, over, entry.at)
            self._current[1].append(entry)
            return self._save(_Write(record, (entry,), dict(crops or {})))

    def save_unsaved(self) -> bool:
        """Try again to write what waits in memory; True when nothing does. The app calls it now and then."""
        with self._mutex:
            try:
                if not self._writable:
                    self._open_to_write()
                self._flush()
            except (StoreError, db.DamagedError, sqlite3.Error, OSError):
                self._tell_not_saving()
                return False
            if self.in_memory:
                self.in_memory = False
                self.notice = line("store.saving_again")
            return True

    def remind(self) -> None:
        """Tell the players once more that nothing is saved."""
        self.notice = line("store.not_saving", folder=str(self.path.parent))

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        with self._mutex:
            self._database.close()
            if self._lock is not None:
                self._lock.close()
                self._lock = None

    def _save(self, write: _Write) -> bool:
        self._records[write.record.id] = write.record
        self._unsaved.append(write)
        return self.save_unsaved()

    def _flush(self) -> None:
        if not self._unsaved:
            return
        try:
            self._put_all()
        except sqlite3.Error as error:
            if not db.is_damage(error):
                raise
            self._start_over()
            self._put_all()
        self._unsaved.clear()

    def _put_all(self) -> None:
        with db.transaction(self._database):
            for write in self._unsaved:
                _put(self._database, write)

    def _open_to_write(self) -> None:
        if self._lock is None:
            self._lock = db.take_lock(self.path)
        # A connection that only reads would make this one read-only too: SQLite shares memory between them.
        self._database.close()
        try:
            try:
                database = db.open_to_write(self.path)
            except db.DamagedError:
                kept = db.set_aside(self.path)
                database = db.open_to_write(self.path)
                self.notice = line("store.broken", file=kept.name)
        except BaseException:
            self._read_what_can_be_read()
            raise
        self._use(database)
        self._writable = True

    def _start_over(self) -> None:
        """The file broke while it was open: keep it aside, and save the game being played into a new one."""
        self._database.close()
        self._writable = False
        kept = db.set_aside(self.path)
        number, entries = self._current
        whole = _Write(self._records[number], tuple(entries), {})
        self._unsaved = [*(write for write in self._unsaved if write.record.id != number), whole]
        self._open_to_write()
        self.notice = line("store.broken", file=kept.name)

    def _use(self, database: sqlite3.Connection) -> None:
        self._database.close()
        self._database = database
        self._records = _records(database) | {write.record.id: write.record for write in self._unsaved}

    def _read_what_can_be_read(self) -> None:
        try:
            self._use(db.open_to_read(self.path))
        except (StoreError, db.DamagedError, sqlite3.Error, OSError):
            self._use(db.open_nothing())

    def _tell_not_saving(self) -> None:
        if not self.in_memory:
            self.in_memory = True
            self.remind()


_WHAT = msgspec.json.Decoder(What)
_LONG_AGO = "1970-01-01T00:00:00+00:00"


def _put(database: sqlite3.Connection, write: _Write) -> None:
    record = write.record
    database.execute(
        "INSERT INTO games (id, game, seats, began, over) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET over = excluded.over WHERE over <> excluded.over",
        (record.id, record.game, msgspec.json.encode(record.seats).decode(), record.began, record.over),
    )
    for entry in write.entries:
        what = msgspec.json.encode(entry.what).decode()
        database.execute(
            "INSERT INTO entries (game, number, at, what, crc) VALUES (?, ?, ?, ?, ?)",
            (record.id, entry.number, entry.at, what, _checksum(record.id, entry.number, entry.at, what)),
        )
    for die, jpeg in write.crops.items():
        database.execute(
            "INSERT INTO crops (game, entry, die, jpeg) VALUES (?, ?, ?, ?)",
            (record.id, write.entries[-1].number, die, jpeg),
        )


def _records(database: sqlite3.Connection) -> dict[int, GameRecord]:
    rows = database.execute(
        "SELECT id, game, seats, began, over,"
        " (SELECT at FROM entries WHERE entries.game = games.id ORDER BY number DESC LIMIT 1) FROM games"
    )
    return {row[0]: _record(*row) for row in rows}


def _record(id: int, game: object, seats: object, began: object, over: object, played: object) -> GameRecord:
    """A row whose text is damaged still leads to its log, which has a checksum: show what there is."""
    try:
        names = msgspec.json.decode(str(seats), type=tuple[str, ...])
    except msgspec.DecodeError:
        names = ()
    return GameRecord(id, str(game), names, _date(began), bool(over), _date(played))


def _date(text: object) -> str:
    try:
        return datetime.fromisoformat(str(text)).isoformat(timespec="milliseconds")
    except ValueError:
        return _LONG_AGO


def _entry(game: int, wanted: int, number: int, at: str, what: str, crc: int) -> Entry:
    if number != wanted or crc != _checksum(game, number, at, what):
        raise LogError(line("log.damaged", number=wanted))
    try:
        return Entry(number, at, _WHAT.decode(what))
    except msgspec.DecodeError as error:
        raise LogError(line("log.damaged", number=wanted)) from error


def _checksum(game: int, number: int, at: str, what: str) -> int:
    """SQLite does not notice a changed letter; this does."""
    return zlib.crc32(f"{game} {number} {at} {what}".encode())
