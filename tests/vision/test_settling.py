"""The states of the table, told by a scripted clock."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.dice import TableState
from companion.vision.looks import same_dice
from companion.vision.seen import SeenDie
from companion.vision.settling import AGREE, LOST_AFTER, PATIENCE, ROLLS_ON, Agreed, Glance, Settling

from .fakes import seen


class Script:
    """A table whose every frame is written down, 1/30 s apart."""

    def __init__(self) -> None:
        self.settling = Settling()
        self.at = 10.0
        self.wanted = 0

    @property
    def state(self) -> TableState:
        return self.settling.state

    def moves(self, frames: int = 5, hand: bool = False) -> Script:
        for _ in range(frames):
            self.at += 1 / 30
            assert not self.settling.glance(Glance(self.at, moving=True, hand=hand)), (
                "no network while it moves"
            )
        return self

    def rests(self, dice: Sequence[SeenDie] = (), frames: int = 1) -> Agreed | None:
        agreed = None
        for _ in range(frames):
            self.at += 1 / 30
            if self.settling.glance(Glance(self.at, moving=False)):
                self.wanted += 1
                agreed = self.settling.dice(dice)
                if agreed is not None:
                    self.settling.accept(agreed)
                    return agreed
        return agreed


TWO = (seen(0, "3", (80.0, 60.0)), seen(1, "5", (140.0, 90.0)))


def test_it_starts_without_frames() -> None:
    assert Script().state is TableState.LOST


def test_a_throw_settles_when_enough_frames_agree() -> None:
    table = Script().moves()
    assert table.state is TableState.MOVING
    rest = table.at + 1 / 30
    for _ in range(AGREE - 1):
        assert table.rests(TWO) is None
        assert table.state is TableState.READING
    agreed = table.rests(TWO)
    assert agreed is not None
    assert agreed.state is table.state is TableState.SETTLED
    assert agreed.at == pytest.approx(rest)
    assert agreed.dice == TWO


def test_nothing_is_read_after_it_settled() -> None:
    table = Script().moves()
    table.rests(TWO, frames=AGREE)
    assert table.rests(TWO, frames=100) is None
    assert table.wanted == AGREE


def test_movement_in_between_begins_anew() -> None:
    table = Script().moves()
    table.rests(TWO, frames=AGREE - 1)
    table.moves(1)
    assert table.rests(TWO, frames=AGREE - 1) is None
    assert table.rests(TWO) is not None


def test_a_die_that_rolled_on_begins_anew() -> None:
    table = Script().moves()
    table.rests((TWO[0], seen(1, "6", (146.0, 90.0))), frames=AGREE - 1)
    assert table.rests(TWO, frames=AGREE - 1) is None
    agreed = table.rests(TWO)
    assert agreed is not None
    assert agreed.state is TableState.SETTLED


def test_dice_that_come_and_go_between_frames_are_doubtful_and_none_is_picked_out() -> None:
    table = Script().moves()
    for frame in range(PATIENCE - 1):
        assert table.rests(TWO if frame % 2 else TWO[:1]) is None
    agreed = table.rests(TWO)
    assert agreed is not None
    assert (table.state, table.settling.reason) == (TableState.DOUBTFUL, "sight.dice_disagree")
    assert agreed.dice == TWO


@pytest.mark.parametrize("flaw", ["sight.die_cocked", "sight.die_outside", "sight.die_unclear"])
def test_a_die_that_cannot_count_makes_the_table_doubtful(flaw: str) -> None:
    table = Script().moves()
    dice = (TWO[0], seen(1, "5", (140.0, 90.0), flaw=flaw))
    agreed = table.rests(dice, frames=PATIENCE)
    assert agreed is not None
    assert (agreed.state, agreed.reason) == (TableState.DOUBTFUL, flaw)
    assert table.rests(dice, frames=50) is None, "doubt is told once, and nothing runs while nothing moves"


def test_doubt_that_passes_is_no_doubt() -> None:
    table = Script().moves()
    table.rests((TWO[0], seen(1, "5", (140.0, 90.0), flaw="sight.die_unclear")), frames=2)
    agreed = table.rests(TWO, frames=AGREE)
    assert agreed is not None
    assert agreed.state is TableState.SETTLED


def test_doubt_is_looked_at_again_when_something_moved_beside_the_tray() -> None:
    """The die that fell out is picked up, and no hand comes over the tray."""
    table = Script().moves()
    table.rests((TWO[0], seen(1, "5", (600.0, 90.0), flaw="sight.die_outside")), frames=PATIENCE)
    for _ in range(5):
        table.at += 1 / 30
        assert not table.settling.glance(Glance(table.at, moving=False, beside=True))
        assert table.state is TableState.DOUBTFUL
    agreed = table.rests(TWO[:1], frames=AGREE)
    assert agreed is not None
    assert agreed.state is TableState.SETTLED


def test_what_moves_beside_the_tray_is_nothing_to_a_settled_table() -> None:
    table = Script().moves()
    table.rests(TWO, AGREE)
    table.at += ROLLS_ON
    assert not table.settling.glance(Glance(table.at, moving=False, beside=True))
    assert table.rests(TWO, 20) is None
    assert table.state is TableState.SETTLED


def test_a_die_that_still_rolls_beside_the_tray_is_looked_for_when_it_rests() -> None:
    table = Script().moves()
    table.rests(TWO, AGREE)
    for _ in range(5):
        table.at += 1 / 30
        assert not table.settling.glance(Glance(table.at, moving=False, beside=True))
    fallen = seen(2, "1", (400.0, 90.0), flaw="sight.die_outside")
    agreed = table.rests((*TWO, fallen), PATIENCE)
    assert agreed is not None
    assert table.state is TableState.DOUBTFUL


def test_an_empty_table() -> None:
    table = Script().moves()
    agreed = table.rests((), frames=AGREE)
    assert agreed is not None
    assert agreed.state is table.state is TableState.EMPTY


def test_a_hand_is_a_state_of_its_own_also_when_it_rests() -> None:
    table = Script().moves(hand=True)
    assert (table.state, table.settling.reason) == (TableState.HAND, "sight.hand")
    table.at += 1 / 30
    assert not table.settling.glance(Glance(table.at, moving=False, hand=True))
    assert table.state is TableState.HAND
    assert table.rests(TWO, frames=AGREE) is not None


def test_a_covered_camera_says_why() -> None:
    table = Script().moves()
    table.at += 1 / 30
    assert not table.settling.glance(Glance(table.at, moving=False, blocked="sight.dark"))
    assert (table.state, table.settling.reason) == (TableState.BLOCKED, "sight.dark")
    assert table.rests(TWO, frames=AGREE) is not None


def test_no_frames_for_a_while_is_lost_and_told_once() -> None:
    table = Script().moves()
    table.rests(TWO, frames=AGREE)
    assert not table.settling.tick(table.at + LOST_AFTER - 0.1)
    assert table.state is TableState.SETTLED
    assert table.settling.tick(table.at + LOST_AFTER + 0.01)
    assert table.state is TableState.LOST
    assert not table.settling.tick(table.at + LOST_AFTER + 1)
    table.at += 5
    assert table.rests(TWO, frames=AGREE) is not None, "what lies there is read again when frames return"


def test_silence_before_the_first_frame_tells_nothing_new() -> None:
    assert not Settling().tick(1000.0)


def test_a_frame_from_before_the_rest_is_not_used() -> None:
    table = Script().moves()
    assert not table.settling.glance(Glance(table.at - 0.2, moving=False))
    assert not table.settling.glance(Glance(table.at, moving=False))
    assert table.state is TableState.MOVING


def test_waiting_for_a_die_that_is_still_in_the_hand() -> None:
    table = Script().moves()
    for _ in range(AGREE):
        table.at += 1 / 30
        assert table.settling.glance(Glance(table.at, moving=False))
        agreed = table.settling.dice(TWO)
    assert agreed is not None
    assert table.settling.wait(1.0, "sight.dice_missing")
    assert (table.state, table.settling.reason) == (TableState.READING, "sight.dice_missing")
    looks = 0
    for _ in range(27):
        table.at += 1 / 30
        looks += table.settling.glance(Glance(table.at, moving=False))
    assert looks == 0, "no network while it waits"
    agreed = table.rests(TWO, frames=4)
    assert agreed is not None
    assert not table.settling.wait(1.0, "sight.dice_missing")


def test_waiting_ends_when_the_missing_die_arrives() -> None:
    table = Script().moves()
    for _ in range(AGREE):
        table.at += 1 / 30
        table.settling.glance(Glance(table.at, moving=False))
        table.settling.dice(TWO[:1])
    assert table.settling.wait(1.0, "sight.dice_missing")
    table.moves(3)
    agreed = table.rests(TWO, frames=AGREE)
    assert agreed is not None
    assert len(agreed.dice) == 2


def test_same_dice() -> None:
    assert same_dice(TWO, TWO[::-1])
    assert same_dice(TWO, (seen(0, "3", (80.9, 60.0)), TWO[1]))
    assert not same_dice(TWO, TWO[:1])
    assert not same_dice(TWO, (seen(0, "3", (84.0, 60.0)), TWO[1]))
    assert not same_dice(TWO, (seen(0, "4", (80.0, 60.0)), TWO[1]))
    assert not same_dice((TWO[0], TWO[0]), TWO)
    assert not same_dice(TWO, (seen(0, "3", (80.0, 60.0), kind="d12"), TWO[1]))
