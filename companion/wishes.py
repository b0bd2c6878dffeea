"""The one queue: wishes and sights, fulfilled one after the other by the referee's thread, and a view after each.

What the disk did not take is saved again and again meanwhile.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable

from companion.referee import Referee
from companion.rules.text import line
from companion.screens.port import View

MOST_WAITING = 256  # then whoever wishes has to wait: nothing is dropped
SAVE_AGAIN_SECONDS = 5.0  # between two tries to save what the disk did not take
REMIND_SECONDS = 60.0  # between two warnings that nothing is saved: who comes back must see it too

Wish = Callable[[], None]


class Wishes:
    """Holds what is to be done, does it, and shows what came of it."""

    def __init__(self, referee: Referee, view: Callable[[], View]) -> None:
        """`view` is called after each wish, in the referee's thread, for what there is to show."""
        self._referee, self._view = referee, view
        self._inbox: queue.Queue[Wish] = queue.Queue(maxsize=MOST_WAITING)
        self._watchers: list[Callable[[View], None]] = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._fulfil_all, name="referee", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self.show_again()  # the first view

    def close(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def post(self, wish: Wish) -> None:
        self._inbox.put(wish)

    def show_again(self) -> None:
        self.post(lambda: None)

    def watch(self, show: Callable[[View], None]) -> None:
        """Call `show` with every new view, from the referee's thread."""
        self._watchers.append(show)
        self.show_again()

    def _fulfil_all(self) -> None:
        saved_at = reminded_at = time.monotonic()
        while not self._stopping.is_set():
            wish: Wish | None
            try:
                wish = self._inbox.get(timeout=0.25)
            except queue.Empty:
                wish = None
            store, now = self._referee.store, time.monotonic()
            save = store.in_memory and now - saved_at >= SAVE_AGAIN_SECONDS
            if wish is None and not save:
                continue
            try:
                if save:
                    saved_at = now
                    if not store.save_unsaved() and now - reminded_at >= REMIND_SECONDS:
                        reminded_at = now
                        store.remind()
                if wish is not None:
                    wish()
            except Exception:
                # One wish that fails must not end the evening.
                logging.getLogger(__name__).exception("A wish could not be fulfilled.")
                self._referee.say(line("app.trouble"))
            view = self._view()
            for show in self._watchers:
                show(view)
