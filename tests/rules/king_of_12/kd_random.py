"""Random legal play: a source of choices plays a whole game and checks what must always hold."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.core import Adjust, Seat, TableDie
from companion.rules.errors import UnexpectedRoll
from companion.rules.king_of_12 import GAME, rounds, tokens
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.adjacency import PRESETS, UNKNOWN, learned
from companion.rules.king_of_12.content import library
from companion.rules.king_of_12.state import AnyState, KingOf12State, Setup, TournamentState

Pick = Callable[[int], int]  # a number from 0 to n − 1
PLACES = ((0.0, -200.0), (-200.0, 0.0), (0.0, 200.0), (200.0, 0.0))
LAYOUTS = (*PRESETS.values(), UNKNOWN, learned([(1, 2), (2, 3), (5, 9)]))


def any_setup(pick: Pick, tournament: bool = False) -> Setup:
    count = 5 + pick(12) if tournament else 2 + pick(3)
    deck = [card for card in library().cards if card != "knight"]
    cards = ["knight", *(deck.pop(pick(len(deck))) for _ in range(6))]
    rules = {}
    for rule in GAME.house_rules:
        if rule.name != "tournament_up_to" and pick(6) == 0:
            rules[rule.name] = rule.choices[pick(len(rule.choices))]
    each = pick(2) == 0
    layouts = tuple(LAYOUTS[pick(len(LAYOUTS))] for _ in range(count if each else 1))
    places = PLACES[:count] if not tournament and pick(2) else ()
    seats = tuple(Seat(f"P{i}") for i in range(count))
    return Setup(seats, tuple(cards) if pick(4) else (), "agreed", places, layouts, (), rules)


def _place(state: KingOf12State, seat: int, pick: Pick) -> tuple[float, float] | None:
    if not state.places or pick(12) == 0:
        return None
    return state.places[seat][0] + pick(40) - 20, state.places[seat][1] + pick(40) - 20


def camera(state: KingOf12State, pick: Pick) -> tuple[TableDie, ...]:
    """The table as an honest camera could see it next: rolled, turned, passed, half of it, or by mistake."""
    asked = state.progress.seat
    dice = []
    for seat, player in enumerate(state.players):
        face = player.face or 1 + pick(12)
        thrown = player.track is None or not player.face or player.face != player.seen or state.passing
        if seat == asked or pick(20) == 0:
            face, thrown = 1 + pick(12), True
        if pick(10) == 0 and not player.face:
            continue  # not rolled yet
        identity = player.track if player.track is not None and pick(10) else 100 + seat
        dice.append(TableDie(identity, "d12", str(face), thrown, _place(state, seat, pick)))
    return tuple(dice)


def any_action(state: AnyState, pick: Pick) -> a.AnyAction:
    legal = GAME.legal_actions(state)
    if pick(50) == 0:
        counters = GAME.counters(state)
        counter = counters[pick(len(counters))]
        by = pick(5) - 2
        if counter.name != "wins" or pick(6) == 0:
            return Adjust(counter.seat, counter.name, by)
    if isinstance(state, TournamentState):
        told = [action for action in legal if not isinstance(action, a.Placed)]
        if told and pick(3):
            return told[pick(len(told))]
    return legal[pick(len(legal))]


def check(state: AnyState) -> None:
    """What holds in every state."""
    everyone = range(len(state.players))
    assert sorted(player.die for player in state.players) == list(everyone), "dice are neither lost nor made"
    for player in state.players:
        assert 0 <= player.face <= 12
        assert player.ones >= 0
        assert player.twos >= 0
        assert len(player.under) <= 2
        size = rounds.hand_size(player, state.cards)
        told = {card for card in (*player.played, *player.under) if card}
        assert len(told) == len([card for card in (*player.played, *player.under) if card]), "a card twice"
        assert size == max(0, 7 - len(player.under) - len(player.played))
        assert set(rounds.hand(player, state.cards)) == set(state.cards) - told
        assert player.card == "" or player.card in rounds.hand(player, state.cards)
    if isinstance(state, KingOf12State):
        if state.rules.get("no_tokens_left") != "unlimited":
            ones, twos = tokens.left(state.players)
            assert min(ones, twos) >= 0
            assert ones + 2 * twos + sum(player.points for player in state.players) == 21  # K23
        if state.stage in ("cards", "play", "under"):
            assert all(player.face for player in state.players)
        assert bool(state.progress.asks) == (state.stage == "play")
    else:
        seated = [player for group in state.groups for player in group]
        assert len(set(seated)) == len(seated)
        if state.stage != "final" and state.outcome is None and len(state.groups) > 1:
            assert sorted(seated) == list(everyone)
        assert all(2 <= len(group) <= 4 for group in state.groups)
    if GAME.outcome(state) is None:
        assert GAME.legal_actions(state), "nobody can do anything"
        assert GAME.waits_for(state).seats
    else:
        assert GAME.legal_actions(state) == ()


def play(setup: Setup, pick: Pick, most: int) -> tuple[AnyState, list[a.AnyAction]]:
    """A game to its end, or as far as `most` actions."""
    state = GAME.setup(setup)
    done: list[a.AnyAction] = []
    while GAME.outcome(state) is None and len(done) < most:
        action = _seen(state, pick) or any_action(state, pick)
        before = GAME.encode_state(state) if pick(20) == 0 else None
        result = GAME.resolve(state, action)
        assert before is None or GAME.encode_state(state) == before  # frozen all the way down
        assert not isinstance(action, a.Roll) or result.lines
        GAME.label(state, action)
        state = result.state
        check(state)
        done.append(action)
    return state, done


def _seen(state: AnyState, pick: Pick) -> a.AnyAction | None:
    """Half of the time the camera is asked first; what it sees may mean nothing."""
    if not isinstance(state, KingOf12State) or pick(2):
        return None
    try:
        return GAME.action_of_roll(state, camera(state, pick))
    except UnexpectedRoll:
        return None
