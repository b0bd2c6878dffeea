"""What is printed is asked for once: the next game begins with what the players told in this one.

Numbers go to the memory, cards that were typed to the shelf.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.journal.play import Play
from companion.memory import Memory
from companion.rules.core import Game
from companion.rules.text import Line
from companion.shelf import Shelf


class Remembering:
    """Watches the game in progress for what players tell. Without a memory or a shelf nothing is kept there."""

    def __init__(self, memory: Memory | None, shelf: Shelf | None) -> None:
        self._memory, self._shelf = memory, shelf
        self._told: dict[str, int] = {}  # printed numbers that the players of this game told
        self._kept: Any = None  # the state up to which typed cards are kept

    def with_answers(self, game: Game[Any, Any, Any], setup: Any) -> Any:
        """The setup of a new game, with what was told in earlier ones."""
        return setup if self._memory is None else game.with_answers(setup, self._memory.known(game.name))

    def begin(self, play: Play) -> None:
        self._told = dict(play.game.answers(play.state))
        self._kept = play.state

    def keep(self, play: Play) -> Iterator[Line]:
        """Keep what was told since; yields what to tell the players when it could not be saved."""
        if self._shelf is not None:
            before, self._kept = self._kept, play.state
            trouble = self._shelf.keep(play.game, before, play.state)
            if trouble is not None:
                yield trouble
        if self._memory is None:
            return
        told = dict(play.game.answers(play.state))
        if told != self._told:
            trouble = self._memory.learn(play.game.name, told, self._told.keys() - told.keys())
            self._told = told
            if trouble is not None:
                yield trouble
