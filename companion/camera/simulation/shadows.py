"""Shadows of dice: cast by the lamp, softer the higher what casts them, dark where a die touches."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.lamp import LAMP
from companion.camera.simulation.layers import Shade, shade
from companion.camera.simulation.painter import Pose, fixed, paint_body
from companion.camera.simulation.view import View

# (share of the die's height, strength): three slices of the die, the higher ones blurred more.
_SLICES = ((0.35, 0.30), (0.7, 0.26), (1.01, 0.20))
_SEAM = 0.34


def paint_shadow(die: SimDie, pose: Pose, view: View, coarser: int = 2) -> Shade:
    """The shadow on the table's plane, worked out in pixels `coarser` times as large."""
    body = paint_body(die)
    points = pose.place + die.size * (body.vertices @ pose.turn.T)
    heights = points[:, 2]
    low, high = max(0.0, float(heights.min())), float(heights.max())
    cast = points - LAMP * (heights / LAMP[2])[:, None]
    points[:, 2] = 0.0
    scale = view.px_per_mm(pose.place * (1, 1, 0)) / coarser
    layers = [
        (
            cast[heights <= low + share * (high - low)],
            (0.5 + 0.10 * (low + share * die.size)) * scale,
            strength,
        )
        for share, strength in _SLICES
    ]
    layers.append((points, (2.6 + 0.5 * min(low, 12.0)) * scale, _SEAM * float(np.exp(-low / 6.0))))
    if low > 4.0:  # high up its slices blur into one
        layers = [(cast, layers[2][1], sum(strength for _, strength in _SLICES))]

    seen = [view.project(part) / coarser for part, _, _ in layers]
    margin = 2.5 * max(soft for _, soft, _ in layers) + 1
    x0, y0 = np.floor(np.min([s.min(axis=0) for s in seen], axis=0) - margin).astype(int)
    x1, y1 = np.ceil(np.max([s.max(axis=0) for s in seen], axis=0) + margin).astype(int)
    left = np.ones((y1 - y0, x1 - x0), np.float32)
    for spots, (_, soft, strength) in zip(seen, layers, strict=True):
        layer = np.zeros(left.shape, np.float32)
        hull = cv2.convexHull((spots - (x0, y0)).astype(np.float32))
        cv2.fillConvexPoly(layer, fixed(hull), strength, cv2.LINE_8, 4)
        left *= 1 - cv2.GaussianBlur(layer, (0, 0), soft)
    full = cv2.resize(left, None, fx=coarser, fy=coarser, interpolation=cv2.INTER_LINEAR)
    return shade(int(x0) * coarser, int(y0) * coarser, (full * 255).astype(np.uint8))
