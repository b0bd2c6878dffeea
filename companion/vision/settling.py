"""When a roll is a roll: the states of the table, from plain inputs and the time of each frame.

Only frames that the sensor took after the last movement are read, and several of them, one after the other,
must show the same dice with the same faces and nothing wrong with any. When they cannot agree, or a die is
cocked, has fallen out or cannot be told, the table is doubtful and says why. No clock is read here: time
comes with the inputs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice import TableState
from companion.vision.seen import SeenDie

AGREE = 3  # frames in a row
PATIENCE = 9  # frames at rest after which the table is doubtful
SAME_PLACE_SHARE = 0.12  # of a die's size; a still die's box trembles by less
LOST_AFTER = 1.5  # seconds without a frame: the players are told within two
AT_REST = (TableState.SETTLED, TableState.EMPTY, TableState.DOUBTFUL)


@dataclass(frozen=True, slots=True)
class Glance:
    """What the cheap stages say of a frame."""

    at: float
    moving: bool
    hand: bool = False
    blocked: str = ""  # message id of what is in the way
    beside: bool = False  # something moves, but outside the tray


@dataclass(frozen=True, slots=True)
class Agreed:
    """The table rests, and this lies on it."""

    at: float  # of the first frame at rest
    dice: tuple[SeenDie, ...]
    state: TableState  # EMPTY, SETTLED or DOUBTFUL
    reason: str


class Settling:
    """Follows the table from movement to rest."""

    def __init__(self) -> None:
        self.state = TableState.LOST
        self.reason = ""
        self._newest: float | None = None
        self._rest_since: float | None = None
        self._not_before = -math.inf
        self._looked = 0
        self._look_again = False
        self._agreeing: list[tuple[SeenDie, ...]] = []

    def glance(self, glance: Glance) -> bool:
        """Take in a frame. True when its dice are wanted: the table rests and nothing is agreed yet."""
        if self._newest is not None and glance.at <= self._newest:
            return False  # a frame that arrives late tells nothing new
        self._newest = glance.at
        if glance.blocked or glance.hand or glance.moving:
            self._rest_since = None
            self._not_before = -math.inf
            self._looked = 0
            self._agreeing = []
            if glance.blocked:
                self._become(TableState.BLOCKED, glance.blocked)
            elif glance.hand:
                self._become(TableState.HAND, "sight.hand")
            else:
                self._become(TableState.MOVING)
            return False
        if self.state is TableState.DOUBTFUL and (glance.beside or self._look_again):
            # Perhaps the die that fell out was picked up: look again once it is quiet all around.
            self._look_again = glance.beside
            if not glance.beside:
                self._rest_since, self._looked, self._agreeing = None, 0, []
                self._become(TableState.READING)
        if self.state in AT_REST:
            return False
        if self._rest_since is None:
            self._rest_since = glance.at
        if self.state is not TableState.READING:
            self._become(TableState.READING)
        return glance.at >= self._not_before

    def dice(self, seen: Sequence[SeenDie]) -> Agreed | None:
        """Take in the dice of the frame that `glance` wanted; answers once enough frames agree, or cannot."""
        assert self._rest_since is not None
        self._looked += 1
        if self._agreeing and not same_dice(self._agreeing[-1], seen):
            self._agreeing = []
        flaw = next((die.flaw for die in seen if die.flaw), "")
        if not flaw:
            self._agreeing.append(tuple(seen))
        else:
            self._agreeing = []
        if len(self._agreeing) >= AGREE:
            return Agreed(self._rest_since, tuple(seen), TableState.SETTLED if seen else TableState.EMPTY, "")
        if self._looked >= PATIENCE:
            return Agreed(self._rest_since, tuple(seen), TableState.DOUBTFUL, flaw or "sight.dice_disagree")
        return None

    def accept(self, agreed: Agreed) -> None:
        """The table is at rest as agreed; nothing is read again before something moves."""
        self._become(agreed.state, agreed.reason)

    def wait(self, seconds: float, reason: str) -> bool:
        """Look again once the table has rested this long. False when it has already."""
        assert self._rest_since is not None
        assert self._newest is not None
        if self._newest >= self._rest_since + seconds:
            return False
        self._not_before = self._rest_since + seconds
        self._looked = 0
        self._become(TableState.READING, reason)
        return True

    def tick(self, now: float) -> bool:
        """Time passes without a frame. True when that makes the table lost."""
        if self._newest is None or self.state is TableState.LOST or now - self._newest < LOST_AFTER:
            return False
        self.lose("sight.no_frames")
        return True

    def lose(self, reason: str) -> None:
        """Nothing new is seen of the table."""
        self._rest_since = None
        self._looked, self._agreeing = 0, []
        self._become(TableState.LOST, reason)

    def _become(self, state: TableState, reason: str = "") -> None:
        self.state, self.reason = state, reason


def same_dice(a: Sequence[SeenDie], b: Sequence[SeenDie]) -> bool:
    """Do two frames show the same dice with the same faces at the same places?"""
    if len(a) != len(b):
        return False
    left = list(b)
    for die in a:
        twin = next((other for other in left if _same(die, other)), None)
        if twin is None:
            return False
        left.remove(twin)
    return True


def _same(a: SeenDie, b: SeenDie) -> bool:
    return (
        a.reading.kind == b.reading.kind
        and a.reading.face == b.reading.face
        and math.dist(a.reading.place_mm, b.reading.place_mm) <= SAME_PLACE_SHARE * a.reading.size_mm
    )
