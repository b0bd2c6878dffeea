"""Which way a panel is turned: players sit all around the table, and the screen lies flat between them.

A panel for one player opens as that player has turned one before; a panel for everybody lies as the screen does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

QUARTERS = (0, 90, 180, 270)  # degrees to the left
HALVES = (0, 180)


class Facing:
    """`keep` hears every player's way when one of them changes."""

    def __init__(self, kept: Mapping[str, int], keep: Callable[[Mapping[str, int]], None]) -> None:
        self._kept = dict(kept)
        self._keep = keep

    def of(self, who: str) -> int:
        return self._kept.get(who, 0)

    def remember(self, who: str, angle: int) -> None:
        """A panel for everybody (nobody's name) is forgotten with the panel."""
        if who:
            self._kept[who] = angle
            self._keep({name: way for name, way in self._kept.items() if way})


def next_way(now: int, ways: tuple[int, ...]) -> int:
    return ways[(ways.index(now) + 1) % len(ways)]
