"""What the logs tell about the dice: how often each face came up, is that fair, how often a read was wrong.

Counted are dice that were thrown, in rolls that stand: not the undone ones, and corrected ones as they were
corrected.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.dice import PLAIN_KINDS
from companion.journal.entries import Did, DieSeen
from companion.journal.errors import StoreError
from companion.journal.fold import AnyGame, Folded, fold, game_of
from companion.journal.report import thrown
from companion.journal.store import Store

FEWEST_PER_FACE = 5  # with fewer expected, the chi-square test says nothing
SUSPICIOUS = 0.01  # a fair die looks this odd once in a hundred times

_FACES = {kind.name: kind.faces for kind in PLAIN_KINDS}


@dataclass(frozen=True, slots=True)
class Fairness:
    """How well the counts fit a die whose faces are all as likely."""

    chi_square: float
    chance: float  # that a fair die looks at least as uneven
    suspicious: bool


@dataclass(frozen=True, slots=True)
class KindCount:
    """One kind of die over many rolls."""

    kind: str
    faces: Mapping[str, int]
    fairness: Fairness | None  # None with too few throws, or for a kind whose faces are not known

    @property
    def thrown(self) -> int:
        return sum(self.faces.values())


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """The dice of one kind that a player threw, over all games under that name: the own dice, as a rule."""

    player: str
    count: KindCount


@dataclass(frozen=True, slots=True)
class ColourCount:
    """The dice of one kind and colour: one die, or a few that look the same."""

    colour: str
    count: KindCount


@dataclass(frozen=True, slots=True)
class Statistics:
    """All the logs of a store together."""

    games: int
    unreadable: int  # games that could not be folded and are left out
    rolls: int
    kinds: tuple[KindCount, ...]
    players: tuple[PlayerCount, ...]
    colours: tuple[ColourCount, ...]
    dice_read: int  # by the camera
    dice_corrected: int  # of these, by a player afterwards


def statistics(store: Store, known: Mapping[str, AnyGame] | None = None) -> Statistics:
    """Count every game of the store."""
    faces: dict[str, Counter[str]] = {}
    owned: dict[tuple[str, str], Counter[str]] = {}
    coloured: dict[tuple[str, str], Counter[str]] = {}
    games = unreadable = rolls = read = corrected = 0
    for record in store.games():
        try:
            entries = store.entries(record.id)
            folded = fold(game_of(entries, known), entries)
        except StoreError:
            unreadable += 1
            continue
        games += 1
        seats = folded.game.seats(folded.start)
        for found in thrown(folded):
            owned.setdefault((seats[found.seat].name, found.kind), Counter()).update(found.faces)
        for number, seen in _standing(folded).items():
            rolls += 1
            for die in seen:
                if die.thrown:
                    faces.setdefault(die.kind, Counter())[die.face] += 1
                    if die.colour:
                        coloured.setdefault((die.kind, die.colour), Counter())[die.face] += 1
            first = entries[number - 1].what
            if isinstance(first, Did) and first.by == "camera":
                read += len(first.seen)
                corrected += _corrections(first.seen, seen)
    kinds = tuple(_kind_count(kind, counts) for kind, counts in sorted(faces.items()))
    players = tuple(
        PlayerCount(player, _kind_count(kind, counts)) for (player, kind), counts in sorted(owned.items())
    )
    colours = tuple(
        ColourCount(colour, _kind_count(kind, counts)) for (kind, colour), counts in sorted(coloured.items())
    )
    return Statistics(games, unreadable, rolls, kinds, players, colours, read, corrected)


def fairness(counts: Sequence[int]) -> Fairness | None:
    """The chi-square test against a die whose faces are all as likely; None with too few throws."""
    expected = sum(counts) / len(counts)
    if expected < FEWEST_PER_FACE:
        return None
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    chance = _tail(chi_square, len(counts) - 1)
    return Fairness(chi_square, chance, chance < SUSPICIOUS)


def _standing(folded: Folded) -> dict[int, tuple[DieSeen, ...]]:
    """The dice of every roll that stands, by its entry."""
    return {h.number: h.seen for h in folded.happened if h.seen and not h.undone}


def _corrections(read: Iterable[DieSeen], truth: Iterable[DieSeen]) -> int:
    """Dice that were read as another face, or were not there at all."""
    faces = {die.die: die.face for die in truth}
    return sum(faces.get(die.die) != die.face for die in read)


def _kind_count(kind: str, counts: Counter[str]) -> KindCount:
    known = _FACES.get(kind)
    if known is None or set(counts) - set(known):
        return KindCount(kind, dict(sorted(counts.items())), None)
    ordered = {face: counts[face] for face in known}
    return KindCount(kind, ordered, fairness(list(ordered.values())))


def _tail(chi_square: float, degrees: int) -> float:
    """The chance of a chi-square value at least this large: two degrees at a time, from one or from two."""
    half = chi_square / 2
    at, chance = (1.0, math.exp(-half)) if degrees % 2 == 0 else (0.5, math.erfc(math.sqrt(half)))
    while at < degrees / 2:
        chance += math.exp(at * math.log(half) - half - math.lgamma(at + 1)) if half else 0.0
        at += 1
    return min(chance, 1.0)
