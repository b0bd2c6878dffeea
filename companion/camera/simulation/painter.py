"""Paints one die as the camera sees it: flat faces by warping their texture, bevels by small triangles.

A convex body hides only its own back, so what faces the eye is simply drawn, in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.lamp import Lighting
from companion.camera.simulation.layers import Sprite, sprite, threefold
from companion.camera.simulation.solids import Array, Solid, solid
from companion.camera.simulation.textures import face_art
from companion.camera.simulation.view import View
from companion.camera.source import Picture

_SHIFT = 4  # fractions of a pixel for OpenCV's polygons
_GRID = 4  # light is worked out at so many points along a face's sides
_SIDE = np.linspace(-1.0, 1.0, _GRID)
_ACROSS, _UP = np.meshgrid(_SIDE, -_SIDE)
_ONE = 170  # stands for a factor of 1, so that factors reach 1.5 before they saturate
_SQUARE = np.array([(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)])


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is and how it is turned."""

    place: Array
    turn: Array


def paint_die(die: SimDie, pose: Pose, view: View, light: Lighting, finer: int = 2) -> Sprite:
    """The die as the camera sees it, drawn `finer` times larger and averaged down."""
    body = paint_body(die)
    points = pose.place + die.size * (body.vertices @ pose.turn.T)
    seen = view.project(points)
    x0, y0 = (int(v) for v in np.floor(seen.min(axis=0)) - 2)
    x1, y1 = (int(v) for v in np.ceil(seen.max(axis=0)) + 3)
    # A pixel's middle is at (finer - 1) / 2 of its small ones.
    shift = (finer - 1) / 2 - np.array([x0, y0]) * finer
    local = seen * finer + shift
    size = ((x1 - x0) * finer, (y1 - y0) * finer)

    cover = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(cover, fixed(cv2.convexHull(local.astype(np.float32))), 255, cv2.LINE_8, _SHIFT)
    colour = np.zeros((size[1], size[0], 3), np.uint8)
    _paint_bevels(colour, die, body, local, points, body.normals @ pose.turn.T, light)
    _paint_faces(colour, die, body, pose, view, light, finer, shift)
    drawn = cv2.copyTo(colour, cover)
    if finer == 1:
        return sprite(x0, y0, drawn, cover)
    small = (x1 - x0, y1 - y0)
    drawn, shape = (cv2.resize(plane, small, interpolation=cv2.INTER_AREA) for plane in (drawn, cover))
    return sprite(x0, y0, drawn, shape)


def _paint_bevels(
    colour: Picture, die: SimDie, body: Solid, local: Array, points: Array, normals: Array, light: Lighting
) -> None:
    bevels = body.triangles[body.face_of < 0]
    if not len(bevels):
        return
    corners = local[bevels]
    ab, ac = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    # The picture's y runs down, so what faces the eye runs clockwise there.
    visible = ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0] < 0
    bevels, corners = bevels[visible], corners[visible]
    normal = normals[bevels].sum(axis=1)
    normal /= np.sqrt(np.einsum("ij,ij->i", normal, normal))[:, None]
    middle = points[bevels].sum(axis=1) / 3
    lit = face_art(die).bevel * light.dull(normal, middle[:, 2], die.size)
    lit += 255 * light.shine(middle, normal, die.look.gloss)[:, None]
    paints = np.minimum(lit, 255).tolist()
    centre = corners.sum(axis=1, keepdims=True) / 3
    grown = fixed(centre + (corners - centre) * 1.15)  # so that no gaps show between neighbours
    for triangle, paint in zip(grown, paints, strict=True):
        cv2.fillConvexPoly(colour, triangle, paint, cv2.LINE_8, _SHIFT)


