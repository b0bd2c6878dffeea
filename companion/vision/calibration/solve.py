"""From pictures of the page, or from four corners, to the table's plane, its scale and the camera's place.

Every figure comes with its error, as far as the pictures tell it: each marker in turn is left out and predicted
by the others. What a picture cannot tell, a page printed too small, the bar on the page does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.calibration.errors import CalibrationError
from companion.vision.calibration.light import measure_light
from companion.vision.calibration.page import BAR_MM, corners_of_page, dictionary
from companion.vision.calibration.tray import clockwise
from companion.vision.table import Point, TablePlane
from companion.vision.target.pose import Pose, from_points

Points = NDArray[np.float64]

FEWEST_MARKERS = 3
LEAST_ODD_MM = 0.3  # a marker must be at least so far off to be left out
WORST_MM = 3.0  # a page known worse than this is bent, or not flat on the table
USUAL_FOCAL = 0.95  # picture widths
FOCAL_SPREAD = 0.35  # of its logarithm: from wide lenses to long ones
LEAST_FOCAL_SPREAD = 0.03  # lenses bend, and their middle is not the picture's
TAP_PX = 3.0  # how well a finger or an eye finds a corner, in a picture 1280 pixels wide
GOOD_MM, FAIR_MM = 0.7, 1.5  # a die's place is told apart from another's at these
GOOD_CAMERA_MM, FAIR_CAMERA_MM = 15.0, 40.0  # a die's lean changes by a fiftieth of that


@dataclass(frozen=True, slots=True)
class PageSeen:
    """The markers that all pictures together show."""

    mm: Points  # of the page, y down; four for each marker
    px: Points
    markers: int


def find_page(pictures: Sequence[Picture]) -> PageSeen:
    """The page's markers; several pictures of the same moment take the noise out. Raises CalibrationError."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    settings.relativeCornerRefinmentWinSize = 0.2
    detector = cv2.aruco.ArucoDetector(dictionary(), settings)
    known = corners_of_page()
    seen: dict[int, list[Points]] = {}
    for picture in pictures:
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        for number, corner in zip([] if ids is None else ids.ravel(), corners, strict=True):
            if int(number) in known:
                seen.setdefault(int(number), []).append(np.asarray(corner[0], np.float64))
    # A marker that most pictures do not show is half covered, or was never there.
    sure = sorted(number for number, found in seen.items() if 2 * len(found) > len(pictures))
    if not sure:
        raise CalibrationError("calibrate.no_page")
    if len(sure) < FEWEST_MARKERS:
        raise CalibrationError("calibrate.few_markers", n=len(sure), needed=FEWEST_MARKERS)
    mm = np.concatenate([known[number] for number in sure])
    px = np.concatenate([np.median(seen[number], axis=0) for number in sure])
    return PageSeen(mm, px, len(sure))


def from_page(
    pictures: Sequence[Picture], name: str, date: str, bar_mm: float = BAR_MM
) -> tuple[TablePlane, int]:
    """The table's plane from pictures of the page, and how many markers told it; the tray is not known yet.

    `bar_mm` is how long the page's bar of 100 mm really is on paper. Raises CalibrationError.
    """
    page = find_page(pictures)
    picture = (pictures[0].shape[1], pictures[0].shape[0])
    mm, px = page.mm * (bar_mm / BAR_MM), page.px
    off = _left_out(mm, px)
    # A marker that is folded or cut through is found a little beside its place.
    fits = off <= max(LEAST_ODD_MM, 3 * float(np.median(off)))
    if fits.sum() >= FEWEST_MARKERS and not fits.all():
        mm, px = mm[np.repeat(fits, 4)], px[np.repeat(fits, 4)]
        off = _left_out(mm, px)
    error = float(np.sqrt(np.mean(off**2)))
    if error > WORST_MM:
        raise CalibrationError("calibrate.bent", mm=f"{error:.1f}")
    focal, unsure = _focal(mm, px, picture)
    solved = from_points(mm, px, picture, focal)
    if solved is None:
        raise CalibrationError("calibrate.no_page")
    pose = solved[0]
    plane = _plane(pose, name, date, max(0.1, error), unsure * float(np.linalg.norm(pose.eye)), "page")
    return plane, len(mm) // 4


