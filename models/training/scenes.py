"""Pictures for the detector: real photographs, rendered dice on tables, and tables without any."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training import cut_outs, effects, mistakes
from models.training.bank import Bank
from models.training.real_photos import real_photos, simulated_photos
from models.training.reframed import filled, flipped, magnified, stretched
from models.training.scene import LARGEST, SMALLEST, Die, Picture, Scene, inside
from models.training.tables import Tables

FAMILY = {"d6": 0, "d12": 1}
# One die an image, and a table that nobody has, teach less than tables with many dice on them.
REAL_SHARES = {"d20-numerals-train": 0.3, "simulated": 0.5}
STRETCHED = 0.25  # share of pictures squeezed to a square, as many a collection of photos does
HUGE = 0.12  # share of pictures that show a part of a die so large that its pips could pass for dice
FILLED = 0.07  # share of pictures cut so close that a die fills them
TWINS = 0.35  # share of tables on which dice of one look lie edge to edge
KIND_SHARES = {
    "pips": 0.42,
    "d6-numerals": 0.11,
    "d12": 0.16,
    "other": 0.13,
    "symbols": 0.18,
    "other-symbols": 0.06,
    cut_outs.KIND: 0.16,
}


class Scenes:
    """Draws training pictures, side × side, endlessly."""

    def __init__(self, folder: Path, bank: Bank, tables: Tables, sources: tuple[str, ...]) -> None:
        self.bank, self.tables = bank, tables
        cut_outs.lay_in(bank, sources)
        groups = {name: real_photos(folder, name) for name in sources} | {"simulated": simulated_photos()}
        self.real = [group for group in groups.values() if group]
        shares = np.array([REAL_SHARES.get(name, 1.0) for name, group in groups.items() if group])
        self.real_shares = shares / shares.sum()
        # Those beside labelled dice are in the photographs already.
        self.mistakes = [m for m in mistakes.mistakes() if not m.image.startswith(mistakes.LABELLED)]
        self.mistaken = mistakes.pictures(folder, self.mistakes)
        self.kinds = [k for k in KIND_SHARES if k in bank.by_kind]
        self.shares = np.array([KIND_SHARES[k] for k in self.kinds])
        self.shares /= self.shares.sum()

    def scene(self, rng: Generator, side: int) -> Scene:
        roll = rng.random()
        if roll < 0.42 and self.real:
            made = self._photo(rng, side)
            if rng.random() < 0.15:
                self._lay_pieces(rng, made)
            if rng.random() < 0.3:
                self._lay_dice(rng, made, int(rng.integers(1, 6)))
            strength = 0.75
        elif roll < 0.58:
            kind = rng.random()
            if kind < 0.3 and self.mistakes:
                picture = self._mistake(rng, side)
            elif kind < 0.7:
                picture = self.tables.real_clutter(rng, side)
            else:
                picture = self.tables.table(rng, side)
            made = Scene(picture)
            if rng.random() < 0.6:
                self._lay_pieces(rng, made)
            if rng.random() < 0.35:
                self._lay_dice(rng, made, int(rng.integers(1, 5)))
            strength = 0.8
        else:
            made = Scene(self.tables.table(rng, side))
            if rng.random() < 0.45:
                self._lay_pieces(rng, made)
            count = int(rng.integers(1, 8)) if rng.random() < 0.65 else int(rng.integers(6, 34))
            self._lay_dice(rng, made, count)
            strength = 1.0
        if rng.random() < STRETCHED:
            made = stretched(made, rng)
        if rng.random() < HUGE:
            made = magnified(made, rng)
        made = flipped(made, rng)
        made.picture = effects.camera(made.picture, rng, strength)
        return filled(made, rng) if rng.random() < FILLED else made

    def _photo(self, rng: Generator, side: int) -> Scene:
        group = self.real[int(rng.choice(len(self.real), p=self.real_shares))]
        photo = group[int(rng.integers(len(group)))]
        picture, dice = photo.picture, photo.dice
        sizes = [max(d.box[2] - d.box[0], d.box[3] - d.box[1]) for d in dice]
        pick = int(rng.integers(len(dice)))
        wanted = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST * 0.9))))
        scale = float(np.clip(wanted / sizes[pick], 0.25, 1.8))
        # Now and then as a coarse look sees a photo: too small to find the dice, and nothing else may be one.
        far = rng.random() < 0.12
        scale = float(rng.uniform(0.2, 0.5)) if far else max(scale, SMALLEST / max(sizes))
        stretch = float(np.exp(rng.normal(0, 0.06)))
        fx, fy = scale * stretch, scale / stretch
        x0, y0, x1, y1 = dice[pick].box
        at = rng.uniform(0.1, 0.9, 2) * side
        shift = np.array([at[0] - (x0 + x1) / 2 * fx, at[1] - (y0 + y1) / 2 * fy])
        # Keep the photograph over the frame where it is large enough.
        room = np.array([side - picture.shape[1] * fx, side - picture.shape[0] * fy])
        shift = np.clip(shift, np.minimum(room, 0), np.maximum(room, 0))
        source = picture
        if scale < 0.6:
            source = cv2.resize(picture, None, fx=fx, fy=fy, interpolation=cv2.INTER_AREA)
            matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
        else:
            matrix = np.array([[fx, 0, shift[0]], [0, fy, shift[1]]])
        border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
        view = cv2.warpAffine(source, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=border)
        moved = []
        for die in dice:
            a, b = die.box[0] * fx + shift[0], die.box[1] * fy + shift[1]
            c, d = die.box[2] * fx + shift[0], die.box[3] * fy + shift[1]
            moved += inside(Die(die.family, (a, b, c, d), None, die.sided), side)
        return Scene(view, moved)

    def _mistake(self, rng: Generator, side: int) -> Picture:
        """A place that was once taken for a die, somewhere in the frame and in any size it could be looked at."""
        mistake = self.mistakes[int(rng.integers(len(self.mistakes)))]
        source, shrunk = self.mistaken[mistake.image]
        x0, y0, x1, y1 = (v * shrunk for v in mistake.box)
        size = max(x1 - x0, y1 - y0, 1.0)
        scale = float(np.clip(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))) / size, 0.15, 2.5))
        if scale < 0.6:
            source = cv2.resize(source, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            x0, y0, x1, y1, scale = x0 * scale, y0 * scale, x1 * scale, y1 * scale, 1.0
        at = rng.uniform(0.2, 0.8, 2) * side
        matrix = cv2.getRotationMatrix2D(((x0 + x1) / 2, (y0 + y1) / 2), float(rng.normal(0, 8)), scale)
        matrix[:, 2] += at - np.array([(x0 + x1) / 2, (y0 + y1) / 2])
        return cv2.warpAffine(source, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)

    def _lay_pieces(self, rng: Generator, scene: Scene) -> None:
        """Dominoes, chips, tokens and the like; none of them on a die."""
        if "pieces" not in self.bank.by_kind:
            return
        side = scene.picture.shape[0]
        size = float(np.exp(rng.uniform(np.log(SMALLEST + 5), np.log(LARGEST))))
        slant = float(rng.uniform(0, 25)) if rng.random() < 0.5 else float(rng.uniform(20, 64))
        for _ in range(int(rng.integers(1, 8))):
            long = size * float(np.exp(rng.normal(0, 0.3)))
            x, y = (float(v) for v in rng.uniform(0, side, 2))
            away = long * 0.6
            if not any(
                a - away < x < c + away and b - away < y < d + away
                for a, b, c, d in (o.box for o in scene.dice)
            ):
                number = self._near_slant([self.bank.piece(rng) for _ in range(12)], slant)
                paste(self.bank, number, scene.picture, (x, y), long, 0.0, float(rng.uniform(0.3, 0.95)))

    def _lay_dice(self, rng: Generator, scene: Scene, count: int) -> None:
        side = scene.picture.shape[0]
        size = float(np.exp(rng.uniform(np.log(SMALLEST + 1), np.log(LARGEST * 0.9))))
        if count > 8:
            size = min(size, side / np.sqrt(count) * 0.8)
        above = rng.random() < 0.5
        slant = float(rng.uniform(0, 25)) if above else float(rng.uniform(20, 64))
        roll = float(rng.uniform(0, 360)) if above or rng.random() < 0.25 else float(rng.normal(0, 10))
        crowd = rng.random() < 0.35
        heart = rng.uniform(0.25, 0.75, 2) * side
        one_kind = self._kind(rng) if rng.random() < 0.4 else None
        dark = float(rng.uniform(0.3, 0.95))
        places: list[tuple[float, float, float]] = []
        touching = 0.75 if rng.random() < 0.4 else 0.0  # dice thrown together often come to lie side by side
        for _ in range(count):
            scale = size * float(np.exp(rng.normal(0, 0.12)))
            for _attempt in range(8):
                if places and rng.random() < touching:
                    x, y, s = places[int(rng.integers(len(places)))]
                    way, far = rng.uniform(0, 2 * np.pi), (scale + s) / 2 * rng.uniform(0.84, 1.08)
                    spot = np.array([x + far * np.cos(way), y + far * np.sin(way)])
                elif crowd:
                    spot = heart + rng.normal(0, size * np.sqrt(count) * 0.55, 2)
                else:
                    spot = rng.uniform(0, side, 2)
                near = 0.82 if rng.random() < 0.3 else 1.05
                if all(np.hypot(spot[0] - x, spot[1] - y) > near * (scale + s) / 2 for x, y, s in places):
                    places.append((float(spot[0]), float(spot[1]), scale))
                    break
        old = [d.box for d in scene.dice]
        twins = 0.6 if rng.random() < TWINS else 0.0
        laid: list[tuple[float, float, float, int]] = []
        for x, y, scale in places:
            if any(
                a - scale * 0.6 < x < c + scale * 0.6 and b - scale * 0.6 < y < d + scale * 0.6
                for a, b, c, d in old
            ):
                continue
            tried = rng.choice(self.bank.by_kind[one_kind or self._kind(rng)], 24)
            number = self._near_slant(tried, slant)
            laid.append((x, y, scale, number))
            if self.bank.rows[number]["angle"] is not None and rng.random() < twins:
                x, y = self._beside(rng, number, (x, y), scale, roll)
                if all(
                    np.hypot(x - u, y - v) > 0.9 * (scale + s) / 2
                    for u, v, s in places
                    if (u, v) != laid[-1][:2]
                ):
                    laid.append((x, y, scale, number))
        for x, y, scale, number in sorted(laid, key=lambda one: one[1]):
            die = paste(self.bank, number, scene.picture, (x, y), scale, roll, dark)
            if die is not None:
                scene.dice += inside(die, side)

    def _beside(
        self, rng: Generator, number: int, at: tuple[float, float], size: float, roll: float
    ) -> tuple[float, float]:
        """Where the same die would lie edge to edge with this one: two of one colour must not pass for one."""
        row = self.bank.rows[number]
        turn = -float(row["angle"]) - np.radians(roll) + float(rng.integers(4)) * np.pi / 2  # type: ignore[arg-type]
        flat = np.cos(np.radians(self.bank.off_vertical[number]))
        side = size / (abs(np.cos(turn)) + abs(np.sin(turn))) * float(rng.uniform(0.97, 1.1))
        return float(at[0] + side * np.cos(turn)), float(at[1] + side * np.sin(turn) * flat)

    def _kind(self, rng: Generator) -> str:
        return str(rng.choice(self.kinds, p=self.shares))

    def _near_slant(self, tried: Sequence[int], slant: float) -> int:
        """The one of these dice or pieces that is seen most nearly as the others on the table are."""
        return int(tried[np.argmin(np.abs(self.bank.off_vertical[tried] - slant))])


def paste(
    bank: Bank, number: int, picture: Picture, at: tuple[float, float], size: float, roll: float, dark: float
) -> Die | None:
    """Lays a rendered die on the picture, its longer side about `size` px; None when it falls outside."""
    row = bank.rows[number]
    layers = bank.sprite(number)
    x0, y0, x1, y1 = row["box"]  # type: ignore[misc]
    scale = size / max(x1 - x0, y1 - y0)
    while scale < 0.5:
        layers = cv2.resize(layers, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        x0, y0, x1, y1, scale = x0 / 2, y0 / 2, x1 / 2, y1 / 2, scale * 2
    matrix = cv2.getRotationMatrix2D(((x0 + x1) / 2, (y0 + y1) / 2), roll, scale)
    reach = int(layers.shape[0] * scale * 0.5) + 2
    left, top = int(at[0]) - reach, int(at[1]) - reach
    matrix[:, 2] += np.array(at) - (left, top) - np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    frame = (2 * reach, 2 * reach)
    colour = cv2.warpAffine(layers[..., :4], matrix, frame, flags=cv2.INTER_LINEAR)
    shadow = cv2.warpAffine(layers[..., 4], matrix, frame, flags=cv2.INTER_LINEAR)
    a, b = max(0, -left), max(0, -top)
    c, d = min(2 * reach, picture.shape[1] - left), min(2 * reach, picture.shape[0] - top)
    if a >= c or b >= d:
        return None
    part = picture[top + b : top + d, left + a : left + c]
    cover = colour[b:d, a:c, 3:].astype(np.float32) / 255
    shade = 1 - shadow[b:d, a:c, None].astype(np.float32) * (dark / 255)
    part[:] = np.clip(part * shade * (1 - cover) + colour[b:d, a:c, :3], 0, 255).astype(np.uint8)
    rows = np.flatnonzero(colour[..., 3].max(axis=1) > 100)
    columns = np.flatnonzero(colour[..., 3].max(axis=0) > 100)
    if not len(rows) or not len(columns):
        return None
    box = (
        left + float(columns[0]),
        top + float(rows[0]),
        left + float(columns[-1] + 1),
        top + float(rows[-1] + 1),
    )
    angle = None
    if row["shape"] == "d6" and row["angle"] is not None:
        # The sprite's own turn runs counter-clockwise as the table is seen; in a picture y points down.
        angle = -float(row["angle"]) - np.radians(roll)  # type: ignore[arg-type]
    return Die(FAMILY.get(str(row["shape"]), 2), box, angle)
