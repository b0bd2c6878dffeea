"""What a camera does to a picture: exposure, colour of the light, focus, movement, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.vision import levels

Picture = NDArray[np.uint8]


def camera(picture: Picture, rng: Generator, strength: float = 1.0, well_lit: bool = False) -> Picture:
    """A picture as some camera would have taken it, in good light only where that is wanted; the size stays."""
    side = max(picture.shape[:2])
    if rng.random() < 0.35 * strength:
        picture = _blurred(picture, rng, side)
    values = picture.astype(np.float32) / 255
    if rng.random() < 0.85 * strength:
        values = _exposed(values, rng)
    if not well_lit and rng.random() < 0.14 * strength:
        values = _in_poor_light(values, rng)
    if rng.random() < 0.3 * strength:
        values = _vignette(values, rng)
    if rng.random() < 0.13 * strength:
        values = np.repeat(values @ np.array([[0.114], [0.587], [0.299]], np.float32), 3, axis=2)
    if rng.random() < 0.55 * strength:
        sigma = float(np.exp(rng.uniform(np.log(0.005), np.log(0.07))))
        noise = rng.standard_normal(values.shape, np.float32) * sigma
        if rng.random() < 0.4:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 2
        values = values + noise * (0.4 + values)
    if rng.random() < 0.05 * strength:
        salt = rng.random(values.shape[:2], np.float32)
        share = float(rng.uniform(0.002, 0.03))
        values[salt < share] = 0
        values[salt > 1 - share] = 1
    picture = (np.clip(values, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.12 * strength:
        picture = _sharpened(picture)
    if rng.random() < 0.5 * strength:
        quality = int(rng.integers(25, 95))
        picture = cv2.imdecode(
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
        )
    return picture


def _blurred(picture: Picture, rng: Generator, side: int) -> Picture:
    if rng.random() < 0.7:
        return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.0 + side / 300)))
    length = int(rng.integers(3, 5 + side // 60))
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    middle, reach = (length - 1) / 2, (length - 1) / 2
    for t in np.linspace(-reach, reach, length * 2):
        kernel[round(middle + t * np.sin(angle)), round(middle + t * np.cos(angle))] = 1
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def _exposed(values: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    gain = np.float32(np.exp(rng.normal(0, 0.28)))
    white = np.exp(rng.normal(0, 0.09, 3)).astype(np.float32)
    gamma = np.float32(np.exp(rng.normal(0, 0.22)))
    contrast = np.float32(np.exp(rng.normal(0, 0.15)))
    values = np.clip(values * (gain * white), 0, 1) ** gamma
    values = (values - 0.5) * contrast + 0.5
    if rng.random() < 0.5:
        grey = values.mean(axis=2, keepdims=True)
        values = grey + (values - grey) * np.float32(rng.uniform(0.4, 1.5))
    return np.asarray(values, np.float32)


def _in_poor_light(values: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    """Dark or flat, with the noise of a camera that saw too little; mostly spread again, as the reader does it."""
    share = np.float32(rng.uniform(0.15, 0.6))
    above = np.float32(rng.uniform(0, 1 - share) if rng.random() < 0.4 else rng.uniform(0, 0.06))
    noise = rng.standard_normal(values.shape, np.float32) * np.float32(rng.uniform(0.003, 0.025))
    dim = (np.clip(np.clip(values, 0, 1) * share + above + noise, 0, 1) * 255).astype(np.uint8)
    return (levels.spread(dim) if rng.random() < 0.8 else dim).astype(np.float32) / 255


def _vignette(values: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    height, width = values.shape[:2]
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    cx, cy = rng.uniform(-0.6, 0.6, 2)
    far = np.sqrt((x[None, :] - cx) ** 2 + (y[:, None] - cy) ** 2)
    return np.asarray(values * (1.1 - rng.uniform(0.1, 0.5) * far[..., None]), np.float32)


def _sharpened(picture: Picture) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    return cv2.addWeighted(picture, 1.8, soft, -0.8, 0)
