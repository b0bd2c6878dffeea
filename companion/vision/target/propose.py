"""Rings proposed from one picture of an empty target whose geometry nobody knows yet.

The owner tells how wide the board is. Its edge is the largest clear ellipse; laid flat, every other ring is a circle
along which the colours change. A board that is not round has four corners, which the owner touches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.target.profile import FORMAT, VERSION, Circle, Marker, Markers, Point, TargetProfile, Zone
from companion.vision.target.board import Board, find_board
from companion.vision.target.drawing import FAMILIES, Span
from companion.vision.target.edges import Lines, settle
from companion.vision.target.empty import flatten
from companion.vision.target.places import outline
from companion.vision.target.pose import from_points

SCALE = 2.0  # pixels a mm of the flat board
CLEAR = 6.0  # brightness steps along most of a circle that make it a ring
APART_MM = 6.0
COARSE = 1.0  # pixels a mm, to look for an edge farther out
FARTHEST = 3.2  # times the radius of what was taken for the edge
CLEAR_SHARE = 0.5  # of a line that must be seen to be believed
AROUND_MM = 10.0  # of table that the flat board shows around its edge
TAP_PX = 2.0  # how exactly a finger touches a corner
SMALLEST_PX = 60  # across a board
SAME_SIDE = 0.15  # markers of one board are alike to this share
INNERMOST = 0.07  # of the board's radius: nearer to the middle a number looks like a ring


@dataclass(frozen=True, eq=False)
class Proposal:
    """The flat board for the owner to look at, and what was found on it."""

    board: Board
    flat: Picture
    span: Span  # the part of the board that `flat` shows
    radii: tuple[float, ...] = ()  # of rings about its middle, the largest first
    markers: Markers | None = None


def propose(picture: Picture, diameter_mm: float) -> Proposal | None:
    """A round board, so wide. None where none is seen."""
    edge = Circle((0.0, 0.0), diameter_mm / 2)
    disc = TargetProfile(FORMAT, VERSION, "new", "", 1.0, (Zone("1", 1, edge),), edge)
    board = find_board(picture, disc)
    if board is None:
        return None
    board = _by_its_edge(picture, board, diameter_mm / 2)
    found = _laid_flat(picture, board, (diameter_mm / 2, diameter_mm / 2))
    middle = (-found.span[0] * SCALE - 0.5, -found.span[1] * SCALE - 0.5)
    return replace(found, radii=(diameter_mm / 2, *_rings(found.flat, middle, diameter_mm / 2)))


def _by_its_edge(picture: Picture, board: Board, radius: float) -> Board:
    """One of several rings was taken for the edge: where there are rings around it, the outermost is."""
    far = FARTHEST * radius
    side = round(2 * far * COARSE)
    flat = flatten(picture, board.pose, (-far, -far, far, far), (side, side))
    around = [
        ring
        for ring in _rings(flat, ((side - 1) / 2, (side - 1) / 2), far, COARSE)
        if ring > radius + APART_MM
    ]
    if not around:
        return board
    shrink = radius / max(around)
    x, y, z = board.pose.shift
    nearer = replace(board.pose, shift=(x * shrink, y * shrink, z * shrink))
    # Coarsely known so far; the edge itself tells exactly.
    exact, off, share = settle(
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8),
        _edge(radius),
        nearer,
        None,
        (4.0, 2.0),
        turns=False,
    )
    small, large = exact.px_per_mm(np.zeros(2))
    return Board(
        exact if share > CLEAR_SHARE else nearer,
        max(board.error_mm, off / float(np.sqrt(small * large))),
        board.by,
    )


def _edge(radius: float) -> Lines:
    circle = outline(Circle((0.0, 0.0), radius), 8.0)
    return Lines(circle, circle / np.linalg.norm(circle, axis=1, keepdims=True))


def propose_corners(
    picture: Picture, corners_px: Sequence[Point], size_mm: tuple[float, float]
) -> Proposal | None:
    """A board with four corners, as somebody touched them: from the upper left, clockwise. None: no rectangle."""
    wide, high = size_mm[0] / 2, size_mm[1] / 2
    mm = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)])
    px = np.array(corners_px, np.float64)
    hull = cv2.convexHull(px.astype(np.float32))
    if len(hull) != 4 or cv2.contourArea(hull) < SMALLEST_PX**2:
        return None
    found = from_points(mm, px, (picture.shape[1], picture.shape[0]))
    if found is None:
        return None
    pose, left = found
    small, _ = pose.px_per_mm(np.zeros(2))
    return _laid_flat(picture, Board(pose, (TAP_PX + left) / small, "corners"), (wide, high))


def _laid_flat(picture: Picture, board: Board, half: tuple[float, float]) -> Proposal:
    markers = _markers(picture, board)
    reach = [half[0] + AROUND_MM, half[1] + AROUND_MM]
    if markers is not None:
        for marker in markers.places:  # they are part of the board's picture, too
            for axis in (0, 1):
                reach[axis] = max(reach[axis], abs(marker.centre[axis]) + markers.side_mm)
    span = (-reach[0], -reach[1], reach[0], reach[1])
    shape = (round(2 * reach[1] * SCALE), round(2 * reach[0] * SCALE))
    return Proposal(board, flatten(picture, board.pose, span, shape), span, markers=markers)


def _markers(picture: Picture, board: Board) -> Markers | None:
    """Printed markers on the board, if there are two or more of one family: from then on they tell where it is."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    for family, code in FAMILIES.items():
        detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(code))
        corners, ids, _ = detector.detectMarkers(grey)
        if ids is None or len(ids) < 2:
            continue
        squares = {
            int(i): board.pose.to_mm(c[0].astype(np.float64))
            for i, c in zip(ids.ravel(), corners, strict=True)
        }
        sides = {
            i: float(np.linalg.norm(s - np.roll(s, 1, axis=0), axis=1).mean()) for i, s in squares.items()
        }
        side = float(np.median(list(sides.values())))
        alike = {i: s for i, s in squares.items() if abs(sides[i] / side - 1) < SAME_SIDE}
        if len(alike) >= 2:
            return Markers(family, round(side, 2), tuple(_marker(i, s) for i, s in sorted(alike.items())))
    return None


def _marker(id: int, square: NDArray[np.float64]) -> Marker:
    x, y = (round(float(n), 2) for n in square.mean(axis=0))
    along = square[1] - square[0] + square[2] - square[3]
    return Marker(id, (x, y), round(float(np.degrees(np.arctan2(along[1], along[0]))), 2))


def _rings(flat: Picture, middle: tuple[float, float], radius: float, scale: float = SCALE) -> list[float]:
    """Radii at which the colours change along most of the circle."""
    length = round(radius * scale)
    spread = cv2.warpPolar(flat, (length, 360), middle, length, cv2.WARP_POLAR_LINEAR)
    soft = cv2.GaussianBlur(spread, (5, 1), 1.2).astype(np.float32)
    change = np.abs(soft[:, 4:] - soft[:, :-4]).max(axis=2)
    usual = np.quantile(change, 0.3, axis=0)  # in most directions: a number or a hole does not make a ring
    found: list[float] = []
    for place in np.argsort(-usual):
        at = (float(place) + 2.0) / scale
        far_from_edge = INNERMOST * radius < at < radius - APART_MM
        if usual[place] < CLEAR:
            break
        if far_from_edge and all(abs(at - other) > APART_MM for other in found):
            found.append(at)
    return sorted(found, reverse=True)
