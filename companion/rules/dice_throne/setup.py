"""Setting the table (DT-1 to DT-5): seats, teams, order of turns, first counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.dice import D6, D6_NUMERALS
from companion.rules.dice_throne import flow, turn
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.houserules import DEFAULTS, HOUSE_RULES
from companion.rules.dice_throne.state import DiceThroneState, Fighter, Setup
from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line

START_HEALTH = {"duel": 50, "teams": 50, "king_of_the_hill": 35}  # DT-2, DT-76, DT-78
START_CP = 2  # DT-2
START_HAND = 4  # DT-2
SEATS = {"duel": (2,), "teams": (4, 6), "king_of_the_hill": (3, 4, 5, 6)}  # X1, X2


def first_state(setup: Setup) -> DiceThroneState:
    problem = _problem(setup)
    if problem is not None:
        raise IllegalAction(problem)
    teams = team_of(len(setup.seats), setup.mode)
    health = START_HEALTH[setup.mode]
    b = Bench(
        DiceThroneState(
            setup.seats,
            setup.mode,
            setup.dice,
            dict(setup.rules),
            dict(setup.answers),
            tuple(_fighter(setup, seat, teams[seat]) for seat in range(len(setup.seats))),
            (health,) * len(set(teams)),
            health,
            turn_order(teams, setup.rules),
            (),
        )
    )
    if setup.first >= 0:
        turn.begin(b, setup.first)
    else:
        turn.roll_off(b, list(range(len(setup.seats))))
    flow.run(b)
    return b.freeze()


def modes(count: int, rules: Mapping[str, int | str | bool]) -> tuple[str, ...]:
    """The ways in which so many players can play, the usual one first."""
    return tuple(mode for mode in START_HEALTH if count in _allowed(mode, rules))


def _allowed(mode: str, rules: Mapping[str, int | str | bool]) -> Sequence[int]:
    if mode == "king_of_the_hill" and rules.get("king_players") == "three":
        return (3,)
    if mode == "teams" and rules.get("uneven_teams"):
        return (3, 4, 5, 6)
    return SEATS[mode]


def _problem(setup: Setup) -> Line | None:
    if setup.mode not in START_HEALTH:
        return line("dt.setup.mode", got=setup.mode)
    count = len(setup.seats)
    if count not in _allowed(setup.mode, setup.rules):
        return line(f"dt.setup.seats.{setup.mode}", got=count)
    if len(setup.heroes) != count:
        return line("dt.setup.heroes", n=count, got=len(setup.heroes))
    for hero in setup.heroes:
        if hero not in library().heroes:
            return line("dt.setup.unknown_hero", got=hero)
    if setup.dice not in ("hero", D6.name, D6_NUMERALS.name):
        return line("dt.setup.dice", got=setup.dice)
    if not -1 <= setup.first < count:
        return line("dt.setup.first", n=count)
    known = {rule.name: rule.choices for rule in HOUSE_RULES}
    for name, value in setup.rules.items():
        if name not in known or value not in known[name]:
            return line("dt.setup.rule", name=name, got=str(value))
    return None


def team_of(count: int, mode: str) -> list[int]:
    """Teammates sit side by side (DT-75); outside team play everybody is a team."""
    if mode != "teams":
        return list(range(count))
    half = (count + 1) // 2
    return [0 if seat < half else 1 for seat in range(count)]


def turn_order(teams: Sequence[int], rules: object = None) -> tuple[int, ...]:
    """Clockwise; teams take turns zig-zag: A1 B1 A2 B2 (DT-75)."""
    clockwise = tuple(range(len(teams)))
    chosen = (
        rules.get("team_order", DEFAULTS["team_order"]) if isinstance(rules, dict) else DEFAULTS["team_order"]
    )
    if len(set(teams)) == len(teams) or chosen == "clockwise":
        return clockwise
    return tuple(sorted(clockwise, key=lambda seat: (list(teams[:seat]).count(teams[seat]), teams[seat])))


def _fighter(setup: Setup, seat: int, team: int) -> Fighter:
    hero = library().heroes[setup.heroes[seat]]
    tokens = dict(hero.tokens)  # what the leaflet says of the start (DT-4)
    if "cursed_doubloon" in tokens:
        tokens["cursed_doubloon"] = int(setup.rules.get("doubloons_at_start", DEFAULTS["doubloons_at_start"]))
    return Fighter(
        hero.id, team, START_CP, START_HAND, hero.deck - START_HAND, 0, tokens=tokens, side=hero.side
    )


def statuses_of(b: Bench, seat: int) -> frozenset[str]:
    """Statuses that this hero's board, cards and statuses can bring into play."""
    return b.library.brings[b.fighters[seat].hero]


def can_hold(b: Bench, seat: int, status: str) -> bool:
    return b.limit(seat, status) > 0
