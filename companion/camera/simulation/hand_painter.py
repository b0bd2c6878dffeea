"""Lays a modelled hand into the picture: moved, turned, smeared by its haste, with its shadow."""

from __future__ import annotations

from math import cos, radians, sin

import cv2
import numpy as np

from companion.camera.simulation.hand import PER_MM, HandModel, hand_model
from companion.camera.simulation.lamp import LAMP
from companion.camera.simulation.layers import NO_SHADE, Shade, Sprite, shade, smear, sprite
from companion.camera.simulation.solids import Array
from companion.camera.simulation.tracks import HandPose
from companion.camera.simulation.view import HEIGHT, WIDTH, View

_COARSER = 2  # a hand is nearer than the focus: half the pixels do
_BACK_Z = 24.0  # the back of the hand above what it holds
_SHADOW = 0.5
_SHADOW_COARSER = 4


def paint_hand(pose: HandPose, later: HandPose, view: View, seed: int) -> tuple[Sprite, Shade] | None:
    """The hand that goes from `pose` to `later` while the shutter is open; None when it is out of view."""
    model = hand_model(pose.grip, seed)
    warp = _warp(pose, view, model, _COARSER)
    hold = np.array([pose.x, pose.y, pose.z])
    moved = view.project(np.array([[later.x, later.y, later.z]]))[0] - view.project(hold[None])[0]
    dx, dy = (float(v) / _COARSER for v in moved)
    height, width = model.cover.shape
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ warp.T
    margin = int(max(abs(dx), abs(dy))) + 2
    left = max(-margin, int(corners[:, 0].min()))
    top = max(-margin, int(corners[:, 1].min()))
    right = min(WIDTH // _COARSER + margin, int(corners[:, 0].max()) + 2)
    bottom = min(HEIGHT // _COARSER + margin, int(corners[:, 1].max()) + 2)
    if left >= right or top >= bottom:
        return None
    warp[:, 2] -= (left, top)
    size = (right - left, bottom - top)
    cover = cv2.warpAffine(model.cover, warp, size, flags=cv2.INTER_LINEAR)
    if not cover.any():
        return None
    colour = cv2.warpAffine(model.colour, warp, size, flags=cv2.INTER_LINEAR)
    piece = sprite(left, top, colour, cover)
    if max(abs(dx), abs(dy)) > 0.8:
        piece = smear(piece, piece, dx, dy)
    whole = (piece.left.shape[1] * _COARSER, piece.left.shape[0] * _COARSER)
    large = Sprite(
        piece.x * _COARSER,
        piece.y * _COARSER,
        np.asarray(cv2.resize(piece.colour, whole, interpolation=cv2.INTER_LINEAR), np.uint8),
        np.asarray(cv2.resize(piece.left, whole, interpolation=cv2.INTER_LINEAR), np.uint8),
    )
    return large, _shadow(pose, view, model)


def _warp(pose: HandPose, view: View, model: HandModel, coarser: int, drop: bool = False) -> Array:
    """From the model's pixels to the picture's, `coarser` as large; with `drop`, where its shadow falls."""
    hold = np.array([pose.x, pose.y, pose.z])
    back = np.array([pose.x, pose.y, pose.z + _BACK_Z])
    if drop:
        back = hold = hold - LAMP * (hold[2] / LAMP[2])
    scale = view.px_per_mm(back) / PER_MM / coarser
    x, y = view.project(hold[None])[0] / coarser
    c, s = scale * cos(radians(pose.angle_deg)), scale * sin(radians(pose.angle_deg))
    turn = np.array([[c, s], [-s, c]])
    return np.column_stack([turn, np.array([x, y]) - turn @ model.anchor])


def _shadow(pose: HandPose, view: View, model: HandModel) -> Shade:
    soft = 0.11 * (pose.z + 6) * view.px_per_mm(np.zeros(3)) / _SHADOW_COARSER
    warp = _warp(pose, view, model, _SHADOW_COARSER, drop=True)
    size = (WIDTH // _SHADOW_COARSER, HEIGHT // _SHADOW_COARSER)
    fallen = cv2.GaussianBlur(cv2.warpAffine(model.cover, warp, size, flags=cv2.INTER_LINEAR), (0, 0), soft)
    rows, columns = np.flatnonzero(fallen.max(axis=1)), np.flatnonzero(fallen.max(axis=0))
    if not len(rows):
        return NO_SHADE
    y, x = int(rows[0]), int(columns[0])
    part = fallen[y : rows[-1] + 1, x : columns[-1] + 1]
    left = cv2.convertScaleAbs(part, alpha=_SHADOW)
    whole = (part.shape[1] * _SHADOW_COARSER, part.shape[0] * _SHADOW_COARSER)
    left = cv2.resize(cv2.bitwise_not(left), whole, interpolation=cv2.INTER_LINEAR)
    return shade(x * _SHADOW_COARSER, y * _SHADOW_COARSER, left)
