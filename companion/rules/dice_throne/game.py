"""The rules of Dice Throne behind the door that every game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.dice import PLAIN_KINDS, DieKind, Marks, Shape
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
from companion.rules.dice_throne import acts, labels, offers, rolls
from companion.rules.dice_throne import setup as setting
from companion.rules.dice_throne.actions import AnyAction, Roll
from companion.rules.dice_throne.bench import CP_CAP, Bench
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.houserules import HOUSE_RULES
from companion.rules.dice_throne.state import DiceThroneState, Setup
from companion.rules.errors import IllegalAction, UnexpectedRoll
from companion.rules.text import Line, line


class DiceThrone(Game[DiceThroneState, AnyAction, Setup]):
    name: ClassVar[str] = "dice_throne"
    version: ClassVar[int] = 2
    state_type: ClassVar[Any] = DiceThroneState
    action_type: ClassVar[Any] = AnyAction
    setup_type: ClassVar[Any] = Setup
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    course_of: ClassVar[str] = "health"
    own_folder: ClassVar[str] = "heroes"

    def setup(self, setup: Setup) -> DiceThroneState:
        return setting.first_state(setup)

    def add_content(self, file: Path) -> None:
        library().add_hero(file)

    def answers(self, state: DiceThroneState) -> Mapping[str, int]:
        return state.answers

    def with_answers(self, setup: Setup, answers: Mapping[str, int]) -> Setup:
        heroes = set(setup.heroes)
        known = {name: n for name, n in answers.items() if name.partition(".")[0] in heroes}
        return replace(setup, answers=known | dict(setup.answers))

    def seats(self, state: DiceThroneState) -> tuple[Seat, ...]:
        return state.seats

    def waits_for(self, state: DiceThroneState) -> Waiting:
        return labels.waiting(Bench(state))

    def legal_actions(self, state: DiceThroneState) -> tuple[AnyAction, ...]:
        return tuple(offers.offers(Bench(state)))

    def resolve(self, state: DiceThroneState, action: AnyAction) -> Resolution:
        act: Callable[[Bench, Any], None] | None = acts.ACTS.get(type(action))
        if act is None:
            raise IllegalAction(line("core.unreadable", problem=type(action).__name__))
        if state.outcome is not None and not isinstance(action, Adjust):
            raise IllegalAction(line("dt.no.over"))
        b = Bench(state)
        act(b, action)
        return Resolution(b.freeze(), tuple(b.lines))

    def action_of_roll(self, state: DiceThroneState, dice: Sequence[TableDie]) -> AnyAction:
        problem = rolls.problem(Bench(state), dice)
        if problem is not None:
            raise UnexpectedRoll(problem)
        return Roll(tuple(dice))

    def counters(self, state: DiceThroneState) -> tuple[Counter, ...]:
        b = Bench(state)
        found = []
        shown = {status for seat in range(len(b.fighters)) for status in setting.statuses_of(b, seat)}
        for seat, fighter in enumerate(state.fighters):
            found.append(Counter(seat, "health", state.health[fighter.team], 0, b.health_cap()))
            found.append(Counter(seat, "cp", fighter.cp, 0, CP_CAP))
            found.append(
                Counter(seat, "hand", fighter.hand, 0, fighter.hand + fighter.deck + fighter.discard)
            )
            found.append(Counter(seat, "deck", fighter.deck, 0, fighter.deck + fighter.discard))
            for status in sorted(shown | set(fighter.tokens)):
                if setting.can_hold(b, seat, status):
                    count = fighter.tokens.get(status, 0)
                    found.append(Counter(seat, f"token.{status}", count, 0, b.limit(seat, status)))
        return tuple(found)

    def harm_told(self, told: Line) -> tuple[Line, int] | None:
        source, n = told.args.get("source"), told.args.get("n")
        if told.id != "dt.takes" or not isinstance(source, Line) or not isinstance(n, int):
            return None
        return source, n

    def outcome(self, state: DiceThroneState) -> Outcome | None:
        return state.outcome

    def label(self, state: DiceThroneState, action: AnyAction) -> Line:
        return labels.label(Bench(state), action)

    def die_kinds(self, state: DiceThroneState) -> tuple[DieKind, ...]:
        if state.dice_kind != "hero":
            return tuple(kind for kind in PLAIN_KINDS if kind.name == state.dice_kind)
        heroes = dict.fromkeys(fighter.hero for fighter in state.fighters)
        return tuple(die_kind(hero) for hero in heroes)


def die_kind(hero: str) -> DieKind:
    """A hero's own die. Its faces are named by their numbers; the symbols stand in the hero file."""
    library().heroes[hero]
    return DieKind(f"dice_throne.{hero}", Shape.D6, Marks.TAUGHT, tuple(str(n) for n in range(1, 7)))
