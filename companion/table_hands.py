"""The hands at the simulated table: what the buttons to throw, to pick up and to tip a die do there."""

from __future__ import annotations

from collections.abc import Sequence

from companion.camera.simulated import SimulatedTable
from companion.referee import Referee
from companion.screens.port import View
from companion.target_desk import TargetDesk
from companion.teaching import TeachingDesk
from companion.thrower import Place, Thrower

AIMING = "dungeon_fighter"  # the game whose dice are thrown at a target


class TableHands:
    """Used by the referee's thread."""

    def __init__(
        self, table: SimulatedTable, referee: Referee, teaching: TeachingDesk | None, targets: TargetDesk
    ) -> None:
        self._thrower = Thrower(table)
        self._referee, self._teaching, self._targets = referee, teaching, targets

    def lay_target(self, view: View) -> bool:
        """A target lies there while dice are thrown at one, or one is traced; else the tray. Did that change?"""
        aims = view.game == AIMING and bool(self._targets.view().used)
        wanted = aims or self._targets.tracing
        if self._thrower.at_target == wanted:
            return False
        self._thrower.lay_target(wanted)
        return True

    def throw(self, keep: Sequence[Place] | None) -> None:
        """The dice that the game waits for, or those that are being taught."""
        lesson = self._teaching.lesson if self._teaching is not None else None
        if lesson is not None:
            self._thrower.show(lesson.die.name, lesson.face)
        else:
            view = self._referee.view()
            self._thrower.serve(view.state, view.waiting, keep)

    def pick_up(self, die: int) -> None:
        place = next((d.place_mm for d in self._referee.sight.dice if d.die == die), None)
        if place is not None:
            self._thrower.pick_up(place)

    def tip(self) -> None:
        self._thrower.tip()
