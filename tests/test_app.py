"""The threads between camera, reader, referee and screen, with a camera and a reader made up for the test."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.app import Companion
from companion.camera.source import CameraError, Frame
from companion.dice import Sight, TableState
from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Adjust, Seat
from companion.rules.dice_throne.state import Setup
from companion.rules.quarriors import state as quarriors
from companion.rules.quarriors.content import library
from companion.screens.port import View
from companion.watching import Latest
from tests.test_referee import unclear
from tests.views import view_that

SETUP = Setup(seats=(Seat("Mia"), Seat("Tom")), heroes=("barbarian", "barbarian"), first=0)


def frame(number: int) -> Frame:
    picture = np.zeros((72, 128, 3), np.uint8)
    return Frame(number, number / 30, picture, picture)


class ScriptedCamera:
    """Gives the frames it is handed; an error among them is raised."""

    name = "scripted"

    def __init__(self) -> None:
        self.script: queue.SimpleQueue[Frame | CameraError] = queue.SimpleQueue()
        self.opened = 0

    def open(self) -> None:
        self.opened += 1

    def read(self, timeout: float) -> Frame | None:
        try:
            given = self.script.get(timeout=timeout)
        except queue.Empty:
            return None
        if isinstance(given, Exception):
            raise given
        return given

    def close(self) -> None:
        pass


class ScriptedPipeline:
    """Tells a sight for every frame, or whatever `answer` says."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self.expected: tuple[object, ...] = ()
        self.most: object = None
        self.rolls_used: list[int] = []
        self.answer: Callable[[Frame], Sight | None] = lambda frame: Sight(TableState.EMPTY, "", ())

    def see(self, frame: Frame) -> Sight | None:
        self.seen.append(frame.number)
        return self.answer(frame)

    def tick(self, now: float) -> Sight | None:
        return None

    def expect(self, kinds: object, count: object, most: object = None) -> None:
        self.expected = (kinds, count)
        self.most = most

    def used(self, number: int) -> None:
        self.rolls_used.append(number)


class House:
    """A companion with its doors open for a test."""

    def __init__(self, folder: Path) -> None:
        self.camera, self.pipeline = ScriptedCamera(), ScriptedPipeline()
        self.store = Store.open(folder / "games.db")
        self.companion = Companion(self.camera, self.pipeline, Referee(self.store))  # type: ignore[arg-type]
        self.views: queue.SimpleQueue[View] = queue.SimpleQueue()
        self.companion.watch(self.views.put)
        self.companion.start()

    def view(self, fits: Callable[[View], bool]) -> View:
        return view_that(fits, self.views)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.companion.close()
    house.store.close()


def test_only_the_newest_frame_is_kept_for_a_slow_reader() -> None:
    slot = Latest()
    assert slot.take(timeout=0) is None
    for number in range(5):
        slot.put(frame(number))
    taken = slot.take(timeout=0)
    assert taken is not None
    assert taken.number == 4
    assert slot.take(timeout=0) is None


def test_the_reader_hears_how_many_dice_of_each_kind_can_be_thrown(house: House) -> None:
    """A new bag: eight Basic Quiddity and four Assistants, of which six dice are drawn (QR-4, QR-13)."""
    seats = (Seat("Lena"), Seat("Kirill"))
    house.companion.new_game(
        "quarriors", quarriors.Setup(seats, (*library().deck("creature"), *library().deck("spell")))
    )
    house.view(lambda view: view.game == "quarriors")
    ends = time.monotonic() + 60
    while house.pipeline.most is None and time.monotonic() < ends:
        time.sleep(0.05)
    assert house.pipeline.most == {"quarriors/basic_quiddity": 6, "quarriors/assistant": 4}


def test_a_frame_that_cannot_be_read_is_told_and_the_next_one_is_read(house: House) -> None:
    def stumbles(frame: Frame) -> Sight:
        if frame.number == 1:
            raise ValueError("a picture nobody thought of")
        return Sight(TableState.EMPTY, "", ())

    house.pipeline.answer = stumbles
    house.camera.script.put(frame(1))
    view = house.view(lambda view: view.sight.reason == "sight.reading_failed")
    assert view.sight.state is TableState.LOST
    house.camera.script.put(frame(2))
    house.view(lambda view: view.sight.state is TableState.EMPTY)


def test_a_driver_that_fails_in_an_unknown_way_is_told_and_opened_again(house: House) -> None:
    house.camera.script.put(OSError("a driver nobody thought of"))  # type: ignore[arg-type]
    house.view(lambda view: view.sight.reason == "sight.camera_failed")
    house.camera.script.put(frame(2))
    house.view(lambda view: view.sight.state is TableState.EMPTY)
    assert house.camera.opened == 2


