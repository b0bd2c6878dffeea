"""From readings on the table to the score: the camera's dice through the referee and the journal."""

from __future__ import annotations

from pathlib import Path

from qr_table import NAMES, wilds

from companion.dice import DieReading, Roll, Sight, TableState
from companion.journal.store import Store
from companion.locale import Translator
from companion.referee import Referee
from companion.rules.core import Seat
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.content import KIND
from companion.rules.quarriors.state import Setup


def sight(number: int, *dice: str) -> Sight:
    readings = []
    for at, die in enumerate(dice):
        class_, face = die.split(" ")
        kind = KIND + class_
        readings.append(
            DieReading(
                at, kind, face, 0.99, False, ((face, 0.99),), (9.0 * at, 0), 0, 16, (0, 0, 200), (0, 0, 9, 9)
            )
        )
    roll = Roll(number, 0.0, tuple(readings), frozenset(range(len(dice))))
    return Sight(TableState.SETTLED, "", tuple(readings), roll)


def test_a_turn_is_read_settled_corrected_and_undone(tmp_path: Path) -> None:
    referee = Referee(Store.open(tmp_path / "companion.db"))
    seats = tuple(Seat(name) for name in NAMES[:2])
    referee.new_game("quarriors", Setup(seats, wilds("scavenging_goblin")))
    assert [kind.name for kind in referee.die_kinds()] == [KIND + "basic_quiddity", KIND + "assistant"]

    referee.see(sight(1, *["basic_quiddity q1"] * 6, "assistant 1/1/2"))
    view = referee.view()
    assert view.waiting is not None
    assert (
        Translator().text(view.waiting.prompt) == "Lena: 7 dice were rolled, but 6 count. Which one does not?"
    )
    referee.do(a.Settle("drop", 0))  # one of the six
    assert referee.view().state.pot == 5
    referee.undo()
    assert referee.view().state.pot == 0
    referee.redo()

    view = referee.view()
    assert [Translator().text(offer.label) for offer in view.offers] == [
        "Summon Assistant (1/1/2) for 1",
        "Attack",
    ]
    referee.do(view.offers[0].action)
    referee.do(a.Capture("scavenging_goblin"))
    state = referee.view().state
    assert (state.active, len(state.wilds["scavenging_goblin"])) == (1, 4)

    referee.see(sight(2, "basic_quiddity q2", *["basic_quiddity q1"] * 3, "assistant q1", "assistant q1"))
    assert referee.view().state.pot == 7
    referee.set_dice(
        [(0, "q1"), (1, "q1"), (2, "q1"), (3, "q1"), (4, "q1"), (5, "q1")]
    )  # the first was read wrong
    assert referee.view().state.pot == 6
    referee.see(sight(3, "portal d1"))
    held = referee.view().dice.held
    assert held is not None
    assert held.id == "qr.roll.nobody"
    referee.store.close()
