"""When a roll is a roll: the states of the table, from plain inputs and the time of each frame.

Only frames that the sensor took after the last movement are read, and several of them, one after the other,
must show the same dice with the same faces and nothing wrong with any. When they cannot agree about a die that
lies still, all of them together tell what it may show, and it is in doubt. When dice come and go from frame to
frame, or one is cocked, has fallen out or cannot be told, the table is doubtful and says why. No clock is read
here: time comes with the inputs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice import TableState
from companion.vision import flaws
from companion.vision.looks import contradicted, pooled, same_dice
from companion.vision.seen import SeenDie

AGREE = 3  # frames in a row
PATIENCE = 9  # frames at rest after which the table is doubtful
DISAGREE = "sight.dice_disagree"
ROLLS_ON = 3.0  # seconds after the tray came to rest that a die beside it may need to do so too
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
        self._look_again = False
        self._looks: list[tuple[SeenDie, ...]] = []  # at the table as it rests
        self._agreeing: list[tuple[SeenDie, ...]] = []

    def glance(self, glance: Glance) -> bool:
        """Take in a frame. True when its dice are wanted: the table rests and nothing is agreed yet."""
        if self._newest is not None and glance.at <= self._newest:
            return False  # a frame that arrives late tells nothing new
        self._newest = glance.at
        if glance.blocked or glance.hand or glance.moving:
            self._rest_since = None
            self._not_before = -math.inf
            self._looks, self._agreeing = [], []
            if glance.blocked:
                self._become(TableState.BLOCKED, glance.blocked)
            elif glance.hand:
                self._become(TableState.HAND, "sight.hand")
            else:
                self._become(TableState.MOVING)
            return False
        if self.state in AT_REST and (self._look_again or (glance.beside and self._not_all(glance.at))):
            # Perhaps a die that fell out was picked up, or rolls there still: look again once all is quiet.
            self._look_again = glance.beside
            if not glance.beside:
                self._rest_since, self._looks, self._agreeing = None, [], []
                self._become(TableState.READING)
        if self.state in AT_REST:
            return False
        if self._rest_since is None:
            self._rest_since = glance.at
        if self.state is not TableState.READING:
            self._become(TableState.READING)
        return glance.at >= self._not_before

    def _not_all(self, at: float) -> bool:
        """May what moves beside the tray be a die of this throw?"""
        just_now = self._rest_since is not None and at - self._rest_since < ROLLS_ON
        return self.state is TableState.DOUBTFUL or just_now

    def dice(self, seen: Sequence[SeenDie]) -> Agreed | None:
        """Take in the dice of the frame that `glance` wanted; answers once enough frames agree, or cannot."""
        assert self._rest_since is not None
        self._looks.append(tuple(seen))
        if self._agreeing and not same_dice(self._agreeing[-1], seen):
            self._agreeing = []
        if flaws.gravest(seen):
            self._agreeing = []
        else:
            self._agreeing.append(tuple(seen))
        if len(self._agreeing) >= AGREE and not contradicted(self._looks):
            return self._agreed(seen, "")
        if len(self._looks) < PATIENCE:
            return None
        dice = pooled(self._looks)
        if dice is not None:
            return self._agreed(dice, flaws.gravest(dice))
        flaw = flaws.gravest(seen)
        return self._agreed(seen, DISAGREE if flaws.may_count(flaw) else flaw)

    def _agreed(self, dice: Sequence[SeenDie], flaw: str) -> Agreed:
        assert self._rest_since is not None
        state = TableState.DOUBTFUL if flaw else TableState.SETTLED if dice else TableState.EMPTY
        return Agreed(self._rest_since, tuple(dice), state, flaw)

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
        self._looks = []
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
        self._looks, self._agreeing = [], []
        self._become(TableState.LOST, reason)

    def _become(self, state: TableState, reason: str = "") -> None:
        self.state, self.reason = state, reason
