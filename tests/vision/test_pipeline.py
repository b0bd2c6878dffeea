"""Whole throws on a drawn table, read by the fake networks."""

from __future__ import annotations

import math
import random

import pytest

from companion.camera.source import Frame
from companion.dice import D6, D12, Roll, Sight, TableState
from companion.vision.pipeline import SHORT_WAIT, Pipeline
from companion.vision.reader import Reader

from .fakes import DrawnTable, plane

Dice = list[tuple[float, float, int]]
FIVE: Dice = [(100.0, 60.0, 2), (180.0, 100.0, 6), (260.0, 60.0, 4), (340.0, 120.0, 1), (400.0, 200.0, 3)]


class Table:
    """Plays scenes to a pipeline and keeps what it says."""

    def __init__(self, reader: Reader) -> None:
        self.pipeline = Pipeline(reader, plane(), (D6,))
        self.drawn = DrawnTable()
        self.sights: list[Sight] = []
        self.dice: Dice = []
        self.random = random.Random(4)

    @property
    def rolls(self) -> list[Roll]:
        return [sight.roll for sight in self.sights if sight.roll is not None]

    @property
    def states(self) -> list[TableState]:
        return [sight.state for sight in self.sights]

    def show(self, dice: Dice, frames: int = 1, hand: float = 0.0, green: int = 25) -> None:
        for _ in range(frames):
            sight = self.pipeline.see(self.drawn.frame(dice, hand, green))
            if sight is not None:
                self.sights.append(sight)

    def empty(self) -> Table:
        self.show([], 8)
        return self

    def throw(self, dice: Dice, still: Dice | None = None, rest: int = 12, green: int = 25) -> None:
        """Dice roll in, while others lie still, and come to rest."""
        for step in range(8, 0, -1):
            rolling = [
                (x - 7.0 * step, y + 20 * math.sin(step + n), self.random.randint(1, 6))
                for n, (x, y, _) in enumerate(dice)
            ]
            self.show([*(still or []), *rolling], green=green)
        self.dice = [*(still or []), *dice]
        self.show(self.dice, rest, green=green)

    def pick_up(self, *numbers: int) -> None:
        """A hand takes dice away, one after the other."""
        for number in numbers:
            die = FIVE[number]
            self.show(self.dice, 3, hand=60)
            self.show(self.dice, 3, hand=die[0] + 40)
            self.dice = [d for d in self.dice if d != die]
            self.show(self.dice, 3, hand=die[0] + 40)
            self.show(self.dice, 3, hand=60)
            self.show(self.dice, 12)


def _faces(roll: Roll) -> list[str]:
    return sorted(reading.face for reading in roll.dice)


@pytest.fixture
def table(fake_reader: Reader) -> Table:
    return Table(fake_reader)


def test_a_throw_is_one_roll(table: Table) -> None:
    table.empty().throw(FIVE, rest=60)
    (roll,) = table.rolls
    assert roll.number == 1
    assert _faces(roll) == ["1", "2", "3", "4", "6"]
    assert roll.thrown == {die.die for die in roll.dice} == {1, 2, 3, 4, 5}
    assert not roll.doubtful
    assert table.states[-3:] == [TableState.MOVING, TableState.READING, TableState.SETTLED]
    assert table.sights[-1].dice == roll.dice


def test_a_reading_is_complete(table: Table) -> None:
    table.empty().throw(FIVE[:1])
    ((die,),) = (roll.dice for roll in table.rolls)
    assert die.kind == "d6"
    assert die.place_mm == pytest.approx((100.0, 60.0), abs=4)
    assert die.confidence > 0.9
    assert die.alternatives[0] == ("2", die.confidence)
    assert die.colour == pytest.approx((230, 25, 72), abs=4)
    assert die.crop.startswith(b"\xff\xd8")


def test_nothing_runs_while_nothing_moves(table: Table) -> None:
    table.empty().throw(FIVE)
    before, sights = table.pipeline.frames_read, len(table.sights)
    table.show(FIVE, 90)
    assert table.pipeline.frames_read == before
    assert len(table.sights) == sights
    assert "find" not in table.pipeline.timings


def test_the_time_from_rest_to_roll(table: Table) -> None:
    table.empty().throw(FIVE, rest=0)
    table.show(FIVE, 4)
    assert len(table.rolls) == 1


