"""A table for tests: sentences of a rulebook example become calls."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.rules.core import Outcome, Seat, TableDie
from companion.rules.errors import IllegalAction
from companion.rules.king_of_12 import GAME
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.state import KingOf12State, Setup, TournamentState

NAMES = ("Lea", "Mia", "Tom", "Bob")
PLACES = ((0.0, -200.0), (-200.0, 0.0), (0.0, 200.0), (200.0, 0.0))  # round to the left


class Table:
    """Holds the newest state; every call is one action. Begins with these faces on the dice."""

    def __init__(
        self,
        *faces: int,
        places: bool = False,
        rules: dict[str, Any] | None = None,
        players: int = 0,
        **fields: Any,
    ) -> None:
        count = players or len(faces)
        seats = tuple(Seat(name) for name in NAMES[:count])
        setup = Setup(seats, places=PLACES[:count] if places else (), rules=rules or {}, **fields)
        state = GAME.setup(setup)
        assert isinstance(state, KingOf12State)
        self.state: KingOf12State = state
        self.said: list[str] = []
        for seat, face in enumerate(faces):
            self.do(a.Show(seat, face))

    # Arranging

    def put(self, seat: int, /, **fields: Any) -> Table:
        """Put tokens and cards where an example begins: put(1, ones=2, twos=1)."""
        players = list(self.state.players)
        players[seat] = replace(players[seat], **fields)
        self.state = replace(self.state, players=tuple(players))
        return self

    # Acting

    def do(self, action: Any) -> Table:
        result = GAME.resolve(self.state, action)
        self.state = result.state
        self.said += [line.id for line in result.lines]
        return self

    def play(self, *cards: str) -> Table:
        """Everybody reveals a card. A card that the set lacks takes the place of one that nobody uses."""
        for card in cards:
            if card not in self.state.cards:
                used = {*cards, *(c for p in self.state.players for c in (*p.played, *p.under))}
                spare = next(old for old in self.state.cards if old not in used)
                swapped = tuple(card if old == spare else old for old in self.state.cards)
                self.state = replace(self.state, cards=swapped)
        for seat, card in enumerate(cards):
            self.do(a.Reveal(seat, card))
        return self

    def show(self, seat: int, face: int) -> Table:
        return self.do(a.Show(seat, face))

    def order(self, seat: int, first: str) -> Table:
        return self.do(a.Order(seat, first))

    def see(self, *dice: TableDie) -> Table:
        """The camera reads these dice."""
        return self.do(GAME.action_of_roll(self.state, dice))

    # Looking

    @property
    def asks(self) -> tuple[str, int]:
        return self.state.progress.asks, self.state.progress.seat

    @property
    def values(self) -> tuple[int, ...]:
        """What the dice counted in the play that just ended."""
        assert self.state.last is not None
        return self.state.last.values

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(player.face for player in self.state.players)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(player.points for player in self.state.players)

    @property
    def outcome(self) -> Outcome | None:
        return GAME.outcome(self.state)

    def tokens(self, seat: int) -> tuple[int, int]:
        return self.state.players[seat].ones, self.state.players[seat].twos


def die(
    seat: int, face: int, *, thrown: bool = True, at: int | tuple[float, float] | None = None, id: int = -1
) -> TableDie:
    """The die of a seat as the camera sees it, at its own place unless told otherwise; `at=()` hides the place."""
    place: tuple[float, float] | None
    place = PLACES[seat] if at is None else PLACES[at] if isinstance(at, int) else (at or None)
    return TableDie(id if id >= 0 else 10 + seat, "d12", str(face), thrown, place)


class Club:
    """A tournament. Holds the newest state; every call is one action."""

    def __init__(self, players: int, cards: tuple[str, ...] = (), **fields: Any) -> None:
        seats = tuple(Seat(f"P{number}") for number in range(players))
        state = GAME.setup(Setup(seats, cards, **fields))
        assert isinstance(state, TournamentState)
        self.state: TournamentState = state
        self.said: list[str] = []

    def do(self, *actions: Any) -> Club:
        for action in actions:
            result = GAME.resolve(self.state, action)
            self.state = result.state
            self.said += [line.id for line in result.lines]
        return self

    def put(self, player: int, **fields: Any) -> Club:
        players = list(self.state.players)
        players[player] = replace(players[player], **fields)
        self.state = replace(self.state, players=tuple(players))
        return self

    def no(self, action: Any) -> str:
        before = self.state
        with pytest.raises(IllegalAction) as refusal:
            GAME.resolve(self.state, action)
        assert self.state == before
        return refusal.value.line.id

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(player.points for player in self.state.players)
