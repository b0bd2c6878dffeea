"""The table itself: a wooden top, a felt tray with a rim, a dice tower, and the camera above them.

Painted once, from the seed, and kept: only dice and hands move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.lamp import GAMMA, LAMP, Lighting
from companion.camera.simulation.physics import Box
from companion.camera.simulation.solids import Array
from companion.camera.simulation.surfaces import Texture, felt, planks, wood
from companion.camera.simulation.view import HEIGHT, WIDTH, View
from companion.camera.source import Picture

TRAY = Box(half_x=134.0, half_y=79.0, rim_width=10.0, rim_height=18.0)
TOWER_X = -TRAY.half_x - TRAY.rim_width - 2.0  # its front
TOWER_HALF = 27.0  # half its width, along y
MOUTH = (0.0, 15.0, 30.0)  # middle along y, half width, height of the opening

_FELTS = ((30, 74, 52), (38, 46, 74), (88, 30, 38), (52, 52, 56), (62, 40, 78))  # red, green, blue
_TABLES = ((164, 116, 72), (134, 92, 58), (186, 146, 100), (112, 78, 54))
_RIMS = ((92, 56, 36), (70, 44, 30), (120, 78, 48))
_SCALE = 4.0  # texture pixels a mm
_SPAN = (440.0, 300.0)  # mm of table that are painted
_FINER = 2


@dataclass(frozen=True)
class TableProfile:
    """What a calibration would find out, in plain numbers; see `View` for the millimetres' axes."""

    picture: tuple[int, int]
    px_to_mm: tuple[tuple[float, ...], ...]  # 3 × 3, of the table's plane
    tray_mm: tuple[tuple[float, float], ...]  # corners of the felt
    camera_mm: tuple[float, float, float]  # the lens
    camera_matrix: tuple[tuple[float, ...], ...]  # 3 × 3


