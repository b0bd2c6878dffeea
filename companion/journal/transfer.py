"""A log as a file, out and in: one entry a line, and a first line that says what it is.

An imported log becomes a new game; nothing that is there is touched. The file comes from anywhere, so it
is read line by line, never evaluated, and given up when it is longer than any game.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from companion.journal.entries import FORMAT, Entry
from companion.journal.errors import LogError
from companion.journal.fold import AnyGame, Folded, after, begin, game_of
from companion.journal.store import Store
from companion.rules.text import line

KIND = "table companion game"
MOST_ENTRIES = 5_000  # ten times the longest games
LONGEST_LINE = 1_000_000
MOST_WORK = 60_000  # actions played, with all that corrections play again


class Header(msgspec.Struct, frozen=True):
    """The first line of a log file."""

    log: str
    format: int


@dataclass(frozen=True, slots=True)
class Played:
    """A log file that was played through the rules, and is sound."""

    entries: tuple[Entry, ...]
    folded: Folded


_ENTRY = msgspec.json.Decoder(Entry)
_HEADER = msgspec.json.Decoder(Header)


def export(store: Store, game_id: int) -> Iterator[str]:
    """The lines of a log file, each with its line end."""
    for part in (Header(KIND, FORMAT), *store.entries(game_id)):
        yield msgspec.json.encode(part).decode() + "\n"


def read_file(path: Path) -> Iterator[str]:
    """The lines of a log file. Raises LogError when there is no such file or it is not a text."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # a pipe may never end
            raise OSError(errno.EINVAL, "it is not a file")
        with path.open(encoding="utf-8-sig") as file:  # some editors begin a file with a mark
            while text := file.readline(LONGEST_LINE + 1):
                yield text
    except OSError as error:
        raise LogError(line("log.no_file", file=str(path), problem=error.strerror or str(error))) from error
    except UnicodeDecodeError as error:
        raise LogError(line("log.not_a_log")) from error


def replay(lines: Iterable[str], known: Mapping[str, AnyGame] | None = None) -> Folded:
    """Play a log file through the rules. Raises LogError with the line that is wrong."""
    return played(lines, known).folded


def bring_in(store: Store, lines: Iterable[str], known: Mapping[str, AnyGame] | None = None) -> int:
    """Make a new game of a log file; returns its number. Raises LogError, and then nothing was stored."""
    return keep(store, played(lines, known))


def keep(store: Store, log: Played) -> int:
    """Make a new game of a log that was played; returns its number."""
    game, state = log.folded.game, log.folded.state
    seats = [seat.name for seat in game.seats(state)]
    return store.begin(game.name, seats, log.entries, game.outcome(state) is not None)


def played(lines: Iterable[str], known: Mapping[str, AnyGame] | None = None) -> Played:
    """Play a log file through the rules, and keep its entries. Raises LogError with the line that is wrong."""
    rest = enumerate(lines, start=1)
    _check_header(next(rest, (1, ""))[1])
    entries: list[Entry] = []
    folded: Folded | None = None
    for number, text in rest:
        if len(text) > LONGEST_LINE or len(entries) == MOST_ENTRIES:
            raise LogError(line("log.too_long"))
        if not text.strip():
            continue
        entry = _entry(number, text)
        entries.append(entry)
        folded = begin(game_of(entries, known), entry) if folded is None else after(folded, entry)
        if folded.work > MOST_WORK:
            raise LogError(line("log.too_long"))
    if folded is None:
        raise LogError(line("log.empty"))
    return Played(tuple(entries), folded)


def _check_header(text: str) -> None:
    try:
        header = _HEADER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise LogError(line("log.not_a_log")) from error
    if header.log != KIND:
        raise LogError(line("log.not_a_log"))
    if header.format > FORMAT:
        raise LogError(line("log.newer"))


def _entry(number: int, text: str) -> Entry:
    try:
        entry = _ENTRY.decode(text)
        if datetime.fromisoformat(entry.at).tzinfo is None:
            raise ValueError("a time without its zone")
        return entry
    except (ValueError, RecursionError) as error:  # msgspec's and Unicode's errors are ValueErrors
        raise LogError(line("log.broken_line", number=number)) from error
