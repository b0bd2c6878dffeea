"""A simulated die: a solid, what stands on each of its faces, and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from companion.camera.simulation.canvas import Mask
from companion.camera.simulation.emblems import composed
from companion.camera.simulation.marks import MARK_PIXELS, DieLook, NumeralStyle, numeral, pips, symbol
from companion.camera.simulation.numbering import d6_numbering, d12_numbering
from companion.camera.simulation.solids import ShapeName, Solid, solid


@dataclass(frozen=True)
class Mark:
    """What is drawn on one face."""

    how: Literal["pips", "numeral", "symbol", "composed"]
    what: str

    def mask(self, look: DieLook, pixels: int = MARK_PIXELS) -> Mask:
        if self.how == "pips":
            return pips(int(self.what), look.pips, pixels)
        if self.how == "numeral":
            return numeral(self.what, look.numerals, pixels)
        if self.how == "composed":
            return composed(self.what, pixels)
        return symbol(self.what, pixels=pixels)


@dataclass(frozen=True)
class SimDie:
    """One die. Two dice that are equal look the same; on the table each has an id of its own."""

    kind: str  # name of the DieKind
    shape: ShapeName
    labels: tuple[str, ...]  # what the kind calls each face, by the face's index in the solid
    marks: tuple[Mark, ...]
    look: DieLook = field(default_factory=DieLook)

    def __hash__(self) -> int:
        return self._hash  # a die is looked up many times a frame

    @cached_property
    def _hash(self) -> int:
        return hash((self.kind, self.shape, self.labels, self.marks, self.look))

    @cached_property
    def body(self) -> Solid:
        return solid(self.shape, self.look.rounding)

    @property
    def size(self) -> float:
        return self.look.size_mm

    @cached_property
    def height(self) -> float:
        """Of its middle above the table when it lies flat."""
        return self.body.inradius * self.size

    def faces_called(self, label: str) -> tuple[int, ...]:
        """The faces with this label. Raises ValueError when there is none."""
        found = tuple(k for k, name in enumerate(self.labels) if name == label)
        if not found:
            raise ValueError(
                f"a {self.kind} has no face {label!r}; it has {', '.join(sorted(set(self.labels)))}"
            )
        return found


IVORY = DieLook(body=(238, 230, 212), mark=(28, 24, 26))
RED = DieLook(body=(172, 24, 30), mark=(246, 240, 232), gloss=0.7, rounding=0.14)
BLUE = DieLook(body=(28, 62, 138), mark=(244, 244, 240), gloss=0.6)
BLACK = DieLook(body=(34, 34, 38), mark=(240, 238, 230), gloss=0.7)
GREEN = DieLook(body=(22, 104, 62), mark=(240, 236, 214), gloss=0.6)
AMBER = DieLook(body=(206, 128, 30), mark=(40, 24, 12), gloss=0.65)
VIOLET = DieLook(body=(88, 42, 120), mark=(240, 214, 120), gloss=0.6, swirl=0.5)
LOOKS: tuple[DieLook, ...] = (IVORY, RED, BLUE, BLACK, GREEN, AMBER, VIOLET)


def pip_d6(look: DieLook = IVORY, hand: Literal["right", "left"] = "right") -> SimDie:
    numbers = tuple(str(n) for n in d6_numbering(hand))
    return SimDie("d6", "d6", numbers, tuple(Mark("pips", n) for n in numbers), look)


def numeral_d6(look: DieLook = BLACK) -> SimDie:
    numbers = tuple(str(n) for n in d6_numbering())
    return SimDie("d6-numerals", "d6", numbers, tuple(Mark("numeral", n) for n in numbers), look)


def as_d12(look: DieLook) -> DieLook:
    """The same plastic as a d12: larger, sharper, with digits that fill its small faces."""
    return replace(look, size_mm=19.0, rounding=0.09, numerals=NumeralStyle(height=1.15))


def numeral_d12(look: DieLook = VIOLET, table: str = "A") -> SimDie:
    numbers = tuple(str(n) for n in d12_numbering(table))
    return SimDie("d12", "d12", numbers, tuple(Mark("numeral", n) for n in numbers), as_d12(look))


def symbol_d6(kind: str, faces: Sequence[tuple[str, str]], look: DieLook = BLUE) -> SimDie:
    """A taught die: (label, symbol) of each of its six faces, in the order of the numbers 1 to 6."""
    return _marked_d6(kind, faces, look, "symbol")


def composed_d6(kind: str, faces: Sequence[tuple[str, str]], look: DieLook) -> SimDie:
    """A taught die: (label, parts of the drawing, see `emblems`) of each face, in the order of 1 to 6."""
    return _marked_d6(kind, faces, look, "composed")


def _marked_d6(
    kind: str, faces: Sequence[tuple[str, str]], look: DieLook, how: Literal["symbol", "composed"]
) -> SimDie:
    if len(faces) != 6:
        raise ValueError(f"a d6 has six faces, not {len(faces)}")
    order = [faces[n - 1] for n in d6_numbering()]
    labels = tuple(label for label, _ in order)
    return SimDie(kind, "d6", labels, tuple(Mark(how, drawing) for _, drawing in order), look)
