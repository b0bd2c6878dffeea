"""Panels to choose from: special attacks by their pictures, and a card of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.rules.dungeon_fighter.cards import AnyCard, Attack
from companion.screens.dungeon_fighter.finder import Finder
from companion.screens.dungeon_fighter.grids import AttackGrid
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel
from companion.screens.widgets.surface import row, sized


class Passing(Panel):
    """A panel that belongs to one moment: it goes when the game goes on without it."""

    _moment: object = None

    def show(self, view: View) -> None:
        moment = (getattr(view.state, "stage", ""), getattr(view.state, "ask", None))
        if self._moment is None:
            self._moment = moment
        elif moment != self._moment and self.close is not None:
            self.close()


class AttackPanel(Passing):
    """Which attacks are printed: any number of them, then the verb."""

    def __init__(
        self,
        look: Look,
        title: str,
        verb: str,
        now: Sequence[Attack],
        done: Callable[[tuple[Attack, ...]], None],
        close: Callable[[], None],
        empty: bool = True,
    ) -> None:
        """`empty`: none at all is an answer, too."""
        super().__init__(look, title, close)
        self._chosen: tuple[Attack, ...] = tuple(now)
        self._empty = empty
        self.grid = AttackGrid(look, now, self._changed)
        self.done = VerbButton(look, verb, lambda: done(self._chosen), rank="first")
        self.done.enabled = empty or bool(now)
        self.add_widget(row(look, self.grid, sized(look, self.done, width=110)))

    def _changed(self, chosen: tuple[Attack, ...]) -> None:
        self._chosen = chosen
        self.done.enabled = self._empty or bool(chosen)


class FindPanel(Passing):
    """A card of the library, found by typing."""

    def __init__(
        self,
        look: Look,
        title: str,
        shelf: str,
        on_card: Callable[[AnyCard], None],
        on_new: Callable[[str], None],
        close: Callable[[], None],
        extra: Sequence[tuple[str, Callable[[], None]]] = (),
    ) -> None:
        super().__init__(look, title, close)
        self.finder = Finder(look, shelf, on_card, on_new, extra=extra, on_keys=self._typing)
        self.add_widget(self.finder)

    def _typing(self, on: bool) -> None:
        """Letters need the room of the title."""
        if on:
            self.remove_widget(self.head)
        else:
            self.add_widget(self.head, index=len(self.children))
