"""A target on the simulated table in place of the tray: a flat board, and a camera that sees all of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from companion.camera.simulation.lamp import Lighting
from companion.camera.simulation.physics import Box
from companion.camera.simulation.scene import Scene, TableProfile, plain
from companion.camera.simulation.surfaces import planks
from companion.camera.simulation.view import HEIGHT, WIDTH, View
from companion.camera.source import Picture

Span = tuple[float, float, float, float]  # left, top, right, bottom of the board in mm, y down

_TABLE = (134, 92, 58)
_PAPER = 0.92  # of the light that white paper throws back
_SCALE = 2.0  # texture pixels a mm
_ROOM = (520.0, 300.0)  # mm of table around the board that are painted, to each side and beyond it
_MARGIN = 0.03  # of the picture, around the board
_LOWEST, _HIGHEST = 500.0, 3000.0  # mm that the camera may hang
_TILT = 20.0
_FOCAL = 0.95 * WIDTH
_FINER = 2


@dataclass(frozen=True, eq=False)
class TargetScene(Scene):
    """The table with this board on it, moved by `shift` mm and turned by `turn_deg` as a bump would."""

    flat: Picture = field(default_factory=lambda: np.zeros((1, 1, 3), np.uint8))
    span: Span = (-1.0, -1.0, 1.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)  # y down, as the board counts
    turn_deg: float = 0.0  # clockwise

    @cached_property
    def floor(self) -> Box:
        """All that the camera sees counts as lying there: a die beside the target is off, not away."""
        left, top, right, bottom = self.span
        return Box(max(-left, right) + 30.0, max(-top, bottom) + 5.0, 0.0, 0.0)

    @cached_property
    def home_y(self) -> float:
        return -self.floor.half_y - 330.0

    @cached_property
    def view(self) -> View:
        """The lowest camera that sees the whole board."""
        left, top, right, bottom = self.span
        corners = np.array([(x, -y, 0.0) for x in (left, right) for y in (top, bottom)])
        low, high = _LOWEST, _HIGHEST
        for _ in range(20):
            height = (low + high) / 2
            seen = View(height, _TILT, 0.0, _FOCAL).project(corners) / (WIDTH, HEIGHT)
            fits = bool((seen > _MARGIN).all() and (seen < 1 - _MARGIN).all())
            low, high = (low, height) if fits else (height, high)
        return View(high, _TILT, 0.0, _FOCAL)

    @cached_property
    def light(self) -> Lighting:
        return Lighting((0.5, 0.5, 0.5), self.view.eye)

    @cached_property
    def profile(self) -> TableProfile:
        x, y = self.floor.half_x, self.floor.half_y
        eye = self.view.eye
        return TableProfile(
            picture=(WIDTH, HEIGHT),
            px_to_mm=plain(self.view.px_to_mm()),
            tray_mm=((-x, y), (x, y), (x, -y), (-x, -y)),
            camera_mm=(float(eye[0]), float(eye[1]), float(eye[2])),
            camera_matrix=plain(self.view.matrix),
        )

    @cached_property
    def background(self) -> Picture:
        left, top, right, bottom = self.span
        wide, high = right - left + 2 * _ROOM[0], bottom - top + 2 * _ROOM[1]
        size = (round(wide * _SCALE), round(high * _SCALE))
        table = planks(size, _TABLE, np.random.default_rng([7, self.seed]), _SCALE)
        corner = np.array([[1 / _SCALE, 0, left - _ROOM[0]], [0, 1 / _SCALE, top - _ROOM[1]], [0, 0, 1]])
        picture = self._seen(np.clip(table, 0, 255).astype(np.uint8), corner)
        rows, columns = self.flat.shape[:2]
        across, down = (right - left) / columns, (bottom - top) / rows
        on_board = np.array([[across, 0, left + across / 2], [0, down, top + down / 2], [0, 0, 1]])
        way = np.radians(self.turn_deg)
        bump = np.array(
            [
                [np.cos(way), -np.sin(way), self.shift[0]],
                [np.sin(way), np.cos(way), self.shift[1]],
                [0, 0, 1],
            ]
        )
        board = self._seen(self.flat, bump @ on_board)
        mask = self._seen(np.full((rows, columns, 3), 255, np.uint8), bump @ on_board) / np.float32(255)
        picture += (board * np.float32(_PAPER) - picture) * mask
        picture *= self.falloff[..., None]
        soft = cv2.GaussianBlur(picture, (0, 0), 0.45 * _FINER)
        small = cv2.resize(soft, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        return np.clip(small, 0, 255).astype(np.uint8)

    def _seen(
        self, texture: Picture, to_mm: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """A texture of the table's plane as the camera sees it; its pixels go to mm with y down."""
        finer = np.array([[_FINER, 0, (_FINER - 1) / 2], [0, _FINER, (_FINER - 1) / 2], [0, 0, 1.0]])
        warp = finer @ self.view.mm_to_px() @ np.diag([1.0, -1.0, 1.0]) @ to_mm
        size = (WIDTH * _FINER, HEIGHT * _FINER)
        return cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR).astype(np.float32)
