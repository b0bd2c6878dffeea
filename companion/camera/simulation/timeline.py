"""The table's time: acts follow each other, and at every moment each die and the hand are somewhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.camera.simulation.acts import Act, Placed
from companion.camera.simulation.stage import ShownDie
from companion.camera.simulation.things import Thing
from companion.camera.simulation.tracks import DieTrack, HandPose

_SEAMLESS = 0.1  # seconds: an act that begins no later than this follows the one before without a gap


@dataclass(frozen=True)
class Step:
    """An act that is made when its turn has come and it is ready."""

    make: Callable[[], Act]
    ready: Callable[[], bool]


@dataclass(frozen=True)
class Moment:
    """What there is at one time."""

    dice: tuple[Placed, ...]
    moving: frozenset[int]
    shown: tuple[ShownDie, ...]  # the same dice, as the shutter sees them
    hand: tuple[HandPose, HandPose] | None  # when the shutter opens, and when it closes
    things: tuple[Thing, ...] = ()  # that lie on top of what else is there


class Timeline:
    """What lies on the table, what happens now, and what will."""

    def __init__(self, wait_until_ready: bool) -> None:
        """`wait_until_ready`: a step that is not ready is waited for with the last act held, not blocked on."""
        self.lying: dict[int, Placed] = {}
        self.things: dict[int, Thing] = {}
        self.stirred = 0.0  # when a die last moved
        self._wait_until_ready = wait_until_ready
        self._steps: deque[Step] = deque()
        self._act: Act | None = None
        self._began = 0.0

    @property
    def busy(self) -> bool:
        return self._act is not None or bool(self._steps)

    def then(self, make: Callable[[], Act], ready: Callable[[], bool] = lambda: True) -> None:
        """Let this happen after everything that was asked for before."""
        self._steps.append(Step(make, ready))

    def advance(self, now: float) -> None:
        """End acts that are over and begin those whose turn has come."""
        while True:
            began = now
            if self._act is not None:
                end = self._began + self._act.seconds
                if now < end or (self._steps and not self._ready()):
                    return  # an act that waits for the next holds its last pose
                self._finish(self._act)
                self._act = None
                began = end if now - end < _SEAMLESS else now
            if not self._steps or not self._ready():
                return
            self._act, self._began = self._steps.popleft().make(), began

    def at(self, now: float, exposure: float) -> Moment:
        """This moment, seen by a shutter that is open for `exposure` seconds about it."""
        time = now - self._began
        tracks = self._act.tracks if self._act else {}
        dice = [placed for id, placed in self.lying.items() if id not in tracks]
        shown = [ShownDie(placed.id, placed.die, placed.pose) for placed in dice]
        moving = set()
        for id, track in tracks.items():
            pose = track.at(time)
            if pose is None:
                continue
            placed = self._placed(id, time >= track.arrives)
            dice.append(Placed(id, placed.die, pose, placed.cocked))
            if track.start <= time < track.arrives:
                moving.add(id)
                early, late = track.at(time - exposure / 4) or pose, track.at(time + exposure / 4) or pose
                shown.append(ShownDie(id, placed.die, pose, early, late))
            else:
                shown.append(ShownDie(id, placed.die, pose))
                self._note(track, time)
        if moving:
            self.stirred = max(self.stirred, now)
        hand = None
        if self._act is not None and self._act.hand is not None:
            way = self._act.hand
            hand = way.at(time - exposure / 2), way.at(time + exposure / 2)
        return Moment(tuple(dice), frozenset(moving), tuple(shown), hand, self._things_at(time))

    def _things_at(self, time: float) -> tuple[Thing, ...]:
        return tuple((_after(self.things, self._act, time) if self._act else self.things).values())

    def _ready(self) -> bool:
        return not self._wait_until_ready or self._steps[0].ready()

    def _finish(self, act: Act) -> None:
        for track in act.tracks.values():
            self._note(track, act.seconds)
        self.lying.update(act.arrives)
        for id in act.takes:
            self.lying.pop(id, None)
        self.things = _after(self.things, act, act.seconds)

    def _placed(self, id: int, arrived: bool) -> Placed:
        """The die as it lay before the act, or as it lies after it; one that is new has only an after."""
        assert self._act is not None
        before, after = self.lying.get(id), self._act.arrives.get(id)
        placed = (after or before) if arrived else (before or after)
        assert placed is not None
        return placed

    def _note(self, track: DieTrack, time: float) -> None:
        """Remember when a die came to rest, to the moment and not to the frame."""
        if time >= track.arrives:
            self.stirred = max(self.stirred, self._began + min(track.arrives, track.gone))


def _after(things: dict[int, Thing], act: Act, time: float) -> dict[int, Thing]:
    """The things that lie there once an act has gone on for so long."""
    changed = {id: thing for when, id, thing in act.things if when <= time}
    return {id: thing for id, thing in (things | changed).items() if thing is not None}
