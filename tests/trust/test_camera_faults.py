"""Every fault of the camera and of the light: named within two seconds, no roll made up, and over by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from companion.camera import open_camera
from companion.camera.faults import SPOIL, Fault, FaultyCamera
from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.die import BLACK, BLUE, IVORY, RED, pip_d6
from companion.camera.source import CameraError, Picture
from companion.commands.truth import TruthReader
from companion.dice import D6, DieKind, Roll, Sight, TableState
from companion.locale import Translator, languages
from companion.table_profile import plane_for
from companion.vision.calibration.watch import CameraWatch
from companion.vision.pipeline import Pipeline
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

SECONDS = 2.0  # in which a fault must be named
NAMES = {
    Fault.SILENT: ("sight.no_frames", TableState.LOST),
    Fault.FROZEN: ("sight.frozen", TableState.LOST),
    Fault.BLACK: ("sight.black", TableState.BLOCKED),
    Fault.OVER_EXPOSED: ("sight.bright", TableState.BLOCKED),
    Fault.OUT_OF_FOCUS: ("sight.blurred", TableState.BLOCKED),
    Fault.MOVED: ("sight.camera_moved", TableState.BLOCKED),
    Fault.HAND: ("sight.hand", TableState.HAND),
    Fault.CARD: ("sight.covered", TableState.BLOCKED),
}
# The dice can still be read in these; the players are told why it may take longer.
HINTS = {
    Fault.HALF_LIGHT: "sight.dim",
    Fault.ONE_LAMP: "sight.dim",
    Fault.FLICKER: "sight.flicker",
    Fault.BANDS: "sight.flicker",
}


class Evening:
    """Dice lie on the simulated table, before a camera that can go wrong."""

    def __init__(self) -> None:
        self.table = SimulatedTable(3, realtime=False)
        self.camera = FaultyCamera(self.table)
        self.camera.open()
        plane = plane_for(self.table)
        empty = self.camera.read(0)
        assert empty is not None
        watch = CameraWatch(plane, empty.picture)
        self.pipeline = Pipeline(TruthReader(self.table), plane, (D6,), watch=watch)
        self.now = Sight(TableState.LOST, "", ())
        self.rolls: list[Roll] = []
        self.frames(8)
        self.ids = self.table.throw([pip_d6(look) for look in (IVORY, RED, BLACK, BLUE, IVORY)])
        while self.table.busy:
            self.frames(1)
        self.frames(12)

    def frames(self, count: int) -> None:
        for _ in range(count):
            frame = self.camera.read(0)
            sight = self.pipeline.tick(self.at) if frame is None else self.pipeline.see(frame)
            if sight is not None:
                self.now = sight
                self.rolls += [sight.roll] if sight.roll is not None else []

    @property
    def at(self) -> float:
        return self.table.truth.at

    def until_named(self, reason: str) -> float:
        """Seconds until it is said."""
        began = self.at
        while self.now.reason != reason:
            self.frames(1)
            assert self.at - began < 2 * SECONDS, f"never named; last: {self.now.state} {self.now.reason}"
        return self.at - began


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.table.close()


@pytest.fixture(autouse=True)
def healthy(evening: Evening) -> Iterator[None]:
    yield
    evening.camera.cure()
    evening.frames(4)


def test_the_evening_begins_with_a_roll(evening: Evening) -> None:
    (roll,) = evening.rolls
    assert sorted(d.face for d in roll.dice) == sorted(evening.table.truth.faces)


@pytest.mark.parametrize("fault", NAMES)
def test_a_fault_is_named_nothing_is_read_and_it_is_over_by_itself(evening: Evening, fault: Fault) -> None:
    reason, state = NAMES[fault]
    rolls, reads = len(evening.rolls), evening.pipeline.frames_read
    evening.camera.play(fault)
    assert evening.until_named(reason) <= SECONDS
    evening.frames(6)
    assert (evening.now.state, evening.now.reason, evening.now.dice) == (state, reason, ())
    assert evening.pipeline.frames_read == reads, "nothing may be read from such pictures"
    evening.camera.cure()
    evening.frames(14)
    assert evening.now.state is TableState.SETTLED
    assert len(evening.now.dice) == 5
    assert len(evening.rolls) == rolls, "no roll may be made up"


@pytest.mark.parametrize("fault", HINTS)
def test_odd_light_is_told_and_makes_no_roll(evening: Evening, fault: Fault) -> None:
    rolls = len(evening.rolls)
    evening.camera.play(fault)
    assert evening.until_named(HINTS[fault]) <= SECONDS
    evening.camera.cure()
    evening.frames(90)
    assert (evening.now.state, evening.now.reason) == (TableState.SETTLED, "")
    assert len(evening.rolls) == rolls


def test_a_picture_that_freezes_while_dice_fly_is_no_roll_until_the_camera_lives(evening: Evening) -> None:
    rolls = len(evening.rolls)
    evening.table.rethrow(evening.ids[:3])
    while all(die.at_rest for die in evening.table.truth.dice) or evening.table.truth.hand_in_view:
        evening.frames(1)
        assert evening.table.busy
    evening.camera.play(Fault.FROZEN)
    while evening.table.busy:
        evening.frames(1)
    evening.frames(31)
    assert len(evening.rolls) == rolls
    assert evening.now.reason == "sight.frozen"
    evening.camera.cure()
    evening.frames(14)
    assert len(evening.rolls) == rolls + 1
    assert sorted(d.face for d in evening.rolls[-1].dice) == sorted(evening.table.truth.faces)


def test_an_unplugged_camera_says_so_and_cannot_be_opened() -> None:
    camera = FaultyCamera(SimulatedTable(1, realtime=False))
    camera.open()
    camera.play(Fault.UNPLUGGED)
    with pytest.raises(CameraError, match="Plug it in"):
        camera.read(0)
    with pytest.raises(CameraError, match="Plug it in"):
        camera.open()
    camera.cure()
    camera.open()
    assert camera.read(0) is not None
    camera.close()


def test_every_fault_has_words_in_every_language() -> None:
    reasons = {reason for reason, _ in NAMES.values()} | set(HINTS.values()) | {"sight.unplugged"}
    for language in languages():
        say = Translator(language)
        assert all(say(reason) != reason for reason in reasons), language


def test_no_fault_is_forgotten_here() -> None:
    elsewhere = {Fault.UNPLUGGED, Fault.STUCK}  # told by the companion itself: test_camera_told.py
    assert set(Fault) == set(NAMES) | set(HINTS) | elsewhere
    assert set(SPOIL) <= set(Fault)


def test_the_tour_plays_every_fault() -> None:
    assert isinstance(open_camera("faults:simulated:seed=2"), FaultyCamera)
    with pytest.raises(CameraError, match="which camera"):
        open_camera("faults")
    camera = FaultyCamera(SimulatedTable(1, realtime=False, frames_a_second=0.5), tour=True)
    camera.open()
    met = set()
    for _ in range(len(Fault) * 8):
        camera.read(0)
        met.add(camera.fault)
    camera.close()
    assert met == {None, *Fault}


class _Fixed:
    """Always sees the same dice."""

    def __init__(self) -> None:
        self.timings: dict[str, float] = {}

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        return ()


def test_pictures_from_files_may_repeat() -> None:
    from companion.camera.source import Frame

    picture = np.random.default_rng(1).integers(0, 255, (90, 160, 3)).astype(np.uint8)
    pipeline = Pipeline(_Fixed())
    sights = [pipeline.see(Frame(n, n / 15, picture, picture, still=True)) for n in range(30)]
    told = [sight for sight in sights if sight is not None]
    assert told[-1].state is TableState.EMPTY
