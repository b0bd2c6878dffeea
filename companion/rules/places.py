"""Where the seats' own areas lie around a tray, in mm: each to the left of the one before."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

Place = tuple[float, float]

REACH = (0.33, 0.3)  # from the middle of the tray to a seat's area, as a share of its width and depth


def around(tray: Sequence[Place], count: int, quarter: int = 0) -> tuple[Place, ...]:
    """So many areas around a tray, each to the left of the one before.

    `tray` are its corners as seen from above, from the upper left on clockwise. The first seat sits at the lower
    side, or so many quarters of a turn further.
    """
    return tuple(_at(tray, 2 * pi * (seat / count + quarter / 4)) for seat in range(count))


def _at(tray: Sequence[Place], turn: float) -> Place:
    across, down = 0.5 - REACH[0] * sin(turn), 0.5 + REACH[1] * cos(turn)
    weights = ((1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down)
    pairs = list(zip(weights, tray, strict=True))
    return round(sum(w * x for w, (x, _) in pairs), 1), round(sum(w * y for w, (_, y) in pairs), 1)
