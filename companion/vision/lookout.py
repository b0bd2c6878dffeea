"""The lookout: all that is known of a frame before a network runs. Motion, hands, and what they touched.

It joins the motion gate and the memory of the empty table, and keeps watch over the places of the dice that
lie there: something moved across them, or they were seen bare.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.source import Frame
from companion.vision.background import Background, Differences, pixels
from companion.vision.clarity import Clarity
from companion.vision.finder import Box
from companion.vision.motion import FEWEST_PIXELS, Mask, Motion, MotionGate
from companion.vision.table import TablePlane

AROUND_TRAY_MM = 25.0  # movement further out is somebody's drink
EDGE_HAND_SHARE = 0.05  # of the picture that moves at its edge, for a hand over a table not known yet
TOUCH_PIXELS = 3  # that move at a die's place
FREE_PIXELS = 3  # of the background's picture: a die's edge that moves
BARE, STILL_THERE = 0.8, 0.4  # share of a die's place that shows the empty table
DISGUISE = 0.3  # share of a die that has the table's colour, only brighter or darker
BARE_FRAMES = 3  # in a row, so that neither a glitch nor the edge of a shadow picks up a die
STILL_SECONDS = 30.0  # what lies there this long without a tremble is no hand but a part of the table
RELEARN_SECONDS = 2.0  # how often the light of a table at rest is learned anew


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the lookout saw on one frame."""

    moving: bool
    beside: bool  # something moves outside the tray
    stirred: bool  # seen to move; the very first frame only counts as moving
    hand: bool
    blocked: str  # message id of what is in the way
    touched: frozenset[int]  # dice at whose place something moved
    bared: frozenset[int]  # dice whose place lies bare
    free: bool = False  # something moves in the tray by itself, and no hand is there
    clear: bool = True  # sharp enough to tell whether the camera is in its place
    hint: str = ""  # message id of what is odd about the light, though the table can be read


