"""Dice whose reading changes although they lie still, from the frames to the roll that the players are asked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from companion.camera.source import Picture
from companion.dice import D12, DieKind, DieReading, Roll, Sight, TableState
from companion.vision.pipeline import Pipeline
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

from .fakes import DrawnTable, plane, reading

PLACES = ((100.0, 60.0), (180.0, 100.0), (300.0, 140.0))
Says = Callable[[int], Sequence[SeenDie]]  # the dice of a frame, by how many were read before


def die(at: int, face: str, confidence: float = 0.99, **more: object) -> SeenDie:
    more = {"alternatives": ((face, confidence),), "doubtful": confidence < 0.9} | more
    read = reading(at, face, PLACES[at], kind="d12", size_mm=16.0, confidence=confidence, **more)
    return SeenDie(read, doubt_below=0.9)


class Table:
    """Dice that really lie there, read by somebody who says of each frame what the test wants."""

    def __init__(self) -> None:
        self.timings: dict[str, float] = {}
        self.says: Says = lambda frame: ()
        self.pipeline = Pipeline(self, plane(), (D12,))
        self.drawn = DrawnTable()
        self.sights: list[Sight] = []
        self._read = 0

    def read_table(
        self, picture: Picture, plane: TablePlane, kinds: Sequence[DieKind]
    ) -> tuple[SeenDie, ...]:
        self._read += 1
        return tuple(
            replace(d, reading=replace(d.reading, die=n)) for n, d in enumerate(self.says(self._read))
        )

    @property
    def rolls(self) -> list[Roll]:
        return [sight.roll for sight in self.sights if sight.roll is not None]

    def show(self, places: Sequence[tuple[float, float]], frames: int = 1, hand: float = 0.0) -> None:
        for _ in range(frames):
            sight = self.pipeline.see(self.drawn.frame([(x, y, 3) for x, y in places], hand))
            if sight is not None:
                self.sights.append(sight)

    def throw(self, says: Says) -> None:
        """All three dice roll in and lie still."""
        self.show((), 8)
        self.says = says
        for step in range(8, 0, -1):
            self.show([(x - 8 * step, y) for x, y in PLACES])
        self.show(PLACES, 14)

    def hand(self, says: Says) -> None:
        """A hand comes over two of the dice and goes away; they lie where they lay."""
        self.says = says
        for reach in (60, 200, 330, 200, 60):
            self.show(PLACES, 3, hand=reach)
        self.show(PLACES, 14)


@pytest.fixture
def table() -> Table:
    return Table()


def _by_place(dice: Sequence[DieReading]) -> list[DieReading]:
    return sorted(dice, key=lambda d: d.place_mm)


def test_a_die_that_flickers_between_two_faces_is_a_doubtful_roll_with_that_die_in_doubt(
    table: Table,
) -> None:
    five, nine = die(1, "5", 0.95), die(1, "9", 0.93)
    table.throw(lambda frame: (die(0, "3"), five if frame % 2 else nine, die(2, "11")))
    (roll,) = table.rolls
    assert (table.sights[-1].state, table.sights[-1].reason) == (TableState.DOUBTFUL, "sight.die_unclear")
    first, flickers, last = _by_place(roll.dice)
    assert [(d.face, d.doubtful) for d in (first, last)] == [("3", False), ("11", False)]
    assert flickers.doubtful
    assert {face for face, _ in flickers.alternatives} == {"5", "9"}
    assert flickers.crop
    assert roll.thrown == {1, 2, 3}


@pytest.mark.parametrize("first", [0, 1])
def test_a_die_that_flickers_around_its_threshold_is_a_doubtful_roll(table: Table, first: int) -> None:
    clear, unclear = die(1, "5", 0.91), die(1, "5", 0.88)
    table.throw(lambda frame: (die(0, "3"), unclear if frame % 2 == first else clear, die(2, "11")))
    (roll,) = table.rolls
    assert [d.doubtful for d in _by_place(roll.dice)] == [False, True, False]


def test_a_die_that_leans_in_some_frames_only_is_a_doubtful_roll(table: Table) -> None:
    leans = replace(die(1, "5"), no_die=0.6)
    table.throw(lambda frame: (die(0, "3"), leans if frame % 2 else die(1, "5"), die(2, "11")))
    (roll,) = table.rolls
    assert [d.doubtful for d in _by_place(roll.dice)] == [False, True, False]


def test_a_die_that_leans_in_every_frame_is_no_roll(table: Table) -> None:
    table.throw(
        lambda frame: (die(0, "3"), replace(die(1, "5" if frame % 2 else "9"), no_die=0.6), die(2, "11"))
    )
    assert table.rolls == []
    assert table.sights[-1].reason == "sight.die_cocked"


def test_a_die_that_is_not_seen_in_every_frame_is_no_roll(table: Table) -> None:
    table.throw(lambda frame: (die(0, "3"), *((die(1, "5"),) if frame % 2 else ()), die(2, "11")))
    assert table.rolls == []
    assert (table.sights[-1].state, table.sights[-1].reason) == (TableState.DOUBTFUL, "sight.dice_disagree")


def test_dice_that_flickered_before_anything_moved_are_no_roll(table: Table) -> None:
    table.says = lambda frame: (die(0, "3"), die(1, "5" if frame % 2 else "9"), die(2, "11"))
    table.show(PLACES, 20)
    assert table.rolls == []
    assert table.sights[-1].state is TableState.DOUBTFUL


def test_a_flickering_roll_that_the_players_told_is_over(table: Table) -> None:
    table.throw(lambda frame: (die(0, "3"), die(1, "5" if frame % 2 else "9"), die(2, "11")))
    table.pipeline.used(table.rolls[-1].number)
    table.show(PLACES, 2)
    table.hand(lambda frame: (die(0, "3"), die(1, "5"), die(2, "11")))
    assert len(table.rolls) == 1, "it is clear now, and was told already"


def test_a_d12_turned_on_the_spot_and_read_less_than_surely_is_a_doubtful_roll(table: Table) -> None:
    table.throw(lambda frame: (die(0, "3"), die(1, "5", 0.93), die(2, "11")))
    table.hand(lambda frame: (die(0, "3"), die(1, "8", 0.92), die(2, "11")))
    _, turned = table.rolls
    assert [(d.face, d.doubtful) for d in _by_place(turned.dice)] == [
        ("3", False),
        ("8", True),
        ("11", False),
    ]
    (which,) = turned.thrown
    assert turned.turned == turned.thrown
    assert turned.face_of(which) == "8"
    assert turned.without_turned() is None, "where no hand turns dice, it is none"


def test_a_d12_turned_on_the_spot_and_read_for_sure_is_a_roll_without_a_question(table: Table) -> None:
    table.throw(lambda frame: (die(0, "3"), die(1, "5"), die(2, "11")))
    table.hand(lambda frame: (die(0, "3"), die(1, "8"), die(2, "11")))
    _, turned = table.rolls
    assert not turned.doubtful
    assert turned.turned == frozenset()


def test_a_hand_over_dice_that_read_as_before_is_no_roll(table: Table) -> None:
    table.throw(lambda frame: (die(0, "3", 0.93), die(1, "5", 0.93), die(2, "11", 0.93)))
    table.hand(lambda frame: (die(0, "3", 0.91), die(1, "5", 0.92), die(2, "11", 0.93)))
    assert len(table.rolls) == 1
