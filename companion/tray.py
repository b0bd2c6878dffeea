"""The dice in the tray as the players see them: those of the newest roll, which is held or stands in the log.

What the players say of a die stands for as long as it lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.dice import DieReading, Roll
from companion.dice_records import corrected, place_of, seen_of
from companion.journal.entries import DieSeen
from companion.rules.core import TableDie
from companion.rules.text import Line
from companion.screens.port import ShownDice, ToldDie


class Tray:
    """Which dice are shown, and which of them were thrown."""

    def __init__(self) -> None:
        self.shown = ShownDice()
        self.thrown: frozenset[int] = frozenset()
        self.used = 0  # number of the newest roll that became an action
        self._number = 0  # of the newest roll
        self._word: dict[
            int, tuple[str, DieReading]
        ] = {}  # of a die: what was read, and what the players said

    def clear(self) -> None:
        self.shown = ShownDice()

    def show(self, shown: ShownDice) -> None:
        """Dice as the log has them."""
        self.shown = shown
        self.thrown = thrown_of(shown)

    def see(self, dice: tuple[DieReading, ...]) -> None:
        """What lies there now, without a roll. A roll that stands in the log stays."""
        if dice and self.shown.entry is None:
            self.shown = replace(self.shown, dice=dice)

    def settle(self, roll: Roll) -> Roll:
        """A roll has settled; tells it as the players know it."""
        roll = self._as_told(roll)
        self._number = roll.number
        self.thrown = roll.thrown
        self.shown = ShownDice(roll.dice, kept=frozenset(d.die for d in roll.dice) - roll.thrown)
        return roll

    def _as_told(self, roll: Roll) -> Roll:
        """Nobody is asked twice: a die that lies as it lay, and is read as it was, is what the players said it is."""
        self._word = {die: word for die, word in self._word.items() if die not in roll.thrown}
        dice = []
        for die in roll.dice:
            read, said = self._word.get(die.die, ("", die))
            known = die.doubtful and die.face == read
            dice.append(replace(said, place_mm=die.place_mm, crop=die.crop) if known else die)
        return replace(roll, dice=tuple(dice))

    def hold(self, why: Line) -> None:
        self.shown = replace(self.shown, entry=None, held=why)

    def enter(self, number: int | None, refusal: Line | None) -> None:
        """The dice that are shown stand in the log as this entry; None: the rules have refused them."""
        self.shown = replace(self.shown, entry=number, held=None if number else refusal)
        if number:
            self.used = self._number

    def told(self, shown: ShownDice, faces: Sequence[ToldDie], kind: str) -> tuple[DieReading, ...]:
        """The dice that were shown, as the players say that they lie. A die nobody had seen was thrown too.

        `kind` is that of a die which the camera missed.
        """
        before = {d.die: d for d in shown.dice}
        self.thrown |= {told[0] for told in faces if told[0] not in before}
        return tuple(corrected(before.get(told[0]), told, kind) for told in faces)

    def hear(self, read: Sequence[DieReading], said: Sequence[DieReading]) -> None:
        """Remember what was shown of these dice, and what the players said they are."""
        word = {die.die: die for die in said}
        first = {die.die: self._word.get(die.die, (die.face, die))[0] for die in read}
        self._word = {die: (face, word[die]) for die, face in first.items() if die in word}

    # For the rules and for the log.

    def on_the_table(self, dice: Sequence[DieReading]) -> tuple[TableDie, ...]:
        return tuple(TableDie(d.die, d.kind, d.face, d.die in self.thrown, place_of(d), d.rest) for d in dice)

    def seen(self, dice: Sequence[DieReading]) -> tuple[DieSeen, ...]:
        return tuple(seen_of(d, d.die in self.thrown) for d in dice)


def thrown_of(shown: ShownDice) -> frozenset[int]:
    return frozenset(die.die for die in shown.dice) - shown.kept