class Lookout:
    """Watches the small pictures of one camera."""

    def __init__(self, plane: TablePlane, frame: Frame) -> None:
        """`frame` tells the sizes of the pictures; it is not looked at."""
        self._gate = MotionGate(_tray(plane, frame, AROUND_TRAY_MM))
        self._background = Background(_tray(plane, frame, 0.0))
        self._clarity = Clarity()
        self._size = (frame.picture.shape[1], frame.picture.shape[0])
        self._bare: dict[int, int] = {}  # for how many frames a die's place was bare
        # Dice that stand out from the table, so that bareness shows; some only while no shadow falls on them.
        self._plain: frozenset[int] = frozenset()
        self._disguised: frozenset[int] = frozenset()
        self._still_since: float | None = None
        self._learned_at = -RELEARN_SECONDS

    def look(self, frame: Frame, at_rest: bool, dice: Mapping[int, Box]) -> Outlook:
        """Look at a frame; at rest for motion only. `dice` are the boxes of the dice that lay there."""
        motion = self._gate.look(frame.small)
        view = self._clarity.look(frame, quiet=at_rest and not motion.moving)
        blurred = view.fault == "sight.blurred"
        blocked = motion.blocked if blurred else view.fault or motion.blocked
        if blocked or (at_rest and not motion.moving):
            self._still_since = None
            if blocked:
                self._clarity.hidden()
            none: frozenset[int] = frozenset()
            return Outlook(
                motion.moving,
                motion.beside,
                False,
                False,
                blocked,
                none,
                none,
                clear=not blocked,
                hint=view.hint,
            )
        differs = self._background.compare(frame.small)
        covered = differs is not None and self._background.covered(differs)
        hand = (
            _reaches_in(motion)
            if differs is None
            else not covered and self._background.hand(frame.small, differs)
        )
        if (hand or covered) and self._still_for(frame.at, motion.moving) >= STILL_SECONDS:
            self._background.forget()
            self._clarity.forget()
            hand = covered = blurred = False
        if hand or covered:
            self._clarity.hidden()
        places = {die: pixels(self._share(box), motion.mask, 0.0) for die, box in dice.items()}
        touched = frozenset(
            die
            for die, place in places.items()
            if cv2.countNonZero(motion.mask[place]) >= TOUCH_PIXELS and not self._gate.only_light(place)
        )
        return Outlook(
            moving=motion.moving,
            beside=motion.beside,
            stirred=hand or cv2.countNonZero(motion.mask) >= FEWEST_PIXELS,
            hand=hand,
            blocked="sight.covered" if covered else "sight.blurred" if blurred and not hand else "",
            touched=touched,
            bared=self._bared(differs, dice, quiet=not (hand or motion.moving)),
            free=not hand and not covered and self._background.inside(differs, motion.mask) >= FREE_PIXELS,
            clear=not blurred,
            hint="" if hand or covered else view.hint,
        )

    def rest(self, frame: Frame, dice: Mapping[int, Box], hidden: Set[int] = frozenset()) -> None:
        """The table rests with these dice, of which some are hidden: learn the rest of it."""
        self._learn(frame, dice, hidden, 0.5)
        self._clarity.learn(frame)
        differs = self._background.compare(frame.small)
        assert differs is not None
        plain, disguised = set(self._plain & hidden), set(self._disguised & hidden)
        for die in dice.keys() - hidden:  # of a hidden one we know how it stood out while it was seen
            box = self._share(dice[die])
            bare = self._background.bareness(differs, box)
            if bare is not None and bare < STILL_THERE:
                plain.add(die)
            if self._background.table_coloured(differs, box) > DISGUISE:
                disguised.add(die)
        self._plain, self._disguised = frozenset(plain), frozenset(disguised)
        self._bare = {}

    def follow_light(self, frame: Frame, dice: Mapping[int, Box], hidden: Set[int] = frozenset()) -> None:
        """Nothing has moved since `rest`: take in slow changes of the light, now and then."""
        if frame.at - self._learned_at >= RELEARN_SECONDS:
            self._learn(frame, dice, hidden, 0.2)

    def lies_bare(self, frame: Frame, box: Box) -> bool:
        """Of a place at rest where no die is found: does it look like the table, or is something on it?"""
        differs = self._background.compare(frame.small)
        bare = None if differs is None else self._background.bareness(differs, self._share(box))
        return bare is not None and bare > BARE

    def _learn(self, frame: Frame, dice: Mapping[int, Box], hidden: Set[int], weight: float) -> None:
        boxes = {die: self._share(box) for die, box in dice.items()}
        seen = [box for die, box in boxes.items() if die not in hidden]
        self._background.learn(frame.small, seen, [boxes[die] for die in hidden], weight)
        self._learned_at = frame.at

    def _bared(self, differs: Differences | None, dice: Mapping[int, Box], quiet: bool) -> frozenset[int]:
        if differs is not None and self._background.strange(differs):
            self._bare = {}
            return frozenset()
        for die in self._plain & dice.keys():
            bare = None
            if differs is not None and (quiet or die not in self._disguised):
                bare = self._background.bareness(differs, self._share(dice[die]))
            self._bare[die] = self._bare.get(die, 0) + 1 if bare is not None and bare > BARE else 0
        return frozenset(die for die, frames in self._bare.items() if frames >= BARE_FRAMES)

    def _still_for(self, at: float, moving: bool) -> float:
        if moving or self._still_since is None:
            self._still_since = at
        return at - self._still_since

    def _share(self, box: Box) -> Box:
        width, height = self._size
        return box[0] / width, box[1] / height, box[2] / width, box[3] / height


def _reaches_in(motion: Motion) -> bool:
    edge = np.concatenate([motion.mask[0], motion.mask[-1], motion.mask[:, 0], motion.mask[:, -1]])
    return motion.share >= EDGE_HAND_SHARE and bool(edge.any())


def _tray(plane: TablePlane, frame: Frame, around_mm: float) -> Mask | None:
    """The tray, and `around_mm` more, on the small picture."""
    if not plane.tray_mm:
        return None
    height, width = frame.small.shape[:2]
    shrink = width / frame.picture.shape[1]
    corners = np.array([plane.to_px(*corner) for corner in plane.tray_mm]) * shrink
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
    middle = plane.tray_mm[0]
    reach = round(around_mm * plane.px_per_mm(middle) * shrink)
    if reach:
        around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
        mask = np.asarray(cv2.dilate(mask, around), dtype=np.uint8)
    return mask
