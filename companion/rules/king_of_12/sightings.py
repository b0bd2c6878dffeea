"""From dice that lie on the table to what they mean: whose they are, and what was done with them.

Whose a die is: a die that nobody touched is known by its identity; one that was moved is told by the place it
lies at, by the face that is expected of it, or because it is the only one left. What is not told by any of
that is asked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.dice import D12
from companion.rules.core import TableDie
from companion.rules.king_of_12.table import Bench
from companion.rules.text import Line, line

CLEARLY_NEARER = 0.75  # a die belongs to a seat when the next seat is at least a third further away


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a settled roll is to the game."""

    kind: str  # rolled, turned, rerolled, agrees
    dice: dict[int, TableDie]  # by seat
    loose: list[TableDie] = field(default_factory=list)  # whose they are must be asked


def meaning(b: Bench, dice: Sequence[TableDie]) -> Meaning | Line:
    """What these dice mean now, or why they mean nothing."""
    dice = [die for die in dice if die.kind == D12.name]
    if not dice:
        return line("kd.roll.none")
    if any(die.face not in D12.faces for die in dice):
        return line("kd.roll.faces")
    if len(dice) > len(b.players):
        return line("kd.roll.too_many", n=len(b.players), got=len(dice))
    mine, loose = _owners(b, dice)
    if b.stage == "roll":
        return _opening(b, mine, loose)
    if b.progress.asks == "turn":
        return _turned(b, mine)
    if b.progress.asks == "reroll":
        return _rerolled(b, mine, loose)
    return _agrees(b, mine, loose)


# Whose is it?


def _owners(b: Bench, dice: Sequence[TableDie]) -> tuple[dict[int, TableDie], list[TableDie]]:
    seats = {player.track: seat for seat, player in enumerate(b.players) if player.track is not None}
    still = [die for die in dice if not die.thrown and die.die in seats]
    # A die that is to be passed on and still lies before its old owner is nobody's yet.
    waits = [die for die in still if b.passing and _nearest(b, die) not in (seats[die.die], None)]
    mine = {seats[die.die]: die for die in still if die not in waits}
    left = [die for die in dice if die not in mine.values() and die not in waits]
    for tell in (_by_place, _by_face):
        mine.update(tell(b, left, _free(b, mine)))
        left = [die for die in left if die not in mine.values()]
    free = _free(b, mine)
    alike = len({die.face for die in left}) == 1  # then it does not matter which is whose
    if alike and len(free) == len(left):
        mine.update(zip(free, left, strict=True))
        left = []
    return mine, left


def _free(b: Bench, mine: dict[int, TableDie]) -> list[int]:
    return [seat for seat in range(len(b.players)) if seat not in mine]


def _by_place(b: Bench, dice: Sequence[TableDie], free: Sequence[int]) -> dict[int, TableDie]:
    claims: dict[int, list[TableDie]] = {}
    for die in dice:
        seat = _nearest(b, die)
        if seat is not None:
            claims.setdefault(seat, []).append(die)
    return {seat: claim[0] for seat, claim in claims.items() if len(claim) == 1 and seat in free}


def _nearest(b: Bench, die: TableDie) -> int | None:
    """The seat before which a die lies; None when that is not clear, or no places are known."""
    if not b.places or die.place_mm is None:
        return None
    far = sorted((math.dist(die.place_mm, place), seat) for seat, place in enumerate(b.places))
    return far[0][1] if far[0][0] <= CLEARLY_NEARER * far[1][0] else None


def _by_face(b: Bench, dice: Sequence[TableDie], free: Sequence[int]) -> dict[int, TableDie]:
    """Dice that were only moved still show what they should."""
    found: dict[int, TableDie] = {}
    if b.stage == "roll":
        return found
    for seat in free:
        for die in dice:
            if die not in found.values() and int(die.face) == b.players[seat].face:
                found[seat] = die
                break
    return found


# What was done with them?


def _opening(b: Bench, mine: dict[int, TableDie], loose: list[TableDie]) -> Meaning | Line:
    """Everybody rolls (KD-6), all at once or one after the other; a die may be thrown again until all lie."""
    fresh = {}
    for seat, die in mine.items():
        player = b.players[seat]
        new = die.thrown or die.die != player.track
        if new and int(die.face) != player.face:
            fresh[seat] = die
    if not fresh and not loose:
        return line("kd.roll.missing", who=b.name(b.lacking()[0]))
    if not fresh and {(die.die, die.face) for die in loose} == {(die.die, die.face) for die in b.loose}:
        return line("kd.wait.whose", face=loose[0].face)
    return Meaning("rolled", fresh, loose)


def _turned(b: Bench, mine: dict[int, TableDie]) -> Meaning | Line:
    seat = b.progress.seat
    player = b.players[seat]
    allowed = b.may_turn_to(seat)
    faces = ", ".join(str(face) for face in allowed)
    if seat not in mine:
        return _not_there(b, seat)
    got = int(mine[seat].face)
    if got in allowed:
        return Meaning("turned", mine)
    if got in (player.face, player.seen):
        return line("kd.roll.turn", who=b.name(seat), face=player.face, faces=faces)
    return line("kd.no.not_touching", who=b.name(seat), got=got, face=player.face, faces=faces)


def _rerolled(b: Bench, mine: dict[int, TableDie], loose: list[TableDie]) -> Meaning | Line:
    seat = b.progress.seat
    player = b.players[seat]
    if seat not in mine:
        return _not_there(b, seat)
    # While dice are still to be turned or passed, a die that shows what it showed, or what it should, was
    # only moved for that.
    moved = (b.passing or player.face != player.seen) and int(mine[seat].face) in (player.face, player.seen)
    if mine[seat].thrown and not moved:
        return Meaning("rerolled", mine)
    found = _agrees(b, mine, loose)
    return found if isinstance(found, Meaning) else line("kd.wait.reroll", who=b.name(seat))


def _agrees(b: Bench, mine: dict[int, TableDie], loose: list[TableDie]) -> Meaning | Line:
    """Nobody waits for dice, but some may have been turned or passed as the cards say."""
    for seat, player in enumerate(b.players):
        if seat not in mine and not loose:
            return _not_there(b, seat)
        got = int(mine[seat].face) if seat in mine else int(loose[0].face)
        if got != player.face:
            return line("kd.roll.should_show", who=b.name(seat), face=player.face, got=got)
    if b.passing and not b.places and any(not die.thrown for die in mine.values()):
        return line("kd.roll.pass")
    if not b.passing and all(player.face == player.seen for player in b.players):
        return line("kd.roll.nothing")
    return Meaning("agrees", mine)


def _not_there(b: Bench, seat: int) -> Line:
    return line("kd.roll.pass") if b.passing else line("kd.roll.not_there", who=b.name(seat))
