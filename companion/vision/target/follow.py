"""Is the board still where it was? Details of it tell, whenever the table is still.

When the board was found, corners of its print, its numbers and markers are remembered. They are followed into the
newest picture. When most of them moved alike by more than FARTHEST_MM, the board was shifted or turned, or the
camera bumped: the way they moved tells the new place. When they cannot be found again, the board is looked for
anew; and when that fails, too, the players are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.target.profile import TargetProfile
from companion.vision.target.board import Board
from companion.vision.target.places import outline
from companion.vision.target.pose import Points, from_points
from companion.vision.target.referee import TargetReferee

FARTHEST_MM = 1.2  # what is more is a move; less may be noise
MOST, FEWEST = 120, 10  # details
ALIKE = 0.5  # share of the followed details that must agree
AGREE_PX = 1.2
THERE_AND_BACK_PX = 0.7

Grey = NDArray[np.uint8]


class Stands(StrEnum):
    """What became of the board."""

    STEADY = "steady"
    MOVED = "moved"  # and followed
    LOST = "lost"


@dataclass(frozen=True)
class Followed:
    stands: Stands
    moved_mm: float = 0.0  # the farthest that any of its lines moved


class Follower:
    """Follows the board of one referee."""

    def __init__(self, referee: TargetReferee) -> None:
        self._referee = referee
        self._then: Grey | None = None
        self._px: NDArray[np.float32] = np.zeros((0, 2), np.float32)
        self._mm: Points = np.zeros((0, 2))
        self._board: Board | None = None

    def check(self, picture: Picture) -> Followed:
        """Look at a picture of a still table. The referee's board is right again afterwards, or None."""
        board = self._referee.board
        if board is None:
            return self._again(picture, None)
        if board is not self._board or self._then is None:
            self._remember(picture, board)
            return Followed(Stands.STEADY)
        mm, seen = self._follow(_grey(picture))
        if len(mm) >= max(FEWEST, ALIKE * len(self._mm)):
            off = np.linalg.norm(board.pose.to_mm(seen) - mm, axis=1)
            if float(np.median(off)) <= FARTHEST_MM:
                return Followed(Stands.STEADY)
            moved = self._moved(mm, seen, board)
            if moved is not None:
                return self._take(picture, board, moved)
        return self._again(picture, board)

    def _remember(self, picture: Picture, board: Board) -> None:
        grey = _grey(picture)
        mask = np.zeros(grey.shape, np.uint8)
        around = cv2.convexHull(board.pose.to_px(_whole(self._referee.profile)).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(around).astype(np.int32), 255)
        found = cv2.goodFeaturesToTrack(grey, MOST, 0.02, 12, mask=mask, blockSize=7)
        none = np.zeros((0, 2), np.float32)
        self._px = none if found is None else np.asarray(found.reshape(-1, 2), np.float32)
        self._mm, self._then, self._board = board.pose.to_mm(self._px.astype(np.float64)), grey, board

    def _follow(self, now: Grey) -> tuple[Points, Points]:
        """The details that are found again: on the board, and in the picture."""
        if self._then is None or not len(self._px) or self._then.shape != now.shape:
            return np.zeros((0, 2)), np.zeros((0, 2))
        window = (25, 25)
        seen, good, _ = cv2.calcOpticalFlowPyrLK(
            self._then, now, self._px, self._px.copy(), winSize=window, maxLevel=4
        )
        back, again, _ = cv2.calcOpticalFlowPyrLK(
            now, self._then, seen, self._px.copy(), winSize=window, maxLevel=4
        )
        true = (good.ravel() == 1) & (again.ravel() == 1)
        true &= np.linalg.norm(back - self._px, axis=1) < THERE_AND_BACK_PX
        return self._mm[true], seen[true].astype(np.float64)

    def _moved(self, mm: Points, seen: Points, board: Board) -> Board | None:
        """The board where most of its details say it is."""
        _, fits = cv2.findHomography(mm, seen, cv2.RANSAC, AGREE_PX)
        agree = np.ravel(fits).astype(bool) if fits is not None else np.zeros(len(mm), bool)
        if agree.sum() < max(FEWEST, ALIKE * len(mm)):
            return None
        focal = board.pose.focal_px / board.pose.picture[0]
        found = from_points(mm[agree], seen[agree], board.pose.picture, focal)
        if found is None:
            return None
        off = np.linalg.norm(found[0].to_mm(seen[agree]) - mm[agree], axis=1)
        return Board(found[0], float(np.sqrt((off**2).mean())), board.by)

    def _take(self, picture: Picture, before: Board, now: Board) -> Followed:
        """The board is elsewhere: found exactly where it can be, followed where not."""
        exact = self._referee.find(picture) if self._referee.profile.markers is not None else None
        self._referee.board = exact if exact is not None and exact.by == "markers" else now
        return self._told(picture, before)

    def _again(self, picture: Picture, before: Board | None) -> Followed:
        if self._referee.find(picture) is None:
            self._referee.board = None
            return Followed(Stands.LOST)
        return self._told(picture, before)

    def _told(self, picture: Picture, before: Board | None) -> Followed:
        board = self._referee.board
        assert board is not None
        self._remember(picture, board)
        if before is None:
            return Followed(Stands.MOVED)
        around = outline(self._referee.profile.outline, 20.0)
        off = np.linalg.norm(board.pose.to_mm(before.pose.to_px(around)) - around, axis=1)
        moved = float(off.max())
        return Followed(Stands.MOVED if moved > FARTHEST_MM else Stands.STEADY, moved)


def _grey(picture: Picture) -> Grey:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _whole(profile: TargetProfile) -> Points:
    left, top, right, bottom = profile.reach()
    if profile.markers is not None:
        return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return outline(profile.outline, 20.0)
