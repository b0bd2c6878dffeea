"""The vocabulary of the table: what a die is, what was read of it, what a roll is.

Everything else speaks in these words. Standard library only, all of it frozen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum


class Shape(StrEnum):
    """The solid, as the detector tells it apart."""

    D6 = "d6"
    D12 = "d12"
    OTHER = "other"


class Marks(StrEnum):
    """How the top face of a kind is read."""

    PIPS = "pips"
    NUMERALS = "numerals"
    TAUGHT = "taught"


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die that can lie on the table, such as a pip d6 or a hero's die."""

    name: str
    shape: Shape
    marks: Marks
    faces: tuple[str, ...]


D6 = DieKind("d6", Shape.D6, Marks.PIPS, tuple(str(n) for n in range(1, 7)))
D6_NUMERALS = DieKind("d6-numerals", Shape.D6, Marks.NUMERALS, tuple(str(n) for n in range(1, 7)))
D12 = DieKind("d12", Shape.D12, Marks.NUMERALS, tuple(str(n) for n in range(1, 13)))
PLAIN_KINDS: tuple[DieKind, ...] = (D6, D6_NUMERALS, D12)
UNKNOWN_FACE = "?"  # a die whose face has no name here: another numeral, a symbol nobody taught


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as it lies there: what it shows, how sure that is, and where it lies."""

    die: int  # the die's identity; it stays the same while the die is tracked
    kind: str  # DieKind.name
    face: str
    confidence: float  # calibrated: of the dice reported at 0.9, nine in ten are right
    doubtful: bool  # shown, never used by itself
    alternatives: tuple[tuple[str, float], ...]  # likeliest first, the reading itself included
    place_mm: tuple[float, float]
    angle_deg: float
    size_mm: float
    colour: tuple[int, int, int]  # red, green, blue of the die's body
    box: tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels of the frame
    crop: bytes = field(default=b"", repr=False)  # the picture it was read from, a JPEG
    rest: str = ""  # where on a target it rests, in the words of the game; "": on none, or not known
    other_kinds: tuple[tuple[str, str, float], ...] = ()  # what else it may be: kind, face, how likely


class TableState(StrEnum):
    """What the camera makes of the table; the icon in the corner of every screen."""

    EMPTY = "empty"  # nothing lies there
    MOVING = "moving"  # dice roll
    HAND = "hand"  # a hand or a sleeve is in view
    READING = "reading"  # at rest, frames are being compared
    SETTLED = "settled"  # a roll was read
    DOUBTFUL = "doubtful"  # at rest, but a die cannot be told: ask the players
    BLOCKED = "blocked"  # something covers the camera, or it sees no table
    LOST = "lost"  # no frames arrive


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice at rest that several frames agree on."""

    number: int  # counts up from 1 while the companion runs
    at: float  # when the sensor saw the table come to rest, in seconds of the camera's clock
    dice: tuple[DieReading, ...]
    thrown: frozenset[int]  # which of them moved since the roll before; the others were kept
    # Of those, the ones that a hand seems to have moved: nothing rolled freely, and they show what they showed.
    laid: frozenset[int] = frozenset()
    # Of those, the ones that lie just as they lay and read otherwise: turned over by a hand, or one reading is wrong.
    turned: frozenset[int] = frozenset()

    @property
    def doubtful(self) -> bool:
        return any(reading.doubtful for reading in self.dice)

    def without_turned(self) -> Roll | None:
        """As it is where no hand turns dice: what reads otherwise on its old spot was not thrown. None: nothing was."""
        thrown = self.thrown - self.turned
        return replace(self, thrown=thrown, turned=frozenset()) if thrown else None

    def face_of(self, die: int) -> str:
        return next(reading.face for reading in self.dice if reading.die == die)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera sees now, told after every frame that changed anything."""

    state: TableState
    reason: str  # message id of why it waits, such as "sight.die_cocked"; "" when there is nothing to say
    dice: tuple[DieReading, ...]  # the newest readings; empty while things move
    roll: Roll | None = None  # set once, on the frame that settled it
