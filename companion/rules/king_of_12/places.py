"""Where the seats' own areas lie on the table, in mm: around the tray, or where the players laid their dice."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, sin

from companion.rules.king_of_12.state import Place

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


def from_dice(seen: Sequence[tuple[Place, Place]], quarter: int = 0) -> tuple[Place, ...]:
    """Each die lies before its owner: the places in mm, going round to the left.

    `seen` holds for each die where it is in the picture (from the upper left) and where on the table.
    """
    if not seen:
        return ()
    middle = (
        sum(pixel[0] for pixel, _ in seen) / len(seen),
        sum(pixel[1] for pixel, _ in seen) / len(seen),
    )

    def turn(die: tuple[Place, Place]) -> float:
        """How far clockwise from the lower side, as seen from above; the first die need not lie right there."""
        (x, y), _ = die
        return (atan2(middle[0] - x, y - middle[1]) + pi / len(seen)) % (2 * pi)

    order = sorted(seen, key=turn)
    first = quarter % len(order)
    return tuple(place for _, place in (*order[first:], *order[:first]))
