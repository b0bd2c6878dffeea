"""What the screen is told when the camera goes wrong, through the companion's own threads; play goes on by touch."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from companion.app import Companion
from companion.camera.faults import Fault, FaultyCamera
from companion.camera.source import Frame, Picture
from companion.dice import DieKind, TableState
from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Adjust, Seat
from companion.rules.dice_throne.state import Setup
from companion.screens.port import View
from companion.vision.pipeline import Pipeline
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane
from tests.views import view_that

SETUP = Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"), first=0)


class SmallCamera:
    """An empty table with a little noise, at thirty frames a second."""

    name = "small"

    def __init__(self) -> None:
        random = np.random.default_rng(2)
        self._table = random.integers(60, 120, (90, 160, 3)).astype(np.uint8)
        self._noise = random.integers(0, 3, (8, 90, 160, 3)).astype(np.uint8)
        self._number = 0
        self.opened = 0

    def open(self) -> None:
        self.opened += 1

    def read(self, timeout: float) -> Frame:
        time.sleep(1 / 30)
        self._number += 1
        picture = self._table + self._noise[self._number % 8]
        return Frame(self._number, time.monotonic(), picture, picture)

    def close(self) -> None:
        pass


class NoDice:
    def __init__(self) -> None:
        self.timings: dict[str, float] = {}

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        return ()


class House:
    def __init__(self, folder: Path) -> None:
        self.inner = SmallCamera()
        self.camera = FaultyCamera(self.inner)
        self.store = Store.open(folder / "games.db")
        self.companion = Companion(self.camera, Pipeline(NoDice()), Referee(self.store))
        self.views: queue.SimpleQueue[View] = queue.SimpleQueue()
        self.companion.watch(self.views.put)
        self.companion.start()

    def view(self, fits: Callable[[View], bool]) -> View:
        return view_that(fits, self.views)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr("companion.watching.RETRY_SECONDS", 0.1)
    house = House(tmp_path)
    yield house
    house.companion.close()
    house.store.close()


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Fault.UNPLUGGED, "sight.unplugged"),
        (Fault.SILENT, "sight.no_frames"),
        (Fault.STUCK, "sight.no_frames"),
        (Fault.FROZEN, "sight.frozen"),
        (Fault.BLACK, "sight.black"),
    ],
)
def test_it_is_told_play_goes_on_by_touch_and_it_recovers(house: House, fault: Fault, reason: str) -> None:
    house.view(lambda v: v.sight.state is TableState.EMPTY)
    house.companion.new_game("dice_throne", SETUP)
    house.camera.play(fault)
    house.view(lambda v: v.sight.reason == reason)
    house.companion.do(Adjust(0, "health", -3))
    view = house.view(lambda v: any(c.name == "health" and c.value == 47 for c in v.counters))
    assert view.dice.dice == ()
    house.camera.cure()
    house.view(lambda v: v.sight.state is TableState.EMPTY)


def test_a_camera_that_hangs_is_opened_anew(house: House) -> None:
    house.view(lambda v: v.sight.state is TableState.EMPTY)
    house.camera.play(Fault.FROZEN)
    house.view(lambda v: v.sight.reason == "sight.frozen")
    ends = time.monotonic() + 30
    while house.inner.opened < 2 and time.monotonic() < ends:
        time.sleep(0.01)
    assert house.inner.opened >= 2
