"""Dice from above, flat and leaning, as `companion/vision/above.py` cuts them: rendered, and of the simulated table."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.camera.simulation.askew import askew
from companion.camera.simulation.scene import Scene, scene
from companion.camera.simulation.sensor import Light
from companion.dice import Shape
from companion.vision import lying
from companion.vision.above import FlatDie, view
from companion.vision.finder import Box
from companion.vision.table import TablePlane
from models.training import effects
from models.training.bank import PER_SHARD, Bank
from models.training.paths import CACHE, PHOTOS
from models.training.progress import Progress
from models.training.scene import Picture
from models.training.scenes import paste
from models.training.simulated import _die
from models.training.tables import Tables

FLAT, LEANING = 5.0, 14.0  # degrees; what lies between is neither
STEEPEST = 35.0  # degrees from straight down: a camera above a table hangs no lower
KINDS = {"pips": 0.34, "d6-numerals": 0.1, "d12": 0.3, "symbols": 0.26}
LEANING_SHARE = 0.45
KEPT_SPRITES = 10  # the last tenth of each shard is never trained on
PATCH = 176
SMALLEST, LARGEST = 26.0, 120.0  # a die's length in the picture, px
# How far the detector's boxes are off: mostly little, now and then much (Student's t of three degrees of freedom).
SLACK, ANGLE_SLACK = 0.015, 2.0  # lengths of the die, degrees
CAMERA_SLACK = 8.0  # mm: so far is a calibration off about the lens


@dataclass(frozen=True)
class Part:
    """Views that belong together: to train on, or to choose the threshold by. A shard is a file."""

    name: str
    shards: int
    first_seed: int
    tilt_deg: tuple[float, float] = (0.0, 0.0)  # of simulated dice that lean


SIMULATED = Part("simulated", 60, 50_000, (16.0, 42.0))
SIMULATED_KEPT = Part("simulated-kept", 12, 60_000, (24.0, 34.0))  # as the table itself lays them
RENDERED = Part("rendered", 40, 1_000)
RENDERED_KEPT = Part("rendered-kept", 4, 2_000)
PARTS = (SIMULATED_KEPT, RENDERED_KEPT, SIMULATED, RENDERED)
PICTURES_A_TABLE, LOOKS_EACH = 60, 2  # painting a table takes as long as twenty pictures of it
PER_SHARD_RENDERED = 500


@dataclass(frozen=True)
class Shown:
    """A die as the reader's judge would see it, and the truth about it."""

    view: Picture
    slant: float
    leans: bool
    tilt_deg: float
    kind: str


@dataclass(frozen=True)
class Stored:
    """Many of them."""

    views: NDArray[np.uint8]  # n × 64 × 64 × 3, blue first
    slants: NDArray[np.float32]
    leans: NDArray[np.bool_]
    tilts: NDArray[np.float32]
    kinds: NDArray[np.str_]

    def tensors(self, which: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float32]:
        """What the network is shown of some."""
        picked = self.views[which]
        tensors = np.empty((len(picked), 4, *picked.shape[1:3]), np.float32)
        tensors[:, :3] = picked[..., ::-1].transpose(0, 3, 1, 2) / np.float32(255)
        tensors[:, 3] = self.slants[which][:, None, None]
        return tensors


def folder() -> Path:
    return CACHE / "lying"


def stored(part: Part) -> Stored:
    """The shards of this part that exist now."""
    shards = [np.load(file) for file in sorted(folder().glob(f"{part.name}-[0-9]*.npz"))]
    names = ("views", "slants", "leans", "tilts", "kinds")
    return Stored(*(np.concatenate([shard[name] for shard in shards]) for name in names))


