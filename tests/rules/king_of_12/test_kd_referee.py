"""From readings on the table to the score: the camera's dice through the referee and the journal."""

from __future__ import annotations

from pathlib import Path

from kd_table import NAMES, PLACES

from companion.dice import DieReading, Roll, Sight, TableState
from companion.journal.store import Store
from companion.locale import Translator
from companion.referee import Referee
from companion.rules.core import Seat
from companion.rules.king_of_12 import actions as a
from companion.rules.king_of_12.state import Setup


def reading(seat: int, face: int) -> DieReading:
    x, y = PLACES[seat]
    place = (x + 12.34, y - 7.0)
    shown = str(face)
    return DieReading(
        40 + seat, "d12", shown, 0.99, False, ((shown, 0.99),), place, 0, 20, (200, 0, 0), (0, 0, 9, 9)
    )


def rolls(number: int, dice: list[DieReading], thrown: set[int]) -> Sight:
    return Sight(TableState.SETTLED, "", tuple(dice), Roll(number, 0.0, tuple(dice), frozenset(thrown)))


def test_a_sorcerers_turn_is_read_checked_and_scored(tmp_path: Path) -> None:
    referee = Referee(Store.open(tmp_path / "companion.db"))
    seats = tuple(Seat(name) for name in NAMES[:3])
    referee.new_game("king_of_12", Setup(seats, places=PLACES[:3]))
    assert [kind.name for kind in referee.die_kinds()] == ["d12"]
    dice = [reading(0, 1), reading(1, 7), reading(2, 3)]
    referee.see(rolls(1, dice, {40, 41, 42}))
    assert [player.face for player in referee.view().state.players] == [1, 7, 3]

    for seat, card in enumerate(("sorcerer", "machine", "golem")):
        referee.do(a.Reveal(seat, card))
    turned = [reading(0, 12), *dice[1:]]
    referee.see(rolls(2, turned, {40}))
    held = referee.view().dice.held
    assert held is not None
    assert Translator().text(held) == (
        "Lea: 12 does not touch 1. Turn the die to one of these: 2, 4, 5, 6, 10."
    )
    referee.set_dice([(40, "10"), (41, "7"), (42, "3")])  # it was read wrong: tap it and say so
    assert [counter.value for counter in referee.view().counters if counter.name == "points"] == [0, 2, 1]

    referee.set_dice([(40, "2"), (41, "7"), (42, "3")])  # no, a 2: the log is played again
    state = referee.view().state
    assert state.last.values == (2, 14, 12)
    referee.undo()  # the correction, then the turn itself
    assert referee.view().state.last.values == (10, 14, 12)
    referee.undo()
    assert referee.view().state.progress.asks == "turn"
    referee.store.close()


def test_hands_are_quicker_than_taps(tmp_path: Path) -> None:
    """Lea turns her die before everybody's card is told: nobody asks her to turn it."""
    referee = Referee(Store.open(tmp_path / "companion.db"))
    referee.new_game("king_of_12", Setup(tuple(Seat(name) for name in NAMES[:3]), places=PLACES[:3]))
    dice = [reading(0, 1), reading(1, 7), reading(2, 3)]
    referee.see(rolls(1, dice, {40, 41, 42}))
    referee.do(a.Reveal(0, "sorcerer"))
    referee.see(rolls(2, [reading(0, 10), *dice[1:]], {40}))
    assert referee.view().dice.held is not None
    referee.do(a.Reveal(1, "machine"))
    assert referee.view().dice.held is not None
    referee.do(a.Reveal(2, "golem"))
    view = referee.view()
    assert (view.state.last.values, view.dice.held) == ((10, 14, 12), None)
    referee.store.close()
