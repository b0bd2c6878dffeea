"""Remembers what was acknowledged as saved, and says whether a store still has exactly that.

Of every entry its fingerprint is kept, and of the newest the fingerprint of the state that it led to. A store may know
more than that: what was on its way when the power went.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from companion.journal.entries import Entry
from companion.journal.errors import StoreError
from companion.journal.fold import Folded, after, begin, game_of
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import games

SLOWEST_SECONDS = 2.0  # that taking up a game may take


def print_of_entry(entry: Entry) -> str:
    return hashlib.sha256(msgspec.json.encode(entry)).hexdigest()[:16]


def print_of_state(played: Play | Folded) -> str:
    state = msgspec.json.encode(played.game.encode_state(played.state), order="deterministic")
    return hashlib.sha256(state).hexdigest()[:16]


@dataclass
class Acknowledged:
    """What a game's players were told is saved."""

    entries: list[str] = field(default_factory=list)  # fingerprints, in order
    state: str = ""  # after the last of them
    most: int = 0  # entries that may be there: those not acknowledged may have been on their way

    def copy(self) -> Acknowledged:
        return Acknowledged(list(self.entries), self.state, self.most)


@dataclass
class Findings:
    """What was found, over all that was done to the stores."""

    games: int = 0
    ends: int = 0  # kills, or cuts of the power
    opening: int = 0  # of these, while the store was being opened
    actions: int = 0  # acknowledged
    further: int = 0  # games that came back with an action more, which was on its way
    lost: int = 0  # actions that were acknowledged and are not there
    unopened: int = 0  # stores that were set aside as broken, or did not open
    different: int = 0  # games that came back in another state
    troubles: int = 0  # evenings with a disk that took nothing for a while
    not_again: int = 0  # of these, those after which saving did not resume by itself
    slow: int = 0  # games that took longer than SLOWEST_SECONDS to take up
    seconds: list[float] = field(default_factory=list)  # to open the store and take up the game
    computing: list[float] = field(
        default_factory=list
    )  # of these, seconds of the processor: others may use it too
    bytes: int = 0  # the largest store
    said: list[str] = field(default_factory=list)  # each failure, for whoever looks into it

    @property
    def good(self) -> bool:
        return not (self.lost or self.unopened or self.different or self.slow or self.not_again)


def examine(path: Path, known: dict[int, Acknowledged], playing: int | None, found: Findings) -> None:
    """Open the store as the companion does after the power came back, and look for all that was acknowledged."""
    size = sum(part.stat().st_size for part in path.parent.glob(f"{path.name}*") if part.suffix != ".db-shm")
    found.bytes = max(found.bytes, size)
    games()  # the rules are loaded once, when the companion starts
    began, computing = time.perf_counter(), time.process_time()
    try:
        store = Store.open(path)
    except StoreError as error:
        found.unopened += 1
        found.said.append(f"not opened: {error}")
        return
    try:
        if store.in_memory or store.notice is not None:
            found.unopened += 1
            found.said.append(f"opened with: {store.notice}")
        play = _taken_up(store, playing)
        took = time.perf_counter() - began
        found.seconds.append(took)
        found.computing.append(time.process_time() - computing)
        found.slow += took > SLOWEST_SECONDS
        for game, acknowledged in known.items():
            _compare(store, game, acknowledged, play if game == playing else None, found)
    finally:
        store.close()


def _taken_up(store: Store, game: int | None) -> Play | None:
    try:
        return Play.resume(store, game) if game is not None else None
    except StoreError:
        return None  # told below, with what is missing of it


def _compare(store: Store, game: int, acknowledged: Acknowledged, play: Play | None, found: Findings) -> None:
    try:
        entries = store.entries(game)
    except StoreError as error:
        found.lost += len(acknowledged.entries)
        found.said.append(f"game {game} cannot be read: {error}")
        return
    prints = [print_of_entry(entry) for entry in entries]
    wanted = acknowledged.entries
    kept = _same(prints, wanted)
    if kept < len(wanted):
        found.lost += len(wanted) - kept
        found.said.append(f"game {game}: {len(wanted)} acknowledged, {kept} found")
        return
    if len(prints) > max(acknowledged.most, len(wanted) + 1):
        found.different += 1
        found.said.append(f"game {game}: {len(prints)} entries where {len(wanted)} were acknowledged")
    elif play is not None:
        found.further += len(prints) > len(wanted)
        _compare_states(entries, acknowledged, play, found)


def _compare_states(
    entries: Sequence[Entry], acknowledged: Acknowledged, play: Play, found: Findings
) -> None:
    folded = begin(game_of(entries), entries[0])
    for entry in entries[1:]:
        if folded.length == len(acknowledged.entries):
            _compare_with_told(folded, acknowledged, found)
        folded = after(folded, entry)
    if folded.length == len(acknowledged.entries):
        _compare_with_told(folded, acknowledged, found)
    if folded.state != play.state:
        found.different += 1
        found.said.append(f"game {play.game_id}: the state that was taken up is another")


def _compare_with_told(folded: Folded, acknowledged: Acknowledged, found: Findings) -> None:
    if print_of_state(folded) != acknowledged.state:
        found.different += 1
        found.said.append(f"{folded.game.name}: another state after entry {folded.length}")


def _same(found: Iterable[str], wanted: Iterable[str]) -> int:
    """How many stand at the beginning of both."""
    number = 0
    for one, other in zip(found, wanted, strict=False):
        if one != other:
            break
        number += 1
    return number
