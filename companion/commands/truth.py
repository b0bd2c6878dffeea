"""A reader that knows what the simulated table shows: for demos and tests of all that comes after the reading."""

from __future__ import annotations

from collections.abc import Sequence

from companion.camera.simulated import SimulatedTable
from companion.camera.simulation.truth import TrueDie
from companion.camera.source import Picture
from companion.dice import DieKind, DieReading
from companion.vision.reader import body_colour
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

SURE = 0.99


class TruthReader:
    """Takes the place of `vision.reader.Reader` in a pipeline."""

    def __init__(self, table: SimulatedTable) -> None:
        self.timings: dict[str, float] = {}
        self._table = table

    def read_table(
        self,
        picture: Picture,
        plane: TablePlane,  # noqa: ARG002 - the truth is in millimetres already
        kinds: Sequence[DieKind],  # noqa: ARG002
    ) -> tuple[SeenDie, ...]:
        high, wide = picture.shape[:2]
        truth = self._table.truth_of(picture)
        dice = [die for die in truth.dice if _in_view(die.box, wide, high)]
        return tuple(_seen(number, die, picture) for number, die in enumerate(dice))


def _in_view(box: tuple[float, float, float, float], wide: int, high: int) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return 0 < x < wide and 0 < y < high


def _seen(number: int, die: TrueDie, picture: Picture) -> SeenDie:
    face = die.face or "1"
    reading = DieReading(
        die=number,
        kind=die.kind,
        face=face,
        confidence=SURE,
        doubtful=False,
        alternatives=((face, SURE),),
        place_mm=die.centre_mm,
        angle_deg=die.angle_deg % 90,
        size_mm=die.size_mm,
        colour=body_colour(picture, die.box),
        box=die.box,
    )
    return SeenDie(reading, no_die=0.9 if die.cocked else 0.0)
