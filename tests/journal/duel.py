"""A game small enough to see through: throw a die, hit for as much as it shows at most, end the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from companion.rules.core import (
    Adjust,
    Counter,
    DiceWanted,
    Game,
    Outcome,
    Resolution,
    Seat,
    TableDie,
    Waiting,
)
from companion.rules.errors import IllegalAction, UnexpectedRoll
from companion.rules.text import Line, line


class Setup(msgspec.Struct, frozen=True):
    names: tuple[str, ...] = ("Mia", "Leo")
    health: int = 20


class Rolled(msgspec.Struct, frozen=True, tag="rolled", tag_field="do"):
    face: int


class Hit(msgspec.Struct, frozen=True, tag="hit", tag_field="do"):
    n: int


class EndTurn(msgspec.Struct, frozen=True, tag="end_turn", tag_field="do"):
    pass


class State(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    health: tuple[int, ...]
    turn: int = 0
    face: int | None = None
    hit: bool = False


def _with_health(state: State, seat: int, value: int) -> State:
    health = tuple(value if i == seat else old for i, old in enumerate(state.health))
    return msgspec.structs.replace(state, health=health)


class Duel(Game[State, Any, Setup]):
    name = "duel"
    version = 1
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Rolled | Hit | EndTurn | Adjust
    setup_type: ClassVar[Any] = Setup

    def setup(self, setup: Setup) -> State:
        if len(setup.names) != 2:
            raise IllegalAction(line("duel.two"))
        return State(setup.names, (setup.health,) * 2)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return tuple(Seat(name) for name in state.names)

    def waits_for(self, state: State) -> Waiting:
        if state.face is None:
            return Waiting((state.turn,), line("duel.roll"), DiceWanted("d6", 1, 1))
        return Waiting((state.turn,), line("duel.act"))

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        if self.outcome(state) or state.face is None:
            return ()
        return (EndTurn(),) if state.hit else (Hit(state.face), EndTurn())

    def resolve(self, state: State, action: Any) -> Resolution:
        if isinstance(action, Adjust):
            return self._adjust(state, action)
        if self.outcome(state):
            raise IllegalAction(line("duel.over"))
        who = state.names[state.turn]
        match action:
            case Rolled(face) if state.face is None and 1 <= face <= 6:
                return Resolution(
                    msgspec.structs.replace(state, face=face), (line("duel.rolled", who=who, n=face),)
                )
            case Hit(n) if state.face is not None and n <= state.face and not state.hit:
                other = 1 - state.turn
                after = _with_health(state, other, max(0, state.health[other] - n))
                return Resolution(msgspec.structs.replace(after, hit=True), (line("duel.hit", who=who, n=n),))
            case EndTurn() if state.face is not None:
                after = msgspec.structs.replace(state, turn=1 - state.turn, face=None, hit=False)
                return Resolution(after, (line("duel.ended", who=who),))
        raise IllegalAction(line("duel.no"))

    def _adjust(self, state: State, action: Adjust) -> Resolution:
        if action.seat not in (0, 1) or action.counter != "health" or action.by == 0:
            raise IllegalAction(line("duel.no"))
        value = max(0, min(30, state.health[action.seat] + action.by))
        return Resolution(_with_health(state, action.seat, value), (line("duel.adjusted", by=action.by),))

    def action_of_roll(self, state: State, dice: Sequence[TableDie]) -> Any:
        if state.face is not None or len(dice) != 1:
            raise UnexpectedRoll(line("duel.no"))
        return Rolled(int(dice[0].face))

    def counters(self, state: State) -> tuple[Counter, ...]:
        return tuple(Counter(seat, "health", value, 0, 30) for seat, value in enumerate(state.health))

    def outcome(self, state: State) -> Outcome | None:
        alive = tuple(seat for seat, value in enumerate(state.health) if value)
        return None if len(alive) == 2 else Outcome(alive, line("duel.over"))

    def label(self, state: State, action: Any) -> Line:
        return line("duel.label", what=type(action).__name__)


DUEL = Duel()
GAMES = {"duel": DUEL}
