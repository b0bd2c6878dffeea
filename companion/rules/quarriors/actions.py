"""Everything a player, or the dice, can do. Plain data; `game.py` says what is allowed when."""

from __future__ import annotations

import msgspec

from companion.rules.core import Adjust, TableDie


class Action(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    pass


class Reveal(Action, frozen=True, tag="reveal"):
    """The next card of a deck; one whose class lies in the Wilds already goes back to the box (QR-2)."""

    card: str


class Deal(Action, frozen=True, tag="deal"):
    """Whole shuffled decks: the first cards of different classes are taken (QR-2)."""

    deck: tuple[str, ...]


class Roll(Action, frozen=True, tag="roll"):
    """Dice came to rest. They also tell which dice were drawn."""

    dice: tuple[TableDie, ...]


class Show(Action, frozen=True, tag="show"):
    """By touch: one more die of the roll, and its face; no face where dice are drawn and not rolled."""

    kind: str
    face: str = ""


class Settle(Action, frozen=True, tag="settle"):
    """A roll that does not add up: drop a die, bring one from where it was, read it as another, or roll again."""

    how: str  # drop, is, add, used, wilds, box, again
    at: int = -1  # which die of the roll
    kind: str = ""
    face: str = ""


class Use(Action, frozen=True, tag="use"):
    """An Immediate effect of a die in the Active Pool (QR-14)."""

    die: int
    how: str  # card, draw, reroll, turn


class Ready(Action, frozen=True, tag="ready"):
    """A spell die goes to the Ready Area (QR-15)."""

    die: int


class Summon(Action, frozen=True, tag="summon"):
    """Pay for a creature (QR-15)."""

    die: int


class Cast(Action, frozen=True, tag="cast"):
    """Cast a spell, attach it, or react with it (QR-20 to QR-22)."""

    seat: int
    die: int
    target: int = -1


class Change(Action, frozen=True, tag="change"):
    """A Strong Primordial Ooze becomes another creature."""

    seat: int
    die: int
    target: int


class Defend(Action, frozen=True, tag="defend"):
    """The rival names a creature (QR-16)."""

    die: int


class Cull(Action, frozen=True, tag="cull"):
    """Return a die of the Used Pile to its card (QR-12)."""

    kind: str


class Capture(Action, frozen=True, tag="capture"):
    """Take a die from the Wilds (QR-18)."""

    kind: str


class Discard(Action, frozen=True, tag="discard"):
    """A spell goes from the Ready Area to the Used Pile at the end of the turn (QR-19)."""

    die: int


class Choose(Action, frozen=True, tag="choose"):
    """Answer the question the table waits for."""

    key: str


class Pass(Action, frozen=True, tag="pass"):
    """Go on: end the phase, cull no more, do not react."""


class Put(Action, frozen=True, tag="put"):
    """A player says where a die really is. Legal at any time, like `Adjust`.

    Zones: "bag:0", "pool:0", "ready:0", "used:0", "aside:0" with the seat, "wilds" and "box".
    """

    kind: str
    of: str
    to: str
    face: str = ""


AnyAction = (
    Reveal
    | Deal
    | Roll
    | Show
    | Settle
    | Use
    | Ready
    | Summon
    | Cast
    | Change
    | Defend
    | Cull
    | Capture
    | Discard
    | Choose
    | Pass
    | Put
    | Adjust
)