def make(part: Part, photos: Path, share: float = 1.0) -> None:
    """What is not there yet."""
    folder().mkdir(parents=True, exist_ok=True)
    shards = max(1, round(share * part.shards))
    progress = Progress(f"lying, {part.name}", shards)
    sprites: Sprites | None = None
    for number in range(shards):
        file = folder() / f"{part.name}-{number:03d}.npz"
        if file.exists():
            shown = []
        elif part in (RENDERED, RENDERED_KEPT):
            sprites = sprites or Sprites(Bank(), Tables(photos), part is RENDERED_KEPT)
            rng = np.random.default_rng([part.first_seed, number])
            shown = [sprites.next(rng) for _ in range(PER_SHARD_RENDERED)]
        else:
            shown = list(_simulated(part, number))
        if shown:
            temporary = file.with_suffix(".part")
            with temporary.open("wb") as out:
                np.savez(
                    out,
                    views=np.stack([one.view for one in shown]),
                    slants=np.array([one.slant for one in shown], np.float32),
                    leans=np.array([one.leans for one in shown], np.bool_),
                    tilts=np.array([one.tilt_deg for one in shown], np.float32),
                    kinds=np.array([one.kind for one in shown]),
                )
            temporary.rename(file)
        progress.add()


def _seen(
    picture: Picture, plane: TablePlane, box: Box, angle_deg: float, shape: Shape, rng: Generator
) -> tuple[Picture, float]:
    """The view as the reader would cut it, whose detector is a little off; and the slant."""
    long = max(box[2] - box[0], box[3] - box[1])
    a, b, c, d = np.array(box) + SLACK * long * rng.standard_t(3, 4)
    turned = angle_deg + ANGLE_SLACK * float(rng.standard_t(3))
    lies = lying.fit(plane, (float(a), float(b), float(c), float(d)), turned, shape)
    seen = view(picture, plane, FlatDie(lies, shape))
    return np.round(255 * seen[:3].transpose(1, 2, 0)[..., ::-1]).astype(np.uint8), float(seen[3, 0, 0])


# Rendered dice


