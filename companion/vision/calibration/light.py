"""The reading light: is there enough of it, is it even, does it glare?"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.camera.source import Picture
from companion.vision.table import Point, ReadingLight

DIM, BRIGHT = 38.0, 225.0  # median brightness of the tray, 0 to 255; dark felt in a good light has 45
UNEVEN = 0.45  # the darkest part against the lightest
GLARE = 0.015  # share of the tray that is blown out
BLOWN = 250
SPOTS = (6, 4)  # the tray is compared in so many parts


def measure_light(pictures: Sequence[Picture], corners_px: Sequence[Point]) -> ReadingLight:
    """How the tray is lit; `corners_px` are its corners in the pictures, from the upper left."""
    width, height = 240, 160
    square = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    flat = cv2.getPerspectiveTransform(np.array(corners_px, np.float32), square)
    mean = np.mean([picture.astype(np.float32) for picture in pictures], axis=0).astype(np.uint8)
    grey = cv2.cvtColor(cv2.warpPerspective(mean, flat, (width, height)), cv2.COLOR_BGR2GRAY)
    inner = grey[12:-12, 12:-12]  # the rim's shadow is no fault of the lamp
    # Medians: a die or a mark in a part does not change it.
    rows = np.array_split(inner, SPOTS[1], axis=0)
    spots = [float(np.median(part)) for row in rows for part in np.array_split(row, SPOTS[0], axis=1)]
    evenness = min(spots) / max(1.0, max(spots))
    glare = float((inner >= BLOWN).mean())
    return ReadingLight(round(float(np.median(inner)), 1), round(evenness, 2), round(glare, 4))


def judge_light(light: ReadingLight) -> str:
    """The id of what to say about it."""
    if light.brightness < DIM:
        return "calibrate.light.dim"
    if light.glare > GLARE:
        return "calibrate.light.glare"
    if light.brightness > BRIGHT:
        return "calibrate.light.bright"
    return "calibrate.light.uneven" if light.evenness < UNEVEN else "calibrate.light.good"
