"""Where the camera is, seen from the board: from points of the board to pixels and back, at any height.

The board's millimetres: x to the right, y down, heights above it. A pinhole in the middle of the picture is
assumed. A camera that looks straight down hides its focal length; then it stays near what most cameras have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.target.fitting import Vector, fit

Points = NDArray[np.float64]

USUAL_FOCAL = 0.95  # picture widths; Pi cameras and webcams have 0.75 to 1.15
FOCAL_SPREAD = 0.15  # of its logarithm
_STEPS = np.array([1e-4, 1e-4, 1e-4, 1e-2, 1e-2, 1e-2, 1e-4])


@dataclass(frozen=True)
class Pose:
    """A camera above a board."""

    turn: tuple[float, float, float]  # a rotation vector: from the board's axes to the camera's
    shift: tuple[float, float, float]  # the board's middle, seen from the camera, mm
    focal_px: float
    picture: tuple[int, int]  # width and height
    _numbers: Vector = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", np.array([*self.turn, *self.shift, np.log(self.focal_px)]))

    @cached_property
    def rotation(self) -> Points:
        return np.asarray(cv2.Rodrigues(np.array(self.turn))[0], np.float64)

    @cached_property
    def camera(self) -> Points:
        """3 × 4: from (x, y, z) of the board, z down into it, to pixels."""
        width, height = self.picture
        lens = np.array(
            [[self.focal_px, 0, (width - 1) / 2], [0, self.focal_px, (height - 1) / 2], [0, 0, 1]]
        )
        return np.asarray(lens @ np.column_stack([self.rotation, self.shift]))

    @cached_property
    def eye(self) -> Points:
        """The lens above the board: x, y and height."""
        x, y, z = -self.rotation.T @ np.array(self.shift)
        return np.array([x, y, -z])

    @property
    def elevation_deg(self) -> float:
        """How high above the plane the camera stands, seen from the board's middle."""
        x, y, height = self.eye
        return float(np.degrees(np.arctan2(height, np.hypot(x, y))))

    def to_px(self, points: Points, height: float | NDArray[np.float64] = 0.0) -> Points:
        """Pixels of points of the board, … × 2, that are `height` mm above it."""
        c = self.camera
        seen = points @ c[:, :2].T + (c[:, 3] - np.multiply.outer(height, c[:, 2]))
        return np.asarray(seen[..., :2] / seen[..., 2:])

    def plane(self, height: float = 0.0) -> Points:
        """3 × 3: from the board's mm to pixels, for the plane at this height."""
        c = self.camera
        return np.column_stack([c[:, 0], c[:, 1], c[:, 3] - height * c[:, 2]])

    def to_mm(self, pixels: Points, height: float = 0.0) -> Points:
        back = np.linalg.inv(self.plane(height))
        seen = pixels @ back[:, :2].T + back[:, 2]
        return np.asarray(seen[..., :2] / seen[..., 2:])

    def px_per_mm(self, place: Points) -> tuple[float, float]:
        """How large a millimetre looks here: in the direction where it is smallest, and where it is largest."""
        steps = self.to_px(place + np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]))
        grow = np.stack([steps[1] - steps[0], steps[2] - steps[0]], axis=1)
        large, small = np.linalg.svd(grow, compute_uv=False)
        return float(small), float(large)

    def sized(self, width: int, height: int) -> Pose:
        """The same camera with pictures of another size."""
        if (width, height) == self.picture:
            return self
        return Pose(self.turn, self.shift, self.focal_px * width / self.picture[0], (width, height))


def pose_of(numbers: Vector, picture: tuple[int, int]) -> Pose:
    a, b, c, x, y, z, log_focal = (float(n) for n in numbers)
    return Pose((a, b, c), (x, y, z), float(np.exp(log_focal)), picture)


def refine(
    start: Pose,
    residuals: Callable[[Pose], Vector],
    focal: float | None,
    noise_px: float,
    rounds: int = 12,
    outlier_px: float = 3.0,
    turns: bool = True,
) -> tuple[Pose, float]:
    """The pose near `start` with the smallest residuals (pixels), and what is left of them.

    `focal` in picture widths is known, or None: then the usual one counts for as much as it is sure. Without `turns`
    the board must not turn about its middle: round rings do not tell.
    """
    usual = np.log((focal or USUAL_FOCAL) * start.picture[0])
    spread = FOCAL_SPREAD if focal is None else 0.01
    began = start._numbers

    def all_residuals(numbers: Vector) -> Vector:
        pose = pose_of(numbers, start.picture)
        known = [(numbers[6] - usual) / spread]
        if not turns:
            known.append(200 * _twist(pose, start))
        return np.concatenate([residuals(pose) / noise_px, known])

    held = 1 if turns else 2
    found, left = fit(all_residuals, began, _STEPS, rounds, held, outlier_px / noise_px)
    return pose_of(found, start.picture), left * noise_px


def _twist(pose: Pose, other: Pose) -> float:
    """By how much the board is turned about its own axis against another pose, in radians."""
    between = other.rotation.T @ pose.rotation
    return float(np.arctan2(between[1, 0] - between[0, 1], between[0, 0] + between[1, 1]))


def from_points(
    mm: Points, px: Points, picture: tuple[int, int], focal: float | None = None
) -> tuple[Pose, float] | None:
    """The pose from points of the board and where they are seen, and the root mean square in pixels."""
    guess = (focal or USUAL_FOCAL) * picture[0]
    lens = np.array([[guess, 0, (picture[0] - 1) / 2], [0, guess, (picture[1] - 1) / 2], [0, 0, 1]])
    flat = np.column_stack([mm, np.zeros(len(mm))])
    count, turns, shifts, _ = cv2.solvePnPGeneric(flat, px, lens, None, flags=cv2.SOLVEPNP_IPPE)
    best: tuple[Pose, float] | None = None
    least = np.inf
    for turn, shift in zip(turns[:count], shifts[:count], strict=True):
        a, b, c = (float(n) for n in np.ravel(turn))
        x, y, z = (float(n) for n in np.ravel(shift))
        if z <= 0:
            continue
        start = Pose((a, b, c), (x, y, z), float(guess), picture)
        found, left = refine(start, lambda pose: (pose.to_px(mm) - px).ravel(), focal, 0.15, outlier_px=2.0)
        # Outliers do not count in what is left, so a pose that fits a few points alone would have the least.
        off = float(np.median(np.linalg.norm(found.to_px(mm) - px, axis=1)))
        if found.eye[2] > 0 and off < least:
            best, least = (found, left), off
    return best
