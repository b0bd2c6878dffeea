"""Who plays what in the demo: for each game its setup, its players, and what they do when nothing was read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.camera.simulation.truth import Truth
from companion.commands.dungeon_player import DungeonPlayer, dungeon_setup
from companion.commands.king_player import KingPlayer, by_touch, king_setup
from companion.commands.player import Player, Wish
from companion.commands.quarriors_player import QuarriorsPlayer, quarriors_setup
from companion.commands.quarriors_player import by_touch as quarriors_by_touch
from companion.rules.core import Seat
from companion.rules.dice_throne.state import Setup
from companion.screens.port import View

Tray = tuple[tuple[float, float], ...]


class Players(Protocol):
    def wish(self, view: View) -> Wish:
        """What to do now; None when there is nothing to do."""

    def picture(self, view: View) -> str:
        """The name of a moment worth a picture; "" for any other."""


class Touches(Protocol):
    """Knows where a finger taps; it draws nothing, but the screens must be there."""

    def to_start(self, screen: Any, /) -> Any:
        """The next tap from Home to a new game."""

    def to_do(self, screen: Any, action: Any, /) -> Any:
        """The next tap towards an action; None where there is no way to it."""


@dataclass(frozen=True, slots=True)
class Cast:
    game: str
    setup: Callable[[Tray], Any]
    players: Callable[[int], Players]
    by_touch: Callable[[Any, Truth], Iterable[Any]] = lambda state, truth: ()  # noqa: ARG005
    touches: Callable[[], Touches | None] = lambda: None  # these players touch the real screens
    at_target: bool = False  # their dice are thrown at a target


def _duel(_: Tray) -> Setup:
    return Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"))


def _quarriors_touches() -> Touches:
    from companion.screens.quarriors import touches

    return touches


def _dungeon_touches() -> Touches:
    from companion.screens.dungeon_fighter import touches  # Kivy, only once there is a screen

    return touches


CASTS = {
    cast.game: cast
    for cast in (
        Cast("dice_throne", _duel, Player),
        Cast("king_of_12", king_setup, KingPlayer, by_touch),
        Cast("quarriors", quarriors_setup, QuarriorsPlayer, quarriors_by_touch, _quarriors_touches),
        Cast(
            "dungeon_fighter",
            dungeon_setup,
            DungeonPlayer,
            touches=_dungeon_touches,
            at_target=True,
        ),
    )
}


def cast_of(name: str) -> Cast:
    """By the game's name; a hyphen will do where the name has a low line."""
    return CASTS[name.replace("-", "_")]
