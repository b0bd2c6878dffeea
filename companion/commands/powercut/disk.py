"""A disk that forgets what was not synced: what may be left of some files when the power fails.

It is harsher than most. A write that was not synced is lost, kept, or torn: of each of its sectors by itself. A file
that was made, or removed, may not have been until its folder is synced. Only what was synced is certain.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from enum import StrEnum

SECTOR = 512


class Left(StrEnum):
    """How much is left of what was not synced."""

    NOTHING = "nothing"
    EVERYTHING = "everything"  # as after a killed process
    SOME_WRITES = "some writes"
    SOME_SECTORS = "some sectors"


@dataclass
class _File:
    safe: bytearray  # as it was synced last
    later: list[tuple[int, bytes | None]] = field(default_factory=list)  # writes; None cuts it to that size

    def sync(self) -> None:
        for at, data in self.later:
            _apply(self.safe, at, data)
        self.later.clear()


class Disk:
    """One folder, by what was written to it."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._names = {name: _File(bytearray(data)) for name, data in files.items()}
        self._safe_names = dict(self._names)
        self._renamed: list[tuple[str, _File | None]] = []  # made or removed since the folder was synced

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def make(self, name: str) -> None:
        self._name(name, _File(bytearray()))

    def remove(self, name: str) -> None:
        self._name(name, None)

    def write(self, name: str, at: int, data: bytes) -> None:
        self._names[name].later.append((at, data))

    def cut(self, name: str, size: int) -> None:
        self._names[name].later.append((size, None))

    def sync(self, name: str) -> None:
        self._names[name].sync()

    def sync_folder(self) -> None:
        self._safe_names = dict(self._names)
        self._renamed.clear()

    def after_power_cut(self, chance: random.Random) -> dict[str, bytes]:
        """The files that may be found when the power is back."""
        left = chance.choice(tuple(Left))
        names = dict(self._safe_names)
        for name, file in self._renamed:
            if _happened(left, chance):
                if file is None:
                    names.pop(name, None)
                else:
                    names[name] = file
        return {name: _survivor(file, left, chance) for name, file in names.items()}

    def _name(self, name: str, file: _File | None) -> None:
        self._renamed.append((name, file))
        if file is None:
            self._names.pop(name, None)
        else:
            self._names[name] = file


def _survivor(file: _File, left: Left, chance: random.Random) -> bytes:
    content = bytearray(file.safe)
    for at, data in file.later:
        if data is None or left is not Left.SOME_SECTORS:
            if _happened(left, chance):
                _apply(content, at, data)
            continue
        first = 0
        while first < len(data):  # sectors are where the disk has them, not where the write begins
            last = first + SECTOR - (at + first) % SECTOR
            if _happened(left, chance):
                _apply(content, at + first, data[first:last])
            first = last
    return bytes(content)


def _happened(left: Left, chance: random.Random) -> bool:
    if left in (Left.NOTHING, Left.EVERYTHING):
        return left is Left.EVERYTHING
    return chance.random() < 0.5


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data
