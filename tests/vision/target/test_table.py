"""A target on frames of the simulated table: dice are thrown, called and told apart; a shifted board is followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.target_scene import TargetScene
from companion.camera.source import Picture
from companion.commands.target import profile_named
from companion.dice import DieKind, Roll, TableState
from companion.game_dice import simulated
from companion.rules.dungeon_fighter.target import KINDS, PREFIX
from companion.table_profile import plane_for
from companion.vision.calibration.watch import Holds
from companion.vision.pipeline import Pipeline
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane
from companion.vision.target.drawing import draw_target
from companion.vision.target.referee import TargetReferee
from companion.vision.target.table import TargetTable

PATIENCE = 400  # frames


class NoReader:
    """What reads the tray; on a target it must not be asked."""

    timings: dict[str, float] = {}  # noqa: RUF012

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        raise AssertionError("the target was not seen")


class Evening:
    """A simulated target with a pipeline before it."""

    def __init__(self) -> None:
        profile, _ = profile_named("default")
        self.scene = TargetScene(0, draw_target(profile, 3.0, profile.reach()), profile.reach())
        self.table = SimulatedTable(5, realtime=False)
        self.table.look_at(self.scene)
        self.table.open()
        self.told: list[float | None] = []
        self.aim = TargetTable(
            NoReader(), TargetReferee(profile), lambda kind: kind.name.startswith(PREFIX), self.told.append
        )
        self.pipeline = Pipeline(self.aim, plane_for(self.table), KINDS)
        self.rolls: list[Roll] = []
        self.at = 0.0

    def watch(self, done: Callable[[], bool]) -> None:
        for _ in range(PATIENCE):
            frame = self.table.read(1.0)
            assert frame is not None
            self.at = frame.at
            sight = self.pipeline.see(frame)
            if sight is not None and sight.roll is not None:
                self.rolls.append(sight.roll)
            if done():
                return
        raise AssertionError("nothing came of it")

    def throw(self, colour: str, x: float, y: float, face: str) -> Roll:
        """At a place of the board, y down."""
        self.table.throw_at(_die(colour), x, -y, face)
        count = len(self.rolls)
        self.watch(lambda: len(self.rolls) > count)
        return self.rolls[-1]


def _die(colour: str):  # type: ignore[no-untyped-def]
    die = simulated(PREFIX + colour)
    assert die is not None
    return die


def at_rest(evening: Evening) -> Callable[[], bool]:
    return lambda: evening.pipeline._settling.state in (TableState.EMPTY, TableState.SETTLED)


@pytest.fixture
def evening() -> Evening:
    found = Evening()
    found.watch(at_rest(found))
    return found


def test_a_throw_is_called_and_the_newest_die_is_the_throw(evening: Evening) -> None:
    first = evening.throw("red", 60.0, 100.0, "eye")
    (red,) = first.dice
    assert (red.kind, red.face, red.rest) == (f"{PREFIX}red", "eye", "3")
    assert red.place_mm == pytest.approx((60.0, -100.0), abs=2)  # up, as on a table
    assert red.crop[:2] == b"\xff\xd8"  # the close-up, a JPEG
    second = evening.throw("blue", -30.0, 5.0, "blank")
    assert {die.kind for die in second.dice} == {f"{PREFIX}red", f"{PREFIX}blue"}
    (blue,) = [die for die in second.dice if die.die in second.thrown]
    assert (blue.kind, blue.face, blue.rest) == (f"{PREFIX}blue", "blank", "10")
    assert red.die not in second.thrown
    # Beside the first one, nearly touching: kept apart.
    third = evening.throw("green", 60.0, 126.0, "eye")
    assert [die.kind for die in third.dice if die.die in third.thrown] == [f"{PREFIX}green"]
    assert len(third.dice) == 3
    assert evening.told == []  # nothing moved but dice


def test_a_shifted_board_is_followed_within_a_second_and_throws_nothing(evening: Evening) -> None:
    evening.throw("red", 60.0, 100.0, "eye")
    # So little that no motion is seen, all at once: as when the camera's arm sags.
    evening.table.look_at(replace(evening.scene, shift=(2.6, 0.0)), keep=True)
    began = evening.at
    evening.watch(lambda: bool(evening.told))
    assert evening.at - began <= 1.0
    assert evening.told[0] == pytest.approx(2.6, abs=0.6)
    evening.watch(at_rest(evening))
    assert len(evening.rolls) == 1
    board = evening.aim._aim
    assert board is not None


def test_a_turned_board_is_noticed_by_the_check_alone(evening: Evening) -> None:
    """Without any help of the motion gate: the periodic look tells."""
    still = evening.table.read(1.0)
    assert still is not None
    assert evening.aim.watches(KINDS)
    assert evening.aim.check(still.picture) is Holds.STEADY
    evening.table.look_at(replace(evening.scene, turn_deg=1.0), keep=True)
    turned = evening.table.read(1.0)
    assert turned is not None
    assert evening.aim.check(turned.picture) is Holds.MENDED
    assert evening.aim.check(turned.picture) is Holds.STEADY
    assert len(evening.told) == 1


def test_a_board_that_is_taken_away_is_told_once_and_found_again(evening: Evening) -> None:
    table, aim = evening.table, evening.aim
    gone = SimulatedTable(5, realtime=False)
    gone.open()
    frame = gone.read(1.0)
    assert frame is not None
    for _ in range(3):
        assert aim.check(frame.picture) is Holds.UNSURE
    assert evening.told == [None]
    back = table.read(1.0)
    assert back is not None
    found = [aim.check(back.picture) for _ in range(8)]
    assert Holds.MENDED in found
    assert evening.told == [None]
