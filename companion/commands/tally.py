"""What was thrown against what was read: the demo's count."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.camera.simulation.truth import TrueDie, Truth
from companion.dice import DieReading, Roll
from companion.screens.port import ToldDie

SAME_DIE_MM = 12.0  # a reading this near to a die is of that die
TAUGHT = "/"  # in the names of kinds that belong to a game: "quarriors/portal"


class Verdict(StrEnum):
    """Of one throw."""

    READ = "read"
    DOUBTFUL = "doubtful"  # asked, not guessed
    WRONG = "wrong"  # told something that is not so: the one thing that must not happen
    MISSED = "missed"  # no roll was told


def matched(dice: Sequence[DieReading], truth: Truth) -> tuple[TrueDie | None, ...]:
    """The die in the tray that each reading is of, by its place; None where there is none left."""
    lying = {die.id: die for die in truth.dice if die.in_tray}
    found: list[TrueDie | None] = []
    for reading in dice:
        x, y = reading.place_mm
        far = {id: (d.centre_mm[0] - x) ** 2 + (d.centre_mm[1] - y) ** 2 for id, d in lying.items()}
        nearest = min(far, key=lambda id: far[id], default=None)
        near = nearest is not None and far[nearest] < SAME_DIE_MM**2
        found.append(lying.pop(nearest) if near and nearest is not None else None)
    return tuple(found)


def judge(roll: Roll | None, truth: Truth) -> Verdict:
    """Every die must be there, once, with the face it shows."""
    if roll is None:
        return Verdict.MISSED
    if roll.doubtful:
        return Verdict.DOUBTFUL
    whole = len(roll.dice) == sum(die.in_tray for die in truth.dice)
    pairs = zip(roll.dice, matched(roll.dice, truth), strict=True)
    right = whole and all(die is not None and _same(reading, die) for reading, die in pairs)
    return Verdict.READ if right else Verdict.WRONG


def _same(reading: DieReading, die: TrueDie) -> bool:
    """A plain die may be read as another kind that shows the same number; of a game's own dice the kind counts."""
    return die.face == reading.face and (die.kind == reading.kind or TAUGHT not in die.kind)


def put_right(dice: Sequence[DieReading], truth: Truth) -> list[ToldDie]:
    """What the players say of dice that were read wrong: the face of each, and its kind where that is another."""
    told: list[ToldDie] = []
    for reading, die in zip(dice, matched(dice, truth), strict=True):
        face = (die and die.face) or reading.face
        if die is not None and TAUGHT in die.kind and die.kind != reading.kind:
            told.append((reading.die, face, die.kind))
        else:
            told.append((reading.die, face))
    return told


@dataclass
class Tally:
    """Counts throws by their verdict, and keeps the times of those that were told."""

    counts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))
    dice: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, verdict: Verdict, seconds: float, dice: int) -> None:
        self.counts[verdict] += 1
        self.dice += dice
        if verdict is not Verdict.MISSED:
            self.seconds.append(seconds)

    @property
    def throws(self) -> int:
        return sum(self.counts.values())

    @property
    def wrong(self) -> int:
        return self.counts[Verdict.WRONG]

    def rest_to_number(self) -> tuple[float, float]:
        """Median and 95th percentile, in milliseconds."""
        if not self.seconds:
            return 0.0, 0.0
        ordered = sorted(self.seconds)
        return 1000 * statistics.median(ordered), 1000 * ordered[
            min(len(ordered) - 1, int(0.95 * len(ordered)))
        ]

    def as_data(self) -> dict[str, Any]:
        median, late = self.rest_to_number()
        return {
            "throws": self.throws,
            "dice": self.dice,
            **{verdict.value: count for verdict, count in self.counts.items()},
            "rest_to_number_ms": {"median": round(median), "p95": round(late)},
        }

    def as_text(self) -> str:
        median, late = self.rest_to_number()
        counts = ", ".join(f"{count} {verdict.value}" for verdict, count in self.counts.items())
        return (
            f"{self.throws} throws, {self.dice} dice: {counts}\n"
            f"From rest to the number: median {median:.0f} ms, 95th percentile {late:.0f} ms"
        )
