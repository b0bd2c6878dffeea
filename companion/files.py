"""Files that may come from anywhere: read whole, but never without end, and written whole or not at all.

A file that a player names to be written is a new one: what stands in another can be the only one of its kind.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

READABLE = 0o644  # by everybody: what is shared must not stay its writer's own
SHORT = 60  # letters; beside a long name there must be room for a new file's


class ThereAlreadyError(Exception):
    """A file of this name is there and holds something; the text says what to do."""


def must_be_new(path: Path) -> None:
    """Raises ThereAlreadyError, best before there was any work. An empty file is what a shell's `>` makes."""
    if path.is_file() and path.stat().st_size:
        raise ThereAlreadyError(f"{path} is there already. Choose another name, or delete it first.")


def read_at_most(path: Path, most: int) -> bytes:
    """The file's bytes. Raises OSError, also for what is no file (a pipe may never end) and for one that is larger."""
    about = path.stat()
    if not (
        stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)
    ):  # a folder is told by the system itself
        raise OSError(errno.EINVAL, "it is not a file", str(path))
    data = b""
    if about.st_size <= most:
        with path.open("rb") as file:
            data = file.read(most + 1)  # it may be growing
    if max(about.st_size, len(data)) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 1_000_000} MB", str(path))
    return data


def write_whole(path: Path, data: bytes) -> None:
    """A power cut or a full disk leaves the old file or the new one, never half of one. Raises OSError of this path."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device; a folder is told by the system itself
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)  # a link stays one
    except OSError as problem:
        # The one that was asked for: not the new file beside it, nor no name at all as from a full disk.
        problem.filename = str(path)
        problem.filename2 = None
        raise


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}"[:SHORT])
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(READABLE)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
