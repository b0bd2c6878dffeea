"""Which die is which: identity over time, and which dice were thrown since the last roll.

A die that nothing came near keeps its identity and is kept. One that something passed over is kept if it
lies as it lay: same face, same angle, pushed by less than a third of its size. A die that lies elsewhere,
shows another face, or whose place lay bare in between was thrown, even if it came to rest where it was. One
that a hand turned over on the spot is the same die and was thrown, if both faces were read for sure; else one
of the two readings may as well be wrong, and the players are asked. A thrown die takes the identity of a die of
its kind and colour that was picked up, so that five dice stay the same five over a whole evening. A die that is
not seen, though its place never lay bare, is hidden: a card or a cup lies on it, and when that is taken away it
is the same die, not a throw. What lies there instead of it is no throw either, if it is a die: it was put on top.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.dice import DieReading
from companion.vision.flaws import UNCLEAR, may_count
from companion.vision.seen import SeenDie

NUDGE_SHARE = 0.35  # of a die's size: a kept die may be pushed this far
TWIST_DEG = 20.0  # and turned this much
EXACT_SHARE, EXACT_DEG = (
    0.12,
    7.0,
)  # a die thrown anew comes to rest this near its old pose once in 10,000 throws
SURE = 0.95  # two readings of one place that differ are a turned die without a question if both are this sure
COLOUR_APART = 90.0  # the light changes a die's colour by less, another die's colour is further
SIZE_APART = 0.3
ON_TOP_SHARE = 0.6  # of a die's size: nearer to the middle of another, a die can only lie upon it
STACKED = "sight.die_stacked"


@dataclass(frozen=True, slots=True)
class Tracked:
    """A die the tracker knows."""

    reading: DieReading  # with its identity
    here: bool = True  # it lay on the table when the table last rested
    told: bool = False  # a roll told of it as it lies now
    touched: bool = False  # something moved at its place since
    bared: bool = False  # its place was seen empty since
    hidden: bool = False  # it was not seen, but nobody saw it go


@dataclass(frozen=True, slots=True)
class Match:
    """The dice on the table with their identities."""

    dice: tuple[SeenDie, ...]
    moved: frozenset[int]  # since the table last rested
    thrown: frozenset[int]  # since the last roll that was told
    unturned: frozenset[int] = frozenset()  # moved, and yet they show what they showed
    turned: frozenset[int] = frozenset()  # moved if a hand turned them over on the spot, which is in doubt


class Tracker:
    """Remembers the dice and gives new readings their identities."""

    def __init__(self, first: int = 1) -> None:
        self._known: dict[int, Tracked] = {}
        self._next = first

    @property
    def lying(self) -> tuple[Tracked, ...]:
        """The dice that lay on the table when it last rested, hidden ones too."""
        return tuple(die for die in self._known.values() if die.here)

    def touched(self, die: int) -> None:
        """Something moved where this die lies."""
        self._known[die] = replace(self._known[die], touched=True)

    def bared(self, die: int) -> None:
        """The place of this die was seen empty."""
        self._known[die] = replace(self._known[die], bared=True)

    def tell(self) -> None:
        """Every die that lies there is part of a roll that was used."""
        for die in self.lying:
            self._known[die.reading.die] = replace(die, told=True)

    def remember(self, seen: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
        """Dice that nothing came near cannot have changed: they read as before, unless that was in doubt."""
        kept = self.kept(seen)
        return tuple(self._as_before(die, kept.get(index)) for index, die in enumerate(seen))

    def match(self, seen: Sequence[SeenDie]) -> Match:
        """Who is who among the dice at rest. Changes nothing; `rest` makes it so."""
        kept = self.kept(seen)
        identities = dict(kept)
        free = [die for die in self._known.values() if die.reading.die not in kept.values()]
        new = self._next
        for index in range(len(seen)):
            if index in kept:
                continue
            reading = seen[index].reading
            alike = [die for die in free if _alike(reading, die.reading)]
            if alike:
                # Dice that were picked up come first: one that lay there may only have been missed.
                best = min(alike, key=lambda d: (d.here and not d.bared, _colours_apart(reading, d.reading)))
                identities[index] = best.reading.die
                free.remove(best)
            else:
                identities[index], new = new, new + 1
        turned = {i for i, who in kept.items() if _turned_over(seen[i], self._known[who])}
        surely = {i for i in turned if _sure(seen[i], self._known[kept[i]])}
        stayed = kept.keys() - turned
        unseen = [die for die in self.lying if die.reading.die not in identities.values() and not die.bared]
        dice = [
            _on_top(
                self._named(seen[index], identity, index in kept and index not in surely),
                unseen,
                None if index in stayed else self._known.get(identity),
            )
            for index, identity in identities.items()
        ]
        moved = frozenset(identity for index, identity in identities.items() if index not in stayed)
        untold = {i for i in identities.values() if i not in moved and not self._known[i].told}
        unturned = frozenset(
            who
            for index, who in identities.items()
            if who in moved
            and who in self._known
            and self._known[who].reading.face == seen[index].reading.face
        )
        perhaps = frozenset(kept[index] for index in turned - surely)
        return Match(
            tuple(sorted(dice, key=lambda d: d.reading.die)), moved, moved | untold, unturned, perhaps
        )

    def rest(self, match: Match, told: bool) -> None:
        """The table rests like this. `told`: a roll tells of every die that was thrown."""
        here = {die.reading.die: die.reading for die in match.dice}
        for identity, die in self._known.items():
            if identity in here:
                continue
            if die.here and not die.bared:
                self._known[identity] = replace(die, hidden=True)
            else:
                self._known[identity] = Tracked(die.reading, here=False)
        for identity, reading in here.items():
            # Whether a turned die moved is for the players to say; what was told of it stays told.
            before = identity in match.turned and self._known[identity].told
            self._known[identity] = Tracked(reading, told=told or before or identity not in match.thrown)
        self._next = max([self._next - 1, *self._known]) + 1

    def kept(self, seen: Sequence[SeenDie]) -> dict[int, int]:
        """Index among the seen, and identity, of every die that stayed where it was; nearest pairs first."""
        pairs = []
        for index, new in enumerate(seen):
            for die in self.lying:
                if _stayed(new.reading, die):
                    apart = math.dist(new.reading.place_mm, die.reading.place_mm)
                    pairs.append((apart, index, die.reading.die))
        kept: dict[int, int] = {}
        for _, index, identity in sorted(pairs):
            if index not in kept and identity not in kept.values():
                kept[index] = identity
        return kept

    def _as_before(self, seen: SeenDie, identity: int | None) -> SeenDie:
        old = None if identity is None else self._known[identity]
        if old is None or old.touched or old.reading.doubtful:
            return seen
        return SeenDie(replace(old.reading, place_mm=seen.reading.place_mm, box=seen.reading.box))

    def _named(self, seen: SeenDie, identity: int, kept: bool) -> SeenDie:
        reading = replace(seen.reading, die=identity)
        before = self._known[identity].reading if kept else reading
        if before.face != reading.face and not before.doubtful:
            # It lies as it lay and shows another face: one of the two readings is wrong.
            return replace(seen, reading=replace(reading, doubtful=True), flaw=seen.flaw or UNCLEAR)
        return replace(seen, reading=reading)


def _stayed(new: DieReading, old: Tracked) -> bool:
    before = old.reading
    apart = math.dist(new.place_mm, before.place_mm)
    turned = _turned(new.angle_deg, before.angle_deg)
    exactly = apart <= EXACT_SHARE * before.size_mm and turned <= EXACT_DEG
    # Another light gives a die another colour; it does not lay a die of another colour just as this one lay.
    alike = _alike(new, before) or (exactly and (new.kind, new.face) == (before.kind, before.face))
    if old.bared or apart > NUDGE_SHARE * before.size_mm or not alike:
        return False
    return not old.touched or exactly or (new.face == before.face and turned <= TWIST_DEG)


def _turned_over(new: SeenDie, old: Tracked) -> bool:
    """It lies where it lay, a hand was there, and it does not show what it clearly showed."""
    changed = new.reading.face != old.reading.face and not old.reading.doubtful
    return old.touched and changed and may_count(new.flaw)


def _sure(new: SeenDie, old: Tracked) -> bool:
    """Are both readings too sure for one of them to be wrong?"""
    clear = not (new.flaw or new.reading.doubtful or old.reading.doubtful)
    return clear and min(old.reading.confidence, new.reading.confidence) >= SURE


def _on_top(seen: SeenDie, unseen: Sequence[Tracked], before: Tracked | None) -> SeenDie:
    """A die that lies where another lay, which nobody saw go, lies on it; it counts for nothing there.

    `before` is the die it is taken for, if that moved. Another like it that is missing may be the upper one, too.
    """
    below = list(unseen)
    if before is not None and before.here and not before.bared:
        below += [before for die in unseen if _alike(seen.reading, die.reading)]
    near = any(
        math.dist(seen.reading.place_mm, die.reading.place_mm) <= ON_TOP_SHARE * die.reading.size_mm
        for die in below
    )
    return replace(seen, flaw=STACKED) if near and may_count(seen.flaw) else seen


def _alike(new: DieReading, old: DieReading) -> bool:
    """Could it be the same die, judged by its looks?"""
    return (
        new.kind == old.kind
        and _colours_apart(new, old) <= COLOUR_APART
        and abs(math.log(new.size_mm / old.size_mm)) <= SIZE_APART
    )


def _colours_apart(a: DieReading, b: DieReading) -> float:
    return math.dist(a.colour, b.colour)


def _turned(a: float, b: float) -> float:
    """Degrees between two angles of a square."""
    return abs((a - b + 45) % 90 - 45)
