"""What only a Raspberry Pi has: heat, throttling, little memory, a touch panel. For `companion doctor`.

Everything is read from files below `root` or asked of `vcgencmd`, so that it can be looked at without a Pi.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

State = Literal["good", "note", "bad"]
Told = tuple[State, str]
Ask = Callable[[Sequence[str]], str | None]

WARM, HOT = 70.0, 80.0  # °C: a Pi slows down from 80 on
LEAST_MEMORY_MB = 400
FLAWS = {  # bits of `vcgencmd get_throttled`: now, and since it was switched on (16 higher)
    0: "the power supply is too weak",
    1: "its speed is limited",
    2: "it is slowed down",
    3: "it is close to too hot",
}


def ask(command: Sequence[str]) -> str | None:
    """What a program prints; None where it is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def model(root: Path = Path("/")) -> str:
    """ "Raspberry Pi 4 Model B Rev 1.4", or "" elsewhere."""
    try:
        return (root / "proc/device-tree/model").read_text(encoding="utf-8").strip("\0\n ")
    except OSError:
        return ""


def heat(root: Path = Path("/"), ask: Ask = ask) -> Told:
    """Temperature, and whether the Pi is or was slowed down."""
    degrees = []
    for zone in sorted((root / "sys/class/thermal").glob("thermal_zone*/temp")):
        try:
            degrees.append(int(zone.read_text()) / 1000)
        except (OSError, ValueError):
            continue
    if not degrees:
        return "note", "this machine does not tell its temperature"
    hottest = max(degrees)
    text = f"{hottest:.0f} °C"
    said = ask(["vcgencmd", "get_throttled"])
    bits = int(said.rpartition("=")[2], 16) if said and "=" in said else 0
    now = [words for bit, words in FLAWS.items() if bits >> bit & 1]
    before = [words for bit, words in FLAWS.items() if bits >> (bit + 16) & 1]
    if bits & 1:
        return (
            "bad",
            f"{text}; {now[0]}. Use the Pi's own power supply (5 V and 3 A, a Pi 5: 5 A) and a short cable",
        )
    if hottest >= HOT or now:
        why = f"; {', '.join(now)}" if now else ""
        return "bad", f"{text}{why}. Put a heat sink or a fan on the Pi, and keep it out of closed boxes"
    if hottest >= WARM:
        return "note", f"{text}, warm. A heat sink or a fan would help on long evenings"
    if before:
        return (
            "note",
            f"{text}; since it was switched on, {', '.join(before)}. Watch this: power supply and cooling",
        )
    return "good", text


def memory(root: Path = Path("/")) -> Told:
    """What is left for reading dice."""
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
    except OSError:
        return "note", "this machine does not tell its memory"
    kilobytes = {
        name: int(rest.split()[0]) for name, _, rest in (text.partition(":") for text in lines) if rest
    }
    free, total = kilobytes.get("MemAvailable", 0) // 1000, kilobytes.get("MemTotal", 0) // 1000
    text = f"{free} of {total} MB free"
    if free < LEAST_MEMORY_MB:
        return (
            "bad",
            f"{text}: too little. Close other programs, or start without a desktop (deploy/install.sh)",
        )
    return "good", text


def touch(root: Path = Path("/")) -> Told:
    """Is there a touch panel, and does each touch fire once?"""
    panels: list[list[str]] = []
    try:
        blocks = (root / "proc/bus/input/devices").read_text(encoding="utf-8", errors="replace").split("\n\n")
    except OSError:
        return "note", "this machine does not tell its input devices"
    for block in blocks:
        told = {line[:1]: line[3:] for line in block.splitlines() if len(line) > 3 and line[0] in "NHP"}
        props = next((line for line in block.splitlines() if line.startswith("B: PROP=")), "B: PROP=0")
        axes = next((line for line in block.splitlines() if line.startswith("B: ABS=")), "B: ABS=0")
        direct = int(props.split("=")[1].split()[-1], 16) >> 1 & 1  # INPUT_PROP_DIRECT: a screen, no touchpad
        fingers = _bit(axes, 0x35)  # ABS_MT_POSITION_X
        if direct and fingers:
            panels.append([told.get("N", "").removeprefix("Name=").strip('"'), told.get("H", "")])
    if not panels:
        return (
            "note",
            "no touch panel was found: a mouse works too. On a Pi, push the panel's ribbon cable in",
        )
    names = ", ".join(name for name, _ in panels)
    providers = _providers()
    if len(providers) != 1:
        return "bad", (
            f"{names}; Kivy listens through {', '.join(providers)}, so a touch counts {len(providers)} times. "
            "Remove your own Kivy configuration"
        )
    shared = [name for name, handlers in panels if "mouse" in handlers]
    if len(panels) > 1:
        return "note", f"{names}: several panels. If a touch counts twice, unplug the one that is not used"
    if shared:
        return "good", f"{names}, also told as a mouse; Kivy listens to one of them only: a touch counts once"
    return "good", f"{names}; a touch counts once"


def _providers() -> list[str]:
    """Through what Kivy would listen, with the companion's own configuration."""
    from companion.screens.kivy_config import INPUT

    return list(INPUT)


def _bit(line: str, number: int) -> bool:
    """A bit of a bitmap in words of 64, the last word first."""
    words = line.split("=")[1].split()
    word, bit = divmod(number, 64)
    return word < len(words) and bool(int(words[-1 - word], 16) >> bit & 1)
