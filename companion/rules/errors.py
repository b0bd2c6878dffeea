"""What can be wrong with a move, a roll or a content file. Each says it in words for a player."""

from __future__ import annotations

from companion.rules.text import Line, line


class RulesError(Exception):
    """The rules say no. `line` tells the player why; nothing was changed."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.id, dict(line.args))
        self.line = line


class IllegalAction(RulesError):  # noqa: N818 (named as the game speaks)
    """This action is not allowed now."""


class UnexpectedRoll(RulesError):  # noqa: N818
    """Dice came to rest that the game does not wait for: held and shown, never used by itself."""


class ContentError(Exception):
    """A content file is wrong: names the file, the field and what was expected there."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(f"{file}: {problem}")
        self.file = file
        self.problem = problem

    @property
    def line(self) -> Line:
        return line("core.content", file=self.file, problem=self.problem)
