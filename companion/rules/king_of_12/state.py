"""Everything there is to know of a game of King of 12 between two actions.

Two kinds of state: `KingOf12State` for 2 to 4 players around one table, `TournamentState` for 5 to 16.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.rules.core import Outcome, Seat, TableDie
from companion.rules.king_of_12.adjacency import TABLE_A, Layout

Rules = Mapping[str, int | str | bool]
Place = tuple[float, float]


class Setup(msgspec.Struct, frozen=True):
    """Who plays, with which cards, and where their dice lie. Seats go round to the left."""

    seats: tuple[Seat, ...]
    cards: tuple[str, ...] = ()  # the set of seven; none: the first-game set (KD-2)
    chosen: str = "agreed"  # how the set came about: first_game, drawn, agreed
    places: tuple[Place, ...] = ()  # the middle of each seat's own area, in mm on the table; none: not known
    layouts: tuple[Layout, ...] = (TABLE_A,)  # which faces touch: one for all dice, or one for each seat's
    groups: tuple[int, ...] = ()  # tournament: sizes of the groups; none: as the table in the rules
    rules: Rules = {}  # house rules that differ from their default


class Player(msgspec.Struct, frozen=True):
    """What lies before a seat."""

    die: int  # which of the dice; Merchants pass them on
    face: int = 0  # on top of it; 0 until it is rolled
    value: int = 0  # what it counts in this play (KD-11)
    card: str = ""  # revealed in this play
    order: str = ""  # what came first on the die: "rebels" or "card"
    played: tuple[str, ...] = ()  # this round's discard; "" is a card that nobody told
    under: tuple[str, ...] = ()  # cards under the die, one for each round won; "" is not told
    ones: int = 0  # point tokens
    twos: int = 0
    track: int | None = None  # the die's identity on the table, once the camera has seen it
    seen: int = 0  # the face last seen or told there; `face` differs while the die is still to be turned

    @property
    def points(self) -> int:
        return self.ones + 2 * self.twos


class Progress(msgspec.Struct, frozen=True):
    """How far a play has come (KD-7). Seats count within the circle that plays it."""

    step: str = ""  # what comes next; "" while cards are chosen
    asks: str = ""  # what it waits for: steal, turn, order, reroll
    seat: int = -1  # who is asked
    other: int = -1  # whom it hits
    live: tuple[int, ...] = ()  # seats whose card has an effect
    done: tuple[int, ...] = ()  # seats that have turned or rolled


class Result(msgspec.Struct, frozen=True):
    """How a play ended, for the screen."""

    cards: tuple[str, ...]
    live: tuple[int, ...]  # seats whose card had an effect
    faces: tuple[int, ...]
    values: tuple[int, ...]
    out: tuple[int, ...]  # seats whose die was cancelled
    winner: int  # −1: nobody
    second: int
    points: tuple[int, ...]


class KingOf12State(msgspec.Struct, frozen=True, tag="table", tag_field="is"):
    """Two to four players."""

    seats: tuple[Seat, ...]
    cards: tuple[str, ...]
    places: tuple[Place, ...]
    layouts: tuple[Layout, ...]
    rules: Rules
    players: tuple[Player, ...]
    stage: str = "roll"  # roll, cards, play (somebody is asked), under
    round: int = 1
    play: int = 1
    progress: Progress = Progress()
    winner: int = -1  # of the round, while a card goes under the die
    loose: tuple[TableDie, ...] = ()  # rolled dice of which nobody has told whose they are
    passing: bool = False  # the dice are to be passed on and were not seen there yet
    last: Result | None = None  # of the play before


class Move(msgspec.Struct, frozen=True):
    """A player changes seat."""

    player: int
    group: int
    seat: int


class TournamentState(msgspec.Struct, frozen=True, tag="tournament", tag_field="is"):
    """Five to sixteen players in groups of two to four."""

    seats: tuple[Seat, ...]
    cards: tuple[str, ...]
    layouts: tuple[Layout, ...]
    rules: Rules
    players: tuple[Player, ...]
    totals: tuple[int, ...]  # points of the rounds before, for the standings
    groups: tuple[tuple[int, ...], ...]  # who sits where; in the final round one group of finalists
    stage: str = "groups"  # groups, centre, under, final
    round: int = 1
    play: int = 1
    progress: tuple[Progress, ...] = ()  # one for each group
    placed: tuple[tuple[int, int] | None, ...] = ()  # winner and second of each group that is ready
    centre: tuple[int, ...] = ()  # the group winners
    central: Progress = Progress()  # their play
    winners: tuple[int, ...] = ()  # of the round, who still put a card under their die
    moves: tuple[Move, ...] = ()  # who changed seat before this round
    outcome: Outcome | None = None


AnyState = KingOf12State | TournamentState
