"""What the screens must know of a game beyond its rules. This one serves any game; a game may refine it."""

# ruff: noqa: ARG002 - what this page does not need, another may

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.dice import PLAIN_KINDS, Marks
from companion.rules.core import Counter, games, plain_words
from companion.rules.text import Line, line
from companion.screens.look import Look
from companion.screens.port import View
from companion.screens.widgets.die import Mark

if TYPE_CHECKING:
    from companion.screens.desk import Desk, Screen
    from companion.screens.play import PlayScreen

_PLAIN = {kind.name: kind for kind in PLAIN_KINDS}


class GamePage:
    """How one game is shown. `large` and `small` name the counters that stand on a seat's card."""

    name = ""
    large = ""
    small = ""
    seats = (2, 2)  # fewest and most
    words = ""  # what the ids of its texts begin with

    def __init__(self, name: str = "") -> None:
        """`name` is that of a game which has no page of its own."""
        self.name = name or self.name

    def title(self) -> Line:
        return line(f"game.{self.name}")

    def doors(self) -> Sequence[tuple[str, Line]]:
        """The ways from Home to a new game: what comes after the game's name, and the words of the button."""
        return (("", self.title()),)

    def shelves(self) -> Sequence[tuple[str, str, Line]]:
        """What has a way of its own from Home, such as the cards that the owner keeps: door, icon, words."""
        return ()

    # Screens. They know their page, so they are brought in only here.

    def play_screen(self, desk: Desk, view: View) -> PlayScreen:
        from companion.screens.play import PlayScreen

        return PlayScreen(desk, self, view)

    def setup_screen(self, desk: Desk, view: View, door: str) -> Screen:
        raise NotImplementedError

    # Dice.

    def faces(self, view: View, kind: str) -> tuple[str, ...]:
        """All faces of a kind, in order."""
        return _PLAIN[kind].faces if kind in _PLAIN else ()

    def kinds(self, view: View) -> Sequence[tuple[str, Line]]:
        """The kinds that a die of the roll can be, with their names; one or none: nobody need be asked."""
        return ()

    def mark(self, look: Look, view: View, kind: str, face: str) -> Mark:
        """What a face shows and means."""
        return Mark(face, pips=kind in _PLAIN and _PLAIN[kind].marks is Marks.PIPS)

    # Seats.

    def about_seat(self, view: View, seat: int) -> Line | None:
        """What stands beside a player's name, such as the hero."""
        return None

    def counter_word(self, counter: Counter) -> Line:
        """Its name, as the rules say it."""
        game = games().get(self.name)
        return game.counter_line(counter.name) if game is not None else plain_words(counter.name)

    def harm_words(self) -> Line:
        """What the chart of `harm_told` is of."""
        return line("report.harm")

    def counter_icon(self, counter: str) -> str:
        return ""

    # Offers.

    def group(self, action: Any) -> Line | None:
        """The words of the one button that stands for all offers of this kind; None: each has its own."""
        return None

    # Setup.

    def picks(self) -> Sequence[tuple[str, Line]]:
        """What each seat chooses from; empty when there is nothing to choose."""
        return ()

    def signs(self, pick: str) -> Sequence[str]:
        """Icons that tell a pick apart, such as the signs on a hero's dice."""
        return ()
