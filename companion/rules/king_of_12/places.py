"""Where the seats' own areas lie on the table, in mm: as it was set up, or where the players laid their dice."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, pi

from companion.rules.places import Place, around


def of_table(
    tray: Sequence[Place], set_up: Sequence[Place], count: int, quarter: int = 0
) -> tuple[Place, ...]:
    """So many areas as the table was set up with; another number of seats sits evenly around the tray."""
    if len(set_up) == count:
        first = quarter % count
        return (*set_up[first:], *set_up[:first])
    return around(tray, count, quarter) if tray else ()


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
