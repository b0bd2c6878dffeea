"""Doing what a player asks for: check it, change the bench, and let the turn run on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.rules.core import Adjust
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne import attack, damage, flow, hand, passing, rolls, turn, windows
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.bench import CP_CAP, HAND_LIMIT, Bench
from companion.rules.dice_throne.setup import can_hold
from companion.rules.dice_throne.state import Announced, Ask, Context, Do, Number, Sort, Wait
from companion.rules.dice_throne.tokens import take
from companion.rules.dice_throne.windows import refuse
from companion.rules.errors import IllegalAction
from companion.rules.text import line

LARGEST_TOLD = 99


def roll(b: Bench, action: a.Roll) -> None:
    problem = rolls.problem(b, action.dice)
    if problem is not None:
        raise IllegalAction(problem)
    rolls.take_roll(b, action.dice)
    flow.run(b)


def go_on(b: Bench, action: a.Pass) -> None:
    top = b.stack[-1]
    if not isinstance(top, Wait):
        raise refuse("dt.no.finish_first")
    window = top.window
    if window == "target":
        raise refuse("dt.no.choose_target")
    if window == "discard" and b.fighters[b.active].hand > HAND_LIMIT:
        raise refuse("dt.no.sell_first", n=b.fighters[b.active].hand - HAND_LIMIT)
    if action.seat >= 0:
        asked = passing.asked(b, top)
        if action.seat not in asked:
            raise refuse("dt.no.not_asked")
        if len(asked) > 1 and passing.one_by_one(b, window):
            b.stack[-1] = Wait(window, (*top.passed, action.seat))
            return
    b.stack.pop()
    if window == "attempts":
        b.announced = None
        b.say("dt.announces_nothing", who=b.name(b.active))
    flow.run(b)


def announce(b: Bench, action: a.Announce) -> None:
    window = b.window()
    if window != "attempts" and not (window == "announced" and b.altered):
        raise refuse("dt.no.announce_now")
    if (action.ability, action.tier) not in windows.met(b):
        raise refuse("dt.no.dice_do_not_fit")
    ability = b.library.abilities[b.fighters[b.active].hero, action.ability]
    tier = b.level(b.active, ability).tiers[action.tier]
    b.announced = Announced(ability.id, action.tier, ability.kind == "ultimate")
    b.altered = False
    b.say(
        "dt.announces",
        who=b.name(b.active),
        ability=b.library.ability_line(b.fighters[b.active].hero, ability.id, tier),
    )
    b.stack[-1] = Wait("announced")
    flow.run(b)


def target(b: Bench, action: a.Target) -> None:
    if b.window() != "target":
        raise refuse("dt.no.not_now")
    if action.seat not in b.opponents(b.active):
        raise refuse("dt.no.target")
    b.stack.pop()
    b.push(Do((e.AimAt(action.seat),), Context(b.active, action.seat, "passive", line("dt.targeting"))))
    flow.run(b)


def defend(b: Bench, action: a.Defend) -> None:
    if b.window() != "defend":
        raise refuse("dt.no.not_now")
    if action.ability not in [ability.id for ability in windows.defences(b)]:
        raise refuse("dt.no.defence")
    b.stack.pop()
    attack.choose_defence(b, action.ability)
    flow.run(b)


def spend(b: Bench, action: a.Spend) -> None:
    if not 0 <= action.seat < len(b.fighters):
        raise refuse("dt.no.seat")
    use = windows.check_use(b, action.seat, action.source, action.use)
    fighter = b.fighters[action.seat]
    is_status = action.source in fighter.tokens
    if use.times:
        key = windows.use_key(action.source, use, action.use)
        b.change(action.seat, used=(*fighter.used, key))
    if is_status:
        b.lose(action.seat, action.source, use.tokens)
        name = b.library.status_line(action.source)
    else:
        name = b.library.ability_line(fighter.hero, action.source)
    for token, n in use.price.items():
        b.lose(action.seat, token, n)
    if use.cp:
        b.add_cp(action.seat, -use.cp)
    b.say("dt.spends", who=b.name(action.seat), what=name)
    _do_now(b, use.then, Context(action.seat, _other(b, action.seat), "spent", name))


def _other(b: Bench, seat: int) -> int:
    """Whom "target" means for this player now: the attacker's target, the defender's attacker."""
    if b.target == seat:
        return b.active
    if b.target < 0 and len(b.opponents(seat)) == 1:
        return b.opponents(seat)[0]
    return b.target


def play(b: Bench, action: a.Play) -> None:
    if not 0 <= action.seat < len(b.fighters):
        raise refuse("dt.no.seat")
    card = hand.check_card(b, action.seat, action.card)
    b.add_cp(action.seat, -card.cost)
    b.discard(action.seat, 1)
    if not card.many:
        b.change(action.seat, played=(*b.fighters[action.seat].played, card.id))
    name = b.library.card_line(b.fighters[action.seat].hero, card.id)
    b.say("dt.plays", who=b.name(action.seat), card=name, n=card.cost)
    _do_now(b, card.then, Context(action.seat, _other(b, action.seat), "card", name))


def _do_now(b: Bench, then: tuple[e.AnyEffect, ...], context: Context) -> None:
    """Inside a window: everybody may answer anew, and an announcement the dice no longer fulfil falls."""
    top = b.stack[-1]
    if isinstance(top, Wait) and top.passed and top.window != "answer":
        b.stack[-1] = Wait(top.window)
    b.go("recheck")
    b.push(Do(then, context))
    flow.run(b)


def upgrade(b: Bench, action: a.Upgrade) -> None:
    if b.window() not in ("main1", "main2"):
        raise refuse("dt.no.main_card")
    seat = b.active
    fighter = b.fighters[seat]
    cost = upgrade_cost(b, seat, action.ability, action.level)
    if cost is None:
        raise refuse("dt.no.upgrade")
    if not fighter.hand:
        raise refuse("dt.no.hand", who=b.name(seat))
    if fighter.cp < cost:
        raise refuse("dt.no.cp", who=b.name(seat), n=cost)
    b.change(
        seat,
        cp=fighter.cp - cost,
        hand=fighter.hand - 1,
        levels={**fighter.levels, action.ability: action.level},
    )
    name = b.library.ability_line(fighter.hero, action.ability)
    b.say("dt.upgrades", who=b.name(seat), ability=name, level="I" * action.level, n=cost)
    flow.run(b)


def upgrade_cost(b: Bench, seat: int, ability: str, level: int) -> int | None:
    """Only the difference to the level in play (DT-15); None where there is no such upgrade."""
    known = b.library.abilities.get((b.fighters[seat].hero, ability))
    have = b.level_number(seat, ability)
    if known is None or not have < level <= len(known.levels):
        return None
    return max(0, known.levels[level - 1].cost - known.levels[have - 1].cost)


def sell(b: Bench, _action: a.Sell) -> None:
    window = b.window()
    if window not in ("main1", "main2", "discard"):
        raise refuse("dt.no.sell_now")
    fighter = b.fighters[b.active]
    if not fighter.hand:
        raise refuse("dt.no.hand", who=b.name(b.active))
    if window == "discard" and fighter.hand <= HAND_LIMIT and not b.rule("sell_below_limit"):
        raise refuse("dt.no.sell_now")
    b.discard(b.active, 1)
    b.add_cp(b.active, 1)  # the card is gone even at 15 CP (DT-12)
    b.say("dt.sells", who=b.name(b.active))
    flow.run(b)


def choose(b: Bench, action: a.Choose) -> None:
    top = b.stack[-1]
    if isinstance(top, Sort):
        if not action.key.isdigit() or int(action.key) >= len(top.items):
            raise refuse("dt.no.option")
        b.stack.pop()
        at = int(action.key)
        b.push(Sort((*top.items[:at], *top.items[at + 1 :])))
        b.push(top.items[at])
    elif isinstance(top, Ask):
        option = next((option for option in top.options if option.key == action.key), None)
        if option is None:
            raise refuse("dt.no.option")
        b.stack.pop()
        b.push(Do(option.then, replace(top.context, n=option.n) if option.n else top.context))
    else:
        raise refuse("dt.no.nothing_asked")
    flow.run(b)


def tell(b: Bench, action: a.Tell) -> None:
    top = b.stack[-1]
    if not isinstance(top, Number):
        raise refuse("dt.no.nothing_asked")
    if not 0 <= action.n <= LARGEST_TOLD:
        raise refuse("dt.no.number", n=LARGEST_TOLD)
    b.stack.pop()
    b.answers = {**b.answers, top.name: action.n}
    b.say("dt.told", what=number_words(top), n=action.n)
    flow.run(b)


def number_words(frame: Number) -> str:
    """ "vampire_lord.gouge_damage_for_3" → "gouge damage for 3"."""
    return frame.name.partition(".")[2].replace("_", " ")


def adjust(b: Bench, action: Adjust) -> None:
    """A player overrules a counter, at any time."""
    if not 0 <= action.seat < len(b.fighters):
        raise refuse("dt.no.seat")
    seat, by = action.seat, action.by
    fighter = b.fighters[seat]
    who = b.name(seat)
    if action.counter == "health":
        after = max(0, min(b.health_cap(), b.health[fighter.team] + by))
        b.health[fighter.team] = after
        b.say("dt.adjust.health", who=who, n=after)
        damage.take_out(b)
        turn.end_turn_if_out(b)
    elif action.counter == "cp":
        b.change(seat, cp=max(0, min(CP_CAP, fighter.cp + by)))
        b.say("dt.adjust.cp", who=who, n=b.fighters[seat].cp)
    elif action.counter == "hand":
        _adjust_hand(b, seat, by)
        b.say("dt.adjust.hand", who=who, n=b.fighters[seat].hand)
    elif action.counter == "deck":
        _adjust_deck(b, seat, by)
        b.say("dt.adjust.deck", who=who, n=b.fighters[seat].deck)
    elif action.counter.startswith("token.") and action.counter[6:] in b.library.statuses:
        status = action.counter[6:]
        if not can_hold(b, seat, status):
            raise refuse("dt.no.counter", name=action.counter)
        if by > 0:
            b.gain(seat, status, by)
        else:
            take(b, seat, status, -by)
        b.say("dt.adjust.token", who=who, status=b.library.status_line(status), n=b.tokens(seat, status))
    else:
        raise refuse("dt.no.counter", name=action.counter)
    flow.run(b)


def _adjust_hand(b: Bench, seat: int, by: int) -> None:
    """Cards come from the deck, or else from the discard pile, and go to the discard pile."""
    fighter = b.fighters[seat]
    if by < 0:
        b.discard(seat, -by)
        return
    from_deck = min(by, fighter.deck)
    from_discard = min(by - from_deck, fighter.discard)
    b.change(
        seat,
        hand=fighter.hand + from_deck + from_discard,
        deck=fighter.deck - from_deck,
        discard=fighter.discard - from_discard,
    )


def _adjust_deck(b: Bench, seat: int, by: int) -> None:
    """Cards move between deck and discard pile; more cards in the deck mean that it was shuffled."""
    fighter = b.fighters[seat]
    by = max(-fighter.deck, min(fighter.discard, by))
    played = () if by > 0 else fighter.played
    b.change(seat, deck=fighter.deck + by, discard=fighter.discard - by, played=played)


ACTS: dict[type, Callable[[Bench, Any], None]] = {
    a.Roll: roll,
    a.Pass: go_on,
    a.Announce: announce,
    a.Target: target,
    a.Defend: defend,
    a.Spend: spend,
    a.Play: play,
    a.Upgrade: upgrade,
    a.Sell: sell,
    a.Choose: choose,
    a.Tell: tell,
    Adjust: adjust,
}
