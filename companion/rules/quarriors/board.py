"""What a screen shows of a game: the pool and what each die may do, the Wilds, the collections and their count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from companion.rules.quarriors import labels, offers, rolls, strength
from companion.rules.quarriors.actions import AnyAction, Cast, Change, Defend, Ready, Summon, Use
from companion.rules.quarriors.attack import defenders
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import KIND
from companion.rules.quarriors.gains import by_cost
from companion.rules.quarriors.state import Creature, Lying, QuarriorsState
from companion.rules.text import Line


class Deed(msgspec.Struct, frozen=True):
    """Something a die may do, and the words for it."""

    action: AnyAction
    label: Line


class PoolDie(msgspec.Struct, frozen=True):
    """A die of the Active Pool."""

    die: int
    kind: str  # name of the DieKind
    face: str  # "" while it was not rolled
    title: Line  # its card
    name: Line  # its card and its face
    quiddity: int
    summon: int  # what it costs to summon it; 0 where it shows no creature
    deeds: tuple[Deed, ...]  # the best first


class ReadyDie(msgspec.Struct, frozen=True):
    """A creature in a Ready Area as it counts now, or a spell that waits there."""

    die: int
    name: Line
    face: str
    creature: bool
    attack: int = 0
    defence: int = 0
    glory: int = 0
    deeds: tuple[Deed, ...] = ()
    attached: tuple[Line, ...] = ()  # spells (QR-21)


class Collection(msgspec.Struct, frozen=True):
    """A seat's dice, counted by class in every zone. The zones add up to `total` (QR-5)."""

    glory: int
    zones: Mapping[str, Mapping[str, int]]
    total: int
    ready: tuple[ReadyDie, ...]


class WildCard(msgspec.Struct, frozen=True):
    """A power card in the Wilds."""

    card: str
    kind: str
    name: Line
    about: Line
    cost: int  # as it is now
    glory: int
    dice: int
    affordable: bool
    provisional: bool


class Board(msgspec.Struct, frozen=True):
    target: int
    active: int
    phase: str
    quiddity: int  # in the pot
    coming: int  # what the dice of the Active Pool would still add
    captures: int
    pool: tuple[PoolDie, ...]  # of the active player, the best first
    wilds: tuple[WildCard, ...]  # the dearest first
    collections: tuple[Collection, ...]
    box: int


def board(state: QuarriorsState) -> Board:
    b = Bench(state)
    legal = [Deed(action, labels.label(b, action)) for action in offers.offers(b)]
    pool = [_pool_die(b, lying, legal) for lying in state.players[state.active].pool]
    order = {id(deed): at for at, deed in enumerate(legal)}
    pool.sort(key=lambda die: min((order[id(deed)] for deed in die.deeds), default=len(legal)))
    return Board(
        state.target,
        state.active,
        state.phase,
        state.pot,
        sum(die.quiddity for die in pool) if state.phase == "roll" else 0,
        state.captures,
        tuple(pool),
        tuple(_card(b, class_) for class_ in by_cost(b)),
        tuple(_collection(b, seat, legal) for seat in range(len(state.players))),
        len(state.box),
    )


def _pool_die(b: Bench, lying: Lying, legal: list[Deed]) -> PoolDie:
    shown = b.face(lying) if lying.face else None
    return PoolDie(
        lying.die,
        KIND + b.kinds[lying.die],
        lying.face,
        b.die_line(lying.die),
        rolls.shown_line(b, b.kinds[lying.die], lying.face),
        shown.quiddity if shown else 0,
        offers.summon_cost(b, b.active, lying) if shown and shown.creature else 0,
        tuple(deed for deed in legal if _is_of(b, deed.action, lying)),
    )


def _is_of(b: Bench, action: AnyAction, lying: Lying) -> bool:
    """Dice that show the same may do the same: an offer stands for all of them."""
    if not isinstance(action, Use | Ready | Summon):
        return False
    other = b.lying(b.active, action.die)
    return other is not None and (b.kinds[other.die], other.face) == (b.kinds[lying.die], lying.face)


def _card(b: Bench, class_: str) -> WildCard:
    card = b.library.cards[b.cards[class_]]
    cost = offers.capture_cost(b, class_)
    dice = len(b.wilds[class_])
    return WildCard(
        card.id,
        KIND + class_,
        b.library.card_line(card.id),
        b.library.about(card.id),
        cost,
        b.numbers(card)[1],
        dice,
        bool(dice and b.captures and cost <= b.pot),
        card.provisional,
    )


def _collection(b: Bench, seat: int, legal: list[Deed]) -> Collection:
    player = b.players[seat]
    attached = [spell.die for creature in player.ready for spell in creature.spells]
    dice = {
        "bag": player.bag,
        "pool": tuple(lying.die for lying in player.pool),
        "ready": (*(c.die for c in player.ready), *(s.die for s in player.spells), *attached),
        "used": player.used,
        "aside": player.aside,
    }
    zones = {zone: dict(Counter(b.kinds[die] for die in found)) for zone, found in dice.items()}
    creatures = tuple(_creature(b, seat, creature, legal) for creature in player.ready)
    spells = tuple(_spell(b, spell, legal) for spell in player.spells)
    return Collection(player.glory, zones, sum(map(len, dice.values())), (*creatures, *spells))


def _creature(b: Bench, seat: int, creature: Creature, legal: list[Deed]) -> ReadyDie:
    deeds = [deed for deed in legal if isinstance(deed.action, Change) and deed.action.die == creature.die]
    named = Defend(creature.die)
    window = b.window()
    if window is not None and (window.window, window.seat) == ("defend", seat) and creature in defenders(b):
        deeds.insert(0, Deed(named, labels.label(b, named)))  # also one that looks like another
    return ReadyDie(
        creature.die,
        b.die_line(creature.die),
        creature.face,
        True,
        strength.attack_of(b, seat, creature),
        strength.defence_of(b, seat, creature),
        strength.glory_of(b, seat, creature),
        tuple(deeds),
        tuple(b.die_line(spell.die) for spell in creature.spells),
    )


def _spell(b: Bench, spell: Lying, legal: list[Deed]) -> ReadyDie:
    casts = (deed for deed in legal if isinstance(deed.action, Cast) and deed.action.die == spell.die)
    return ReadyDie(spell.die, b.die_line(spell.die), spell.face, False, deeds=tuple(casts))
