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
def _lines(profile: TargetProfile) -> tuple[Points, ...]:
    return tuple(outline(area, 3.0) for _, area in profile.areas())


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

    def draw(points: Points, colour: tuple[int, int, int], thick: int) -> None:
        seen = pose.to_px(points) @ warp[:, :2].T + warp[:, 2]
        near = (np.abs(seen - SIDE / 2) < SIDE).all(axis=1)
        if not near.any():
            return
        ends = np.stack([seen, np.roll(seen, -1, axis=0)], axis=1)[near]  # only what can be seen is drawn
        fixed = np.round(ends * (1 << _SHIFT)).astype(np.int32)
        cv2.polylines(shown, list(fixed), False, colour, thick, cv2.LINE_AA, _SHIFT)

    for line in _lines(profile):
        draw(line, (255, 255, 255), 3)
        draw(line, LINE, 1)
    draw(die.corners(), (0, 0, 0), 4)
    draw(die.corners(), DISPUTED if disputed else FOOT, 2)
    _, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()
