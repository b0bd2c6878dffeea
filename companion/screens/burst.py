"""Taps in a row on one counter are one correction: shown as "−7", and one entry in the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.rules.core import Adjust, Counter
from companion.screens import theme


class Burst:
    """The correction that is being tapped. It is sent when the taps stop, or before anything else is done."""

    def __init__(self, send: Callable[[Adjust], None], changed: Callable[[], None]) -> None:
        self._send = send
        self._changed = changed
        self.counter: Counter | None = None  # as it was when the first tap came
        self.by = 0
        self._sent: tuple[Counter, int] | None = None  # sent, but not yet back in a view
        self._timer: Any = None

    def tap(self, counter: Counter, by: int) -> None:
        """One tap, or one repeat of a held finger."""
        if self.counter is not None and _key(self.counter) != _key(counter):
            self.flush()
        now = self.figure(counter)
        by = max(counter.low, min(counter.high, now + by)) - now
        if by == 0:
            return
        if self.counter is None:
            self.counter, self.by = counter, 0
        self.by += by
        self._stop()
        if self.by == 0:
            self.counter = None  # tapped back and forth: nothing happened
        else:
            self._timer = Clock.schedule_once(lambda _: self.flush(), theme.BURST)
        self._changed()

    def flush(self) -> None:
        """Send what was tapped so far."""
        self._stop()
        if self.counter is None:
            return
        counter, by = self.counter, self.by
        self.counter, self.by = None, 0
        self._sent = (counter, by)
        # If the answer never comes, the screen must not go on showing what was not done.
        Clock.schedule_once(lambda _: self._forget(), 1.0)
        self._send(Adjust(counter.seat, counter.name, by))
        self._changed()

    def drop(self) -> None:
        """Forget what was tapped so far."""
        self._stop()
        self.counter, self.by = None, 0
        self._changed()

    def by_of(self, counter: Counter) -> int:
        """What is being tapped on this counter now."""
        return self.by if self.counter is not None and _key(self.counter) == _key(counter) else 0

    def figure(self, counter: Counter) -> int:
        """The number to show: the counter, with what was tapped and is not in it yet."""
        if self._sent is not None:
            before, by = self._sent
            if _key(before) == _key(counter):
                if before.value == counter.value:
                    return counter.value + by + self.by_of(counter)
                self._sent = None
        return counter.value + self.by_of(counter)

    def _forget(self) -> None:
        if self._sent is not None:
            self._sent = None
            self._changed()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _key(counter: Counter) -> tuple[int, str]:
    return counter.seat, counter.name


def signed(number: int) -> str:
    """With a real minus sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
