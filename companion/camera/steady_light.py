"""Has the room's light changed since a camera was locked? Then it must adjust itself again."""

from __future__ import annotations

import numpy as np

from companion.camera.source import Picture

CHANGED = 0.35  # share by which the picture grew lighter or darker
SECONDS = 2.0  # that it must last: a hand passes


class SteadyLight:
    """Compares the brightness of small pictures with that of the first."""

    def __init__(self) -> None:
        self._usual: float | None = None
        self._odd_since: float | None = None

    def changed(self, small: Picture, at: float) -> bool:
        """Take in a picture and its time; True when the light has been another one for a while."""
        now = float(np.median(small[::4, ::4, 1])) + 4.0
        if self._usual is None:
            self._usual = now
        if abs(now / self._usual - 1) <= CHANGED:
            self._odd_since = None
            return False
        if self._odd_since is None:
            self._odd_since = at
        return at - self._odd_since >= SECONDS
