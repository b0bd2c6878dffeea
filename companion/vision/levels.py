"""Poor light made good: a dim or a flat picture is spread over all the levels there are, before anything is looked for.

A camera that finds too little light sends pictures in which everything is dark or pale. All that tells a pip from its
die is still there, in fewer levels. Pictures in ordinary light stay as they are.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.source import Picture

# Per cent of a picture's values. What lies beyond is a speck: even a single die is more, and must not be burnt out.
DARKEST, BRIGHTEST = 0.1, 99.9
ENOUGH = 150.0  # levels from its darkest to its brightest that a picture in ordinary light has, or more
WANTED = 230.0  # levels that a spread picture has
MOST = 4.0  # times: beyond that there is more noise than picture
STEP = 8  # of all pixels every so many tell, each way


def spread(picture: Picture) -> Picture:
    """The picture as better light would have shown it; the same one where the light is good enough."""
    some = picture[::STEP, ::STEP] if min(picture.shape[:2]) > STEP * STEP else picture
    low, high = (float(value) for value in np.percentile(some, (DARKEST, BRIGHTEST)))
    if high - low >= ENOUGH:
        return picture
    times = min(MOST, WANTED / max(high - low, 1.0))
    # What is too flat for that keeps its place among the levels, and is not torn apart to black and white.
    middle = (low + high) / 2
    to = float(np.clip(middle, times * (high - low) / 2, 255 - times * (high - low) / 2))
    levels = np.clip((np.arange(256) - middle) * times + to, 0, 255)
    return np.asarray(cv2.LUT(picture, levels.astype(np.uint8)), np.uint8)
