"""Gathering the party (DF-1 to DF-7)."""

from __future__ import annotations

from itertools import pairwise

from companion.rules.dungeon_fighter.cards import AnyCard
from companion.rules.dungeon_fighter.checking import problems
from companion.rules.dungeon_fighter.houserules import HOUSE_RULES
from companion.rules.dungeon_fighter.state import DungeonFighterState, Fellow, Setup
from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line

MOST_PLAYERS = 6
TOWERS = {"easy": (4, 4, 4, 2), "normal": (3, 3, 3, 5), "hell": (2, 2, 2, 8)}  # DF-5
START_GOLD, START_WHITE = 2, 1  # DF-6
BOARDS = 3  # DF-2
BULLSEYE = 10  # DF-15


def first_state(setup: Setup) -> DungeonFighterState:
    problem = _problem(setup)
    if problem is not None:
        raise IllegalAction(problem)
    return DungeonFighterState(
        seats=setup.seats,
        party=tuple(Fellow(hero) for hero in setup.heroes),
        difficulty=setup.difficulty,
        symbol_faces=setup.symbol_faces,
        boards=setup.boards,
        zones=setup.zones,
        rules=dict(setup.rules),
        leader=setup.leader,
        first=setup.leader,
        tower=TOWERS[setup.difficulty],
        gold=START_GOLD,
        white=START_WHITE,
    )


def _problem(setup: Setup) -> Line | None:
    count = len(setup.seats)
    known = {rule.name: rule.choices for rule in HOUSE_RULES}
    for name, value in setup.rules.items():
        if name not in known or value not in known[name]:
            return line("df.setup.rule", name=name, got=str(value))
    if not 1 <= count <= MOST_PLAYERS:
        return line("df.setup.seats", most=MOST_PLAYERS, got=count)
    if len(setup.heroes) != count or len({hero.id for hero in setup.heroes}) != count:
        return line("df.setup.heroes")
    if setup.difficulty not in TOWERS:
        return line("df.setup.difficulty", got=setup.difficulty)
    if not 0 <= setup.leader < count:
        return line("df.setup.leader")
    if not 1 <= setup.symbol_faces <= 3:
        return line("df.setup.symbol_faces", got=setup.symbol_faces)
    rising = all(a < b for a, b in pairwise(setup.zones))
    if not setup.zones or not rising or setup.zones[0] < 1 or setup.zones[-1] != BULLSEYE:
        return line("df.setup.zones", got=", ".join(str(zone) for zone in setup.zones))
    if setup.boards and [board.boss for board in setup.boards] != [False] * (BOARDS - 1) + [True]:
        return line("df.setup.boards")
    cards: tuple[AnyCard, ...] = (*setup.heroes, *setup.boards)
    for card in cards:
        for problem in problems(card):
            return line("df.no.card", name=card.name or card.id, problem=problem)
    return None
