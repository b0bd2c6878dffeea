"""What a victory is worth (DF-40), and the rank it earns (DF-41)."""

from __future__ import annotations

import msgspec

from companion.rules.dungeon_fighter.state import DungeonFighterState

DIFFICULTY = {"easy": 5, "normal": 10, "hell": 15}  # DF-5
PER_PLAYER = 1
PER_DIE = 2
GOLD_PER_POINT = 2
NOBODY_FAINTED = 5
PER_SCAR = -1
PER_ANGEL = -5
RANKS = (0, 5, 10, 15, 20, 25, 30, 35, 39)  # the highest score of each rank but the last


class Entry(msgspec.Struct, frozen=True):
    """A line of the score sheet; its words are `df.score.<what>`."""

    what: str
    count: int
    points: int


def sheet(state: DungeonFighterState) -> tuple[Entry, ...]:
    players = len(state.seats)
    scars = sum(len(fellow.scars) for fellow in state.party)
    angels = sum(fellow.out for fellow in state.party)
    # Who fainted before the last fight has a scar; after it nobody cleans up.
    unharmed = not scars and not any(fellow.fainted for fellow in state.party)
    return (
        Entry("difficulty", 1, DIFFICULTY[state.difficulty]),
        Entry("players", players, PER_PLAYER * players),
        Entry("dice", state.white, PER_DIE * state.white),
        Entry("gold", state.gold, state.gold // GOLD_PER_POINT),
        Entry("unharmed", int(unharmed), NOBODY_FAINTED * unharmed),
        Entry("scars", scars, PER_SCAR * scars),  # an angel's three scars count as well: literally
        Entry("angels", angels, PER_ANGEL * angels),
    )


def total(state: DungeonFighterState) -> int:
    return sum(entry.points for entry in sheet(state))


def rank(points: int) -> int:
    """1, the ducks, to 10; its words are `df.rank.<n>`."""
    return 1 + sum(points > highest for highest in RANKS)
