"""Everything a player, or the dice, can do. Plain data; `game.py` says what is allowed when."""

from __future__ import annotations

import msgspec

from companion.rules.core import Adjust, TableDie


class Action(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    pass


class Roll(Action, frozen=True, tag="roll"):
    """Dice came to rest."""

    dice: tuple[TableDie, ...]


class Pass(Action, frozen=True, tag="pass"):
    """Go on: end the phase, close the window, announce nothing, do not defend."""

    seat: int = -1  # -1: the whole table goes on


class Announce(Action, frozen=True, tag="announce"):
    """The active player announces an Offensive Ability (DT-19)."""

    ability: str
    tier: int = 0


class Target(Action, frozen=True, tag="target"):
    """King of the Hill: the attacker chooses (DT-27)."""

    seat: int


class Defend(Action, frozen=True, tag="defend"):
    """The defender chooses a Defensive Ability (DT-32)."""

    ability: str


class Spend(Action, frozen=True, tag="spend"):
    """Use a status, a companion or a passive: `use` is its number in the content file."""

    seat: int
    source: str  # status or passive ability
    use: int = 0


class Play(Action, frozen=True, tag="play"):
    """Play a card from the hand (DT-14)."""

    seat: int
    card: str


class Upgrade(Action, frozen=True, tag="upgrade"):
    """Play a Hero Upgrade card (DT-15)."""

    ability: str
    level: int


class Sell(Action, frozen=True, tag="sell"):
    """Sell one card for 1 CP (DT-12)."""


class Choose(Action, frozen=True, tag="choose"):
    """Answer the question the table waits for."""

    key: str


class Tell(Action, frozen=True, tag="tell"):
    """A number read from the printed board, asked for once and remembered."""

    n: int


AnyAction = Roll | Pass | Announce | Target | Defend | Spend | Play | Upgrade | Sell | Choose | Tell | Adjust
