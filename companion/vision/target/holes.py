"""A hole under a tap: the patch of one colour there, as a circle where it is round, else as a polygon."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.target.profile import Area, Circle, Point, Polygon
from companion.vision.target.drawing import Span

ALIKE = 9  # brightness steps between neighbouring pixels of one patch, and each way from the tapped one
SMALLEST_MM2, LARGEST_MM2 = 20.0, 20_000.0
COMPACT = 0.85  # share of its hull that a patch fills: what runs out into the board is no hole
ROUND = 0.88  # share of the circle around it that a round patch fills
CORNER_MM = 1.5  # how exactly a polygon follows its patch


def hole_at(flat: Picture, span: Span, at: Point) -> Area | None:
    """The hole's outline; None where there is no patch that could be one."""
    height, width = flat.shape[:2]
    left, top, right, bottom = span
    scale = np.array([width / (right - left), height / (bottom - top)])
    x, y = (int(n) for n in (np.array(at) - (left, top)) * scale)
    if not (0 <= x < width and 0 <= y < height):
        return None
    soft = cv2.medianBlur(flat, 5)
    mask = np.zeros((height + 2, width + 2), np.uint8)
    flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | (255 << 8)
    wide = (3.0 * ALIKE,) * 3
    cv2.floodFill(soft, mask, (x, y), (0, 0, 0), wide, wide, flags)
    filled = cv2.morphologyEx(mask[1:-1, 1:-1], cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    around = max(contours, key=cv2.contourArea, default=None)
    if around is None:
        return None
    line = np.asarray((around[:, 0] + 0.5) / scale + (left, top), np.float32)
    size = float(cv2.contourArea(line))
    hull = float(cv2.contourArea(cv2.convexHull(line)))
    if not SMALLEST_MM2 <= size <= LARGEST_MM2 or size < COMPACT * hull:
        return None
    (cx, cy), radius = cv2.minEnclosingCircle(line)
    if size > ROUND * np.pi * radius**2:
        return Circle((round(cx, 2), round(cy, 2)), round(float(np.sqrt(size / np.pi)), 2))
    corners = cv2.approxPolyDP(line, CORNER_MM, True)[:, 0]
    points = tuple((round(float(px), 2), round(float(py), 2)) for px, py in corners)
    return Polygon(points) if len(points) >= 3 else None
