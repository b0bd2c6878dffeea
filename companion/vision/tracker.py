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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.dice import DieReading
from companion.vision import tracked
from companion.vision.flaws import UNCLEAR, may_count
from companion.vision.seen import SeenDie
from companion.vision.tracked import Tracked


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
            self._known[die.reading.die] = replace(die, told=True, clearly=None)

    def whole(self, seen: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
        """The same dice without what is only the rest of one that something lies on."""
        kept = self.kept(seen)
        found = set(kept.values())

        def covered(index: int) -> bool:
            own = kept.get(index)
            perhaps = (
                die
                for die in self.lying
                if die.touched and not die.bared and (die.reading.die == own or die.reading.die not in found)
            )
            return any(tracked.rest_of(seen[index].reading, die.reading) for die in perhaps)

        return tuple(die for index, die in enumerate(seen) if not covered(index))

    def uncover(self, seen: Sequence[SeenDie]) -> None:
        """Dice that something lay on, and that show again what they showed before it, are what they were."""
        for die in self.lying:
            if die.clearly is not None and any(tracked.uncovered(new, die) for new in seen):
                self._known[die.reading.die] = replace(die.clearly, touched=True)

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
            alike = [die for die in free if tracked.alike(reading, die.reading)]
            if alike:
                best = min(
                    alike, key=lambda d: (tracked.went(d, reading), tracked.colours_apart(reading, d.reading))
                )
                identities[index] = best.reading.die
                free.remove(best)
            else:
                identities[index], new = new, new + 1
        for index, upper in self._raised(seen, kept, free).items():
            identities[index] = upper
            del kept[index]
        turned = {i for i, who in kept.items() if tracked.turned_over(seen[i], self._known[who])}
        surely = {i for i in turned if tracked.sure(seen[i], self._known[kept[i]])}
        stayed = kept.keys() - turned
        hidden = [die for die in self.lying if die.reading.die not in identities.values() and not die.bared]
        dice = []
        for index, identity in identities.items():
            die = self._named(seen[index], identity, index in kept and index not in surely)
            if index in stayed:
                on_top = self._known[identity].flaw == tracked.STACKED and tracked.upon(die.reading, hidden)
            else:
                on_top = tracked.put_on_another(die.reading, self._known.get(identity), hidden)
            dice.append(replace(die, flaw=tracked.STACKED) if on_top and may_count(die.flaw) else die)
        moved = frozenset(identity for index, identity in identities.items() if index not in stayed)
        untold = {i for i in identities.values() if i not in moved and not self._known[i].told}
        unturned = frozenset(
            who
            for index, who in identities.items()
            if who in moved
            and who in self._known
            and self._known[who].clear
            and self._known[who].reading.face == seen[index].reading.face
        )
        perhaps = frozenset(kept[index] for index in turned - surely)
        return Match(
            tuple(sorted(dice, key=lambda d: d.reading.die)), moved, moved | untold, unturned, perhaps
        )

    def missing(self, seen: Sequence[SeenDie]) -> tuple[DieReading, ...]:
        """The dice that lay there and are not seen at their places."""
        kept = self.kept(seen).values()
        return tuple(die.reading for die in self.lying if die.reading.die not in kept and not die.bared)

    def rest(self, match: Match, told: bool) -> None:
        """The table rests like this. `told`: a roll tells of every die that was thrown."""
        here = {die.reading.die: die for die in match.dice}
        below = [d.reading for who, d in here.items() if who not in match.moved and not d.flaw]
        for identity, die in self._known.items():
            if identity in here:
                continue
            # What lay or leaned on a die that is seen again was taken down.
            upon = (tracked.at_one_place(new, die.reading) for new in below)
            down = not may_count(die.flaw) and any(upon)
            if die.here and not (die.bared or down):
                self._known[identity] = replace(die, hidden=True)
            else:
                self._known[identity] = Tracked(die.reading, here=False)
        for identity, seen in here.items():
            # Whether a turned die moved is for the players to say; what was told of it stays told.
            before = identity in match.turned and self._known[identity].told
            known = told or before or identity not in match.thrown
            now = Tracked(seen.reading, told=known, flaw=seen.flaw)
            clearly = None if now.clear else self._clearly(identity, match)
            # What is no die nobody needs to see go, and nothing lies upon it or is a part of it.
            here_still = not tracked.no_die(now, self._known.values())
            self._known[identity] = replace(now, clearly=clearly, here=here_still)
        self._next = max([self._next - 1, *self._known]) + 1

    def _clearly(self, identity: int, match: Match) -> Tracked | None:
        """How a die lay that cannot be told now, but has not gone from its place."""
        old = self._known.get(identity)
        if old is None or not old.here or old.bared or identity in match.moved - match.turned:
            return None
        return old if old.clear else old.clearly

    def kept(self, seen: Sequence[SeenDie]) -> dict[int, int]:
        """Index among the seen, and identity, of every die that stayed where it was; nearest pairs first."""
        pairs = []
        for index, new in enumerate(seen):
            for die in self.lying:
                if tracked.stayed(new, die):
                    apart = math.dist(new.reading.place_mm, die.reading.place_mm)
                    pairs.append((apart, index, die.reading.die))
        kept: dict[int, int] = {}
        for _, index, identity in sorted(pairs):
            if index not in kept and identity not in kept.values():
                kept[index] = identity
        return kept

    def _raised(
        self, seen: Sequence[SeenDie], kept: Mapping[int, int], free: Sequence[Tracked]
    ) -> dict[int, int]:
        """Of the dice that seem to lie where they lay, those that are another, and which: it was put upon them."""
        gone = [die for die in free if die.here and die.bared]
        upper: dict[int, int] = {}
        for index, who in kept.items():
            reading = seen[index].reading
            alike = [die for die in gone if tracked.alike(reading, die.reading)]
            if alike and tracked.raised(reading, self._known[who]):
                best = min(alike, key=lambda d: tracked.colours_apart(reading, d.reading))
                gone.remove(best)
                upper[index] = best.reading.die
        return upper

    def _as_before(self, seen: SeenDie, identity: int | None) -> SeenDie:
        old = None if identity is None else self._known[identity]
        if old is None or old.touched or not old.clear:
            return seen
        return SeenDie(replace(old.reading, place_mm=seen.reading.place_mm, box=seen.reading.box))

    def _named(self, seen: SeenDie, identity: int, kept: bool) -> SeenDie:
        reading = replace(seen.reading, die=identity)
        before = self._known[identity].plainly if kept else None
        if before is not None and before.reading.face != reading.face:
            # It lies as it lay and shows another face: one of the two readings is wrong, whatever later looks say.
            return replace(seen, reading=replace(reading, doubtful=True), flaw=seen.flaw or UNCLEAR)
        return replace(seen, reading=reading)
