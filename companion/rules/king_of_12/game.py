"""The rules of King of 12 behind the door that every game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.dice import D12, DieKind
from companion.rules.core import (
    Adjust,
    Counter,
    Game,
    HouseRule,
    Outcome,
    Resolution,
    Seat,
    TableDie,
    Waiting,
)
from companion.rules.errors import IllegalAction, UnexpectedRoll
from companion.rules.king_of_12 import acts, contests, labels, offers, rounds, sightings, table, tokens
from companion.rules.king_of_12 import setup as setting
from companion.rules.king_of_12.actions import AnyAction, Roll
from companion.rules.king_of_12.adjacency import FACES
from companion.rules.king_of_12.circle import Circle
from companion.rules.king_of_12.houserules import HOUSE_RULES
from companion.rules.king_of_12.state import AnyState, KingOf12State, Setup
from companion.rules.king_of_12.table import Bench
from companion.rules.king_of_12.tournament import Hall
from companion.rules.text import Line, line


class KingOf12(Game[AnyState, AnyAction, Setup]):
    name: ClassVar[str] = "king_of_12"
    version: ClassVar[int] = 1
    state_type: ClassVar[Any] = AnyState
    action_type: ClassVar[Any] = AnyAction
    setup_type: ClassVar[Any] = Setup
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    course_of: ClassVar[str] = "points"
    hands_move_dice: ClassVar[bool] = True  # dice are turned, and passed on

    def throw_told(self, told: Line) -> tuple[str, str] | None:
        who, face = told.args.get("who"), told.args.get("face")
        return (str(who), str(face)) if told.id == "kd.rolls" else None

    def setup(self, setup: Setup) -> AnyState:
        return setting.first_state(setup)

    def seats(self, state: AnyState) -> tuple[Seat, ...]:
        return state.seats

    def waits_for(self, state: AnyState) -> Waiting:
        over = self.outcome(state)
        if over is not None:
            return Waiting((), over.reason)
        return (
            labels.at_table(Bench(state)) if isinstance(state, KingOf12State) else labels.in_hall(Hall(state))
        )

    def legal_actions(self, state: AnyState) -> tuple[AnyAction, ...]:
        if self.outcome(state) is not None:
            return ()
        if isinstance(state, KingOf12State):
            return tuple(offers.at_table(Bench(state)))
        return tuple(offers.in_hall(Hall(state)))

    def resolve(self, state: AnyState, action: AnyAction) -> Resolution:
        bench: Bench | Hall = Bench(state) if isinstance(state, KingOf12State) else Hall(state)
        known: dict[type, Callable[[Any, Any], None]]
        known = acts.ACTS if isinstance(bench, Bench) else contests.ACTS
        if type(action) not in known:
            raise IllegalAction(line("kd.no.not_now"))
        if self.outcome(state) is not None and not isinstance(action, Adjust):
            raise IllegalAction(line("kd.no.over"))
        known[type(action)](bench, action)
        return Resolution(bench.freeze(), tuple(bench.lines))

    def action_of_roll(self, state: AnyState, dice: Sequence[TableDie]) -> AnyAction:
        if not isinstance(state, KingOf12State):
            raise UnexpectedRoll(line("kd.roll.tournament"))
        if self.outcome(state) is not None:
            raise UnexpectedRoll(line("kd.no.over"))
        found = sightings.meaning(Bench(state), dice)
        if isinstance(found, Line):
            raise UnexpectedRoll(found)
        return Roll(tuple(dice))

    def action_of_held(self, state: AnyState, dice: Sequence[TableDie]) -> AnyAction | None:
        """Hands are quicker than taps: dice are turned and rolled before all cards are told."""
        if not isinstance(state, KingOf12State) or state.stage == "roll" or self.outcome(state) is not None:
            return None
        faces = {player.track: str(player.face) for player in state.players}
        # A die that shows what it should was pushed, not rolled: it cannot be an Oracle's before one asks.
        moved = tuple(replace(die, thrown=die.thrown and faces.get(die.die) != die.face) for die in dice)
        found = sightings.meaning(Bench(state), moved)
        return None if isinstance(found, Line) else Roll(moved)

    def counters(self, state: AnyState) -> tuple[Counter, ...]:
        circle: Circle = Bench(state) if isinstance(state, KingOf12State) else Hall(state).everybody()
        found = []
        for seat, player in enumerate(state.players):
            ones, twos = tokens.most(circle, seat)
            found.append(Counter(seat, "points", player.points, 0, ones + 2 * twos))
            found.append(Counter(seat, "wins", len(player.under), 0, rounds.ROUNDS_TO_WIN))
            found.append(Counter(seat, "ones", player.ones, 0, ones))
            found.append(Counter(seat, "twos", player.twos, 0, twos))
            if player.face:
                found.append(Counter(seat, "face", player.face, FACES[0], FACES[-1]))
        return tuple(found)

    def outcome(self, state: AnyState) -> Outcome | None:
        return table.outcome(state) if isinstance(state, KingOf12State) else state.outcome

    def label(self, state: AnyState, action: AnyAction) -> Line:
        circle: Circle | None
        if isinstance(state, KingOf12State):
            circle = Bench(state)
        else:
            hall = Hall(state)
            number = hall.number_of(getattr(action, "seat", -1))
            circle = None if number is None else hall.circle(number)
        return labels.label([seat.name for seat in state.seats], circle, action)

    def die_kinds(self, state: AnyState) -> tuple[DieKind, ...]:  # noqa: ARG002 (always the same)
        return (D12,)
