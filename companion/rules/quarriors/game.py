"""The rules of Quarriors behind the door that every game has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from companion.dice import DieKind
from companion.rules.core import Counter, Game, HouseRule, Outcome, Resolution, Seat, TableDie, Waiting
from companion.rules.errors import UnexpectedRoll
from companion.rules.quarriors import acts, corrections, ending, labels, offers, rolls
from companion.rules.quarriors import setup as setting
from companion.rules.quarriors.actions import AnyAction, Roll
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import library
from companion.rules.quarriors.houserules import HOUSE_RULES
from companion.rules.quarriors.state import QuarriorsState, Setup
from companion.rules.text import Line, line


class Quarriors(Game[QuarriorsState, AnyAction, Setup]):
    name: ClassVar[str] = "quarriors"
    version: ClassVar[int] = 1
    state_type: ClassVar[Any] = QuarriorsState
    action_type: ClassVar[Any] = AnyAction
    setup_type: ClassVar[Any] = Setup
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    course_of: ClassVar[str] = "glory"
    own_folder: ClassVar[str] = "quarriors"

    def setup(self, setup: Setup) -> QuarriorsState:
        return setting.first_state(setup)

    def add_content(self, file: Path) -> None:
        library().add_file(file)

    def seats(self, state: QuarriorsState) -> tuple[Seat, ...]:
        return state.seats

    def waits_for(self, state: QuarriorsState) -> Waiting:
        over = self.outcome(state)
        return Waiting((), over.reason) if over is not None else labels.waiting(Bench(state))

    def legal_actions(self, state: QuarriorsState) -> tuple[AnyAction, ...]:
        return tuple(offers.offers(Bench(state)))

    def resolve(self, state: QuarriorsState, action: AnyAction) -> Resolution:
        b = Bench(state)
        acts.act(b, action)
        return Resolution(b.freeze(), tuple(b.lines))

    def action_of_roll(self, state: QuarriorsState, dice: Sequence[TableDie]) -> AnyAction:
        b = Bench(state)
        frame = rolls.wanted(b)
        if frame is None:
            raise UnexpectedRoll(line("qr.roll.nobody"))
        found = rolls.read(b, frame, dice)
        if isinstance(found, Line):
            raise UnexpectedRoll(found)
        return Roll(tuple(dice))

    def counters(self, state: QuarriorsState) -> tuple[Counter, ...]:
        return tuple(corrections.counters(Bench(state)))

    def harm_told(self, told: Line) -> tuple[Line, int] | None:
        """What each creature won: here it is glory that counts."""
        die, n = told.args.get("die"), told.args.get("n")
        if told.id != "qr.scores" or not isinstance(die, Line) or not isinstance(n, int):
            return None
        return die, n

    def outcome(self, state: QuarriorsState) -> Outcome | None:
        return ending.outcome(state)

    def label(self, state: QuarriorsState, action: AnyAction) -> Line:
        return labels.label(Bench(state), action)

    def counter_line(self, name: str) -> Line:
        return labels.counter_line(name)

    def die_kinds(self, state: QuarriorsState) -> tuple[DieKind, ...]:
        """The kinds that can be in the roll that is waited for; else those of the game."""
        b = Bench(state)
        frame = rolls.wanted(b)
        return library().kinds(rolls.possible(b, frame) if frame is not None else state.cards)
