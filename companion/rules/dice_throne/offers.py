"""Everything a touch may do now, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne import acts, passing, windows
from companion.rules.dice_throne.bench import HAND_LIMIT, Bench
from companion.rules.dice_throne.hand import why_no_card
from companion.rules.dice_throne.state import Ask, Number, Sort, Wait

TELLABLE = 21  # numbers offered as buttons; any up to 99 may be told


def offers(b: Bench) -> Iterator[a.AnyAction]:
    if b.outcome is not None:
        return
    top = b.stack[-1]
    if isinstance(top, Ask):
        yield from (a.Choose(option.key) for option in top.options)
    elif isinstance(top, Sort):
        yield from (a.Choose(str(i)) for i in range(len(top.items)))
    elif isinstance(top, Number):
        yield from (a.Tell(n) for n in range(TELLABLE))
    elif isinstance(top, Wait):
        yield from _window(b, top)


def _window(b: Bench, frame: Wait) -> Iterator[a.AnyAction]:
    window = frame.window
    if window == "attempts" or (window == "announced" and b.altered):
        # the last tier of a box is its strongest, and the Ultimate stands last on the board
        yield from (a.Announce(ability, tier) for ability, tier in reversed(windows.met(b)))
    if window == "target":
        yield from (a.Target(seat) for seat in b.opponents(b.active))
    if window == "defend":
        yield from (a.Defend(ability.id) for ability in windows.defences(b))
    hand = b.fighters[b.active].hand
    if window == "discard" and hand > HAND_LIMIT:
        yield a.Sell()
    yield from _pass(b, frame)
    if window == "discard" and 0 < hand <= HAND_LIMIT and b.rule("sell_below_limit"):
        yield a.Sell()
    for seat in b.living():
        yield from (a.Spend(seat, source, i) for source, i in windows.usable(b, seat))
    if window in ("main1", "main2"):
        yield from _upgrades(b)
        if hand:
            yield a.Sell()
    for seat in b.living():
        hero = b.fighters[seat].hero
        for card in (*b.library.heroes[hero].cards, *b.library.common.values()):
            if why_no_card(b, seat, card) is None:
                yield a.Play(seat, card.id)


def _pass(b: Bench, frame: Wait) -> Iterator[a.AnyAction]:
    if frame.window == "target":
        return
    if frame.window == "discard" and b.fighters[b.active].hand > HAND_LIMIT:
        return
    if frame.window == "attempts" and b.attempts == 0:
        yield a.Pass()  # rolling is what the table waits for, but nobody must attack
        return
    yield a.Pass()
    if passing.one_by_one(b, frame.window):
        asked = passing.asked(b, frame)
        if len(asked) > 1:  # one says "nothing", the others are still asked
            yield a.Pass(asked[0])


def _upgrades(b: Bench) -> Iterator[a.AnyAction]:
    fighter = b.fighters[b.active]
    if not fighter.hand:
        return
    for ability in b.abilities(b.active, "offensive", "defensive", "passive", "ultimate"):
        for level in range(2, len(ability.levels) + 1):
            cost = acts.upgrade_cost(b, b.active, ability.id, level)
            if cost is not None and cost <= fighter.cp:
                yield a.Upgrade(ability.id, level)
