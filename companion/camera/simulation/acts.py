"""What happens on the table, as acts: a hand comes and takes dice, throws them, lays one down, or just rests.

An act says where every die it moves is at every moment, and where the hand is. Acts follow each other;
the next one is made when the one before has ended, so it starts from what lies there then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.hand import Grip
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.solids import Array
from companion.camera.simulation.things import Thing
from companion.camera.simulation.throws import FALL_FROM, Throw
from companion.camera.simulation.tracks import RATE, DieTrack, HandPose, HandTrack, carried

HOME_Y = -350.0  # a hand here is out of the picture
THROW_Y = -70.0  # where the fist is when it opens
_PALM_Z = 45.0
_COME, _GO, _REACH, _CLOSE = (
    0.45,
    0.42,
    0.30,
    0.14,
)  # seconds: into the picture, out, from die to die, fingers
_LIFT = 30.0  # mm that a taken die is raised


@dataclass(frozen=True)
class Placed:
    """A die that lies on the table."""

    id: int
    die: SimDie
    pose: Pose
    cocked: bool = False


Table = Mapping[int, Placed]


@dataclass(frozen=True)
class Act:
    """One thing that happens."""

    seconds: float
    tracks: Mapping[int, DieTrack] = field(default_factory=dict)
    hand: HandTrack | None = None
    arrives: Mapping[int, Placed] = field(default_factory=dict)  # dice as they lie when it is over
    takes: frozenset[int] = frozenset()  # dice that are in a hand when it is over
    things: tuple[tuple[float, int, Thing | None], ...] = ()  # when, which, and how it lies; None: taken away


def come_to_throw(x: float, y: float = THROW_Y) -> Act:
    """A fist comes in and shakes. It stays where it is until the throw begins."""
    keys = [(0.0, _home(1.25 * x, x, "fist")), (_COME, _palm(x, y - 22, x, "fist"))]
    time = _COME
    for sway in (9.0, -8.0, 7.0, -4.0):
        time += 0.075
        keys.append((time, _palm(x + sway, y - 20 - 0.5 * sway, x, "fist")))
    return Act(time, hand=HandTrack(keys))


def throw_from_hand(throw: Throw, dice: Mapping[int, SimDie], x: float, y: float = THROW_Y) -> Act:
    """The fist opens, the dice fly, the hand goes home."""
    ready = 0.10
    keys = [
        (0.0, _palm(x - 4, y - 18, x, "fist")),
        (ready, _palm(x, y + 8, x, "loose")),
        (ready + 0.07, _palm(x, y + 14, x, "open")),
        (ready + 0.07 + _GO, _home(1.25 * x, x, "open")),
    ]
    return _thrown(throw, dice, ready - 0.02, HandTrack(keys))


def wait_for_tower() -> Act:
    """The dice rattle down inside the tower."""
    return Act(0.4)


def throw_from_tower(throw: Throw, dice: Mapping[int, SimDie]) -> Act:
    return _thrown(throw, dice, 0.0, None)


def _thrown(throw: Throw, dice: Mapping[int, SimDie], delay: float, hand: HandTrack | None) -> Act:
    tracks = {
        id: replace(track, start=track.start + delay) for id, track in zip(dice, throw.tracks, strict=True)
    }
    arrives = {
        id: Placed(id, dice[id], track.last, cocked)
        for (id, track), cocked in zip(tracks.items(), throw.cocked, strict=True)
    }
    seconds = max(delay + throw.seconds, hand.seconds if hand else 0.0)
    return Act(seconds, tracks, hand, arrives)


def gather(
    table: Table,
    ids: Sequence[int],
    stay: bool = False,
    x: float = 0.0,
    y: float = THROW_Y,
    home_y: float = HOME_Y,
) -> Act:
    """A hand takes these dice one after the other, and away; or stays to throw them from x, y."""
    if not ids:
        return Act(0.0)
    first = table[ids[0]].pose.place
    keys = [(0.0, _home(first[0] * 1.2, first[0], "pinch", home_y))]
    tracks: dict[int, DieTrack] = {}
    time = 0.0
    gripped: list[tuple[int, float]] = []
    for k, id in enumerate(ids):
        spot = table[id].pose.place
        time += _COME if k == 0 else _REACH
        keys.append((time, _tips(spot, spot[0])))
        time += _CLOSE
        keys.append((time, _tips(spot, spot[0])))
        gripped.append((id, time))
    time += _GO
    if stay:
        keys.append((time, _palm(x, y - 22, x, "fist")))
        keys.append((time + 0.12, _palm(x + 5, y - 20, x, "fist")))
        keys.append((time + 0.24, _palm(x - 4, y - 18, x, "fist")))
    else:
        keys.append((time, _home(keys[-1][1].x * 1.2, keys[-1][1].x, "pinch", home_y)))
    hand = HandTrack(keys)
    for k, (id, since) in enumerate(gripped):
        # A die is between the fingertips until the next one is reached; then it is in the palm.
        until = gripped[k + 1][1] - _CLOSE - 0.1 if k + 1 < len(gripped) else time - (0.2 if stay else 0.0)
        tracks[id] = _in_fingers(table[id].pose, hand, since, until)
    return Act(hand.seconds, tracks, hand, takes=frozenset(ids))


def lay_down(placed: Placed, pose: Pose, cocked: bool = False) -> Act:
    """A hand takes a die and puts it down elsewhere, or differently."""
    spot, end = placed.pose.place, pose.place
    taken, there = _COME + _CLOSE, _COME + _CLOSE + 0.55
    keys = [
        (0.0, _home(spot[0] * 1.2, spot[0], "pinch")),
        (_COME, _tips(spot, spot[0])),
        (taken, _tips(spot, spot[0])),
        (there, _tips(end, end[0])),
        (there + _CLOSE, _tips(end, end[0])),
        (there + _CLOSE + _GO, _home(end[0] * 1.2, end[0], "pinch")),
    ]
    hand = HandTrack(keys)
    steps = np.arange(round((there - taken) * RATE) + 1) / RATE + taken
    share = (steps - taken) / (there - taken)
    ease = share * share * (3 - 2 * share)
    way = spot + ease[:, None] * (end - spot)
    way[:, 2] += 22 * np.sin(np.pi * share)
    way[-1] = end
    places, turns = carried(placed.pose, way, pose.turn)
    track = DieTrack(placed.pose, taken, places, turns)
    return Act(hand.seconds, {placed.id: track}, hand, {placed.id: replace(placed, pose=pose, cocked=cocked)})


def take_to_drop(placed: Placed) -> Act:
    """A hand takes a die and carries it towards the rim, to let it fall."""
    spot = placed.pose.place
    x, y = FALL_FROM
    keys = [
        (0.0, _home(spot[0] * 1.2, spot[0], "pinch")),
        (_COME, _tips(spot, spot[0])),
        (_COME + _CLOSE, _tips(spot, spot[0])),
        (_COME + _CLOSE + 0.4, HandPose(x - 8, y, 50.0, 8.0, "pinch")),
    ]
    hand = HandTrack(keys)
    track = _in_fingers(placed.pose, hand, _COME + _CLOSE, hand.seconds)
    return Act(hand.seconds, {placed.id: track}, hand, takes=frozenset({placed.id}))


def let_fall(throw: Throw, dice: Mapping[int, SimDie]) -> Act:
    x, y = FALL_FROM
    keys = [
        (0.0, HandPose(x - 8, y, 50.0, 8.0, "pinch")),
        (0.06, HandPose(x, y, 50.0, 8.0, "pinch")),
        (0.16, HandPose(x, y - 6, 50.0, 8.0, "pinch")),
        (0.16 + _GO, _home(x, x, "pinch")),
    ]
    return _thrown(throw, dice, 0.05, HandTrack(keys))


def rest_hand(seconds: float, x: float, y: float) -> Act:
    """A hand comes in, lies there, and goes. It is never quite still."""
    keys = [(0.0, _home(1.2 * x, x, "open"))]
    time = _COME
    sway = 0.0
    while time < _COME + seconds:
        keys.append((time, _palm(x + sway, y + 0.5 * sway, x, "open")))
        sway = -0.5 if sway > 0 else 0.5
        time += 0.4
    keys.append((_COME + seconds, _palm(x, y, x, "open")))
    keys.append((_COME + seconds + _GO, _home(1.2 * x, x, "open")))
    return Act(keys[-1][0], hand=HandTrack(keys))


def gesture(keys: Sequence[tuple[float, float]]) -> Act:
    """A hand that talks: it wanders above the table from place to place, three a second, and goes."""
    way = [(0.0, _home(1.2 * keys[0][0], keys[0][0], "open"))]
    way += [(_COME + 0.33 * k, _palm(x, y, x, "open")) for k, (x, y) in enumerate(keys)]
    way.append((way[-1][0] + _GO, _home(1.2 * keys[-1][0], keys[-1][0], "open")))
    return Act(way[-1][0], hand=HandTrack(way))


def move_thing(id: int, thing: Thing, there: bool) -> Act:
    """A hand puts a thing down, or takes it away; it is seen from the moment the hand is above it."""
    x, y = thing.x, thing.y
    keys = [
        (0.0, _home(1.2 * x, x, "loose")),
        (_COME, _palm(x, y, x, "loose")),
        (_COME + 0.2, _palm(x, y, x, "loose")),
        (_COME + 0.2 + _GO, _home(1.2 * x, x, "loose")),
    ]
    return Act(keys[-1][0], hand=HandTrack(keys), things=((_COME + 0.1, id, thing if there else None),))


def _in_fingers(pose: Pose, hand: HandTrack, since: float, until: float) -> DieTrack:
    """A die that goes where the fingertips go, raised a little, until it is hidden."""
    steps = np.arange(max(2, round((until - since) * RATE) + 1)) / RATE
    start = hand.at(since)
    way = (
        np.array([[p.x - start.x, p.y - start.y, 0.0] for p in (hand.at(since + s) for s in steps)])
        + pose.place
    )
    way[:, 2] += _LIFT * np.minimum(1.0, steps / 0.15)
    places, turns = carried(pose, way)
    return DieTrack(pose, since, places, turns, gone=until)


def _lean(x: float) -> float:
    """An arm comes from where its player sits: in the middle, a little to the right."""
    return float(np.clip((40.0 - x) * 0.13, -16, 16))


def _home(x: float, towards: float, grip: Grip, y: float = HOME_Y) -> HandPose:
    return HandPose(x, y, _PALM_Z, _lean(towards), grip)


def _palm(x: float, y: float, towards: float, grip: Grip) -> HandPose:
    return HandPose(x, y, _PALM_Z, _lean(towards), grip)


def _tips(spot: Array, towards: float) -> HandPose:
    return HandPose(float(spot[0]), float(spot[1]), float(spot[2]) + 6, _lean(towards), "pinch")
