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

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from companion.camera.simulation import acts
from companion.camera.simulation.acts import Act, Placed
from companion.camera.simulation.die import SimDie
from companion.camera.simulation.hand import GRIPS, hand_model
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.placing import beside, leaning
from companion.camera.simulation.scene import TableProfile, scene
from companion.camera.simulation.sensor import GOOD_LIGHT, Light, expose, with_noise
from companion.camera.simulation.stage import ShownDie, Stage, prepare
from companion.camera.simulation.throws import How, Lying, Throw, plan_fall_out, plan_throw
from companion.camera.simulation.tracks import HandPose
from companion.camera.simulation.truth import Truth
from companion.camera.simulation.witness import Witness
from companion.camera.source import CameraError, Frame
from companion.camera.tidy import small_of

FRAMES_A_SECOND = 30.0
MOST_DICE = 20  # that can lie in the tray
REMEMBERED = 900  # truths: half a minute
REACH_MM = 14.0  # how near to a die a finger must point
_LIGHT_SECONDS = 0.6


@dataclass(frozen=True)
class _Step:
    """A command's part: makes its act when its turn has come and it is ready."""

    make: Callable[[], Act]
    ready: Callable[[], bool] = lambda: True


class SimulatedTable:
    """A camera above a table that is not there."""

    name = "simulated"

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
        self.seed = seed
        self.realtime = realtime
        self.frames_a_second = frames_a_second
        self.scene = scene(table)
        self._player = player
        self._stage = Stage(self.scene, player)
        self._witness = Witness(self.scene.view)
        self._lock = threading.RLock()
        self._steps: deque[_Step] = deque()
        self._act: Act | None = None
        self._act_began = 0.0
        self._lying: dict[int, Placed] = {}
        self._in_hand: dict[int, SimDie] = {}
        self._next_id = 1
        self._commands = 0
        self._light = self._light_from = self._light_to = GOOD_LIGHT
        self._light_began: float | None = None
        self._stirred = 0.0
        self._number = 0
        self._opened = False
        self._due = 0.0
        self._truths: OrderedDict[int, Truth] = OrderedDict()
        self._planner: ThreadPoolExecutor | None = None

    # The camera.

    def open(self) -> None:
        if not self._opened:
            self._planner = ThreadPoolExecutor(1, thread_name_prefix="throws")
            self._planner.submit(self._prepare_hands)
            _ = self.scene.background
            self._due = time.monotonic()
            self._opened = True

    def close(self) -> None:
        self._opened = False
        if self._planner is not None:
            self._planner.shutdown(wait=False, cancel_futures=True)
            self._planner = None

    def read(self, timeout: float) -> Frame | None:
        if not self._opened:
            raise CameraError("The simulated table is not open. Open it before frames are read.")
        if self.realtime:
            wait = self._due - time.monotonic()
            if wait > timeout:
                time.sleep(max(0.0, timeout))
                return None
            if wait > 0:
                time.sleep(wait)
            # A frame that comes late is the moment it is painted, and none is made up for.
            now = max(self._due, time.monotonic() - 1 / self.frames_a_second)
            self._due = now + 1 / self.frames_a_second
        else:
            now = self._number / self.frames_a_second
        return self._frame(now)

    # What there is to know.

    @property
    def profile(self) -> TableProfile:
        """The exact pose of the camera, for a calibration that needs no markers."""
        return self.scene.profile

    @property
    def busy(self) -> bool:
        """Something is still happening, or about to."""
        with self._lock:
            return self._act is not None or bool(self._steps)

    @property
    def truth(self) -> Truth:
        """Of the newest frame."""
        with self._lock:
            if not self._truths:
                return Truth(0, 0.0, (), False, self._light, 0.0)
            return next(reversed(self._truths.values()))

    def truth_at(self, number: int) -> Truth:
        """Of a frame of the last half minute. Raises KeyError for an older one."""
        with self._lock:
            return self._truths[number]

    @property
    def lying(self) -> Mapping[int, SimDie]:
        """The dice on the table, by id."""
        with self._lock:
            return {id: placed.die for id, placed in self._lying.items()}

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
        _check(dice, faces)
        if len(dice) + len(self._lying) > MOST_DICE:
            raise ValueError(f"no more than {MOST_DICE} dice fit into the tray: clear it first")
        with self._lock:
            ids = tuple(range(self._next_id, self._next_id + len(dice)))
            self._next_id += len(dice)
            thrown = dict(zip(ids, dice, strict=True))
            rng = self._chance()
            x = float(rng.uniform(-50, 50))
            plan = _Plan(self, dice, lambda lying: plan_throw(dice, faces, how, lying, x, rng))
            if how == "tower":
                self._then(lambda: plan.begin(acts.wait_for_tower()))
                self._then(lambda: acts.throw_from_tower(plan.result(), thrown), plan.done)
            else:
                self._then(lambda: plan.begin(acts.come_to_throw(x)))
                self._then(lambda: acts.throw_from_hand(plan.result(), thrown, x), plan.done)
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
            thrown = {id: self._known(id).die for id in ids}
            _check(list(thrown.values()), faces)
            rng = self._chance()
            x = float(rng.uniform(-50, 50))
            dice = list(thrown.values())
            plan = _Plan(self, dice, lambda lying: plan_throw(dice, faces, "hand", lying, x, rng), ids)
            self._then(lambda: plan.begin(acts.gather(self._lying, ids, stay=True, x=x)))
            self._then(lambda: acts.throw_from_hand(plan.result(), thrown, x), plan.done)

    def pick_up(self, id: int) -> None:
        """A hand takes one die away."""
        with self._lock:
            self._known(id)
            self._then(lambda: self._take([id], keep=True))

    def pick_up_at(self, x_mm: float, y_mm: float) -> int | None:
        """A hand takes the die that lies here. Returns its id, or None when none does."""
        with self._lock:
            spot = np.array([x_mm, y_mm])
            near = {id: float(np.linalg.norm(p.pose.place[:2] - spot)) for id, p in self._lying.items()}
            nearest = min(near, key=lambda id: near[id], default=None)
            if nearest is None or near[nearest] > REACH_MM:
                return None
            self.pick_up(nearest)
            return nearest

    def clear(self) -> None:
        """A hand takes all dice away, those beside the tray too."""
        with self._lock:
            self._then(lambda: self._take(list(self._lying), keep=False))

    def hand(self, seconds: float) -> None:
        """A hand comes over the tray, rests there, and goes."""
        with self._lock:
            rng = self._chance()
            x, y = float(rng.uniform(-60, 60)), float(rng.uniform(-40, 20))
            self._then(lambda: acts.rest_hand(seconds, x, y))

    def cock(self, id: int) -> None:
        """A hand lays a die so that it leans on another die or on the rim."""
        with self._lock:
            self._known(id)
            rng = self._chance()
            self._then(lambda: self._lay(id, lambda placed, others: leaning(placed.die, others, rng), True))

    def push_together(self, id: int, other: int) -> None:
        """A hand lays a die side by side with another, touching, with the same face up."""
        with self._lock:
            self._known(id)
            self._known(other)
            rng = self._chance()
            self._then(
                lambda: self._lay(id, lambda p, others: beside(p, self._lying[other], others, rng), False)
            )

    def drop_out(self, id: int) -> None:
        """A hand takes a die, and lets it fall over the rim."""
        with self._lock:
            thrown = {id: self._known(id).die}
            rng = self._chance()
            plan = _Plan(self, [], lambda lying: plan_fall_out(thrown[id], lying, rng), [id])
            self._then(
                lambda: plan.begin(acts.take_to_drop(self._lying[id])) if id in self._lying else Act(0.0)
            )
            self._then(lambda: acts.let_fall(plan.result(), thrown), plan.done)

    def light(self, level: float, warmth: float = 0.0) -> None:
        """Change the room's light, see `Light`. Takes a moment, while everything else goes on."""
        if not 0.05 <= level <= 4.0 or not -1.0 <= warmth <= 1.0:
            raise ValueError("the light's level goes from 0.05 to 4, its warmth from -1 to 1")
        with self._lock:
            self._light_from, self._light_to, self._light_began = self._light, Light(level, warmth), None

    # How commands become acts.

    def _then(self, make: Callable[[], Act], ready: Callable[[], bool] = lambda: True) -> None:
        self._steps.append(_Step(make, ready))

    def _known(self, id: int) -> Placed:
        coming = {i: p for act in (self._act,) if act for i, p in act.arrives.items()}
        placed = coming.get(id) or self._lying.get(id)
        if placed is None:
            raise ValueError(f"there is no die {id} on the simulated table")
        return placed

    def _chance(self) -> np.random.Generator:
        """Each command has luck of its own, whatever happened before."""
        self._commands += 1
        return np.random.default_rng([self.seed, self._commands])

    def _obstacles(self, but: Sequence[int] = ()) -> list[Lying]:
        return [Lying(p.die, p.pose) for p in self._lying.values() if p.id not in but]

    def _take(self, ids: list[int], keep: bool) -> Act:
        taken = {id: self._lying[id].die for id in ids if id in self._lying}
        if keep:
            self._in_hand.update(taken)
        else:
            self._in_hand.clear()  # put away with the others
        # From the player's right to the left, as a hand goes.
        order = sorted(taken, key=lambda id: -self._lying[id].pose.place[0])
        return acts.gather(self._lying, order)

    def _lay(self, id: int, where: Callable[[Placed, list[Placed]], Pose], cocked: bool) -> Act:
        if id not in self._lying:
            return Act(0.0)
        placed = self._lying[id]
        others = [p for p in self._lying.values() if p.id != id]
        return acts.lay_down(placed, where(placed, others), cocked)

    def _prepare_hands(self) -> None:
        for grip in GRIPS:
            hand_model(grip, self._player)

    # How time passes.

    def _frame(self, now: float) -> Frame:
        with self._lock:
            self._number += 1
            number = self._number
            self._advance(now)
            light = self._light_at(now)
            dice, moving, shown = self._dice_at(now, light.exposure)
            hand = self._hand_at(now, light.exposure)
        clean, hand_in_view = self._stage.compose(shown, hand)
        picture = with_noise(expose(clean, light), light, number)
        with self._lock:
            if moving or hand_in_view:
                self._stirred = max(self._stirred, now)
            truth = Truth(
                number=number,
                at=now,
                dice=self._witness.describe(dice, moving),
                hand_in_view=hand_in_view,
                light=light,
                resting_since=None if moving or hand_in_view else self._stirred,
            )
            self._truths[number] = truth
            while len(self._truths) > REMEMBERED:
                self._truths.popitem(last=False)
        return Frame(number, now, picture, small_of(picture))

    def _advance(self, now: float) -> None:
        """End acts that are over and begin those whose turn has come."""
        while True:
            if self._act is not None:
                end = self._act_began + self._act.seconds
                if now < end or (self._steps and not self._ready()):
                    return  # an act that waits for the next holds its last pose
                self._finish(self._act)
                self._act, began = None, end
            else:
                began = now
            if not self._steps or not self._ready():
                return
            self._act = self._steps.popleft().make()
            self._act_began = began if now - began < 0.1 else now

    def _ready(self) -> bool:
        return not self.realtime or self._steps[0].ready()

    def _finish(self, act: Act) -> None:
        for id, track in act.tracks.items():
            if id in act.arrives:
                self._stirred = max(self._stirred, self._act_began + track.arrives)
        self._lying.update(act.arrives)
        for id in act.takes:
            self._lying.pop(id, None)

    def _light_at(self, now: float) -> Light:
        if self._light != self._light_to:
            if self._light_began is None:
                self._light_began = now
            share = (now - self._light_began) / _LIGHT_SECONDS
            self._light = self._light_to if share >= 1 else self._light_from.towards(self._light_to, share)
        return self._light

    def _dice_at(self, now: float, exposure: float) -> tuple[list[Placed], frozenset[int], list[ShownDie]]:
        """Every die that is there, which of them move, and how the shutter sees them."""
        tracks = self._act.tracks if self._act else {}
        dice = [placed for id, placed in self._lying.items() if id not in tracks]
        shown = [ShownDie(p.id, p.die, p.pose) for p in dice]
        moving = set()
        for id, track in tracks.items():
            assert self._act is not None
            t = now - self._act_began
            pose = track.at(t)
            if pose is None:
                continue
            placed = self._act.arrives.get(id) or self._lying[id]
            if track.start <= t < track.arrives:
                moving.add(id)
                early, late = track.at(t - exposure / 4) or pose, track.at(t + exposure / 4) or pose
                shown.append(ShownDie(id, placed.die, pose, early, late))
            else:
                if t >= track.arrives:
                    self._stirred = max(self._stirred, self._act_began + track.arrives)
                shown.append(ShownDie(id, placed.die, pose))
            cocked = placed.cocked if t >= track.arrives else id in self._lying and self._lying[id].cocked
            dice.append(Placed(id, placed.die, pose, cocked))
        return dice, frozenset(moving), shown

    def _hand_at(self, now: float, exposure: float) -> tuple[HandPose, HandPose] | None:
        if self._act is None or self._act.hand is None:
            return None
        t = now - self._act_began
        return self._act.hand.at(t - exposure / 2), self._act.hand.at(t + exposure / 2)


