"""Targets at the door of the touchscreen: which there are, which is thrown at, and one that is being traced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.text import Line
from companion.target.profile import Area, Point
from companion.target.traced import Box, Traced

Corner = tuple[float, float]  # a place in the camera's picture


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target that can be chosen."""

    name: str  # of its file
    title: str
    date: str
    error_mm: float
    values: tuple[int, ...]  # of its zones, from the outside in
    own: bool  # traced by the owner; else it came with the companion


@dataclass(frozen=True, slots=True)
class HoleFound:
    """What was found where a finger tapped."""

    number: int  # counts up: another tap is another answer
    at: Point
    area: Area | None  # None: no outline is seen there


@dataclass(frozen=True, slots=True)
class TracingView:
    """A board that is being traced."""

    step: Literal["look", "looking", "trace"]
    problem: Line | None = None
    number: int = 0  # counts up: another picture is another board
    flat: bytes = b""  # the board from above, a JPEG
    span: Box = (-1.0, -1.0, 1.0, 1.0)  # the part of the board that it shows
    start: Traced | None = None  # what was proposed, or is known already
    error_mm: float = 0.0
    die_mm: float = 16.0  # the edge of the dice that are thrown
    name: str = ""  # of a target that is traced on
    hole: HoleFound | None = None


@dataclass(frozen=True, slots=True)
class TargetView:
    targets: tuple[TargetRow, ...] = ()
    used: str = ""  # the name of the one that is thrown at; "": throws are told by touch
    tracing: TracingView | None = None


# Wishes.


@dataclass(frozen=True, slots=True)
class UseTarget:
    """Throw at this one from now on; "" tells throws by touch."""

    name: str


@dataclass(frozen=True, slots=True)
class BeginTracing:
    """Trace a new board, or trace one of the owner's on."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class LookAtBoard:
    """Look at the empty board: a round one so wide, or one with these corners and this size."""

    size_mm: tuple[float, float]
    die_mm: float  # the edge of the dice that are thrown
    corners: tuple[Corner, ...] = ()


@dataclass(frozen=True, slots=True)
class FindHole:
    """Outline the hole at this place of the board; the answer arrives as `TracingView.hole`."""

    at: Point


@dataclass(frozen=True, slots=True)
class KeepTarget:
    """Keep what was traced under this name, and throw at it."""

    name: str
    traced: Traced


@dataclass(frozen=True, slots=True)
class LeaveTracing:
    """Nothing is kept."""


TargetWish = UseTarget | BeginTracing | LookAtBoard | FindHole | KeepTarget | LeaveTracing
