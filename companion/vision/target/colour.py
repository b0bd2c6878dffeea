"""A die's colour and whether its top face carries a symbol, in any light: the board tells the light."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.vision.target.footprint import Footprint
from companion.vision.target.pose import Points, Pose

RED, GREEN, BLUE, WHITE = "red", "green", "blue", "white"
SYMBOL, BLANK = "symbol", "blank"
PALE = 0.22  # saturation below which a die is white, in a light that is known; white dice are below 0.11
PALE_UNKNOWN = 0.36  # in a light that is not: a bulb tints a white die, too
TOP_PX = 32  # of a top face laid flat
INK = 0.16  # of a face's brightness by which a mark differs from its surroundings
INKED = 0.05  # share of a face that a symbol marks at least


def top_face(picture: Picture, pose: Pose, die: Footprint) -> Picture:
    """The die's top face from straight above."""
    square = pose.to_px(die.corners(), die.size_mm)
    edge = TOP_PX - 1
    flat = np.array([(0, 0), (edge, 0), (edge, edge), (0, edge)], np.float32)
    warp = cv2.getPerspectiveTransform(square.astype(np.float32), flat)
    return np.asarray(cv2.warpPerspective(picture, warp, (TOP_PX, TOP_PX), flags=cv2.INTER_LINEAR), np.uint8)


def name_of(top: Picture, gains: NDArray[np.float64] | None) -> tuple[str, tuple[int, int, int]]:
    """The colour of a die's body by name, and as red, green, blue in a white light.

    `gains` are what the light does to blue, green and red here; None where nobody knows.
    """
    white = PALE if gains is not None else PALE_UNKNOWN
    gains = np.ones(3) if gains is None else gains
    inner = _inner(top).reshape(-1, 3).astype(np.float64) / np.maximum(gains, 0.05)
    red, green, blue = np.clip(_body(inner), 0, 255)[::-1]
    hue, pale, _ = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    rgb = (int(red), int(green), int(blue))
    if pale < white and max(rgb) > 60:
        return WHITE, rgb
    degrees = 360 * hue
    if degrees < 62 or degrees >= 300:
        return RED, rgb
    return (GREEN if degrees < 184 else BLUE), rgb


def _body(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colour that most of a face has: neither the mark's nor a glint's."""
    light = pixels.sum(axis=1)
    low, high = np.quantile(light, (0.25, 0.75))
    middle: NDArray[np.float64] = np.median(pixels[(light >= low) & (light <= high)], axis=0)
    return middle


def marked(top: Picture) -> tuple[str, float]:
    """Whether the face carries a symbol, and which share of it is ink."""
    inner = _inner(top).astype(np.float32)
    # A glint is soft and a mark has edges: what changes over a few pixels counts.
    around = cv2.GaussianBlur(inner, (0, 0), 6.0)
    unlike = np.abs(inner - around).max(axis=-1) / (np.median(inner.max(axis=-1)) + 8)
    share = float((unlike > INK).mean())
    return (SYMBOL if share > INKED else BLANK), share


def _inner(top: Picture) -> Picture:
    """Without the rounded rim."""
    rim = TOP_PX // 6
    return top[rim:-rim, rim:-rim]


def box_of(outline: Points) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return float(left), float(top), float(right), float(bottom)
