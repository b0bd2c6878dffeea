"""Reading content files: TOML into checked structs, and errors in words.

Every game's content comes through here, so that every wrong file is answered in the same way: the file,
the field, and what was expected there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.rules.errors import ContentError


def read_toml(path: Path, type: Any, prepare: Callable[[Any], Any] | None = None) -> Any:
    """The file as `type`. `prepare` may change the plain data first; its ValueError is told like any other."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ContentError(path.name, f"not a TOML file: {error}") from error
    except UnicodeDecodeError as error:
        raise ContentError(path.name, "not a text file in UTF-8") from error
    except OSError as error:
        raise ContentError(path.name, f"cannot be read: {error.strerror}") from error
    try:
        return msgspec.convert(prepare(data) if prepare else data, type)
    except ValueError as error:  # msgspec's ValidationError is one
        raise ContentError(path.name, in_words(str(error))) from error


def in_words(problem: str) -> str:
    """`Expected int, got str - at $.cards[2].cost` → the field first, then what was expected."""
    match = re.match(r"^(.*) - at `\$\.?(.*)`$", problem)
    where, what = (f"{match[2]}: ", match[1]) if match else ("", problem)
    what = what.replace("`", "'")
    what = re.sub(r"^Object missing required field ('\w+')$", r"expected a field \1", what)
    what = re.sub(r"^Object contains unknown field ('\w+')$", r"there is no field \1 here", what)
    return where + re.sub(r"^Expected", "expected", what)
