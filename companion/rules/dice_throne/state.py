"""Everything there is to know of a game of Dice Throne between two actions.

`stack` is what is still to be done, its last frame first: the top of the stack is what the table
waits for. So a state is complete at every moment, also in the middle of a card or a roll.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.rules.core import Outcome, Seat
from companion.rules.dice_throne.effects import AnyEffect
from companion.rules.text import Line

PHASES = ("upkeep", "income", "main1", "offence", "targeting", "defence", "main2", "discard")  # DT-6


class Setup(msgspec.Struct, frozen=True):
    """Who plays what. Teammates sit side by side: the first half of the seats against the second half."""

    seats: tuple[Seat, ...]
    heroes: tuple[str, ...]  # a hero for each seat
    mode: str = "duel"  # duel, teams, king_of_the_hill
    first: int = -1  # the seat that starts; -1: roll for it (DT-3)
    dice: str = "d6"  # "d6" or "d6-numerals": plain dice stand for hero dice; "hero": their own taught dice
    rules: Mapping[str, int | str | bool] = {}  # house rules that differ from their default
    answers: Mapping[str, int] = {}  # numbers the players told before, for what is printed nowhere


class Fighter(msgspec.Struct, frozen=True):
    """A seat's hero and all that lies on the board. Health stands on the team's dial."""

    hero: str
    team: int
    cp: int
    hand: int
    deck: int  # cards left to draw
    discard: int  # cards in the discard pile
    played: tuple[str, ...] = ()  # cards known to lie in the discard pile; a deck has one of each
    tokens: Mapping[str, int] = {}  # statuses and companions in play
    limits: Mapping[str, int] = {}  # stack limits raised above the printed one
    levels: Mapping[str, int] = {}  # abilities upgraded beyond level 1
    side: str = ""  # of a board with two sides
    used: tuple[str, ...] = ()  # what may be used once a turn, and was
    began: tuple[str, ...] = ()  # statuses in play when the hero's own turn began
    gained: tuple[str, ...] = ()  # tokens gained this turn, one entry each
    out: bool = False


class Pool(msgspec.Struct, frozen=True):
    """Dice that lie on the table for one purpose."""

    owner: int
    purpose: str  # offence, ability, target, defence, status, first
    values: tuple[int, ...]
    dice: tuple[int, ...]  # their identities, in the same order


class Entry(msgspec.Struct, frozen=True):
    """One line of the damage arithmetic: how much, and from what."""

    source: Line
    n: int


class Packet(msgspec.Struct, frozen=True):
    """Damage from one source that is on its way to one player; `damage.py` adds it up (DT-45)."""

    to: int  # -1 while the target is not known
    by: int
    type: str  # normal, undefendable, pure, collateral, ultimate, status
    source: Line
    base: int
    attack: bool = False  # the attack of this Roll Phase
    adds: tuple[Entry, ...] = ()
    prevents: tuple[Entry, ...] = ()
    halves: tuple[Line, ...] = ()  # each prevents half, rounded up
    dimmed: Line | None = None  # what is dealt is halved, and that is rounded up: Blinding Light
    reflects: tuple[Line, ...] = ()
    avoided: Line | None = None
    recoil: int = 0
    bonus_cp: int = 0  # for the attacker, if at least 1 gets through
    isolated: bool = False
    guard: str = ""  # the companion that takes it in place of its hero


class Healing(msgspec.Struct, frozen=True):
    """Healing on its way, applied together with the damage (DT-49)."""

    to: int
    n: int
    source: Line
    dealt: bool = False  # as much as the attack deals, whatever `n` says


class Context(msgspec.Struct, frozen=True):
    """Whose effects these are, at whom, and the dice they count."""

    by: int
    to: int
    kind: str  # ability, defence, card, spent; status and passive for what happens by itself
    source: Line
    dice: tuple[int, ...] = ()
    others: tuple[int, ...] = ()  # the other player's dice, where both roll
    n: int = 0


class Option(msgspec.Struct, frozen=True):
    """One answer to a question, and what follows from it."""

    key: str
    label: Line
    then: tuple[AnyEffect, ...]
    n: int = 0


# Frames: what is still to be done. Nothing of it is lost when the game is saved.


class Frame(msgspec.Struct, frozen=True, tag_field="frame"):
    pass


class Do(Frame, frozen=True, tag="do"):
    """Effects to be carried out one by one."""

    effects: tuple[AnyEffect, ...]
    context: Context


class Go(Frame, frozen=True, tag="go"):
    """A step of the turn to be taken."""

    step: str


class Wait(Frame, frozen=True, tag="wait"):
    """A window in which players act until they pass (DT-17)."""

    window: str
    passed: tuple[int, ...] = ()


class Ask(Frame, frozen=True, tag="ask"):
    """A question to one player."""

    seat: int
    prompt: Line
    options: tuple[Option, ...]
    context: Context


class Want(Frame, frozen=True, tag="want"):
    """Dice to be thrown by one player."""

    seat: int
    count: int
    purpose: str
    source: Line
    pool: int = -1  # a die that is thrown again: which pool, and which die of it
    die: int = -1


class Count(Frame, frozen=True, tag="count"):
    """Count the dice thrown since, take them off the table, and do what follows."""

    first: int  # the first of their pools
    then: tuple[AnyEffect, ...]
    context: Context


class Sort(Frame, frozen=True, tag="sort"):
    """Things that happen now, in the order the active player likes (DT-8)."""

    items: tuple[Do, ...]


class Number(Frame, frozen=True, tag="number"):
    """A printed number nobody could tell us: the players read it from their board, once."""

    name: str
    seat: int
    source: Line


AnyFrame = Do | Go | Wait | Ask | Want | Count | Sort | Number


class Announced(msgspec.Struct, frozen=True):
    """The Offensive Ability of this Roll Phase."""

    ability: str
    tier: int
    ultimate: bool


class DiceThroneState(msgspec.Struct, frozen=True):
    """The table between two actions."""

    seats: tuple[Seat, ...]
    mode: str
    dice_kind: str
    rules: Mapping[str, int | str | bool]
    answers: Mapping[str, int]
    fighters: tuple[Fighter, ...]
    health: tuple[int, ...]  # one dial a team; outside team play everybody is a team
    start_health: int
    order: tuple[int, ...]  # seats in the order of their turns
    stack: tuple[AnyFrame, ...]
    turn: int = 0  # counts from 1; 0 while the first player is rolled for
    active: int = 0
    phase: str = "upkeep"
    skips: tuple[str, ...] = ()
    pools: tuple[Pool, ...] = ()  # dice on the table, the newest last
    attempts: int = 0  # made in this Offensive Roll Phase
    allowed: int = 3
    redefend: int = 0  # further attempts for the defence roll
    announced: Announced | None = None
    activated: bool = False
    altered: bool = False  # dice were changed since the announcement (DT-20)
    target: int = -1
    fixed_target: int = -1  # an extra Offensive Roll Phase keeps its target (DT-30)
    extra: int = 0  # extra Offensive Roll Phases still to come
    attacked: bool = False  # the active player's attack went ahead this turn
    defence: str = ""  # the Defensive Ability that was chosen
    plan: tuple[Do, ...] = ()  # effects of the ability that wait for the target (DT-31)
    placed: tuple[str, ...] = ()  # statuses that this attack put on its target
    packets: tuple[Packet, ...] = ()
    healings: tuple[Healing, ...] = ()
    dealt: int = 0  # by the attack, when it was last applied
    leaders: tuple[int, ...] = ()  # teams with the highest health when the turn began
    outcome: Outcome | None = None