@dataclass(frozen=True)
class Scene:
    """One table, as its seed makes it. Seed 0 is the plain one: green felt, no quirks of the mount."""

    seed: int = 0

    @property
    def floor(self) -> Box:
        """Where dice are thrown."""
        return TRAY

    @property
    def home_y(self) -> float:
        """Where a hand is out of the picture."""
        return -350.0

    @cached_property
    def _rng(self) -> np.random.Generator:
        return np.random.default_rng([7, self.seed])

    @cached_property
    def _choice(self) -> tuple[int, int, int]:
        if self.seed == 0:
            return 0, 0, 0
        pick = np.random.default_rng([11, self.seed]).integers(0, 1000, 3)
        return int(pick[0]) % len(_FELTS), int(pick[1]) % len(_TABLES), int(pick[2]) % len(_RIMS)

    @cached_property
    def view(self) -> View:
        if self.seed == 0:
            return View()
        rng = np.random.default_rng([13, self.seed])
        height = float(rng.uniform(560, 660))
        return View(height, float(rng.uniform(5, 13)), float(rng.normal(0, 0.8)), 2040 * height / 590)

    @cached_property
    def light(self) -> Lighting:
        red, green, blue = (float((c / 255) ** GAMMA) for c in _FELTS[self._choice[0]])
        return Lighting((2.2 * blue, 2.2 * green, 2.2 * red), self.view.eye)

    @cached_property
    def profile(self) -> TableProfile:
        x, y = TRAY.half_x, TRAY.half_y
        return TableProfile(
            picture=(WIDTH, HEIGHT),
            px_to_mm=plain(self.view.px_to_mm()),
            tray_mm=((-x, y), (x, y), (x, -y), (-x, -y)),
            camera_mm=(float(self.view.eye[0]), float(self.view.eye[1]), float(self.view.eye[2])),
            camera_matrix=plain(self.view.matrix),
        )

    @cached_property
    def background(self) -> Picture:
        """The empty table as the camera sees it, without noise."""
        rng = self._rng
        felt_colour, table_colour, rim_colour = self._choice
        size = (round(_SPAN[0] * _SCALE), round(_SPAN[1] * _SCALE))
        table = planks(size, _TABLES[table_colour], rng, _SCALE)
        table *= self._outer_shadow(size)[..., None]
        picture = self._flat(table, 0.0)
        cloth = felt(size, _FELTS[felt_colour], rng, _SCALE)
        cloth *= self._inner_shadow(size)[..., None]
        inside = self._quad(TRAY.half_x, TRAY.half_y, 0.0)
        _paste(picture, self._flat(cloth, 0.0), inside)
        self._paint_rim(picture, wood(size, _RIMS[rim_colour], rng, _SCALE))
        self._paint_tower(picture, wood(size, _RIMS[(rim_colour + 2) % 3], rng, _SCALE))
        picture *= self.falloff[..., None]
        soft = cv2.GaussianBlur(picture, (0, 0), 0.45 * _FINER)  # the lens is not perfect
        small = cv2.resize(soft, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        return np.clip(small, 0, 255).astype(np.uint8)

    @cached_property
    def falloff(self) -> NDArray[np.float32]:
        """The lamp's nearer side is brighter, and the lens loses light in the corners."""
        y, x = np.mgrid[0 : HEIGHT * _FINER, 0 : WIDTH * _FINER].astype(np.float32)
        x, y = x / (WIDTH * _FINER) - 0.5, y / (HEIGHT * _FINER) - 0.5
        lamp = 1.03 - 0.13 * x * -LAMP[0] / 0.42 - 0.10 * (-y) * -LAMP[1] / 0.40
        return np.asarray(lamp * (1 - 0.34 * (x * x + y * y * 0.6)), np.float32)

    def vignette(self, x: float, y: float) -> float:
        """The fall-off at a pixel, for what is laid over the background."""
        column, row = (int(np.clip(v, 0, m - 1)) * _FINER for v, m in ((x, WIDTH), (y, HEIGHT)))
        return float(self.falloff[row, column])

    # The parts.

    def _flat(self, texture: Texture, height: float) -> Texture:
        """A texture of the table's plane, or of one above it, as the camera sees it."""
        mm = np.array([[1 / _SCALE, 0, -_SPAN[0] / 2], [0, -1 / _SCALE, _SPAN[1] / 2], [0, 0, 1]])
        return _warp(texture, self.view.mm_to_px(height) @ mm)

    def _quad(self, half_x: float, half_y: float, height: float) -> Array:
        corners = [(-half_x, half_y), (half_x, half_y), (half_x, -half_y), (-half_x, -half_y)]
        return self.view.project(np.array([(x, y, height) for x, y in corners]))

    def _inner_shadow(self, size: tuple[int, int]) -> NDArray[np.float32]:
        """What the rim keeps from the felt: the lamp on two sides, some of the room all along."""
        reach = TRAY.rim_height / LAMP[2]
        lit = _rectangle(size, TRAY.half_x, TRAY.half_y, (-LAMP[0] * reach, -LAMP[1] * reach))
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), 1.6 * _SCALE), np.float32)
        room = cv2.GaussianBlur(_rectangle(size, TRAY.half_x, TRAY.half_y, (0, 0)), (0, 0), 6 * _SCALE)
        seam = cv2.GaussianBlur(
            _rectangle(size, TRAY.half_x - 0.6, TRAY.half_y - 0.6, (0, 0)), (0, 0), 0.8 * _SCALE
        )
        return np.asarray((0.56 + 0.44 * lit) * (0.62 + 0.38 * room) * (0.6 + 0.4 * seam), np.float32)

    def _outer_shadow(self, size: tuple[int, int]) -> NDArray[np.float32]:
        reach = TRAY.rim_height / LAMP[2]
        outer = (TRAY.half_x + TRAY.rim_width, TRAY.half_y + TRAY.rim_width)
        cast = cv2.GaussianBlur(
            _rectangle(size, *outer, (-LAMP[0] * reach, -LAMP[1] * reach)), (0, 0), 2 * _SCALE
        )
        seam = cv2.GaussianBlur(_rectangle(size, outer[0] + 1, outer[1] + 1, (0, 0)), (0, 0), 3 * _SCALE)
        return np.asarray((1 - 0.42 * cast) * (1 - 0.35 * seam), np.float32)

    def _paint_rim(self, picture: Texture, boards: Texture) -> None:
        top = self._flat(boards, TRAY.rim_height)
        across = np.swapaxes(boards, 0, 1)  # the short sides' grain runs along them
        across = np.ascontiguousarray(np.tile(across, (1, 2, 1))[: boards.shape[0], : boards.shape[1]])
        upright = self._flat(across, TRAY.rim_height)
        floor = self._quad(TRAY.half_x, TRAY.half_y, 0.0)
        inner = self._quad(TRAY.half_x, TRAY.half_y, TRAY.rim_height)
        outer = self._quad(TRAY.half_x + TRAY.rim_width, TRAY.half_y + TRAY.rim_width, TRAY.rim_height)
        soft = self._quad(TRAY.half_x + 1.2, TRAY.half_y + 1.2, TRAY.rim_height)  # the edge is worn round
        hard = self._quad(
            TRAY.half_x + TRAY.rim_width - 1.2, TRAY.half_y + TRAY.rim_width - 1.2, TRAY.rim_height
        )
        inward = np.array([(0, -1.0, 0), (-1.0, 0, 0), (0, 1.0, 0), (1.0, 0, 0)])  # far, right, near, left
        for side, normal in enumerate(inward):
            after = (side + 1) % 4
            grain = top if side % 2 == 0 else upright
            wall = float(self.light.dull(normal, np.array(9.0), 18.0).mean())
            standing = np.stack([inner[side], inner[after], floor[after], floor[side]])
            _paste(picture, grain, standing, 0.82 * wall)
            _paste(picture, grain, np.stack([outer[side], outer[after], inner[after], inner[side]]))
            for a, b, lean in ((inner, soft, normal), (outer, hard, -normal)):
                edge = (lean + np.array([0, 0, 1.0])) / np.sqrt(2)
                bright = float(self.light.dull(edge, np.array(18.0), 18.0).mean()) ** 1.6
                _paste(picture, grain, np.stack([a[side], a[after], b[after], b[side]]), bright * 1.12)
        for corner in range(4):  # mitred joints
            ends = np.round(np.stack([inner[corner], outer[corner]]) * _FINER).astype(np.int32)
            cv2.polylines(picture, [ends], False, (18, 22, 30), 2, cv2.LINE_AA)

    def _paint_tower(self, picture: Texture, boards: Texture) -> None:
        """Its front leans out of the picture; dice come out of its mouth over a ramp that spans the rim."""
        grain = self._flat(np.ascontiguousarray(boards[::-1]), 8.0)

        def at(y: float, z: float, x: float = TOWER_X) -> tuple[float, float, float]:
            return (x, y, z)

        def board(corners: list[tuple[float, float, float]], bright: float) -> None:
            _paste(picture, grain, self.view.project(np.array(corners)), bright)

        def upright(y0: float, y1: float, z0: float, z1: float) -> list[tuple[float, float, float]]:
            return [at(y0, z0), at(y1, z0), at(y1, z1), at(y0, z1)]

        middle, half, high = MOUTH
        board(upright(-TOWER_HALF, TOWER_HALF, 0, 170), 1.25)
        for side in (-1, 1):  # the side boards stand out at the front's edges
            board(upright(side * TOWER_HALF, side * (TOWER_HALF - 4), 0, 170), 0.95 + 0.2 * side)
        board(upright(middle - half - 3, middle + half + 3, 0, high + 3), 0.85)
        board(upright(middle - half, middle + half, 2, high), 0.14)
        end = -TRAY.half_x + 2
        ramp = [
            at(middle - half, 24),
            at(middle + half, 24),
            at(middle + half, 19, end),
            at(middle - half, 19, end),
        ]
        _shade(
            picture, self.view.project(np.array([(x + 6, y - 7, 0.0) for x, y, _ in ramp])), 0.5, 3.0 * _FINER
        )
        board(ramp, 1.5)
        board([ramp[2], ramp[3], at(middle - half, 16.5, end), at(middle + half, 16.5, end)], 0.6)


