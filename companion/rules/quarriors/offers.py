"""Everything a touch may do now, the best first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.quarriors import actions as a
from companion.rules.quarriors import attack, creatures, effects, gains, rolls, spells, strength, turn, uses
from companion.rules.quarriors.bench import Bench
from companion.rules.quarriors.content import CREATURE_CARDS, SPELL_CARDS
from companion.rules.quarriors.state import Ask, Creature, Lying, Wait

REACTING = ("immediate", "summon", "react", "defend", "capture")  # when rivals may act (QR-22)
CASTING = ("start", "immediate", "summon", "defend", "capture")  # when the active player may cast (QR-20)


def offers(b: Bench) -> Iterator[a.AnyAction]:
    if b.over():
        return
    top = b.stack[-1]
    want = rolls.wanted(b)
    if want is not None:
        if want.odd:
            yield from rolls.settlements(b, want)
            return
        if not rolls.count(want):
            yield a.Pass()
        for class_ in rolls.missing(b, want, want.shown):
            for face in rolls.faces_of(b, want, class_):
                yield a.Show(class_, face)
    elif isinstance(top, Ask):
        for option in top.options:
            yield a.Choose(option.key)
    elif isinstance(top, Wait):
        yield from _window(b, top)


def _window(b: Bench, window: Wait) -> Iterator[a.AnyAction]:
    if window.window == "deal":
        yield from _reveals(b)
        return
    if window.window in ("start", "end", "react"):  # to go on is what one mostly does
        yield a.Pass()
        yield from _own(b, window)
    else:
        yield from _own(b, window)
        if window.window != "defend":
            yield a.Pass()
    if window.window in REACTING:
        for seat in b.others(b.active):
            if seat != window.seat or window.window == "defend":
                yield from spells.casts(b, seat)
                yield from spells.changes(b, seat)
    if window.window == "defend":
        yield from spells.casts(b, b.active)
        yield from spells.changes(b, b.active)


def worth_waiting(b: Bench, window: Wait) -> bool:
    """Whether this player has anything to decide here; to go on is nothing."""
    if window.window == "capture" and not b.rolled:
        return True  # nobody was asked for anything in this turn
    if window.window == "immediate":
        return bool(uses.uses(b, window.seat))  # spells can still be cast in the next phase
    if window.window in ("start", "react"):
        return bool(spells.casts(b, window.seat))  # an Ooze alone is not worth a stop
    return any(True for _ in _own(b, window))


def _own(b: Bench, window: Wait) -> Iterator[a.AnyAction]:
    """What the player of this window may do, but for going on."""
    seat = window.seat
    if window.window == "cull":
        if window.n:
            dice = sorted(b.one_of_each(b.players[seat].used), key=lambda die: b.cost(b.kinds[die]))
            yield from (a.Cull(b.kinds[die]) for die in dice)
    elif window.window == "immediate":
        yield from uses.uses(b, seat)
    elif window.window == "summon":
        yield from (a.Ready(lying.die) for lying in _alike(b, seat) if turn.readiable(b, lying))
        yield from (a.Summon(die) for die in summons(b, seat))
    elif window.window == "defend":
        yield from (a.Defend(creature.die) for creature in _defenders(b, seat))
    elif window.window == "capture":
        yield from (a.Capture(class_) for class_ in captures(b))
    elif window.window == "end":
        for spell in _alike_spells(b, seat):
            yield a.Discard(spell.die)
    if window.window in (*CASTING, "react") and window.window != "defend":
        yield from spells.casts(b, seat)
        yield from spells.changes(b, seat)


def _reveals(b: Bench) -> Iterator[a.AnyAction]:
    """Cards that may come next; the others would only go back to the box."""
    for card in b.library.cards.values():
        sort = b.library.dice[card.class_].sort
        if sort != "basic" and card.class_ not in b.cards and room_for(b, sort):
            yield a.Reveal(card.id)


def room_for(b: Bench, sort: str) -> int:
    """How many cards of this sort are still to be dealt (QR-2)."""
    most = {"creature": CREATURE_CARDS, "spell": SPELL_CARDS}.get(sort, 0)
    return most - sum(b.library.dice[class_].sort == sort for class_ in b.cards)


def _alike(b: Bench, seat: int) -> list[Lying]:
    """Dice of the Active Pool, one of each that show the same."""
    return list({(b.kinds[x.die], x.face): x for x in reversed(b.players[seat].pool)}.values())[::-1]


def _alike_spells(b: Bench, seat: int) -> list[Lying]:
    return list({(b.kinds[x.die], x.face): x for x in reversed(b.players[seat].spells)}.values())[::-1]


def _defenders(b: Bench, seat: int) -> list[Creature]:
    """Those that withstand first, then those that are worth least."""
    assert b.attack is not None
    left = strength.left(b.attack)
    able = creatures.alike(b, seat, attack.defenders(b))

    def order(creature: Creature) -> tuple[bool, int, int]:
        assert b.attack is not None
        dies = left >= strength.against(b, b.attack, creature)
        return dies, strength.glory_of(b, seat, creature), creature.die

    return sorted(able, key=order)


# Summons (QR-15)


def summon_cost(b: Bench, seat: int, lying: Lying) -> int:
    return b.face(lying).level + strength.surcharge(b, seat)


def may_summon(b: Bench, seat: int, lying: Lying) -> bool:
    if not lying.face or not b.face(lying).creature:
        return False
    class_ = b.kinds[lying.die]
    card = b.cards[class_]
    shown = b.library.shown(card, "ready", lying.face)
    once = any(isinstance(effect, effects.OneSummon) for effect in shown)
    if once and class_ in b.summoned:
        return False
    return summon_cost(b, seat, lying) <= b.pot - b.reserved


def summons(b: Bench, seat: int) -> list[int]:
    """Creatures that can be paid; those that bring the most glory together stand first."""
    able = [lying for lying in b.players[seat].pool if may_summon(b, seat, lying)]
    # The best set for each purse: glory first, then attack and defence.
    purse = b.pot - b.reserved
    best: list[tuple[tuple[int, int], tuple[int, ...]]] = [((0, 0), ())] * (purse + 1)
    for lying in able:
        cost, worth = summon_cost(b, seat, lying), _worth(b, lying)
        for money in range(purse, cost - 1, -1):
            (glory, force), dice = best[money - cost]
            better = (glory + worth[0], force + worth[1])
            if better > best[money][0]:
                best[money] = (better, (*dice, lying.die))
    chosen = best[purse][1]
    able.sort(key=lambda x: (x.die not in chosen, tuple(-n for n in _worth(b, x)), x.die))
    seen: dict[tuple[str, str], int] = {}
    for lying in able:
        seen.setdefault((b.kinds[lying.die], lying.face), lying.die)
    return list(seen.values())


def _worth(b: Bench, lying: Lying) -> tuple[int, int]:
    shown = b.face(lying)
    return b.numbers(b.card(lying.die))[1], max(0, shown.attack) + max(0, shown.defence)


# Captures (QR-18)


def capture_cost(b: Bench, class_: str) -> int:
    return max(0, b.cost(class_) - b.cheaper)


def captures(b: Bench) -> list[str]:
    """Dice that can be paid, the dearest first."""
    if b.captures < 1:
        return []
    return [c for c in gains.by_cost(b) if b.wilds[c] and capture_cost(b, c) <= b.pot]
