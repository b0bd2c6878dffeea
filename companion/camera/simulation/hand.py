"""A player's hand from above: bones with flesh about them, a sleeve, and five ways to hold the fingers.

Bones are tapered rods; the skin is the highest of them at every point, lit like everything else. A pose
is modelled once and kept; on the table it is only moved, turned and smeared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.lamp import Lighting
from companion.camera.source import Picture

Grip = Literal["open", "loose", "fist", "pinch"]
GRIPS: tuple[Grip, ...] = ("open", "loose", "fist", "pinch")
Field = NDArray[np.float32]
Rod = tuple[float, float, float, float]  # x, y, z, radius of one end, in mm; fingers point along y

PER_MM = 1.8  # a hand hangs nearer to the lens than its focus: no need for more
_LEFT, _RIGHT, _NEAR, _FAR = -95.0, 80.0, -470.0, 45.0  # what is modelled, in mm
_WRIST_END = -235.0  # below this all is sleeve
_SKINS = ((226, 178, 148), (204, 150, 116), (152, 102, 74), (104, 68, 50))  # red, green, blue
_SLEEVES = ((44, 54, 82), (96, 36, 40), (58, 74, 62), (170, 160, 146), (34, 34, 38))

_WRIST = (0.0, -168.0)
_KNUCKLES = ((-27.0, -74.0), (-9.0, -67.0), (9.0, -71.0), (26.0, -82.0))
_LENGTHS = ((42.0, 26.0, 20.0), (46.0, 30.0, 21.0), (43.0, 28.0, 21.0), (34.0, 20.0, 18.0))
_FANS = (8.0, 1.0, -6.0, -15.0)  # degrees to the left
_CURLS: dict[Grip, tuple[float, float, float, float]] = {
    "open": (0.12, 0.10, 0.13, 0.18),
    "loose": (0.38, 0.42, 0.46, 0.5),
    "fist": (0.82, 0.86, 0.88, 0.9),
    "pinch": (0.46, 0.50, 0.72, 0.82),
}
_THUMBS: dict[Grip, tuple[tuple[float, float, float], ...]] = {  # joints from the wrist to the tip
    "open": ((-22, -140, 11), (-50, -112, 20), (-66, -84, 16), (-72, -64, 12)),
    "loose": ((-22, -140, 11), (-48, -112, 16), (-56, -82, 6), (-50, -62, 0)),
    "fist": ((-22, -140, 11), (-44, -112, 14), (-42, -84, 4), (-22, -70, -6)),
    "pinch": ((-22, -140, 11), (-46, -108, 10), (-46, -74, -6), (-36, -48, -16)),
}


@dataclass(frozen=True, eq=False)
class HandModel:
    """A pose, ready to be laid down: colour times coverage, coverage, and the pixel that holds the dice."""

    colour: Picture
    cover: NDArray[np.uint8]
    anchor: tuple[float, float]


@lru_cache(maxsize=16)
def hand_model(grip: Grip, seed: int = 0) -> HandModel:
    """The hand of the player with this seed. It reaches down out of any picture it is laid into."""
    x, y = _places(_WRIST_END, _FAR)
    rng = np.random.default_rng([17, seed])
    fingers, tips = _fingers(grip)
    back, cover = _flesh(x, y, _palm())
    back = _smooth(back, cover, 4.0)
    rods = [rod for finger in fingers for rod in finger]
    raised, bones = _flesh(x, y, rods)
    height = _smooth(np.maximum(back, raised), np.maximum(cover, bones), 1.4)
    cover = np.maximum(cover, bones)
    skin = _shaded(_skin(x, y, fingers, tips, grip, rng, _SKINS[seed % len(_SKINS)]), height, 0.2)

    sleeve, cloth = _sleeve(seed)
    rows = len(skin)
    colour = np.zeros((*cloth.shape, 3), np.float32)
    cuff = cv2.GaussianBlur(cloth, (0, 0), 4 * PER_MM)[:rows, :, None]  # its shadow on the wrist
    colour[:rows] = skin * (1 - 0.55 * cuff)
    colour += (sleeve - colour) * cloth[..., None]
    whole = cloth.copy()
    whole[:rows] = np.maximum(whole[:rows], cover)
    colour *= whole[..., None]
    hold = _hold(grip, tips)
    anchor = ((hold[0] - _LEFT) * PER_MM, (_FAR - hold[1]) * PER_MM)
    return HandModel(np.clip(colour, 0, 255).astype(np.uint8), (whole * 255).astype(np.uint8), anchor)


@lru_cache(maxsize=4)
def _sleeve(seed: int) -> tuple[Field, Field]:
    """The cloth's colour and cover, for the whole model."""
    x, y = _places(_NEAR, _FAR)
    rng = np.random.default_rng([19, seed])
    height, cover = _flesh(x, y, [((0.0, -180.0, 14.0, 37.0), (5.0, -520.0, 14.0, 50.0))])
    cuff = -209.0 - 0.004 * x * x  # cut straight, seen from above as a shallow arc
    cover *= np.clip((cuff - y) * PER_MM + 0.5, 0, 1)
    hem = np.exp(-((y - cuff + 9.0) ** 2) / 1.2)
    folds = 1.6 * np.sin(y / 9.0 + 2.2 * np.sin(x / 17.0 + y / 60.0)) + 0.8 * np.sin(y / 4.1 - x / 11.0)
    weave = 1 + 0.05 * cv2.GaussianBlur(rng.normal(0, 2, x.shape).astype(np.float32), (0, 0), 0.8)
    cloth = np.array(_SLEEVES[seed % len(_SLEEVES)][::-1], np.float32) * (weave * (1 - 0.3 * hem))[..., None]
    folded = np.asarray(height + folds, np.float32)
    return _shaded(np.asarray(cloth, np.float32), _smooth(folded, cover, 1.0), 0.0), cover


