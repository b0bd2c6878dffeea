"""`companion speed`: frames are counted, long ones are told, and memory that grows is seen."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.speed import Speed, slope
from companion.screens.frame_watch import Frames

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
