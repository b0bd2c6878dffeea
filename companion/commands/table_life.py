"""What people do at a table, act after act, for `companion soak`; and what the companion should make of each.

Every act is done by the simulated table's hands. Some are throws; most are not, and must never become a roll.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import LOOKS, SimDie, numeral_d12, pip_d6
from companion.camera.simulation.things import THINGS, Thing, ThingName
from companion.camera.simulation.throws import How

DICE = 5
TRAY_MM = (100.0, 55.0)  # how far from the middle things are put


class Expect(StrEnum):
    """What should come of an act."""

    ROLL = "roll"  # dice were thrown: one roll, with what they show
    NOTHING = "nothing"  # nobody threw anything
    FLAG = "flag"  # a die lies so that it counts for nothing: the players are told, and there is no roll


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that somebody did."""

    name: str
    expect: Expect
    thrown: int = 0  # dice
    kept: int = 0  # dice that must stay what they were
    odd: int | None = None  # the die that lies askew
    slid: bool = False  # a hand moved a die as it lay: that may be told, but as no throw


class TableLife:
    """Chooses what happens next, from a seed, and lets the table do it."""

    # How often each happens; the acts that follow on others are not chosen.
    OFTEN = (
        ("throw", 5), ("re-roll three of five", 5), ("pick up a die", 2), ("slide a die aside", 2), ("hand", 2),
        ("talk over the tray", 3), ("sleeve", 2), ("card", 2), ("token", 1), ("cup", 1), ("stacked", 2), ("cocked", 2),
        ("off tray", 2), ("light", 1),
    )  # fmt: skip

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._table = table
        self._chance = random.Random(seed)
        self._dice = self._new_dice()
        self._thing: int | None = None
        self._odd: int | None = None

    def next(self) -> Act:
        """Begin the next act; it is over when the table is no longer busy."""
        if self._odd is not None:  # what lies askew is picked up before anything else
            self._table.pick_up(self._odd)
            self._odd = None
            return Act("picked up what lay askew", Expect.NOTHING)
        if self._thing is not None and (not self._table.lying or self._chance.random() < 0.6):
            self._table.take(self._thing)
            self._thing = None
            return Act("a thing is taken away", Expect.NOTHING)
        lying = list(self._table.lying)
        if not lying or (self._thing is None and self._chance.random() < 0.06):
            return self._throw() if not lying else self._clear()
        names, weights = zip(*self.OFTEN, strict=True)
        name = self._chance.choices(names, weights)[0]
        return self._do(name, lying)

    def idle_seconds(self) -> float:
        """How long nothing happens after an act: mostly a moment, now and then a long story."""
        return (
            self._chance.uniform(20, 60) if self._chance.random() < 0.04 else self._chance.uniform(1.0, 6.0)
        )

    def _do(self, name: str, lying: list[int]) -> Act:
        table, chance = self._table, self._chance
        if name == "throw":
            # The dice of the throw before go first; a thing that lies there would be in the way.
            return self._clear() if len(lying) > 0 else self._throw()
        if name == "re-roll three of five":
            if len(lying) < DICE or self._thing is not None:
                return self._clear() if self._thing is None else self._do("hand", lying)
            table.rethrow(chance.sample(lying, 3))
            return Act(name, Expect.ROLL, thrown=3, kept=2)
        if name == "pick up a die":
            table.pick_up(chance.choice(lying))
        elif name == "slide a die aside":
            if self._thing is not None:
                return self._do("hand", lying)
            x, y = (chance.uniform(-far, far) for far in TRAY_MM)
            table.lay(chance.choice(lying), x, y)
            return Act(name, Expect.NOTHING, slid=True)
        elif name == "hand":
            table.hand(chance.uniform(0.5, 4.0))
        elif name == "talk over the tray":
            table.gesture(chance.uniform(1.0, 5.0))
        elif name == "sleeve":
            table.gesture(chance.uniform(1.0, 3.0), y_mm=chance.uniform(70, 120))
        elif name in THINGS:
            if self._thing is not None:
                return self._do("hand", lying)
            self._thing = table.put(self._somewhere(cast(ThingName, name)))
        elif name == "light":
            table.light(chance.uniform(0.4, 1.6), chance.uniform(-0.4, 0.6))
        else:
            return self._askew(name, lying)
        return Act(name, Expect.NOTHING)

    def _askew(self, name: str, lying: list[int]) -> Act:
        if len(lying) < 2 or self._thing is not None:
            return self._do("talk over the tray", lying)
        die, other = self._chance.sample(lying, 2)
        if name == "stacked":
            self._table.stack(die, other)
        elif name == "cocked":
            self._table.cock(die)
        else:
            self._table.drop_out(die)
        self._odd = die
        return Act(name, Expect.FLAG, odd=die)

    def _throw(self) -> Act:
        if self._chance.random() < 0.3:
            self._dice = self._new_dice()
        how: How = "tower" if self._chance.random() < 0.3 else "hand"
        self._table.throw(self._dice, how=how)
        return Act("throw", Expect.ROLL, thrown=len(self._dice))

    def _clear(self) -> Act:
        self._table.clear()
        return Act("all dice are taken away", Expect.NOTHING)

    def _somewhere(self, name: ThingName) -> Thing:
        x, y = (self._chance.uniform(-far, far) for far in TRAY_MM)
        return Thing(name, x, y, self._chance.uniform(0, 360), self._chance.randrange(8))

    def _new_dice(self) -> list[SimDie]:
        """Mostly five of one colour, as a player has them; now and then a few d12."""
        if self._chance.random() < 0.15:
            return [numeral_d12(look) for look in self._chance.sample(LOOKS, 3)]
        if self._chance.random() < 0.3:
            return [pip_d6(look) for look in self._chance.sample(LOOKS, DICE)]
        return [pip_d6(self._chance.choice(LOOKS))] * DICE