class _Plan:
    """A throw that is worked out while the hand comes in, among the dice that lie there then."""

    def __init__(
        self,
        table: SimulatedTable,
        dice: Sequence[SimDie],
        work: Callable[[list[Lying]], Throw],
        thrown: Sequence[int] = (),
    ) -> None:
        self._table = table
        self._dice = dice
        self._work = work
        self._thrown = thrown  # ids of dice that lie there and will not be in the way
        self._future: Future[Throw] | None = None

    def begin(self, act: Act) -> Act:
        lying = self._table._obstacles(self._thrown)
        planner = self._table._planner
        if planner is not None:
            self._future = planner.submit(self._worked_out, lying)
        return act

    def _worked_out(self, lying: list[Lying]) -> Throw:
        for die in set(self._dice):
            prepare(die)
        return self._work(lying)

    def done(self) -> bool:
        return self._future is None or self._future.done()

    def result(self) -> Throw:
        return self._future.result() if self._future else self._work([])


def _check(dice: Sequence[SimDie], faces: Sequence[str] | None) -> None:
    if not dice:
        raise ValueError("there are no dice to throw")
    if faces is not None:
        if len(faces) != len(dice):
            raise ValueError(f"{len(dice)} dice were thrown, but {len(faces)} faces asked for")
        for die, face in zip(dice, faces, strict=True):
            die.faces_called(face)
