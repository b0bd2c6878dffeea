"""How reading grows with the number of dice and with the size of the picture; for `companion bench`.

Dice are laid out on the simulated table, as many as wanted, and the same picture is made smaller or larger: more
pixels cost the same time whether they show more or not.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.simulation.die import LOOKS, pip_d6
from companion.camera.simulation.painter import Pose
from companion.camera.simulation.scene import scene
from companion.camera.simulation.sensor import GOOD_LIGHT, with_noise
from companion.camera.simulation.stage import ShownDie, Stage
from companion.camera.source import Picture
from companion.dice import D6
from companion.vision import yardstick
from companion.vision.blob_yardstick import BlobReader
from companion.vision.onnx import Network
from companion.vision.reader import Reader
from companion.vision.table import TablePlane

DICE = (1, 5, 10, 20, 30)
MEGAPIXELS = (0.5, 2.0, 12.0)
GRID, STEP_MM = (6, 5), (42.0, 28.0)  # where dice are laid
DICE_FOR_SIZES = 5
DICE_FOR_RIGHT, PICTURES_FOR_RIGHT = 5, 16
DIE_PX = 57.0  # of a d6 on the simulated table's picture


@dataclass(frozen=True)
class Laid:
    """A picture with dice, and what they show where."""

    picture: Picture
    faces: tuple[tuple[str, tuple[float, float]], ...]  # face, and centre in pixels


def lay_out(count: int, seed: int, mixed: bool = True) -> Laid:
    """So many dice on the plain table, anywhere on a grid, any face up; `mixed`: of several colours."""
    rng = np.random.default_rng([5, count, seed])
    there = scene(0)
    spots = [
        ((c - (GRID[0] - 1) / 2) * STEP_MM[0], (r - (GRID[1] - 1) / 2) * STEP_MM[1])
        for c in range(GRID[0])
        for r in range(GRID[1])
    ]
    dice, faces = [], []
    for number, spot in enumerate(rng.permutation(len(spots))[:count]):
        die = pip_d6(LOOKS[int(rng.integers(len(LOOKS)))] if mixed else LOOKS[0])
        face = int(rng.integers(6))
        x, y = np.array(spots[int(spot)]) + rng.uniform(-4, 4, 2)
        pose = Pose(np.array([x, y, die.height]), die.body.lying(face, float(rng.uniform(-math.pi, math.pi))))
        dice.append(ShownDie(number, die, pose))
        u, v = there.view.project(np.array([[x, y, 2 * die.height]]))[0]
        faces.append((die.labels[face], (float(u), float(v))))
    clean, _ = Stage(there).compose(dice, None)
    return Laid(with_noise(clean, GOOD_LIGHT, seed + 1), tuple(faces))


def growth(reader: Reader, plane: TablePlane, threads: int, rounds: int) -> dict[str, Any]:
    """Medians in milliseconds of the reader, the network and the blob reader, and how often the blobs are right."""
    other = Network(yardstick.build(), threads)

    def row(picture: Picture, die_px: float) -> dict[str, float]:
        blobs, sized = BlobReader(die_px), plane.for_picture(picture.shape[1], picture.shape[0])
        runs: dict[str, Callable[[], object]] = {
            "reader": lambda: reader.read_table(picture, sized, (D6,)),
            "network": lambda: other.run(None, {"picture": _for_network(picture)}),
            "blobs": lambda: blobs.read(picture),
        }
        times: dict[str, list[float]] = {name: [] for name in runs}
        for turn in range(rounds + 1):
            for name, work in runs.items():
                began = time.perf_counter()
                work()
                if turn:  # the first warms up
                    times[name].append(1000 * (time.perf_counter() - began))
        return {name: round(statistics.median(took), 2) for name, took in times.items()}

    by_dice = {str(count): row(lay_out(count, 1).picture, DIE_PX) for count in DICE}
    five = lay_out(DICE_FOR_SIZES, 1).picture
    by_size = {}
    for size in MEGAPIXELS:
        grow = math.sqrt(size * 1e6 / (five.shape[0] * five.shape[1]))
        picture = cv2.resize(five, None, fx=grow, fy=grow, interpolation=cv2.INTER_LINEAR)
        by_size[f"{size:g}"] = row(np.asarray(picture, np.uint8), DIE_PX * grow)
    return {"ms_by_dice": by_dice, "ms_by_megapixels": by_size, "right": right(reader, plane)}


def right(reader: Reader, plane: TablePlane) -> dict[str, Any]:
    """Of the same dice on the simulated table, how many each reads right; a missed die is wrong, extra ones count."""
    told: dict[str, Any] = {"dice": 0}
    counts = {"reader": [0, 0], "blobs": [0, 0]}
    for mixed in (False, True):
        for seed in range(PICTURES_FOR_RIGHT // 2):
            laid = lay_out(DICE_FOR_RIGHT, 100 + seed, mixed)
            told["dice"] += len(laid.faces)
            seen = reader.read_table(laid.picture, plane, (D6,))
            boxes = [(d.reading.face, _middle(d.reading.box)) for d in seen if not d.reading.doubtful]
            blobs = [(die.face, die.centre) for die in BlobReader(DIE_PX).read(laid.picture)]
            for name, found in (("reader", boxes), ("blobs", blobs)):
                good, false = _compare(laid, found)
                counts[name][0] += good
                counts[name][1] += false
    return told | {name: {"right": good, "false": false} for name, (good, false) in counts.items()}


def text(told: dict[str, Any]) -> list[str]:
    def rows(title: str, table: dict[str, dict[str, float]]) -> list[str]:
        lines = [f"{title:<12}{'reader':>10}{'network':>10}{'blobs':>10}   reader : network"]
        for name, ms in table.items():
            ratio = ms["reader"] / ms["network"]
            lines.append(
                f"  {name:<10}{ms['reader']:>10.1f}{ms['network']:>10.1f}{ms['blobs']:>10.1f}   {ratio:.2f}"
            )
        return lines

    count, dice = told["right"], told["right"]["dice"]
    return [
        "How time grows (ms; the network is the yardstick, blobs is a blob-counting pip reader):",
        *rows("dice", told["ms_by_dice"]),
        *rows("megapixels", told["ms_by_megapixels"]),
        *(
            f"Read right of {dice} pip dice on the simulated table by the {name}: {count[name]['right']} "
            f"({100 * count[name]['right'] / dice:.1f} %), {count[name]['false']} that are none"
            for name in ("reader", "blobs")
        ),
    ]


def _compare(laid: Laid, found: list[tuple[str, tuple[float, float]]]) -> tuple[int, int]:
    """How many dice were read right, and how many finds are no die."""
    left = list(found)
    good = 0
    for face, centre in laid.faces:
        near = min(left, key=lambda f: math.dist(f[1], centre), default=None)
        if near is None or math.dist(near[1], centre) > 0.5 * DIE_PX:
            continue
        left.remove(near)
        good += near[0] == face
    return good, len(left)


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _for_network(picture: Picture) -> NDArray[np.float32]:
    """As such detectors want it: a square, planes of 0 to 1."""
    square = cv2.resize(picture, (yardstick.SIDE, yardstick.SIDE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.ascontiguousarray(square.transpose(2, 0, 1)[None]) / 255, np.float32)
