"""The doctor on a Pi, with its files and commands made up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands import doctor, pi

PANEL = """I: Bus=0018 Vendor=0416 Product=038f Version=2a4d
N: Name="10-005d Goodix Capacitive TouchScreen"
H: Handlers=event4 {mouse}
B: PROP=2
B: EV=b
B: ABS=265800000000003
"""
KEYBOARD = """I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Logitech USB Keyboard"
H: Handlers=sysrq kbd event0
B: PROP=0
B: EV=120013
"""
TOUCHPAD = PANEL.replace("PROP=2", "PROP=5").replace("Goodix", "Some Pad")


def machine(root: Path, degrees: float = 52.0, free: int = 2_000_000, inputs: str = "") -> Path:
    zone = root / "sys/class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text(f"{round(degrees * 1000)}\n")
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    (root / "proc/meminfo").write_text(f"MemTotal: 3884000 kB\nMemFree: 10000 kB\nMemAvailable: {free} kB\n")
    (root / "proc/bus/input").mkdir(parents=True)
    (root / "proc/bus/input/devices").write_text(inputs)
    return root


def throttled(bits: int) -> pi.Ask:
    def ask(command: Sequence[str]) -> str | None:
        assert list(command) == ["vcgencmd", "get_throttled"]
        return f"throttled=0x{bits:x}"

    return ask


@pytest.mark.parametrize(
    ("degrees", "bits", "state", "says"),
    [
        (52, 0, "good", "52 °C"),
        (73, 0, "note", "heat sink"),
        (83, 0, "bad", "fan"),
        (60, 0x50005, "bad", "power supply (5 V"),
        (60, 0x4, "bad", "slowed down"),
        (60, 0x50000, "note", "since it was switched on, the power supply is too weak, it is slowed down"),
    ],
)
def test_heat_and_throttling(tmp_path: Path, degrees: float, bits: int, state: str, says: str) -> None:
    found = pi.heat(machine(tmp_path, degrees), throttled(bits))
    assert found[0] == state
    assert says in found[1]


def test_a_machine_that_tells_nothing(tmp_path: Path) -> None:
    assert pi.heat(tmp_path, lambda _: None)[0] == "note"
    assert pi.memory(tmp_path)[0] == "note"
    assert pi.touch(tmp_path)[0] == "note"
    assert pi.model(tmp_path) == ""
    assert pi.ask(["no-such-program-at-all"]) is None
    assert pi.heat(machine(tmp_path), lambda _: None) == ("good", "52 °C")  # no vcgencmd: no Pi


def test_memory(tmp_path: Path) -> None:
    assert pi.memory(machine(tmp_path / "a")) == ("good", "2000 of 3884 MB free")
    state, text = pi.memory(machine(tmp_path / "b", free=120_000))
    assert state == "bad"
    assert "without a desktop" in text
    assert pi.model(tmp_path / "a") == "Raspberry Pi 4 Model B Rev 1.4"


def test_a_touch_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = machine(tmp_path / "one", inputs="\n".join((KEYBOARD, PANEL.format(mouse=""), TOUCHPAD)))
    assert pi.touch(one) == ("good", "10-005d Goodix Capacitive TouchScreen; a touch counts once")
    both = machine(tmp_path / "both", inputs=PANEL.format(mouse="mouse0"))
    assert pi.touch(both)[0] == "good"
    assert "counts once" in pi.touch(both)[1]
    two = machine(tmp_path / "two", inputs="\n".join((PANEL.format(mouse=""), PANEL.format(mouse=""))))
    assert pi.touch(two)[0] == "note"
    assert pi.touch(machine(tmp_path / "none", inputs=KEYBOARD))[0] == "note"
    monkeypatch.setattr(pi, "_providers", lambda: ["mouse", "mtdev_%(name)s"])
    state, text = pi.touch(one)
    assert state == "bad"
    assert "counts 2 times" in text


def test_a_camera_that_is_slow_dark_or_out_of_focus() -> None:
    rng = np.random.default_rng(5)
    sharp = cv2.resize(rng.integers(60, 200, (180, 320, 3)).astype(np.uint8), (1280, 720))
    even = [n / 30 for n in range(12)]
    assert doctor.judge_camera("x", even, sharp) == ("good", "x, 30 a second, in focus")
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 9), np.uint8)
    assert "not in focus" in doctor.judge_camera("x", even, soft)[1]
    assert "slow" in doctor.judge_camera("x", [n / 4 for n in range(12)], sharp)[1]
    assert "too dark" in doctor.judge_camera("x", even, np.zeros_like(sharp))[1]
