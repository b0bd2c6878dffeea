"""How a tournament stands: rows for a screen, and the same as a file for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from companion.rules.king_of_12.state import TournamentState

COLUMNS = ("place", "player", "wins", "points", "total", "group", "seat")
HEADINGS = ("place", "player", "rounds won", "points this round", "points in all", "group", "seat")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would calculate a name that begins like this


@dataclass(frozen=True, slots=True)
class Row:
    place: int  # shared by those who stand alike
    name: str
    wins: int
    points: int
    total: int
    group: int  # from 1; 0 for a player who has no seat in the final round
    seat: int


def standings(state: TournamentState) -> tuple[Row, ...]:
    """Best first: the champion, then rounds won, then points of the whole tournament."""
    rows: list[Row] = []
    champions = state.outcome.winners if state.outcome is not None else ()
    order = sorted(range(len(state.players)), key=lambda p: (_worth(state, p, champions), -p), reverse=True)
    for number, player in enumerate(order):
        same = number and _worth(state, player, champions) == _worth(state, order[number - 1], champions)
        lies = state.players[player]
        group, seat = _seat(state, player)
        rows.append(
            Row(
                rows[-1].place if same else number + 1,
                state.seats[player].name,
                len(lies.under),
                lies.points,
                state.totals[player] + lies.points,
                group,
                seat,
            )
        )
    return tuple(rows)


def _worth(state: TournamentState, player: int, champions: Sequence[int]) -> tuple[bool, int, int]:
    lies = state.players[player]
    return player in champions, len(lies.under), state.totals[player] + lies.points


def _seat(state: TournamentState, player: int) -> tuple[int, int]:
    for number, group in enumerate(state.groups, start=1):
        if player in group:
            return number, group.index(player) + 1
    return 0, 0


def csv_text(state: TournamentState, headings: Sequence[str] = HEADINGS) -> str:
    """The standings as comma-separated values, with a line of headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    for row in standings(state):
        writer.writerow([_plain(value) for value in astuple(row)])
    return out.getvalue()


def _plain(value: int | str) -> int | str:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