def test_a_reroll_of_three_of_five_keeps_the_other_two(table: Table) -> None:
    table.empty().throw(FIVE)
    table.pick_up(0, 2, 3)
    assert len(table.rolls) == 1, "picking up is no roll"
    table.throw([(118.0, 201.0, 5), (304.0, 221.0, 5), (220.0, 157.0, 1)], still=[FIVE[1], FIVE[4]])
    _, again = table.rolls
    kept = {die.die: die.face for die in again.dice if die.die not in again.thrown}
    first = {die.die: die.face for die in table.rolls[0].dice}
    assert sorted(kept.values()) == ["3", "6"]
    assert all(first[die] == face for die, face in kept.items())
    assert len(again.thrown) == 3


def test_a_die_thrown_back_to_its_place_with_its_face_was_thrown(table: Table) -> None:
    table.empty().throw(FIVE)
    table.pick_up(0)
    table.throw([FIVE[0]], still=FIVE[1:])
    _, again = table.rolls
    assert len(again.thrown) == 1
    assert again.face_of(next(iter(again.thrown))) == "2"


def test_a_die_that_a_hand_slides_aside_was_laid_and_one_that_rolls_was_not(table: Table) -> None:
    table.empty().throw(FIVE)
    assert table.rolls[-1].laid == frozenset()
    aside = [(100.0, 150.0, 2), *FIVE[1:]]
    for dice, hand in ((FIVE, 60), (FIVE, 150), (aside, 150), (aside, 60)):
        table.show(dice, 3, hand=hand)
    table.show(aside, 12)
    roll = table.rolls[-1]
    assert len(roll.thrown) == 1
    assert roll.laid == roll.thrown
    table.dice = aside
    table.throw([(120.0, 200.0, 2)], still=aside[1:])
    assert table.rolls[-1].laid == frozenset(), "it rolled freely, though it shows what it showed"


def test_a_cleared_table_is_no_roll(table: Table) -> None:
    table.empty().throw(FIVE)
    table.pick_up(0, 1, 2, 3, 4)
    assert len(table.rolls) == 1
    assert table.states[-1] is TableState.EMPTY


def test_a_hand_over_the_tray_is_a_state_and_no_roll(table: Table) -> None:
    table.empty().throw(FIVE)
    table.show(FIVE, 60, hand=200)
    assert table.states[-1] is TableState.HAND
    assert table.sights[-1].dice == ()
    table.show(FIVE, 12)
    assert table.states[-1] is TableState.SETTLED
    assert len(table.rolls) == 1


def test_light_that_changes_is_no_roll(table: Table) -> None:
    table.empty().throw(FIVE)
    for light in (0.6, 1.05, 0.8):
        table.drawn.light = light
        table.show(FIVE, 20)
    assert len(table.rolls) == 1
    assert table.states[-1] is TableState.SETTLED


def test_a_die_whose_top_cannot_be_seen_is_doubt_and_no_roll(table: Table) -> None:
    table.empty().throw(FIVE[:1], green=110, rest=30)
    assert table.rolls == []
    assert (table.sights[-1].state, table.sights[-1].reason) == (TableState.DOUBTFUL, "sight.die_cocked")
    assert table.sights[-1].dice[0].doubtful


def test_a_die_outside_the_tray_is_flagged_and_no_roll(table: Table) -> None:
    table.empty().throw([*FIVE[:2], (480.0, 150.0, 3)], rest=30)
    assert table.rolls == []
    assert (table.sights[-1].state, table.sights[-1].reason) == (TableState.DOUBTFUL, "sight.die_outside")
    assert [die.doubtful for die in table.sights[-1].dice].count(True) == 1


def test_the_die_that_fell_out_is_thrown_again_and_all_are_the_roll(table: Table) -> None:
    table.empty().throw([*FIVE[:2], (480.0, 150.0, 3)], rest=30)
    table.show(FIVE[:2], 5, hand=90)
    table.show(FIVE[:2], 15)
    assert table.rolls == []
    table.throw([(300.0, 200.0, 5)], still=FIVE[:2])
    (roll,) = table.rolls
    assert _faces(roll) == ["2", "5", "6"]
    assert len(roll.thrown) == 3


def test_dice_of_a_throw_in_doubt_that_a_hand_slides_aside_are_laid_too(table: Table) -> None:
    table.empty().throw([*FIVE[:2], (480.0, 150.0, 3)], rest=30)
    table.show(FIVE[:2], 5, hand=90)
    table.show(FIVE[:2], 15)
    aside = [(100.0, 150.0, 2), FIVE[1]]
    for dice, hand in ((FIVE[:2], 60), (FIVE[:2], 150), (aside, 150), (aside, 60)):
        table.show(dice, 3, hand=hand)
    table.show(aside, 45)
    assert all(roll.laid == roll.thrown for roll in table.rolls)


