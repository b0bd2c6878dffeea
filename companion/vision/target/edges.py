"""The board's lines in the picture: where they are seen near the place where a pose expects them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.target.profile import TargetProfile
from companion.vision.target.places import outline
from companion.vision.target.pose import Points, Pose, refine

EVERY_MM = 8.0  # along a line there is a place to look at
CLEAR = 5.0  # brightness steps a pixel from which an edge is one


@dataclass(frozen=True)
class Lines:
    """Places along the board's lines, and the direction across the line at each."""

    places: Points
    across: Points


def lines_of(profile: TargetProfile, every: float = EVERY_MM) -> Lines:
    """Of everything that is drawn: zones, outline and holes. Joints are too narrow to be two lines."""
    places, across = [], []
    areas = [area for field, area in profile.areas() if not field.startswith("joints")]
    for area in dict.fromkeys(areas):  # the outline is often the first zone's
        points = outline(area, every)
        along = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
        along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
        places.append(points)
        across.append(np.stack([-along[:, 1], along[:, 0]], axis=1))
    return Lines(np.concatenate(places), np.concatenate(across))


@dataclass(frozen=True)
class Sighted:
    """What was seen of the lines: how far across each place the edge is, and where it is clear."""

    lines: Lines
    pixels: Points  # where the pose has each place
    across: Points
    offset: NDArray[np.float64]  # pixels
    clear: NDArray[np.bool_]
    share: float  # of the places in the picture where an edge was clear

    def against(self, expected: Sighted) -> Sighted:
        """The same, less what a picture of the board at this very pose shows: a printed line has two edges."""
        both = self.clear & expected.clear
        return replace(self, offset=self.offset - expected.offset, clear=both)

    def residuals(self, pose: Pose) -> NDArray[np.float64]:
        """How far the lines are from where a pose has them, in pixels across."""
        seen = self.pixels[self.clear] + self.offset[self.clear, None] * self.across[self.clear]
        return np.asarray(
            ((pose.to_px(self.lines.places[self.clear]) - seen) * self.across[self.clear]).sum(axis=1)
        )


def sight(picture: Picture, lines: Lines, pose: Pose, reach: float) -> Sighted:
    """Look for an edge within `reach` pixels across each line."""
    height, width = picture.shape[:2]
    middle = pose.to_px(lines.places)
    across = pose.to_px(lines.places + lines.across) - middle
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
    room = reach + 3
    inside = (middle.min(axis=1) > room) & (middle[:, 0] < width - room) & (middle[:, 1] < height - room)
    steps = np.arange(-reach - 1, reach + 1.5, 0.5)
    spots = (middle[:, None] + steps[None, :, None] * across[:, None]).astype(np.float32)
    seen = cv2.remap(picture, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = seen.reshape(len(middle), len(steps), -1).astype(np.float32)
    slope = np.abs(seen[:, 3:] - seen[:, :-3]).max(axis=2) / 1.5  # over a pixel and a half
    best = slope.argmax(axis=1)
    rows, last = np.arange(len(best)), slope.shape[1] - 1
    clear = inside & (slope[rows, best] > CLEAR) & (best > 0) & (best < last)
    before, at, after = (slope[rows, np.clip(best + k, 0, last)] for k in (-1, 0, 1))
    bend = np.minimum(before - 2 * at + after, -1e-6)
    fine = np.clip(0.5 * (before - after) / bend, -0.5, 0.5)
    offset = steps[0] + 0.75 + 0.5 * (best + fine)
    share = float(clear.sum() / max(1, inside.sum())) if inside.mean() > 0.3 else 0.0
    return Sighted(lines, middle, across, np.asarray(offset, np.float64), clear, share)


def settle(
    picture: Picture,
    lines: Lines,
    pose: Pose,
    focal: float | None,
    reaches: tuple[float, ...],
    turns: bool,
    like: Callable[[Pose], Picture] | None = None,
) -> tuple[Pose, float, float]:
    """Bring a pose to the lines that are seen, looking less and less far. The pose, what is left, and the share seen.

    `like` draws the board as a camera at some pose would see it.
    """
    left, share = float("inf"), 0.0
    for reach in reaches:
        seen = sight(picture, lines, pose, reach)
        share = seen.share
        if like is not None:
            seen = seen.against(sight(like(pose), lines, pose, reach))
        if seen.clear.sum() < 24:
            return pose, float("inf"), share
        outlier = max(0.8, reach / 3)
        pose, left = refine(pose, seen.residuals, focal, 0.3, rounds=8, outlier_px=outlier, turns=turns)
    return pose, left, share
