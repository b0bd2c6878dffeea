"""The printed page: markers at true size, whose places on the paper are known.

It lies on A4 and on Letter, and any three of its markers are enough: the page may be folded or cut to fit a tray.
Its millimetres: from the middle, x to the right, y down, as one reads it.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.files import write_whole
from companion.vision import paper
from companion.vision.calibration.errors import CalibrationError

Points = NDArray[np.float64]

FAMILY = cv2.aruco.DICT_5X5_100  # not the target's own family: a page on a target must not be taken for it
FIRST_ID = 60
COLUMNS, ROWS = 6, 4
SIDE_MM = 30.0
STEP_MM = (42.0, 40.0)
PAPER_MM = (297.0, 210.0)  # A4, lying
BAR_MM = 100.0
BAR_Y_MM = 96.0
DPI = 300


def corners_of_page() -> dict[int, Points]:
    """The corners of each marker in mm, in OpenCV's order: from the upper left, clockwise."""
    half = SIDE_MM / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    found = {}
    for row in range(ROWS):
        for column in range(COLUMNS):
            middle = ((column - (COLUMNS - 1) / 2) * STEP_MM[0], (row - (ROWS - 1) / 2) * STEP_MM[1])
            found[FIRST_ID + row * COLUMNS + column] = square + middle
    return found


def dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(FAMILY)


def draw_page(px_per_mm: float) -> Picture:
    """The page as a picture."""
    width, height = (round(side * px_per_mm) for side in PAPER_MM)
    picture = np.full((height, width, 3), 255, np.uint8)
    for (left, top), (right, bottom) in _dark_squares():
        x0, x1 = (round((x + PAPER_MM[0] / 2) * px_per_mm) for x in (left, right))
        y0, y1 = (round((y + PAPER_MM[1] / 2) * px_per_mm) for y in (top, bottom))
        picture[y0:y1, x0:x1] = 0
    y = round((BAR_Y_MM + PAPER_MM[1] / 2) * px_per_mm)
    ends = [(round((x + PAPER_MM[0] / 2) * px_per_mm), y) for x in (-BAR_MM / 2, BAR_MM / 2)]
    cv2.line(picture, ends[0], ends[1], (0, 0, 0), max(1, round(0.3 * px_per_mm)))
    for x, _ in ends:
        tick = round(1.5 * px_per_mm)
        cv2.line(picture, (x, y - tick), (x, y + tick), (0, 0, 0), max(1, round(0.3 * px_per_mm)))
    words = ("print at 100 %: this bar is 100 mm", (ends[1][0] + round(4 * px_per_mm), y + round(px_per_mm)))
    cv2.putText(
        picture, *words, cv2.FONT_HERSHEY_SIMPLEX, 0.1 * px_per_mm, (90, 90, 90), max(1, round(px_per_mm / 6))
    )
    return picture


def print_page(path: Path) -> None:
    """Write the page to a .pdf or a .png. Raises CalibrationError."""
    kind = path.suffix.lower()
    if kind == ".pdf":
        data = paper.pdf(PAPER_MM, _content())
    elif kind == ".png":
        data = paper.png(draw_page(DPI / 25.4), DPI)
    else:
        raise CalibrationError("calibrate.page_kind", file=path.name)
    try:
        write_whole(path, data)
    except OSError as problem:
        raise CalibrationError(
            "calibrate.not_written", file=str(path), problem=problem.strerror or "?"
        ) from None


def _dark_squares() -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """All that is printed black: upper left and lower right of each square, in mm."""
    family = dictionary()
    cells = family.markerSize + 2
    side = SIDE_MM / cells
    found = []
    for number, corners in corners_of_page().items():
        bits = cv2.aruco.generateImageMarker(family, number, cells, borderBits=1)
        left, top = (float(n) for n in corners[0])
        for row, column in np.argwhere(bits == 0):
            x, y = left + float(column) * side, top + float(row) * side
            found.append(((x, y), (x + side, y + side)))
    return found


def _content() -> str:
    """The page in PDF's drawing words. One path for all squares: apart, hairlines would show between them."""
    half_x, half_y = PAPER_MM[0] / 2, PAPER_MM[1] / 2
    squares = " ".join(
        f"{paper.points(left + half_x)} {paper.points(half_y - bottom)} "
        f"{paper.points(right - left)} {paper.points(bottom - top)} re"
        for (left, top), (right, bottom) in _dark_squares()
    )
    low, start, end = half_y - BAR_Y_MM, half_x - BAR_MM / 2, half_x + BAR_MM / 2
    lines = [f"{squares} f", "0.8 w"]
    for x0, y0, x1, y1 in (
        (start, low, end, low),
        (start, low - 1.5, start, low + 1.5),
        (end, low - 1.5, end, low + 1.5),
    ):
        ends = [paper.points(n) for n in (x0, y0, x1, y1)]
        lines.append(f"{ends[0]} {ends[1]} m {ends[2]} {ends[3]} l S")
    text = "print at 100 %: this bar is 100 mm"
    lines.append(f"0.35 g BT /F 8 Tf {paper.points(end + 4)} {paper.points(low - 1)} Td ({text}) Tj ET")
    return "\n".join(lines)