def test_an_unclear_face_is_a_doubtful_roll_that_nobody_uses_by_itself(table: Table) -> None:
    half = 2.5
    table.empty().throw([FIVE[1], (250.0, 150.0, half)], rest=30)  # type: ignore[list-item]
    (roll,) = table.rolls
    assert roll.doubtful
    assert (table.sights[-1].state, table.sights[-1].reason) == (TableState.DOUBTFUL, "sight.die_unclear")
    assert roll.thrown == {1, 2}


def test_doubt_that_clears_without_a_throw_is_the_same_throw(table: Table) -> None:
    table.empty().throw([FIVE[1], (250.0, 150.0, 2.5)], rest=30)  # type: ignore[list-item]
    table.show(table.dice, 5, hand=120)
    table.show([FIVE[1], (251.0, 150.0, 3)], 12)
    doubtful, clear = table.rolls
    assert not clear.doubtful
    assert clear.thrown == doubtful.thrown
    assert _faces(clear) == ["3", "6"]


def test_a_doubtful_roll_that_was_used_is_over(table: Table) -> None:
    table.empty().throw([FIVE[1], (250.0, 150.0, 2.5)], rest=30)  # type: ignore[list-item]
    table.pipeline.used(table.rolls[-1].number)
    table.show(table.dice, 4)
    table.throw([(120.0, 200.0, 5)], still=table.dice)
    assert len(table.rolls[-1].thrown) == 1


def test_dice_that_lay_there_before_are_no_roll(table: Table) -> None:
    table.show(FIVE, 20)
    assert table.rolls == []
    assert table.states[-1] is TableState.SETTLED
    assert len(table.sights[-1].dice) == 5


def test_fewer_dice_than_expected_are_waited_for(table: Table) -> None:
    table.pipeline.expect((D6,), 5)
    table.empty().throw(FIVE[:4], rest=20)
    assert table.rolls == []
    assert table.sights[-1].reason == "sight.dice_missing"
    table.throw([FIVE[4]], still=FIVE[:4])
    (roll,) = table.rolls
    assert len(roll.thrown) == 5


def test_expecting_never_forces(table: Table) -> None:
    table.pipeline.expect((D6,), 5)
    table.empty().throw(FIVE[:4], rest=round(30 * SHORT_WAIT) + 6)
    (roll,) = table.rolls
    assert len(roll.dice) == 4
    table.throw([FIVE[4]], still=FIVE[:4])
    assert len(table.rolls[-1].thrown) == 5, "a short roll goes on with the die that was missing"


def test_only_expected_kinds_are_read(table: Table) -> None:
    table.pipeline.expect((D12,), None)
    table.empty().throw(FIVE, rest=30)
    assert all(roll.doubtful for roll in table.rolls)
    assert {die.kind for die in table.sights[-1].dice} == {"d12"}


def test_silence_is_lost_and_what_lies_there_is_no_new_roll(table: Table) -> None:
    table.empty().throw(FIVE)
    assert table.pipeline.tick(table.drawn.at + 1) is None
    lost = table.pipeline.tick(table.drawn.at + 2.1)
    assert lost is not None
    assert (lost.state, lost.dice) == (TableState.LOST, ())
    assert table.pipeline.tick(table.drawn.at + 3) is None
    table.drawn.at += 4
    table.show(FIVE, 8)
    assert table.states[-1] is TableState.SETTLED
    assert len(table.rolls) == 1


def test_a_dark_room_is_blocked(table: Table) -> None:
    table.empty().throw(FIVE)
    table.drawn.light = 0.12
    table.show(FIVE, 5)
    assert (table.sights[-1].state, table.sights[-1].reason) == (TableState.BLOCKED, "sight.dark")
    table.drawn.light = 1.0
    table.show(FIVE, 12)
    assert table.states[-1] is TableState.SETTLED
    assert len(table.rolls) == 1


def test_old_frames_are_ignored(table: Table) -> None:
    table.empty().throw(FIVE)
    table.drawn.at -= 1
    table.show([(300.0, 100.0, 1)], 3)
    assert len(table.rolls) == 1


def test_a_camera_that_changes_its_size(table: Table) -> None:
    table.empty().throw(FIVE)
    for _ in range(12):
        frame = table.drawn.frame(FIVE)
        half = Frame(frame.number, frame.at, frame.picture[::2, ::2].copy(), frame.small[::2, ::2].copy())
        sight = table.pipeline.see(half)
        if sight is not None:
            table.sights.append(sight)
    assert len(table.rolls) == 1
    assert table.states[-1] in (TableState.SETTLED, TableState.EMPTY)
