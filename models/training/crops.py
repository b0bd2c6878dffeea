"""Crops for the face reader: one die each, from photographs and from the bank, cut as the detector would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
from numpy.random import Generator

from models.training import cut_outs, inks, prints
from models.training.bank import Bank
from models.training.cutting import NEAR, SIDE, WIDER, seen, square, stretched, top_from_middle
from models.training.drawn import drawn_symbol
from models.training.real_crops import (
    MARKS,
    SOLIDS,
    STORED,
    Picture,
    RealCrop,
    Truth,
    by_truth,
    face_class,
    mistaken_crops,
    real_crops,
    simulated_crops,
    truth_of,
)
from models.training.scenes import paste
from models.training.symbols import held_out, symbols
from models.training.tables import Tables
from models.training.things import near_die

ROOM = 144  # side of the piece of table that a die is laid on before its crop is cut
NEARER = 0.5  # share of taught faces that are shown near
COCKED = 6.0  # degrees; of a die that leans more nobody knows which face will count
EASY = 60_000  # crops after which they are as bad as they get
PIPS_LEAST, NUMERAL_LEAST, SYMBOL_LEAST = 20, 32, 28  # pixels of a crop in the photo
LOWEST_VIEW = {
    "d12": 46.0,
    "other": 46.0,
    "d6-numerals": 58.0,
}  # degrees off vertical; from lower the side is what one reads
STRETCHED = 0.2  # share of crops from a photo squeezed to a square
POOL = 300  # tables kept at hand for backgrounds


def symbol_faces(icons: list[int]) -> list[tuple[int, int, int]]:
    """Every face a symbol die can have (icon, copies, digit), the same list whichever dice were rendered."""
    return [(k, *how) for k in icons for how in ((1, -1), (2 + k % 2, -1), (1, k % 5))]


class Crops:
    """Draws training crops endlessly, in the mixture that the shares give."""

    # Share of numerals that are shown near. Another network reads those, but an owner may teach a plain die.
    nearer = 0.15
    near_if_taught = NEARER
    upright = 0.95  # share of the dice seen aslant that have the far end of the table up, as on most photos
    apart = 0.07  # how much crops of the same die differ in size: the spread of its logarithm
    shares: ClassVar[dict[str, float]] = {
        "pips": 0.23,
        "d6-numerals": 0.08,
        "d12": 0.2,
        "other": 0.08,
        "symbols": 0.05,
        "other-symbols": 0.05,
        "drawn": 0.02,
        "none": 0.16,
        "leaning": 0.09,
        cut_outs.KIND: 0.1,
        "d6-board-train": 0.14,
        "d6-mixed-train": 0.12,
        "d6-rig-train": 0.02,
        "faces-train": 0.04,
        "d20-numerals-train": 0.03,
        "simulated": 0.04,
    }

    def __init__(
        self,
        folder: Path,
        bank: Bank,
        tables: Tables,
        sources: tuple[str, ...],
        behind: int = 0,
    ) -> None:
        self.behind = behind  # crops of this course that were made before
        self.bank, self.tables = bank, tables
        cut_outs.lay_in(bank, sources)
        names = symbols()[0]
        self.icons = [k for k in range(len(names)) if not held_out(names[k])]
        self.faces = symbol_faces(self.icons)
        self.number_of = {inks.symbol_class(*face): k for k, face in enumerate(self.faces)}
        self.showing = self._showing()
        self.real = {name: crops for name, crops in self._real(folder, sources).items() if crops}
        self.mistaken = mistaken_crops(folder, sources)
        # Rare answers are drawn as often as common ones.
        self.groups = {name: by_truth(crops) for name, crops in self.real.items()}
        self.alike = [
            group
            for name in ("faces-train", "d20-numerals-train")
            for group in self.groups.get(name, [])
            if face_class(group[0].truth) >= 0
        ]
        self.pool: list[Picture] = []
        self.made = 0
        self.kinds = [k for k in self.shares if k in ("drawn", "none") or k in bank.by_kind or k in self.real]
        weights = np.array([self.shares[k] for k in self.kinds])
        self.weights = weights / weights.sum()

    def _real(self, folder: Path, sources: tuple[str, ...]) -> dict[str, list[RealCrop]]:
        """The photographed dice of each source, and those of the simulated table."""
        return {name: real_crops(folder, name) for name in sources} | {"simulated": simulated_crops()}

    def _showing(self) -> list[list[tuple[str, int]]]:
        """The rendered dice, by kind and number, that show the same symbol: two and more of each."""
        found: dict[int, list[tuple[str, int]]] = {}
        for kind in ("symbols", "other-symbols"):
            for number in self.bank.by_kind.get(kind, []):
                symbol = self._truth(self.bank.rows[number]).symbol
                if symbol >= 0:
                    found.setdefault(symbol, []).append((kind, int(number)))
        return [dice for dice in found.values() if len(dice) > 1]

    def crop(self, rng: Generator) -> tuple[Picture, Truth]:
        kind = str(rng.choice(self.kinds, p=self.weights))
        if kind in self.real:
            picture, truth = self._photo(rng, kind)
            strength = 0.7
        elif kind == "drawn":
            picture, truth = self._drawn_symbol(rng)
            strength = 0.9
        elif kind == "none":
            picture, truth = self._nothing(rng)
            strength = 0.9
        else:
            picture, truth = self._rendered(rng, kind)
            strength = 0.9
        self.made += 1
        if rng.random() < STRETCHED:
            picture, truth = stretched(picture, truth, rng)
        # A numeral of a d12 is a quarter of the die's length: in fewer pixels nobody could tell it.
        least = NUMERAL_LEAST if truth.numeral >= 0 else PIPS_LEAST
        return seen(picture, rng, strength * self._hardness(rng), least), truth

    def _hardness(self, rng: Generator) -> float:
        """Clear crops first: the network learns to count before it learns to see through noise.

        Later on too most are clear, as most photographs are; what nobody could read teaches nothing.
        """
        return min(1.0, 0.2 + (self.behind + self.made) / EASY) * float(rng.uniform(0.05, 1.0))

    def _background(self, rng: Generator) -> Picture:
        """A piece of some table; the tables are renewed slowly, since drawing one costs more than a crop."""
        if len(self.pool) < POOL or rng.random() < 0.01:
            fresh = self.tables.table(rng, 320)
            if len(self.pool) < POOL:
                self.pool.append(fresh)
            else:
                self.pool[int(rng.integers(POOL))] = fresh
        table = self.pool[int(rng.integers(len(self.pool)))]
        x, y = rng.integers(0, 320 - ROOM, 2)
        return table[y : y + ROOM, x : x + ROOM].copy()

    def _rendered(self, rng: Generator, kind: str, taught: bool = False) -> tuple[Picture, Truth]:
        number = int(rng.choice(self.bank.by_kind[kind]))
        while self.bank.off_vertical[number] > LOWEST_VIEW.get(kind, 90.0) and rng.random() < 0.9:
            number = int(rng.choice(self.bank.by_kind[kind]))
        return self._laid(rng, kind, number, taught)

    def _laid(self, rng: Generator, kind: str, number: int, taught: bool = False) -> tuple[Picture, Truth]:
        """A die of the bank on some table, often among others. Numerals and taught faces are looked at near, too."""
        row = self.bank.rows[number]
        picture = self._background(rng)
        slanted = float(row["off_vertical"]) > 28  # type: ignore[arg-type]
        roll = (
            float(rng.normal(0, 12))
            if slanted and rng.random() < self.upright
            else float(rng.uniform(0, 360))
        )
        dark = float(rng.uniform(0.3, 0.95))
        truth = replace(self._truth(row), solid=SOLIDS.get(str(row["shape"]), 2))
        placed = row["shape"] != "d4" and row["top"] is not None
        nearer = self.near_if_taught if taught else self.nearer if truth.numeral >= 0 else 0.0
        near = placed and rng.random() < nearer
        if near:
            truth = replace(truth, solid=-1)  # one face does not tell
        wide = NEAR if near else WIDER
        size = SIDE / wide
        leans = kind == "leaning"  # mostly on another die
        neighbours = int(rng.integers(0, 4)) if rng.random() < (0.6 if leans else 0.35) else 0
        for _ in range(neighbours):
            way = rng.uniform(0, 2 * np.pi)
            far = size * rng.uniform(0.95, 1.25)
            other = int(rng.choice(self.bank.by_kind[kind if rng.random() < 0.6 and not leans else "pips"]))
            at = (ROOM / 2 + far * np.cos(way), ROOM / 2 + far * np.sin(way))
            paste(
                self.bank,
                other,
                picture,
                (float(at[0]), float(at[1])),
                size * float(rng.uniform(0.8, 1.2)),
                roll,
                dark,
            )
        die = paste(self.bank, number, picture, (ROOM / 2, ROOM / 2), size, roll, dark)
        assert die is not None
        x0, y0, x1, y1 = die.box
        side = max(x1 - x0, y1 - y0) * wide * float(np.exp(rng.normal(0.0, self.apart)))
        jitter = rng.normal(0, 0.045, 2) * size
        centre = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + jitter
        if placed:
            top = ROOM / 2 + top_from_middle(row, size, roll)
            centre = top + jitter if near else centre
            x, y = (top - centre) / side
            truth = replace(truth, spot=(float(x), float(y)))
        return square(picture, centre, side), truth

    def _truth(self, row: dict[str, object]) -> Truth:
        if float(row["tilt"]) > COCKED:  # type: ignore[arg-type]
            # From above it looks like a flat die seen aslant. Only where its top face is can be told.
            return Truth(-1)
        if row["shape"] == "d4":
            return Truth(1)  # how a d4 is read is nobody's business here
        truth = truth_of(str(row["marks"]), str(row["value"]))
        if truth.marks == MARKS["symbol"]:
            return Truth(2, symbol=self.number_of.get(str(row["value"]), -1))
        return truth

    def _photo(self, rng: Generator, name: str) -> tuple[Picture, Truth]:
        groups = self.groups[name]
        group = groups[int(rng.integers(len(groups)))]
        crop = group[int(rng.integers(len(group)))]
        # Seen from straight above the top face is in the middle.
        above = name == "faces-train" and crop.truth.numeral >= 0
        if not crop.near and not (above and rng.random() < self.nearer):
            return self._turned(rng, crop)
        picture, truth = self._turned(rng, crop, NEAR)
        return picture, replace(truth, solid=-1)

    def _turned(self, rng: Generator, crop: RealCrop, wide: float = WIDER) -> tuple[Picture, Truth]:
        free = rng.random() < crop.free
        turn = float(rng.uniform(0, 360)) if free else float(rng.normal(0, 8))
        side = crop.size * wide * float(np.exp(rng.normal(0.0, 0.09)))
        scale = SIDE / side
        stretch = float(np.exp(rng.normal(0, 0.05)))
        matrix = cv2.getRotationMatrix2D((STORED / 2, STORED / 2), turn, scale)
        matrix[0] *= stretch
        matrix[:, 2] += SIDE / 2 - matrix[:, :2] @ (STORED / 2, STORED / 2) - matrix[:, 2]
        matrix[:, 2] += rng.normal(0, 0.045, 2) * SIDE / wide
        picture = cv2.warpAffine(
            crop.picture, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        # Pips look the same in a mirror; numerals do not.
        if crop.truth.marks == 0 and rng.random() < 0.5:
            picture = np.ascontiguousarray(picture[:, ::-1])
        return picture, crop.truth

    def symbol_twice(self, rng: Generator) -> tuple[tuple[Picture, Truth], tuple[Picture, Truth]]:
        """Two views of one symbol: on two rendered dice, or on one and drawn, or on the simulated table.

        Nobody gave photographs of symbols to train on; how a face changes from photo to photo, pips and numerals show.
        """
        roll = rng.random()
        if roll < 0.08 and "simulated" in self.real:
            groups = [group for group in self.groups["simulated"] if group[0].truth.symbol >= 0]
            views = self._two_of(rng, groups[int(rng.integers(len(groups)))])
        elif roll < 0.23 and self.alike:
            group = self.alike[int(rng.integers(len(self.alike)))]
            known = Truth(group[0].truth.marks, symbol=face_class(group[0].truth))
            from_above = group[0].free == 1.0  # the top face is in the middle
            views = [(picture, known) for picture, _ in self._two_of(rng, group, from_above)]
        elif roll < 0.7 and self.showing:
            dice = self.showing[int(rng.integers(len(self.showing)))]
            views = [self._laid(rng, *dice[k], taught=True) for k in rng.choice(len(dice), 2, replace=False)]
        else:
            kind = "other-symbols" if rng.random() < 0.25 else "symbols"
            first = (
                self._rendered(rng, kind, taught=True) if roll < 0.9 and kind in self.bank.by_kind else None
            )
            if first is None or first[1].symbol < 0:  # blank, or cocked
                first = self._drawn_symbol(rng)
            views = [first, self._drawn_symbol(rng, first[1].symbol)]
        one, other = ((seen(p, rng, 0.9 * self._hardness(rng), SYMBOL_LEAST), truth) for p, truth in views)
        return one, other

    def _two_of(
        self, rng: Generator, group: list[RealCrop], from_above: bool = False
    ) -> list[tuple[Picture, Truth]]:
        wide = [NEAR if from_above and rng.random() < NEARER else WIDER for _ in range(2)]
        return [self._turned(rng, group[int(rng.integers(len(group)))], w) for w in wide]

    def _drawn_symbol(self, rng: Generator, symbol: int = -1) -> tuple[Picture, Truth]:
        if symbol < 0:
            symbol = 3 * int(rng.integers(len(self.icons)))
        wide = NEAR if rng.random() < NEARER else WIDER
        picture = drawn_symbol(rng, self.faces[symbol], self._background(rng)[:SIDE, :SIDE], wide)
        return picture, Truth(2, symbol=symbol)

    def _nothing(self, rng: Generator) -> tuple[Picture, Truth]:
        kind = rng.random()
        if kind < 0.3 and self.mistaken:
            crop = self.mistaken[int(rng.integers(len(self.mistaken)))]
            return self._turned(rng, crop)
        middle = np.full(2, ROOM / 2)
        if kind < 0.35:
            picture = self._background(rng)
            side = float(rng.uniform(24, 96))
            return square(picture, middle, side), Truth(3)
        if kind < 0.47:
            picture = self._background(rng)
            size, way = int(rng.integers(24, 60)), rng.uniform(0, 2 * np.pi)
            near_die(rng, picture, (ROOM // 2, ROOM // 2), size)
            aside = np.array([np.cos(way), np.sin(way)]) * size * rng.uniform(0.0, 0.6)
            return square(picture, middle + aside, size * float(rng.uniform(0.9, 1.5))), Truth(3)
        if kind < 0.57:
            picture = self._background(rng)
            size = int(rng.integers(24, 64))
            prints.one(rng, picture, (ROOM // 2, ROOM // 2), size)
            return square(picture, middle, size * float(rng.uniform(0.9, 1.4))), Truth(3)
        if kind < 0.93 and "pieces" in self.bank.by_kind:
            return self._piece(rng)
        # Between dice, or a part of one: the detector's worst mistakes.
        picture = self._background(rng)
        number = int(rng.choice(self.bank.by_kind["pips"]))
        way, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.55, 0.8)
        size = float(rng.uniform(40, 80))
        at = (ROOM / 2 + far * size * np.cos(way), ROOM / 2 + far * size * np.sin(way))
        paste(self.bank, number, picture, (float(at[0]), float(at[1])), size, float(rng.uniform(0, 360)), 0.6)
        return square(picture, middle, size * float(rng.uniform(0.6, 1.0))), Truth(3)

    def _piece(self, rng: Generator) -> tuple[Picture, Truth]:
        """A chip, a token, or half a domino, cut as if it were a die."""
        picture, number = self._background(rng), self.bank.piece(rng)
        size = SIDE / WIDER * float(rng.choice([1.0, 1.6]))
        die = paste(
            self.bank,
            number,
            picture,
            (ROOM / 2, ROOM / 2),
            size,
            float(rng.normal(0, 12)),
            float(rng.uniform(0.3, 0.95)),
        )
        assert die is not None
        box = np.array(die.box)
        extent = box[2:] - box[:2]
        # Where a long piece is taken for a die, it is one end of it.
        side = float(rng.uniform(extent.min(), extent.max())) * WIDER * float(np.exp(rng.normal(0.0, 0.07)))
        slack = np.maximum(0, extent * WIDER - side) / 2
        aside = slack * rng.uniform(0.5, 1.0, 2) * rng.choice([-1, 1], 2)
        return square(picture, (box[:2] + box[2:]) / 2 + aside, side), Truth(3)
