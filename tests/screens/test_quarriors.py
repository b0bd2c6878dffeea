"""Quarriors on the page that serves any game: dice told by touch, a creature summoned, a die captured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.journal.store import Store
from companion.referee import Referee
from companion.rules.core import Seat
from companion.rules.quarriors import actions as a
from companion.rules.quarriors.content import library
from companion.rules.quarriors.state import Setup


def test_a_turn_by_touch_alone(
    tmp_path: Path, open_screen: Callable[..., Any], both_sizes: tuple[int, int]
) -> None:
    referee = Referee(Store.open(tmp_path / "companion.db"))
    deck = (*library().deck("creature"), *library().deck("spell"))
    referee.new_game("quarriors", Setup((Seat("Lena"), Seat("Kirill")), deck))
    hand = open_screen(referee.view(), both_sizes)

    def tap(words: str) -> Any:
        """Tap the button that says this, and let the game do it."""
        button = next(b for b in hand.screen.screen.offers.children if b.title.text == words)
        hand.tap(button)
        wish, action = hand.table.wishes[-1]
        assert wish == "do"
        referee.do(action)
        hand.show(referee.view())
        return action

    assert hand.screen.screen.bar.title.text == "Lena: draw 6 dice and roll them"
    assert tap("Assistant (1/1/2)") == a.Show("assistant", "1/1/2")
    for _ in range(5):
        tap("Basic Quiddity (1 quiddity)")
    assert referee.view().state.pot == 5
    tap("Summon Assistant (1/1/2) for 1")
    assert hand.screen.screen.bar.title.text == "Lena: capture from the Wilds. Quiddity: 4"
    tap("Capture Portal for 4")
    assert referee.view().state.active == 1
    referee.store.close()
