"""The empty board to compare with: the owner's picture of it, the drawing of a printed one, or plain colours.

All of them are flat, in the board's millimetres. The light is another one every evening, so the board is fitted to
the picture first: for each colour a gain that changes slowly over the board. The gains are the white balance too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Picture
from companion.target.profile import TargetProfile
from companion.vision.pictures import PictureError, load_picture
from companion.vision.target.drawing import Span, draw_target
from companion.vision.target.places import Places
from companion.vision.target.pose import Points, Pose

SCALE = 1.0  # pixels a mm of the flat board
FINE = 2.0  # and where its thin lines count
AROUND = 12.0  # mm beyond the board's outermost things
COARSER = 2  # patches are looked for on a flat board so much coarser,
BLUR = 0.8  # and blurred by so many of its pixels
LENS = 0.8  # pixels of the flat board by which a camera blurs a drawing
SPARSE = 10  # every so many pixels take part in the fit of the light
STARTS = 4  # rounds of holding outliers back
Floats = NDArray[np.float32]


def span_of(profile: TargetProfile) -> Span:
    left, top, right, bottom = profile.reach()
    return left - AROUND, top - AROUND, right + AROUND, bottom + AROUND


@lru_cache(maxsize=4)
def drawn_board(profile: TargetProfile) -> tuple[Picture, Span]:
    """The board as it is printed."""
    span = span_of(profile)
    return draw_target(profile, SCALE, span), span


def flatten(picture: Picture, pose: Pose, span: Span, shape: tuple[int, ...]) -> Picture:
    """The board from straight above."""
    height, width = shape[:2]
    across, down = (span[2] - span[0]) / width, (span[3] - span[1]) / height
    to_mm = np.array([[across, 0, span[0] + across / 2], [0, down, span[1] + down / 2], [0, 0, 1]])
    warp = pose.plane() @ to_mm
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(picture, warp, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def flatten_again(picture: Picture, pose: Pose, span: Span, shape: tuple[int, ...]) -> Picture:
    """The same, for a board that stays where it is while one picture follows another."""
    places, between = _seen_at(pose, span, shape[1], shape[0])
    return np.asarray(
        cv2.remap(picture, places, between, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


@lru_cache(maxsize=2)
def _seen_at(pose: Pose, span: Span, width: int, height: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where each pixel of a flat board is in the picture."""
    x = span[0] + (np.arange(width) + 0.5) * (span[2] - span[0]) / width
    y = span[1] + (np.arange(height) + 0.5) * (span[3] - span[1]) / height
    seen = pose.to_px(np.stack(np.meshgrid(x, y), axis=-1)).astype(np.float32)
    return cv2.convertMaps(seen[..., 0], seen[..., 1], cv2.CV_16SC2)


@lru_cache(maxsize=4)
def _finely_drawn(profile: TargetProfile) -> Picture:
    return draw_target(profile, FINE, span_of(profile))


def as_seen(profile: TargetProfile, picture: Picture, pose: Pose) -> Picture:
    """A printed board in the light of this picture, as a camera at this pose sees it; around it, what is there."""
    board = printed(profile)
    light = light_on(board, flatten(picture, pose, board.span, board.flat.shape))
    fine = _finely_drawn(profile)
    size = (fine.shape[1], fine.shape[0])
    around = flatten(picture, pose, board.span, fine.shape)
    on = cv2.resize(_on_target(profile).astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    drawn = (
        np.where(on[..., None] > 0, fine * spread_light(light, fine.shape), around)
        .clip(0, 255)
        .astype(np.uint8)
    )
    across, down = (board.span[2] - board.span[0]) / size[0], (board.span[3] - board.span[1]) / size[1]
    to_mm = np.array(
        [[across, 0, board.span[0] + across / 2], [0, down, board.span[1] + down / 2], [0, 0, 1]]
    )
    soft = cv2.GaussianBlur(drawn, (0, 0), 0.8)  # what a lens does, and warping to fewer pixels needs
    return np.asarray(cv2.warpPerspective(soft, pose.plane() @ to_mm, picture.shape[1::-1]), np.uint8)


@dataclass(frozen=True, eq=False)
class EmptyBoard:
    """What is known of the board without dice."""

    flat: Picture
    span: Span
    known: NDArray[np.bool_]  # where it can be compared: on the board, not on what lies around it
    neutral: bool  # whether its colours are those of a white light

    @cached_property
    def coarse(self) -> Floats:
        """A drawing has sharper edges than any picture of it; they must not look like patches."""
        soft = cv2.GaussianBlur(self.flat, (0, 0), LENS) if self.neutral else self.flat
        return coarse(np.asarray(soft, np.uint8))

    @cached_property
    def from_mm(self) -> Points:
        """3 × 3: from the board's millimetres to pixels of the flat board."""
        height, width = self.flat.shape[:2]
        left, top, right, bottom = self.span
        across, down = width / (right - left), height / (bottom - top)
        return np.array([[across, 0, -left * across - 0.5], [0, down, -top * down - 0.5], [0, 0, 1]])

    @cached_property
    def there(self) -> NDArray[np.uint8]:
        """Where it can be compared: 1."""
        return self.known.astype(np.uint8)

    def spots(self, points: Points) -> Points:
        """Pixels of the flat board for its millimetres."""
        return np.asarray(points @ self.from_mm[:2, :2].T + self.from_mm[:2, 2])


def coarse(flat: Picture) -> Floats:
    """A flat board on which patches are looked for: without noise and thin lines."""
    down, across = (-n % COARSER for n in flat.shape[:2])  # whole pixels are averaged, which is far quicker
    even = cv2.copyMakeBorder(flat, 0, down, 0, across, cv2.BORDER_REPLICATE)
    small = cv2.resize(even, None, fx=1 / COARSER, fy=1 / COARSER, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), BLUR), np.float32)


