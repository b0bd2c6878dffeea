"""Which face of a die carries which number: a number for each face, by the face's index in its solid."""

from __future__ import annotations

from functools import cache
from typing import Literal

from companion.camera.simulation.solids import ShapeName, solid

Numbering = tuple[int, ...]

# The five neighbours of every face of a d12, as two makers print it; opposite faces sum to 13.
D12_TABLES: dict[str, dict[int, frozenset[int]]] = {
    name: {n: frozenset(row) for n, row in enumerate(rows, start=1)}
    for name, rows in {
        "A": (
            (2, 4, 5, 6, 10), (1, 4, 7, 8, 10), (4, 6, 8, 11, 12), (1, 2, 3, 6, 8),
            (1, 6, 9, 10, 11), (1, 3, 4, 5, 11), (2, 8, 9, 10, 12), (2, 3, 4, 7, 12),
            (5, 7, 10, 11, 12), (1, 2, 5, 7, 9), (3, 5, 6, 9, 12), (3, 7, 8, 9, 11),
        ),
        "B": (
            (5, 6, 9, 10, 11), (4, 6, 8, 10, 12), (4, 5, 7, 11, 12), (2, 3, 5, 6, 12),
            (1, 3, 4, 6, 11), (1, 2, 4, 5, 10), (3, 8, 9, 11, 12), (2, 7, 9, 10, 12),
            (1, 7, 8, 10, 11), (1, 2, 6, 8, 9), (1, 3, 5, 7, 9), (2, 3, 4, 7, 8),
        ),
    }.items()
}  # fmt: skip


def d6_numbering(hand: Literal["right", "left"] = "right") -> Numbering:
    """Opposite faces sum to 7. Right: 1, 2, 3 run counter-clockwise about their corner, as in the West."""
    return (1, 6, 2, 5, 3, 4) if hand == "right" else (1, 6, 2, 5, 4, 3)


@cache
def d12_numbering(table: str = "A") -> Numbering:
    """The numbering whose neighbours are exactly those of the table, found by trying."""
    wanted = D12_TABLES[table]
    near = [set(row) for row in solid("d12", 0.0).neighbours]
    placed: list[int] = []

    def fits(number: int) -> bool:
        face = len(placed)
        return all((other in near[face]) == (placed[other] in wanted[number]) for other in range(face))

    def place() -> bool:
        if len(placed) == 12:
            return True
        for number in wanted:
            if number not in placed and fits(number):
                placed.append(number)
                if place():
                    return True
                placed.pop()
        return False

    if not place():
        raise ValueError(f"table {table} is not that of a dodecahedron")
    return tuple(placed)


def numbering(shape: ShapeName, preset: str = "") -> Numbering:
    """A usual numbering of any shape: opposite faces have a constant sum (d10: 0 to 9)."""
    if shape == "d6":
        return d6_numbering("left" if preset == "left" else "right")
    if shape == "d12":
        return d12_numbering(preset or "A")
    if shape == "d4":
        return (1, 2, 3, 4)
    sides, first = {"d8": (8, 1), "d10": (10, 0), "d20": (20, 1)}[shape]
    pairs = [(first + k, first + sides - 1 - k) for k in range(sides // 2)]
    return tuple(n for k, (a, b) in enumerate(pairs) for n in ((a, b) if k % 2 == 0 else (b, a)))
