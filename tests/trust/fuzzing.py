"""Files that nobody would write on purpose: random, cut, garbled, and well-formed ones that say something absurd.

A short run is part of the tests. `COMPANION_FUZZ=2000 pytest tests/trust` is a long one.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("COMPANION_FUZZ", "0"))
LONGEST_SECONDS = 30  # for one file; a machine may be busy with other things
DEEP = 3000  # levels: more than Python's stack has

ABSURD: tuple[Any, ...] = (
    *(None, True, -1, 0, 7, 99, 2**31, 2**62, 2**63, 10**30, -(10**30), 0.5, -0.0, 1e308, 1e-308),
    *("", " ", "x" * 5000, "\0", "../../up", "/etc/passwd", "²", "9" * 5000, "\ud800", "🎲"),
    *([], {}, [[]], [None], {"": None}, ["a"] * 300),
)
TOKENS = (
    b"{",
    b"}",
    b"[",
    b'"',
    b"\\",
    b"\0",
    b"\xff",
    b"NaN",
    b"Infinity",
    b"1e999",
    b"-",
    b"9" * 5000,
    b"[" * DEEP,
)


def quick(examples: int) -> Any:
    """So many examples in a short run; the same ones each time, so that a red test stays red."""
    return settings(
        max_examples=EXAMPLES or examples,
        deadline=None,
        derandomize=not EXAMPLES,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def garbled(draw: st.DrawFn, valid: bytes) -> bytes:
    """A file of which something is missing, changed, doubled or put in; or no such file at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=400))
    data = bytearray(valid)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        how = draw(st.sampled_from(("cut", "byte", "token", "drop", "double")))
        if how == "cut":
            del data[at:]
        elif how == "byte" and data:
            data[at] = draw(st.integers(0, 255))
        elif how == "token":
            data[at:at] = draw(st.sampled_from(TOKENS))
        else:
            piece = data[at : at + draw(st.integers(1, 64))]
            data[at : at + (len(piece) if how == "drop" else 0)] = b"" if how == "drop" else piece
    return bytes(data)


@st.composite
def absurd(draw: st.DrawFn, document: Any) -> Any:
    """The same document, with something in it that has no place there."""
    document = json.loads(json.dumps(document))
    for _ in range(draw(st.integers(1, 3))):
        places = [place for place in _places(document) if place]
        if not places:
            return draw(st.sampled_from(ABSURD))
        *way, last = draw(st.sampled_from(places))
        part = document
        for step in way:
            part = part[step]
        how = draw(st.integers(0, 9))
        if how == 0:
            del part[last]
        elif how == 1 and isinstance(part, dict):
            part["unheard_of"] = part.pop(last)
        elif how == 2 and isinstance(part, list):
            part.extend([part[last]] * draw(st.sampled_from((1, 500))))
        else:
            part[last] = draw(st.sampled_from(ABSURD))
    return document


def absurd_json(document: Any) -> st.SearchStrategy[bytes]:
    return absurd(document).map(lambda changed: json.dumps(changed).encode())


def _places(document: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    if isinstance(document, dict):
        for key in document:
            yield from _places(document[key], (*way, key))
    elif isinstance(document, list):
        for number in range(len(document)):
            yield from _places(document[number], (*way, number))


def nested(opening: bytes = b"[", closing: bytes = b"]", levels: int = DEEP) -> bytes:
    return opening * levels + closing * levels


@contextmanager
def nothing_harmed(*folders: Path) -> Iterator[None]:
    """Whatever is done inside ends soon, and changes no file in these folders."""
    before = {folder: _contents(folder) for folder in folders}
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, LONGEST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    for folder in folders:
        assert _contents(folder) == before[folder], f"something was changed in {folder}"


def told(read: Callable[[], object], *errors: type[Exception]) -> str:
    """Reads, or refuses with one of our own errors that says something; any other error fails the test."""
    try:
        read()
    except errors as error:
        said = str(getattr(error, "line", None) or error)
        assert len(said) > 10, "an error must say what is wrong"
        assert "Traceback" not in said
        return said
    return ""


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _too_long(*_: object) -> None:
    raise TimeoutError("this file is read for ever")
