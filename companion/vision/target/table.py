"""A table with a target on it, for the pipeline: the dice of a frame, each with the place where it rests.

Stands before the reader of the tray. While the game's dice are thrown at a target, the referee calls them; where
the target cannot be seen, the reader reads on as ever, and the players tell where a die rests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.camera.source import Picture
from companion.dice import DieKind, DieReading
from companion.vision.calibration.watch import Holds
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane
from companion.vision.target.colour import SYMBOL
from companion.vision.target.follow import Follower, Stands
from companion.vision.target.referee import DieOnTarget, TargetReferee

SURE, DISPUTED = 0.98, 0.6  # confidence of a call: what counts for the rules is `rest`
FEW = 8  # looks without a board between two long searches for it


class OtherReader(Protocol):
    timings: dict[str, float]

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]: ...


@dataclass
class _Aimed:
    """A target that is thrown at."""

    referee: TargetReferee
    follower: Follower
    without: int = 0  # looks since the board was lost


class TargetTable:
    """Reads dice on the target while dice are thrown at one."""

    def __init__(
        self,
        reader: OtherReader,
        referee: TargetReferee | None,
        thrown_at_it: Callable[[DieKind], bool],
        tell: Callable[[float | None], None] = lambda _: None,
    ) -> None:
        """`referee` calls the dice on a target; None while there is none. `thrown_at_it` tells the kinds of dice that
        are thrown at it.

        `tell` is called when the board had moved and was followed, with millimetres, and with None when it is lost.
        """
        self.timings: dict[str, float] = {}
        self._reader, self._thrown_at_it = reader, thrown_at_it
        self._tell = tell
        self.aim_at(referee)

    def aim_at(self, referee: TargetReferee | None) -> None:
        """Another target, or none; counts from the next frame on. From any thread."""
        self._aim = None if referee is None else _Aimed(referee, Follower(referee))

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        aim = self._aim
        mine = [kind for kind in kinds if self._thrown_at_it(kind)]
        if aim is None or not mine or self._follow(aim, picture) is Stands.LOST:
            seen = self._reader.read_table(picture, plane, kinds)
            self.timings = self._reader.timings
            return seen
        sight = aim.referee.look(picture, anew=False)
        self.timings = aim.referee.timings
        if not sight.dice:
            aim.referee.learn(picture)  # the empty board in this evening's light
        return tuple(_seen(number, die, mine) for number, die in enumerate(sight.dice))

    # While the table is still, the pipeline asks now and then whether the board is where it was.

    def watches(self, kinds: Sequence[DieKind]) -> bool:
        return self._aim is not None and any(self._thrown_at_it(kind) for kind in kinds)

    def check(self, picture: Picture) -> Holds:
        """MENDED when the board was elsewhere: what lies on it is read anew. A lost board keeps no game back."""
        aim = self._aim
        if aim is None:
            return Holds.UNSURE
        stands = self._follow(aim, picture)
        return {Stands.STEADY: Holds.STEADY, Stands.MOVED: Holds.MENDED, Stands.LOST: Holds.UNSURE}[stands]

    def _follow(self, aim: _Aimed, picture: Picture) -> Stands:
        """Follow the board, or look for it: now and then where it is nowhere, for that takes long."""
        if aim.without % FEW:
            aim.without += 1
            return Stands.LOST
        known = aim.referee.board is not None
        followed = aim.follower.check(picture)
        if followed.stands is Stands.LOST:
            aim.without += 1
            if known or aim.without == 1:
                self._tell(None)
            return Stands.LOST
        aim.without = 0
        if followed.stands is Stands.MOVED and followed.moved_mm > 0:
            self._tell(followed.moved_mm)
        return followed.stands


def _seen(number: int, die: DieOnTarget, kinds: Sequence[DieKind]) -> SeenDie:
    kind = next((kind for kind in kinds if kind.name.rpartition(".")[2] == die.colour), kinds[0])
    symbol, *blank = kind.faces
    face = symbol if die.face == SYMBOL else blank[0] if blank else symbol
    confidence = DISPUTED if die.call.disputed else SURE
    x, y = (
        die.footprint.centre
    )  # on the board: shifted with its dice, it threw none of them; a table counts up
    reading = DieReading(
        die=number,
        kind=kind.name,
        face=face,
        confidence=confidence,
        doubtful=False,
        alternatives=((face, confidence),),
        place_mm=(x, -y),
        angle_deg=die.footprint.angle_deg,
        size_mm=die.footprint.size_mm,
        colour=die.rgb,
        box=die.box,
        crop=die.picture,
        rest=die.call.rest,
    )
    return SeenDie(reading)
