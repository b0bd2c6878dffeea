"""Questions that the table asks, what may be answered, and who takes the answer."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.dungeon_fighter import abilities, journey, settling, shop
from companion.rules.dungeon_fighter import actions as a
from companion.rules.dungeon_fighter.bench import Bench, refuse
from companion.rules.dungeon_fighter.cards import ABILITIES, ATTACKS, COLOURS
from companion.rules.dungeon_fighter.draft import NO, YES
from companion.rules.dungeon_fighter.state import Ask

LIKELY = {
    "hp": (1, 40),
    "damage": (0, 9),
    "gold": (0, 9),
    "cost": (0, 9),
    "bonus": (1, 9),
    "amount": (1, 9),
    "number": (1, 9),
}


def choices(b: Bench, ask: Ask) -> tuple[str, ...]:
    """What a button may answer. A printed number may also be larger than those."""
    what = ask.what
    if what in LIKELY:
        low, high = LIKELY[what]
        return tuple(str(n) for n in range(low, high + 1))
    if what in ("owner", "leader"):
        return tuple(str(seat) for seat in b.present())
    if what in ("divine", "beer"):
        return tuple(str(seat) for seat in b.awake())
    if what == "colour":
        return COLOURS
    if what == "ability":
        return (*ABILITIES, abilities.NONE)
    if what == "attack":
        return ATTACKS
    if what == "effect":
        return shop.EFFECT_CHOICES
    if what == "items":
        return ("go", *settling.item_choices(b))
    if what == "discard":
        return tuple(dict.fromkeys(item.id for item in b.party[ask.seat].items))
    return (YES, NO)  # reroll, berserk, ballad, sworn


def answer(b: Bench, action: a.Answer) -> None:
    if b.ask is None or b.ask.what != action.what:
        raise refuse("df.no.not_asked")
    what, choice = action.what, action.choice
    if what in ("hp", "damage", "gold"):
        journey.answer_number(b, what, choice)
        return
    if what not in LIKELY and choice not in choices(b, b.ask):
        raise refuse("df.no.choice")
    if what in _YES_NO:
        _YES_NO[what](b, choice == YES)
    else:
        _TAKES[what](b, choice)
    if b.fighting and b.stage == "fight":
        settling.run(b)


def _leader(b: Bench, choice: str) -> None:
    b.leader = int(choice)
    b.ask = None
    b.say("df.leads", who=b.name(b.leader))


def _colour(b: Bench, choice: str) -> None:
    settling.choose_colour(b, choice)
    b.ask = None


_YES_NO: dict[str, Callable[[Bench, bool], None]] = {
    "reroll": abilities.answer_reroll,
    "berserk": abilities.answer_berserk,
    "ballad": abilities.answer_ballad,
    "sworn": abilities.answer_sworn,
}
_TAKES: dict[str, Callable[[Bench, str], None]] = {
    "leader": _leader,
    "colour": _colour,
    "ability": abilities.answer_ability,
    "number": abilities.answer_number,
    "divine": abilities.answer_divine,
    "beer": abilities.answer_beer,
    "items": settling.answer_items,
    "discard": settling.answer_discard,
    "cost": shop.answer_cost,
    "owner": shop.answer_owner,
    "attack": shop.answer_item,
    "bonus": shop.answer_item,
    "effect": shop.answer_item,
    "amount": shop.answer_item,
}
