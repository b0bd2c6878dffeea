"""A pipeline in front of the simulated table: plays scenes, and compares what was read with the truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.truth import TrueDie, Truth
from companion.camera.source import Frame, Picture
from companion.dice import D6, DieKind, DieReading, Roll, Sight, TableState
from companion.vision.pipeline import Pipeline
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

SETTLE_FRAMES = 24  # after an act is over: enough for doubt to be told


class TableReader(Protocol):
    timings: dict[str, float]

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]: ...


def plane_of(table: SimulatedTable) -> TablePlane:
    profile = table.profile
    return TablePlane(
        "simulated",
        "2026-01-31",
        0.0,
        profile.picture,
        np.array(profile.px_to_mm),
        profile.tray_mm,
        profile.camera_mm,
    )


@dataclass(frozen=True)
class Told:
    """A roll, and the truth of the frame that it was told on."""

    roll: Roll
    truth: Truth
    frame_at: float

    @property
    def wait(self) -> float:
        """Seconds of the camera's clock from rest to roll."""
        assert self.truth.resting_since is not None
        return self.frame_at - self.truth.resting_since

    def wrong(self) -> list[str]:
        """What is wrong with the roll, in words; a doubtful die is not wrong."""
        return mistakes(self.roll.dice, [die for die in self.truth.dice if die.in_tray])


def mistakes(dice: Sequence[DieReading], truth: Sequence[TrueDie]) -> list[str]:
    left = list(dice)
    found = []
    for die in truth:
        near = min(left, key=lambda r: math.dist(r.place_mm, die.centre_mm), default=None)
        if near is None or math.dist(near.place_mm, die.centre_mm) > die.size_mm / 2:
            found.append(f"missed {die.kind} {die.face}")
            continue
        left.remove(near)
        if die.face is None and not near.doubtful:
            found.append(f"{die.kind} that shows nothing read as {near.face}")
        elif (die.kind, die.face) != (near.kind, near.face) and not near.doubtful:
            found.append(f"{die.kind} {die.face} read as {near.kind} {near.face} ({near.confidence:.3f})")
    return found + [f"no die at {r.place_mm}" for r in left]


class Game:
    """Plays on the simulated table, frame by frame, as fast as it can."""

    def __init__(
        self,
        reader: TableReader,
        seed: int = 1,
        table: int = 0,
        player: int = 0,
        kinds: Sequence[DieKind] = (D6,),
    ) -> None:
        self.table = SimulatedTable(seed, realtime=False, table=table, player=player)
        self.table.open()
        if isinstance(reader, TruthReader):
            reader.table = self.table
        self.pipeline = Pipeline(reader, plane_of(self.table), kinds)  # type: ignore[arg-type]
        self.sights: list[Sight] = []
        self.told: list[Told] = []
        self.state = TableState.LOST
        self.newest: Frame | None = None
        self.frames(12)

    @property
    def rolls(self) -> list[Roll]:
        return [told.roll for told in self.told]

    def frames(self, count: int) -> None:
        for _ in range(count):
            frame = self.table.read(1.0)
            assert frame is not None
            self.newest = frame
            sight = self.pipeline.see(frame)
            if sight is not None:
                self.sights.append(sight)
                self.state = sight.state
                if sight.roll is not None:
                    self.told.append(Told(sight.roll, self.table.truth, frame.at))

    def play(self, rest: int = SETTLE_FRAMES) -> None:
        """Until everything that was commanded is over and the table has rested."""
        while self.table.busy:
            self.frames(1)
        self.frames(rest)


class TruthReader:
    """Reads what the simulated table knows, where the networks are not under test."""

    def __init__(self) -> None:
        self.timings: dict[str, float] = {}
        self.table: SimulatedTable | None = None
        self.reads = 0

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        assert self.table is not None
        self.reads += 1
        return tuple(self._seen(die) for die in self.table.truth.dice)

    def _seen(self, die: TrueDie) -> SeenDie:
        face = die.face or "1"
        reading = DieReading(
            die=0,
            kind=die.kind,
            face=face,
            confidence=0.99,
            doubtful=False,
            alternatives=((face, 0.99),),
            place_mm=die.centre_mm,
            angle_deg=die.angle_deg % 90,
            size_mm=die.size_mm,
            colour=(200, 200, 200),
            box=die.box,
        )
        return SeenDie(replace(reading), no_die=0.9 if die.cocked else 0.0)
