"""Tidying up: what nobody needs any more goes when no dice roll.

Widgets hold each other in circles, and only Python's collector ends those. Left to itself it looks through all there is
whenever it has got enough, often in the middle of a roll, and the screen stands still for a tenth of a second and more.
So its long round waits for a moment in which nothing moves. Then the C library gives back what lies free between the
things that stay: it would keep every page that was once in use, and the process would be as large as it ever was.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable

from kivy.base import EventLoop
from kivy.clock import Clock

from companion.dice import TableState

BUSY = (TableState.MOVING, TableState.HAND, TableState.READING)
LOOK_SECONDS = 0.5  # between two looks whether it is time
GIVE_SECONDS = 10.0  # between two times that memory is given back
ENOUGH = 10  # rounds of the collector through what is young: then a long one is due, as Python has it too
TOO_MANY = 100  # then it is not put off any longer, whatever moves
BY_ITSELF = gc.get_threshold()
NEVER = 1_000_000


class Tidying:
    """Made when all content is loaded and nothing is drawn yet: what is there then stays, and is not looked through."""

    def __init__(self, state: Callable[[], TableState]) -> None:
        """`state` tells what goes on at the table."""
        self._state = state
        self._kept = 0.0  # seconds since memory was given back
        gc.freeze()

    def begin(self) -> None:
        gc.set_threshold(*BY_ITSELF[:2], NEVER)
        Clock.schedule_interval(self._look, LOOK_SECONDS)

    def end(self) -> None:
        Clock.unschedule(self._look)
        gc.set_threshold(*BY_ITSELF)
        gc.unfreeze()

    def _look(self, passed: float) -> None:
        self._kept += passed
        due = gc.get_count()[2]
        quiet = self._state() not in BUSY and not EventLoop.touches
        if due >= TOO_MANY or (due >= ENOUGH and quiet):
            gc.collect()
        if quiet and self._kept >= GIVE_SECONDS:
            self._kept = 0.0
            _give_back()


def _give_back() -> None:
    """A few milliseconds. Other C libraries than GNU's have no such call, and do it by themselves or not at all."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
