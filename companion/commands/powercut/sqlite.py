"""Shows every write of SQLite to a `Disk`, and can make them fail.

Python's sqlite3 has no door for this, but SQLite itself has: a VFS, the layer between it and the system. Ours is the
usual one with a few of its functions wrapped (open and delete; of each file write, cut and sync), made the default one
through ctypes. All else, locks and shared memory included, is SQLite's own. Most builds of SQLite sync the folder of
a new journal by themselves; here that does not count, only the companion's own sync of the folder does.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any

from companion.commands.powercut.disk import Disk

CANTOPEN = 14

# Names are passed on as the very pointers that came: SQLite keeps them.
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_CUT = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods: what a file can do. Those that are only passed on have no type of their own."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("cut", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class _File(ctypes.Structure):
    """sqlite3_file: what SQLite knows of an open file begins with a pointer to what it can do."""

    _fields_ = (("methods", POINTER(_Methods)),)


class _Vfs(ctypes.Structure):
    """sqlite3_vfs: the system, as SQLite sees it."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    )


class NotHereError(Exception):
    """SQLite is built into this Python, and cannot be watched."""

    def __str__(self) -> str:
        return (
            "The power cannot be cut here: SQLite is built into this Python, and what it writes cannot be watched. "
            "Use the Python of Debian or Raspberry Pi OS."
        )


class Watched:
    """What SQLite and `os.fsync` do to one folder goes to a `Disk` as well, while `watched` lasts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        found = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.disk = Disk({name: data for name, data in found.items() if not name.endswith(("-shm", ".lock"))})
        self.before: Callable[[], int] = lambda: (
            0
        )  # asked before every write; not 0: SQLite's word for the failure
        self._library = _library()
        self._sqlites = self._library.sqlite3_vfs_find(None)
        ours = _Vfs.from_buffer_copy(self._sqlites.contents)
        ours.name = b"watched"
        self._native_open, self._native_delete = _OPEN(ours.open), _DELETE(ours.delete)
        self._callbacks: list[Any] = [
            _OPEN(self._open),
            _DELETE(self._delete),
        ]  # kept, or C calls into nothing
        ours.open, ours.delete = (ctypes.cast(callback, c_void_p) for callback in self._callbacks)
        self._vfs = ours
        self._wrapped: dict[int, _Methods] = {}  # by the address of what they wrap
        self._names: dict[int, str] = {}  # open files of this folder

    def start(self) -> None:
        if self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) != 0:
            raise NotHereError

    def stop(self) -> None:
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))

    def synced(self, handle: int) -> None:
        """Python synced something; what matters here is the folder."""
        if os.path.samestat(os.fstat(handle), self._folder.stat()):
            self.before()
            self.disk.sync_folder()

    def _ours(self, name: int | None) -> str | None:
        path = Path(os.fsdecode(ctypes.string_at(name))) if name else None
        return path.name if path is not None and path.parent == self._folder else None

    def _open(self, vfs: int, raw: int | None, file: int, flags: int, out: int | None) -> int:
        name = self._ours(raw)
        new = name is not None and not (self._folder / name).exists()
        if new and self.before():
            _File.from_address(file).methods = None
            return CANTOPEN
        done: int = self._native_open(vfs, raw, file, flags, out)
        if done != 0 or name is None:
            return done
        if new:
            self.disk.make(name)
        self._names[file] = name
        opened = _File.from_address(file)
        address = ctypes.addressof(opened.methods.contents)
        if address not in self._wrapped:
            self._wrap(address, opened.methods.contents)
        opened.methods = ctypes.pointer(self._wrapped[address])
        return 0

    def _wrap(self, address: int, methods: _Methods) -> None:
        write, cut, sync = _WRITE(methods.write), _CUT(methods.cut), _SYNC(methods.sync)

        def written(file: int, data: int, size: int, at: int) -> int:
            failed = self.before()
            if failed:
                return failed
            self.disk.write(self._names[file], at, ctypes.string_at(data, size))
            return int(write(file, data, size, at))

        def was_cut(file: int, size: int) -> int:
            failed = self.before()
            if failed:
                return failed
            self.disk.cut(self._names[file], size)
            return int(cut(file, size))

        def synced(file: int, flags: int) -> int:
            failed = self.before()
            if failed:
                return failed
            self.disk.sync(self._names[file])
            return int(sync(file, flags))

        callbacks = _WRITE(written), _CUT(was_cut), _SYNC(synced)
        self._callbacks += [*callbacks, write, cut, sync]
        ours = _Methods.from_buffer_copy(methods)
        ours.write, ours.cut, ours.sync = (ctypes.cast(callback, c_void_p) for callback in callbacks)
        self._wrapped[address] = ours

    def _delete(self, vfs: int, raw: int | None, sync_folder: int) -> int:
        name = self._ours(raw)
        done: int = self._native_delete(vfs, raw, sync_folder)
        if done == 0 and name is not None and name in self.disk:
            self.before()
            self.disk.remove(name)
        return done


@contextmanager
def watched(folder: Path) -> Iterator[Watched]:
    """All connections that are opened meanwhile are watched; close them before the end of it."""
    watch, fsync = Watched(folder), os.fsync

    def seen(handle: Any) -> None:
        watch.synced(handle if isinstance(handle, int) else handle.fileno())
        fsync(handle)

    watch.start()
    os.fsync = seen  # type: ignore[assignment]
    try:
        yield watch
    finally:
        os.fsync = fsync
        watch.stop()


def _library() -> Any:
    """The SQLite that Python itself uses."""
    import _sqlite3

    mapped = Path("/proc/self/maps")
    lines = mapped.read_text().splitlines() if mapped.exists() else []
    loaded = [line.split(maxsplit=5)[-1] for line in lines if "libsqlite3" in line]
    for candidate in (*loaded[:1], getattr(_sqlite3, "__file__", None), None):
        try:
            library = ctypes.CDLL(candidate)
            library.sqlite3_vfs_find.restype = POINTER(_Vfs)
            library.sqlite3_libversion.restype = c_char_p
            if library.sqlite3_libversion().decode() == sqlite3.sqlite_version:
                return library
        except (OSError, AttributeError):
            continue
    raise NotHereError
