"""Sets a target before the reader of the tray: dice of games that throw at one are called where they rest."""

from __future__ import annotations

from collections.abc import Callable

from companion.commands.target import profile_named
from companion.dice import DieKind
from companion.rules.dungeon_fighter.target import PREFIX
from companion.rules.text import Line, line
from companion.vision.pipeline import TableReader
from companion.vision.target.referee import TargetReferee
from companion.vision.target.table import TargetTable


def with_target(reader: TableReader, name: str, say: Callable[[Line], None]) -> TableReader:
    """The reader, with the target of this name before it. Raises TargetError where there is no such profile."""
    profile, folder = profile_named(name)

    def tell(moved_mm: float | None) -> None:
        if moved_mm is None:
            say(line("sight.target_lost"))
        else:
            say(line("sight.target_moved", mm=round(moved_mm)))

    return TargetTable(reader, TargetReferee(profile, folder), _thrown_at_it, tell)


def _thrown_at_it(kind: DieKind) -> bool:
    return kind.name.startswith(PREFIX)
