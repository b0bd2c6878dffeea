"""Random legal play: a source of choices plays a whole game and checks what must always hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.core import Adjust, DiceWanted, Seat, TableDie
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.setup import can_hold
from companion.rules.dice_throne.state import DiceThroneState, Setup

Pick = Callable[[int], int]  # a number from 0 to n − 1
HEROES = tuple(sorted(library().heroes))
TABLES = (
    ("duel", 2),
    ("teams", 4),
    ("teams", 6),
    ("king_of_the_hill", 3),
    ("king_of_the_hill", 4),
    ("king_of_the_hill", 5),
    ("king_of_the_hill", 6),
)


def any_setup(pick: Pick, table: tuple[str, int] | None = None) -> Setup:
    mode, count = table or TABLES[pick(len(TABLES))]
    seats = tuple(Seat(f"P{i}") for i in range(count))
    rules = {}
    for rule in GAME.house_rules:
        if rule.name not in ("king_players", "uneven_teams") and pick(8) == 0:
            rules[rule.name] = rule.choices[pick(len(rule.choices))]
    heroes = tuple(HEROES[pick(len(HEROES))] for _ in seats)
    return Setup(seats, heroes, mode, -1 if pick(2) else pick(count), rules=rules)


def throw(state: DiceThroneState, want: DiceWanted, pick: Pick) -> a.AnyAction:
    if want.fewest == want.count:
        dice = tuple(TableDie(i, want.kind, str(1 + pick(6)), True) for i in range(want.count))
    else:
        pool = state.pools[-1] if state.pools[-1].purpose == "defence" else state.pools[0]
        again = [bool(pick(2)) for _ in pool.values]
        if not any(again):
            again[0] = True
        dice = tuple(
            TableDie(die, want.kind, str(1 + pick(6)) if thrown else str(value), thrown)
            for die, value, thrown in zip(pool.dice, pool.values, again, strict=True)
        )
    return GAME.action_of_roll(state, dice)


def any_action(state: DiceThroneState, pick: Pick) -> a.AnyAction:
    waiting = GAME.waits_for(state)
    legal = GAME.legal_actions(state)
    assert waiting.dice is not None or legal, "nobody can do anything"
    if waiting.dice is not None and (not legal or pick(5) < 3):
        return throw(state, waiting.dice, pick)
    if pick(60) == 0:
        counters = GAME.counters(state)
        counter = counters[pick(len(counters))]
        return Adjust(counter.seat, counter.name, pick(9) - 4)
    # mostly the likeliest, or a game takes very long
    return legal[0] if pick(5) < 3 else legal[pick(len(legal))]


def check(state: DiceThroneState) -> None:
    """What holds in every state."""
    b = Bench(state)
    assert all(0 <= health <= state.start_health + 10 for health in state.health)
    for seat, fighter in enumerate(state.fighters):
        assert 0 <= fighter.cp <= 15
        assert min(fighter.hand, fighter.deck, fighter.discard) >= 0
        assert fighter.out == (state.health[fighter.team] == 0)
        for status, count in fighter.tokens.items():
            assert 0 < count <= b.limit(seat, status), status
            assert can_hold(b, seat, status), status
        upgrades = sum(level - 1 for level in fighter.levels.values())
        cards = fighter.hand + fighter.deck + fighter.discard
        assert b.hero(seat).deck - upgrades <= cards <= b.hero(seat).deck
        assert len(set(fighter.played)) == len(fighter.played) <= fighter.discard
    assert all(1 <= value <= 6 for pool in state.pools for value in pool.values)
    assert state.attempts <= state.allowed
    assert sum(packet.attack for packet in state.packets) <= 1
    alive = {fighter.team for fighter in state.fighters if not fighter.out}
    assert (state.outcome is not None) == (len(alive) <= 1)


def play(setup: Setup, pick: Pick, most: int) -> tuple[DiceThroneState, list[a.AnyAction]]:
    """A game to its end, or as far as `most` actions."""
    state = GAME.setup(setup)
    done: list[a.AnyAction] = []
    abilities: dict[tuple[int, int], int] = {}
    while state.outcome is None and len(done) < most:
        action = any_action(state, pick)
        before = state
        result = GAME.resolve(state, action)
        assert state == before  # frozen all the way down
        state = result.state
        check(state)
        done.append(action)
        _one_ability(before, result.lines, abilities)
    return state, done


def _one_ability(before: DiceThroneState, lines: Any, seen: dict[tuple[int, int], int]) -> None:
    """One Offensive Ability a Roll Phase (DT-22); extra Roll Phases say so."""
    for line in lines:
        key = (before.turn, before.active)
        if line.id == "dt.activates":
            seen[key] = seen.get(key, 0) + 1
            assert seen[key] == 1
        if line.id == "dt.extra_offence":
            seen[key] = 0
