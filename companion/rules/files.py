"""Reading content files: TOML into checked structs, and errors in words.

Every game's content comes through here, so that every wrong file is answered in the same way: the file,
the field, and what was expected there.
"""

from __future__ import annotations

import errno
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.rules.errors import ContentError

NESTED = "its tables are nested too deeply"
LARGEST_FILE = 4_000_000  # bytes; ten times what all cards of a game take


def read_toml(path: Path, type: Any, prepare: Callable[[Any], Any] | None = None) -> Any:
    """The file as `type`. `prepare` may change the plain data first; its ValueError is told like any other."""
    try:
        data = tomllib.loads(read_text(path))
    except UnicodeDecodeError as error:
        raise ContentError(path.name, "not a text file in UTF-8") from error
    except ValueError as error:  # TOML's own, and a number of thousands of digits
        raise ContentError(path.name, f"not a TOML file: {error}") from error
    except RecursionError as error:
        raise ContentError(path.name, NESTED) from error
    except OSError as error:
        raise ContentError(path.name, f"cannot be read: {error.strerror}") from error
    try:
        return msgspec.convert(prepare(data) if prepare else data, type)
    except (ValueError, OverflowError) as error:  # msgspec's ValidationError is a ValueError
        raise ContentError(path.name, in_words(str(error))) from error
    except RecursionError as error:
        raise ContentError(path.name, NESTED) from error


def read_text(path: Path) -> str:
    """A text file. Raises OSError, also for what is no file or too large, and UnicodeDecodeError."""
    if path.exists() and not path.is_file() and not path.is_dir():  # a pipe may never end
        raise OSError(errno.EINVAL, "it is not a file", str(path))
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST_FILE // 1_000_000} MB", str(path))
    return data.decode("utf-8-sig")  # some editors begin a file with a mark


def in_words(problem: str) -> str:
    """`Expected int, got str - at $.cards[2].cost` → the field first, then what was expected."""
    match = re.match(r"^(.*) - at `\$\.?(.*)`$", problem)
    where, what = (f"{match[2]}: ", match[1]) if match else ("", problem)
    what = what.replace("`", "'")
    what = re.sub(r"^Object missing required field ('\w+')$", r"expected a field \1", what)
    what = re.sub(r"^Object contains unknown field ('\w+')$", r"there is no field \1 here", what)
    return where + re.sub(r"^Expected", "expected", what)
