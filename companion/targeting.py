"""The target before the reader of the tray: dice of games that throw at one are called where they rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.commands.target import profile_named
from companion.dice import DieKind
from companion.rules.dungeon_fighter.target import PREFIX
from companion.rules.text import Line, line
from companion.target.profile import TargetError
from companion.vision.pipeline import TableReader
from companion.vision.target.referee import TargetReferee
from companion.vision.target.table import TargetTable


@dataclass
class Aim:
    """What is thrown at: another target can be chosen at any time."""

    table: TargetTable
    used: str = ""  # the target's name; "": none

    def use(self, name: str) -> Line | None:
        """Throw at the target of this name, or at none; tells what is wrong with it."""
        try:
            profile, folder = profile_named(name) if name else (None, None)
        except TargetError as problem:
            self.used = ""
            self.table.aim_at(None)
            return line("trace.unreadable", problem=str(problem))
        self.used = name
        self.table.aim_at(TargetReferee(profile, folder) if profile is not None else None)
        return None


def aim_of(reader: TableReader, name: str, say: Callable[[Line], None]) -> Aim:
    """The reader with the target of this name before it; a profile that cannot be used is told."""

    def tell(moved_mm: float | None) -> None:
        if moved_mm is None:
            say(line("sight.target_lost"))
        else:
            say(line("sight.target_moved", mm=round(moved_mm)))

    aim = Aim(TargetTable(reader, None, _thrown_at_it, tell))
    trouble = aim.use(name)
    if trouble is not None:
        say(trouble)
    return aim


def _thrown_at_it(kind: DieKind) -> bool:
    return kind.name.startswith(PREFIX)
