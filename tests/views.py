"""Waiting for what the screen is told."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable

from companion.screens.port import View


def view_that(fits: Callable[[View], bool], views: queue.SimpleQueue[View]) -> View:
    """The next view that fits; a busy machine has a minute for it."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        try:
            view = views.get(timeout=1)
        except queue.Empty:
            continue
        if fits(view):
            return view
    raise AssertionError("no such view came within a minute")
