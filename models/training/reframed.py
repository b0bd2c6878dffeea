"""The same picture otherwise framed: squeezed, magnified, cut close, flipped. Its dice move with it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from models.training.scene import LARGEST, Die, Scene, inside, length


def stretched(scene: Scene, rng: Generator) -> Scene:
    """A part of the picture, wide or tall, drawn out to the whole: its dice are no longer cubes."""
    side = scene.picture.shape[0]
    part = int(side / min(2.0, float(np.exp(abs(rng.normal(0, 0.35))))))
    start = int(rng.integers(side - part + 1))
    tall = rng.random() < 0.5
    cut = scene.picture[:, start : start + part] if tall else scene.picture[start : start + part]
    picture = cv2.resize(cut, (side, side), interpolation=cv2.INTER_LINEAR)
    grown = side / part
    dice = []
    for die in scene.dice:
        x0, y0, x1, y1 = die.box
        if tall:
            x0, x1 = (x0 - start) * grown, (x1 - start) * grown
        else:
            y0, y1 = (y0 - start) * grown, (y1 - start) * grown
        kept = inside(Die(die.family, (x0, y0, x1, y1), None, die.sided), side)
        dice += [Die(-1, d.box) for d in kept] if die.family < 0 else kept
    return Scene(picture, dice)


def magnified(scene: Scene, rng: Generator) -> Scene:
    """A part of a die that another, coarser look sees whole: here it is none, and neither are its pips."""
    side = scene.picture.shape[0]
    large = [die for die in scene.dice if die.family >= 0 and length(die) >= 50]
    if not large:
        return scene
    die = large[int(rng.integers(len(large)))]
    zoom = min(5.0, float(rng.uniform(270, 600)) / length(die))
    part = side / zoom
    middle = (np.array(die.box[:2]) + np.array(die.box[2:])) / 2 + rng.uniform(-0.4, 0.4, 2) * length(die)
    left, top = np.clip(middle - part / 2, 0, side - part)
    matrix = np.array([[zoom, 0, -left * zoom], [0, zoom, -top * zoom]])
    picture = cv2.warpAffine(
        scene.picture, matrix, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    dice = []
    for other in scene.dice:
        x0, x1 = ((x - left) * zoom for x in other.box[::2])
        y0, y1 = ((y - top) * zoom for y in other.box[1::2])
        whole = max(x1 - x0, y1 - y0)
        if other.family < 0 or whole <= 250:
            kept = inside(Die(other.family, (x0, y0, x1, y1), other.angle, other.sided), side)
            dice += [Die(-1, d.box) for d in kept] if other.family < 0 or whole > LARGEST else kept
    return Scene(picture, dice)


def filled(scene: Scene, rng: Generator) -> Scene:
    """Cut so close around a die that hardly any table is left; beyond the cut, the picture's edge is repeated."""
    side = scene.picture.shape[0]
    large = [die for die in scene.dice if die.family >= 0 and length(die) >= 40]
    if not large:
        return scene
    die = large[int(rng.integers(len(large)))]
    room = rng.uniform(-0.02, 0.22, 4) * length(die)
    x0, y0 = (max(0, round(v - r)) for v, r in zip(die.box[:2], room[:2], strict=True))
    x1, y1 = (min(side, round(v + r)) for v, r in zip(die.box[2:], room[2:], strict=True))
    cut = scene.picture[y0:y1, x0:x1]
    # As the finder looks at it: in the upper left corner, or, among other cuts, anywhere.
    left, top = (
        (0, 0) if rng.random() < 0.6 else (int(rng.integers(side - n + 1)) for n in (x1 - x0, y1 - y0))
    )
    picture = cv2.copyMakeBorder(
        cut, top, side - top - (y1 - y0), left, side - left - (x1 - x0), cv2.BORDER_REPLICATE
    )
    moved = []
    for other in scene.dice:
        a, b, c, d = other.box
        seen = (max(a, x0), max(b, y0), min(c, x1), min(d, y1))
        if seen[2] > seen[0] and seen[3] > seen[1]:
            part = (seen[2] - seen[0]) * (seen[3] - seen[1]) / ((c - a) * (d - b))
            box = (seen[0] - x0 + left, seen[1] - y0 + top, seen[2] - x0 + left, seen[3] - y0 + top)
            moved.append(Die(other.family if part >= 0.55 else -1, box, other.angle, other.sided))
    return Scene(picture, moved)


def flipped(scene: Scene, rng: Generator, quarter: float = 0.3) -> Scene:
    side = scene.picture.shape[0]
    if rng.random() < 0.5:
        scene.picture = np.ascontiguousarray(scene.picture[:, ::-1])
        for die in scene.dice:
            x0, y0, x1, y1 = die.box
            die.box = (side - x1, y0, side - x0, y1)
            die.angle = None if die.angle is None else -die.angle
    if rng.random() < quarter:
        scene.picture = np.ascontiguousarray(np.rot90(scene.picture))
        for die in scene.dice:
            x0, y0, x1, y1 = die.box
            die.box = (y0, side - x1, y1, side - x0)
    return scene
