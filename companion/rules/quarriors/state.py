"""Everything there is to know of a game of Quarriors between two actions.

A die is a number; `kinds[die]` is its class. Every die lies in exactly one zone. `stack` is what is still to be
done, its last frame first: the top of the stack is what the table waits for.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.rules.core import Seat
from companion.rules.quarriors.effects import AnyEffect
from companion.rules.text import Line

Rules = Mapping[str, int | str | bool]


class Setup(msgspec.Struct, frozen=True):
    """Who plays, and with which cards.

    `wilds` are the cards as they were dealt, or whole shuffled decks: the class rule takes the first seven
    creatures and three spells of different classes. With none, the players tell each card as they reveal it.
    """

    seats: tuple[Seat, ...]
    wilds: tuple[str, ...] = ()
    first: int = 0  # the seat that starts (QR-4)
    rules: Rules = {}  # house rules that differ from their default


class Lying(msgspec.Struct, frozen=True):
    """A die and the face it shows; no face while it was not rolled."""

    die: int
    face: str = ""


class Creature(msgspec.Struct, frozen=True):
    """A creature in a Ready Area, with the spells attached to it (QR-21)."""

    die: int
    face: str
    spells: tuple[Lying, ...] = ()
    still: bool = False  # its attack is 0 this turn
    copy: str = ""  # the card it has become
    copy_face: str = ""
    changed: int = 0  # the turn in which it last chose what to copy


class Player(msgspec.Struct, frozen=True):
    """A seat's collection (QR-5). The Ready Area holds `ready` and `spells`."""

    glory: int = 0
    bag: tuple[int, ...] = ()
    pool: tuple[Lying, ...] = ()
    ready: tuple[Creature, ...] = ()
    spells: tuple[Lying, ...] = ()
    used: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()  # waits until its owner destroys a creature
    attack: int = 0  # of all own creatures, this turn
    defence: int = 0
    saving: bool = False  # creatures destroyed in the rest of this turn go to the Active Pool


class Attacker(msgspec.Struct, frozen=True):
    """What one creature adds to the total, as it was when the attack began."""

    die: int
    attack: int
    level: int
    alone: int = 0  # more against a rival who has one creature
    piercing: bool = False  # spells attached to defenders do not count


class Attack(msgspec.Struct, frozen=True):
    """The attack under way (QR-16)."""

    attackers: tuple[Attacker, ...]
    queue: tuple[int, ...]  # rivals still to be attacked
    facing: int = -1
    single: bool = False  # this rival had one creature
    cap: int = 0  # no attacker counts for more; 0 is no cap
    ignored: int = 0  # attackers up to this level do not count
    spent: int = 0  # damage that this rival's creatures absorbed
    back: int = 0  # damage that came back
    named: tuple[int, ...] = ()  # creatures that were named: each only once (QR-17)
    lost: bool = False  # this rival has lost a creature to it


class Context(msgspec.Struct, frozen=True):
    """Whose effects these are, and of which die and card."""

    by: int
    die: int = -1
    card: str = ""
    n: int = 0


class Option(msgspec.Struct, frozen=True):
    """One answer to a question, and what follows from it."""

    key: str
    label: Line
    then: tuple[AnyEffect, ...]


class Shown(msgspec.Struct, frozen=True):
    """A die as it was read or told, before anybody knows which one it is."""

    kind: str
    face: str = ""


# Frames: what is still to be done. Nothing of it is lost when the game is saved.


class Frame(msgspec.Struct, frozen=True, tag_field="frame", omit_defaults=True):
    pass


class Do(Frame, frozen=True, tag="do"):
    """Effects to be carried out one by one."""

    effects: tuple[AnyEffect, ...]
    context: Context


class Go(Frame, frozen=True, tag="go"):
    """A step of the turn to be taken."""

    step: str


class Wait(Frame, frozen=True, tag="wait"):
    """A window in which a player acts until they pass."""

    window: str
    seat: int
    n: int = 0


class Ask(Frame, frozen=True, tag="ask"):
    """A question to one player."""

    seat: int
    prompt: Line
    options: tuple[Option, ...]
    context: Context


class Want(Frame, frozen=True, tag="want"):
    """Dice to be rolled, or drawn, by one player."""

    seat: int
    must: tuple[int, ...]  # dice of the Active Pool, or set aside, that are rolled
    draw: int = 0  # how many more come from the bag; nobody knows which
    lacking: int = 0  # how many could not be drawn, because there are no more
    roll: bool = True
    aside: bool = False
    shown: tuple[Shown, ...] = ()  # told so far
    odd: tuple[Shown, ...] = ()  # a roll that does not add up


AnyFrame = Do | Go | Wait | Ask | Want


class QuarriorsState(msgspec.Struct, frozen=True):
    """The table between two actions."""

    seats: tuple[Seat, ...]
    rules: Rules
    target: int  # glory to win
    kinds: tuple[str, ...]  # the class of every die
    cards: Mapping[str, str]  # the card that lies in the Wilds, by class
    wilds: Mapping[str, tuple[int, ...]]  # dice on the cards, by class
    box: tuple[int, ...]
    players: tuple[Player, ...]
    stack: tuple[AnyFrame, ...]
    active: int = 0
    turn: int = 0  # counts from 1; 0 while the Wilds are dealt
    phase: str = "deal"
    pot: int = 0  # quiddity (QR-11)
    reserved: int = 0  # the part of it that pays captures only
    captures: int = 1  # left this turn (QR-18)
    cheaper: int = 0
    scored: int = 0  # creatures scored this turn
    summoned: tuple[str, ...] = ()  # classes summoned this turn
    rolled: bool = False  # dice were rolled this turn
    attacked: bool = False  # the attack of this turn is over
    attack: Attack | None = None
    hit: tuple[int, ...] = ()  # rivals who lost a creature to it
    won: int = -1  # who reached the target (QR-24)
    emptied: bool = False  # four creature cards are empty (QR-25)
