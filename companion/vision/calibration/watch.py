"""Is the camera still where it was calibrated? Landmarks around the tray tell, whenever the table is still.

The picture of the calibrated table is kept beside its profile. Its corners of wood, rim and rug are followed into the
newest picture. When most of them have moved alike, the camera was bumped: the way they moved mends the profile.
When they cannot be found again, the players are told. What covers some of them, as a hand does, changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.pictures import PictureError, load_picture
from companion.vision.table import TablePlane

Grey = NDArray[np.uint8]
Points = NDArray[np.float32]
Matrix = NDArray[np.float64]

WIDTH = 640  # pixels that landmarks are sought at
MOST, FEWEST = 160, 14  # landmarks
APART_PX = 12
INSIDE_MM = 6.0  # the tray's floor is left out: dice lie there
STILL_PX = 0.45  # at WIDTH: less than half a millimetre on a usual table
CLOSE_PX = 1.2  # landmarks that moved alike agree as well as this
THERE_AND_BACK_PX = 0.8
ALIKE = 0.5  # share of the followed landmarks that must have moved alike
DETAILS = 24  # that must agree when everything has moved far
FARTHEST = 0.6  # of the picture's width: a camera that shows less of its old view is not mended


class Holds(StrEnum):
    """What the landmarks say of the calibration."""

    STEADY = "steady"
    MENDED = "mended"  # the camera was moved, and the plane is right again
    UNSURE = "unsure"  # too few landmarks are seen
    LOST = "lost"  # the landmarks are not where they were, and nothing tells where they went


class CameraWatch:
    """Watches one calibrated camera. `plane` is the table as it is seen now."""

    def __init__(self, plane: TablePlane, reference: Picture) -> None:
        """`plane` belongs to pictures of the size of `reference`, the calibrated table."""
        height, width = reference.shape[:2]
        self._base = plane.for_picture(width, height)
        self.plane = self._base
        self._size = (WIDTH, round(height * WIDTH / width))
        self._shrink = np.diag([WIDTH / width, WIDTH / width, 1.0])
        self._then = _grey(reference, self._size)
        mask = self._around_tray()
        found = cv2.goodFeaturesToTrack(self._then, MOST, 0.02, APART_PX, mask=mask, blockSize=7)
        self._marks: Points = np.zeros((0, 2), np.float32)
        if found is not None:
            self._marks = np.asarray(found, np.float32).reshape(-1, 2)
        self._details = cv2.SIFT.create(600).detectAndCompute(self._then, mask)
        self._moved: Matrix = np.eye(3)  # from the reference to the newest picture, at WIDTH

    @property
    def able(self) -> bool:
        """Are there landmarks at all?"""
        return len(self._marks) >= FEWEST

    def check(self, picture: Picture) -> Holds:
        """Look at a picture of the still table."""
        if not self.able:
            return Holds.UNSURE
        now = _grey(picture, self._size)
        then, seen = self._follow(now)
        if len(then) >= FEWEST:
            off = np.linalg.norm(_through(self._moved, then) - seen, axis=1)
            if float(np.median(off)) <= STILL_PX:
                return Holds.STEADY
            found = self._mend(then, seen, FEWEST)
            if found is not None:
                return found
            if np.mean(off <= STILL_PX) >= 0.3:
                return Holds.UNSURE  # a part has not moved: something lies there, or somebody leans in
        found = self._mend(*self._recognise(now), DETAILS)
        if found is not None:
            return found
        return Holds.UNSURE if self._mostly_covered(now) else Holds.LOST

    def _follow(self, now: Grey) -> tuple[Points, Points]:
        """The landmarks that are found again near where they were, then and now."""
        guess = _through(self._moved, self._marks)
        seen, good = _flow(self._then, now, self._marks, guess)
        back, again = _flow(now, self._then, seen, self._marks)
        true = (
            good
            & again
            & (np.linalg.norm(back - self._marks, axis=1) < THERE_AND_BACK_PX)
            & _alike(self._then, now, self._marks, seen)
        )
        return self._marks[true], seen[true]

    def _recognise(self, now: Grey) -> tuple[Points, Points]:
        """Details that look alike, wherever they went."""
        none = np.zeros((0, 2), np.float32)
        kinds, theirs = self._details[1], cv2.SIFT.create(900).detectAndCompute(now, None)
        if kinds is None or theirs[1] is None or len(theirs[0]) < 2:
            return none, none
        pairs = cv2.BFMatcher().knnMatch(kinds, theirs[1], k=2)
        clear = [p[0] for p in pairs if len(p) == 2 and p[0].distance < 0.75 * p[1].distance]
        if not clear:
            return none, none
        then = np.array([self._details[0][match.queryIdx].pt for match in clear], np.float32)
        return then, np.array([theirs[0][match.trainIdx].pt for match in clear], np.float32)

    def _mend(self, then: Points, seen: Points, fewest: int) -> Holds | None:
        """Take over the way the landmarks moved, if enough of them agree; None where they do not."""
        if len(then) < fewest:
            return None
        found, fits = cv2.findHomography(then, seen, cv2.RANSAC, CLOSE_PX, maxIters=2000, confidence=0.999)
        if found is None or int(fits.sum()) < max(fewest, ALIKE * len(then)):
            return None
        way = np.asarray(found, np.float64)
        corners = np.array([(0, 0), (self._size[0], 0), self._size, (0, self._size[1])], np.float32)
        far = np.linalg.norm(_through(way, corners) - corners, axis=1).max()
        good = then[fits.ravel() == 1]
        wide = np.ptp(good, axis=0) > (0.3 * self._size[0], 0.3 * self._size[1])
        if far > FARTHEST * WIDTH or not wide.all():
            return None  # what is seen in one corner says too little of the others
        if np.linalg.norm(_through(way, corners) - _through(self._moved, corners), axis=1).max() <= CLOSE_PX:
            return Holds.STEADY
        self._moved = way
        self.plane = self._as_moved(way)
        return Holds.MENDED

    def _as_moved(self, way: Matrix) -> TablePlane:
        full = np.linalg.inv(self._shrink) @ way @ self._shrink
        matrix = self._base.px_to_mm @ np.linalg.inv(full)
        plane = replace(self._base, px_to_mm=np.asarray(matrix / matrix[2, 2]))
        if plane.camera_mm is None or plane.focal is None:
            return plane
        eye = _eye(np.asarray(np.linalg.inv(plane.px_to_mm)), plane.focal * plane.picture[0], plane.picture)
        return replace(plane, camera_mm=eye)

    def _around_tray(self) -> Grey:
        mask = np.full(self._then.shape, 255, np.uint8)
        if len(self._base.tray_mm) >= 3:
            middle = np.mean(self._base.tray_mm, axis=0)
            inner = [
                corner - INSIDE_MM * (corner - middle) / np.linalg.norm(corner - middle)
                for corner in np.array(self._base.tray_mm)
            ]
            px = np.array([self._base.to_px(float(x), float(y)) for x, y in inner]) * self._shrink[0, 0]
            cv2.fillPoly(mask, [np.round(px).astype(np.int32)], 0)
        return mask

    def _mostly_covered(self, now: Grey) -> bool:
        """Dark, blank or blurred: nothing can be said from such a picture."""
        return float(cv2.Laplacian(now, cv2.CV_32F).std()) < 0.25 * float(
            cv2.Laplacian(self._then, cv2.CV_32F).std()
        )


def save_landmarks(picture: Picture, profile: Path) -> None:
    """Keep the picture of the calibrated table beside its profile."""
    cv2.imwrite(str(profile.with_suffix(".png")), cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


def watch_of(plane: TablePlane, profile: Path) -> CameraWatch | None:
    """The watch over a profile's camera; None where its picture was not kept, or shows nothing to hold on to."""
    try:
        kept = load_picture(profile.with_suffix(".png"))
    except PictureError:
        return None
    watch = CameraWatch(plane, kept)
    return watch if watch.able else None


