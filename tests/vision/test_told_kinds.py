"""What the pipeline makes of kinds: a die nobody taught has a reason of its own, and counts of kinds are used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.camera.source import Picture
from companion.dice import DieKind, DieReading, Marks, Shape, Sight, TableState
from companion.vision.pipeline import Pipeline
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

from .fakes import DrawnTable, plane, reading

PORTAL, LIFE = (DieKind(name, Shape.D6, Marks.TAUGHT, ("q1", "q2")) for name in ("portal", "life"))
PLACES = [(100.0, 60.0), (180.0, 100.0)]


class Told:
    """A reader that tells these dice, whatever it is shown."""

    def __init__(self, *dice: DieReading) -> None:
        self.timings: dict[str, float] = {}
        self.dice = dice
        self.kinds: list[tuple[str, ...]] = []

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        self.kinds.append(tuple(kind.name for kind in kinds))
        return tuple(SeenDie(replace(die, die=number)) for number, die in enumerate(self.dice))


def _die(at: int, kind: str, sure: float, face: str = "q1", **more: object) -> DieReading:
    return reading(face=face, at=PLACES[at], kind=kind, confidence=sure, **more)


def _thrown(pipeline: Pipeline, drawn: DrawnTable, count: int) -> Sight:
    """Dice come to rest on the drawn table; the last sight of it."""
    newest: Sight | None = None
    lying = [(x, y, 3) for x, y in PLACES[:count]]
    frames = [drawn.frame() for _ in range(8)]
    frames += [drawn.frame([(x - 8 * step, y, 3) for x, y, _ in lying]) for step in range(8, 0, -1)]
    for frame in [*frames, *(drawn.frame(lying) for _ in range(14))]:
        newest = pipeline.see(frame) or newest
    assert newest is not None
    return newest


def test_a_die_nobody_taught_says_so_and_can_be_told() -> None:
    unknown = _die(0, "portal", 0.95, face="?", doubtful=True)
    pipeline = Pipeline(Told(unknown), plane(), (PORTAL,))
    sight = _thrown(pipeline, DrawnTable(), 1)
    assert (sight.state, sight.reason) == (TableState.DOUBTFUL, "sight.die_unknown")
    assert sight.roll is not None, "the players can tell it by touch"
    assert sight.roll.doubtful


def test_two_of_a_kind_where_only_one_was_drawn() -> None:
    told = Told(_die(0, "portal", 0.99), _die(1, "portal", 0.94, other_kinds=(("life", "q1", 0.05),)))
    pipeline = Pipeline(told, plane())
    pipeline.expect((PORTAL, LIFE), 2, {"portal": 1, "life": 1})
    sight = _thrown(pipeline, DrawnTable(), 2)
    assert sight.roll is not None
    assert [die.doubtful for die in sorted(sight.roll.dice, key=lambda d: d.place_mm)] == [False, True]

    pipeline = Pipeline(told, plane())
    pipeline.expect((PORTAL, LIFE), 2, {"portal": 2, "life": 1})
    sight = _thrown(pipeline, DrawnTable(), 2)
    assert (sight.state, sight.reason) == (TableState.SETTLED, "")


def test_dice_that_lie_there_are_looked_for_too() -> None:
    """A re-roll of one die: the others stay, and are of kinds that the game does not wait for now."""
    told, drawn = Told(_die(0, "portal", 0.99)), DrawnTable()
    pipeline = Pipeline(told, plane())
    pipeline.expect((PORTAL,), 1)
    _thrown(pipeline, drawn, 1)
    pipeline.expect((LIFE,), 1)
    told.kinds.clear()
    _thrown(pipeline, drawn, 2)
    assert told.kinds
    assert set(told.kinds) == {("life", "portal")}
