"""A die as one frame of the table shows it: the reading, and how well it fits a die lying flat."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import DieReading


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die in one frame. Its identity is the tracker's business; here `reading.die` is only a number."""

    reading: DieReading
    misfit: float = 0.0  # how far its outline is from a flat die's
    leans: float = 0.0  # how likely it leans: above a half it does
    no_die: float = 0.0  # probability that its top face cannot be seen
    doubt_below: float = 1.0  # the confidence below which its face is in doubt; 1: nobody said
    flaw: str = ""  # message id of why it cannot count, such as "sight.die_cocked"; "" when it can
