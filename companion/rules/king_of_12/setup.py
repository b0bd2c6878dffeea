"""Setting the table (KD-1 to KD-5): seats, the set of cards, dice; five players or more are a tournament."""

from __future__ import annotations

from companion.rules.errors import IllegalAction
from companion.rules.king_of_12 import adjacency, seating
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.houserules import DEFAULTS, HOUSE_RULES
from companion.rules.king_of_12.state import AnyState, KingOf12State, Player, Progress, Setup, TournamentState
from companion.rules.text import Line, line

FEWEST, MOST = 2, 4
CHOSEN = ("first_game", "drawn", "agreed")


def first_state(setup: Setup) -> AnyState:
    problem = _problem(setup)
    if problem is not None:
        raise IllegalAction(problem)
    cards = _cards(setup)
    players = tuple(Player(die=seat) for seat in range(len(setup.seats)))
    rules = dict(setup.rules)
    if len(players) <= MOST:
        return KingOf12State(setup.seats, cards, setup.places, setup.layouts, rules, players)
    groups = seating.groups(setup.groups or seating.sizes(len(players))[0])
    return TournamentState(
        setup.seats,
        cards,
        setup.layouts,
        rules,
        players,
        (0,) * len(players),
        groups,
        progress=(Progress(),) * len(groups),
        placed=(None,) * len(groups),
    )


def _cards(setup: Setup) -> tuple[str, ...]:
    return setup.cards or library().first_game


def _problem(setup: Setup) -> Line | None:
    count = len(setup.seats)
    known = {rule.name: rule.choices for rule in HOUSE_RULES}
    for name, value in setup.rules.items():
        if name not in known or value not in known[name]:
            return line("kd.setup.rule", name=name, got=str(value))
    most = int(setup.rules.get("tournament_up_to", DEFAULTS["tournament_up_to"]))
    if not FEWEST <= count <= most:
        return line("kd.setup.seats", most=most, got=count)
    if setup.chosen not in CHOSEN:
        return line("kd.setup.chosen", got=setup.chosen)
    if setup.groups and tuple(sorted(setup.groups)) not in seating.sizes(count):
        return line("kd.setup.groups", n=count, got="/".join(str(size) for size in setup.groups))
    if setup.places and (len(setup.places) != count or len(set(setup.places)) != count):
        return line("kd.setup.places", n=count, got=len(set(setup.places)))
    if len(setup.layouts) not in (1, count):
        return line("kd.setup.layouts", n=count, got=len(setup.layouts))
    for layout in setup.layouts:
        wrong = adjacency.problem(layout)
        if wrong is not None:
            return wrong
    return library().problem(_cards(setup), setup.chosen)
