"""Everything a player, or the camera, can do. Plain data; `acts.py` says what is allowed when."""

from __future__ import annotations

import msgspec

from companion.rules.core import Adjust
from companion.rules.dungeon_fighter.cards import Colour, Hero, Item, Monster, Room


class Action(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    pass


# On the way


class Enter(Action, frozen=True, tag="enter"):
    """The party moves into this room (DF-8)."""

    room: Room


class Descend(Action, frozen=True, tag="descend"):
    """On to the next level, where its board is not known."""


class FaceBoss(Action, frozen=True, tag="face_boss"):
    """Out of the last room, to the final boss."""


class Meet(Action, frozen=True, tag="meet"):
    """This card was drawn from the tower, or lay there as the boss (DF-9)."""

    monster: Monster


class Answer(Action, frozen=True, tag="answer"):
    """To the question that the table asks."""

    what: str
    choice: str


# A throw


class Say(Action, frozen=True, tag="say"):
    """By touch, one thing of the throw: die, rest, line, symbol, bounced, done, or a weapon taken up or put down."""

    what: str
    value: str


class Seen(Action, frozen=True, tag="seen"):
    """What the camera sees of the throw; "" and None: not seen. The player confirms it, or says what was different."""

    die: str = ""
    rest: str = ""
    against: str = ""
    symbol: bool | None = None


class Confirm(Action, frozen=True, tag="confirm"):
    """The throw was as it stands there."""


class Throw(Action, frozen=True, tag="throw"):
    """A whole throw at once."""

    seat: int
    die: str
    rest: str
    against: str = ""
    symbol: bool = False
    bounced: bool = True
    done: bool = True
    weapons: tuple[str, ...] = ()


class Recover(Action, frozen=True, tag="recover"):
    """Option B: everybody takes the damage, and the hero dice come back (DF-20)."""


class Retreat(Action, frozen=True, tag="retreat"):
    """From an impossible combination of attacks (DF-39)."""


class Use(Action, frozen=True, tag="use"):
    """An item that heals; `on` is whom, where it heals one."""

    seat: int
    item: str
    on: int = -1


# Clean-up


class PutScar(Action, frozen=True, tag="scar"):
    seat: int
    colour: Colour


class Reward(Action, frozen=True, tag="reward"):
    """What this treasure room gives (DF-36)."""

    gold: int = 0
    white: int = 0
    equipment: int = 0


class Gain(Action, frozen=True, tag="gain"):
    """The top item card is this one: treasure or loot of a Steal."""

    item: Item


class Buy(Action, frozen=True, tag="buy"):
    item: Item


class BuyDie(Action, frozen=True, tag="buy_die"):
    pass


class BuyHealing(Action, frozen=True, tag="buy_healing"):
    pass


class Give(Action, frozen=True, tag="give"):
    seat: int
    to: int
    item: str


class Drop(Action, frozen=True, tag="drop"):
    seat: int
    item: str


class Onward(Action, frozen=True, tag="onward"):
    """The clean-up is done."""


# Corrections of cards, at any time


class Mark(Action, frozen=True, tag="mark"):
    """The monster's card shows this icon, too; n = 0: it does not."""

    what: str
    n: int = 1


class Retype(Action, frozen=True, tag="retype"):
    """The monster's card, typed anew. Damage it has taken stays."""

    monster: Monster


class Sheet(Action, frozen=True, tag="sheet"):
    """A hero's sheet, typed anew."""

    seat: int
    hero: Hero


AnyAction = (
    Enter
    | Descend
    | FaceBoss
    | Meet
    | Answer
    | Say
    | Seen
    | Confirm
    | Throw
    | Recover
    | Retreat
    | Use
    | PutScar
    | Reward
    | Gain
    | Buy
    | BuyDie
    | BuyHealing
    | Give
    | Drop
    | Onward
    | Mark
    | Retype
    | Sheet
    | Adjust
)
