"""Short sounds, off until somebody turns them on: dice were read, the companion asks, the game is over.

They are tones that we make ourselves, written once as small files beside Kivy's own, since Kivy plays files only.
"""

from __future__ import annotations

import math
import struct
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.screens.port import View

RATE = 22050
LOUDNESS = 0.25
# Tones in hertz, and how long each sounds in seconds.
SOUNDS: dict[str, tuple[tuple[float, float], ...]] = {
    "read": ((660.0, 0.06), (880.0, 0.09)),
    "ask": ((440.0, 0.10), (330.0, 0.14)),
    "end": ((523.25, 0.12), (659.25, 0.12), (783.99, 0.12), (1046.5, 0.30)),
}


def samples(tones: tuple[tuple[float, float], ...]) -> bytes:
    """16-bit samples; each tone swells and fades, so that nothing clicks."""
    made = bytearray()
    for hertz, seconds in tones:
        count = int(seconds * RATE)
        for n in range(count):
            shape = math.sin(math.pi * n / count)
            made += struct.pack(
                "<h", int(32767 * LOUDNESS * shape * math.sin(2 * math.pi * hertz * n / RATE))
            )
    return bytes(made)


def write(folder: Path, name: str) -> Path:
    path = folder / f"{name}.wav"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(SOUNDS[name]))
    return path


class Sounds:
    """`load` makes something with `play()` of a file, or None where the machine has no sound."""

    def __init__(self, folder: Path, load: Callable[[str], Any]) -> None:
        self._folder, self._load = folder, load
        self._loaded: dict[str, Any] = {}
        self._last: View | None = None

    def play(self, name: str) -> None:
        try:
            if name not in self._loaded:
                self._loaded[name] = self._load(str(write(self._folder, name)))
        except OSError:
            self._loaded[name] = None  # a full disk costs a sound, never a game
        if self._loaded[name] is not None:
            self._loaded[name].play()

    def hear(self, view: View, on: bool) -> None:
        """Play what the newest view is worth; nothing for the first view of a game."""
        last, self._last = self._last, view
        if on and last is not None and last.game_id == view.game_id and view.game_id is not None:
            name = worth(last, view)
            if name:
                self.play(name)


def worth(last: View, view: View) -> str:
    """The name of the sound, or nothing."""
    if view.outcome is not None and last.outcome is None:
        return "end"
    asks = view.dice.held is not None and last.dice.held is None
    if asks or view.notice_number > last.notice_number:
        return "ask"
    read = view.dice.entry is not None and view.dice.entry != last.dice.entry
    # Undo shows an older roll again: that was not read now.
    return "read" if read and len(view.history) > len(last.history) else ""
