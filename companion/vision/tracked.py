"""A die that the tracker knows, and what a new look at the table says of it.

Did it stay, was it turned over on the spot, which of those that are gone is it, does it lie upon another, is it only
the rest of one that lies under a card? Each answer compares one new reading with what is known.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.dice import D12, DieReading
from companion.vision.flaws import may_count
from companion.vision.seen import SeenDie

NUDGE_SHARE = 0.35  # of a die's size: a kept die may be pushed this far
TWIST_DEG = 20.0  # and turned this much
# A die thrown anew comes to rest this near its old pose once in 10,000 throws.
EXACT_SHARE, EXACT_DEG = 0.12, 7.0
SURE = 0.95  # two readings of one place that differ are a turned die without a question if both are this sure
COLOUR_APART = 90.0  # the light changes a die's colour by less, another die's colour is further
SIZE_APART = 0.3
ON_TOP_SHARE = 0.6  # of a die's size: nearer to the middle of another, a die can only lie upon it
GREW = 0.025  # in natural logarithm: a die upon another is nearer to the camera than the one it hides
# What is left to see of a die under a card: inside its box, and smaller, but never so small that nobody could read it.
PART_INSIDE, PART_SHARE, PART_SIZE = 0.85, 0.7, 0.85
PART_LEAST = 0.3
HUGE = 2.0  # times as large as any die that was clear: a cup or a hand that looked like one
CUT_SHARE = 0.93  # of its box: what shows less may lack a pip
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
    flaw: str = ""  # why it could not count as it lay there
    clearly: Tracked | None = (
        None  # as it was when it last lay there for all to see; something covers it since
    )

    @property
    def clear(self) -> bool:
        """Did it show without doubt what it showed?"""
        return not (self.flaw or self.reading.doubtful)

    @property
    def plainly(self) -> Tracked | None:
        """As it was when it last lay there for all to see, if that was at this place."""
        return self if self.clear else self.clearly


def stayed(seen: SeenDie, old: Tracked) -> bool:
    """Does it lie as it lay? Where a look at it is not clear, its place alone tells."""
    new, before = seen.reading, old.reading
    apart = math.dist(new.place_mm, before.place_mm)
    turned = _turned(new.angle_deg, before.angle_deg)
    exactly = apart <= EXACT_SHARE * before.size_mm and turned <= EXACT_DEG
    # Another light gives a die another colour; it does not lay a die of another colour just as this one lay.
    same_looks = alike(new, before) or (exactly and (new.kind, new.face) == (before.kind, before.face))
    if old.bared or apart > NUDGE_SHARE * before.size_mm or not same_looks:
        return False
    twisted = turned > TWIST_DEG and new.kind != D12.name  # the angle of a d12 says little
    unclear = bool(seen.flaw) or new.doubtful
    return not old.touched or exactly or unclear or (new.face == before.face and not twisted)


def uncovered(seen: SeenDie, old: Tracked) -> bool:
    """Does it lie there for all to see again, and show what it showed before something covered it?"""
    before = old.clearly
    if before is None or old.bared or seen.flaw or seen.reading.doubtful:
        return False
    return seen.reading.face == before.reading.face and stayed(seen, replace(before, touched=True))


def went(die: Tracked, new: DieReading) -> int:
    """How well a die that is gone accounts for a new one, best first.

    Best was seen to go just now, or lay where both would not fit; then one that a hand came near and that is missing
    since; then those that were picked up before. One that was not seen before either may still lie under something.
    """
    if not die.here:
        return 2
    apart = math.dist(new.place_mm, die.reading.place_mm) / die.reading.size_mm
    if die.bared or ON_TOP_SHARE < apart < 1:
        return 0
    return 1 if die.touched and not die.hidden else 3


def turned_over(new: SeenDie, old: Tracked) -> bool:
    """It lies where it lay, a hand was there, and it does not show what it clearly showed."""
    changed = new.reading.face != old.reading.face and old.clear
    return old.touched and changed and may_count(new.flaw)


def sure(new: SeenDie, old: Tracked) -> bool:
    """Are both readings too sure for one of them to be wrong? What lies under the edge of a cup is not."""
    cut = part_of(new.reading, old.reading, CUT_SHARE)
    clear = not (cut or new.flaw or new.reading.doubtful or old.reading.doubtful)
    return clear and min(old.reading.confidence, new.reading.confidence) >= SURE


def raised(new: DieReading, old: Tracked) -> bool:
    """Where one like it has gone from its place: may it have been put upon this one?

    If it shows the same, only that it is nearer to the camera tells; if not, that it is farther away tells otherwise.
    """
    nearer = math.log(new.size_mm / old.reading.size_mm)
    return old.touched and nearer > (GREW if new.face == old.reading.face else -GREW)


def put_on_another(new: DieReading, before: Tracked | None, hidden: Sequence[Tracked]) -> bool:
    """A die that lies where another lay, which nobody saw go, lies on it; it counts for nothing there.

    `before` is the die it is taken for, which moved. Another like it that is missing may be the upper one, too.
    """
    taken_for_it = before is not None and before.here and not before.bared
    if before is not None and taken_for_it and any(alike(new, die.reading) for die in hidden):
        return upon(new, [*hidden, before])
    return upon(new, hidden)


def upon(new: DieReading, below: Sequence[Tracked]) -> bool:
    """Can it only lie on one of these?"""
    return any(at_one_place(new, die.reading) for die in below)


def rest_of(new: DieReading, old: DieReading) -> bool:
    """Is it only what is left to see of a die under a card? A whole one that lies straight has a smaller box, too."""
    sized = PART_LEAST * old.size_mm <= new.size_mm <= PART_SIZE * old.size_mm
    return sized and part_of(new, old, PART_SHARE)


def part_of(new: DieReading, old: DieReading, share: float) -> bool:
    """Is it so much smaller, and so well inside of what was seen before, that it is only what is left to see of it?"""
    box, whole = new.box, old.box
    area = max(1e-6, (box[2] - box[0]) * (box[3] - box[1]))
    wide = min(box[2], whole[2]) - max(box[0], whole[0])
    high = min(box[3], whole[3]) - max(box[1], whole[1])
    inside = max(0.0, wide) * max(0.0, high)
    larger = (whole[2] - whole[0]) * (whole[3] - whole[1])
    smaller = inside >= PART_INSIDE * area and area <= share * larger
    return smaller and colours_apart(new, old) <= COLOUR_APART


def at_one_place(new: DieReading, old: DieReading) -> bool:
    """Are they so near to each other that two dice would not fit side by side?"""
    return math.dist(new.place_mm, old.place_mm) <= ON_TOP_SHARE * old.size_mm


def no_die(thing: Tracked, others: Iterable[Tracked]) -> bool:
    """Was it something else, which looked like a die that cannot count? None is so much larger than those that do."""
    largest = max((die.reading.size_mm for die in others if die.clear), default=math.inf)
    return bool(thing.flaw) and thing.reading.size_mm > HUGE * largest


def alike(new: DieReading, old: DieReading) -> bool:
    """Could it be the same die, judged by its looks?"""
    return (
        new.kind == old.kind
        and colours_apart(new, old) <= COLOUR_APART
        and abs(math.log(new.size_mm / old.size_mm)) <= SIZE_APART
    )


def colours_apart(a: DieReading, b: DieReading) -> float:
    return math.dist(a.colour, b.colour)


def _turned(a: float, b: float) -> float:
    """Degrees between two angles of a square."""
    return abs((a - b + 45) % 90 - 45)
