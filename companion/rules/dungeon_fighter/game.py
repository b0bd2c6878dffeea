"""The rules of Dungeon Fighter behind the door that every game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from companion.dice import DieKind
from companion.rules.core import Counter, Game, HouseRule, Outcome, Resolution, Seat, TableDie, Waiting
from companion.rules.dungeon_fighter import acts, corrections, labels, offers, score, target
from companion.rules.dungeon_fighter import setup as setting
from companion.rules.dungeon_fighter.actions import AnyAction
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.houserules import HOUSE_RULES
from companion.rules.dungeon_fighter.library import library
from companion.rules.dungeon_fighter.state import DungeonFighterState, Setup
from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line


class DungeonFighter(Game[DungeonFighterState, AnyAction, Setup]):
    name: ClassVar[str] = "dungeon_fighter"
    version: ClassVar[int] = 1
    state_type: ClassVar[Any] = DungeonFighterState
    action_type: ClassVar[Any] = AnyAction
    setup_type: ClassVar[Any] = Setup
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    course_of: ClassVar[str] = "health"
    own_folder: ClassVar[str] = "dungeon_fighter"

    def setup(self, setup: Setup) -> DungeonFighterState:
        return setting.first_state(setup)

    def add_content(self, file: Path) -> None:
        library().add_file(file)

    def content_told(self, before: DungeonFighterState, after: DungeonFighterState) -> Mapping[str, str]:
        known = [card for _, _, card in before.told.cards()]
        return library().files_with(card for _, _, card in after.told.cards() if card not in known)

    def seats(self, state: DungeonFighterState) -> tuple[Seat, ...]:
        return state.seats

    def waits_for(self, state: DungeonFighterState) -> Waiting:
        over = self.outcome(state)
        return Waiting((), over.reason) if over is not None else labels.waiting(Bench(state))

    def legal_actions(self, state: DungeonFighterState) -> tuple[AnyAction, ...]:
        return tuple(offers.offers(Bench(state)))

    def resolve(self, state: DungeonFighterState, action: AnyAction) -> Resolution:
        act = acts.ACTS.get(type(action))
        if act is None:
            raise IllegalAction(line("core.unreadable", problem=type(action).__name__))
        if self.outcome(state) is not None and not isinstance(action, acts.AT_THE_END):
            raise IllegalAction(line("df.no.over"))
        b = Bench(state)
        act(b, action)
        return Resolution(b.freeze(), tuple(b.lines))

    def action_of_roll(self, state: DungeonFighterState, dice: Sequence[TableDie]) -> AnyAction:
        return target.seen(Bench(state), dice)

    def counters(self, state: DungeonFighterState) -> tuple[Counter, ...]:
        return corrections.counters(state)

    def harm_told(self, told: Line) -> tuple[Line, int] | None:
        """What each monster had to take."""
        monster, n = told.args.get("monster"), told.args.get("n")
        if told.id != "df.hits" or not isinstance(monster, Line) or not isinstance(n, int):
            return None
        return monster, n

    def outcome(self, state: DungeonFighterState) -> Outcome | None:
        if state.stage == "lost":
            return Outcome((), line("df.end.lost"))
        if state.stage != "won":
            return None
        points = score.total(state)  # worked out anew: a counter may be corrected after the end
        rank = line(f"df.rank.{score.rank(points)}")
        return Outcome(tuple(range(len(state.seats))), line("df.end.won", n=points, rank=rank))

    def label(self, state: DungeonFighterState, action: AnyAction) -> Line:
        return labels.label(Bench(state), action)

    def die_kinds(self, state: DungeonFighterState) -> tuple[DieKind, ...]:  # noqa: ARG002 (always the same)
        return target.KINDS
