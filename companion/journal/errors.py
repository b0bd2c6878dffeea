"""What can be wrong with the store or with a log. Each says it in words for a player."""

from __future__ import annotations

from companion.rules.text import Line


class StoreError(Exception):
    """The store, or something in it, cannot be used. `line` tells the player what to do."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.id, dict(line.args))
        self.line = line


class LogError(StoreError):
    """This log cannot be played: it is damaged, not a log, or from a newer companion."""
