"""Dice on their way into the log and out of it: as they were read, as a player tells them, as the log keeps them."""

from __future__ import annotations

from dataclasses import replace

from companion.colours import name_of
from companion.dice import DieReading
from companion.journal.entries import DieSeen
from companion.journal.play import Play
from companion.screens.port import ShownDice, ToldDie


def corrected(reading: DieReading | None, told: ToldDie, kind: str) -> DieReading:
    """The reading as a player says it is: certain, whatever the camera thought."""
    die, face, *named = told
    kind = named[0] if named else reading.kind if reading is not None else kind
    if reading is None:  # a die the camera missed
        return DieReading(die, kind, face, 1.0, False, ((face, 1.0),), (0, 0), 0, 0, (0, 0, 0), (0, 0, 0, 0))
    return replace(reading, kind=kind, face=face, confidence=1.0, doubtful=False)


def place_of(reading: DieReading) -> tuple[float, float] | None:
    """Where it lies; a die the camera missed lies nowhere."""
    return (round(reading.place_mm[0], 1), round(reading.place_mm[1], 1)) if reading.die >= 0 else None


def reading_of(seen: DieSeen, crop: bytes) -> DieReading:
    """A die of the log, as far as the log knows it."""
    return DieReading(
        die=seen.die,
        kind=seen.kind,
        face=seen.face,
        confidence=seen.confidence,
        doubtful=False,
        alternatives=seen.alternatives or ((seen.face, seen.confidence),),
        place_mm=seen.place_mm,
        angle_deg=0.0,
        size_mm=0.0,
        colour=(0, 0, 0),
        box=(0.0, 0.0, 0.0, 0.0),
        crop=crop,
    )


def seen_of(reading: DieReading, thrown: bool) -> DieSeen:
    return DieSeen(
        die=reading.die,
        kind=reading.kind,
        face=reading.face,
        thrown=thrown,
        confidence=round(reading.confidence, 4),
        alternatives=tuple((face, round(p, 4)) for face, p in reading.alternatives[:3]),
        place_mm=(round(reading.place_mm[0], 1), round(reading.place_mm[1], 1)),
        colour=name_of(reading.colour) if reading.box[2] > reading.box[0] else "",
    )


def roll_until(play: Play, number: int | None) -> ShownDice:
    """The last roll that stands, up to this entry of the log; None: up to its end."""
    for happened in reversed(play.happened):
        late = number is not None and happened.number > number
        if happened.seen and not happened.undone and happened.dropped is None and not late:
            crops = play.crops(happened.number)
            dice = tuple(reading_of(seen, crops.get(seen.die, b"")) for seen in happened.seen)
            kept = frozenset(seen.die for seen in happened.seen if not seen.thrown)
            return ShownDice(dice, happened.number, kept=kept)
    return ShownDice()
