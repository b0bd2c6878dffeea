"""The touch thread, reached from another one: the demo takes pictures and times through this."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from kivy.clock import Clock

from companion.screens.fingers import Tap, touch
from companion.screens.touchscreen import Touchscreen

PATIENCE_SECONDS = 30.0


def when_drawn(call: Callable[[], None]) -> None:
    """Call once everything that was posted until now has been drawn."""
    # The first comes before the next frame is drawn, together with what was posted; the second after it.
    Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: call(), 0), -1)


def picture(screen: Touchscreen, path: Path) -> None:
    """Write what the screen shows to a PNG; returns when it is written."""
    done = threading.Event()

    def take() -> None:
        screen.screenshot(path)
        done.set()

    when_drawn(take)
    done.wait(PATIENCE_SECONDS)


def tap(find: Callable[[], Tap | None]) -> Tap | None:
    """Tap what `find` finds, on the touch thread; returns when it was tapped, or None where there was nothing."""
    done = threading.Event()
    found: list[Tap | None] = [None]

    def go() -> None:
        found[0] = find()
        if found[0] is not None:
            touch(found[0])
        done.set()

    when_drawn(go)
    done.wait(PATIENCE_SECONDS)
    return found[0]


def stop(screen: Touchscreen) -> None:
    Clock.schedule_once(lambda _: screen.stop(), 0)
