"""`companion speed`: frames are counted, long ones are told, and memory that grows is seen."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import commands
from companion.commands.speed import Speed
from companion.commands.vitals import Vitals
from companion.screens import frame_watch
from companion.screens.frame_times import Frames, Times
from companion.screens.port import View

from .conftest import OFFSCREEN


def test_times_are_counted_and_weigh_nothing() -> None:
    times = Times()
    for _ in range(3):
        times.add(0.0161)
    times.add(0.0452)
    before = sys.getsizeof(times.steps)
    for _ in range(96):
        times.add(0.0125)
    times.add(7.0)
    assert times.median() == pytest.approx(0.0125, abs=1e-4)
    assert (times.count, times.longest) == (101, 7.0)
    assert (times.over(0.1), times.over(0.04), times.over(0.015)) == (1, 2, 5)
    assert sys.getsizeof(times.steps) == before
    assert Times().median() == 0


def test_memory_that_grows_is_told_apart_from_memory_that_trembles() -> None:
    assert "MB an hour (-" in _speed(lambda n: 300 + n % 3 * 0.4).text()
    assert ": flat;" in _speed(lambda n: 300 + n % 3 * 0.4).text()
    assert ": grows;" in _speed(lambda n: 300 + n / 60 + n % 3 * 0.4).text()  # a megabyte a minute


def _speed(megabytes: Callable[[int], float]) -> Speed:
    vitals = Vitals()
    for second in range(600):
        vitals.hours.append(second / 3600)
        vitals.memory.append(megabytes(second))
        vitals.threads.append(7)
        vitals.files.append(20)
    return Speed(600, Frames(), Frames(), Frames(), vitals, 4, 1)


def test_the_figures_say_what_was_slow() -> None:
    quick, slow = Frames(), Frames()
    for _ in range(200):
        quick.add(0.012, 0.004)
        slow.add(0.016, 0.003)
    slow.add(0.250, 0.120)
    speed = replace(_speed(lambda _: 300.0), drawn=quick, reading=slow, resting=quick)
    told = speed.figures()
    assert told["frames_a_second"] == pytest.approx(83.3, abs=0.1)
    assert (told["while_reading"]["over"], told["while_reading"]["longest_ms"]) == (1, 250.0)
    assert told["while_reading"]["longest_work_ms"] == 120.0
    assert told["at_rest"]["over"] == 0
    text = speed.text()
    assert "target 60: met" in text
    assert "1 over 100 ms" in text


def test_the_frames_race_only_when_the_memory_has_been_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    class Watch:
        drawn = reading = resting = Frames()

        def __getattr__(self, name: str) -> Callable[[], None]:
            return lambda: order.append(name)

    class Idlers:
        rolls = games = 0

        def sit_down(self) -> None:
            order.append("sit down")

        def turn(self) -> None:
            time.sleep(0.05)

    def sample(*_: object) -> None:
        order.append("memory")

    monkeypatch.setattr(commands.speed, "Players", lambda *_: Idlers())
    monkeypatch.setattr(Vitals, "sample", sample)
    who: Any = None
    watch: Any = Watch()
    commands.speed.measure(who, watch, who, who, 1.2)
    assert order == ["sit down", "play", "memory", "memory", "race", "stop"]


def test_a_frame_of_the_evening_is_over_when_it_is_drawn_and_a_race_when_all_are(
    open_screen: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []
    monkeypatch.setattr(frame_watch, "_finisher", lambda: lambda: waits.append(watch.drawn.lengths.count))
    hand = open_screen(View())
    watch = frame_watch.FrameWatch(hand.screen)
    monkeypatch.setattr(watch, "_usual", 0)
    watch._begin(racing=False)
    hand.settle(5)
    assert len(waits) == 5
    assert watch.resting.lengths.count == 4
    watch._begin(racing=True)
    hand.settle(5)
    assert waits[5:] == [2]  # a few may overlap
    watch._end()
    assert waits[5:] == [2, 4]
    assert watch.drawn.lengths.count == 5  # the last one lasts until nothing waits any more


def test_the_graphics_can_be_waited_for(open_screen: Callable[..., Any]) -> None:
    open_screen(View()).settle()
    frame_watch._finisher()()


def test_the_command_plays_and_prints_all_three(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "speed", "--seconds", "3", "--truth", "--json"]
    environment = {**OFFSCREEN, "COMPANION_HOME": str(tmp_path)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=110, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout.splitlines()[-1])
    assert told["frames_a_second"] > 0
    assert told["frame_work_ms"] > 0
    assert told["while_reading"]["frames"] + told["at_rest"]["frames"] > 0
    assert told["memory"]["memory_mb"]["last"] > 50
