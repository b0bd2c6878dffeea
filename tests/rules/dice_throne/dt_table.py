"""A table for tests: sentences of a rulebook example become calls."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.rules.core import Seat, TableDie
from companion.rules.dice_throne import GAME
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.damage import Bill, bills
from companion.rules.dice_throne.state import Ask, DiceThroneState, Setup, Wait

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")


class Table:
    """Holds the newest state; every call is one action."""

    def __init__(
        self, *heroes: str, mode: str = "duel", first: int = 0, rules: dict[str, Any] | None = None
    ) -> None:
        seats = tuple(Seat(name) for name in NAMES[: len(heroes)])
        self.state: DiceThroneState = GAME.setup(Setup(seats, heroes, mode, first, rules=rules or {}))
        self.said: list[str] = []

    # Arranging

    def put(self, seat: int = 0, /, *, health: int | None = None, **fields: Any) -> Table:
        """Put counters and tokens where an example begins: put(1, health=5, tokens={"burn": 1})."""
        fighters = list(self.state.fighters)
        fighters[seat] = replace(fighters[seat], **fields)
        dials = list(self.state.health)
        if health is not None:
            dials[fighters[seat].team] = health
        self.state = replace(self.state, fighters=tuple(fighters), health=tuple(dials))
        return self

    # Acting

    def do(self, action: Any) -> Table:
        result = GAME.resolve(self.state, action)
        self.state = result.state
        self.said += [line.id for line in result.lines]
        return self

    def go(self, seat: int = -1) -> Table:
        return self.do(a.Pass(seat))

    def roll(self, *values: int, keep: int = 0) -> Table:
        """Throw dice; the first `keep` of them lay there before."""
        dice = tuple(TableDie(i, "d6", str(value), i >= keep) for i, value in enumerate(values))
        return self.do(GAME.action_of_roll(self.state, dice))

    def announce(self, ability: str, tier: int = 0) -> Table:
        return self.do(a.Announce(ability, tier))

    def choose(self, key: str) -> Table:
        return self.do(a.Choose(key))

    def spend(self, seat: int, source: str, use: int = 0) -> Table:
        return self.do(a.Spend(seat, source, use))

    def play(self, seat: int, card: str) -> Table:
        return self.do(a.Play(seat, card))

    def attack(self, ability: str, *dice: int, tier: int = 0) -> Table:
        """From Main Phase 1: roll these dice at once, announce, and go on until the attack is activated."""
        self.go().roll(*dice).announce(ability, tier)
        return self.until_not("announced", "then")

    def until(self, *windows: str) -> Table:
        """Pass until one of these windows is open."""
        while self.window not in windows:
            self.go()
        return self

    def until_not(self, *windows: str) -> Table:
        while self.window in windows:
            self.go()
        return self

    def leave(self) -> Table:
        """Nobody changes the dice that were just rolled."""
        return self.until_not("altered")

    # Looking

    @property
    def window(self) -> str:
        top = self.state.stack[-1]
        return top.window if isinstance(top, Wait) else ""

    @property
    def question(self) -> tuple[str, ...]:
        top = self.state.stack[-1]
        return tuple(option.key for option in top.options) if isinstance(top, Ask) else ()

    @property
    def bill(self) -> Bill:
        return next(bill for bill in bills(self.state) if bill.packet.attack)

    def health(self, seat: int) -> int:
        return self.state.health[self.state.fighters[seat].team]

    def tokens(self, seat: int, status: str) -> int:
        return self.state.fighters[seat].tokens.get(status, 0)

    def cp(self, seat: int) -> int:
        return self.state.fighters[seat].cp

    def hand(self, seat: int) -> int:
        return self.state.fighters[seat].hand
