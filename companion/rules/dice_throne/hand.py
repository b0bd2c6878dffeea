"""Cards in the hand: which may be played now, and why not (DT-13, DT-14, DT-65). Nobody sees the hands, so
every card that may still be in one counts."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.dice_throne import damage
from companion.rules.dice_throne import effects as e
from companion.rules.dice_throne.alter import alters_dice, dice_of
from companion.rules.dice_throne.bench import Bench
from companion.rules.dice_throne.choices import holds
from companion.rules.dice_throne.content import Card
from companion.rules.dice_throne.state import Context, Wait
from companion.rules.dice_throne.windows import (
    OWN_ATTACK,
    duelling,
    enhanceable,
    in_roll_phase,
    is_open,
    refuse,
)
from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line


def check_card(b: Bench, seat: int, name: str) -> Card:
    card = b.library.cards.get((b.fighters[seat].hero, name))
    if card is None:
        raise refuse("dt.no.card", who=b.name(seat))
    reason = why_no_card(b, seat, card)
    if reason is not None:
        raise IllegalAction(reason)
    return card


def why_no_card(b: Bench, seat: int, card: Card) -> Line | None:
    fighter = b.fighters[seat]
    if not isinstance(b.stack[-1], Wait):
        return line("dt.no.finish_first")
    if not b.can_act(seat):
        return line("dt.no.cannot_act", who=b.name(seat))
    if not fighter.hand:
        return line("dt.no.hand", who=b.name(seat))
    if card.id in fighter.played and not card.many:
        return line("dt.no.played", who=b.name(seat))
    if fighter.cp < card.cost:  # must be able to pay in full (DT-14)
        return line("dt.no.cp", who=b.name(seat), n=card.cost)
    window = b.window()
    if card.timing == "main" and not (window in ("main1", "main2") and seat == b.active):  # DT-13
        return line("dt.no.main_card")
    if card.timing == "roll" and not in_roll_phase(b):  # DT-65
        return line("dt.no.roll_card")
    if card.modifier and not (window in OWN_ATTACK and enhanceable(b, seat)):  # DT-42
        return line("dt.no.modifier")
    if card.when and not is_open(b, seat, card.when):
        return line("dt.no.not_now")
    if card.needs and not holds(b, card.needs, Context(seat, b.target, "card", line("dt.no.not_now"))):
        return line("dt.no.not_now")
    return _pointless(b, seat, card)


def _pointless(b: Bench, seat: int, card: Card) -> Line | None:
    """Cards that would find nothing to work on."""
    first = card.then[0]
    whose = alters_dice(card.then)
    if whose and not dice_of(b, whose, seat):
        return line("dt.no.no_dice")
    if isinstance(first, e.Prevent) and not any(damage.avoidable(b, other) for other in b.living()):
        return line("dt.no.no_damage")
    if isinstance(first, e.Attempts):
        window = b.window()
        if first.roll == "offence" and window not in ("attempts", "announced"):
            return line("dt.no.not_now")
        if first.roll == "defence" and window != "defended" and not duelling(b):
            return line("dt.no.not_now")
    return None


def has_card(b: Bench, seat: int, fits: Callable[[Card], bool]) -> bool:
    """May this player have such a card in hand, and play it now?"""
    if not b.fighters[seat].hand or not b.can_act(seat):
        return False
    cards = (*b.hero(seat).cards, *b.library.common.values())
    return any(fits(card) and why_no_card(b, seat, card) is None for card in cards)
