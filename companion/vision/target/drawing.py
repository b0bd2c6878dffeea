"""A target drawn flat: for printing as a picture, for the screen, and as the empty board to compare with."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.target.profile import Area, Circle, Markers, TargetError, TargetProfile
from companion.vision.target.places import outline

FAMILIES = {
    "4x4_50": cv2.aruco.DICT_4X4_50,
    "5x5_100": cv2.aruco.DICT_5X5_100,
    "6x6_250": cv2.aruco.DICT_6X6_250,
    "apriltag_16h5": cv2.aruco.DICT_APRILTAG_16h5,
    "apriltag_36h11": cv2.aruco.DICT_APRILTAG_36h11,
}
PAPER = (255, 255, 255)
INK = (40, 40, 40)
HOLE_INK = (70, 70, 70)
JOINT_INK = (96, 90, 84)
LINE_MM = 0.8
PALETTE = ((226, 200, 150), (150, 140, 128))  # for zones whose colour nobody told, in turns
FINER = 4  # drawn so much larger and averaged down
_SHIFT = 4

Span = tuple[float, float, float, float]  # left, top, right, bottom in mm


def dictionary(markers: Markers) -> cv2.aruco.Dictionary:
    """OpenCV's markers of this family. Raises TargetError."""
    if markers.family not in FAMILIES:
        known = ", ".join(FAMILIES)
        raise TargetError(f'"markers.family" is {markers.family!r}; known are {known}.')
    found = cv2.aruco.getPredefinedDictionary(FAMILIES[markers.family])
    most = found.bytesList.shape[0]
    if any(not 0 <= marker.id < most for marker in markers.places):
        raise TargetError(f'"markers.places" has an id that {markers.family} lacks: use 0 to {most - 1}.')
    return found


def marker_corners(markers: Markers) -> dict[int, NDArray[np.float64]]:
    """The corners of each marker in mm, in OpenCV's order: from the upper left, clockwise."""
    half = markers.side_mm / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    corners = {}
    for marker in markers.places:
        c, s = np.cos(np.radians(marker.angle_deg)), np.sin(np.radians(marker.angle_deg))
        corners[marker.id] = np.asarray(marker.centre) + square @ np.array([[c, s], [-s, c]])
    return corners


def marker_rims(markers: Markers) -> list[NDArray[np.float64]]:
    """The white squares that markers need around them."""
    squares = marker_corners(markers).values()
    return [np.asarray(square.mean(axis=0) + 1.3 * (square - square.mean(axis=0))) for square in squares]


def sheet_corners(profile: TargetProfile) -> NDArray[np.float64]:
    left, top, right, bottom = profile.reach()
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def marker_cells(markers: Markers) -> dict[int, list[NDArray[np.float64]]]:
    """The dark squares of each marker, four corners in mm each."""
    family = dictionary(markers)
    cells: dict[int, list[NDArray[np.float64]]] = {}
    for id, (a, b, c, d) in marker_corners(markers).items():
        count = family.markerSize + 2
        bits = cv2.aruco.generateImageMarker(family, id, count, borderBits=1)

        def spot(
            u: float, v: float, a: NDArray[np.float64] = a, b: NDArray[np.float64] = b,
            c: NDArray[np.float64] = c, d: NDArray[np.float64] = d,
        ) -> NDArray[np.float64]:  # fmt: skip
            return np.asarray((1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d)

        cells[id] = [
            np.stack(
                [spot(x / count, y / count) for x, y in ((j, i), (j + 1, i), (j + 1, i + 1), (j, i + 1))]
            )
            for i in range(count)
            for j in range(count)
            if not bits[i, j]
        ]
    return cells


def zone_colours(profile: TargetProfile) -> list[tuple[int, int, int]]:
    """Red, green, blue of each zone as it is printed."""
    return [zone.colour or PALETTE[number % 2] for number, zone in enumerate(profile.zones)]


def number_spots(profile: TargetProfile) -> list[tuple[str, tuple[float, float], float]]:
    """Each zone's name, where it stands, and how high, in mm: above and below the middle where there is a ring."""
    spots: list[tuple[str, tuple[float, float], float]] = []
    circles = [(zone.name, zone.area) for zone in profile.zones if isinstance(zone.area, Circle)]
    for number, (name, area) in enumerate(circles):
        inner = circles[number + 1][1].radius if number + 1 < len(circles) else 0.0
        high = 0.22 * (area.radius - inner)
        x, y = area.centre
        if inner <= 0 or inner >= area.radius:
            spots.append((name, (x, y), 0.4 * area.radius if inner <= 0 else 0.2 * area.radius))
        else:
            spots.append((name, (x, y - (area.radius + inner) / 2), high))
            spots.append((name, (x, y + (area.radius + inner) / 2), high))
    for zone in profile.zones:
        if not isinstance(zone.area, Circle):
            xs, ys = zip(*zone.area.points, strict=True)
            spots.append((zone.name, (sum(xs) / len(xs), min(ys) + 12.0), 10.0))
    return spots


def draw_target(profile: TargetProfile, px_per_mm: float, span: Span | None = None) -> Picture:
    """The flat board, blue-green-red, `span` of it or everything there is."""
    left, top, right, bottom = span or profile.reach()
    scale = px_per_mm * FINER
    size = (round((right - left) * px_per_mm), round((bottom - top) * px_per_mm))
    board = np.full((size[1] * FINER, size[0] * FINER, 3), PAPER, np.uint8)

    def px(points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.asarray(np.round(((points - (left, top)) * scale - 0.5) * (1 << _SHIFT)), np.int32)

    def fill(area: Area, colour: tuple[int, int, int]) -> None:
        cv2.fillPoly(board, [px(outline(area, 1.0))], colour[::-1], cv2.LINE_8, _SHIFT)

    def line(area: Area) -> None:
        thick = max(1, round(LINE_MM * scale))
        cv2.polylines(board, [px(outline(area, 1.0))], True, INK, thick, cv2.LINE_8, _SHIFT)

    if profile.paper is not None:
        cv2.fillPoly(board, [px(sheet_corners(profile))], profile.paper[::-1], cv2.LINE_8, _SHIFT)
    for zone, colour in zip(profile.zones, zone_colours(profile), strict=True):
        fill(zone.area, colour)
        line(zone.area)
    for name, (x, y), high in number_spots(profile):
        _write(board, name, ((x - left) * scale, (y - top) * scale), high * scale)
    for area in profile.joints:
        fill(area, JOINT_INK)
    for area in profile.holes:
        fill(area, HOLE_INK)
        line(area)
    line(profile.outline)
    if profile.markers is not None:
        for around in marker_rims(profile.markers):
            cv2.fillPoly(board, [px(around)], PAPER, cv2.LINE_8, _SHIFT)
        for cells in marker_cells(profile.markers).values():
            for cell in cells:
                cv2.fillPoly(board, [px(cell)], (0, 0, 0), cv2.LINE_8, _SHIFT)
    return np.asarray(cv2.resize(board, size, interpolation=cv2.INTER_AREA), np.uint8)


def _write(board: Picture, text: str, middle: tuple[float, float], high: float) -> None:
    """A number with its middle here."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 10.0, 1)
    scale = 10.0 * high / height
    thick = max(1, round(high / 8))
    at = (round(middle[0] - width * scale / 20), round(middle[1] + high / 2))
    cv2.putText(board, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, INK, thick, cv2.LINE_AA)
