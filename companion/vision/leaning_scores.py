"""How many dice that lean are told, and how many flat ones wrongly: the figures of `companion measure --leaning`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.vision.taught_scores import row, share

TILTS = (24, 26, 28, 30, 32, 34)  # degrees, the bands of those that lean
WIDE = 34  # letters of a row's name
KINDS = {"d6": "d6 with pips", "d6-numerals": "d6 with numerals", "d12": "d12", "symbols": "d6 with symbols"}


@dataclass(frozen=True, slots=True)
class Laid:
    """A die that was laid, and what became of it."""

    kind: str
    tilt_deg: float
    leans: bool
    found: bool
    told: bool  # as leaning
    asked: bool = False  # told, or the players are asked


def figures(dice: Sequence[Laid], pictures: int) -> dict[str, Any]:
    """For people and for programs."""
    return {
        "pictures": pictures,
        **_told(dice),
        "found": share(sum(die.found for die in dice), len(dice)),
        "by_kind": {kind: _told([d for d in dice if d.kind == kind]) for kind in KINDS},
        "by_tilt": {
            f"{low}–{high}": _leaning([d for d in dice if d.leans and low <= d.tilt_deg < high])
            for low, high in pairwise(TILTS)
        },
    }


def text(told: dict[str, Any]) -> str:
    lines = [
        f"{told['pictures']} simulated tables, each with dice that lean and dice that lie flat",
        _row("found", told["found"]),
        _row("leaning dice told as leaning", told["leaning_told"]),
        _row("told, or asked about", told["leaning_asked"]),
        _row("flat dice told as leaning", told["flat_told"]),
        _row("told, or asked about", told["flat_asked"]),
    ]
    for kind, of in told["by_kind"].items():
        lines.append(f"  {KINDS[kind]}")
        lines += [_row("  leaning, told", of["leaning_told"]), _row("  flat, told", of["flat_told"])]
    lines.append("  leaning, by tilt in degrees")
    lines += [_row(f"  {band}", of) for band, of in told["by_tilt"].items()]
    return "\n".join(lines)


def _told(dice: Sequence[Laid]) -> dict[str, Any]:
    leaning, flat = ([die for die in dice if die.leans == leans] for leans in (True, False))
    return {
        "leaning_told": _leaning(leaning),
        "leaning_asked": share(sum(die.asked for die in leaning), len(leaning)),
        "flat_told": share(sum(die.told for die in flat), len(flat)),
        "flat_asked": share(sum(die.asked for die in flat), len(flat)),
    }


def _leaning(dice: Sequence[Laid]) -> dict[str, Any]:
    return share(sum(die.told for die in dice), len(dice))


def _row(name: str, of: dict[str, Any]) -> str:
    return row(name, of, WIDE)
