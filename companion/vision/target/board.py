"""The board found: from one picture where it lies, how the camera sees it, and how sure that is.

Markers tell it best. Without them the owner's picture of the board is recognised by its details, and without that
its rings by their shape. What cannot be found is said, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.target.profile import TargetProfile
from companion.vision.target.drawing import dictionary, marker_corners
from companion.vision.target.edges import lines_of, settle
from companion.vision.target.empty import EmptyBoard
from companion.vision.target.pose import Points, Pose, from_points
from companion.vision.target.rings import find_rings

WORST_MM = 4.0  # a board known worse than this is not found
FEWEST_DETAILS = 20


@dataclass(frozen=True)
class Board:
    """A board in the picture."""

    pose: Pose
    error_mm: float  # how far off its lines are, as far as the picture tells
    by: str  # what it was found by: "markers", "picture", "rings"


def find_board(picture: Picture, profile: TargetProfile, empty: EmptyBoard | None = None) -> Board | None:
    """The board, or None where it cannot be found. `empty` is the owner's picture of it, where there is one."""
    board = _by_markers(picture, profile)
    if board is None and empty is not None and not empty.neutral:
        board = _by_picture(picture, profile, empty)
    if board is None:
        found = find_rings(picture, profile, profile.focal)
        if found is not None:
            pose, left, _ = found
            board = Board(pose, _mm(pose, left), "rings")
    return board if board is not None and board.error_mm <= WORST_MM else None


def _by_markers(picture: Picture, profile: TargetProfile) -> Board | None:
    if profile.markers is None:
        return None
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    settings.relativeCornerRefinmentWinSize = 0.2
    detector = cv2.aruco.ArucoDetector(dictionary(profile.markers), settings)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, ids, _ = detector.detectMarkers(grey)
    known = marker_corners(profile.markers)
    seen = (
        []
        if ids is None
        else [(int(i), c[0]) for i, c in zip(ids.ravel(), corners, strict=True) if int(i) in known]
    )
    if not seen or (len(seen) < 2 and len(known) > 1):
        return None  # one marker in a corner says too little of the rest of the board
    mm = np.concatenate([known[i] for i, _ in seen])
    px = np.concatenate([c for _, c in seen]).astype(np.float64)
    size = (picture.shape[1], picture.shape[0])
    found = from_points(mm, px, size, profile.focal)
    if found is None:
        return None
    pose, _ = found
    off = np.linalg.norm(pose.to_mm(px) - mm, axis=1)
    return Board(pose, float(np.sqrt((off**2).mean())), "markers")


def _by_picture(picture: Picture, profile: TargetProfile, empty: EmptyBoard) -> Board | None:
    """Details of the owner's picture that are seen again."""
    details = cv2.SIFT.create(1500)
    theirs, their_kinds = details.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None)
    mask = empty.known.astype(np.uint8)
    ours, our_kinds = details.detectAndCompute(cv2.cvtColor(empty.flat, cv2.COLOR_BGR2GRAY), mask)
    if their_kinds is None or our_kinds is None or min(len(ours), len(theirs)) < FEWEST_DETAILS:
        return None
    pairs = cv2.BFMatcher().knnMatch(our_kinds, their_kinds, k=2)
    clear = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.75 * pair[1].distance]
    if len(clear) < FEWEST_DETAILS:
        return None
    flat = np.array([ours[match.queryIdx].pt for match in clear])
    px = np.array([theirs[match.trainIdx].pt for match in clear])
    height, width = empty.flat.shape[:2]
    left, top, right, bottom = empty.span
    mm = (flat + 0.5) * ((right - left) / width, (bottom - top) / height) + (left, top)
    _, fits = cv2.findHomography(mm, px, cv2.RANSAC, 2.5)
    good: Points = np.ravel(fits).astype(bool) if fits is not None else np.zeros(len(mm), bool)
    if good.sum() < FEWEST_DETAILS:
        return None
    found = from_points(mm[good], px[good], (picture.shape[1], picture.shape[0]), profile.focal)
    if found is None:
        return None
    pose, left_px = found
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    # The details tell how it is turned; round lines do not, and would let it drift.
    closer, off, share = settle(soft, lines_of(profile), pose, profile.focal, (2.5, 1.5), turns=False)
    return (
        Board(closer, _mm(closer, off), "picture")
        if share > 0.5 and off < 1.5
        else Board(pose, _mm(pose, left_px), "picture")
    )


def _mm(pose: Pose, px: float) -> float:
    """Pixels as millimetres in the board's middle."""
    small, large = pose.px_per_mm(np.zeros(2))
    return float(px / np.sqrt(small * large))