@lru_cache(maxsize=4)
def scene(seed: int) -> Scene:
    """The table of this seed; painting one takes a second, so the last few are kept."""
    return Scene(seed)


def plain(matrix: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(n) for n in row) for row in matrix)


def _warp(texture: Texture, to_px: Array) -> Texture:
    finer = np.diag([_FINER, _FINER, 1.0])
    size = (WIDTH * _FINER, HEIGHT * _FINER)
    bytes_ = np.clip(texture, 0, 255).astype(np.uint8)  # warped three times as fast as floats
    return cv2.warpPerspective(bytes_, finer @ to_px, size, flags=cv2.INTER_LINEAR).astype(np.float32)


def _rectangle(
    size: tuple[int, int], half_x: float, half_y: float, shift: tuple[float, float]
) -> NDArray[np.float32]:
    """A mask of the table's texture: 1 inside, moved by `shift` mm."""
    mask = np.zeros((size[1], size[0]), np.float32)
    x0, x1 = ((_SPAN[0] / 2 + shift[0] + s * half_x) * _SCALE for s in (-1, 1))
    y0, y1 = ((_SPAN[1] / 2 - shift[1] + s * half_y) * _SCALE for s in (-1, 1))
    mask[max(0, round(y0)) : round(y1), max(0, round(x0)) : round(x1)] = 1.0
    return mask


def _mask(polygon: Array, margin: int = 0) -> tuple[tuple[slice, slice], NDArray[np.float32]]:
    """Where a polygon lies in the large picture, and what it covers there."""
    spots = polygon * _FINER
    left, top = (max(0, int(n) - 1 - margin) for n in spots.min(axis=0))
    right = min(WIDTH * _FINER, int(spots[:, 0].max()) + 2 + margin)
    bottom = min(HEIGHT * _FINER, int(spots[:, 1].max()) + 2 + margin)
    mask = np.zeros((max(0, bottom - top), max(0, right - left)), np.uint8)
    if mask.size:
        points = np.round((spots - (left, top)) * 16).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    return (slice(top, bottom), slice(left, right)), np.asarray(mask / np.float32(255), np.float32)


def _paste(picture: Texture, texture: Texture, polygon: Array, bright: float = 1.0) -> None:
    where, mask = _mask(polygon)
    picture[where] += (texture[where] * np.float32(bright) - picture[where]) * mask[..., None]


def _shade(picture: Texture, polygon: Array, strength: float, softness: float) -> None:
    where, mask = _mask(polygon, margin=round(3 * softness))
    if mask.size:
        picture[where] *= 1 - strength * cv2.GaussianBlur(mask, (0, 0), softness)[..., None]
