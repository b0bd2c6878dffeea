"""The call: which place counts for a die's footprint, as a fair referee would say.

The zone with the larger part of the die counts (DF-15). In a hole, on or against a joint, or off the target is a miss
(DF-14): a die half in a hole is in it as soon as it leans into it, and a joint counts when it is touched. Moved by
as much as the measurement may be wrong, the footprint may have another larger part: then the call is disputed, and
the lower value is proposed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.target.profile import MISSES, OFF
from companion.vision.target.footprint import Footprint
from companion.vision.target.places import Places

LEANS_MM = 1.5  # misfit of an outline from which a die does not lie flat
TOUCHED = 0.02  # share of a footprint on a joint that is a touch
WAYS = 8  # directions in which the footprint may be wrong
_AROUND = np.arange(WAYS) * 2 * np.pi / WAYS


@dataclass(frozen=True)
class Call:
    """Where a die rests."""

    zone: str  # what is proposed: a zone's name, or "hole", "joint", "off"
    value: int
    shares: dict[str, float]
    disputed: bool
    against: str  # the other zone of a dispute
    leaning: bool
    against_value: int = 0

    @property
    def rest(self) -> str:
        """In the words of `TableDie.rest`: what counts, a line between two zones with both, a dispute with a miss as
        the miss. A zone is told by its value, since several may have the same; one that counts nothing is off."""
        if self.zone in MISSES:
            return self.zone
        if not self.value:
            return OFF
        return f"{self.against_value}/{self.value}" if self.disputed else str(self.value)


def call(places: Places, die: Footprint, error_mm: float) -> Call:
    """Call a die whose footprint may be wrong by so much."""
    moves = np.concatenate([[(0.0, 0.0)], error_mm * np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=1)])
    shares = places.shares(die.corners(), moves)
    leaning = die.misfit_mm > LEANS_MM
    winners = [_counts(places, row, leaning) for row in shares]
    sure = winners[0]
    others = [number for number in winners if not _same(places, number, sure)]
    told = {
        name: round(float(share), 4) for name, share in zip(places.names, shares[0], strict=True) if share > 0
    }
    told = dict(sorted(told.items(), key=lambda item: -item[1]))
    if not others:
        return Call(places.names[sure], places.values[sure], told, False, "", leaning)
    other = min(others, key=lambda number: places.values[number])
    low, high = sorted((sure, other), key=lambda number: places.values[number])
    high_value = places.values[high]
    return Call(places.names[low], places.values[low], told, True, places.names[high], leaning, high_value)


def _same(places: Places, one: int, other: int) -> bool:
    """One place, or two zones that count the same: about those nobody argues."""
    zones = max(one, other) < places.hole
    return one == other or (zones and places.values[one] == places.values[other])


def _counts(places: Places, shares: np.ndarray[tuple[int], np.dtype[np.float64]], leaning: bool) -> int:
    """The number of the place that counts."""
    if shares[places.joint] > TOUCHED:  # DF-14: on or against the joints
        return places.joint
    if leaning:
        if shares[places.hole] > 0:  # DF-14: it has sunk into the hole
            return places.hole
        if shares[places.off] > 0:  # DF-14: it touches the table
            return places.off
    return int(np.argmax(shares))
