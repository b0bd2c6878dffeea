"""Everything a player, or the dice, can do. Plain data; `game.py` says what is allowed when."""

from __future__ import annotations

import msgspec

from companion.rules.core import Adjust, TableDie


class Action(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    pass


class Roll(Action, frozen=True, tag="roll"):
    """Dice came to rest: rolled, turned by hand, or passed on."""

    dice: tuple[TableDie, ...]


class Show(Action, frozen=True, tag="show"):
    """By touch: the die before this seat shows this face, rolled or turned."""

    seat: int
    face: int


class Own(Action, frozen=True, tag="own"):
    """Whose die it is, where its place does not tell."""

    die: int  # its identity on the table
    seat: int


class Reveal(Action, frozen=True, tag="reveal"):
    """The card that a player revealed (KD-8)."""

    seat: int
    card: str


class Order(Action, frozen=True, tag="order"):
    """What comes first on the own die: "rebels" turn it over, or the own "card" (KD-10)."""

    seat: int
    first: str


class Take(Action, frozen=True, tag="take"):
    """The Lady's player takes a token, a 1 or a 2 (KD-24)."""

    seat: int
    token: int


class PutUnder(Action, frozen=True, tag="put_under"):
    """The round's winner puts a card under the die, face down; nobody needs to tell which (KD-16)."""

    seat: int
    card: str = ""


class Placed(Action, frozen=True, tag="placed"):
    """Tournament: a group tells its winner and its second and nothing else; −1 is nobody."""

    group: int  # −1: the group winners in the centre
    winner: int = -1
    second: int = -1
    swapped: bool = False  # a Cheater swapped the points


AnyAction = Roll | Show | Own | Reveal | Order | Take | PutUnder | Placed | Adjust
