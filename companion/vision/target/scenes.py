"""Drawn scenes of a target with dice on it, whose truth is known: what the referee is measured and tested with.

The dice are the simulated table's own. The board, the camera, the lamp and its colour are drawn by lot: the camera
35 to 90 degrees above the plane, the board turned any way, the light from anywhere above and of five colours.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import cos, pi, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.canvas import Mask
from companion.camera.simulation.die import Mark, SimDie
from companion.camera.simulation.lamp import GAMMA, Lighting
from companion.camera.simulation.layers import NO_SHADE, Shade, Sprite, darken, lay, shade
from companion.camera.simulation.marks import MARK_PIXELS, DieLook
from companion.camera.simulation.painter import Pose as DiePose
from companion.camera.simulation.painter import fixed, paint_body, paint_die
from companion.camera.simulation.solids import Array
from companion.camera.simulation.view import HEIGHT, WIDTH, View
from companion.camera.source import Picture
from companion.target.profile import Polygon, TargetProfile
from companion.vision.finder import Box
from companion.vision.target.drawing import draw_target
from companion.vision.target.places import Places, inside
from companion.vision.target.pose import Pose

TEXTURE = 3.0  # pixels a mm of the board as it is painted
BEYOND = 40.0  # mm of table around the board that the texture holds
FINER = 2
# Gains of red, green and blue: a bulb, a warm lamp, daylight, a cold lamp, a green tube.
LIGHTS = ((1.0, 0.80, 0.56), (1.0, 0.90, 0.77), (1.0, 1.0, 1.0), (0.86, 0.94, 1.0), (0.92, 1.0, 0.84))
BODIES = {
    "red": ((178, 26, 30), (150, 18, 24), (200, 40, 40)),
    "green": ((24, 112, 58), (36, 140, 70), (18, 90, 44)),
    "blue": ((28, 62, 148), (36, 84, 180), (22, 44, 110)),
    "white": ((238, 234, 224), (246, 246, 246), (232, 224, 206)),
}
_TABLES = ((146, 104, 66), (120, 84, 56), (60, 74, 62), (70, 70, 84), (188, 176, 160), (44, 40, 40))


@dataclass(frozen=True)
class Blank(Mark):
    """A face without a mark."""

    def mask(self, look: DieLook, pixels: int = MARK_PIXELS) -> Mask:  # noqa: ARG002
        return np.zeros((pixels, pixels), np.float32)


@dataclass(frozen=True)
class Camera(View):
    """A camera anywhere above the board, which looks at a point of it."""

    eye_mm: tuple[float, float, float] = (0.0, 0.0, 600.0)
    look_mm: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def eye(self) -> Array:
        return np.array(self.eye_mm)

    @cached_property
    def rotation(self) -> Array:
        forward = np.array([*self.look_mm, 0.0]) - self.eye
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, np.array([0.0, 0.0, 1.0]))
        if np.linalg.norm(right) < 1e-6:
            right = np.array([1.0, 0.0, 0.0])
        right /= np.linalg.norm(right)
        c, s = cos(radians(self.roll_deg)), sin(radians(self.roll_deg))
        roll = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        return np.asarray(roll @ np.stack([right, np.cross(forward, right), forward]))

    @cached_property
    def pose(self) -> Pose:
        """The same as the referee knows poses."""
        flip = np.diag([1.0, -1.0, -1.0])  # the board's y runs down and its z into it
        turn = cv2.Rodrigues(self.rotation @ flip)[0].ravel()
        shift = -self.rotation @ self.eye
        return Pose(
            (float(turn[0]), float(turn[1]), float(turn[2])),
            (float(shift[0]), float(shift[1]), float(shift[2])),
            self.focal_px,
            (WIDTH, HEIGHT),
        )


@dataclass(frozen=True)
class Lamp(Lighting):
    """A lamp anywhere above."""

    towards: tuple[float, float, float] = (-0.42, 0.40, 0.815)
    sky: float = 0.42

    def dull(self, normals: Array, heights: Array, size: float) -> Array:
        up = 0.5 + 0.5 * normals[..., 2]
        lamp = np.array(self.towards)
        key = (1 - self.sky) / lamp[2] * np.maximum(0.0, normals @ lamp)
        open_sky = 0.45 + 0.55 * np.clip(heights / size, 0.0, 1.0)
        from_board = 0.5 * (1 - up)[..., None] * np.asarray(self.felt)
        return np.asarray(((self.sky * up * open_sky + key)[..., None] + from_board) ** (1 / GAMMA))

    def shine(self, points: Array, normals: Array, gloss: float) -> Array:
        to_eye = self.eye - points
        to_eye /= np.sqrt((to_eye**2).sum(axis=-1, keepdims=True))
        mirrored = 2 * (normals * to_eye).sum(axis=-1, keepdims=True) * normals - to_eye
        lamp = np.maximum(0.0, mirrored @ np.array(self.towards)) ** (8 + 60 * gloss)
        return np.asarray(gloss * 0.75 * lamp + 0.04 * gloss)


@dataclass(frozen=True)
class LaidDie:
    """A die on the board, in the board's millimetres."""

    die: SimDie
    colour: str
    symbol: bool
    place: tuple[float, float]
    pose: DiePose

    def hull(self) -> NDArray[np.float64]:
        """What it covers, seen from straight above."""
        points = self.pose.place + self.die.size * (self.die.body.vertices @ self.pose.turn.T)
        flat = np.stack([points[:, 0], -points[:, 1]], axis=-1).astype(np.float32)
        return np.asarray(cv2.convexHull(flat)[:, 0], np.float64)

    def shares(self, places: Places) -> dict[str, float]:
        """The true share of every place."""
        hull = self.hull()
        low, high = hull.min(axis=0), hull.max(axis=0)
        grid = np.stack(
            np.meshgrid(*(np.linspace(a, b, 90) for a, b in zip(low, high, strict=True))), axis=-1
        )
        points = grid[inside(Polygon(tuple((float(x), float(y)) for x, y in hull)), grid)]
        counts = np.bincount(places.at(points), minlength=len(places.names))
        return {name: count / len(points) for name, count in zip(places.names, counts, strict=True) if count}


