"""The simulated table: a camera for where there is none. Dice are thrown, roll, rest and are taken away.

    table = SimulatedTable(seed=3)
    table.open()
    table.throw([pip_d6()] * 5, faces=["1", "2", "3", "4", "5"])
    frame = table.read(timeout=1.0)
    table.truth                          what the newest frame really shows

With `realtime` it keeps the pace of a camera; without, every read gives the next frame at once and time is
counted in frames, so that the same commands between the same reads give the same frames.
Commands may come from any thread; they are carried out one after the other. Frames are read by one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from companion.camera.simulation import acts
from companion.camera.simulation.acts import Act, Placed
from companion.camera.simulation.die import SimDie
from companion.camera.simulation.onlooker import FRAMES_A_SECOND, Onlooker
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.placing import beside, flat_at, leaning, on_top
from companion.camera.simulation.plans import Plan
from companion.camera.simulation.scene import Scene
from companion.camera.simulation.stage import Stage
from companion.camera.simulation.target_throws import plan_at
from companion.camera.simulation.things import Thing
from companion.camera.simulation.throws import How, Lying, plan_drop, plan_fall_out, plan_throw
from companion.camera.simulation.timeline import Timeline
from companion.camera.simulation.witness import Witness

MOST_DICE = 20  # that can lie in the tray
REACH_MM = 14.0  # how near to a die a finger must point


class SimulatedTable(Onlooker):
    """A table that is not there, with a camera above it (`Onlooker`): what hands do on it."""

    def __init__(
        self,
        seed: int = 0,
        *,
        realtime: bool = True,
        frames_a_second: float = FRAMES_A_SECOND,
        table: int = 0,
        player: int = 0,
    ) -> None:
        """`seed` decides the throws, `table` which table it is (0: the plain one), `player` whose hand."""
        super().__init__(realtime, frames_a_second, table, player)
        self.seed = seed
        # What will be true when every command has been carried out: commands may follow on each other.
        self._dice: dict[int, SimDie] = {}
        self._in_hand: dict[int, SimDie] = {}
        self._things: dict[int, Thing] = {}
        self._next_id = 1
        self._commands = 0

    # What there is to know.

    @property
    def lying(self) -> Mapping[int, SimDie]:
        """The dice on the table, by id, once all that was commanded has happened."""
        with self._lock:
            return dict(self._dice)

    @property
    def in_hand(self) -> Mapping[int, SimDie]:
        """The dice that were picked up and not thrown again, by the id they had."""
        with self._lock:
            return dict(self._in_hand)

    # Commands.

    def throw(
        self, dice: Sequence[SimDie], faces: Sequence[str] | None = None, how: How = "hand"
    ) -> tuple[int, ...]:
        """Throw these dice. `faces` demands what they show. Returns the ids they will have."""
        dice = tuple(dice)
        _check(dice, faces)
        if len(dice) + len(self._dice) > MOST_DICE:
            raise ValueError(f"no more than {MOST_DICE} dice fit into the tray: clear it first")
        with self._lock:
            ids = tuple(range(self._next_id, self._next_id + len(dice)))
            self._next_id += len(dice)
            thrown = dict(zip(ids, dice, strict=True))
            self._dice.update(thrown)
            rng = self._chance()
            x = float(rng.uniform(-50, 50))
            plan = Plan(dice, lambda lying: plan_throw(dice, faces, how, lying, x, rng))
            if how == "tower":
                self._timeline.then(lambda: self._begin(plan, acts.wait_for_tower()))
                self._timeline.then(lambda: acts.throw_from_tower(plan.result(), thrown), plan.done)
            else:
                self._timeline.then(lambda: self._begin(plan, acts.come_to_throw(x)))
                self._timeline.then(lambda: acts.throw_from_hand(plan.result(), thrown, x), plan.done)
            return ids

    def throw_in_hand(self, faces: Sequence[str] | None = None, how: How = "hand") -> tuple[int, ...]:
        """Throw the dice that were picked up."""
        with self._lock:
            dice = list(self._in_hand.values())
            ids = self.throw(dice, faces, how)
            self._in_hand.clear()
            return ids

    def rethrow(self, ids: Sequence[int], faces: Sequence[str] | None = None) -> None:
        """A hand picks these dice up and throws them again; they keep their ids, the others stay."""
        if not ids:
            return
        with self._lock:
            thrown = {id: self._known(id) for id in ids}
            _check(list(thrown.values()), faces)
            rng = self._chance()
            x = float(rng.uniform(-50, 50))
            dice = list(thrown.values())
            plan = Plan(dice, lambda lying: plan_throw(dice, faces, "hand", lying, x, rng))
            self._timeline.then(
                lambda: self._begin(plan, acts.gather(self._timeline.lying, ids, stay=True, x=x))
            )
            self._timeline.then(lambda: acts.throw_from_hand(plan.result(), thrown, x), plan.done)

    def roll_at(self, die: SimDie, x_mm: float, y_mm: float, face: str | None = None) -> int:
        """Roll one die before its owner: it comes to rest near this place. Returns the id it will have."""
        if len(self._dice) + 1 > MOST_DICE:
            raise ValueError(f"no more than {MOST_DICE} dice fit into the tray: clear it first")
        with self._lock:
            id = self._next_id
            self._next_id += 1
            self._dice[id] = die
            self._drop(id, (x_mm, y_mm), face, lambda: acts.come_to_throw(x_mm, y_mm))
            return id

    def reroll_at(self, id: int, x_mm: float, y_mm: float, face: str | None = None) -> None:
        """A hand picks this die up and rolls it again, near this place; it keeps its id."""
        with self._lock:
            self._known(id)
            self._drop(
                id,
                (x_mm, y_mm),
                face,
                lambda: acts.gather(self._timeline.lying, [id], stay=True, x=x_mm, y=y_mm),
            )

    def throw_at(self, die: SimDie, x_mm: float, y_mm: float, face: str | None = None) -> int:
        """Throw a die at the target, to rest at this place of the table. Returns the id it will have."""
        with self._lock:
            id = self._next_id
            self._next_id += 1
            self._dice[id] = die
            rng = self._chance()
            near_y = -self.scene.floor.half_y - 2 * die.size
            plan = Plan([die], lambda lying: plan_at(die, face, (x_mm, y_mm), lying, near_y, rng))
            self._timeline.then(lambda: self._begin(plan, acts.wait_for_tower()))
            self._timeline.then(lambda: acts.throw_from_tower(plan.result(), {id: die}), plan.done)
            return id

    def look_at(self, scene: Scene, keep: bool = False) -> None:
        """Another table: with a target in place of the tray, or the tray again. The dice are put away at once.

        With `keep` they stay: it is the same table, bumped.
        """
        _ = scene.background  # painting it takes a moment: before it is looked at
        with self._lock:
            if not keep:
                self._dice.clear()
                self._in_hand.clear()
                self._things.clear()
                self._timeline = Timeline(wait_until_ready=self.realtime)
            self.scene = scene
            self._stage = Stage(scene, self._player)
            self._witness = Witness(scene.view, scene.floor)

    def lay(self, id: int, x_mm: float, y_mm: float, face: str | None = None) -> None:
        """A hand puts a die down near this place, turned to a face or as it was."""
        with self._lock:
            self._known(id)
            rng = self._chance()
            self._timeline.then(
                lambda: self._lay(
                    id, lambda placed, others: flat_at(placed, face, (x_mm, y_mm), others, rng), False
                )
            )

    def pick_up(self, id: int) -> None:
        """A hand takes one die away."""
        with self._lock:
            self._in_hand[id] = self._known(id)
            del self._dice[id]
            self._timeline.then(lambda: self._take([id]))

    def pick_up_at(self, x_mm: float, y_mm: float) -> int | None:
        """A hand takes the die that lies here. Returns its id, or None when none does."""
        with self._lock:
            spot = np.array([x_mm, y_mm])
            there = [placed for id, placed in self._timeline.lying.items() if id in self._dice]
            near = {placed.id: float(np.linalg.norm(placed.pose.place[:2] - spot)) for placed in there}
            nearest = min(near, key=lambda id: near[id], default=None)
            if nearest is None or near[nearest] > REACH_MM:
                return None
            self.pick_up(nearest)
            return nearest

    def clear(self) -> None:
        """A hand takes all dice away, those beside the tray too."""
        with self._lock:
            self._dice.clear()
            self._in_hand.clear()  # put away with the others
            self._timeline.then(lambda: self._take(list(self._timeline.lying)))

    def hand(self, seconds: float) -> None:
        """A hand comes over the tray, rests there, and goes."""
        with self._lock:
            rng = self._chance()
            x, y = float(rng.uniform(-60, 60)), float(rng.uniform(-40, 20))
            self._timeline.then(lambda: acts.rest_hand(seconds, x, y))

    def cock(self, id: int) -> None:
        """A hand lays a die so that it leans on another die or on the rim."""
        with self._lock:
            self._known(id)
            rng = self._chance()
            self._timeline.then(
                lambda: self._lay(id, lambda placed, others: leaning(placed.die, others, rng), True)
            )

    def stack(self, id: int, other: int) -> None:
        """A hand puts a die on top of another. It does not lie on the felt, and counts as cocked."""
        with self._lock:
            self._known(id)
            self._known(other)
            rng = self._chance()
            self._timeline.then(
                lambda: self._lay(id, lambda p, _: on_top(p.die, self._timeline.lying[other], rng), True)
            )

    def put(self, thing: Thing) -> int:
        """A hand puts a card, a token or a cup down. Returns its number."""
        with self._lock:
            id = self._next_id
            self._next_id += 1
            self._things[id] = thing
            self._timeline.then(lambda: acts.move_thing(id, thing, there=True))
            return id

    def take(self, id: int) -> None:
        """A hand takes a thing away."""
        with self._lock:
            thing = self._things.pop(id)
            self._timeline.then(lambda: acts.move_thing(id, thing, there=False))

    def gesture(self, seconds: float, y_mm: float = -20.0) -> None:
        """Somebody talks with a hand above the tray; at a larger `y_mm` the sleeve hangs over it."""
        with self._lock:
            rng = self._chance()
            count = max(2, round(3 * seconds))
            keys = [(float(x), y_mm + float(y)) for x, y in rng.uniform((-90, -45), (90, 45), (count, 2))]
            self._timeline.then(lambda: acts.gesture(keys))

    def push_together(self, id: int, other: int) -> None:
        """A hand lays a die side by side with another, touching, with the same face up."""
        with self._lock:
            self._known(id)
            self._known(other)
            rng = self._chance()
            self._timeline.then(
                lambda: self._lay(
                    id, lambda p, others: beside(p, self._timeline.lying[other], others, rng), False
                )
            )

    def drop_out(self, id: int) -> None:
        """A hand takes a die, and lets it fall over the rim."""
        with self._lock:
            thrown = {id: self._known(id)}
            rng = self._chance()
            plan = Plan([], lambda lying: plan_fall_out(thrown[id], lying, rng))
            self._timeline.then(lambda: self._begin(plan, acts.take_to_drop(self._timeline.lying[id])))
            self._timeline.then(lambda: acts.let_fall(plan.result(), thrown), plan.done)

    # How commands become acts.

    def _known(self, id: int) -> SimDie:
        if id not in self._dice:
            raise ValueError(f"there is no die {id} on the simulated table")
        return self._dice[id]

    def _chance(self) -> np.random.Generator:
        """Each command has luck of its own, whatever happened before."""
        self._commands += 1
        return np.random.default_rng([self.seed, self._commands])

    def _drop(self, id: int, place: tuple[float, float], face: str | None, come: Callable[[], Act]) -> None:
        rng = self._chance()
        die = self._dice[id]
        plan = Plan([die], lambda lying: plan_drop(die, face, place, lying, rng))
        self._timeline.then(lambda: self._begin(plan, come()))
        self._timeline.then(lambda: acts.throw_from_hand(plan.result(), {id: die}, *place), plan.done)

    def _begin(self, plan: Plan, act: Act) -> Act:
        """Begin an act, and with it the planning of the throw it leads to; what it takes is not in the way."""
        assert self._planner is not None
        there = [placed for id, placed in self._timeline.lying.items() if id not in act.takes]
        plan.begin(self._planner, [Lying(placed.die, placed.pose) for placed in there])
        return act

    def _take(self, ids: Sequence[int]) -> Act:
        # From the player's right to the left, as a hand goes.
        lying = self._timeline.lying
        order = sorted(ids, key=lambda id: -lying[id].pose.place[0])
        return acts.gather(lying, order, home_y=self.scene.home_y)

    def _lay(self, id: int, where: Callable[[Placed, list[Placed]], Pose], cocked: bool) -> Act:
        placed = self._timeline.lying[id]
        others = [other for other in self._timeline.lying.values() if other.id != id]
        return acts.lay_down(placed, where(placed, others), cocked)


def _check(dice: Sequence[SimDie], faces: Sequence[str] | None) -> None:
    if not dice:
        raise ValueError("there are no dice to throw")
    if faces is not None:
        if len(faces) != len(dice):
            raise ValueError(f"{len(dice)} dice were thrown, but {len(faces)} faces asked for")
        for die, face in zip(dice, faces, strict=True):
            die.faces_called(face)