class Sprites:
    """Rendered dice on tables of all sorts, one after the other."""

    def __init__(self, bank: Bank, tables: Tables, kept: bool) -> None:
        """`kept`: of the dice that are kept out of training."""
        self.bank, self.tables = bank, tables
        tilt = np.array([float(row["tilt"]) for row in bank.rows])  # type: ignore[arg-type]
        last = np.array([place >= PER_SHARD - PER_SHARD // KEPT_SPRITES for _, place in bank.where])
        mine = (bank.off_vertical <= STEEPEST) & (last == kept)
        self.flat = {kind: [k for k in bank.by_kind[kind] if mine[k] and tilt[k] <= FLAT] for kind in KINDS}
        every = [k for kind in (*KINDS, "leaning") for k in bank.by_kind[kind]]
        self.leaning = [k for k in every if mine[k] and tilt[k] >= LEANING]
        shapes = np.array([bank.rows[k]["shape"] == "d12" for k in self.leaning])
        # As many d12 among them as among the flat ones.
        d12, rest = shapes.sum(), (~shapes).sum()
        weights = np.where(shapes, KINDS["d12"] / max(1, d12), (1 - KINDS["d12"]) / max(1, rest))
        self.weights = weights / weights.sum()

    def next(self, rng: Generator) -> Shown:
        leans = bool(rng.random() < LEANING_SHARE)
        number = self._sprite(rng, leans)
        seen, slant = self._rendered(rng, number)
        row = self.bank.rows[number]
        return Shown(seen, slant, leans, float(row["tilt"]), str(row["shape"]))  # type: ignore[arg-type]

    def _sprite(self, rng: Generator, leans: bool) -> int:
        if leans:
            return int(self.leaning[int(rng.choice(len(self.leaning), p=self.weights))])
        kinds = list(KINDS)
        kind = kinds[int(rng.choice(len(kinds), p=[KINDS[k] for k in kinds]))]
        return int(self.flat[kind][int(rng.integers(len(self.flat[kind])))])

    def _rendered(self, rng: Generator, number: int) -> tuple[Picture, float]:
        picture = self.tables.table(rng, PATCH)
        size = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
        roll, dark = float(rng.uniform(0, 360)), float(rng.uniform(0.3, 0.95))
        at = (PATCH / 2 + float(rng.uniform(-8, 8)), PATCH / 2 + float(rng.uniform(-8, 8)))
        for _ in range(int(rng.choice([0, 1, 2], p=[0.3, 0.45, 0.25]))):
            way, far = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.75, 1.15)
            beside = (at[0] + far * np.cos(way), at[1] + far * np.sin(way))
            other = number if rng.random() < 0.4 else self._sprite(rng, False)
            paste(self.bank, other, picture, beside, size * float(rng.uniform(0.85, 1.15)), roll, dark)
        die = paste(self.bank, number, picture, at, size, roll, dark)
        assert die is not None
        picture = effects.camera(picture, rng, 0.8)
        slant = float(np.radians(self.bank.off_vertical[number]))
        plane = _plane(slant, roll, at, size * float(rng.uniform(9, 24)))
        shape = Shape.D12 if self.bank.rows[number]["shape"] == "d12" else Shape.D6
        angle = np.degrees(die.angle) if die.angle is not None else 0.0
        return _seen(picture, plane, die.box, angle, shape, rng)


def _plane(slant: float, roll: float, at: tuple[float, float], away: float) -> TablePlane:
    """The table below a sprite: a millimetre is a pixel across, and the camera `away` from it."""
    turn = np.radians(roll)
    across = np.array([np.cos(turn), -np.sin(turn)])
    back = np.array([-np.sin(turn), -np.cos(turn)])  # away from the camera, which is up in a sprite
    rows = np.stack([across, back / np.cos(slant)])
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = rows, -rows @ np.array(at)
    camera = (0.0, -away * float(np.sin(slant)), away * float(np.cos(slant)))
    return replace(TablePlane.unknown(), picture=(PATCH, PATCH), px_to_mm=matrix, camera_mm=camera)


# The simulated table


def _simulated(part: Part, number: int) -> Iterator[Shown]:
    # The plain table is the one players meet first: every third is that one.
    table = 0 if number % 3 == 0 else part.first_seed + number
    for picture_number in range(PICTURES_A_TABLE):
        seed = part.first_seed + number * PICTURES_A_TABLE + picture_number
        rng = np.random.default_rng(seed)
        dice = [_die(rng) for _ in range(int(rng.integers(4, 9)))]
        if rng.random() < 0.4:
            dice = [_die(rng, str(rng.choice(["pips", "d12", "symbols"])))] * len(dice)
        light = Light(float(rng.uniform(0.35, 1.7)), float(rng.uniform(-0.5, 0.6)))
        lean = int(rng.integers(1, len(dice) // 2 + 1))
        picture, laid = askew(dice, lean, seed, light, table, part.tilt_deg)
        for die in laid:
            shape = Shape.D12 if die.true.kind == "d12" else Shape.D6
            for _ in range(LOOKS_EACH):
                # The truth turns counter-clockwise as the table is seen; in a picture y points down.
                plane = calibrated(scene(table), rng)
                seen, slant = _seen(picture, plane, die.true.box, -die.true.angle_deg, shape, rng)
                yield Shown(seen, slant, die.true.cocked, die.tilt_deg, die.true.kind)


def calibrated(view: Scene, rng: Generator) -> TablePlane:
    """The table's plane as a calibration would have it, which does not know the lens to a millimetre."""
    known = view.profile
    x, y, z = np.array(known.camera_mm) + rng.normal(0, CAMERA_SLACK, 3)
    return replace(
        TablePlane.unknown(),
        picture=known.picture,
        px_to_mm=np.array(known.px_to_mm),
        tray_mm=known.tray_mm,
        camera_mm=(float(x), float(y), float(z)),
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[part.name for part in PARTS])
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    given = parser.parse_args()
    for one in PARTS:
        if one.name in given.parts:
            make(one, given.photos)
