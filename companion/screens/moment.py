"""What a view means for the players at this moment: which dice count, what comes next."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import TableState
from companion.rules.core import DiceWanted
from companion.rules.text import Line, line
from companion.screens.port import View


@dataclass(frozen=True, slots=True)
class Moment:
    view: View

    @property
    def wanted(self) -> DiceWanted | None:
        """The dice that are waited for."""
        return self.view.waiting.dice if self.view.waiting is not None else None

    @property
    def prompt(self) -> Line | None:
        """What the table waits for, or how the game ended."""
        if self.view.outcome is not None:
            return self.view.outcome.reason
        return self.view.waiting.prompt if self.view.waiting is not None else None

    @property
    def has_dice(self) -> bool:
        """Whether there is anything to show in the dice strip."""
        return bool(self.view.dice.dice) or self.wanted is not None

    @property
    def again(self) -> bool:
        """Whether dice of the roll that lies there may be thrown again."""
        return self.wanted is not None and self.wanted.attempt > 1

    @property
    def may_lift(self) -> bool:
        """Simulated table: whether touching a die picks it up."""
        if self.view.looked_back_at:
            return False
        return self.view.simulated and self.again and self.view.sight.state is TableState.SETTLED

    @property
    def lifted(self) -> frozenset[int]:
        """Simulated table: dice of the roll that were picked up."""
        if not self.may_lift:
            return frozenset()
        lying = {die.die for die in self.view.sight.dice}
        return frozenset(die.die for die in self.view.dice.dice if die.die not in lying)

    @property
    def past(self) -> bool:
        """Whether the dice shown are of a roll that is over, while a new one is waited for."""
        return self.wanted is not None and not self.again and self.view.dice.entry is not None

    @property
    def throw_is_next(self) -> bool:
        """Whether throwing is the one thing to do now: then no button competes with it."""
        if self.view.looked_back_at:
            return False
        return self.wanted is not None and (not self.again or bool(self.lifted))

    @property
    def may_throw(self) -> bool:
        rolling = self.view.sight.state in (TableState.MOVING, TableState.HAND)
        return self.wanted is not None and not rolling and not self.view.looked_back_at

    @property
    def throw_words(self) -> Line:
        if self.wanted is None:
            return line("play.no_throw")
        if self.again and not self.lifted:
            return line("play.throw_again")
        return line("play.throw", n=len(self.lifted) or self.wanted.count)
