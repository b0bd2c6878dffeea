"""The simulated table with the page laid into its tray, and its camera bumped; the truth of both is known."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.scene import TRAY, Scene
from companion.camera.simulation.sensor import GOOD_LIGHT, Light, expose, with_noise
from companion.camera.simulation.view import HEIGHT, WIDTH
from companion.camera.source import Picture
from companion.vision.calibration.page import PAPER_MM, draw_page
from companion.vision.table import TablePlane

PX_PER_MM, FINER = 6.0, 3


def with_page(scene: Scene, turn_deg: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)) -> Picture:
    """The page in the tray, folded where it is too large for it."""
    page = draw_page(PX_PER_MM)
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    half = 0.5 / PX_PER_MM
    on_page = np.array(
        [[1 / PX_PER_MM, 0, half - PAPER_MM[0] / 2], [0, 1 / PX_PER_MM, half - PAPER_MM[1] / 2], [0, 0, 1]]
    )
    on_table = np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]]) @ np.diag([1.0, -1.0, 1.0])
    finer = np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1]])
    way = finer @ scene.view.mm_to_px() @ on_table @ on_page
    size = (WIDTH * FINER, HEIGHT * FINER)
    lying = cv2.warpPerspective(page, way, size)
    covers = cv2.warpPerspective(np.full(page.shape[:2], 255, np.uint8), way, size)
    floor = np.zeros(size[::-1], np.uint8)
    corners = [(x, y, 0.0) for x, y in tray_corners()]
    cv2.fillPoly(floor, [np.round(scene.view.project(np.array(corners)) * FINER + 1).astype(np.int32)], 255)
    covers &= floor
    share = cv2.resize(covers.astype(np.float32) / 255, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)[
        ..., None
    ]
    paper = cv2.resize(lying.astype(np.float32) * 0.8 + 10, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    mixed = cv2.GaussianBlur(scene.background * (1 - share) + paper * share, (0, 0), 0.6)
    return np.clip(mixed, 0, 255).astype(np.uint8)


def tray_corners() -> list[tuple[float, float]]:
    x, y = TRAY.half_x, TRAY.half_y
    return [(-x, y), (x, y), (x, -y), (-x, -y)]


def noisy(picture: Picture, count: int = 4, light: Light = GOOD_LIGHT) -> list[Picture]:
    return [with_noise(expose(picture, light), light, number) for number in range(1, count + 1)]


def true_plane(scene: Scene) -> TablePlane:
    known = scene.profile
    return TablePlane(
        "simulated", "2026-01-31", 0.0, known.picture, np.array(known.px_to_mm), known.tray_mm,
        known.camera_mm, focal=scene.view.focal_px / WIDTH,
    )  # fmt: skip


def turned(scene: Scene, turn_deg: Sequence[float]) -> NDArray[np.float64]:
    """Where each pixel goes when the camera is turned on the spot: exact for near and far."""
    lens = scene.view.matrix
    rotation = cv2.Rodrigues(np.radians(np.array(turn_deg, np.float64)))[0]
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    return np.asarray(half @ lens @ rotation @ np.linalg.inv(lens) @ np.linalg.inv(half))


def bumped(picture: Picture, way: NDArray[np.float64]) -> Picture:
    return np.asarray(
        cv2.warpPerspective(picture, way, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def places() -> NDArray[np.float64]:
    return np.array([(x, y) for x in np.linspace(-125, 125, 7) for y in np.linspace(-70, 70, 5)])


def off(scene: Scene, plane: TablePlane, way: NDArray[np.float64] | None = None) -> float:
    """How far off places of the tray are (root mean square, mm); where the frame lies is not looked at."""
    true = places()
    pixels = scene.view.project(np.column_stack([true, np.zeros(len(true))]))
    if way is not None:
        pixels = cv2.perspectiveTransform(pixels[None], way)[0]
    told = np.array([plane.to_mm(*pixel) for pixel in pixels])
    a, b = true - true.mean(axis=0), told - told.mean(axis=0)
    u, _, v = np.linalg.svd(b.T @ a)
    return float(np.sqrt(np.mean(np.sum((b @ (u @ v) - a) ** 2, axis=1))))


def off_exactly(scene: Scene, plane: TablePlane, way: NDArray[np.float64]) -> float:
    """The same, with the frame: for a plane that should be the old one, seen from elsewhere."""
    true = places()
    pixels = cv2.perspectiveTransform(
        scene.view.project(np.column_stack([true, np.zeros(len(true))]))[None], way
    )[0]
    told = np.array([plane.to_mm(*pixel) for pixel in pixels])
    return float(np.sqrt(np.mean(np.sum((told - true) ** 2, axis=1))))
