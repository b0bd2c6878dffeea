"""Numbers that depend on the table: "4 + 1 arrow + 1 foot", "half die", "5 + 1 fire_mastery".

A formula is a sum. A term is a number, a name, or a number times a name. `half` in front halves the
whole sum, rounded up (DT-46). A name is a symbol (counted among the dice, DT-71), a status (counted on the own
board; `target.poison` on the target's), or one of WORDS. A name that begins with "?" is a printed number
nobody could tell us: the players are asked once. "?per_claw claw" is that number times the claws.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec

WORDS = {
    "total": "the sum of the dice",
    "die": "the value of the first die",
    "cp": "the player's Combat Points",
    "n": "what was paid or removed just before",
    "further_attempts": "Roll Attempts beyond the first, at most 2",
    "spirits": "Seedlings, Saplings and the Dryad together",
    "bots": "Bots that were built",
}
_TERM = re.compile(r"^(?:(\d+)\s+)?((?:\?[a-z][a-z0-9_]*\s+)?\??[a-z][a-z0-9_.]*)$|^(\d+)$")


class Formula(msgspec.Struct, frozen=True):
    base: int
    terms: tuple[tuple[int, str], ...]
    half: bool


@cache
def formula(text: str) -> Formula:
    """Read a formula. Raises ValueError that says what was expected."""
    rest = text.strip()
    half = rest.startswith("half ")
    if half:
        rest = rest[5:]
    base = 0
    terms: list[tuple[int, str]] = []
    for sign, part in re.findall(r"([+-]|^)\s*([^+-]+)", rest):
        match = _TERM.match(part.strip())
        if match is None:
            raise ValueError(f"expected a number or a sum such as '4 + 1 arrow', got '{text}'")
        factor = -1 if sign == "-" else 1
        if match[3] is not None:
            base += factor * int(match[3])
        else:
            terms.append((factor * int(match[1] or 1), match[2]))
    if not base and not terms and rest.strip() != "0":
        raise ValueError(f"expected a number or a sum such as '4 + 1 arrow', got '{text}'")
    return Formula(base, tuple(terms), half)


def half_up(n: int) -> int:
    """All divisions round up (DT-46)."""
    return (n + 1) // 2
