"""The target's referee: a picture in, the board and a call for every die on it out.

    board → flat → empty board in this light → footprints → colour and face → call

The board is looked for when it is not known, and followed while it is (`follow.py`). The empty board is the owner's
picture, what was seen while nothing lay there, the print of the profile, or plain colours.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.camera.source import Picture
from companion.target.profile import TargetProfile
from companion.vision.finder import Box
from companion.vision.target import closeup, empty
from companion.vision.target.board import Board, find_board
from companion.vision.target.calls import Call, call
from companion.vision.target.colour import box_of, marked, name_of, top_face
from companion.vision.target.cover import Bare
from companion.vision.target.footprint import Footprint
from companion.vision.target.places import Places
from companion.vision.target.standing import stand_on

# How wrong a footprint may be: as measured (`companion measure --target`), in mm, and in pixels of the picture.
ERROR_MM, ERROR_PX = 0.35, 0.35

Hints = Callable[[Picture], Sequence[Box]]


@dataclass(frozen=True)
class DieOnTarget:
    """A die and its call."""

    call: Call
    footprint: Footprint
    error_mm: float
    colour: str
    rgb: tuple[int, int, int]
    face: str
    box: Box
    picture: bytes  # from close up, a JPEG


@dataclass(frozen=True)
class TargetSight:
    """What one picture shows."""

    board: Board | None
    dice: tuple[DieOnTarget, ...]


class TargetReferee:
    """Calls the dice on one target."""

    def __init__(
        self, profile: TargetProfile, folder: Path | None = None, hints: Hints | None = None
    ) -> None:
        """`folder` holds the profile's picture; `hints` gives boxes where dice may be, such as a detector's."""
        self.profile = profile
        self.places = Places(profile)
        self.board: Board | None = None
        self.timings: dict[str, float] = {}  # milliseconds of the last look
        self._hints = hints
        self._empty: empty.EmptyBoard | None = None
        if folder is not None and profile.picture:
            self._empty = empty.pictured(profile, folder / profile.picture)
        if self._empty is None and all(zone.colour is not None for zone in profile.zones):
            self._empty = empty.printed(profile)
        self._pictured = self._empty

    def find(self, picture: Picture) -> Board | None:
        """Look for the board anew."""
        self.board = find_board(picture, self.profile, self._pictured)
        return self.board

    def learn(self, picture: Picture) -> None:
        """Nothing lies on the board now: remember how it looks. A print is known already."""
        if self.board is not None and (self._empty is None or not self._empty.neutral):
            self._empty = empty.learned(self.profile, self._flat(picture, self.board))

    def look(self, picture: Picture, anew: bool = True) -> TargetSight:
        """The dice on the board; without `anew` the board is where it was."""
        began = time.perf_counter()
        if anew or self.board is None:
            self.find(picture)
        found = time.perf_counter()
        board = self.board
        if board is None:
            self.timings = {"board": 1000 * (found - began)}
            return TargetSight(None, ())
        pose = board.pose
        flat = self._flat(picture, board)
        bare_board = self._empty if self._empty is not None else empty.plain(self.profile, flat)
        light = empty.light_on(bare_board, flat)
        hints = self._hints(picture) if self._hints is not None else ()
        feet = stand_on(picture, flat, pose, Bare(bare_board, light), self.profile.die_mm, hints)
        stood = time.perf_counter()
        dice = tuple(self._die(picture, board, bare_board, light, foot) for foot in feet)
        self.timings = {
            "board": 1000 * (found - began),
            "stand": 1000 * (stood - found),
            "call": 1000 * (time.perf_counter() - stood),
        }
        return TargetSight(board, dice)

    def _flat(self, picture: Picture, board: Board) -> Picture:
        span = empty.span_of(self.profile)
        return empty.flatten_again(picture, board.pose, span, empty.drawn_board(self.profile)[0].shape)

    def _die(
        self, picture: Picture, board: Board, bare: empty.EmptyBoard, light: empty.Floats, foot: Footprint
    ) -> DieOnTarget:
        pose = board.pose
        small, _ = pose.px_per_mm(np.array(foot.centre))
        error = ERROR_MM + ERROR_PX / small
        called = call(self.places, foot, error)
        top = top_face(picture, pose, foot)
        spot = bare.spots(np.array(foot.centre)) * light.shape[1::-1] / np.array(bare.flat.shape[1::-1])
        x, y = (int(n) for n in np.clip(spot, 0, np.array(light.shape[1::-1]) - 1))
        colour, rgb = name_of(top, light[y, x].astype(np.float64) if bare.neutral else None)
        face, _ = marked(top)
        shown = closeup.close_up(picture, pose, self.profile, foot, called.disputed)
        return DieOnTarget(called, foot, error, colour, rgb, face, box_of(foot.outline(pose)), shown)
