"""`companion speed`: frames are counted, long ones are told, and memory that grows is seen."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import commands
from companion.commands.speed import Speed, slope
from companion.screens import frame_watch
from companion.screens.frame_watch import Frames
from companion.screens.port import View

from .conftest import OFFSCREEN


def test_memory_that_grows_is_told_apart_from_memory_that_trembles() -> None:
    trembling = [(float(at), 300 + (at % 3) * 0.4) for at in range(600)]
    growing = [(at, mb + at / 60) for at, mb in trembling]  # a megabyte a minute
    flat, give = slope(trembling)
    assert abs(flat) < give < 2
    steep, _ = slope(growing)
    assert steep == pytest.approx(60, abs=2)
    assert slope(trembling[:2]) == (0.0, math.inf)


def test_the_figures_say_what_was_slow() -> None:
    quick, slow = Frames(), Frames()
    for _ in range(200):
        quick.add(0.012, 0.004)
        slow.add(0.016, 0.003)
    slow.add(0.250, 0.120)
    speed = Speed(10, quick, slow, quick, [(0.0, 300.0), (5.0, 301.0), (9.0, 300.5), (10.0, 300.6)], 4, 1)
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

    def megabytes() -> float:
        order.append("memory")
        return 300.0

    monkeypatch.setattr(commands.speed, "Players", lambda *_: Idlers())
    monkeypatch.setattr(commands.speed, "_megabytes", megabytes)
    who: Any = None
    watch: Any = Watch()
    commands.speed.measure(who, watch, who, who, 1.2)
    assert order == ["sit down", "play", "memory", "memory", "race", "stop"]


def test_a_frame_of_the_evening_is_over_when_it_is_drawn_and_a_race_when_all_are(
    open_screen: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []
    monkeypatch.setattr(frame_watch, "_finisher", lambda: lambda: waits.append(len(watch.drawn.lengths)))
    hand = open_screen(View())
    watch = frame_watch.FrameWatch(hand.screen)
    monkeypatch.setattr(watch, "_usual", 0)
    watch._begin(racing=False)
    hand.settle(5)
    assert len(waits) == 5
    assert len(watch.resting.lengths) == 4
    watch._begin(racing=True)
    hand.settle(5)
    assert waits[5:] == [2]  # a few may overlap
    watch._end()
    assert waits[5:] == [2, 4]
    assert len(watch.drawn.lengths) == 5  # the last one lasts until nothing waits any more


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
    assert told["memory_mb"] > 50
