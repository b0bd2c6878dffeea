"""A player who plays by herself, for the demo: quick, sensible, no master.

She sees only what a person sees, the view, and wishes only what a person can: a touch, or a throw.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.dice import DieReading
from companion.rules.dice_throne import actions as dt
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.state import DiceThroneState
from companion.screens.port import View


@dataclass(frozen=True, slots=True)
class Touch:
    """Do this action."""

    action: Any


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw the dice again, all but these."""

    keep: tuple[int, ...] = ()


Wish = Touch | Throw | None


class Player:
    """Plays every seat of a game of Dice Throne."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def wish(self, view: View) -> Wish:
        """What to do now; None when there is nothing to do."""
        if view.waiting is None or view.outcome is not None:
            return None
        wanted = view.waiting.dice
        announced = self._offers(view, dt.Announce)
        if wanted is not None and wanted.attempt == 1:
            return Throw()
        if wanted is not None and self._chance.random() < (0.4 if announced else 0.95):
            return Throw(keep=self._worth_keeping(view))
        if announced:
            return Touch(announced[0])
        upgrades = self._offers(view, dt.Upgrade)
        if upgrades and self._chance.random() < 0.5:
            return Touch(self._chance.choice(upgrades))
        passing = [action for action in self._offers(view, dt.Pass) if action.seat < 0]
        return Touch(passing[0]) if passing else Touch(view.offers[0].action) if view.offers else None

    def picture(self, view: View) -> str:
        """The name of a moment worth a picture; "" for any other."""
        state: DiceThroneState = view.state
        if view.waiting is not None and view.waiting.dice is not None and view.dice.entry is not None:
            return "2-first-roll" if view.waiting.dice.attempt == 2 else "3-last-attempt"
        if state.phase == "defence":
            return "4-defence"
        return "5-later" if state.turn > 6 else ""

    def _offers(self, view: View, kind: type) -> list[Any]:
        return [offer.action for offer in view.offers if isinstance(offer.action, kind)]

    def _worth_keeping(self, view: View) -> tuple[int, ...]:
        """The dice that show the commonest symbol, but never all of them."""
        state: DiceThroneState = view.state
        symbols = library().heroes[state.fighters[state.active].hero].dice

        def symbol(die: DieReading) -> str:
            return symbols[int(die.face) - 1]

        commonest = Counter(symbol(die) for die in view.dice.dice).most_common(1)[0][0]
        keep = [die.die for die in view.dice.dice if symbol(die) == commonest]
        return tuple(keep[: len(view.dice.dice) - 1])