@dataclass(frozen=True, eq=False)
class Setting:
    """Everything about a scene but its dice."""

    profile: TargetProfile
    camera: Camera
    lamp: Lamp
    light: int  # of LIGHTS
    bright: float
    table: tuple[int, int, int]
    noise: float
    soft: float
    slope: tuple[float, float]  # how much brighter one side is
    seed: int = field(default=0)


def random_setting(
    profile: TargetProfile, rng: np.random.Generator, elevation: float | None = None, light: int | None = None
) -> Setting:
    """A camera, a lamp and a table by lot. The whole board is in the picture."""
    high = radians(float(rng.uniform(35, 90)) if elevation is None else elevation)
    way = float(rng.uniform(0, 2 * pi))
    focal = float(rng.uniform(0.8, 1.1)) * WIDTH
    camera = _framed(profile, high, way, focal, float(rng.normal(0, 3)), float(rng.uniform(0.02, 0.07)))
    lamp_high, lamp_way = radians(float(rng.uniform(38, 80))), float(rng.uniform(0, 2 * pi))
    towards = (cos(lamp_high) * cos(lamp_way), cos(lamp_high) * sin(lamp_way), sin(lamp_high))
    lamp = Lamp((0.25, 0.3, 0.33), camera.eye, towards, float(rng.uniform(0.35, 0.65)))
    return Setting(
        profile,
        camera,
        lamp,
        int(rng.integers(len(LIGHTS))) if light is None else light,
        float(rng.uniform(0.55, 0.98)),
        _TABLES[int(rng.integers(len(_TABLES)))],
        float(rng.uniform(1.5, 4.0)),
        float(rng.uniform(0.45, 0.8)),
        (float(rng.uniform(-0.12, 0.12)), float(rng.uniform(-0.12, 0.12))),
        int(rng.integers(1 << 30)),
    )


def _framed(
    profile: TargetProfile, high: float, way: float, focal: float, roll: float, margin: float
) -> Camera:
    """The nearest camera that sees the whole board."""
    left, top, right, bottom = profile.reach()
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    near, far = 200.0, 4000.0
    best = Camera(eye_mm=(0.0, 0.0, far), focal_px=focal)
    for _ in range(24):
        away = (near + far) / 2
        flat = away * cos(high)
        eye = (flat * cos(way), flat * sin(way), away * sin(high))
        camera = Camera(eye_mm=eye, roll_deg=roll, focal_px=focal)
        for _ in range(3):  # look at what puts the board into the picture's middle
            seen = camera.pose.to_px(corners)
            middle = camera.pose.to_mm((seen.min(axis=0) + seen.max(axis=0)) / 2)
            look = camera.look_mm
            aim = camera.pose.to_mm(np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2]))
            shift = (look[0] + float(middle[0] - aim[0]), look[1] - float(middle[1] - aim[1]))
            camera = replace(camera, look_mm=shift)
        seen = camera.pose.to_px(corners)
        room = margin * HEIGHT
        fits = seen.min() > room and seen[:, 0].max() < WIDTH - room and seen[:, 1].max() < HEIGHT - room
        near, far = (near, away) if fits else (away, far)
        best = camera if fits else best
    return best


def random_die(
    rng: np.random.Generator, size_mm: float = 16.0, colour: str | None = None
) -> tuple[SimDie, str]:
    """A hero die or a bonus die: two faces with an eye, four without a mark."""
    name = colour or str(rng.choice(list(BODIES)))
    bodies = BODIES[name]
    look = DieLook(
        body=bodies[int(rng.integers(len(bodies)))],
        mark=(30, 26, 28) if name == "white" else (244, 240, 232),
        gloss=float(rng.uniform(0.2, 0.7)),
        rounding=float(rng.uniform(0.06, 0.15)),
        size_mm=size_mm * float(rng.uniform(0.985, 1.015)),
    )
    eye, blank = Mark("symbol", "eye"), Blank("symbol", "blank")
    marks = (eye, blank, blank, eye, blank, blank)
    labels = tuple("symbol" if mark is eye else "blank" for mark in marks)
    return SimDie("hero", "d6", labels, marks, look), name


def lay_die(
    die: SimDie, colour: str, place: tuple[float, float], angle_deg: float, face: int, lean_deg: float = 0.0
) -> LaidDie:
    """The die flat on the board with this face up, or leaning by so much about one of its lower edges."""
    turn = die.body.lying(face, radians(angle_deg))
    if lean_deg:
        lc, ls = cos(radians(lean_deg)), sin(radians(lean_deg))
        turn = np.array([[1.0, 0.0, 0.0], [0.0, lc, -ls], [0.0, ls, lc]]) @ turn
    lowest = float((die.size * (die.body.vertices @ turn.T))[:, 2].min())
    pose = DiePose(np.array([place[0], -place[1], -lowest]), turn)
    return LaidDie(die, colour, die.labels[face] == "symbol", place, pose)


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


def box_of(laid: LaidDie, camera: Camera) -> Box:
    points = laid.pose.place + laid.die.size * (laid.die.body.vertices @ laid.pose.turn.T)
    seen = camera.project(points)
    left, top, right, bottom = (float(n) for n in (*seen.min(axis=0), *seen.max(axis=0)))
    return left, top, right, bottom


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
