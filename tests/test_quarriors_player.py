"""The demo's players of Quarriors: they throw what the game waits for, and a game comes to its end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.camera.simulation.die import SimDie
from companion.camera.simulation.sensor import Light
from companion.camera.simulation.truth import TrueDie, Truth
from companion.commands.casts import cast_of
from companion.commands.player import Throw, Touch
from companion.commands.tally import Verdict, judge, put_right
from companion.dice import DieReading, Roll, Sight, TableState
from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.quarriors import GAME
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.content import KIND
from companion.thrower import Thrower


class Tray:
    """A simulated table on which nothing rolls: dice lie there as soon as they are thrown."""

    seed = 5

    def __init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.lying: tuple[int, ...] = ()
        self.in_hand: tuple[int, ...] = ()
        self.thrown: list[SimDie] = []

    def clear(self) -> None:
        self.lying = ()

    def throw(self, dice: list[SimDie]) -> None:
        self.thrown = dice
        self.lying = tuple(range(len(dice)))

    def truth(self) -> Truth:
        dice = tuple(true(n, die.kind, self.chance.choice(die.labels)) for n, die in enumerate(self.thrown))
        return Truth(1, 0.0, dice, hand_in_view=False, light=Light(), resting_since=0.0)


def true(number: int, kind: str, face: str | None) -> TrueDie:
    place = (25.0 * number, 0.0)
    return TrueDie(number, kind, face, place, 0, 16, (), (0, 0, 9, 9), True, True, face is None, ())


def read(die: TrueDie, kind: str = "", face: str = "") -> DieReading:
    kind, face = kind or die.kind, face or die.face or "q1"
    return DieReading(
        die.id, kind, face, 0.99, False, ((face, 0.99),), die.centre_mm, 0, 16, (0, 0, 0), (0, 0, 9, 9)
    )


def seen(truth: Truth, number: int) -> Sight:
    dice = tuple(read(die) for die in truth.dice)
    return Sight(TableState.SETTLED, "", dice, Roll(number, 0.0, dice, frozenset(d.die for d in dice)))


def demo(tmp_path: Path, camera: bool) -> Referee:
    """Play on until the game is over; without a camera the dice are told by touch."""
    cast = cast_of("quarriors")
    referee = Referee(Store.open(tmp_path / "companion.db"), simulated=True)
    referee.new_game("quarriors", cast.setup(()))
    tray: Any = Tray()
    thrower, players = Thrower(tray), cast.players(1)
    for number in range(1, 3000):
        view = referee.view()
        wish = players.wish(view)
        if wish is None:
            break
        if isinstance(wish, Touch):
            referee.do(wish.action)
            continue
        assert isinstance(wish, Throw)
        thrower.serve(view.state, view.waiting)
        truth = tray.truth()
        if camera:
            referee.see(seen(truth, number))
            assert referee.view().dice.held is None
        else:
            for action in cast.by_touch(view.state, truth):
                referee.do(action)
    return referee


@pytest.mark.parametrize("camera", [True, False], ids=["camera", "touch"])
def test_a_game_plays_itself_to_its_end(tmp_path: Path, camera: bool) -> None:
    referee = demo(tmp_path, camera)
    view = referee.view()
    assert view.outcome is not None
    assert max(player.glory for player in view.state.players) > 0
    lines = {line.id for happened in view.history for line in happened.lines}
    assert {"qr.summons", "qr.captures", "qr.attacks", "qr.scores"} <= lines
    assert not {line for line in lines if line.startswith("qr.odd")}
    referee.store.close()


def test_dice_of_another_kind_are_read_wrong_and_put_right() -> None:
    truth = Truth(1, 0.0, (true(0, KIND + "portal", "q1"), true(1, "d6", "3")), False, Light(), 0.0)
    wrong = tuple(
        read(die, kind) for die, kind in zip(truth.dice, (KIND + "death", "d6-numerals"), strict=True)
    )
    roll = Roll(1, 0.0, wrong, frozenset((0, 1)))
    assert judge(roll, truth) is Verdict.WRONG
    assert put_right(wrong, truth) == [(0, "q1", KIND + "portal"), (1, "3")]
    right = Roll(1, 0.0, (read(truth.dice[0]), wrong[1]), frozenset((0, 1)))
    assert judge(right, truth) is Verdict.READ


def test_nothing_is_told_by_touch_while_a_die_lies_askew() -> None:
    cast = cast_of("quarriors")
    state = GAME.setup(cast.setup(()))
    dice = tuple(true(n, KIND + "basic_quiddity", "q1") for n in range(5))
    askew = Truth(1, 0.0, (*dice, true(5, KIND + "assistant", None)), False, Light(), 0.0)
    assert list(cast.by_touch(state, askew)) == []
    flat = Truth(1, 0.0, (*dice, true(5, KIND + "assistant", "r*")), False, Light(), 0.0)
    assert list(cast.by_touch(state, flat))[-1] == a.Show("assistant", "r*")