def _grey(picture: Picture, size: tuple[int, int]) -> Grey:
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    # Lamps are switched on and off, and shadows wander: only what stands out from its neighbourhood counts.
    light = grey.astype(np.float32)
    around = cv2.boxFilter(light, -1, (31, 31))
    spread = np.sqrt(np.maximum(cv2.boxFilter(light * light, -1, (31, 31)) - around * around, 0)) + 6
    return np.asarray(np.clip((light - around) / spread * 42 + 128, 0, 255), np.uint8)


def _eye(mm_to_px: Matrix, focal: float, picture: tuple[int, int]) -> tuple[float, float, float]:
    """Where a lens of this focal length (pixels) must be to see the plane like this."""
    lens = np.array([[focal, 0, (picture[0] - 1) / 2], [0, focal, (picture[1] - 1) / 2], [0, 0, 1]])
    x, y, shift = (np.linalg.inv(lens) @ mm_to_px).T
    size = (np.linalg.norm(x) + np.linalg.norm(y)) / 2 * np.sign(shift[2])
    turn = np.column_stack([x, y, np.cross(x, y) / size]) / size
    u, _, v = np.linalg.svd(turn)
    found = -(u @ v).T @ (shift / size)
    return round(float(found[0]), 1), round(float(found[1]), 1), round(float(found[2]), 1)


def _flow(then: Grey, now: Grey, marks: Points, guess: Points) -> tuple[Points, NDArray[np.bool_]]:
    """Where the marks of one picture are in another, and which of them were found."""
    seen, good, _ = cv2.calcOpticalFlowPyrLK(
        then, now, marks, guess.copy(), winSize=(21, 21), maxLevel=3, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
    )
    return np.asarray(seen, np.float32), np.asarray(good).ravel() == 1


def _through(matrix: Matrix, points: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float32), matrix)[0], np.float32)


def _alike(then: Grey, now: Grey, marks: Points, seen: Points) -> NDArray[np.bool_]:
    """Does each landmark still look as it did? What is under a hand does not."""
    good = np.zeros(len(marks), np.bool_)
    for number, (a, b) in enumerate(zip(marks, seen, strict=True)):
        old = cv2.getRectSubPix(then, (13, 13), (float(a[0]), float(a[1])))
        new = cv2.getRectSubPix(now, (13, 13), (float(b[0]), float(b[1])))
        good[number] = float(cv2.matchTemplate(new, old, cv2.TM_CCOEFF_NORMED)[0, 0]) > 0.6
    return good