def test_a_slow_reader_skips_frames_and_never_falls_behind(house: House) -> None:
    gate = threading.Event()

    def slowly(frame: Frame) -> None:
        gate.wait(60)

    house.pipeline.answer = slowly
    for number in range(50):
        house.camera.script.put(frame(number))
    while not house.camera.script.empty():
        time.sleep(0.01)
    time.sleep(0.05)
    gate.set()
    ends = time.monotonic() + 60
    while (not house.pipeline.seen or house.pipeline.seen[-1] != 49) and time.monotonic() < ends:
        time.sleep(0.01)
    assert house.pipeline.seen[-1] == 49
    assert len(house.pipeline.seen) < 10


def test_wishes_are_fulfilled_in_order_and_shown_when_they_are_stored(house: House) -> None:
    house.companion.new_game("dice_throne", SETUP)
    for _ in range(3):
        house.companion.do(Adjust(0, "health", -2))
    view = house.view(lambda v: any(c.name == "health" and c.value == 44 for c in v.counters))
    assert view.game == "dice_throne"
    assert len(house.store.entries(view.game_id)) >= 2


def _play_until_dice_are_waited_for(house: House) -> None:
    house.companion.new_game("dice_throne", SETUP)
    view = house.view(lambda v: v.game is not None)
    while view.waiting.dice is None:
        house.companion.do(next(o.action for o in view.offers if type(o.action).__name__ == "Pass"))
        before = len(view.history)
        view = house.view(lambda v, before=before: len(v.history) > before)


def test_the_reader_is_told_what_the_game_waits_for(house: House) -> None:
    _play_until_dice_are_waited_for(house)
    kinds, count = house.pipeline.expected
    assert [kind.name for kind in kinds] == ["d6"]
    assert count == 5


def test_the_reader_hears_that_the_players_have_told_a_doubtful_roll(house: House) -> None:
    _play_until_dice_are_waited_for(house)
    house.pipeline.answer = lambda frame: unclear("11123", doubtful=[4])
    house.camera.script.put(frame(1))
    house.view(lambda v: v.dice.held is not None)
    assert set(house.pipeline.rolls_used) == {0}
    house.companion.set_dice([(0, "1"), (1, "1"), (2, "1"), (3, "2"), (4, "6")])
    house.view(lambda v: v.dice.entry is not None)
    assert house.pipeline.rolls_used[-1] == 1


def test_a_lost_camera_is_told_and_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.watching.RETRY_SECONDS", 0.05)
    house.camera.script.put(CameraError("The camera was unplugged. Plug it in again."))
    view = house.view(lambda v: v.sight.state is TableState.LOST and "unplugged" in v.sight.reason)
    assert view.sight.dice == ()
    house.camera.script.put(frame(1))
    house.view(lambda v: v.sight.state is TableState.EMPTY)
    assert house.camera.opened >= 2


def test_the_preview_comes_only_while_it_is_wanted(house: House) -> None:
    pictures: queue.SimpleQueue[np.ndarray] = queue.SimpleQueue()
    house.companion.preview(pictures.put)
    house.camera.script.put(frame(1))
    assert pictures.get(timeout=60).shape[1] == 640
    house.companion.preview(None)
    house.camera.script.put(frame(2))
    house.view(lambda v: True)
    time.sleep(0.1)
    assert pictures.empty()


def test_a_wish_that_fails_does_not_end_the_evening(house: House) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    house.companion.later(fail)
    view = house.view(lambda v: v.notice is not None)
    assert view.notice.id == "app.trouble"
    house.companion.new_game("dice_throne", SETUP)
    house.view(lambda v: v.game is not None)


def test_a_file_for_people_is_written_and_its_place_is_told(house: House, tmp_path: Path) -> None:
    house.companion._exports = tmp_path / "exports"
    house.companion.save_text("tournament-7.csv", "place,player\n1,Zoë\n")
    view = house.view(lambda v: v.notice is not None)
    assert view.notice.id == "app.saved"
    written = tmp_path / "exports" / "tournament-7.csv"
    assert view.notice.args["file"] == str(written)
    assert written.read_text(encoding="utf-8-sig") == "place,player\n1,Zoë\n"

    house.companion._exports = tmp_path / "games.db"  # a file, not a folder
    house.companion.save_text("tournament-7.csv", "")
    assert house.view(lambda v: v.notice_number == 2).notice.id == "app.not_saved"


def test_a_companion_that_is_closed_leaves_no_thread(tmp_path: Path) -> None:
    before = threading.active_count()
    house = House(tmp_path)
    house.companion.close()
    house.store.close()
    assert threading.active_count() == before
