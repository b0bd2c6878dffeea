"""From final values to places and points (KD-12, KD-13), with Faun, Knight, Cheater and Collector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.king_of_12.adjacency import FACES
from companion.rules.king_of_12.houserules import DEFAULTS
from companion.rules.king_of_12.state import Rules

POINTS = (2, 1)  # winner and second (KD-13)


@dataclass(frozen=True, slots=True)
class Score:
    faces: tuple[int, ...]
    values: tuple[int, ...]
    out: tuple[int, ...]  # seats whose die is cancelled
    winner: int
    second: int
    points: tuple[int, ...]
    turned: tuple[int, ...]  # seats whose Faun turned the die
    collector: int  # −1, or the seat that wins by it


def score(effects: Sequence[str], faces: Sequence[int], values: Sequence[int], rules: Rules) -> Score:
    """`effects` holds the effect of each seat's card, or "" where it has none."""
    new_faces, new_values = list(faces), list(values)
    out = _equal(new_values)
    turned = tuple(seat for seat in out if effects[seat] == "turn_if_cancelled")  # KD-31
    for seat in turned:
        new_faces[seat] = new_values[seat] = _free_face(seat, new_faces, new_values, rules)
    if turned:
        out = _equal(new_values)

    lowest = "lowest_wins" in effects  # KD-25
    swapped = "swap_points" in effects  # KD-26
    ranked = sorted((s for s in range(len(values)) if s not in out), key=lambda s: new_values[s])
    if not lowest:
        ranked.reverse()
    winner = ranked[0] if ranked else -1
    second = ranked[1] if len(ranked) > 1 else -1
    if lowest and swapped and second >= 0 and _rule(rules, "cheater_with_knight") == "second_highest":
        second = ranked[-2] if ranked[-2] != winner else ranked[-1]

    first, then = POINTS[::-1] if swapped else POINTS
    collector = next((seat for seat in out if effects[seat] == "win_if_cancelled"), -1)  # KD-30
    if collector >= 0 and winner < 0 and _rule(rules, "collector_alone") == "nothing":
        collector = -1
    if collector >= 0:
        winner, second = collector, winner
        if _rule(rules, "collector_with_cheater") == "full_points":
            first, then = POINTS

    points = [0] * len(values)
    if winner >= 0:
        points[winner] = first
    if second >= 0:
        points[second] = then
    return Score(tuple(new_faces), tuple(new_values), out, winner, second, tuple(points), turned, collector)


def _equal(values: Sequence[int]) -> tuple[int, ...]:
    """Seats that share their value with another (KD-12)."""
    counts = Counter(values)
    return tuple(seat for seat, value in enumerate(values) if counts[value] > 1)


def _free_face(seat: int, faces: Sequence[int], values: Sequence[int], rules: Rules) -> int:
    """The highest face that lies on top of no other die."""
    others = [other for other in range(len(faces)) if other != seat]
    taken = {faces[other] for other in others}
    if _rule(rules, "faun_ties_again") == "next_face":
        taken |= {values[other] for other in others}
    return max(face for face in FACES if face not in taken)


def _rule(rules: Rules, name: str) -> int | str | bool:
    return rules.get(name, DEFAULTS[name])
