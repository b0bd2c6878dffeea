"""The hand at the simulated table: throws what the game waits for, for the host's button and for the demo."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin, sqrt
from typing import Any

import msgspec

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import LOOKS, SimDie, numeral_d6, numeral_d12, pip_d6
from companion.camera.simulation.scene import scene
from companion.camera.simulation.target_scene import TargetScene
from companion.commands.target import profile_named
from companion.game_dice import simulated
from companion.king_hands import KingHands
from companion.rules.core import DiceWanted, Waiting
from companion.rules.dungeon_fighter.bench import Bench
from companion.rules.dungeon_fighter.draft import drafted_die
from companion.rules.dungeon_fighter.state import DungeonFighterState
from companion.rules.dungeon_fighter.target import die_kind, usable
from companion.rules.king_of_12.state import KingOf12State
from companion.vision.target.drawing import draw_target

Place = tuple[float, float]
DEFAULT = "default"  # the target that lies on the simulated table
TARGET_PX = 3.0  # pixels a mm that it is drawn with
SHOWN = 3  # dice of one kind that are laid down together, to be taught
SAME_PLACE_MM = 8.0  # a reading this near to a die is of that die
MOST_ON_TARGET = 4  # dice that lie there before a hand clears it
TARGET_MM = 250.0  # from its middle that dice come to rest: a few are off
ANY_DICE = DiceWanted("d6", 5, 5)  # thrown when nobody waits for dice: the companion must cope with that too


class Thrower:
    """Knows the dice on the simulated table by where they lie, as the reader does."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._king = KingHands(table)
        self._luck = random.Random(table.seed)

    def serve(self, state: Any, waiting: Waiting | None, keep: Sequence[Place] | None = None) -> None:
        """Do with the dice what the game in progress waits for, or throw any where there is none."""
        if isinstance(state, KingOf12State):
            self._king.move(state)
            return
        if isinstance(state, DungeonFighterState) and waiting is not None and waiting.dice is not None:
            waiting = msgspec.structs.replace(waiting, dice=_taken(state, waiting.dice))
            if self.at_target and waiting.dice is not None:
                self._throw_at_target(waiting.dice.kind)
                return
        seat = waiting.seats[0] if waiting and waiting.seats else 0
        self.throw(waiting.dice if waiting else None, keep, seat)

    def throw(self, wanted: DiceWanted | None, keep: Sequence[Place] | None = None, seat: int = 0) -> None:
        """Throw the dice that are wanted.

        Where dice may be kept, those at `keep` stay. Without `keep`, the dice that were picked up are thrown;
        if none was, all are.
        """
        wanted = wanted or ANY_DICE
        lying = self._table.lying
        if wanted.attempt > 1 and keep is None and self._table.in_hand:
            self._table.throw_in_hand()
        elif wanted.attempt > 1 and lying:
            kept = {self._at(place) for place in keep or ()}
            self._table.rethrow([id for id in lying if id not in kept])
        else:
            if lying or self._table.in_hand:
                self._table.clear()
            self._table.throw([_die(kind, seat) for kind in self._drawn(wanted)])

    @property
    def at_target(self) -> bool:
        return isinstance(self._table.scene, TargetScene)

    def lay_target(self, there: bool) -> None:
        """Lay the printed target down in place of the tray, or take it away."""
        self._table.look_at(_target_scene() if there else scene(self._table.table))

    def _throw_at_target(self, kind: str) -> None:
        """One die; others stay where they lie until there are many, or until one of them is this die."""
        lying = self._table.lying
        if len(lying) >= MOST_ON_TARGET:
            self._table.clear()
        else:
            for id in [id for id, die in lying.items() if die.kind == kind]:
                self._table.pick_up(id)
        away, way = TARGET_MM * sqrt(self._luck.random()), self._luck.uniform(0, 2 * pi)
        self._table.throw_at(_die(kind, 0), away * cos(way), away * sin(way))

    def show(self, kind: str, face: str) -> bool:
        """Some dice of this kind with this face up, as one who teaches a die lays them. False: it has no such die."""
        die = _die(kind, 0)
        self._table.clear()
        if face not in die.labels:
            return False
        self._table.throw([die] * SHOWN, faces=[face] * SHOWN)
        return True

    def pick_up(self, place: Place) -> None:
        """Take up the die that lies here, to be thrown again."""
        self._table.pick_up_at(*place)

    def tip(self) -> None:
        """Tip the one d12 that lies there over an edge, or lay one down."""
        self._king.tip()

    def _drawn(self, wanted: DiceWanted) -> list[str]:
        """The kinds of the dice that are thrown: those that must be, and the others as if from a bag."""
        if not wanted.kinds:
            return [wanted.kind] * wanted.count
        must = [one.kind for one in wanted.kinds for _ in range(one.fewest)]
        bag = [one.kind for one in wanted.kinds for _ in range(one.most - one.fewest)]
        return [*must, *self._luck.sample(bag, min(len(bag), max(0, wanted.count - len(must))))]

    def _at(self, place: Place) -> int | None:
        near = {
            die.id: (die.centre_mm[0] - place[0]) ** 2 + (die.centre_mm[1] - place[1]) ** 2
            for die in self._table.truth.dice
        }
        nearest = min(near, key=lambda id: near[id], default=None)
        return nearest if nearest is not None and near[nearest] < SAME_PLACE_MM**2 else None


@cache
def _target_scene() -> TargetScene:
    profile, _ = profile_named(DEFAULT)
    return TargetScene(0, draw_target(profile, TARGET_PX, profile.reach()), profile.reach())


def _taken(state: DungeonFighterState, wanted: DiceWanted) -> DiceWanted:
    """The die that the hero has taken, or the first that may be."""
    b = Bench(state)
    die = drafted_die(b) or usable(b)[0]
    return msgspec.structs.replace(wanted, kind=die_kind(die).name)


def _die(kind: str, seat: int) -> SimDie:
    drawn = simulated(kind)
    if drawn is not None:
        return drawn
    look = LOOKS[seat % len(LOOKS)]
    makers = {"d12": numeral_d12, "d6-numerals": numeral_d6}
    return makers.get(kind, pip_d6)(look)
