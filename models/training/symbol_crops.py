"""Near crops of top faces, each with the number of what it shows, for the network that compares taught faces.

What is numbered: every icon alone, with copies and with a digit; its mirror image, where that is another drawing; the
blank face; the pips and numerals of dice that an owner may want to teach. The symbols of the simulated table are not
among them: they tell later how well a face is known that was never trained on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training import tops
from models.training.again import relit
from models.training.bank import Bank
from models.training.crops import PIPS_LEAST, SYMBOL_LEAST, Crops
from models.training.cutting import NEAR, SIDE, seen, stretched
from models.training.drawn import drawn_symbol
from models.training.real_crops import PHOTOGRAPHED, Picture, RealCrop, Truth, face_class, real_crops
from models.training.symbols import symbols
from models.training.tables import Tables

PER_ICON = 3  # faces that crops.symbol_faces makes of each icon
MIRRORED = 0.3  # share of the icons that are shown in a mirror, where that tells
SAME_IN_MIRROR, OTHER_IN_MIRROR = 0.9, 0.75  # of the ink, at the best turn; between them nobody can say
PLAIN_FACES = 6 + 12  # pips, numerals
SQUEEZED = 0.1


class SymbolCrops(Crops):
    """The mixture for comparing: mostly icons on rendered dice, the rest drawn flat, and what plain dice show."""

    near_if_taught = 1.0
    upright = 0.3  # the reader looks at the top face any way up
    apart = 0.12
    shares: ClassVar[dict[str, float]] = {
        "symbols": 0.48,
        "other-symbols": 0.12,
        "drawn": 0.22,
        "pips": 0.03,
        "d6-numerals": 0.03,
        "d12": 0.03,
        "faces-train": 0.05,
        "d20-numerals-train": 0.04,
    }

    def __init__(
        self, folder: Path, bank: Bank, tables: Tables, sources: tuple[str, ...], behind: int = 0
    ) -> None:
        super().__init__(folder, bank, tables, sources, behind)
        self.blank = len(self.faces)
        self.number_of["blank/0/-1"] = self.blank
        self.plain = self.blank + 1 + len(self.icons)  # after the mirrored icons
        self.numbers = self.plain + PLAIN_FACES
        self.chiral = [symmetry(icon) < OTHER_IN_MIRROR for icon in self.icons]
        self.symmetric = [symmetry(icon) > SAME_IN_MIRROR for icon in self.icons]

    def _real(self, folder: Path, sources: tuple[str, ...]) -> dict[str, list[RealCrop]]:
        """Photographed top faces: nobody gave symbols to train on, but how plastic looks, pips and numerals show."""
        real = {name: tops.close_ups(folder, name) for name in tops.FOLDERS if name in sources}
        if tops.ABOVE in real:
            plain = real_crops(folder, tops.ABOVE)
            real[tops.ABOVE] += [replace(crop, near=True) for crop in plain if crop.truth.pips >= 0]
        return real

    def crop(self, rng: Generator) -> tuple[Picture, Truth]:
        kind = str(rng.choice(self.kinds, p=self.weights))
        strength = 0.9
        if kind in self.real:
            picture, truth = self._photo(rng, kind)
            strength = 0.7
        elif kind == "drawn":
            symbol = int(rng.integers(len(self.faces))) if rng.random() < 0.3 else -1
            picture, truth = self._drawn_symbol(rng, symbol)
        else:
            picture, truth = self._rendered(rng, kind, taught=True)
        picture, number = self._mirrored(rng, picture, self._number(truth))
        self.made += 1
        if rng.random() < SQUEEZED:
            picture, truth = stretched(picture, truth, rng)
        least = PIPS_LEAST if truth.pips >= 0 else SYMBOL_LEAST
        return seen(picture, rng, strength * self._hardness(rng), least), Truth(truth.marks, symbol=number)

    def _number(self, truth: Truth) -> int:
        plain = face_class(truth) - PHOTOGRAPHED
        if plain >= 0:
            return self.plain + (plain if plain < 6 else plain - 4)  # numerals stand ten after the pips
        return truth.symbol if 0 <= truth.symbol < self.plain else -1

    def _mirrored(self, rng: Generator, picture: Picture, number: int) -> tuple[Picture, int]:
        """Now and then in a mirror: what looks otherwise there is another symbol, and a hard one to tell."""
        icon, way = divmod(number, PER_ICON)
        if not 0 <= number < self.blank or way != 0 or rng.random() >= MIRRORED:
            return picture, number
        if self.chiral[icon]:
            return np.ascontiguousarray(picture[:, ::-1]), self.blank + 1 + icon
        return (np.ascontiguousarray(picture[:, ::-1]), number) if self.symmetric[icon] else (picture, number)

    def _drawn_symbol(self, rng: Generator, symbol: int = -1) -> tuple[Picture, Truth]:
        if symbol < 0:
            symbol = PER_ICON * int(rng.integers(len(self.icons)))
        picture = drawn_symbol(rng, self.faces[symbol], self._background(rng)[:SIDE, :SIDE], NEAR)
        return picture, Truth(2, symbol=symbol)


@cache
def symmetry(icon: int) -> float:
    """How much of an icon's ink is that of its mirror image, at the turn where they are most alike."""
    ink = cv2.resize(symbols()[1][icon], (48, 48), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    mirrored = np.ascontiguousarray(ink[:, ::-1])
    return max(_shared(ink, _turned(mirrored, turn)) for turn in range(0, 360, 10))


def _turned(ink: NDArray[np.float32], turn: float) -> NDArray[np.float32]:
    middle = (ink.shape[0] - 1) / 2
    return cv2.warpAffine(ink, cv2.getRotationMatrix2D((middle, middle), turn, 1.0), ink.shape)


def _shared(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.minimum(one, other).sum() / max(1e-6, np.maximum(one, other).sum()))


def turned(item: tuple[Picture, Truth], rng: Generator) -> tuple[Picture, Truth]:
    """The same face again, any way up, in other light."""
    picture, truth = item
    middle = (SIDE - 1) / 2
    matrix = cv2.getRotationMatrix2D(
        (middle, middle), float(rng.uniform(0, 360)), float(np.exp(rng.normal(0, 0.08)))
    )
    matrix[:, 2] += rng.normal(0, 1.6, 2)
    again = cv2.warpAffine(picture, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return relit(again, rng), truth