def _places(near: float, far: float) -> tuple[Field, Field]:
    """The millimetres of every pixel between two lines across the arm."""
    size = (round((_RIGHT - _LEFT) * PER_MM), round((far - near) * PER_MM))
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    return x / PER_MM + _LEFT, far - y / PER_MM


def _hold(grip: Grip, tips: list[Rod]) -> tuple[float, float]:
    """Where dice are held, in the hand's own millimetres."""
    if grip == "pinch":
        thumb = _THUMBS[grip][-1]
        return (tips[0][0] + thumb[0]) / 2, (tips[0][1] + thumb[1]) / 2
    return -4.0, -78.0


def _palm() -> list[tuple[Rod, Rod]]:
    palm: list[tuple[Rod, Rod]] = [((0.0, -300.0, 10.0, 30.0), (*_WRIST, 13.0, 26.5))]
    for knuckle, side in zip(_KNUCKLES, (-15.0, -5.0, 5.0, 15.0), strict=True):
        palm.append(((_WRIST[0] + side, _WRIST[1] + 14, 16.0, 15.5), (*knuckle, 20.0, 12.5)))
    palm.append(((-16.0, -150.0, 12.0, 17.0), (-30.0, -114.0, 8.0, 18.0)))  # the ball of the thumb
    palm.append(((14.0, -150.0, 12.0, 17.0), (24.0, -112.0, 14.0, 15.0)))
    return palm


def _fingers(grip: Grip) -> tuple[list[list[tuple[Rod, Rod]]], list[Rod]]:
    """Four fingers and the thumb as rods, and their tips."""
    fingers, tips = [], []
    for knuckle, lengths, fan, curl in zip(_KNUCKLES, _LENGTHS, _FANS, _CURLS[grip], strict=True):
        at: Rod = (*knuckle, 21.0, 11.0)
        bend, rods = 8.0, []
        for length, more, radius in zip(lengths, (52.0, 78.0, 46.0), (9.4, 8.4, 7.0), strict=True):
            bend += more * curl
            forward, down = length * cos(radians(bend)), length * sin(radians(bend))
            to = (
                at[0] - forward * sin(radians(fan)),
                at[1] + forward * cos(radians(fan)),
                at[2] - down,
                radius,
            )
            rods.append((at, to))
            at = to
        fingers.append(rods)
        tips.append(at)
    joints = [(*joint, radius) for joint, radius in zip(_THUMBS[grip], (16.0, 12.5, 10.5, 9.0), strict=True)]
    fingers.append(list(pairwise(joints)))
    tips.append(joints[-1])
    return fingers, tips


