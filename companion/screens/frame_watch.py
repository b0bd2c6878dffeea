"""Times the frames of the touchscreen while it runs: how long each took, and how much of that the touch thread worked.

The length of a frame is what a player notices, and on a busy machine it is mostly noise; the work of the touch
thread is counted by its own processor clock, which other programs hardly disturb.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from threading import Event

from kivy.clock import Clock
from kivy.core.window import Window

from companion.screens.frame_times import Frames
from companion.screens.tidying import BUSY
from companion.screens.touchscreen import Touchscreen

PATIENCE_SECONDS = 60.0
OVERLAP = 4  # frames of a race that may wait to be drawn, each with some forty megabytes


class FrameWatch:
    """Call its methods from another thread; each returns when the touch thread has done it."""

    def __init__(self, screen: Touchscreen) -> None:
        self.screen = screen
        self.reading = Frames()  # while dice roll or are read
        self.resting = Frames()
        self.drawn = Frames()  # each of them drawn anew, as fast as it goes
        self._usual = Clock._max_fps
        self._at: tuple[float, float] | None = None
        self._racing = False
        self._waiting = 0  # frames that may not be drawn yet
        self._wait_until_drawn = _finisher()

    def race(self) -> None:
        """Draw every frame anew, picture and all, and let none wait for the next sixtieth of a second."""
        self._do(lambda: self._begin(racing=True))

    def play(self) -> None:
        """Frames as on an evening."""
        self._do(lambda: self._begin(racing=False))

    def stop(self) -> None:
        self._do(self._end)

    def close(self) -> None:
        """The end: the screen closes."""
        Clock.schedule_once(lambda _: self.screen.stop(), 0)

    def _do(self, work: Callable[[], None]) -> None:
        done = Event()

        def now(_: float) -> None:
            work()
            done.set()

        Clock.schedule_once(now, 0)
        done.wait(PATIENCE_SECONDS)

    def _begin(self, racing: bool) -> None:
        self._end()
        self._racing = racing
        Clock._max_fps = 0 if racing else self._usual
        Clock.schedule_interval(self._frame, 0)

    def _end(self) -> None:
        if self._racing and self._at is not None:
            self._wait_until_drawn()  # frames that still wait belong to the race, as part of its last one
            self._frame(0)
            self._racing = False
        Clock.unschedule(self._frame)
        Clock._max_fps = self._usual
        self._at = None

    def _frame(self, _: float) -> None:
        self._waiting += 1
        if self._waiting >= (OVERLAP if self._racing else 1):
            self._waiting = 0
            self._wait_until_drawn()
        now = (time.perf_counter(), time.thread_time())
        if self._at is not None:
            length, work = now[0] - self._at[0], now[1] - self._at[1]
            state = self.screen.view.sight.state
            frames = self.drawn if self._racing else self.reading if state in BUSY else self.resting
            frames.add(length, work)
        self._at = now
        if self._racing:
            self.screen.picture_again()
            Window.canvas.ask_update()


def _finisher() -> Callable[[], object]:
    """Waits until what was asked for is drawn, as a display makes the touch thread wait for each frame.

    Without a display nothing does: where the processor draws, more and more frames wait for it, each with all that it
    needs in memory, and their length does not tell when they are seen. Kivy's own call lets no other thread work
    meanwhile.
    """
    try:
        return ctypes.CDLL("libGL.so.1").glFinish  # type: ignore[no-any-return]
    except (OSError, AttributeError):
        return lambda: None