def _paint_faces(
    colour: Picture,
    die: SimDie,
    body: Solid,
    pose: Pose,
    view: View,
    light: Lighting,
    finer: int,
    shift: Array,
) -> None:
    art, planes = face_art(die), _planes(body)
    normals = planes.normals @ pose.turn.T
    centres = pose.place + die.size * (planes.centres @ pose.turn.T)
    facing = np.flatnonzero(np.einsum("fi,fi->f", normals, view.eye - centres) > 0)
    reach = die.size * art.reach * planes.radii[facing][:, None]
    u, v = (axes[facing] @ pose.turn.T * reach for axes in (planes.u, planes.v))
    centres, normals = centres[facing], normals[facing]

    squares = centres[:, None] + _SQUARE[:, :1] * u[:, None] + _SQUARE[:, 1:] * v[:, None]
    polygons = pose.place + die.size * (planes.polygons[facing] @ pose.turn.T)
    places = view.project(np.concatenate([squares, polygons], axis=1)) * finer + shift

    if finer == 1:  # what moves is smeared: one light for all of a face will do
        dull = light.dull(normals, centres[:, 2], die.size).mean(axis=1)
        shine = 255 * light.shine(centres, normals, die.look.gloss)
        for k, face in enumerate(facing):
            _paint_face(
                colour, cv2.convertScaleAbs(art.coarse[face], alpha=dull[k], beta=shine[k]), places[k]
            )
        return
    # A small grid of light for every face: how bright, and what shines.
    points = (
        centres[:, None, None] + _ACROSS[..., None] * u[:, None, None] + _UP[..., None] * v[:, None, None]
    )
    spread = np.broadcast_to(normals[:, None, None], points.shape)
    bright = np.minimum(light.dull(spread, points[..., 2], die.size) * _ONE, 255).astype(np.uint8)
    glare = np.minimum(light.shine(points, spread, die.look.gloss) * 255, 255).astype(np.uint8)
    for k, face in enumerate(facing):
        texture = art.textures[face]
        size = texture.shape[:2]
        lit = cv2.multiply(texture, cv2.resize(bright[k], size), scale=1 / _ONE)
        _paint_face(colour, cv2.add(lit, cv2.resize(threefold(glare[k]), size)), places[k])


def _paint_face(colour: Picture, lit: NDArray[Any], places: Array) -> None:
    """Warp a lit texture to its four corners, and keep what lies inside the face's polygon."""
    corners = places[4:]
    left, top = (max(0, int(n)) for n in np.floor(corners.min(axis=0)))
    right, bottom = (int(n) + 2 for n in np.ceil(corners.max(axis=0)))
    part = colour[top:bottom, left:right]
    edge = lit.shape[0] - 1
    flat = np.array([[0, 0], [edge, 0], [edge, edge], [0, edge]], np.float32)
    warp = cv2.getPerspectiveTransform(flat, (places[:4] - (left, top)).astype(np.float32))
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, fixed(corners - (left, top)), 255, cv2.LINE_8, _SHIFT)
    cv2.copyTo(cv2.warpPerspective(lit, warp, part.shape[1::-1], flags=cv2.INTER_LINEAR), mask, part)


@dataclass(frozen=True, slots=True)
class _Planes:
    """A solid's faces as arrays."""

    centres: Array
    normals: Array
    u: Array
    v: Array
    radii: Array
    polygons: Array


@lru_cache(maxsize=32)
def _planes(body: Solid) -> _Planes:
    faces = body.faces
    return _Planes(
        np.array([f.centre for f in faces]),
        np.array([f.normal for f in faces]),
        np.array([f.u for f in faces]),
        np.array([f.v for f in faces]),
        np.array([f.radius for f in faces]),
        np.array([f.polygon for f in faces]),
    )


@lru_cache(maxsize=64)
def paint_body(die: SimDie) -> Solid:
    """The die's mesh with as many bevel segments as can be seen: one for every two or three pixels."""
    bevel_mm = die.look.rounding * die.height
    return solid(die.shape, die.look.rounding, 1 if bevel_mm < 1.0 else 2 if bevel_mm < 2.0 else 3)


def fixed(points: NDArray[Any]) -> NDArray[np.int32]:
    """Points with fractions as OpenCV's polygons take them, with a shift of four bits."""
    return np.round(points * (1 << _SHIFT)).astype(np.int32)
