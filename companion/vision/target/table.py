"""A table with a target on it, for the pipeline: the dice of a frame, each with the place where it rests.

Stands before the reader of the tray. While the game's dice are thrown at a target, the referee calls them; where
the target cannot be seen, the reader reads on as ever, and the players tell where a die rests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.camera.source import Picture
from companion.dice import DieKind, DieReading
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


class TargetTable:
    """Reads dice on the target while dice are thrown at one."""

    def __init__(
        self,
        reader: OtherReader,
        referee: TargetReferee,
        thrown_at_it: Callable[[DieKind], bool],
        tell: Callable[[float | None], None] = lambda _: None,
    ) -> None:
        """`thrown_at_it` tells the kinds of dice that are thrown at the target.

        `tell` is called when the board had moved and was followed, with millimetres, and with None when it is lost.
        """
        self.timings: dict[str, float] = {}
        self._reader, self._referee, self._thrown_at_it = reader, referee, thrown_at_it
        self._tell = tell
        self._follower = Follower(referee)
        self._without = 0

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        mine = [kind for kind in kinds if self._thrown_at_it(kind)]
        if not mine or not self._board_there(picture):
            seen = self._reader.read_table(picture, plane, kinds)
            self.timings = self._reader.timings
            return seen
        sight = self._referee.look(picture, anew=False)
        self.timings = self._referee.timings
        if not sight.dice:
            self._referee.learn(picture)  # the empty board in this evening's light
        return tuple(_seen(number, die, mine, plane) for number, die in enumerate(sight.dice))

    def _board_there(self, picture: Picture) -> bool:
        """Follow the board, or look for it: now and then where it is nowhere, for that takes long."""
        if self._without % FEW:
            self._without += 1
            return False
        known = self._referee.board is not None
        followed = self._follower.check(picture)
        if followed.stands is Stands.LOST:
            self._without += 1
            if known or self._without == 1:
                self._tell(None)
            return False
        self._without = 0
        if followed.stands is Stands.MOVED and followed.moved_mm > 0:
            self._tell(followed.moved_mm)
        return True


def _seen(number: int, die: DieOnTarget, kinds: Sequence[DieKind], plane: TablePlane) -> SeenDie:
    kind = next((kind for kind in kinds if kind.name.rpartition(".")[2] == die.colour), kinds[0])
    symbol, *blank = kind.faces
    face = symbol if die.face == SYMBOL else blank[0] if blank else symbol
    confidence = DISPUTED if die.call.disputed else SURE
    x, y = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
    reading = DieReading(
        die=number,
        kind=kind.name,
        face=face,
        confidence=confidence,
        doubtful=False,
        alternatives=((face, confidence),),
        place_mm=plane.to_mm(x, y),
        angle_deg=die.footprint.angle_deg,
        size_mm=die.footprint.size_mm,
        colour=die.rgb,
        box=die.box,
        crop=die.picture,
        rest=die.call.rest,
    )
    return SeenDie(reading)