def _flesh(x: Field, y: Field, rods: list[tuple[Rod, Rod]]) -> tuple[Field, Field]:
    """The highest skin over every point, and what it covers."""
    height = np.full(x.shape, -60.0, np.float32)
    cover = np.zeros(x.shape, np.float32)
    for (ax, ay, az, ar), (bx, by, bz, br) in rods:
        # Only the rod's own neighbourhood is worked out.
        reach = max(ar, br) + 2
        columns = slice(*_span(min(ax, bx) - reach - _LEFT, max(ax, bx) + reach - _LEFT, x.shape[1]))
        rows = slice(*_span(_FAR - max(ay, by) - reach, _FAR - min(ay, by) + reach, x.shape[0]))
        px, py = x[rows, columns] - ax, y[rows, columns] - ay
        along = np.clip((px * (bx - ax) + py * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 + 1e-6), 0, 1)
        away = np.hypot(px - along * (bx - ax), py - along * (by - ay))
        radius = ar + along * (br - ar)
        top = az + along * (bz - az) + np.sqrt(np.maximum(0, radius**2 - away**2))
        inside = np.clip((radius - away) * PER_MM + 0.5, 0, 1)
        height[rows, columns] = np.where(
            inside > 0, np.maximum(height[rows, columns], top), height[rows, columns]
        )
        cover[rows, columns] = np.maximum(cover[rows, columns], inside)
    return height, cover


def _span(low: float, high: float, limit: int) -> tuple[int, int]:
    return max(0, int(low * PER_MM)), min(limit, int(high * PER_MM) + 2)


def _smooth(height: Field, cover: Field, mm: float) -> Field:
    """Flesh has no creases as sharp as rods have: blurred, but not with what lies outside."""
    weight = cv2.GaussianBlur(cover, (0, 0), mm * PER_MM)
    blurred = cv2.GaussianBlur(height * cover, (0, 0), mm * PER_MM) / np.maximum(weight, 1e-3)
    return np.where(cover > 0, blurred, -60.0).astype(np.float32)


def _skin(
    x: Field,
    y: Field,
    fingers: list[list[tuple[Rod, Rod]]],
    tips: list[Rod],
    grip: Grip,
    rng: np.random.Generator,
    tone: tuple[int, int, int],
) -> Field:
    base = np.array(tone[::-1], np.float32)
    flush = base * np.array((0.74, 0.78, 0.94), np.float32)
    mottle = cv2.resize(
        rng.normal(0, 1, (40, 14)).astype(np.float32), x.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    pores = cv2.GaussianBlur(rng.normal(0, 1, x.shape).astype(np.float32), (0, 0), 0.9)
    red = 0.10 + 0.06 * mottle
    for finger in fingers:
        for (jx, jy, _, radius), _ in finger:
            red = red + 0.42 * np.exp(-((x - jx) ** 2 + (y - jy) ** 2) / (0.9 * radius) ** 2)
    for tx, ty, _, radius in tips:
        red = red + 0.4 * np.exp(-((x - tx) ** 2 + (y - ty) ** 2) / (0.9 * radius) ** 2)
    skin = base + (flush - base) * np.clip(red, 0, 1)[..., None]
    skin *= (1 + 0.03 * pores)[..., None]
    for k, finger in enumerate(fingers):
        (ax, ay, _, _), (bx, by, _, radius) = finger[-1]
        if grip in ("fist",) or (grip == "pinch" and k in (2, 3)) or np.hypot(bx - ax, by - ay) < 6:
            continue  # bent under: its nail looks down
        way = np.array([bx - ax, by - ay]) / np.hypot(bx - ax, by - ay)
        across = (x - bx) * way[1] - (y - by) * way[0]
        along = (x - bx) * way[0] + (y - by) * way[1] - 0.5
        nail = np.clip(1.6 - ((across / (0.62 * radius)) ** 4 + (along / (0.78 * radius)) ** 4) * 1.6, 0, 1)
        skin += ((base * 1.08 + (14, 8, 6)) - skin) * (0.75 * nail)[..., None]
        crease = np.exp(-(((x - ax) * way[0] + (y - ay) * way[1]) ** 2) / 0.7) * (np.abs(across) < radius)
        skin *= (1 - 0.16 * crease)[..., None]
    return np.asarray(skin, np.float32)


def _shaded(albedo: Field, height: Field, gloss: float) -> Field:
    """Light on a landscape of heights."""
    slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=PER_MM / 8)
    slope_y = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=PER_MM / 8)
    normals = np.stack([-slope_x, slope_y, np.ones_like(height)], axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    light = Lighting()
    lit = albedo * light.dull(normals, np.full(height.shape, 50.0), 50.0).astype(np.float32)
    hollow = np.clip(cv2.GaussianBlur(height, (0, 0), 5 * PER_MM) - height, 0, 12) / 12
    lit *= (1 - 0.35 * hollow)[..., None]
    if gloss:
        shine = light.shine(np.broadcast_to((0.0, 0.0, 60.0), normals.shape), normals, gloss)
        lit += 120 * shine[..., None]
    return np.asarray(lit, np.float32)
