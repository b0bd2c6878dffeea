"""Files that may come from anywhere: read whole, but never without end, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path


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
    """A power cut leaves the old file or the new one, never half of one. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(0o644)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
