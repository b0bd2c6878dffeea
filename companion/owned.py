"""What the owner added to the games: content files in folders of the companion's home, such as `heroes`.

A wrong file is told with its name, the field and what was expected there; all the others are taken in.
"""

from __future__ import annotations

from pathlib import Path

from companion.rules.core import games
from companion.rules.errors import ContentError
from companion.rules.text import Line, line


def files(home: Path) -> list[Path]:
    """Every content file of the owner's."""
    folders = [home / game.own_folder for game in games().values() if game.own_folder]
    return [path for folder in sorted(folders) for path in sorted(folder.glob("*.toml"))]


def bring_in(home: Path) -> tuple[ContentError, ...]:
    """Give each game its owner's files. Returns what is wrong with them; reading them again does no harm."""
    problems: list[ContentError] = []
    for game in games().values():
        if not game.own_folder:
            continue
        for path in sorted((home / game.own_folder).glob("*.toml")):
            try:
                game.add_content(path)
            except ContentError as problem:
                problems.append(ContentError(f"{game.own_folder}/{problem.file}", problem.problem))
    return tuple(problems)


def notice(problems: tuple[ContentError, ...]) -> Line | None:
    """What the screen says of them: there is room for one."""
    if len(problems) > 1:
        return line("core.contents", n=len(problems), first=problems[0].line)
    return problems[0].line if problems else None