def printed(profile: TargetProfile) -> EmptyBoard:
    """From the profile alone, when its zones have the colours of print."""
    flat, span = drawn_board(profile)
    return EmptyBoard(flat, span, _on_board(profile), neutral=True)


def pictured(profile: TargetProfile, file: Path) -> EmptyBoard | None:
    """From the owner's picture beside the profile; None where it cannot be read."""
    if profile.picture_mm is None:
        return None
    try:
        whole = load_picture(file)
    except PictureError:
        return None
    span, shape = span_of(profile), drawn_board(profile)[0].shape
    left, top, right, bottom = profile.picture_mm
    sx, sy = whole.shape[1] / (right - left), whole.shape[0] / (bottom - top)
    across, down = (span[2] - span[0]) / shape[1], (span[3] - span[1]) / shape[0]
    warp = np.array(
        [
            [across * sx, 0, (span[0] + across / 2 - left) * sx - 0.5],
            [0, down * sy, (span[1] + down / 2 - top) * sy - 0.5],
            [0, 0, 1],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(
        whole, warp, (shape[1], shape[0]), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return EmptyBoard(np.asarray(flat, np.uint8), span, _on_board(profile), neutral=False)


def plain(profile: TargetProfile, flat: Picture) -> EmptyBoard:
    """From a picture with dice on it: each place has the colour that most of it has."""
    labels = _labels(profile)
    board = np.full_like(flat, 255)
    for number in np.unique(labels):
        there = labels == number
        board[there] = np.median(flat[there], axis=0)
    return EmptyBoard(board, span_of(profile), _on_board(profile), neutral=False)


def learned(profile: TargetProfile, flat: Picture) -> EmptyBoard:
    """From the empty board as the camera sees it now."""
    return EmptyBoard(flat, span_of(profile), _on_board(profile), neutral=False)


@lru_cache(maxsize=4)
def _labels(profile: TargetProfile) -> NDArray[np.int64]:
    return Places(profile).at(_grid(profile))


def _grid(profile: TargetProfile) -> Points:
    flat, span = drawn_board(profile)
    height, width = flat.shape[:2]
    x = span[0] + (np.arange(width) + 0.5) * (span[2] - span[0]) / width
    y = span[1] + (np.arange(height) + 0.5) * (span[3] - span[1]) / height
    return np.stack(np.meshgrid(x, y), axis=-1)


@lru_cache(maxsize=4)
def _on_target(profile: TargetProfile) -> NDArray[np.bool_]:
    """On the target, a line's breadth beyond its edge included."""
    on = (_labels(profile) != Places(profile).off).astype(np.uint8)
    return np.asarray(cv2.dilate(on, np.ones((3, 3), np.uint8)), np.bool_)


@lru_cache(maxsize=4)
def _on_board(profile: TargetProfile) -> NDArray[np.bool_]:
    """On the target, and on the paper around a printed one."""
    places = Places(profile)
    on = _labels(profile) != places.off
    if profile.markers is not None:
        left, top, right, bottom = profile.reach()
        grid = _grid(profile)
        on |= (grid[..., 0] > left) & (grid[..., 0] < right) & (grid[..., 1] > top) & (grid[..., 1] < bottom)
    return np.asarray(cv2.erode(on.astype(np.uint8), np.ones((5, 5), np.uint8)), np.bool_)


@lru_cache(maxsize=4)
def _terms(height: int, width: int) -> tuple[Floats, Floats]:
    """Slow changes over the board: constant, along x and y, and their squares. And the products of any two."""
    y, x = (n.ravel() for n in np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32))
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)
    return terms, (terms[:, :, None] * terms[:, None]).reshape(len(terms), -1)


def light_on(board: EmptyBoard, flat: Picture) -> Floats:
    """The gains of blue, green and red that make the empty board look as in this picture, coarsely over the board."""
    some = (slice(SPARSE // 2, None, SPARSE), slice(SPARSE // 2, None, SPARSE))
    shape = board.flat[some].shape
    base, seen = (layer[some].reshape(-1, 3).T.astype(np.float32, order="C") for layer in (board.flat, flat))
    terms, products = _terms(*shape[:2])
    # What is burnt out, or black, says nothing of the light.
    good = board.known[some].ravel() & (seen.max(axis=0) < 252) & (base.max(axis=0) > 30)
    if good.sum() < 50:
        return np.ones(shape, np.float32)
    weight = good.astype(np.float32)
    for _ in range(STARTS):
        weighed = weight * base
        squares = ((weighed * base) @ products).reshape(3, 6, 6) + 1e-3 * np.eye(6, dtype=np.float32)
        changes = np.linalg.solve(squares, ((weighed * seen) @ terms)[..., None])[..., 0]
        light = changes @ terms.T
        off = np.abs(light * base - seen).max(axis=0)
        spread = max(2.0, 1.5 * float(np.median(off[good])))
        weight = good / (1 + (off / np.float32(2 * spread)) ** 2) ** 2
    return np.asarray(light.T.reshape(shape), np.float32)


def spread_light(light: Floats, shape: tuple[int, ...]) -> Floats:
    """Coarse gains for every pixel."""
    return np.asarray(cv2.resize(light, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)