def _left_out(mm: Points, px: Points) -> Points:
    """How far off each marker is when the others predict it: the root mean square of its corners in mm."""
    off = []
    for number in range(len(mm) // 4):
        kept = np.arange(len(mm)) // 4 != number
        flat, _ = cv2.findHomography(px[kept], mm[kept], cv2.LMEDS)
        told = cv2.perspectiveTransform(px[None, ~kept], flat)[0]
        off.append(np.sqrt(np.mean(np.sum((told - mm[~kept]) ** 2, axis=1))))
    return np.array(off)


def _focal(mm: Points, px: Points, picture: tuple[int, int]) -> tuple[float, float]:
    """The focal length in picture widths, and how unsure that is (a share of it).

    One flat page tells it well when it is seen at an angle and hardly when the camera looks straight down; what most
    cameras have counts for the rest.
    """
    flat = [np.column_stack([mm, np.zeros(len(mm))]).astype(np.float32)]
    guess = USUAL_FOCAL * picture[0]
    lens = np.array([[guess, 0, (picture[0] - 1) / 2], [0, guess, (picture[1] - 1) / 2], [0, 0, 1]])
    fixed = (
        cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K1 | cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3
    )  # fmt: skip
    usual = np.log(USUAL_FOCAL)
    try:
        found = cv2.calibrateCameraExtended(
            flat, [px[:, None].astype(np.float32)], picture, lens, np.zeros(5), flags=fixed
        )
        told = float(np.log(found[1][0, 0] / picture[0]))
        spread = float(np.ravel(found[5])[0] / found[1][0, 0])
    except cv2.error:
        told, spread = usual, FOCAL_SPREAD
    if not np.isfinite(told + spread) or abs(told - usual) > 1.5:
        told, spread = usual, FOCAL_SPREAD
    spread = max(spread, LEAST_FOCAL_SPREAD)
    weights = np.array([1 / spread**2, 1 / FOCAL_SPREAD**2])
    return float(np.exp(weights @ (told, usual) / weights.sum())), float(1 / np.sqrt(weights.sum()))


def from_corners(
    corners_px: Sequence[Point], size_mm: tuple[float, float], picture: tuple[int, int], name: str, date: str
) -> TablePlane:
    """The table's plane from the tray's four corners in the picture and its true size. Raises CalibrationError."""
    corners = _upper_left_first(corners_px)
    if len(corners) != 4 or not cv2.isContourConvex(np.array(corners, np.float32)):
        raise CalibrationError("calibrate.four_corners")
    if min(size_mm) < 50 or max(size_mm) > 1500:
        raise CalibrationError("calibrate.tray_size")
    x, y = size_mm[0] / 2, size_mm[1] / 2
    mm = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
    px = np.array(corners)
    solved = from_points(mm, px, picture)
    if solved is None:
        raise CalibrationError("calibrate.four_corners")
    pose = solved[0]
    off = float(np.sqrt(np.mean(np.sum((pose.to_mm(px) - mm) ** 2, axis=1))))
    tap = TAP_PX * picture[0] / 1280 / float(np.sqrt(np.prod(pose.px_per_mm(np.zeros(2)))))
    error = float(np.hypot(off, tap))
    # Four corners fit any homography; the pose only guesses how the camera stands.
    camera_error = float(pose.eye[2]) * 0.15
    plane = _plane(pose, name, date, error, camera_error, "corners")
    exact = cv2.getPerspectiveTransform(px.astype(np.float32), (mm * (1, -1)).astype(np.float32))
    tray = ((-x, y), (x, y), (x, -y), (-x, -y))
    return replace(plane, px_to_mm=np.asarray(exact, np.float64), tray_mm=tray)


def with_tray(plane: TablePlane, corners_mm: Sequence[Point]) -> TablePlane:
    """The same table with its tray; the origin becomes the tray's middle, x its upper edge."""
    tray = clockwise([(float(x), float(y)) for x, y in corners_mm])
    middle = np.mean(tray, axis=0)
    along = np.array(tray[1]) - tray[0]
    turn = float(np.arctan2(along[1], along[0]))
    c, s = float(np.cos(turn)), float(np.sin(turn))
    turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    shift = turned @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])

    def there(point: Sequence[float]) -> Point:
        x, y, _ = shift @ np.array([point[0], point[1], 1.0])
        return round(float(x), 2), round(float(y), 2)

    camera = plane.camera_mm
    if camera is not None:
        camera = (*there(camera), camera[2])
    return replace(
        plane,
        px_to_mm=np.asarray(shift @ plane.px_to_mm),
        tray_mm=tuple(there(corner) for corner in tray),
        camera_mm=camera,
    )


def with_light(plane: TablePlane, pictures: Sequence[Picture]) -> TablePlane:
    """The same table, with the light of its tray noted."""
    if len(plane.tray_mm) != 4:
        return plane
    return replace(plane, light=measure_light(pictures, [plane.to_px(*corner) for corner in plane.tray_mm]))


def in_words(error: float, good: float = GOOD_MM, fair: float = FAIR_MM) -> str:
    """good, fair or poor."""
    return "good" if error <= good else "fair" if error <= fair else "poor"


def _upper_left_first(corners: Sequence[Point]) -> list[Point]:
    if len(corners) != 4:
        return list(corners)
    upright = clockwise([(float(x), -float(y)) for x, y in corners])
    return [(x, -y) for x, y in upright]


def _plane(pose: Pose, name: str, date: str, error: float, camera_error: float, by: str) -> TablePlane:
    """A pose in the table's own millimetres: y away from the player, x as the picture's right."""
    up = np.diag([1.0, -1.0, 1.0])
    to_mm = up @ np.linalg.inv(pose.plane())
    width, height = pose.picture
    at = pose.to_mm(np.array([(width / 2, height / 2), (width / 2 + 1, height / 2)]))
    right = (at[1] - at[0]) * (1, -1)
    turn = float(np.arctan2(right[1], right[0]))
    c, s = float(np.cos(turn)), float(np.sin(turn))
    turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    x, y, z = turned @ (pose.eye * (1, -1, 1))
    matrix = turned @ to_mm
    return TablePlane(
        name=name,
        date=date,
        error_mm=round(error, 2),
        picture=pose.picture,
        px_to_mm=np.asarray(matrix / matrix[2, 2]),
        tray_mm=(),
        camera_mm=(round(float(x), 1), round(float(y), 1), round(float(z), 1)),
        camera_error_mm=round(camera_error, 1),
        focal=round(pose.focal_px / width, 4),
        by=by,
    )
