"""The card library as the touchscreen uses it: cards are kept and deleted, shared as a file, and taken in from one.

A friend's file is looked for where people put such files: on a stick, or beside the files that were shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.config import write_whole
from companion.rules.dungeon_fighter.cards import AnyCard
from companion.rules.dungeon_fighter.library import as_text, library
from companion.rules.errors import ContentError
from companion.rules.text import Line, line
from companion.shelf import Shelf

SHARED = "dungeon-fighter-cards.toml"
STICKS = ("/media/*/*", "/run/media/*/*", "/mnt/*")
MOST_FILES = 40  # more than anybody reads on a small screen


class CardDesk:
    """Used by the referee's thread. `say` shows a line for a few seconds."""

    def __init__(self, shelf: Shelf, exports: Path, say: Callable[[Line], None]) -> None:
        self._shelf, self._exports, self._say = shelf, exports, say
        self._found: dict[str, Path] = {}
        self.changes = 0

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(self._found)

    def keep(self, card: AnyCard) -> None:
        self._do(lambda: self._shelf.put([card]), line("cards.kept", card=library().line(card)))

    def drop(self, card: AnyCard) -> None:
        self._do(lambda: self._shelf.take_away(card), line("cards.dropped", card=library().line(card)))

    def share(self) -> None:
        file = self._exports / SHARED
        cards = library().owned()

        def write() -> None:
            self._exports.mkdir(parents=True, exist_ok=True)
            write_whole(file, as_text(cards))

        self._do(write, line("cards.shared", n=len(cards), file=str(file)))

    def find(self) -> None:
        """Files that could hold cards; whether they do is seen when one is taken in."""
        found: dict[str, Path] = {}
        for path in self._candidates():
            name = path.name if path.name not in found else f"{path.parent.name}/{path.name}"
            found.setdefault(name, path)
            if len(found) == MOST_FILES:
                break
        self._found = found

    def _candidates(self) -> Iterator[Path]:
        root = Path("/")
        folders = [self._exports, *(path for stick in STICKS for path in root.glob(stick[1:]))]
        for folder in folders:
            try:
                yield from sorted(folder.glob("*.toml"))
            except OSError:
                continue  # a stick that was pulled out, or that is not for us

    def bring(self, name: str) -> None:
        path = self._found.get(name)
        if path is None:
            return
        try:
            brought = self._shelf.bring_in(path)
        except ContentError as problem:
            self._say(problem.line)
        except OSError as error:
            self._say(line("cards.not_read", file=name, problem=error.strerror or str(error)))
        else:
            self.changes += 1
            new, changed, same = len(brought.new), len(brought.changed), len(brought.same)
            self._say(line("cards.brought", new=new, changed=changed, same=same))

    def _do(self, work: Callable[[], object], told: Line) -> None:
        try:
            work()
        except OSError as error:
            self._say(line("cards.not_saved", problem=error.strerror or str(error)))
        else:
            self.changes += 1
            self._say(told)
