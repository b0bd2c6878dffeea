"""The picture that settles an argument: the die from close up, with the lines and its footprint drawn."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.target.profile import TargetProfile
from companion.vision.target.footprint import Footprint
from companion.vision.target.places import outline
from companion.vision.target.pose import Points, Pose

SIDE = 240  # pixels
AROUND = 2.6  # dice that are seen, each way
QUALITY = 80  # of the JPEG: about ten kilobytes
LINE, FOOT, DISPUTED = (40, 40, 40), (60, 220, 60), (40, 160, 255)
_SHIFT = 4


@lru_cache(maxsize=4)
def _lines(profile: TargetProfile) -> Points:
    """All lines of the target in short straight parts, … × 2 × 2."""
    around = (outline(area, 3.0) for _, area in profile.areas())
    return np.concatenate([np.stack([line, np.roll(line, -1, axis=0)], axis=1) for line in around])


def close_up(picture: Picture, pose: Pose, profile: TargetProfile, die: Footprint, disputed: bool) -> bytes:
    """A small JPEG."""
    middle = pose.to_px(np.array(die.centre), die.size_mm / 3)
    _, large = pose.px_per_mm(np.array(die.centre))
    scale = SIDE / (AROUND * die.size_mm * large)
    warp = np.array([[scale, 0, SIDE / 2 - scale * middle[0]], [0, scale, SIDE / 2 - scale * middle[1]]])
    border = cv2.BORDER_REPLICATE
    shown = np.asarray(
        cv2.warpAffine(picture, warp, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=border), np.uint8
    )

    def seen(points: Points) -> Points:
        return np.asarray(pose.to_px(points) @ warp[:, :2].T + warp[:, 2])

    lines = _lines(profile)
    lines = np.stack([seen(lines[:, 0]), seen(lines[:, 1])], axis=1)
    lines = lines[(np.abs(lines[:, 0] - SIDE / 2) < SIDE).all(axis=1)]  # only what can be seen is drawn
    foot = seen(die.corners())[None]
    for parts, closed, colour, thick in (
        (lines, False, (255, 255, 255), 3),
        (lines, False, LINE, 1),
        (foot, True, (0, 0, 0), 4),
        (foot, True, DISPUTED if disputed else FOOT, 2),
    ):
        drawn = np.round(parts * (1 << _SHIFT)).astype(np.int32)
        cv2.polylines(shown, list(drawn), closed, colour, thick, cv2.LINE_AA, _SHIFT)
    _, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()
