"""Drawn scenes of a target with dice on it, whose truth is known: what the referee is measured and tested with.

setting (camera, lamp, table) → empty board → shadows → dice → light and noise
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.camera.simulation.layers import NO_SHADE, Shade, Sprite, darken, lay, shade
from companion.camera.simulation.painter import fixed, paint_body, paint_die
from companion.camera.simulation.view import HEIGHT, WIDTH
from companion.camera.source import Picture
from companion.target.profile import TargetProfile
from companion.vision.target.drawing import draw_target
from companion.vision.target.places import inside
from companion.vision.target.scene_dice import LaidDie
from companion.vision.target.scene_setting import LIGHTS, Camera, Lamp, Setting

TEXTURE = 3.0  # pixels a mm of the board as it is painted
BEYOND = 40.0  # mm of table around the board that the texture holds
FINER = 2


def render(setting: Setting, dice: list[LaidDie], exposure: int = 0) -> Picture:
    """The picture. Another `exposure` of the same scene has other noise."""
    picture = empty(setting).copy()
    camera = setting.camera
    for laid in dice:
        darken(picture, _shadow(laid, camera, setting.lamp))
    for laid in sorted(dice, key=lambda d: -float(np.linalg.norm(d.pose.place - camera.eye))):
        lay(picture, _soft(paint_die(laid.die, laid.pose, camera, setting.lamp, finer=3), setting.soft))
    rng = np.random.default_rng([setting.seed, exposure])
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    fall = 1 + setting.slope[0] * (x / WIDTH - 0.5) + setting.slope[1] * (y / HEIGHT - 0.5)
    gains = setting.bright * np.array(LIGHTS[setting.light][::-1], np.float32)
    lit = picture * fall[..., None] * gains + rng.normal(0, setting.noise, picture.shape).astype(np.float32)
    done = np.clip(lit, 0, 255).astype(np.uint8)
    _, jpeg = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


@lru_cache(maxsize=2)
def empty(setting: Setting) -> Picture:
    """The board without dice, in a good light and without noise."""
    texture, (left, top) = _texture(setting.profile, setting.table)
    to_mm = np.array(
        [[1 / TEXTURE, 0, left + 0.5 / TEXTURE], [0, 1 / TEXTURE, top + 0.5 / TEXTURE], [0, 0, 1]]
    )
    # A pixel's middle is at (FINER - 1) / 2 of its small ones.
    grow = np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1.0]])
    size = (WIDTH * FINER, HEIGHT * FINER)
    warp = grow @ setting.camera.pose.plane() @ to_mm
    table = setting.table[::-1]
    large = cv2.warpPerspective(
        texture, warp, size, flags=cv2.INTER_AREA, borderValue=[float(c) for c in table]
    )
    small = cv2.resize(large, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), setting.soft), np.uint8)


@lru_cache(maxsize=4)
def _texture(profile: TargetProfile, table: tuple[int, int, int]) -> tuple[Picture, tuple[float, float]]:
    """The board on the table, and the place of its upper left corner."""
    left, top, right, bottom = profile.reach()
    span = (left - BEYOND, top - BEYOND, right + BEYOND, bottom + BEYOND)
    board = draw_target(profile, TEXTURE, span).astype(np.float32) * 0.92
    if profile.markers is None:  # a board of its outline's shape; else a sheet of paper
        grid = np.stack(
            np.meshgrid(
                span[0] + (np.arange(board.shape[1]) + 0.5) / TEXTURE,
                span[1] + (np.arange(board.shape[0]) + 0.5) / TEXTURE,
            ),
            axis=-1,
        )
        on = inside(profile.outline, grid)
    else:
        on = np.zeros(board.shape[:2], np.bool_)
        edge = round((BEYOND - 4) * TEXTURE)
        on[edge:-edge, edge:-edge] = True
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 1, board.shape[:2]).astype(np.float32), (0, 0), 6, sigmaY=1.2)
    wood = np.array(table[::-1], np.float32) * (1 + 0.5 * grain)[..., None]
    board[~on] = wood[~on]
    return np.clip(board, 0, 255).astype(np.uint8), (span[0], span[1])


def _soft(piece: Sprite, soft: float) -> Sprite:
    colour, left = (
        np.asarray(cv2.GaussianBlur(p, (0, 0), soft), np.uint8) for p in (piece.colour, piece.left)
    )
    return Sprite(piece.x, piece.y, colour, left)


def _shadow(laid: LaidDie, camera: Camera, lamp: Lamp) -> Shade:
    """Cast by the lamp, softer the higher what casts it, and dark where the die touches."""
    points = laid.pose.place + laid.die.size * (paint_body(laid.die).vertices @ laid.pose.turn.T)
    heights, towards = points[:, 2], np.array(lamp.towards)
    cast = points - towards * (heights / towards[2])[:, None]
    ground = points * (1, 1, 0)
    scale = camera.px_per_mm(laid.pose.place * (1, 1, 0))
    key = 1 - lamp.sky
    layers = [
        (cast[heights <= share * heights.max() + 1e-6], (0.4 + 1.2 * share) * scale, strength * key)
        for share, strength in ((0.35, 0.3), (0.7, 0.25), (1.01, 0.2))
    ]
    layers.append((ground, 2.2 * scale, 0.5 * lamp.sky))
    seen = [camera.project(part) for part, _, _ in layers]
    margin = 3 * max(soft for _, soft, _ in layers) + 1
    x0, y0 = (int(n) for n in np.floor(np.min([s.min(axis=0) for s in seen], axis=0) - margin))
    x1, y1 = (int(n) for n in np.ceil(np.max([s.max(axis=0) for s in seen], axis=0) + margin))
    if x1 - x0 > WIDTH or y1 - y0 > HEIGHT:
        return NO_SHADE
    left = np.ones((y1 - y0, x1 - x0), np.float32)
    for spots, (_, soft, strength) in zip(seen, layers, strict=True):
        layer = np.zeros(left.shape, np.float32)
        cv2.fillConvexPoly(
            layer, fixed(cv2.convexHull((spots - (x0, y0)).astype(np.float32))), strength, cv2.LINE_8, 4
        )
        left *= 1 - cv2.GaussianBlur(layer, (0, 0), soft)
    return shade(x0, y0, (left * 255).astype(np.uint8))
