"""The touch thread, reached from another one: the demo takes pictures and times through this."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from kivy.clock import Clock

from companion.screens import fingers
from companion.screens.fingers import Tap, touch
from companion.screens.play import PlayScreen
from companion.screens.report_panel import ReportPanel
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


def saying(screen: Touchscreen, words: str) -> Tap | None:
    """What can be tapped and says this, in the language of the screen."""
    found = fingers.saying(screen.root_layer, screen.look.say(words))
    return Tap(found) if found is not None else None


def chart(screen: Touchscreen, name: str) -> Tap | None:
    """The button of a chart, where the panel of charts is open and has it."""
    panel = screen.screen.panels.panel if isinstance(screen.screen, PlayScreen) else None
    tab = panel.tabs.get(name) if isinstance(panel, ReportPanel) else None
    return Tap(tab) if tab is not None else None


def stop(screen: Touchscreen) -> None:
    Clock.schedule_once(lambda _: screen.stop(), 0)
