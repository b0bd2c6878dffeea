"""Rings proposed from one picture of an empty target whose geometry nobody knows yet.

The owner tells how wide the board is. Its edge is the largest clear ellipse; laid flat, every other ring is a circle
along which the colours change.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.target.profile import FORMAT, VERSION, Circle, TargetProfile, Zone
from companion.vision.target.board import Board, find_board
from companion.vision.target.empty import flatten

SCALE = 2.0  # pixels a mm of the flat board
CLEAR = 6.0  # brightness steps along most of a circle that make it a ring
APART_MM = 6.0
INNERMOST = 0.07  # of the board's radius: nearer to the middle a number looks like a ring


@dataclass(frozen=True, eq=False)
class Proposal:
    """The flat board for the owner to look at, `reach` mm to each side of its middle, and its rings."""

    board: Board
    flat: Picture
    reach: float
    radii: tuple[float, ...]  # the largest first


def propose(picture: Picture, diameter_mm: float) -> Proposal | None:
    """None where no round board is seen."""
    edge = Circle((0.0, 0.0), diameter_mm / 2)
    disc = TargetProfile(FORMAT, VERSION, "new", "", 1.0, (Zone("1", 1, edge),), edge)
    board = find_board(picture, disc)
    if board is None:
        return None
    reach = diameter_mm / 2 + 10.0
    side = round(2 * reach * SCALE)
    flat = flatten(picture, board.pose, (-reach, -reach, reach, reach), (side, side))
    return Proposal(board, flat, reach, (diameter_mm / 2, *_rings(flat, diameter_mm / 2)))


def _rings(flat: Picture, radius: float) -> list[float]:
    """Radii at which the colours change along most of the circle."""
    middle = (flat.shape[1] - 1) / 2
    length = round(radius * SCALE)
    spread = cv2.warpPolar(flat, (length, 360), (middle, middle), length, cv2.WARP_POLAR_LINEAR)
    soft = cv2.GaussianBlur(spread, (5, 1), 1.2).astype(np.float32)
    change = np.abs(soft[:, 4:] - soft[:, :-4]).max(axis=2)
    usual = np.quantile(change, 0.3, axis=0)  # in most directions: a number or a hole does not make a ring
    found: list[float] = []
    for place in np.argsort(-usual):
        at = (float(place) + 2.0) / SCALE
        far_from_edge = INNERMOST * radius < at < radius - APART_MM
        if usual[place] < CLEAR:
            break
        if far_from_edge and all(abs(at - other) > APART_MM for other in found):
            found.append(at)
    return sorted(found, reverse=True)
